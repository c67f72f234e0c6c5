/* library_report.c - what was done: rows as they come, and the report in the end. */
#include "library/library_job.h"

#include "gen/base/json.h"
#include "library/bench_output.h"

#include <string.h>

nbb_status nbb_library_tell_row(nbbgen_job *job, json_t *row, const nbb_text *words)
{
    nbb_text json = NBB_TEXT_EMPTY;
    nbb_status status = nbb_json_print(row, 0, "a row", &json);
    if (status == NBB_OK) {
        job->rows(job->rows_context, nbb_text_string(&json), nbb_text_string(words));
    }
    nbb_text_free(&json);
    return status;
}

/* Of several ranks, the first one's; the others' is empty. */
static nbb_status report_run(nbbgen_job *job, const char *form, const nbb_text **told)
{
    if (!job->is_told) {
        return nbb_fail(NBB_ERROR_USAGE, "nothing was done that a report could tell: nbbgen_run is due before this");
    }
    bool is_json = strcmp(form, "json") == 0;
    if (!is_json && strcmp(form, "text") != 0) {
        return nbb_fail(NBB_ERROR_USAGE, "a run as '%s': expected text or json", form);
    }
    *told = is_json ? &job->told_json : &job->told_words;
    return NBB_OK;
}

static nbb_status report_bench(nbbgen_job *job, const char *form)
{
    if (!nbb_ranks_is_first(job->ranks)) {
        return NBB_OK;
    }
    return job->benched.is_there
               ? nbb_bench_print_as(form, &job->options, &job->benched, &job->answer)
               : nbb_fail(NBB_ERROR_USAGE, "nothing was measured that a report could tell: nbbgen_bench is due"
                                           " before this");
}

static nbb_status report(nbbgen_job *job, const char *form, const nbb_text **told)
{
    NBB_TRY(nbb_library_check_text(form, "a form"));
    return nbb_library_is_bench(job) ? report_bench(job, form) : report_run(job, form, told);
}

nbbgen_status nbbgen_report(nbbgen_job *job, const char *form, const char **bytes, size_t *length)
{
    const nbb_text *told = &job->answer;
    nbb_library_enter(job);
    nbb_text_free(&job->answer);
    nbb_status status = report(job, form, &told);
    *bytes = nbb_text_string(told);
    *length = told->length;
    return nbb_library_leave(job, status);
}
