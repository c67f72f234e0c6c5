/* tempering.h - replica exchange: copies with neighbouring values of a parameter exchange their states by chance, by
   their energies [Hukushima and Nemoto 1996]. Which parameter, and which energy, the program says. */
#pragma once

#include "runtime/run/series.h"

/* A copy's value is number copy / stride mod count. */
typedef struct nbb_tempering {
    int64_t every;         /* steps from one attempt to the next */
    nbb_series *series;    /* whose totals tell the energies */
    const double *values;  /* of the parameter, none of them 0, in the order of the sweep: */
    int64_t count, stride; /* so many, and the copies from one with a value to one with the next */
    int64_t last;              /* the step of the last attempt */
    int64_t *tried, *accepted; /* of each value with the next one, over all attempts; the second of runs before */
} nbb_tempering;

/* The others are set by the caller. nbb_tempering_close is due in every case. */
nbb_status nbb_tempering_open(nbb_tempering *tempering);
void nbb_tempering_close(nbb_tempering *tempering);

/* Adds the attempts that came through in a run, which has settled, to those of each value. */
void nbb_tempering_add(const nbb_tempering *tempering, const nbb_run *run, int64_t *accepted);

/* As nbb_run_watch's: an attempt after each `every`-th step, before others look. */
nbb_status nbb_temper(void *context, nbb_run *run, int64_t step);
