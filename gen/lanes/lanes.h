/* lanes.h - the lanes layout: one bit a cell, no holes, k^a far-apart replicas side by side in a word.

   The r replica digits of a cell, from the top level down, are cut in three:

         [ a lane digits | m = r - a - t digits of the tile q | t digits of the position p ]

   A word holds one bit for each of the k^a lanes: the same cell of the same tile in k^a replicas of level r - a.
   Words wider than 32 bits are cut into parts of 32. With v = q * parts + part, word (v, p) stands at

         (v / 32) * (k^t * 32) + p * 32 + v % 32

   so that neighbouring threads, one for each v, read neighbouring words. To advance a tile a thread loads its k^t
   words and the words of the halo: cells of neighbour tiles within reach of its own (below). A carry over
   q's digits finds a neighbour tile, several digits a look-up. Only where the carry leaves the top digit of q do the
   lanes of a word change places, by a constant table.

   Where replicas are turned a word has its tile as it is before it is turned, and directions are those of that tile:
   so its own cells and their neighbours are the same in all orientations, in all lanes. A carry changes its direction
   by the orientation of each replica that it comes out of, from the lowest digit up. Then, from the digit on which it
   ends down, the digits of the neighbour follow, and how it is turned as seen from the tile: both depend on how their
   parents are turned to each other. Past the top digit they depend on the lanes. */
#pragma once

#include "gen/lanes/lanes_program.h"

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

/* The cells that some steps of a tile depend on: its own cells, and cells of neighbour tiles within
   reach.

   One launch may advance a tile several steps. After its last step the tile's own cells are wanted; before it, these
   and their neighbours; and so on back to the state that is loaded. Every tile that needs a cell beside it computes
   that cell, so cells are listed with the steps after which they are needed. A cell of a neighbour tile that does not
   exist must stay 0 at every step. The generated code sees to that; here every neighbour tile exists.

   Of a program with sublattices a step stands for one turn, of any colour: a cell's residue is the share that its
   place in the tile has in its colour; the places of tile and lane add to it, unless they are whole multiples. */

/* By what cells of map lanes change: a rule of live neighbours' counts, or a program of bits.

   A program that is a rule, however it is written, is taken as that rule: its neighbours are counted by sums that
   cells share (lanes_sums.c). */

typedef struct nbb_lanes_law {
    nbb_neighbours neighbours;
    nbb_colouring colouring;
    int planes;  /* words of a cell */
    bool counts; /* its next state is `rule`'s */
    nbb_rule rule;
    nbb_tails *tails;       /* of the rule: NBB_TELLS of them, where launches are built */
    bool one_step;          /* a launch does no more: the law takes turns, draws, asks for the first cell, or
                               has another one each step */
    bool far;               /* it asks for the degree of neighbours */
    nbb_lowering *lowering; /* of a program: what its code is made with; NULL until it is begun */
} nbb_lanes_law;

enum { NBB_CLOSURE_STEPS_MAX = 16 };

typedef struct nbb_closure_cell {
    int direction;                            /* of the tile that holds it; the centre is the tile itself */
    int position;                             /* in that tile; beside one where replicas are turned the number
                                                         of its place, row by row, as seen from the tile itself */
    uint32_t needed;                          /* bit i: its state after i steps is needed */
    int neighbour_count;                      /* 0 of a cell that is only loaded (no bit above bit 0) */
    int neighbours[NBB_NEIGHBOURS_WORDS_MAX]; /* as indices of `cells`; -1 where none is read */
    int numbers[NBB_NEIGHBOURS_WORDS_MAX];    /* of these neighbours in the list, ascending */
    int residue;                              /* of a program with sublattices, else 0 */
    unsigned odd;                             /* which coordinates are, by axis, from the tile's first cell on */
} nbb_closure_cell;

typedef struct nbb_closure {
    const nbb_fractal *fractal;
    int t;
    nbb_vector side;                  /* of a tile */
    const nbb_directions *directions; /* of tiles beside a tile */
    int steps;
    int colours;             /* that take turns; 1: all cells change in a step */
    bool colours_known;      /* a cell's residue is its colour */
    nbb_closure_cell *cells; /* all of the tile's own; then by direction, position */
    int count;
    int own; /* k^t */
} nbb_closure;

