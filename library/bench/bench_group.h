/* bench_group.h - what is compared: all choices for one domain, its size and workload on one device. */
#pragma once

#include "library/bench/bench_measure.h"
#include "library/bench/sweep.h"

/* A bench walks over its groups several times. */
typedef enum nbb_bench_pass {
    NBB_BENCH_CHECK,                                  /* whether all that was given can be read */
    NBB_BENCH_MEASURE,                                /* what can be had and is not among the rows */
    NBB_BENCH_PREPARE,                                /* keeps the kernels of what will be measured */
    NBB_BENCH_AGAIN                                   /* measures the rows again that are doubted */
} nbb_bench_pass;

typedef struct nbb_bench_group {
    const nbb_options *options;
    const nbb_bench_sweep *own;                       /* of a set, or NULL */
    nbb_device *device;
    nbb_bench_ranks *ranks;                           /* that do the bench; of one alone without any */
    const char *driver;                               /* the device's, "" of a processor */
    nbb_rates rates;
    const nbb_card *card;                             /* the device's constants, or NULL: the default ones */
    int card_count;                                   /* of several at `card`, by each of which all is planned */
    nbb_bench_pass pass;
    nbb_bench_kernels *kernels;                       /* where PREPARE keeps them */
    nbb_domain domain;                                /* its own size is not looked at */
    const char *subject;                              /* as the user named the domain */
    const char *size, *workload;                      /* r of a fractal, n of a simplex; as on the command line */
    bool only_possible;                               /* no rows of what is skipped: it was not asked for */
} nbb_bench_group;

/* Whether a row is of the group's device, domain, size and workload. */
bool nbb_bench_is_of_group(const nbb_bench_row *row, const nbb_bench_group *group);

/* Appends the rule of the group's rows in its domain's notation, nothing but for ca. A rule in the other notation,
   which has no plan, stays as it was given. */
void nbb_bench_print_rule(const nbb_bench_group *group, nbb_text *text);

/* Plans every combination of the group's axes and does what the pass says. MEASURE adds the rows; a row of what
   cannot be had says why it was skipped. Fails as nbb_bench_measure does; the rows that are measured by then are
   added nevertheless. */
nbb_status nbb_bench_do_group(const nbb_bench_group *group, nbb_bench *bench);

/* Fails (usage) on the first combination of the group that an option cannot take. Needs no device. */
nbb_status nbb_bench_check_group(const nbb_bench_group *group);
