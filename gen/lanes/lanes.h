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
   by the turn of each replica that it comes out of, from the lowest digit up. Then, from the digit on which it ends
   down, the digits of the neighbour follow, and how it is turned as seen from the tile: both depend on how their
   parents are turned to each other. Past the top digit they depend on the lanes. */
#pragma once

#include "gen/lanes/tile.h"

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
    int turn;  /* the neighbour's orientation, seen from the number's own */
} nbb_digits_step;

/* The bits of a part, under the mask, that come from one part of a neighbour's word and all move by the same number
   of places: that part, rotated right by `rotate`. */
typedef struct nbb_lane_move {
    uint32_t mask;
    int part;
    int rotate;
    int turn; /* their lanes' orientation, seen from those of the word */
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
    nbb_digits_step *steps;           /* [orientations][directions][step_numbers]: by the parent's turn there */
    nbb_lane_move *moves;             /* where the lanes of a neighbour's word come from, by direction and part */
    int *first_move;                  /* [directions * parts + 1]: where each part's begin */
} nbb_lanes;

/* Sizes the layout for r levels, with t and a as given, t + a <= r. A negative a stands for the one that uses a
   word's bits best, a negative t for the largest tile wanted. Sets sizes alone: directions, a, m, t, lanes, parts,
   positions, tiles, words, look_ups, look, step_numbers. */
void nbb_lanes_size(const nbb_fractal *fractal, int r, int t, int a, nbb_lanes *lanes);

/* An estimate, not too low, of the share of warps that have lanes to cross, 0 to 1, where each thread has one item.
   Their tiles lie along the box's sides, so the share falls with the levels. */
double nbb_lanes_permuted(const nbb_fractal *fractal, const nbb_lanes *lanes);

nbb_status nbb_lanes_build(nbb_arena *arena, const nbb_fractal *fractal, nbb_lanes *lanes);

/* Walks a tile one step by the look-ups, as kernels do: the tile that lies there, or -1. `left` is the direction in
   which the step leaves the top digit, the centre for none. */
int64_t nbb_lanes_walk(const nbb_lanes *lanes, int64_t tile, int direction, int *left);