/* The largest number of steps whose cells all lie in the tile and those beside it, by the cells of the tile's shorter
   side among the axes on which the fractal grows; at most NBB_CLOSURE_STEPS_MAX. The tiles beside hold the
   neighbours' neighbours too if the law asks for their degree. */
int nbb_closure_most_steps(const nbb_fractal *fractal, int t, const nbb_lanes_law *law);

/* The closure of a level-t tile for so many steps, at least 1; of sublattices for a single turn. A rule may not read
   all cells. */
nbb_status nbb_closure_build(nbb_arena *arena, const nbb_fractal *fractal, int t, const nbb_lanes_law *law, int steps,
                             nbb_closure *closure);

/* Its position in the tile that holds it, if that one has this one of the fractal's orientations, seen from the tile
   itself, or -1. */
int nbb_closure_position(const nbb_closure *closure, const nbb_closure_cell *cell, int orientation);

/* The tile, as a direction, that holds the place at an offset from a cell of the closure, if it can be a cell: -1
   where it is none. */
int nbb_closure_tile_at(const nbb_closure *closure, const nbb_closure_cell *cell, nbb_vector offset);

/* How many words of a plane a launch loads from the tiles beside. */
int nbb_closure_loaded(const nbb_closure *closure);

/* How many states the closure's code computes, over all steps; the tile's own cells make steps * own of them. */
int nbb_closure_computed(const nbb_closure *closure);

/* A tile's boundary: its cells that the launches of neighbour tiles load.

   A launch that updates the state in place may not read a word that another thread writes. A tile's own words are
   written by its own thread alone, once all are loaded. Words of the tiles beside it come from a copy of every tile's
   boundary, made before the launch. Word i of the boundary of v, the i-th of its positions in ascending order,
   stands at

         (v / 32) * (count * 32) + i * 32 + v % 32

   as the words of the state do (above). */

enum { NBB_BOUNDARY_MOVES = 3 }; /* it is read, written, and read by the launch */

typedef struct nbb_boundary {
    int count;                     /* of its positions */
    bool holds[NBB_POSITIONS_MAX]; /* by position */
} nbb_boundary;

/* Adds the positions that a launch with this closure loads from the tiles beside its own. */
void nbb_boundary_add(const nbb_closure *closure, nbb_boundary *boundary);

/* Bytes of the copy of all boundaries, the last group's padding included. */
uint64_t nbb_boundary_bytes(const nbb_boundary *boundary, const nbb_lanes *lanes);

/* The order in which a launch's code computes its cells.

   If a whole step came before the next one, all its words would have to be held. So rows follow each other instead:
   step 1 of a row, then step 2 of the row before it, and so on, in columns of this picture from the top down:

         step 1   row 0   row 1   row 2   row 3
         step 2           row 0   row 1   row 2   row 3
         step 3                   row 0   row 1   row 2   row 3

   A cell depends on cells of its own row and of the two rows beside it, so it comes after them. A word is used soon
   after it is computed, so few words are held at a time. Where neighbours are farther off, a step follows the one
   before it as many rows later.

   Cells that count their neighbours row by row hold the sums of rows for the cells below. So a single step goes down
   one strip of columns after the other. */

/* A cell's state after a step, or a plane of it. */
typedef struct nbb_cell_step {
    int cell; /* of the closure */
    int plane;
    int step;
    int row;    /* the cell's place on the order's axis, counted by its sign, */
    int across; /* and on the others */
    int when;   /* the row that it comes after: its own, later by each step */
} nbb_cell_step;

typedef struct nbb_order {
    int axis, sign;             /* on which rows follow each other; -1: from the last row up */
    nbb_cell_step *evaluations; /* every word that the closure computes, once */
    int count;
    int held; /* the most words that are held at a time: own words are loaded first, others where they are used */
} nbb_order;

/* The order for a closure that holds the fewest words: rows of either axis, from either end, in strips of so many
   columns if there are any. A cell has so many planes, and neighbours within so many rows. */
nbb_status nbb_order_build(nbb_arena *arena, const nbb_closure *closure, int planes, int reach, int strip,
                           nbb_order *order);

