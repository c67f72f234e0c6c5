/* run_watch.h - what --series, --average, --frames and --apng look at while a run goes on. */
#ifndef NBB_RUN_WATCH_H
#define NBB_RUN_WATCH_H

#include "library/run_every.h"
#include "runtime/run/frames.h"
#include "runtime/run/series.h"

typedef struct nbb_run_watching {
    int64_t frames_every;
    bool has_series; /* of every program: its last state is observed */
    bool has_frames;
    nbb_series series;
    nbb_frames frames;
} nbb_run_watching;

/* Fails (usage) on options of these that make no sense: an average from a step that the run has not, files that
   cannot be had. */
nbb_status nbb_run_watching_check(const nbb_options *options, const nbb_every *every);

/* Opens what the options ask for; `run` is watched from then on. Of a sweep, `parameter` is its name, else NULL. On
   failure nothing is held. */
nbb_status nbb_run_watching_open(const nbb_options *options, const nbb_every *every, const char *parameter,
                                 nbb_run *run, nbb_run_watching *watching);

/* After nbb_run_work: reads what is left on the device. */
nbb_status nbb_run_watching_read(nbb_run_watching *watching, nbb_run *run);

/* That, and waits until the disk has all rows and frames so far: a checkpoint covers them. */
nbb_status nbb_run_watching_sync(nbb_run_watching *watching, nbb_run *run);

/* Ends; rows that are there stay. Returns `status`, or the failure to end. */
nbb_status nbb_run_watching_close(nbb_run_watching *watching, nbb_run *run, nbb_status status);

#endif
