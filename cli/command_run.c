/* command_run.c - the commands that ask the library once: run, bench, list, info, check, render, emit and doctor. */
#include "cli/commands.h"

/* As nbbgen_rows: a sweep's values are printed as they come. */
static void print_row(NBB_UNUSED void *context, NBB_UNUSED const char *json, const char *words)
{
    nbb_progress_wipe();
    fputs(words, stdout);
    fflush(stdout);
}

nbb_status nbb_command_run(const nbb_options *options, nbbgen_job *job)
{
    if (!options->json && !options->quiet) {
        nbbgen_set_rows(job, print_row, NULL);
    }
    nbb_status status = nbb_client_done(job, nbbgen_run(job));
    return nbb_client_report(job, options->json ? "json" : "text", status);
}

/* Files are the library's; one may be standard output, "-", else that is the table's. */
nbb_status nbb_command_bench(const nbb_options *options, nbbgen_job *job)
{
    nbb_status status = nbb_client_done(job, nbbgen_bench(job));
    const char *printed = nbb_outputs_printed(options);
    const char *form = printed == NULL ? "text" : strcmp(printed, "plot") == 0 ? "svg" : printed;
    return nbb_client_report(job, form, status);
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
    return nbb_outputs_put(options->png, png, length, "a picture");
}

nbb_status nbb_command_info(const nbb_options *options, nbbgen_job *job)
{
    json_t *object;
    NBB_TRY(nbb_client_ask(job, nbbgen_info, &object));
    NBB_TRY_OR(options->png != NULL ? draw_maps(options, job, object) : NBB_OK, json_decref(nbb_json_whole(object)));
    return nbb_print_value(options, object, "info");
}

nbb_status nbb_command_check(const nbb_options *options, nbbgen_job *job)
{
    json_t *object;
    NBB_TRY(nbb_client_ask(job, nbbgen_check, &object));
    return nbb_print_value(options, object, "check");
}

/* The failure that stands for a broken file becomes this thread's; the one before it is told. */
static nbb_status take_broken(const json_t *error, nbb_status before)
{
    const char *file = json_string_value(json_object_get(error, "file"));
    const char *message = json_string_value(json_object_get(error, "message"));
    if (before != NBB_OK) {
        nbb_say("%s: %s", nbb_status_text(before), nbb_message());
    }
    nbb_failed failure = { .status = (nbb_status)json_integer_value(json_object_get(error, "code")),
                           .message = strdup(message),
                           .file = file != NULL ? strdup(file) : NULL,
                           .line = (int)json_integer_value(json_object_get(error, "line")) };
    return nbb_failure_give(&failure);
}

nbb_status nbb_command_list(const nbb_options *options, nbbgen_job *job)
{
    json_t *rows, *row;
    size_t i;
    NBB_TRY(nbb_client_ask(job, nbbgen_list, &rows));
    nbb_status broken = NBB_OK;
    json_array_foreach (rows, i, row) {
        const json_t *error = json_object_get(row, "error");
        broken = error != NULL ? take_broken(error, broken) : broken;
    }
    nbb_status printed = nbb_print_value(options, rows, "list");
    return printed != NBB_OK ? printed : broken;
}

nbb_status nbb_command_render(const nbb_options *options, nbbgen_job *job)
{
    const char *drawing;
    size_t length;
    bool is_picture = options->output != NULL;
    NBB_TRY(nbb_outputs_check(options));
    NBB_TRY(nbb_client_status(job, nbbgen_draw(job, is_picture ? "cells" : "text", &drawing, &length)));
    NBB_RETURN_IF(is_picture, nbb_outputs_put(options->output, drawing, length, "a picture"));
    fwrite(drawing, 1, length, stdout); /* main asks whether the output could be written */
    return NBB_OK;
}

/* With --json standard output is the object's. Without a file the kernels are made all the same: what is wrong with
   them is told. */
static nbb_status write_form(const nbb_options *options, nbbgen_job *job)
{
    const char *bytes;
    size_t length;
    NBB_TRY(nbb_client_status(job, nbbgen_emit(job, &bytes, &length)));
    NBB_RETURN_IF(nbb_is_file(options->output), nbb_outputs_put(options->output, bytes, length, "what is emitted"));
    return options->json || fwrite(bytes, 1, length, stdout) == length
               ? NBB_OK
               : nbb_fail(NBB_ERROR_RUN, "standard output cannot be written");
}

/* A path as make and ninja read it. */
static void add_path(nbb_text *rule, const char *path)
{
    for (; *path != '\0'; ++path) {
        nbb_text_add(rule, "%s%c", *path == '$' ? "$" : strchr(" #", *path) != NULL ? "\\" : "", *path);
    }
}

static nbb_status emit(const nbb_options *options, nbbgen_job *job, const nbb_list *files)
{
    NBB_TRY(nbb_client_status(job, nbbgen_plan(job)));
    NBB_TRY(write_form(options, job));
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
    if (options->json) {
        /* How they are called, and the file that has them. */
        const char *kernels = nbbgen_kernels(job);
        json_t *object = kernels != NULL ? json_loads(kernels, 0, NULL) : NULL;
        NBB_RETURN_IF(kernels == NULL, nbb_client_status(job, NBBGEN_ERROR_RUN));
        NBB_JSON_SET_IF(object != NULL && options->output != NULL, object, "file", nbb_json_text(options->output));
        return nbb_print_json(nbb_json_whole(object));
    }
    return NBB_OK;
}

nbb_status nbb_command_emit(const nbb_options *options, nbbgen_job *job)
{
    NBB_LOCAL_LIST files = { NULL, 0 };
    NBB_REFUSE_IF(options->depfile != NULL && !nbb_is_file(options->output),
                  "--depfile %s needs --output FILE, whose sources it lists", options->depfile);
    NBB_REFUSE_IF(options->json && options->output != NULL && !nbb_is_file(options->output),
                  "--json and --output -: standard output has room for one of them; name a file");
    NBB_TRY(nbb_outputs_check(options));
    nbb_reads_note(options->depfile != NULL ? &files : NULL);
    nbb_status status = emit(options, job, &files);
    nbb_reads_note(NULL);
    return status;
}

/* Fails, with the code of the first, where something is missing that each machine should have. */
static nbb_status judge(const json_t *object)
{
    const char *what;
    json_t *finding;
    NBB_LOCAL_TEXT missing = NBB_TEXT_EMPTY;
    nbb_status status = NBB_OK;
    json_object_foreach ((json_t *)object, what, finding) {
        nbb_status code = (nbb_status)json_integer_value(json_object_get(finding, "code"));
        if (code != NBB_OK) {
            nbb_text_add(&missing, "%s%s", missing.length > 0 ? ", " : "", what);
        }
        status = status == NBB_OK ? code : status;
    }
    if (status != NBB_OK) {
        nbb_fail(status, "not usable: %s", nbb_text_string(&missing));
    }
    return status;
}

nbb_status nbb_command_doctor(const nbb_options *options, nbbgen_job *job)
{
    json_t *object;
    NBB_TRY(nbb_client_ask(job, nbbgen_doctor, &object));
    nbb_status status = judge(object), printed = nbb_print_value(options, object, "doctor");
    return status != NBB_OK ? status : printed;
}
