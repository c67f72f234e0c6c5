/* recorded.h - all that was observed at each look of a run, kept to be written as arrays. */
#pragma once

#include "runtime/run/observe.h"

/* Rows of 8 bytes a number: the step, then the observables. */
typedef struct nbb_recorded {
    nbb_text rows;
    int64_t count;
} nbb_recorded;

void nbb_recorded_add(nbb_recorded *recorded, const nbb_program *program, int64_t step,
                      const nbb_number *observables);

/* Writes NAME.npz: step and each observable, [look] or of an array [look, element]; and the text provenance.json.
   Fails (run). */
nbb_status nbb_recorded_write(const nbb_recorded *recorded, const nbb_program *program, const char *provenance,
                              const char *path);
