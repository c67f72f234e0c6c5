/* job_kernels.h - how a plan's kernels are called, as JSON. */
#ifndef NBB_JOB_KERNELS_H
#define NBB_JOB_KERNELS_H

#include "library/job.h"

/* Appends the object that docs/schemas/emit.json describes, its "file" null. */
nbb_status nbb_job_describe(const nbb_options *options, const nbb_plan *plan, nbb_text *described);

#endif
