/* job_emit.h - what a job's plan is emitted as: source text, PTX, a cubin or a fat binary. */
#ifndef NBB_JOB_EMIT_H
#define NBB_JOB_EMIT_H

#include "cli/job.h"

/* The names of nbb_image_choice: "source", and those of the options, "ptx". */
extern const char *const nbb_emit_forms[];

/* Fails (usage) on options that contradict each other or have no effect on what is emitted. */
nbb_status nbb_emit_check(const nbb_options *options);

/* After nbb_job_request: plans for --target and --arch, without a device. */
nbb_status nbb_emit_plan(nbb_job *job);

/* With a main of its own. */
bool nbb_emit_is_standalone(const nbb_options *options);

/* Appends the text, or the image that is compiled from it, as the options say. `command` is for the text's header. */
nbb_status nbb_emit_make(const nbb_options *options, const nbb_plan *plan, const char *command, nbb_text *made);

#endif
