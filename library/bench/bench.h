/* bench.h - what is compared: all choices for one domain, its size and workload on one device. */
#pragma once

#include "library/bench/bench_rows.h"
#include "runtime/run/run_state.h"

/* --- plans of the same work that are measured against each other, in rounds that are apart in time. Their kernels
   are compiled before that, side by side, while no time is being taken --- */

/* A plan to be measured, and its row, whose figures are filled in. */
typedef struct nbb_bench_entry {
    nbb_plan plan;
    nbb_units units; /* the plan's kernels */
    json_t *row;     /* its identity, command and source hash are known */
    int64_t steps;   /* of a sample */
    nbb_run run;
    nbb_ranks *ranks; /* that share the run, or NULL: it is one's own */
    bool is_away;     /* this rank has no part in it */
} nbb_bench_entry;

/* Zeroed, none. */
typedef struct nbb_bench_entries {
    nbb_bench_entry *items;
    int count, due; /* of all, and of those that a pass is about: these come first once they are sorted out */
} nbb_bench_entries;

/* Leaves the kernels of all of them in the cache of the device's modules. */
nbb_status nbb_bench_compile(const nbb_bench_entries *entries, nbb_device *device);

void nbb_bench_entries_free(nbb_bench_entries *entries);

/* The steps that each row does before it is measured; their digest is compared. Enough for a launch of several steps.
   */
enum { NBB_BENCH_WARM_UP = 16 };

/* Now, in the only form that sorts: "2026-11-21T03:14:00Z". */
enum { NBB_BENCH_NOW = 32 };
void nbb_bench_now(char now[NBB_BENCH_NOW]);

typedef struct nbb_bench_rounds {
    int rows;
    const int *counts; /* the samples of each row */
    int most;          /* the largest of the counts: the number of rounds */
    double apart;      /* milliseconds between the begins of two rounds, at least */
    nbb_status (*sample)(void *context, int row, double *milliseconds); /* measures once: of a step */
    void *context;
} nbb_bench_rounds;

/* Takes sample j of row i into samples[i * most + j]: sample 1 of each row, sample 2 of each, ... What slows the
   machine for a while meets all rows, and of each row some rounds only: a row of fewer samples is in every second
   round, or third. */
nbb_status nbb_bench_rounds_take(const nbb_bench_rounds *rounds, double *samples);

/* --- the ready sets of `nbbgen bench --set`: the sweeps behind the papers' figures --- */

/* The sweeps of each set, each as it is written behind "nbbgen bench"; NULL behind the last. */
extern const char *const *const nbb_bench_sets[];

/* Takes the words of such a line, "SUBJECT... --map bb,lambda --tile all": what the options were given stays. A bare
   --tc is the plan's own variant. The words live as long as the options. Fails as nbb_options_take does. */
nbb_status nbb_sweep_take(const nbb_list *words, nbb_options *options);

/* What a subject says. All is freed by nbb_sweep_subject_free. */
typedef struct nbb_sweep_words {
    char *name;
    nbb_list sizes; /* its own, or none */
    char *rule;     /* its own, or NULL */
} nbb_sweep_words;

/* Takes a subject apart: "sierpinski@12..16:B3/S23", or "triangle@64,100", has sizes of its own, and may have a rule;
   by itself "sierpinski" has none. Fails (usage) on a bad list. */
nbb_status nbb_sweep_subject(const char *subject, nbb_sweep_words *words);
void nbb_sweep_subject_free(nbb_sweep_words *words);

/* The sizes that the options list for a domain: --r, of a simplex --n. Fails (usage) where there are none; `name` is
   what the user calls it. */
nbb_status nbb_sweep_sizes(const nbb_options *options, const nbb_domain *domain, const char *name, nbb_list *sizes);

/* The axes below a domain, its size and its workload: map, tile, variant and all others. There is room for more than
   bench has options that take lists. */
enum { NBB_SWEEP_AXES = 24 };
typedef struct nbb_sweep {
    int count;
    const char *names[NBB_SWEEP_AXES];
    nbb_list values[NBB_SWEEP_AXES];
    size_t at[NBB_SWEEP_AXES]; /* the value of each axis in the current combination */
} nbb_sweep;

/* Begins with the first value of each axis. "all" of --tile becomes the sides s^0, s^1, ... up to 64 of this fractal,
   of a simplex the powers of two. */
nbb_status nbb_sweep_open(const nbb_options *options, const nbb_domain *domain, nbb_sweep *sweep);

/* The next combination, the last axis running fastest; false behind the last one. */
bool nbb_sweep_next(nbb_sweep *sweep);

/* Gives `options` the current combination's values, and appends those other than the map as `nbbgen run` takes them.
   */
nbb_status nbb_sweep_choose(const nbb_sweep *sweep, nbb_options *options, nbb_text *choice);

void nbb_sweep_close(nbb_sweep *sweep);

/* A bench walks over its groups several times. */
typedef enum nbb_bench_pass {
    NBB_BENCH_CHECK,   /* whether all that was given can be read */
    NBB_BENCH_MEASURE, /* what can be had and is not among the rows */
    NBB_BENCH_PREPARE, /* keeps the kernels of what will be measured */
    NBB_BENCH_AGAIN    /* measures the rows again that are doubted */
} nbb_bench_pass;

