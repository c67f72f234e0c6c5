/* job.h - what options ask for, step by step: definition, points and program; request; device; plan; loaded run.

   `run`, `emit` and the library (library/nbbgen.h) all come to their plans and runs this way. */
#ifndef NBB_JOB_H
#define NBB_JOB_H

#include "cli/options.h"
#include "gen/definition/definition.h"
#include "runtime/device/device.h"
#include "runtime/device/ranks.h"
#include "runtime/run/run.h"

/* Zeroed, it has nothing. It stays where it is: its parts point at each other. */
typedef struct nbb_job {
    nbb_options options; /* as given; --n and --dimensions by the points where these say them */
    nbb_definition definition;
    nbb_points points; /* of edm */
    nbb_program program;
    nbb_request request;
    nbb_given_fields given; /* by --init */
    nbb_ranks *ranks;       /* that share the run, set after nbb_job_read; or NULL: it is alone */
    nbb_device *device;     /* or NULL */
    nbb_card card;          /* of --tuned */
    nbb_plan plan;
} nbb_job;

/* Loads what the options name. In every case nbb_job_close is due, as after each step below. */
nbb_status nbb_job_read(const nbb_options *options, nbb_job *job);

/* After that: the request, for --target. Fails (usage) where the options have no effect or contradict each other. */
nbb_status nbb_job_request(nbb_job *job);

/* After that, to run it: the initial values of --init; and the device of --device, for which the request then is. */
nbb_status nbb_job_read_given(nbb_job *job);
nbb_status nbb_job_open_device(nbb_job *job);

/* After that: plans for the device's memory. */
nbb_status nbb_job_plan(nbb_job *job);

/* After that: draws points where they are to be drawn, prints the source and loads its kernels; once more for less
   memory where the plan was made before the device could tell what is free. Then nbb_run_begin is due. */
nbb_status nbb_job_load(nbb_job *job, nbb_run *run);

/* Frees all of it; a run of it has ended before. */
void nbb_job_close(nbb_job *job);

#endif
