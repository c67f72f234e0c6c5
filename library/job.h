/* job.h - what options ask for, step by step: definition, points and program; request; device; plan; loaded run.

   This is the one way to a plan and to a run. A handle of nbbgen.h holds one. */
#ifndef NBB_JOB_H
#define NBB_JOB_H

#include "library/options.h"
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
    nbb_ranks *ranks;       /* that share the run, or NULL: it is alone */
    nbb_device *device;     /* or NULL */
    nbb_card card;          /* of --tuned */
    nbb_plan plan;
} nbb_job;

/* Loads what the options name. In every case nbb_job_close is due, as after each function below. */
nbb_status nbb_job_read(const nbb_options *options, nbb_job *job);

/* After that: the request, for --target. Fails (usage) where the options have no effect or contradict each other. */
nbb_status nbb_job_request(nbb_job *job);

/* What a whole run looks at on the way; each may be NULL. */
typedef struct nbb_job_checks {
    nbb_status (*read)(void *context);    /* definition, points and program are there */
    nbb_status (*asked)(void *context);   /* so are the request and the values of --init: the device is next */
    nbb_status (*planned)(void *context); /* for the device's memory; perhaps again, for less of it */
    void *context;
} nbb_job_checks;

/* The whole way, and the run's initial state: reads, requests, opens the device of --device, plans for its memory,
   draws points where they are to be drawn, prints the source, loads its kernels and begins. On success nbb_run_end is
   due before nbb_job_close. */
nbb_status nbb_job_start(const nbb_options *options, nbb_ranks *ranks, const nbb_job_checks *checks, nbb_job *job,
                         nbb_run *run);

/* The memory that is free for a rank: ranks, which must all plan the same, take what the one with the least has.
   NULL: one is alone. */
nbb_status nbb_job_free_memory(nbb_ranks *ranks, nbb_device *device, uint64_t *available);

/* Frees all of it; a run of it has ended before. */
void nbb_job_close(nbb_job *job);

#endif
