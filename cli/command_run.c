/* command_run.c - what the commands do: those that ask the library once, and view (view.c). */
#include "cli/commands.h"

/* As nbbgen_rows: a sweep's values are printed as they come. */
static void print_row(NBB_UNUSED void *context, NBB_UNUSED const char *json, const char *words)
{
    nbb_progress_wipe();
    fputs(words, stdout);
    fflush(stdout);
}

/* Files are the library's; one of a bench may be standard output, "-", else that is the table's. */
static nbb_status do_work(const nbb_options *options, nbbgen_job *job)
{
    bool is_bench = options->command == NBB_COMMAND_BENCH;
    const char *form = is_bench ? nbb_outputs_printed(options) : options->json ? "json" : NULL;
    nbbgen_set_rows(job, !is_bench && !options->json ? print_row : NULL, NULL);
    nbb_status status = nbb_client_done(job, is_bench ? nbbgen_bench(job) : nbbgen_run(job));
    return nbb_client_report(job, form == NULL ? "text" : strcmp(form, "plot") == 0 ? "svg" : form, status);
}

/* What the library made becomes the file; one that fails leaves none. */
static nbb_status put(const char *path, const char *bytes, size_t length)
{
    return nbb_file_put(path, &(nbb_text){ .data = (char *)(uintptr_t)bytes, .length = length });
}

/* A picture that fails leaves nothing printed. What there is to remark was, as it was described. */
static nbb_status draw_maps(const nbb_options *options, nbbgen_job *job, json_t *object)
{
    const char *png;
    size_t length;
    NBB_REFUSE_IF(options->program_name != NULL || !nbb_options_given(options, "r"),
                  "--png: the maps are drawn of a fractal with --r, and without --program");
    nbb_json_set(object, "files", nbb_outputs_describe(options, NULL));
    nbbgen_set_hear(job, NULL, NULL);
    NBB_TRY(nbb_client_status(job, nbbgen_draw(job, "maps", &png, &length)));
    return put(options->png, png, length);
}

static nbb_status do_info(const nbb_options *options, nbbgen_job *job)
{
    json_t *object;
    NBB_TRY(nbb_client_ask(job, nbbgen_info, &object));
    NBB_TRY_OR(options->png != NULL ? draw_maps(options, job, object) : NBB_OK, json_decref(nbb_json_whole(object)));
    return nbb_print_value(options, object, "info");
}

/* The failure that stands for a broken file becomes this thread's; the one before it is reported. */
static nbb_status judge_list(const json_t *rows)
{
    nbb_status broken = NBB_OK;
    NBB_JSON_ELEMENTS (rows, i, row) {
        const json_t *error = json_object_get(row, "error");
        if (error == NULL) {
            continue;
        }
        if (broken != NBB_OK) {
            nbb_say("%s: %s", nbb_status_text(broken), nbb_message());
        }
        const char *file = json_string_value(json_object_get(error, "file"));
        nbb_failed failure = { .status = (nbb_status)json_integer_value(json_object_get(error, "code")),
                               .message = strdup(json_string_value(json_object_get(error, "message"))),
                               .file = file != NULL ? strdup(file) : NULL,
                               .line = (int)json_integer_value(json_object_get(error, "line")) };
        broken = nbb_failure_give(&failure);
    }
    return broken;
}

static nbb_status do_render(const nbb_options *options, nbbgen_job *job)
{
    const char *drawing;
    size_t length;
    bool is_picture = options->output != NULL;
    NBB_TRY(nbb_outputs_check(options));
    NBB_TRY(nbb_client_status(job, nbbgen_draw(job, is_picture ? "cells" : "text", &drawing, &length)));
    NBB_RETURN_IF(nbb_is_file(options->output), put(options->output, drawing, length));
    fwrite(drawing, 1, length, stdout); /* main asks whether the output could be written */
    return NBB_OK;
}

/* A path as make and ninja read it. */
static void add_path(nbb_text *rule, const char *path)
{
    for (; *path != '\0'; ++path) {
        nbb_text_add(rule, "%s%c", *path == '$' ? "$" : strchr(" #", *path) != NULL ? "\\" : "", *path);
    }
}

