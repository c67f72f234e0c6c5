/* lanes.h - the lanes layout: one bit a cell, no holes, k^a far-apart replicas side by side in a word.

   The r replica digits of a cell, from the top level down, are cut in three:

         [ a lane digits | m = r - a - t digits of the tile q | t digits of the position p ]

   A word holds one bit for each of the k^a lanes: the same cell of the same tile in k^a replicas of level r - a. Words wider
   than 32 bits are cut into parts of 32. With v = q * parts + part, word (v, p) stands at

         (v / 32) * (k^t * 32) + p * 32 + v % 32

   so that neighbouring threads, one for each v, read neighbouring words. To advance a tile a thread loads its k^t words and
   those of the halo: the cells of neighbour tiles that touch its own. A neighbour tile is found by carry over q's digits;
   only where the carry leaves the top digit of q, lanes change places, by a constant table. */
#ifndef NBB_LANES_H
#define NBB_LANES_H

#include "tile.h"

enum {
    NBB_LANES_MAX = 1024,                             /* lanes of a word: k^a where a > 0 */
    NBB_PARTS_MAX = NBB_LANES_MAX / 32,
    NBB_POSITIONS_MAX = 256                           /* cells of a tile: k^t; each has its own lines of code */
};

/* A neighbour of a cell: a position in the tile itself (halo < 0) or an entry of the halo. */
typedef struct nbb_lane_neighbour {
    int position;
    int halo;
} nbb_lane_neighbour;

typedef struct nbb_lane_cell {
    nbb_vector at;                                    /* in the tile */
    int neighbour_count;
    nbb_lane_neighbour neighbours[NBB_DIRECTIONS - 1];
} nbb_lane_cell;

/* A word of the halo: which neighbour tile's, and which of its cells. */
typedef struct nbb_lane_halo {
    int direction;
    int position;
} nbb_lane_halo;

/* Where a step in one of nine directions leads from a replica: to a replica of the same parent or of a neighbour. */
typedef struct nbb_digit_step {
    int digit;                                        /* -1: a hole */
    int carry;                                        /* the direction that is left for the level above */
} nbb_digit_step;

typedef struct nbb_lanes {
    int a, m, t;
    uint32_t lanes;                                   /* k^a */
    uint32_t parts;                                   /* 32-bit parts of a word */
    uint32_t positions;                               /* k^t */
    int64_t tiles;                                    /* k^m */
    uint64_t words;                                   /* 32-bit words of the state, the last group's padding included */
    nbb_lane_cell *cells;                             /* [positions], in digit order */
    nbb_lane_halo *halo;
    int halo_count;
    nbb_digit_step *steps;                            /* [NBB_DIRECTIONS][k] */
    int16_t *lane_from;                               /* [NBB_DIRECTIONS][32 parts]: the lane a neighbour is in, or -1 */
} nbb_lanes;

/* The digits a, with the best use of a word's bits, and t (at least the level of the largest tile wanted), for r levels;
   tile_level >= 0 asks for that t. Only sizes are set: a, m, t, lanes, parts, positions, tiles, words. */
void nbb_lanes_size(const nbb_fractal *fractal, int r, int tile_level, nbb_lanes *lanes);

/* Whether a level-t tile has few enough cells. */
bool nbb_lanes_tile_possible(const nbb_fractal *fractal, int t);

/* Fills in the tables of a sized layout. */
nbb_status nbb_lanes_build(const nbb_fractal *fractal, nbb_lanes *lanes);

void nbb_lanes_free(nbb_lanes *lanes);

#endif
