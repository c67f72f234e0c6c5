/* job_saving.c - opens folders of checkpoints, and goes on from one: what is not given is the checkpoint's. */
#include "library/job.h"
#include "runtime/base/search.h"

bool nbb_options_name(const nbb_option_texts *given, const char *parameter)
{
    size_t length = strlen(parameter);
    const char *const *items = given->items;
    return NBB_ANY(i, given->count, strncmp(items[i], parameter, length) == 0 && items[i][length] == '=');
}

nbb_status nbb_job_check_steps(const nbb_options *options, const char *option)
{
    const nbb_workload_row *work = &nbb_workload_rows[options->workload];
    NBB_REFUSE_IF(!work->evolves, "--%s has no effect on workload %s: only ca and programs have steps", option,
                  work->name);
    return NBB_OK;
}

/* Whether the checkpoint at `path` lies in the folder. */
static bool lies_in(const char *path, const char *folder)
{
    NBB_LOCAL_HEAP char *there = realpath(path, NULL);
    NBB_LOCAL_HEAP char *here = realpath(folder, NULL);
    const char *slash = there != NULL ? strrchr(there, '/') : NULL;
    return here != NULL && slash != NULL && strlen(here) == (size_t)(slash - there)
           && strncmp(here, there, strlen(here)) == 0;
}

/* The text of a definition or program: `text`, or where it is NULL that of its file. */
static nbb_status keep_text(const nbb_search *search, const char *what, const char *text, nbb_text *kept)
{
    NBB_LOCAL_TEXT path = NBB_TEXT_EMPTY, remark = NBB_TEXT_EMPTY;
    if (text != NULL) {
        nbb_text_add(kept, "%s", text);
        return nbb_text_status(kept, "a checkpoint's text");
    }
    NBB_TRY(nbb_search_find(search, what, &path, &remark));
    return nbb_text_read_file(kept, nbb_text_string(&path), NBB_SCRIPT_BYTES_MAX, NBB_ERROR_DEFINITION);
}

nbb_status nbb_run_saving_folder(nbb_run_saving *saving, const nbb_options *options, const char *folder,
                                 const char *command)
{
    nbb_checkpoints *checkpoints = &saving->checkpoints;
    nbb_checkpoint_text *texts = checkpoints->texts; /* of the definition and the program */
    const char *program = options->program_name;
    bool goes_on = saving->resumed_path.length > 0 && lies_in(saving->resumed_path.data, folder);
    nbb_checkpoints_close(checkpoints);
    nbb_text_free(&saving->path);
    nbb_text_add(&saving->path, "%s", folder);
    NBB_TRY(nbb_text_status(&saving->path, "a folder's name"));
    NBB_TRY(nbb_checkpoints_open(saving->path.data, goes_on ? saving->resumed : -1, saving->ranks, checkpoints));
    checkpoints->command = command;
    /* As a manifest has it: what the identity does not say of how to go on. */
    json_t *run = json_object();
    nbb_json_set(run, "fractal", nbb_json_text(options->subject));
    NBB_JSON_SET_IF(program != NULL, run, "program", nbb_json_text(program));
    NBB_JSON_SET_IF(options->neighbours != NULL, run, "neighbours", nbb_json_text(options->neighbours));
    NBB_JSON_SET_IF(options->sweeps.count > 0, run, "sweeps",
                    nbb_json_words(options->sweeps.items, (size_t)options->sweeps.count));
    NBB_JSON_SET_IF(options->last_seed > options->seed, run, "seeds",
                    json_sprintf("%" PRIu64 "..%" PRIu64, options->seed, options->last_seed));
    NBB_JSON_SET_IF(options->own_noise, run, "own noise", json_true());
    NBB_JSON_SET_IF(options->exchange > 0, run, "exchange", json_integer(options->exchange));
    checkpoints->run = nbb_json_whole(run);
    NBB_FAIL_IF(checkpoints->run == NULL, nbb_fail_memory(0, "what a checkpoint says of its run"));
    texts[0].file = NBB_CHECKPOINT_DEFINITION;
    NBB_TRY(keep_text(&nbb_definition_search, options->subject, options->definition_text, &texts[0].text));
    NBB_DONE_IF(program == NULL || (options->program_text == NULL && nbb_rule_is_notation(program)));
    texts[1].file = NBB_CHECKPOINT_PROGRAM;
    return keep_text(&nbb_program_search, program, options->program_text, &texts[1].text);
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
    bool is = nbb_options_name(&by->options->assignments, parameter);
    by->is_changed = by->is_changed || is;
    return is;
}

