/* run_copies.h - copies of an ensemble: looked at as if each were alone, exchanged, ended. */
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
