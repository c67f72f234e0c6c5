/* lanes.h - the lanes layout: one bit a cell, no holes, k^a far-apart replicas side by side in a word.

   The r replica digits of a cell, from the top level down, are cut in three:

         [ a lane digits | m = r - a - t digits of the tile q | t digits of the position p ]

   A word holds one bit for each of the k^a lanes: the same cell of the same tile in k^a replicas of level r - a.
   Words wider than 32 bits are cut into parts of 32. With v = q * parts + part, word (v, p) stands at

         (v / 32) * (k^t * 32) + p * 32 + v % 32

   so that neighbouring threads, one for each v, read neighbouring words. To advance a tile a thread loads its k^t
   words and the words of the halo: cells of neighbour tiles within reach of its own (lanes_closure.h). A carry over
   q's digits finds a neighbour tile, several digits a look-up. Only where the carry leaves the top digit of q do the
   lanes of a word change places, by a constant table.

   Where replicas are turned a word has its tile as it is before it is turned, and directions are those of that tile:
   so its own cells and their neighbours are the same in all orientations, in all lanes. A carry changes its direction
   by the orientation of each replica that it comes out of, from the lowest digit up. Then, from the digit on which it
   ends down, the digits of the neighbour follow, and how it is turned as seen from the tile: both depend on how their
   parents are turned to each other. Past the top digit they depend on the lanes. */
#pragma once

#include "gen/domain/domain.h"

enum {
    NBB_LANES_MAX = 1024,    /* lanes of a word: k^a where a > 0 */
    NBB_POSITIONS_MAX = 400, /* cells of a tile: k^t; each has its own lines of code */
    NBB_SPAN_MIN = 32        /* numbers of a look-up, if there are several: a warp's */
};

/* Where a step in a direction leads from a number of some digits: to one of the same parent or of a
   neighbour. */
typedef struct nbb_digits_step {
    int to;    /* -1: a hole */
    int carry; /* the direction left for the level above; of a hole none, if no replica is turned */
    int orientation; /* the neighbour's orientation, seen from the number's own */
} nbb_digits_step;

/* The bits of a part, under the mask, that come from one part of a neighbour's word and all move by the same number
   of places: that part, rotated right by `rotate`. */
typedef struct nbb_lane_move {
    uint32_t mask;
    int part;
    int rotate;
    int orientation; /* their lanes' orientation, seen from those of the word */
} nbb_lane_move;

/* A look-up of `steps`, which answers for some digits of the tile, and its numbers there: those of `first` on.
   Look-ups of levels that are alike share theirs. */
typedef struct nbb_look_up {
    int level, digits; /* its lowest digit's level, above the tile's own; how many */
    int numbers;       /* the product of their k */
    int first;
} nbb_look_up;

typedef struct nbb_lanes {
    int a, m, t;
    uint32_t lanes;     /* k^a */
    uint32_t parts;     /* 32-bit parts of a word */
    uint32_t positions; /* k^t */
    int64_t tiles;      /* k^m */
    uint64_t words;     /* 32-bit words of the state, with the last group's padding */
    int look_ups;       /* that the m digits take, from the lowest up */
    nbb_look_up look[NBB_LEVELS_MAX];
    int step_numbers;                 /* of all look-ups */
    const nbb_directions *directions; /* of tiles beside a tile */
    int orientations;                 /* of the fractal's replicas (fractal.h) */
    nbb_digits_step *steps;           /* [orientations][directions][step_numbers]: by how the parent is turned */
    nbb_lane_move *moves;             /* where the lanes of a neighbour's word come from, by direction and part */
    int *first_move;                  /* [directions * parts + 1]: where each part's begin */
} nbb_lanes;

/* The lane digits, of so many at most, that use a word's bits best, the fewest of equals. */
int nbb_lanes_digits(const nbb_fractal *fractal, int r);

/* Sizes the layout for r levels, with t and a as given, t + a <= r. Sets sizes alone: directions, a, m, t, lanes,
   parts, positions, tiles, words, look_ups, look, step_numbers. */
void nbb_lanes_size(const nbb_fractal *fractal, int r, int t, int a, nbb_lanes *lanes);

/* An estimate, not too low, of the share of warps that permute words, 0 to 1, where each thread has one item.
   Their tiles lie along the box's sides, so the share falls with the levels. */
double nbb_lanes_permuted(const nbb_fractal *fractal, const nbb_lanes *lanes);

nbb_status nbb_lanes_build(nbb_arena *arena, const nbb_fractal *fractal, nbb_lanes *lanes);

/* Walks a tile one step by the look-ups, as kernels do: the tile that lies there, or -1. `left` is the direction in
   which the step leaves the top digit, the centre for none. */
int64_t nbb_lanes_walk(const nbb_lanes *lanes, int64_t tile, int direction, int *left);

/* The miniature fractal inside a tile, as the generated code stores and advances it.

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
    uint32_t box_pitch;    /* words from a row of the box to the next */
    uint32_t box_words;    /* of the box */
    uint32_t orientations; /* that it is found in, if replicas are turned; else 1 */
    uint32_t *mask;        /* [orientations * words]: 0x01 in the bytes that are cells of the tile so turned */
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