typedef struct nbb_bench_group {
    const nbb_options *options;
    nbb_device *device;
    nbb_ranks *ranks;   /* that do the bench together, or NULL: it is alone */
    nbb_ranks **parts;  /* [count + 1]: the first so many of them, once they were asked for */
    const char *driver; /* the device's, "" of a processor */
    nbb_rates rates;
    const nbb_card *card; /* the device's constants, or NULL: the default ones */
    int card_count;       /* of several at `card`, by each of which all is planned */
    nbb_bench_pass pass;
    nbb_bench_entries *kernels;  /* where PREPARE keeps them, each once */
    nbb_domain domain;           /* its own size is not looked at */
    const char *subject;         /* as the user named the domain */
    const char *size, *workload; /* r of a fractal, n of a simplex; as on the command line */
    bool only_possible;          /* no rows of what is skipped: it was not asked for */
} nbb_bench_group;

/* Measures the entries of a group interleaved, in rounds; `known`, a row of the same work, or NULL, has the right
   digest. Where the states of all do not fit the device's memory at once, they are measured in batches, as few as can
   be. A sample holds as many steps as take some milliseconds, and a row whose samples take long has fewer of them. Of
   several ranks, which all plan all rows alike, the first so many run a row, as often and as long as each other, and
   the others wait for the next row that they take part in; what rank 0 decides, all do, and it compares. Fails
   (verification) when two states differ after the warm-up, and as nbb_run_start and nbb_run_work do. */
nbb_status nbb_bench_measure(const nbb_bench_group *group, const json_t *known, nbb_bench_entry *entries, int count);

/* Plans every combination of the group's axes and does what the pass says. CHECK, which needs no device, fails
   (usage) on the first one that an option cannot take. MEASURE adds the rows; a row of what cannot be had says why it
   was skipped. Fails as nbb_bench_measure does; the rows that are measured by then are added nevertheless. */
nbb_status nbb_bench_do_group(const nbb_bench_group *group, json_t *bench);

/* --- `bench --tune`: the fastest choice for a group's work, map by map, and the constants of a card --- */

/* Starts with the plan's own choices and improves one option after the other (its listed values, or all of them), the
   others staying at the best so far, until a round brings nothing; then remembers the best row of each map
   (bench_tuned.c). What the plan refuses is passed over. The rows go to `bench`. */
nbb_status nbb_bench_tune_group(const nbb_bench_group *group, json_t *bench);

/* Measures the constants of the group's device, those of processors or those of GPUs, each with a remark. They are
   remembered (bench_tuned.c) and added to `bench`. What the device cannot have keeps its default; a work that fails
   there, or comes to a wrong state, fails the whole when all others are measured and kept. `sweep` does all groups
   that the options of one name. */
typedef nbb_status nbb_bench_sweep(const nbb_bench_group *group, json_t *bench);
nbb_status nbb_bench_tune_card(const nbb_bench_group *group, nbb_bench_sweep *sweep, json_t *bench);

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

/* The best choices that `nbbgen bench --tune` found, kept as a bench's JSON in tuned.json of the cache's folder: a
   row for each device, fractal or simplex, size, workload, rule and map, and a card for each device. */

/* Keeps one of "rows" in place of the one that it is comparable to and whose map is the same, or one of "cards" in
   place of the device's; `path` becomes the file. Fails where there is no cache folder (run), or the file is damaged
   (usage) or cannot be written. */
nbb_status nbb_tuned_remember(const char *list, json_t *made, nbb_text *path);

/* The default constants, with those that were measured on a device and a remark on them, if any were: *found is the
   card then. */
nbb_status nbb_tuned_recall_card(const char *device, nbb_card *card, const nbb_card **found, nbb_text *remark);

/* Appends what was remembered for a plan's work and map on a device, as options of `nbbgen run` ("--tile 8"), and a
   remark on when and by which version. Where there is none, a plan that was made by a measured card is the choice,
   and nothing is appended to `choice`; any other fails (usage). */
nbb_status nbb_tuned_recall(const char *device, const nbb_options *options, const nbb_plan *plan, nbb_text *choice,
                            nbb_text *remark);

/* --- a whole bench, as its options say it, in the forms and to the files that they ask for --- */

/* Appends the bench as "text", the table for people, "json", "csv", "markdown" or "svg"; fails (usage) on others. */
nbb_status nbb_bench_print_as(const char *form, const json_t *bench, nbb_text *text);

/* Hears of each row once it was measured or skipped. */
typedef nbb_status nbb_bench_hear(void *context, const json_t *bench, const json_t *row);

/* Does it, by `ranks` or alone (NULL), and writes its files. *bench is what there is to report, also after a failure,
   or NULL: of several ranks the first one has it. It tells the files too, and the failure that ended it. */
nbb_status nbb_bench_make(const nbb_options *options, nbb_ranks *ranks, nbb_bench_hear *hear, void *context,
                          json_t **bench);