/* With --json standard output is the object's. Kernels are made without a file too: their faults are reported. */
static nbb_status put_emitted(const nbb_options *options, nbbgen_job *job, const nbb_list *files)
{
    const char *bytes;
    size_t length;
    NBB_TRY(nbb_client_status(job, nbbgen_plan(job)));
    NBB_TRY(nbb_client_status(job, nbbgen_emit(job, &bytes, &length)));
    if (nbb_is_file(options->output)) {
        NBB_TRY(put(options->output, bytes, length));
    } else if (!options->json) {
        fwrite(bytes, 1, length, stdout); /* main asks whether the output could be written */
    }
    if (options->depfile != NULL) {
        NBB_LOCAL_TEXT rule = NBB_TEXT_EMPTY;
        add_path(&rule, options->output);
        nbb_text_add(&rule, ":");
        for (size_t i = 0; i < files->count; ++i) {
            nbb_text_add(&rule, " \\\n ");
            add_path(&rule, files->items[i]);
        }
        nbb_text_add(&rule, "\n");
        NBB_TRY(nbb_text_status(&rule, "a rule of make"));
        NBB_TRY(nbb_file_put(options->depfile, &rule));
    }
    NBB_DONE_IF(!options->json);
    /* How they are called, and the file that has them. */
    const char *kernels = nbbgen_kernels(job);
    json_t *object = kernels != NULL ? json_loads(kernels, 0, NULL) : NULL;
    NBB_RETURN_IF(kernels == NULL, nbb_client_status(job, NBBGEN_ERROR_RUN));
    NBB_JSON_SET_IF(object != NULL && options->output != NULL, object, "file", nbb_json_text(options->output));
    return nbb_print_json(nbb_json_whole(object));
}

static nbb_status do_emit(const nbb_options *options, nbbgen_job *job)
{
    NBB_LOCAL_LIST files = { NULL, 0 };
    NBB_REFUSE_IF(options->depfile != NULL && !nbb_is_file(options->output),
                  "--depfile %s needs --output FILE, whose sources it lists", options->depfile);
    NBB_REFUSE_IF(options->json && options->output != NULL && !nbb_is_file(options->output),
                  "--json and --output -: standard output has room for one of them; name a file");
    NBB_TRY(nbb_outputs_check(options));
    nbb_reads_note(options->depfile != NULL ? &files : NULL);
    nbb_status status = put_emitted(options, job, &files);
    nbb_reads_note(NULL);
    return status;
}

/* Fails, with the code of the first, where something is missing that each machine should have. */
static nbb_status judge_machine(const json_t *object)
{
    NBB_LOCAL_TEXT missing = NBB_TEXT_EMPTY;
    nbb_status status = NBB_OK;
    NBB_JSON_MEMBERS (object, what, finding) {
        nbb_status code = (nbb_status)json_integer_value(json_object_get(finding, "code"));
        NBB_TEXT_ADD_IF(code != NBB_OK, &missing, "%s%s", missing.length > 0 ? ", " : "", what);
        status = status == NBB_OK ? code : status;
    }
    return status == NBB_OK ? NBB_OK : nbb_fail(status, "not usable: %s", nbb_text_string(&missing));
}

/* What a command does by a handle; or what it asks for, which its page of show.lua prints, and what judges that. */
static const struct {
    nbb_client_work *work;
    nbbgen_status (*describe)(nbbgen_job *job, const char **json);
    nbb_status (*judge)(const json_t *value);
} works[NBB_COMMAND_COUNT] = { [NBB_COMMAND_LIST] = { NULL, nbbgen_list, judge_list },
                               [NBB_COMMAND_INFO] = { do_info, NULL, NULL },
                               [NBB_COMMAND_CHECK] = { NULL, nbbgen_check, NULL },
                               [NBB_COMMAND_RENDER] = { do_render, NULL, NULL },
                               [NBB_COMMAND_EMIT] = { do_emit, NULL, NULL },
                               [NBB_COMMAND_RUN] = { do_work, NULL, NULL },
                               [NBB_COMMAND_BENCH] = { do_work, NULL, NULL },
                               [NBB_COMMAND_DOCTOR] = { NULL, nbbgen_doctor, judge_machine },
                               [NBB_COMMAND_VIEW] = { nbb_command_view, NULL, NULL } };

nbb_status nbb_command_do(const nbb_options *options, nbbgen_job *job)
{
    json_t *value;
    nbb_command command = options->command;
    NBB_RETURN_IF(works[command].work != NULL, works[command].work(options, job));
    NBB_TRY(nbb_client_ask(job, works[command].describe, &value));
    nbb_status judged = works[command].judge != NULL ? works[command].judge(value) : NBB_OK;
    nbb_status printed = nbb_print_value(options, value, nbb_command_names[command]);
    return printed != NBB_OK ? printed : judged;
}
