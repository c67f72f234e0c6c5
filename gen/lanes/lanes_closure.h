/* lanes_closure.h - the cells that some steps of a tile depend on: its own cells, and cells of neighbour tiles within
   reach.

   One launch may advance a tile several steps. After its last step the tile's own cells are wanted; before it, these
   and their neighbours; and so on back to the state that is loaded. Every tile that needs a cell beside it computes
   that cell, so cells are listed with the steps after which they are needed. A cell of a neighbour tile that does not
   exist must stay 0 at every step. The generated code sees to that; here every neighbour tile exists.

   Of a program with sublattices a step stands for one turn, of any colour: a cell's residue is the share that its
   place in the tile has in its colour; the places of tile and lane add to it, unless they are whole multiples. */
#pragma once

#include "gen/code/code_bits.h"
#include "gen/lanes/lanes.h"
#include "gen/lanes/lanes_program.h"

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

   as the words of the state do (lanes.h). */

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
