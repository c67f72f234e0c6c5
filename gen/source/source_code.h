/* source_code.h - the code of a module's launches, made ready for the templates. */
#ifndef NBB_SOURCE_CODE_H
#define NBB_SOURCE_CODE_H

#include "gen/code/code_tables.h"
#include "gen/lanes/lanes_schedule.h"
#include "gen/plan/plan.h"

/* The launches that a module may have code of: STEP or ROUNDS, and REST. */
enum { NBB_LAUNCH_MAIN, NBB_LAUNCH_REST, NBB_LAUNCHES };

typedef struct nbb_source_code {
    nbb_schedule schedules[NBB_LAUNCHES]; /* empty where the plan has no such kernel */
    nbb_shapes shapes;                    /* of all */
    nbb_formulas formulas;
} nbb_source_code;

/* The code of all launches of the plan, so that shapes have the same numbers in each of its units; none if no kernel
   of a launch is among `kernels`. */
nbb_status nbb_source_code_build(const nbb_plan *plan, nbb_entry_set kernels, nbb_source_code *code);

void nbb_source_code_free(nbb_source_code *code);

#endif
