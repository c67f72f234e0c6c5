/* run_looks.h - persistent launches of an ensemble that leave totals every so many steps, each in a slot of its own
   (run_answers.h), and let copies exchange then: nbb_plan_looks, templates/cuda/lane_looks.in. */
#pragma once

#include "runtime/run/run_state.h"

/* Rounds of a launch at most. */
enum { NBB_ROUNDS_MAX = 256 };

/* Those who look, in this order: who exchanges copies, then the watches. */
const nbb_run_watch *nbb_run_watch_of(const nbb_run *run, int i);

/* How often who watches the run may look within the launch from `step` on, which is not to go past `to`: each time
   `*every` steps later. 0: the launch ends with the next look. */
int64_t nbb_run_looks_within(nbb_run *run, int64_t step, int64_t to, int64_t *every);

/* Launches so many rounds of `several` steps, of `left` steps that nobody looks at, or which looks_within has
   told. */
nbb_status nbb_run_launch_rounds(nbb_run *run, uint32_t rounds, int64_t left, int64_t several);

/* The totals after a step that the run comes to, in this slot: as nbb_run_totals where no launch has left them. */
nbb_status nbb_run_looked(nbb_run *run, int slot, int64_t step);

/* Whether copies have exchanged after the step within the last launch. */
bool nbb_run_has_exchanged(const nbb_run *run, int64_t step);

/* Of copies that exchange: totals of this step in place `slot` are read later, by the copies as they are then. */
nbb_status nbb_run_keep_places(nbb_run *run, int slot, int64_t step);

/* Whether what is added up over a copy's cells depends on the parameter that it exchanges. */
bool nbb_run_totals_change(const nbb_program *program);
