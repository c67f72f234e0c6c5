/* recorded.h - all that was observed at each look of a run, or of an ensemble's copies, kept to be written as
   arrays. */
#pragma once

#include "runtime/run/observe.h"

typedef struct nbb_recorded {
    int64_t copies;    /* of an ensemble, or 1; 0: nothing is recorded */
    int width, leads;  /* numbers of a row; those in front of the step */
    nbb_text *rows;    /* of each copy, 8 bytes a number */
    nbb_number *first; /* a row, for its types */
} nbb_recorded;

/* Makes room for so many copies, whose rows are so many leads, the step and the program's observables. Freed with
   nbb_recorded_free in every case. */
nbb_status nbb_recorded_open(const nbb_program *program, int leads, int64_t copies, nbb_recorded *recorded);
void nbb_recorded_free(nbb_recorded *recorded);

void nbb_recorded_add(nbb_recorded *recorded, int64_t copy, const nbb_number *row);

/* Writes NAME.npz: step [look]; each observable, [look] or of an array [look, element]; and the text provenance.json.
   Of an ensemble, which has leads, observables are [copy, look ..], and each lead [copy] by its name: a copy that has
   stopped keeps its last row. Fails (run). */
nbb_status nbb_recorded_write(const nbb_recorded *recorded, const nbb_program *program, const nbb_list *leads,
                              const char *provenance, const char *path);
