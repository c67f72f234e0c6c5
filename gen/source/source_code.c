/* source_code.c - schedules the code of a module's launches. */
#include "gen/source/source_values.h"

#include "gen/code/code.h"

#include <stdlib.h>

/* A load is on its way for no longer than it takes to draw for so many cells. */
enum { DRAWING_CELLS_AHEAD = 2 };

/* The loads that the target's kernel leaves to the statements. On CUDA a thread's own words, and where lanes are
   turned in registers those beside, are loaded before; but what draws takes long, and holds no words meanwhile. Other
   words are loaded as many cells before they are used as the card computes while a load is on its way. */
static nbb_loading loading_of(const nbb_plan *plan, int launch)
{
    if (plan->asked.target == NBB_TARGET_HOST) {
        return (nbb_loading){ true, true, nbb_plan_in_place(plan), 0 };
    }
    bool permuted_in_memory = plan->launch.crossed == NBB_CROSSING_MEMORY && launch == NBB_LAUNCH_MAIN;
    bool persists = plan->launch.persistent && launch == NBB_LAUNCH_MAIN; /* it has its words */
    bool draws = plan->asked.traits.draws && !persists;
    return (nbb_loading){ draws, permuted_in_memory, draws && nbb_plan_in_place(plan),
                          draws ? DRAWING_CELLS_AHEAD : plan->asked.card->cells_ahead };
}

nbb_status nbb_source_code_build(const nbb_plan *plan, nbb_entry_set kernels, nbb_source_code *code)
{
    const nbb_entry_set entries = 1U << NBB_ENTRY_STEP | 1U << NBB_ENTRY_ROUNDS | 1U << NBB_ENTRY_REST;
    const nbb_lanes_launch *launches[NBB_LAUNCHES] = { &plan->code.step, &plan->code.rest };
    if ((kernels & entries) == 0) {
        return NBB_OK;
    }
    nbb_formulas_find(&code->formulas);
    for (int i = 0; i < NBB_LAUNCHES; ++i) {
        if (launches[i]->closure.steps > 0) {
            NBB_TRY(nbb_schedule_build(launches[i], loading_of(plan, i), &code->shapes, &code->schedules[i]));
        }
    }
    return NBB_OK;
}

void nbb_source_code_free(nbb_source_code *code)
{
    for (int i = 0; i < NBB_LAUNCHES; ++i) {
        nbb_schedule_free(&code->schedules[i]);
    }
    nbb_shapes_free(&code->shapes);
}
