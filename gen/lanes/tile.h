/* tile.h - the miniature fractal inside a tile, as the generated code stores and advances it.

   A tile is a level-t fractal of rho_x x rho_y cells, a byte each. Its rows are padded to whole 32-bit words, so that
   code can work on four cells at a time. To advance it, CUDA code copies it into a box with a frame of one word left
   and right and one row above and below:

         byte  0 1 2 3 | 4 ... 4 + rho_x - 1 | ...      row 0            the halo above
               . . . W | the tile's cells    | E . .    rows 1..rho_y    (W, E: halo cells to the left and right)
                                                        row rho_y + 1    the halo below

   In space a tile has rho_z slices of such rows, and the box one more before them and behind.

   Of the frame only the cells matter that can be alive and touch a cell of the tile: the halo. On most fractals they
   are few, since tiles meet at a few corner cells. Where replicas are turned a tile is stored as it comes to lie, and
   the halo is that of all orientations. */
#pragma once

#include "gen/domain/domain.h"

typedef struct nbb_halo_cell {
    int direction;   /* of the tile that holds the cell */
    nbb_vector from; /* the cell's place in that tile */
    nbb_vector at;   /* its place seen from this tile: -1 .. rho on an axis */
} nbb_halo_cell;

typedef struct nbb_tile {
    const nbb_directions *directions; /* of neighbour tiles; the centre is the tile itself */
    nbb_vector rho;
    uint32_t columns;      /* words of a row */
    uint32_t words;        /* of the tile: columns * its rows */
    uint32_t box_words;    /* of the box */
    uint32_t orientations; /* that it is found in, if replicas are turned; else 1 */
    uint32_t *mask;        /* [orientations * words]: 0x01 in the bytes that are cells of
                                                         the tile so turned */
    nbb_halo_cell *halo;
    uint32_t halo_count;
    bool direction_used[NBB_DIRECTIONS_MAX]; /* whether the halo needs that neighbour */
    int most_neighbours;                     /* the largest number of neighbours that any cell can have */
} nbb_tile;

/* The largest box a tile may need, in words: what a block may keep in static shared memory, 48 KiB, less 8 KiB for
   neighbour numbers and tensor-core operands. */
enum { NBB_BOX_WORDS_MAX = 40 * 1024 / 4 };

/* Rows of a tile with these sides: in space slice after slice. */
int64_t nbb_tile_rows(nbb_vector rho);

/* Words of the box of a tile with these sides; compared with NBB_BOX_WORDS_MAX before a tile is built. */
int64_t nbb_tile_box_words(nbb_vector rho);

nbb_status nbb_tile_build(nbb_arena *arena, const nbb_fractal *fractal, int t, nbb_tile *tile);
