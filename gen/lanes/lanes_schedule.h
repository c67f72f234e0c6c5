/* lanes_schedule.h - a launch's code as statements, in the order in which they are printed.

   Cells are computed in the order of their rows (lanes_closure.h), each by one statement, a call of its part's
   function. Before it come the parts that several cells depend on. Words are loaded before the row that uses them
   first or, so that they are on their way while others are computed, some cells ahead of it:

         load h3                           used in the row after next, if a row's cells ahead
         row of step 1
         part s1 = sum of c0, h1, h2
         draw d4                           of lanes where s1 is, say
         part h2_1 = next of ...           cell 72 of the tile in direction 0
         part, stored = next of ...        after the last step
         store c5                          where the rule keeps a cell as it is */
#pragma once

#include "gen/code/code_parts.h"
#include "gen/lanes/lanes_code.h"

typedef enum nbb_lanes_statement_kind {
    NBB_STATE_ROW,
    NBB_STATE_LOAD,
    NBB_STATE_PART,
    NBB_STATE_DRAW,
    NBB_STATE_STORE
} nbb_lanes_statement_kind;

typedef struct nbb_lanes_statement {
    nbb_lanes_statement_kind kind;
    int evaluation;  /* of the order, for which it is; of a row the first */
    int part;        /* of a part */
    nbb_value value; /* that is loaded, computed, drawn or stored */
    bool is_stored;  /* a part's value is stored, and not used again */
} nbb_lanes_statement;

/* Which words are loaded by statements, before their first use; a word of the tile itself also before its place is
   stored to, where the launch works in place. */
typedef struct nbb_loading {
    bool own, beside;
    bool in_place;
    int ahead; /* so many cells before */
} nbb_loading;

typedef struct nbb_schedule {
    nbb_parts parts;
    nbb_lanes_statement *statements;
    int count;
    int *evaluation_of; /* by value: the first evaluation that computes it, or -1 */
} nbb_schedule;

/* Shapes are as of nbb_parts_build. */
nbb_status nbb_schedule_build(nbb_arena *arena, const nbb_lanes_launch *launch, nbb_loading loading,
                              nbb_shapes *shapes, nbb_schedule *schedule);
