/* command_show.c - fractals described, and domains drawn: list, info, render. */
#include "cli/commands.h"

#include "cli/client.h"
#include "cli/outputs.h"
#include "cli/print_json.h"
#include "cli/show.h"
#include "cli/show_ranks.h"
#include "gen/base/json.h"
#include "gen/base/say.h"
#include "library/request.h"
#include "runtime/run/picture.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TERMINAL_SIDE = 128 };

/* Fails when an option was given that is of no definition, or of a program where none is. */
static nbb_status check_info(const nbb_options *options)
{
    static const char *const of_programs[] = { "set", "neighbours" };
    for (int i = 0; i < 2; ++i) {
        if (nbb_options_given(options, of_programs[i]) && options->program_name == NULL) {
            return nbb_fail(NBB_ERROR_USAGE, "--%s has no effect without --program", of_programs[i]);
        }
    }
    bool is_sized = nbb_options_given(options, "r") || nbb_options_given(options, "n");
    if (options->ranks > 0 && (options->program_name != NULL || !is_sized)) {
        return nbb_fail(NBB_ERROR_USAGE,
                        "--ranks %d: it is counted for an automaton on a fractal of level --r, or on a simplex"
                        " of side --n",
                        options->ranks);
    }
    static const char *const of_volumes[] = { "m", "ratio", "arity", "n0" };
    for (int i = 0; i < 4; ++i) {
        if (nbb_options_given(options, of_volumes[i])) {
            return nbb_fail(NBB_ERROR_USAGE, "--%s has no effect on %s: it is of 'nbbgen info simplex'",
                            of_volumes[i], options->subject);
        }
    }
    return NBB_OK;
}

/* The definition's file again, for what the library does not tell of it: the maps' picture, the ranks' shares. What
   there is to remark was, as it was described. */
static nbb_status read_again(const nbb_options *options, nbb_definition *definition)
{
    nbb_options again = *options;
    again.quiet = true;
    return options->png != NULL || options->ranks > 0 ? nbb_options_definition(&again, definition) : NBB_OK;
}

/* A picture that fails leaves nothing printed. */
static nbb_status draw_maps(const nbb_options *options, const nbb_definition *definition, json_t *object)
{
    bool is_level = json_object_get(object, "layout") != NULL && json_object_get(object, "r") != NULL;
    if (!is_level) {
        return nbb_fail(NBB_ERROR_USAGE, "--png: the maps are drawn of a fractal with --r, and without --program");
    }
    nbb_json_set(object, "files", nbb_outputs_describe(options, NULL));
    return nbb_show_maps(&definition->fractal, options->r, options->png);
}

static nbb_status show(const nbb_options *options, const nbb_definition *definition, json_t *object)
{
    NBB_TRY(options->png != NULL ? draw_maps(options, definition, object) : NBB_OK);
    if (!options->json && options->program_name != NULL) {
        nbb_show_program(object);
    } else if (!options->json) {
        nbb_show_definition(object);
    }
    if (options->ranks == 0) {
        return NBB_OK;
    }
    bool is_simplex = definition->kind == NBB_KIND_SIMPLEX;
    nbb_domain domain = nbb_definition_domain(definition, is_simplex ? options->n : options->r);
    return nbb_show_ranks(options, &domain, options->json ? object : NULL);
}

static nbb_status describe(const nbb_options *options, nbbgen_job *job)
{
    const char *json;
    json_t *object;
    nbbgen_status returned = nbbgen_info(job, &json);
    NBB_TRY(nbb_client_value(job, returned, json, &object));
    nbb_definition definition = { 0 };
    nbb_status status = read_again(options, &definition);
    status = status == NBB_OK ? show(options, &definition, object) : status;
    nbb_definition_free(&definition);
    if (status == NBB_OK && options->json) {
        return nbb_print_json(object);
    }
    json_decref(nbb_json_whole(object));
    return status;
}

