/* job_saving.c - opens folders of checkpoints, and goes on from one. */
#include "library/job_saving.h"

#include "library/request.h"
#include "gen/base/json.h"
#include "gen/base/script.h"

#include <stdlib.h>
#include <string.h>

bool nbb_options_assigns(const nbb_options *options, const char *parameter)
{
    const nbb_option_texts *given = &options->assignments;
    size_t length = strlen(parameter);
    int i = 0;
    while (i < given->count && (strncmp(given->items[i], parameter, length) != 0 || given->items[i][length] != '=')) {
        ++i;
    }
    return i < given->count;
}

nbb_status nbb_job_check_steps(const nbb_options *options, const char *option)
{
    const nbb_workload_row *work = &nbb_workload_rows[options->workload];
    return work->evolves
               ? NBB_OK
               : nbb_fail(NBB_ERROR_USAGE, "--%s has no effect on workload %s: only ca and programs have steps",
                          option, work->name);
}

/* Whether the checkpoint at `path` lies in the folder. */
static bool lies_in(const char *path, const char *folder)
{
    char *there = realpath(path, NULL), *here = realpath(folder, NULL);
    char *slash = there != NULL ? strrchr(there, '/') : NULL;
    bool is = here != NULL && slash != NULL && strlen(here) == (size_t)(slash - there)
              && strncmp(here, there, strlen(here)) == 0;
    free(there);
    free(here);
    return is;
}

/* The text of a definition or program: `text`, or where it is NULL that of its file. */
static nbb_status keep_text(const nbb_search *search, const char *what, const char *text, nbb_text *kept)
{
    nbb_text path = NBB_TEXT_EMPTY, remark = NBB_TEXT_EMPTY;
    if (text != NULL) {
        nbb_text_add(kept, "%s", text);
        return nbb_text_status(kept, "a checkpoint's text");
    }
    nbb_status status = nbb_search_find(search, what, &path, &remark);
    if (status == NBB_OK) {
        status = nbb_text_read_file(kept, nbb_text_string(&path), NBB_SCRIPT_BYTES_MAX, NBB_ERROR_DEFINITION);
    }
    nbb_text_free(&path);
    nbb_text_free(&remark);
    return status;
}

/* The texts of the definition and the program that the options name. */
static nbb_status keep_texts(const nbb_options *options, nbb_checkpoint_text texts[NBB_CHECKPOINT_TEXTS])
{
    const char *program = options->program_name;
    texts[0].file = NBB_CHECKPOINT_DEFINITION;
    NBB_TRY(keep_text(&nbb_definition_search, options->subject, options->definition_text, &texts[0].text));
    if (program == NULL || (options->program_text == NULL && nbb_rule_is_notation(program))) {
        return NBB_OK;
    }
    texts[1].file = NBB_CHECKPOINT_PROGRAM;
    return keep_text(&nbb_program_search, program, options->program_text, &texts[1].text);
}

/* As a manifest has it: what the identity does not say of how to go on. */
static json_t *name_run(const nbb_options *options)
{
    json_t *run = json_object();
    nbb_json_set(run, "fractal", nbb_json_text(options->subject));
    if (options->program_name != NULL) {
        nbb_json_set(run, "program", nbb_json_text(options->program_name));
    }
    if (options->neighbours != NULL) {
        nbb_json_set(run, "neighbours", nbb_json_text(options->neighbours));
    }
    return nbb_json_whole(run);
}

nbb_status nbb_job_keep(const nbb_options *options, const char *folder, const char *command, nbb_resumed from,
                        nbb_ranks *ranks, nbb_checkpoints *checkpoints)
{
    bool goes_on = from.path != NULL && lies_in(from.path, folder);
    NBB_TRY(nbb_checkpoints_open(folder, goes_on ? from.step : -1, ranks, checkpoints));
    checkpoints->command = command;
    checkpoints->run = name_run(options);
    NBB_TRY(checkpoints->run != NULL ? NBB_OK : nbb_fail_memory(0, "what a checkpoint says of its run"));
    return keep_texts(options, checkpoints->texts);
}

/* The options, and whether one of them was taken. */
typedef struct assigning {
    const nbb_options *options;
    bool is_changed;
} assigning;

/* As nbb_identity_may_differ. */
static bool is_set(const void *context, const char *parameter)
{
    assigning *by = (assigning *)context;
    bool is = nbb_options_assigns(by->options, parameter);
    by->is_changed = by->is_changed || is;
    return is;
}

nbb_status nbb_job_check_resumption(const nbb_job *job, const nbb_ranks *ranks, nbb_resumption *resumption)
{
    assigning set = { &job->options, false };
    const nbb_resuming by = { .plan = &job->plan,
                              .seed = job->options.seed,
                              .given = job->options.initial.count > 0 ? &job->given : NULL,
                              .may_differ = is_set,
                              .context = &set,
                              .ranks = ranks };
    NBB_TRY(nbb_resume_check(resumption, &by));
    resumption->origin.altered = set.is_changed ? resumption->manifest.step : resumption->origin.altered;
    return NBB_OK;
}

nbb_status nbb_job_resume(nbb_run *run, nbb_transfer *transfer, nbb_resumption *resumption)
{
    NBB_TRY(nbb_transfer_restore(transfer, nbb_resume_give, resumption));
    nbb_resume_release(resumption);
    run->origin = resumption->origin;
    return nbb_run_resume(run, resumption->manifest.step);
}
