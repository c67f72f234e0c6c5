/* run_answers.h - answers about a run's state: cells, pixels, and a program's totals over all cells and pairs,
   reduced on the device and read back later. */
#pragma once

#include "gen/program/program_value.h"
#include "runtime/run/run_state.h"

/* Cells to ask for, by number. */
typedef nbb_vector nbb_cell_of(const void *context, int64_t i);

/* The state of cells number first .. first + count - 1: from i = 0 a byte each, 0 or 1, or 2 off the domain; of edm
   a float each, the distance, or -1 off the domain; of a program field_count + 1 uint64_t each: the fields' bits as
   unsigned numbers, in the order of names, and 1; all 0 off the domain. */
nbb_status nbb_run_probe(nbb_run *run, nbb_cell_of *cell_of, const void *context, int64_t first, int64_t count,
                         void *states);

/* The same as elements of a field's arrays (nbb_npy_type), in C order: off the domain 0. */
enum { NBB_RUN_ASKED = 1 << 18 }; /* cells that are asked for at once */
nbb_status nbb_run_read(nbb_run *run, int field, nbb_cell_of *cell_of, const void *context, int64_t first,
                        int64_t count, void *elements);

/* Live cells in each pixel of scale x scale cells of a width x height picture, row by row. */
nbb_status nbb_run_image(nbb_run *run, uint32_t scale, uint32_t width, uint32_t height, uint32_t *live);

enum { NBB_RUN_SLOTS = 256 };
int nbb_run_slots(const nbb_run *run); /* as many, or of an ensemble fewer */

nbb_status nbb_run_make_slots(nbb_run *run);            /* memory for them, the first time */
nbb_address nbb_run_slot(const nbb_run *run, int slot); /* that of one */

/* Fills the structure that kernels take where a schedule or globals give each step other parameters. */
nbb_status nbb_run_fill_step(nbb_run *run);

/* Starts the reduction of the program's totals of the state as it is, after so many steps, into place `slot`, from 0
   to nbb_run_slots - 1. Waits for nothing. */
nbb_status nbb_run_totals(nbb_run *run, int slot, int64_t step);

/* Waits, and reads places 0 to count - 1: totals[(slot * copies + copy) * total_count + i] is the program's
   total number i of a copy. */
nbb_status nbb_run_read_totals(nbb_run *run, int count, nbb_value_of *totals);
