/* job_saving.h - checkpoints of a job: the folder that it saves into, and the one that it goes on from. */
#ifndef NBB_JOB_SAVING_H
#define NBB_JOB_SAVING_H

#include "library/options.h"
#include "runtime/checkpoint/checkpoint.h"
#include "runtime/checkpoint/resume.h"
#include "runtime/run/run.h"

/* Whether --set gives the parameter a value. */
bool nbb_options_assigns(const nbb_options *options, const char *parameter);

/* The checkpoint that a job goes on from; `path` is NULL where it begins at step 0. */
typedef struct nbb_resumed {
    const char *path;
    int64_t step;
} nbb_resumed;

/* Opens the folder for checkpoints of what the options name; `command` says what runs, for people. Only where the job
   goes on from a checkpoint in it may it hold any. `ranks` share the run, or NULL. nbb_checkpoints_close is due. */
nbb_status nbb_job_keep(const nbb_options *options, const char *folder, const char *command, nbb_resumed from,
                        nbb_ranks *ranks, nbb_checkpoints *checkpoints);

/* Fails (usage) where the checkpoint is not of the plan and the options; `is_changed` becomes whether a parameter is
   another one there, as --set says. */
nbb_status nbb_job_check_resumption(const nbb_options *options, const nbb_plan *plan, nbb_resumption *resumption,
                                    bool *is_changed);

/* After that: its state in place of the run's. */
nbb_status nbb_job_resume(nbb_run *run, nbb_transfer *transfer, nbb_resumption *resumption);

#endif
