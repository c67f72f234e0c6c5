/* job.h - the one way from options to a run: definition, points and program; request; device; plan; loaded run. Then
   the extras of a whole run: files and samples during the run, checkpoints; and of several, an ensemble. */
#pragma once

#include "library/options.h"
#include "runtime/checkpoint/checkpoint.h"
#include "runtime/run/drawing.h"
#include "runtime/run/report.h"

/* Zeroed, it has nothing. It stays where it is: its parts point at each other. */
typedef struct nbb_job {
    nbb_options options; /* as given; --n and --dimensions by the points where these say them */
    nbb_definition definition;
    nbb_domain domain; /* the definition's, of its size once that was requested */
    nbb_points points; /* of edm */
    nbb_program program;
    nbb_request request;
    nbb_given_fields given; /* by --init */
    nbb_ranks *ranks;       /* that share the run, or NULL: it is alone */
    nbb_device *device;     /* or NULL */
    nbb_card card;          /* of --tuned */
    nbb_plan plan;
    nbb_state_parts parts; /* of a plan that is parted */
    nbb_run_files *files;  /* of a state that lies in files; set by its caller */
    int64_t copies;        /* of an ensemble; 0: it is one run */
    const char *ensemble;  /* which, in words; or NULL */
    bool is_fitted;        /* the plan is a second one, for the memory that is free */
} nbb_job;

/* The steps to a run, in this order; each fails (usage) where the options have no effect or contradict each other. In
   every case nbb_job_close is due. Loads what the options name. `ranks` share the run, or NULL. */
nbb_status nbb_job_read(const nbb_options *options, nbb_ranks *ranks, nbb_job *job);

/* The request, for --target. */
nbb_status nbb_job_request(nbb_job *job);

/* Opens the device of --device and plans for its memory. */
nbb_status nbb_job_plan(nbb_job *job);

/* Draws points that are due, prints the source and loads its kernels: nbb_run_end is due before nbb_job_close. Of a
   plan that was made early and is too large for the free memory nothing is loaded: a smaller one is to be next. */
nbb_status nbb_job_load(nbb_job *job, nbb_run *run, bool *is_loaded);

/* What a request asks of the device, for so many ranks. */
void nbb_job_ask_device(const nbb_device *device, int ranks, nbb_request *request);

/* The memory that is free for so many ranks, which must plan alike: of each what the least has; or of one, NULL. */
nbb_status nbb_job_free_memory(nbb_ranks *ranks, nbb_device *device, int count, uint64_t *available);

/* Forgets the plan and all that is of one size: nbb_job_request is due again. The device stays open. */
void nbb_job_unplan(nbb_job *job);

/* Frees all of it; a run of it has ended before. */
void nbb_job_close(nbb_job *job);

/* --- a plan's output: source text, PTX, a cubin or a fat binary --- */

/* Reads what the options name and plans for --target and --arch, without a device. Fails (usage) on options that
   contradict each other or have no effect on what is emitted. nbb_job_close is due in every case. */
nbb_status nbb_emit_open(const nbb_options *options, nbb_job *job);

/* Appends the text, or the image that is compiled from it, as the options say. */
nbb_status nbb_emit_make(const nbb_options *options, const nbb_plan *plan, nbb_text *made);

/* --- files, samples and checkpoints during a run --- */

/* What looks at steps. X(enumerator, name). */
#define NBB_LOOKS(X) X(LOOK_SERIES, "series") X(LOOK_FRAMES, "frames") X(LOOK_CHECKPOINT, "checkpoint")
typedef enum nbb_look { NBB_LOOKS(NBB_ENUMERATOR) NBB_LOOK_COUNT } nbb_look;

typedef struct nbb_every {
    int64_t steps[NBB_LOOK_COUNT]; /* run_state.h; 1 where not given; of checkpoints 0 where a time is */
    double seconds;                /* of checkpoints: 600 where nothing is given */
} nbb_every;

/* Reads "N", "checkpoint=N", "10min", ...: a bare number is everybody's that is not named, a time checkpoints'. Fails
   (usage) on what is none of these, on what is given twice, and on what has no effect. */
nbb_status nbb_options_every(const nbb_options *options, nbb_every *every);

