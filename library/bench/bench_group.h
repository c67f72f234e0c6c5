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

/* --- `bench --tune`: the fastest choice for a group's work, map by map, and the constants of a card --- */

/* Starts with the plan's own choices and improves one option after the other (its listed values, or all of them), the
   others staying at the best so far, until a round brings nothing; then remembers the best row of each map
   (bench_tuned.c). What the plan refuses is passed over. The rows go to `bench`. */
nbb_status nbb_bench_tune_group(const nbb_bench_group *group, nbb_bench *bench);

/* Whether the options ask for a device's constants: --tune with nothing to search. */
bool nbb_bench_is_of_card(const nbb_options *options);

/* Measures the constants of the group's device, those of processors or those of GPUs, each with a remark. They are
   remembered (bench_tuned.c) and added to `bench`. What the device cannot have keeps its default; a work that fails
   there, or comes to a wrong state, fails the whole when all others are measured and kept. */
nbb_status nbb_bench_tune_card(const nbb_bench_group *group, nbb_bench *bench);

/* The constants that were measured on the group's device become the group's, in *card. */
nbb_status nbb_bench_recall_card(nbb_bench_group *group, nbb_card *card);

/* What is faster by less may be noise: the constant stays. */
#define NBB_CARD_NOISE 0.03

/* Measures a row's work, at one of its sizes or NULL, by plans with each of the cards: milliseconds of a step, or 0
   where the work cannot be had or the plan is that with a card before. */
typedef struct nbb_card_meter {
    nbb_status (*measure)(void *context, const nbb_card_row *row, const char *size, const nbb_card cards[], int count,
                          double ms[]);
    void *context;
} nbb_card_meter;

/* Measures a row and sets its constant, if another value is faster. Appends the times to `told`, which stays empty
   where nothing could be measured. */
nbb_status nbb_card_tune_row(const nbb_card_meter *meter, const nbb_card_row *row, nbb_card *card, nbb_text *told);

/* The best choices that `nbbgen bench --tune` found, kept as a bench's JSON in tuned.json of the
   cache's folder: a row for each device, fractal or simplex, size, workload, rule and map, and a card for each
   device. */

/* Keeps the row in place of the one that it is comparable to and whose map is the same; `path` becomes the file.
   Fails where there is no cache folder (run), or the file is damaged (usage) or cannot be written. */
nbb_status nbb_tuned_remember(const nbb_bench_row *row, nbb_text *path);

/* Keeps a copy of the card in place of the device's. Fails as the other does. */
nbb_status nbb_tuned_remember_card(const nbb_bench_card *card, nbb_text *path);

/* Fills in the constants that were measured on a device and a remark on them, if any were; *found tells. */
nbb_status nbb_tuned_recall_card(const char *device, nbb_card *card, bool *found, nbb_text *remark);

/* Appends what was remembered for a plan's work and map on a device, as options of `nbbgen run` ("--tile 8"), and a
   remark on when and by which version. Where there is none, a plan that was made by a measured card is the choice,
   and nothing is appended to `choice`; any other fails (usage). */
nbb_status nbb_tuned_recall(const char *device, const nbb_plan *plan, nbb_text *choice, nbb_text *remark);
