/* average.h - averages of observables, and of powers and absolute values of them, over the steps of a run. */
#ifndef NBB_AVERAGE_H
#define NBB_AVERAGE_H

#include "runtime/run/blocking.h"
#include "runtime/run/number.h"

/* One that is averaged: "m", "abs(m)", "m^4". */
typedef struct nbb_average {
    const char *name;                                 /* the program's */
    int observable;                                   /* its number */
    bool is_absolute;
    int power;
    nbb_blocking blocking;
} nbb_average;

typedef struct nbb_averages {
    nbb_average *of;                                  /* every observable, then what the file's `average` asks for */
    int count;
} nbb_averages;

/* The program must outlive the averages, which are freed with nbb_averages_free in every case. */
nbb_status nbb_averages_open(const nbb_program *program, nbb_averages *averages);

/* Adds a step: the observables, by number. */
void nbb_averages_add(nbb_averages *averages, const nbb_number *observables);

/* As if none had been added. */
void nbb_averages_clear(nbb_averages *averages);

void nbb_averages_free(nbb_averages *averages);

#endif