typedef struct nbb_frames {
    const char *folder, *animation; /* either may be NULL */
    nbb_drawing drawing;
    nbb_apng animations[NBB_FIELDS_MAX]; /* of each picture of the drawing */
    int count;                           /* of frames so far, ... */
    int synced;                          /* ... and of those that the disk has */
} nbb_frames;

typedef struct nbb_run_watching {
    bool has_series; /* of every program: its last state is observed */
    nbb_series series;
    nbb_text provenance; /* of what files hold, as JSON in a line */
    nbb_frames frames;
} nbb_run_watching;

/* What an ensemble's runs have in common: names that distinguish copies (of one run none), their number, files. */
typedef struct nbb_run_kept {
    nbb_list leads;
    int64_t copies;
    nbb_rows series;
    int64_t rows_before; /* bytes of these when the batch at work began */
    nbb_recorded recorded;
} nbb_run_kept;

/* Opens what the options ask for; `run` is watched from then on. On failure nothing is held but what is kept. */
nbb_status nbb_run_watching_open(const nbb_options *options, const nbb_every *every, nbb_run_kept *kept, nbb_run *run,
                                 nbb_run_watching *watching);

/* Reads what is left on the device, and waits until the disk has all rows and frames that a checkpoint covers. */
nbb_status nbb_run_watching_sync(nbb_run_watching *watching, nbb_run *run);

/* Ends; rows that are there stay. Returns `status`, or the failure to end. */
nbb_status nbb_run_watching_close(nbb_run_watching *watching, nbb_run *run, nbb_status status);

typedef struct nbb_run_saving {
    const nbb_options *options;
    nbb_ranks *ranks; /* that share the run, or NULL */
    nbb_every every;
    bool saves, resumes, has_transfer;
    nbb_resumption resumption;
    nbb_checkpoints checkpoints;
    nbb_transfer transfer;
    bool in_files; /* by --state */
    nbb_state_folder state;
    nbb_run_watching *watching; /* rows up to a checkpoint are written before it; or NULL */
    /* What a checkpoint says of copies beside their states, into the manifest's run; or NULL. */
    nbb_status (*describe)(const void *context, const nbb_run *run, json_t *into);
    const void *context;
    double due;             /* the next checkpoint by time, in nbb_milliseconds */
    nbb_text path, command; /* of the checkpoints, which point at both */
    nbb_text resumed_path;  /* of the checkpoint that the state goes on from, or empty: it begins at step 0 */
    int64_t resumed;        /* its step */
} nbb_run_saving;

/* One that has nothing. */
#define NBB_RUN_SAVING_NONE .checkpoints.folder = -1, .resumption = { .folder = -1, .file = -1 }

/* Before a device is opened: refuses options that contradict each other, opens the checkpoint that the run goes on
   from and the folder for new ones. nbb_run_saving_close is due in every case. */
nbb_status nbb_run_saving_open(const nbb_options *options, nbb_ranks *ranks, nbb_run_saving *saving);

/* After nbb_run_begin: the checkpoint's state in place of the initial one, and who watches the run for new ones. */
nbb_status nbb_run_saving_begin(nbb_run_saving *saving, nbb_run *run);

/* nbb_run_work, watched; a run that a signal ends is saved. */
nbb_status nbb_run_saving_work(nbb_run_saving *saving, nbb_run_watching *watching, nbb_run *run);

/* Before the run ends. The newest checkpoint that was saved or resumed from is kept: the state goes on from there. */
void nbb_run_saving_close(nbb_run_saving *saving);

/* The state goes on from this checkpoint. */
void nbb_run_saving_goes_on(nbb_run_saving *saving, const nbb_resumption *from);

/* {version, commit, command, fractal or simplex, r or n, program, program_hash (of its one form, without values),
   param, seed, init_seed}; of what is no program without these. Of an ensemble also ensemble, its copies in words;
   seed is the first of them, and param without what is swept. */
json_t *nbb_provenance(const nbb_options *options, const nbb_run *run);

/* --- checkpoints of a job: the folder that it saves into, and the one that it goes on from (job_saving.c) --- */

/* Whether one of the texts, of --set or --sweep, gives the parameter values: it begins with "parameter=". */
bool nbb_options_name(const nbb_option_texts *given, const char *parameter);

