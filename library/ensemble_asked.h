/* ensemble_asked.h - an ensemble: runs with values and seeds of their own, of which many are copies side by side. */
#pragma once

#include "library/run_tempering.h"
#include "library/run_whole.h"

enum { NBB_COPIES_MAX = 1000000 };

/* Hears of the row that was added last, whose series it is. */
typedef nbb_status nbb_run_tell(void *context, const nbb_scan *scan, const nbb_series *series);

/* Checks a run that is over. */
typedef nbb_status nbb_run_check(const nbb_options *options, nbb_run *run, const nbb_run_watching *watching);

/* Writes files of a copy that is over. */
struct nbb_ensemble;
typedef nbb_status nbb_ensemble_write(const struct nbb_ensemble *ensemble, nbb_run *run, int64_t number);

typedef struct nbb_ensemble {
    const nbb_options *options;
    nbb_program *program;
    nbb_swept swept[NBB_OPTION_TEXTS_MAX];
    int swept_count;
    nbb_swept sizes;                          /* levels, or sides, one after another; `count` is 0 without */
    int64_t level;                            /* the number of the one at work */
    int64_t done;                             /* batches of all of them that are over */
    uint64_t seed;                            /* the first one */
    int64_t seeds;
    int64_t copies;                           /* of a size in all; 0: it is one run, and no ensemble */
    int64_t batch, first;                     /* that are at work side by side, at most; the number of their first */
    bool goes_on;                             /* a checkpoint's batch is about to go on */
    bool own_noise, init_apart;               /* each value's seed is another; init has one given by --init-seed */
    double *given[NBB_PARAMETERS_MAX];        /* instead of these: values of the copies at work ... */
    uint64_t *given_seeds;                    /* ... and seeds; or NULL */
    nbb_text said;                            /* which copies these are, in words; without any empty */
    nbb_tempering tempering;                  /* of --exchange: `every` is 0 without */
    nbb_series *energies;                     /* what it goes by where nobody else observes the copies, or NULL */
    nbb_run_kept kept;
    nbb_scan scan;
    nbb_rows rows;                            /* of --csv */
    json_t *described;                        /* an object for each copy that is over */
    nbb_run_tell *tell;
    nbb_ensemble_write *write;
    nbb_run_saving *saving;
    void *context;                            /* of tell */
} nbb_ensemble;

/* Reads --sweep and --seed, checks what the program requires with every value, and leaves it with the first. Fails
   (usage) on what is no sweep, and on options that go with none, or with none of these. Freed with nbb_ensemble_free
   in every case. */
nbb_status nbb_ensemble_begin(const nbb_options *options, const nbb_domain *domain, nbb_program *program,
                              nbb_ensemble *ensemble);

/* Gives the options the size at work, if sizes are swept. */
nbb_status nbb_ensemble_size(const nbb_ensemble *ensemble, nbb_options *options);

/* How many sizes, or 1; goes to the next size, and says whether there is one. */
int64_t nbb_ensemble_levels(const nbb_ensemble *ensemble);
bool nbb_ensemble_next(nbb_ensemble *ensemble);

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
