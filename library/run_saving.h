/* run_saving.h - --checkpoint and --resume: what a run saves while it goes on, and what it goes on from. */
#ifndef NBB_RUN_SAVING_H
#define NBB_RUN_SAVING_H

#include "library/job.h"
#include "library/run_watch.h"
#include "runtime/checkpoint/checkpoint.h"
#include "runtime/checkpoint/resume.h"

typedef struct nbb_run_saving {
    const nbb_options *options;
    nbb_ranks *ranks; /* that share the run, or NULL */
    nbb_every every;
    bool saves, resumes, has_transfer;
    nbb_resumption resumption;
    nbb_checkpoints checkpoints;
    nbb_transfer transfer;
    nbb_run_watching *watching; /* rows up to a checkpoint are written before it; or NULL */
    double due;                 /* the next checkpoint by time, in nbb_milliseconds */
    nbb_text command;
} nbb_run_saving;

/* Before a device is opened: refuses options that contradict each other, opens the checkpoint that the run goes on
   from and the folder for new ones. nbb_run_saving_close is due in every case. */
nbb_status nbb_run_saving_open(const nbb_options *options, nbb_ranks *ranks, nbb_run_saving *saving);

/* Once it is planned: fails (usage) where the checkpoint is not this run's. */
nbb_status nbb_run_saving_check(nbb_run_saving *saving, const nbb_job *job);

/* After nbb_run_begin: the checkpoint's state in place of the initial one, and who watches the run for new ones. */
nbb_status nbb_run_saving_begin(nbb_run_saving *saving, nbb_run *run);

/* nbb_run_work, watched; a run that a signal ends is saved. */
nbb_status nbb_run_saving_work(nbb_run_saving *saving, nbb_run_watching *watching, nbb_run *run);

/* Before the run ends. */
void nbb_run_saving_close(nbb_run_saving *saving);

#endif