int64_t nbb_job_saved_step(const nbb_resumption *resumption)
{
    return resumption->manifest.step - json_integer_value(json_object_get(resumption->manifest.run, "before"));
}

int64_t nbb_job_saved_copies(const nbb_resumption *resumption, int64_t all)
{
    const json_t *copies = json_object_get(resumption->manifest.run, "copies");
    return json_is_integer(copies) ? json_integer_value(copies) : all;
}

nbb_status nbb_job_check_resumption(const nbb_job *job, const nbb_ranks *ranks, nbb_resumption *resumption)
{
    assigning set = { &job->options, false };
    const nbb_resuming by = { .plan = &job->plan,
                              .seed = job->options.seed,
                              .given = job->options.initial.count > 0 ? &job->given : NULL,
                              .may_differ = is_set,
                              .context = &set,
                              .ranks = ranks,
                              .ensemble = job->ensemble,
                              .copies = job->copies > 0 ? nbb_job_saved_copies(resumption, job->copies) : 1 };
    NBB_TRY(nbb_resume_check(resumption, &by));
    resumption->origin.altered = set.is_changed ? nbb_job_saved_step(resumption) : resumption->origin.altered;
    return NBB_OK;
}

nbb_status nbb_job_resume(nbb_run *run, nbb_transfer *transfer, nbb_resumption *resumption)
{
    transfer->run = run;
    NBB_TRY(nbb_transfer_move(transfer, true, nbb_resume_give, resumption));
    nbb_resume_release(resumption);
    run->origin = resumption->origin;
    return nbb_run_resume(run, nbb_job_saved_step(resumption));
}

/* Options that are filled from a checkpoint. */
typedef struct filling {
    nbb_options *options;
    nbb_list *texts;
    const nbb_resumption *from;
} filling;

static nbb_status keep(const filling *fill, const char *text, const char **kept)
{
    NBB_TRY(nbb_list_add(fill->texts, text, strlen(text)));
    *kept = fill->texts->items[fill->texts->count - 1];
    return NBB_OK;
}

static nbb_status give(const filling *fill, const char *option, const char *text)
{
    const char *kept = NULL;
    NBB_TRY(keep(fill, text, &kept));
    return nbb_options_take(fill->options, option, kept);
}

/* Gives an option the value, a text or a whole number, unless there is none or it was given. */
static nbb_status take(const filling *fill, const char *option, const json_t *value)
{
    NBB_DONE_IF(nbb_options_given(fill->options, option) || (!json_is_integer(value) && !json_is_string(value)));
    NBB_LOCAL_TEXT_OF(number, "an option of a checkpoint", "%lld", (long long)json_integer_value(value));
    return give(fill, option, json_is_string(value) ? json_string_value(value) : nbb_text_string(&number));
}

/* A text that lies in the checkpoint. */
static nbb_status take_text(const filling *fill, const char *file, const char **kept)
{
    NBB_LOCAL_TEXT text = NBB_TEXT_EMPTY;
    NBB_LOCAL_TEXT_OF(path, "a file's name", "%s/%s", nbb_text_string(&fill->from->path), file);
    NBB_TRY(nbb_text_read_file(&text, nbb_text_string(&path), NBB_SCRIPT_BYTES_MAX, NBB_ERROR_USAGE));
    return keep(fill, nbb_text_string(&text), kept);
}

