/* job.h - from options to a run, step by step: definition, points and program; request; device; plan; loaded run.

   This is the one way to a plan and to a run. A handle of nbbgen.h holds one. */
#pragma once

#include "library/options.h"
#include "runtime/run/run_state.h"

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

/* Draws points where they are to be drawn, prints the source and loads its kernels: nbb_run_end is due before
   nbb_job_close. Where the plan was made early, and is too large for the memory that is free, nothing is loaded, but
   there is a smaller plan, to be loaded next. */
nbb_status nbb_job_load(nbb_job *job, nbb_run *run, bool *is_loaded);

/* What a request asks of the device, for so many ranks. */
void nbb_job_ask_device(const nbb_device *device, int ranks, nbb_request *request);

/* The memory that is free for so many of the ranks, which must all plan the same: of each what the one with the least
   has. NULL: one is alone. */
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
