/* run_copies.h - copies of an ensemble: looked at as if each were alone, exchanged, ended (run_copies.c); exchanged
   on the device (run_tempered.c); what a persistent launch leaves of them (run_looks.c). */
#pragma once

#include "runtime/run/run_state.h"

/* nbb_run_choose, or the request's seed. */
uint64_t nbb_run_choose_copy(nbb_run *run, int64_t copy);

/* A run as if it were of one of its copies alone: for those who ask for its cells and what was counted of it, and for
   nobody who advances or ends it. The program has the copy's values then. */
nbb_run nbb_run_at_copy(nbb_run *run, int64_t copy);

/* Its seed, which nbb_run_choose_copy chose, and what was counted of it become the run's. */
void nbb_run_look_at(nbb_run *run, int64_t copy);

/* A copy's structure of arguments, in the host's memory; its place there is that of its state. */
unsigned char *nbb_run_arguments_of(const nbb_run *run, int64_t copy);

/* All structures that kernels do not take by value. */
nbb_status nbb_run_upload_records(nbb_run *run);

/* Whether it is over, which it is by its place. */
bool nbb_run_copy_is_over(const nbb_run *run, int64_t copy);

/* The copy is over after the steps that the run has done: others go on without it, the run where there are some. */
nbb_status nbb_run_end_copy(nbb_run *run, int64_t copy);

/* --- kernel TEMPER gives neighbouring copies each other's places: what the host knows of places is older then, until
   it asks --- */

/* Tells the kernel each copy's value, parameters and place, as they are in the step that the run has come to. */
nbb_status nbb_run_fill_tempered(nbb_run *run);

/* Copies with odd values, or with even ones, exchange with the next ones by their totals, which are of the state as
   it is (nbb_run_slot). Waits for nothing. */
nbb_status nbb_run_temper(nbb_run *run, nbb_address totals, int64_t step, bool odd);

/* Brings places and counts from the device where copies have exchanged: due before the host asks for a
   copy's. */
nbb_status nbb_run_settle(nbb_run *run);

/* --- persistent launches that leave totals every so many steps, each in a slot of its own (run_answers.h), and let
   copies exchange then: nbb_plan_looks, templates/cuda/lane_looks.in --- */

/* Rounds of a launch at most. */
enum { NBB_ROUNDS_MAX = 1024 };

/* How often who watches the run may look within the launch from `step` on, which is not to go past `to`: each time
   `*every` steps later. 0: the launch ends with the next look. */
int64_t nbb_run_looks_within(nbb_run *run, int64_t step, int64_t to, int64_t *every);

/* Launches so many rounds of a launch's steps, of `left` steps that nobody looks at, or which looks_within has
   told. */
nbb_status nbb_run_launch_rounds(nbb_run *run, uint32_t rounds, int64_t left);

/* The totals after a step that the run comes to, in this slot: as nbb_run_totals where no launch has left them. */
nbb_status nbb_run_looked(nbb_run *run, int slot, int64_t step);

/* Whether copies have exchanged after the step within the last launch. */
bool nbb_run_has_exchanged(const nbb_run *run, int64_t step);

/* Of copies that exchange: totals of this step in place `slot` are read later, by the copies as they are then. */
nbb_status nbb_run_keep_places(nbb_run *run, int slot, int64_t step);

/* Whether what is added up over a copy's cells depends on the parameter that it exchanges. */
bool nbb_run_totals_change(const nbb_program *program);