/* The program, unless the options say what runs, and its parameters where it runs. */
static nbb_status take_program(const filling *fill)
{
    nbb_options *options = fill->options;
    const char *name = json_string_value(json_object_get(fill->from->manifest.run, "program"));
    bool says = nbb_options_given(options, "workload") || nbb_options_given(options, "rule");
    if (options->program_name == NULL && name != NULL && !says) {
        NBB_TRY(take(fill, "program", json_object_get(fill->from->manifest.run, "program")));
        NBB_TRY_IF(!nbb_rule_is_notation(name), take_text(fill, NBB_CHECKPOINT_PROGRAM, &options->program_text));
    }
    NBB_DONE_IF(name == NULL || options->program_name == NULL || strcmp(options->program_name, name) != 0);
    NBB_TRY(take(fill, "neighbours", json_object_get(fill->from->manifest.run, "neighbours")));
    NBB_JSON_MEMBERS (json_object_get(fill->from->manifest.identity, "parameters"), parameter, value) {
        bool is_given = nbb_options_name(&options->assignments, parameter)
                        || nbb_options_name(&options->sweeps, parameter);
        const char *number = json_string_value(value);
        NBB_LOCAL_TEXT_OF(text, "a parameter", "%s=%s", parameter, number != NULL ? number : "");
        NBB_TRY_IF(!is_given && number != NULL, give(fill, "set", nbb_text_string(&text)));
    }
    return NBB_OK;
}

nbb_status nbb_options_resume(nbb_options *options, nbb_list *texts)
{
    NBB_DONE_IF(options->resume == NULL);
    NBB_TRY(nbb_job_check_steps(options, "resume"));
    NBB_AT_END(nbb_resume_close) nbb_resumption from;
    NBB_TRY(nbb_resume_open(options->resume, &from));
    const json_t *run = from.manifest.run, *identity = from.manifest.identity;
    const filling *fill = &(filling){ options, texts, &from };
    const json_t *seeds = json_object_get(run, "seeds"), *sweeps = json_object_get(run, "sweeps");
    const char *name = json_string_value(json_object_get(run, "fractal"));
    if (options->subject == NULL && name != NULL) {
        NBB_TRY(keep(fill, name, &options->subject));
        NBB_TRY(take_text(fill, NBB_CHECKPOINT_DEFINITION, &options->definition_text));
    }
    bool has_sweeps = nbb_options_given(options, "sweep");
    for (size_t i = 0; !has_sweeps && i < json_array_size(sweeps); ++i) {
        const char *text = json_string_value(json_array_get(sweeps, i));
        NBB_TRY(give(fill, "sweep", text != NULL ? text : ""));
    }
    NBB_TRY(take(fill, "exchange", json_object_get(run, "exchange")));
    NBB_TRY(take(fill, "r", json_object_get(identity, "r")));
    NBB_TRY(take(fill, "n", json_object_get(identity, "n")));
    NBB_TRY(take_program(fill));
    const json_t *rule = json_object_get(identity, "rule");
    if (options->program_name == NULL && options->workload == NBB_WORKLOAD_CA && rule != NULL) {
        const json_t *density = json_object_get(json_object_get(identity, "parameters"), "density");
        NBB_TRY(take(fill, "rule", rule));
        NBB_TRY_IF(options->initial.count == 0, take(fill, "density", density)); /* beside --init it says nothing */
    }
    NBB_TRY(take(fill, "steps", json_object_get(run, "steps")));
    bool is_drawn = options->initial.count == 0 || options->program_name != NULL;
    bool is_own = json_is_true(json_object_get(run, "own noise")); /* then it is a copy's */
    NBB_TRY_IF(is_own && !nbb_options_given(options, "own-noise"), nbb_options_take(options, "own-noise", NULL));
    NBB_TRY_IF(!is_own, take(fill, "init-seed", json_object_get(identity, "init seed")));
    return is_drawn ? take(fill, "seed", seeds != NULL ? seeds : json_object_get(identity, "seed")) : NBB_OK;
}
