/* command_show.c - the commands list, info, check and render. */
#include "cli/commands.h"

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
    json_array_foreach(rows, i, row)
    {
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
    if (is_picture) {
        return nbb_outputs_put(options->output, drawing, length, "a picture");
    }
    fwrite(drawing, 1, length, stdout); /* main asks whether the output could be written */
    return NBB_OK;
}