/* The code of a launch (code.h): each cell's words after a step, from its neighbours' words before it.

   A cell has a word for each plane, one of a rule. Plane p of cell i of the closure is loaded as number
   planes * i + p. A given word has the number of a direction: the bits for which there is a tile; or one of
   NBB_GIVEN_ (lanes_program.h). A cell of a tile that does not exist stays 0, so a cell beside the tile is masked.
   Where replicas are turned a tile may exist without the cell. */

typedef struct nbb_lanes_code {
    nbb_code code;     /* covered: operations of three words, all of use to the own cells' words after the launch */
    int planes;        /* of a cell */
    nbb_value *states; /* [(steps + 1) * cells * planes], by step: NBB_NO_VALUE where it is of no use */
    int operations;    /* of logic, each once */
    int shared_sums;   /* of the first step: triples of words that several cells add (lanes_sums.c) */
} nbb_lanes_code;

typedef struct nbb_lanes_launch {
    nbb_closure closure;
    nbb_order order;
    nbb_lanes_code code;
} nbb_lanes_launch;

/* Launches of one rule on tiles of one fractal, each built once: the plans of a request, of its sizes and of its
   schedules ask for the same ones. All 0 at first. */
typedef struct nbb_launches {
    nbb_arena arena;
    nbb_tails *tails; /* of the rule: NBB_TELLS of them, which are large for a stack */
    nbb_lanes_launch *built;
    int count;
} nbb_launches;

/* As nbb_lanes_launch_build; the launch goes with `launches`. */
nbb_status nbb_launches_find(nbb_launches *launches, const nbb_fractal *fractal, int t, const nbb_lanes_law *law,
                             int steps, nbb_lanes_launch *launch);

void nbb_launches_free(nbb_launches *launches);

/* The launch of so many steps of a level-t tile under a law whose lowering, if it has one, is begun; of sublattices
   one turn, which may be any colour's. A law of values, without rule and lowering, has no code in words. A rule has
   its tails, as nbb_launches_find gives them. Limits as of nbb_closure_build. */
nbb_status nbb_lanes_launch_build(nbb_arena *arena, const nbb_fractal *fractal, int t, const nbb_lanes_law *law,
                                  int steps, nbb_lanes_launch *launch);

/* Chances that the first turn of a step draws for all turns.

   Where the lanes of a word have cells of several colours, each turn would draw a word anew for a share of its lanes.
   So a chance of few cases is drawn for each case instead, in all lanes, whatever the state is (nbb_cell_context's
   `once`): such a draw has no masks, and no lane is a don't-care. The first turn keeps these words in memory, a
   slot each, and every turn takes from them what its lanes' cases are:

         chance(exp(-2 * J * field / T))    of 4 neighbours: 5 slots; turns select by the count's bits */

/* Whether a draw has a slot, else it is drawn where it stands. Slots are in the order of draws, so that those of a
   request of a cell follow each other. */
bool nbb_draw_is_once(const nbb_code *code, int draw);

/* How the neighbours of a step's cells are counted: a sum that several cells share is formed once (lanes_sums.c).

   A cell's count is the sum of its neighbours' words, bit by bit. A full adder makes of three words a sum of the
   same weight and a carry of twice that weight, in two operations. Cells that lie close often have the same three
   neighbours. So triples that at least two cells share are taken out, greedily: the triples with the most users come
   first, then triples that hold the sums of others. On fractals with full edges this saves about a sixth of all
   operations. */

/* The inputs that a cell still has to add. An input is an index of the closure's cells, or the number of cells + j
   for the sum of triple j. */
typedef struct nbb_cell_sum {
    int one_count, two_count;
    int ones[NBB_DIRECTIONS_MAX];     /* inputs */
    int twos[NBB_DIRECTIONS_MAX - 1]; /* triples whose carry is to be added with twice the weight */
} nbb_cell_sum;

typedef struct nbb_step_sums {
    nbb_cell_sum *cells; /* [count of the closure]; empty where none are counted */
    int (*triples)[3];   /* inputs; a triple only holds sums of triples before it */
    int triple_count;
} nbb_step_sums;

/* The sums of the cells that the closure needs after `step` steps, 1 <= step <= its steps, under the rule it was
   built with. */
nbb_status nbb_sums_share(nbb_arena *arena, const nbb_closure *closure, nbb_rule rule, int step, nbb_step_sums *sums);
