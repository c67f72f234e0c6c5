/* library_saving.c - moves cells for a job, and writes and reads its checkpoints. */
#include "library/library_job.h"

#include "library/job_saving.h"

#include <string.h>

nbb_status nbb_library_transfer(nbbgen_job *job, nbb_transfer **transfer)
{
    if (!job->has_transfer) {
        NBB_TRY(nbb_transfer_open(&job->run, job->options.templates, &job->transfer));
        job->has_transfer = true;
    }
    *transfer = &job->transfer;
    return NBB_OK;
}

static nbb_status check(const nbbgen_job *job)
{
    NBB_TRY(nbb_library_require(job, NBB_STAGE_STARTED));
    return job->job.plan.asked.work->evolves
               ? NBB_OK
               : nbb_fail(NBB_ERROR_USAGE, "workload %s has no steps: there is nothing to go on from",
                          job->job.plan.asked.work->name);
}

/* Opens the folder for this job's checkpoints, unless it is open. */
static nbb_status open_folder(nbbgen_job *job, const char *folder)
{
    nbb_checkpoints *checkpoints = &job->checkpoints;
    if (checkpoints->folder >= 0 && strcmp(nbb_text_string(&job->saved_path), folder) == 0) {
        return NBB_OK;
    }
    nbb_checkpoints_close(checkpoints);
    nbb_text_free(&job->saved_path);
    nbb_text_add(&job->saved_path, "%s", folder);
    NBB_TRY(nbb_text_status(&job->saved_path, "a folder's name"));
    const nbb_resumed from = { job->resumed_path.length > 0 ? job->resumed_path.data : NULL, job->resumed };
    return nbb_job_keep(&job->job.options, job->saved_path.data, "libnbbgen " NBB_VERSION, from, NULL, checkpoints);
}

static nbb_status save(nbbgen_job *job, const char *folder)
{
    nbb_transfer *transfer;
    NBB_TRY(check(job));
    NBB_TRY(nbb_library_check_text(folder, "a folder's name"));
    NBB_TRY(nbb_library_transfer(job, &transfer));
    NBB_TRY(open_folder(job, folder));
    return nbb_checkpoints_save(&job->checkpoints, transfer, job->run.step);
}

nbbgen_status nbbgen_checkpoint(nbbgen_job *job, const char *folder)
{
    return NBB_LIBRARY_DO(job, save(job, folder));
}

static nbb_status restore(nbbgen_job *job, nbb_resumption *resumption)
{
    nbb_transfer *transfer;
    NBB_TRY(nbb_job_check_resumption(&job->job, NULL, resumption));
    NBB_TRY(nbb_library_transfer(job, &transfer));
    NBB_TRY(nbb_job_resume(&job->run, transfer, resumption));
    nbb_text_free(&job->resumed_path);
    nbb_text_add(&job->resumed_path, "%s", nbb_text_string(&resumption->path));
    job->resumed = resumption->manifest.step;
    nbb_checkpoints_close(&job->checkpoints); /* what it holds past this step is of another course */
    return nbb_text_status(&job->resumed_path, "a folder's name");
}

static nbb_status resume(nbbgen_job *job, const char *folder)
{
    NBB_TRY(check(job));
    NBB_TRY(nbb_library_check_text(folder, "a folder's name"));
    NBB_AT_END(nbb_resume_close) nbb_resumption resumption;
    NBB_TRY(nbb_resume_open(folder, &resumption));
    return restore(job, &resumption);
}

nbbgen_status nbbgen_resume(nbbgen_job *job, const char *folder)
{
    return NBB_LIBRARY_DO(job, resume(job, folder));
}
