/* lanes_code.h - the code of a launch (code.h): each cell's words after a step, from its neighbours' words before it.

   A cell has a word for each plane, one of a rule. Plane p of cell i of the closure is loaded as number
   planes * i + p. A given word has the number of a direction: the bits for which there is a tile; or one of
   NBB_GIVEN_ (lanes_program.h). A cell of a tile that does not exist stays 0, so a cell beside the tile is masked.
   Where replicas are turned a tile may exist without the cell. */
#pragma once

#include "gen/lanes/lanes_closure.h"

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
