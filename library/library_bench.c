/* library_bench.c - benches: what is described is compared. */
#include "library/library_job.h"

#include "library/bench/bench_fields.h"
#include "library/bench/bench_table.h"

/* As nbb_bench_hearing has it. */
static nbb_status tell(void *context, const nbb_bench *bench, const nbb_bench_row *row)
{
    nbbgen_job *job = context;
    NBB_LOCAL_TEXT words = NBB_TEXT_EMPTY;
    if (job->rows == NULL) {
        return NBB_OK;
    }
    nbb_bench_print_row(row, &words);
    NBB_TRY(nbb_text_status(&words, "a row of a bench"));
    return nbb_library_tell_row(job, nbb_bench_describe_row(bench, row), &words);
}

static nbb_status bench(nbbgen_job *job)
{
    const nbb_bench_hearing hearing = { tell, job };
    if (!nbb_library_is_bench(job)) {
        return nbb_fail(NBB_ERROR_USAGE, "the job is no bench: nbbgen_open_bench makes one");
    }
    nbb_library_forget(job);
    NBB_TRY(nbb_options_settle_workload(&job->options));
    return nbb_benched_make(&job->options, job->ranks, &hearing, &job->benched);
}

nbbgen_status nbbgen_bench(nbbgen_job *job)
{
    return NBB_LIBRARY_DO(job, bench(job));
}