nbb_status nbb_command_info(const nbb_options *options)
{
    nbbgen_job *job = NULL;
    if (strcmp(options->subject, "simplex") == 0) {
        return nbb_show_volumes(options);
    }
    NBB_TRY(check_info(options));
    nbb_status status = nbb_client_open(options, &job);
    status = status == NBB_OK ? describe(options, job) : status;
    return nbb_client_close(job, status);
}

/* The failure that stands for a broken file becomes this thread's; the one before it is told. */
static nbb_status take_broken(const json_t *error, nbb_status before)
{
    const char *file = nbb_show_text(error, "file");
    if (before != NBB_OK) {
        nbb_say("%s: %s", nbb_status_text(before), nbb_message());
    }
    nbb_failed failure = { .status = (nbb_status)nbb_show_number(error, "code"),
                           .message = strdup(nbb_show_text(error, "message")),
                           .file = file != NULL ? strdup(file) : NULL,
                           .line = (int)nbb_show_number(error, "line") };
    return nbb_failure_give(&failure);
}

static nbb_status list(const nbb_options *options, nbbgen_job *job)
{
    const char *json;
    json_t *rows, *row;
    size_t i;
    nbbgen_status returned = nbbgen_list(job, &json);
    NBB_TRY(nbb_client_value(job, returned, json, &rows));
    nbb_status broken = NBB_OK;
    json_array_foreach(rows, i, row)
    {
        const json_t *error = json_object_get(row, "error");
        if (error != NULL) {
            broken = take_broken(error, broken);
        } else if (!options->json) {
            nbb_show_row(row);
        }
    }
    if (!options->json) {
        json_decref(rows);
        return broken;
    }
    nbb_status status = nbb_print_json(rows);
    return status == NBB_OK ? broken : status;
}

nbb_status nbb_command_list(const nbb_options *options)
{
    nbbgen_job *job = NULL;
    nbb_status status = nbb_client_begin(&job);
    status = status == NBB_OK ? list(options, job) : status;
    return nbb_client_close(job, status);
}

/* The domain in characters, for a terminal. */
static nbb_status draw_text(const nbb_domain *domain)
{
    nbb_vector n = nbb_domain_side(domain);
    const char *size = nbb_domain_size_name(domain);
    if (n.at[0] > TERMINAL_SIDE || n.at[1] > TERMINAL_SIDE) {
        return nbb_fail(NBB_ERROR_USAGE,
                        "%s at %s = %" PRId64 " is %" PRId64 " x %" PRId64 " cells, too wide for"
                        " text (%d); name a PNG file with -o",
                        nbb_domain_name(domain), size, domain->size, n.at[0], n.at[1], TERMINAL_SIDE);
    }
    for (int64_t y = 0; y < n.at[1]; ++y) {
        for (int64_t x = 0; x < n.at[0]; ++x) {
            fputs(nbb_domain_member(domain, (nbb_vector){ { x, y } }) ? "##" : "  ", stdout);
        }
        putchar('\n');
    }
    return NBB_OK;
}

static nbb_status draw_picture(const nbb_domain *domain, const char *path)
{
    nbb_picture_size size = nbb_picture_fit(nbb_domain_side(domain));
    uint64_t *cells = NULL;
    nbb_status status = nbb_picture_count(domain, size, &cells);
    if (status == NBB_OK) {
        status = nbb_picture_write(path, size, cells, NULL);
    }
    free(cells);
    if (status == NBB_OK && size.scale > 1) {
        nbb_say("%s: scaled down, a pixel stands for %u x %u cells", path, size.scale, size.scale);
    }
    return status;
}

nbb_status nbb_command_render(const nbb_options *options)
{
    nbb_definition definition = { 0 };
    NBB_TRY(nbb_outputs_check(options));
    NBB_TRY(nbb_options_definition(options, &definition));
    nbb_domain domain = nbb_definition_domain(&definition, 0);
    nbb_status status = nbb_options_domain(options, &domain);
    if (status == NBB_OK) {
        status = options->output != NULL ? draw_picture(&domain, options->output) : draw_text(&domain);
    }
    nbb_definition_free(&definition);
    return status;
}
