/* ensemble.h - an ensemble: runs with values and seeds of their own, of which many are copies side by side. */
#pragma once

#include "library/run_whole.h"

enum { NBB_COPIES_MAX = 1000000, NBB_SCAN_VALUES_MAX = 100000 };

/* A parameter, or the size, that --sweep gives values. */
typedef struct nbb_swept {
    const char *text; /* as it was given */
    char *name;
    int parameter; /* its number, or -1 */
    double *values;
    int64_t count;
} nbb_swept;

/* Of --exchange, replica exchange: copies with neighbouring values of a parameter exchange their states by chance, by
   their energies [Hukushima and Nemoto 1996]. Which parameter, and which energy, the program says. A copy's value is
   number copy / stride mod count. */
typedef struct nbb_tempering {
    int64_t every;             /* steps from one attempt to the next */
    nbb_series *series;        /* whose totals tell the energies */
    const double *values;      /* of the parameter, none of them 0, in the order of the sweep: */
    int64_t count, stride;     /* so many, and the copies from one with a value to one with the next */
    int64_t last;              /* the step of the last attempt */
    int64_t *tried, *accepted; /* of each value with the next one, over all attempts; the second of runs before */
} nbb_tempering;

typedef struct nbb_ensemble {
    nbb_arena arena; /* of sweeps and rates */
    nbb_program *program;
    nbb_swept swept[NBB_OPTION_TEXTS_MAX];
    int swept_count;
    nbb_swept sizes; /* levels, or sides, one after another; `count` is 0 without */
    int64_t level;   /* the number of the one at work */
    int64_t done;    /* batches of all of them that are over */
    uint64_t seed;   /* the first one */
    int64_t seeds;
    int64_t copies;                    /* of a size in all; 0: it is one run, and no ensemble */
    int64_t batch, first;              /* that are at work side by side, at most; the number of their first */
    bool goes_on;                      /* a checkpoint's batch is about to go on */
    bool own_noise, init_apart;        /* each value's seed is another; init has one given by --init-seed */
    double *given[NBB_PARAMETERS_MAX]; /* instead of these: values of the copies at work ... */
    uint64_t *given_seeds;             /* ... and seeds; or NULL */
    nbb_text said;                     /* which copies these are, in words; without any empty */
    nbb_tempering tempering;           /* of --exchange: `every` is 0 without */
    bool has_energies;                 /* nobody else observes the copies: it goes by a series of its own */
    nbb_series energies;
    nbb_run_kept kept;
    nbb_scan scan;
    nbb_rows rows;     /* of --csv */
    json_t *described; /* an object for each copy that is over */
} nbb_ensemble;

/* Reads --sweep and --seed, checks what the program requires with every value, and leaves it with the first. Fails
   (usage) on what is no sweep, and on options that go with none, or with none of these. Freed with nbb_ensemble_free
   in every case. */
nbb_status nbb_ensemble_begin(const nbb_options *options, const nbb_domain *domain, nbb_program *program,
                              nbb_ensemble *ensemble);

/* Gives the options the size at work, if sizes are swept. */
nbb_status nbb_ensemble_size(const nbb_ensemble *ensemble, nbb_options *options);

/* How many sizes, or 1. */
int64_t nbb_ensemble_levels(const nbb_ensemble *ensemble);

/* After nbb_run_load: the run is of the first batch. Fails (usage) where copies that exchange do not fit one. */
nbb_status nbb_ensemble_attach(const nbb_options *options, nbb_ensemble *ensemble, nbb_run *run);

/* Gives the copies at work values of a parameter from the next step on, each its own or, `count` 1, all the same.
   Fails (usage) where the program requires others; then nbb_run_fill gives kernels back what they had. */
nbb_status nbb_ensemble_set(nbb_ensemble *ensemble, nbb_run *run, int parameter, const double *values, int64_t count);

/* The seed of a copy of the batch, with noise of its own or not. */
uint64_t nbb_ensemble_seed_of(const nbb_ensemble *ensemble, int64_t copy);

/* Begins anew with a seed for each copy or, `count` 1, with the first of the ensemble's seeds. */
nbb_status nbb_ensemble_seed(nbb_ensemble *ensemble, nbb_run *run, const uint64_t *seeds, int64_t count);

void nbb_ensemble_free(nbb_ensemble *ensemble);

/* --- what a checkpoint says of it beside the states of the batch at work: which batch it is, which of its copies are
   over, and all that came of the copies before it (ensemble_saved.c) --- */

/* As nbb_run_saving has it; `context` is the ensemble. */
nbb_status nbb_ensemble_save(const void *context, const nbb_run *run, json_t *into);

/* Before states are read from the checkpoint: its batch becomes the run's. Fails (usage, device) where it is none of
   this ensemble's, or more copies than stand side by side here. */
nbb_status nbb_ensemble_place(nbb_ensemble *ensemble, const nbb_run_saving *saving, nbb_run *run);

/* After that: copies that were over are so, and what came of those before is there again. Fails (usage) where that is
   damaged. */
nbb_status nbb_ensemble_recall(nbb_ensemble *ensemble, nbb_run *run, nbb_series *series, const json_t *saved);

/* --- --exchange: which copies exchange their states, and what came of it (run_tempering.c) --- */

/* Reads --exchange, once sweeps are read. Fails (usage) where there is nothing to exchange. Its values are the
   sweeps'. */
nbb_status nbb_tempering_read(const nbb_options *options, nbb_ensemble *ensemble, nbb_tempering *tempering);

/* Makes a batch one of copies that exchange among themselves. Fails (usage) where too few stand side by side.
   Remarks where they do not draw apart. */
nbb_status nbb_tempering_fit(const nbb_options *options, const nbb_tempering *tempering, const nbb_run *run,
                             int64_t *batch);

/* Adds the attempts that came through in a run, which has settled, to those of each value. */
void nbb_tempering_add(const nbb_tempering *tempering, const nbb_run *run, int64_t *accepted);

/* Copies exchange from now on, if that was asked for, by totals of this series. */
void nbb_tempering_watch(nbb_tempering *tempering, nbb_series *series, nbb_run *run);

/* The same of a run that only does steps, those of all copies at once, by a series of the ensemble's own. Fails
   (device) where a batch does not hold all copies. */
nbb_status nbb_ensemble_begin_calls(nbb_ensemble *ensemble, nbb_run *run);

/* What came of it, by pairs of neighbouring values, as an object; NULL where nothing is exchanged. */
json_t *nbb_tempering_describe(const nbb_tempering *tempering, const nbb_program *program);
