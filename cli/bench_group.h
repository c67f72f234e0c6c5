/* bench_group.h - what is compared: all choices for one domain, its size and workload on one device. */
#ifndef NBB_BENCH_GROUP_H
#define NBB_BENCH_GROUP_H

#include "runtime/bench/bench_rows.h"
#include "cli/sweep.h"

typedef struct nbb_bench_group {
    const nbb_options *options;
    const nbb_bench_sweep *own;                       /* of a set, or NULL */
    nbb_device *device;
    nbb_rates rates;
    nbb_domain domain;                                /* its own size is not looked at */
    const char *subject;                              /* as the user named the domain */
    const char *size, *workload;                      /* r of a fractal, n of a simplex; as on the command line */
    bool only_possible;                               /* no rows of what is skipped: it was not asked for */
} nbb_bench_group;

/* Appends the rule of the group's rows in its domain's notation, nothing but for ca. A rule in the other notation,
   which has no plan, stays as it was given. */
void nbb_bench_print_rule(const nbb_bench_group *group, nbb_text *text);

/* Plans every combination of the group's axes, measures those that can be had and that `bench` has no row of, and
   adds their rows; a row of the others says why they were skipped. Fails as nbb_bench_measure does; the rows that are
   measured by then are added nevertheless. */
nbb_status nbb_bench_do_group(const nbb_bench_group *group, nbb_bench *bench);

#endif
