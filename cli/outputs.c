/* outputs.c - finds outputs that would overwrite each other. */
#include "cli/outputs.h"

#include "gen/base/json.h"
#include "runtime/run/drawing.h"

#include <libgen.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* The file that a path leads to, through links: of one that is not there yet, by its folder. */
static void resolve(const char *path, char resolved[PATH_MAX])
{
    char folder[PATH_MAX], name[PATH_MAX], whole[PATH_MAX];
    if (realpath(path, resolved) != NULL) {
        return;
    }
    snprintf(folder, sizeof folder, "%s", path);
    snprintf(name, sizeof name, "%s", path);
    if (realpath(dirname(folder), whole) == NULL
        || snprintf(resolved, PATH_MAX, "%s/%s", whole, basename(name)) >= PATH_MAX) {
        snprintf(resolved, PATH_MAX, "%s", path);
    }
}

typedef struct output {
    const char *option, *path;
    bool by_field; /* a file for each of a program's fields, if it has several */
} output;
enum { OUTPUTS = 11 };

static void list_outputs(const nbb_options *options, output outputs[OUTPUTS])
{
    bool is_bench = options->command == NBB_COMMAND_BENCH;
    const output all[OUTPUTS] = {
        { "output", options->output, false },
        { "png", options->png, true },
        { "npy", options->npy, true },
        { "rle", options->rle, true },
        { "series", options->series, false },
        { "csv", options->csv, false },
        { "plot", options->plot, false },
        { "apng", options->apng, true },
        { "json", options->json_file, false },
        { "markdown", options->markdown, false },
        { "resume", is_bench ? options->resume : NULL, false },
    };
    memcpy(outputs, all, sizeof all);
}

static bool is_file(const char *path)
{
    return path != NULL && strcmp(path, "-") != 0;
}

nbb_status nbb_outputs_check(const nbb_options *options)
{
    output outputs[OUTPUTS];
    char resolved[OUTPUTS][PATH_MAX];
    list_outputs(options, outputs);
    for (int i = 0; i < OUTPUTS; ++i) {
        resolved[i][0] = '\0';
        if (!is_file(outputs[i].path) || strncmp(outputs[i].path, "/dev/", 5) == 0) {
            continue;
        }
        resolve(outputs[i].path, resolved[i]);
        for (int j = 0; j < i; ++j) {
            if (strcmp(resolved[i], resolved[j]) == 0) {
                return nbb_fail(NBB_ERROR_USAGE, "--%s %s and --%s %s are the same file: give each one of its own",
                                outputs[j].option, outputs[j].path, outputs[i].option, outputs[i].path);
            }
        }
    }
    return NBB_OK;
}

static void add_path(json_t *list, const char *option, const nbb_field *field, const char *path)
{
    nbb_text name = NBB_TEXT_EMPTY;
    nbb_field_path(field, path, &name);
    nbb_json_add(list, json_pack("{s:s, s:o}", "option", option, "path", nbb_json_take(&name)));
}

json_t *nbb_outputs_describe(const nbb_options *options, const nbb_program *program)
{
    json_t *list = json_array();
    output outputs[OUTPUTS];
    list_outputs(options, outputs);
    for (int i = 0; i < OUTPUTS; ++i) {
        bool several = outputs[i].by_field && program != NULL && program->field_count > 1;
        for (int field = 0; field < (several ? program->field_count : 1) && is_file(outputs[i].path); ++field) {
            add_path(list, outputs[i].option, several ? &program->fields[field] : NULL, outputs[i].path);
        }
    }
    if (options->frames != NULL) {
        add_path(list, "frames", NULL, options->frames);
    }
    if (options->checkpoint != NULL) {
        add_path(list, "checkpoint", NULL, options->checkpoint);
    }
    return list;
}
