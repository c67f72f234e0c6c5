/* run_totals.h - a program's totals over all cells and pairs, reduced on the device and read back later. */
#ifndef NBB_RUN_TOTALS_H
#define NBB_RUN_TOTALS_H

#include "gen/program/program_value.h"
#include "runtime/run/run.h"

enum { NBB_RUN_SLOTS = 256 };

/* Starts the reduction of the program's totals of the state as it is, after so many steps, into place `slot`, from 0
   to NBB_RUN_SLOTS - 1. Waits for nothing. */
nbb_status nbb_run_totals(nbb_run *run, int slot, int64_t step);

/* Waits, and reads places 0 to count - 1: totals[slot * total_count + i] is the program's total number i. */
nbb_status nbb_run_read_totals(nbb_run *run, int count, nbb_value_of *totals);

#endif
