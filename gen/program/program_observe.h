/* program_observe.h - observables, averages and requirements: what is said of all cells, or of none. */
#ifndef NBB_PROGRAM_OBSERVE_H
#define NBB_PROGRAM_OBSERVE_H

#include "gen/program/program_draft.h"
#include "gen/program/program_parse.h"

nbb_status nbb_program_take_observables(nbb_program *program, const nbb_draft_items *items);

/* After the observables: "abs(m)", "m" and "m^1" to "m^9". */
nbb_status nbb_program_take_averages(nbb_program *program, const nbb_draft_items *items);

nbb_status nbb_program_take_requirements(nbb_program *program, const nbb_draft_items *items);

#endif