/* Fails (usage) where the workload has no steps, on which the option has no effect. */
nbb_status nbb_job_check_steps(const nbb_options *options, const char *option);

/* What was not given beside --resume is taken from the checkpoint: the fractal and the program with the texts that
   lie there, the level or side, the rule, parameters, neighbours, the seed and the number of steps. `texts` keeps
   what the options then point at. Fails (usage) as nbb_resume_open does. */
nbb_status nbb_options_resume(nbb_options *options, nbb_list *texts);

/* Opens the folder for checkpoints of what the options name, in the place of one that is open; `command` says what
   runs, for people. Only where the state goes on from a checkpoint in it may it hold any. */
nbb_status nbb_run_saving_folder(nbb_run_saving *saving, const nbb_options *options, const char *folder,
                                 const char *command);

/* The step of a run that its state is of: what a checkpoint is named for has those of an ensemble's batches before
   it, too. And how many of the ensemble's copies it has, which are all where it does not say so. */
int64_t nbb_job_saved_step(const nbb_resumption *resumption);
int64_t nbb_job_saved_copies(const nbb_resumption *resumption, int64_t all);

/* Fails (usage) where the checkpoint is not of the job's plan and options, or is damaged; of ranks each reads a part.
   A parameter may be another one there where --set says so. */
nbb_status nbb_job_check_resumption(const nbb_job *job, const nbb_ranks *ranks, nbb_resumption *resumption);

/* After that: its state in place of the run's. */
nbb_status nbb_job_resume(nbb_run *run, nbb_transfer *transfer, nbb_resumption *resumption);

/* --- an ensemble: runs with values and seeds of their own, of which many are copies side by side --- */

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
   their energies [Hukushima and Nemoto 1996]. A copy's value is number copy / stride mod count. */
typedef struct nbb_tempering {
    int64_t every;             /* steps from one attempt to the next */
    nbb_series *series;        /* whose totals give the energies */
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
    int64_t average; /* the step from which copies are averaged, or -1 */
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
   (usage) on what is no sweep and on options that go with none of these. nbb_ensemble_free is always due. */
nbb_status nbb_ensemble_begin(const nbb_options *options, const nbb_domain *domain, nbb_program *program,
                              nbb_ensemble *ensemble);

/* How many sizes, or 1. */
int64_t nbb_ensemble_levels(const nbb_ensemble *ensemble);

/* After nbb_run_load: the run is of the first batch. Fails (usage) where too few of the copies that exchange stand
   side by side. Remarks where they do not draw apart. One that is not whole only does steps, those of all copies at
   once, which exchange by a series of the ensemble's own. Fails (device) where a batch does not hold all. */
nbb_status nbb_ensemble_attach(const nbb_options *options, bool is_whole, nbb_ensemble *ensemble, nbb_run *run);

/* The seed of a copy of the batch, with noise of its own or not. */
uint64_t nbb_ensemble_seed_of(const nbb_ensemble *ensemble, int64_t copy);

void nbb_ensemble_free(nbb_ensemble *ensemble);

/* --- what a checkpoint says of it beside the states of the batch at work: which batch it is, which of its copies are
   over, and all that came of the copies before it (ensemble_saved.c) --- */

/* As nbb_run_saving has it; `context` is the ensemble. */
nbb_status nbb_ensemble_save(const void *context, const nbb_run *run, json_t *into);

/* Before states are read from the checkpoint: its batch becomes the run's. Fails (usage, device) where it is none of
   this ensemble's, or more copies than stand side by side here. */
nbb_status nbb_ensemble_place(nbb_ensemble *ensemble, const nbb_run_saving *saving, nbb_run *run);

/* After that: copies that were over are so, and results of those before are back. Fails (usage) if damaged. */
nbb_status nbb_ensemble_recall(nbb_ensemble *ensemble, nbb_run *run, nbb_series *series, const json_t *saved);

/* --- --exchange: which copies exchange their states, and what came of it --- */

/* Adds the attempts that came through in a run, which has settled, to those of each value. */
void nbb_tempering_add(const nbb_tempering *tempering, const nbb_run *run, int64_t *accepted);

/* Copies exchange from now on, if that was asked for, by totals of this series. */
void nbb_tempering_watch(nbb_tempering *tempering, nbb_series *series, nbb_run *run);
