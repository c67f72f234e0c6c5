/* source_code.h - the code of a module's launches, made ready for the templates. */
#ifndef NBB_SOURCE_CODE_H
#define NBB_SOURCE_CODE_H

#include "gen/code/code_build.h"
#include "gen/lanes/lanes_schedule.h"
#include "gen/plan/plan.h"

#include <lua.h>

/* The launches that a module may have code of: STEP or ROUNDS, and REST. */
enum { NBB_LAUNCH_MAIN, NBB_LAUNCH_REST, NBB_LAUNCHES };

typedef struct nbb_source_code {
    nbb_schedule schedules[NBB_LAUNCHES]; /* empty where the plan has no such kernel */
    nbb_shapes shapes;                    /* of all */
    nbb_formulas formulas;
    nbb_text formula; /* scratch of nbb_source_define_code */
} nbb_source_code;

/* The code of all launches of the plan, so that shapes have the same numbers in each of its units; none if no kernel
   of a launch is among `kernels`. */
nbb_status nbb_source_code_build(const nbb_plan *plan, nbb_entry_set kernels, nbb_source_code *code);

/* In a protected body: sets the global `shapes`. */
void nbb_source_define_shapes(lua_State *state, nbb_source_code *code);

/* In a protected body: adds the code to the launch on top of the stack, as its field `statements`. */
void nbb_source_set_code(lua_State *state, const nbb_lanes_launch *launch, const nbb_schedule *schedule);

/* In a protected body: pushes the name of a loaded word, by its number (lanes_code.h): c7 of the tile itself, h2 of
   the
   tiles beside. */
void nbb_source_push_word(lua_State *state, const nbb_lanes_launch *launch, int word);

/* In a protected body: pushes the number of a direction, or the name of another given word: lanes, first, turn2 (of
   residue 2), far35 (lanes_program.h); or of an argument: a12, or t1_5 of bit 5 of the launch's first step and 1. */
void nbb_source_push_given(lua_State *state, const nbb_node *node);

/* In a protected body: pushes {name, kind (argument, step, lanes, first, turn or far), number (of an argument, a step
   of the launch or a residue), bit (of the step)} of such a word that is no direction. */
void nbb_source_push_told(lua_State *state, const nbb_node *node);

void nbb_source_code_free(nbb_source_code *code);

#endif
