/* sweep.h - every combination of the values that a bench's options list. */
#pragma once

#include "library/options.h"

/* What a subject says. All is freed by nbb_sweep_subject_free. */
typedef struct nbb_sweep_words {
    char *name;
    nbb_list sizes;                                   /* its own, or none */
    char *rule;                                       /* its own, or NULL */
} nbb_sweep_words;

/* Takes a subject apart: "sierpinski@12..16:B3/S23", or "triangle@64,100", has sizes of its own, and may have a rule;
   by itself "sierpinski" has none. Fails (usage) on a bad list. */
nbb_status nbb_sweep_subject(const char *subject, nbb_sweep_words *words);
void nbb_sweep_subject_free(nbb_sweep_words *words);

/* The sizes that the options list for a domain: --r, of a simplex --n. Fails (usage) where there are none; `name` is
   what the user calls it. */
nbb_status nbb_sweep_sizes(const nbb_options *options, const nbb_domain *domain, const char *name, nbb_list *sizes);

/* The axes below a domain, its size and its workload: map, tile, variant and all others. */
typedef struct nbb_sweep {
    int count;
    const char *names[NBB_BENCH_AXES];
    nbb_list values[NBB_BENCH_AXES];
    size_t at[NBB_BENCH_AXES];                        /* the value of each axis in the current combination */
} nbb_sweep;

/* The values of an axis that was not given: the sweep's own, else the default. */
const char *nbb_sweep_default(const nbb_bench_sweep *own, const char *axis);

/* Begins with the first value of each axis. "all" of --tile becomes the sides s^0, s^1, ... up to 64 of this fractal,
   of a simplex the powers of two. */
nbb_status nbb_sweep_open(const nbb_options *options, const nbb_bench_sweep *own, const nbb_domain *domain,
                          nbb_sweep *sweep);

/* The next combination, the last axis running fastest; false behind the last one. */
bool nbb_sweep_next(nbb_sweep *sweep);

/* Gives `options` the current combination's values, and appends those other than the map as `nbbgen run` takes them.
   */
nbb_status nbb_sweep_choose(const nbb_sweep *sweep, nbb_options *options, nbb_text *choice);

void nbb_sweep_close(nbb_sweep *sweep);
