/* job_emit.h - a plan's output: source text, PTX, a cubin or a fat binary; how to launch its kernels. */
#pragma once

#include "library/job.h"

/* The names of nbb_image_choice: "source", and those of the options, "ptx". */
extern const char *const nbb_emit_forms[];

/* Reads what the options name and plans for --target and --arch, without a device. Fails (usage) on options that
   contradict each other or have no effect on what is emitted. nbb_job_close is due in every case. */
nbb_status nbb_emit_open(const nbb_options *options, nbb_job *job);

/* The same of a job that has a plan: checks its options. */
nbb_status nbb_emit_check(const nbb_options *options);

/* Appends the command line that emits the plan's source again. */
nbb_status nbb_emit_say(const nbb_options *options, const nbb_plan *plan, nbb_text *command);

/* Appends the text, or the image that is compiled from it, as the options say. */
nbb_status nbb_emit_make(const nbb_options *options, const nbb_plan *plan, nbb_text *made);

/* Appends the object that docs/schemas/emit.json describes, its "file" null. */
nbb_status nbb_job_describe(const nbb_options *options, const nbb_plan *plan, nbb_text *described);
