/* job_saving.h - checkpoints of a job: the folder that it saves into, and the one that it goes on from. */
#pragma once

#include "library/job.h"
#include "runtime/checkpoint/checkpoint.h"
#include "runtime/checkpoint/resume.h"

/* Whether --set gives the parameter a value. */
bool nbb_options_assigns(const nbb_options *options, const char *parameter);

/* Fails (usage) where the workload has no steps, on which the option has no effect. */
nbb_status nbb_job_check_steps(const nbb_options *options, const char *option);

/* What was not given beside --resume is taken from the checkpoint: the fractal and the program with the texts that
   lie there, the level or side, the rule, parameters, neighbours, the seed and the number of steps. `texts` keeps
   what the options then point at. Fails (usage) as nbb_resume_open does. */
nbb_status nbb_options_resume(nbb_options *options, nbb_list *texts);

/* The checkpoint that a job goes on from; `path` is NULL where it begins at step 0. */
typedef struct nbb_resumed {
    const char *path;
    int64_t step;
} nbb_resumed;

/* Opens the folder for checkpoints of what the options name; `command` says what runs, for people. Only where the job
   goes on from a checkpoint in it may it hold any. `ranks` share the run, or NULL. nbb_checkpoints_close is due. */
nbb_status nbb_job_keep(const nbb_options *options, const char *folder, const char *command, nbb_resumed from,
                        nbb_ranks *ranks, nbb_checkpoints *checkpoints);

/* The step of a run that its state is of: what a checkpoint is named for has those of an ensemble's batches before
   it, too. And how many of the ensemble's copies it has, which are all where it does not say so. */
int64_t nbb_job_saved_step(const nbb_resumption *resumption);
int64_t nbb_job_saved_copies(const nbb_resumption *resumption, int64_t all);

/* Fails (usage) where the checkpoint is not of the job's plan and options, or is damaged; of ranks each reads a part.
   A parameter may be another one there where --set says so. */
nbb_status nbb_job_check_resumption(const nbb_job *job, const nbb_ranks *ranks, nbb_resumption *resumption);

/* After that: its state in place of the run's. */
nbb_status nbb_job_resume(nbb_run *run, nbb_transfer *transfer, nbb_resumption *resumption);
