/* outputs.c - finds outputs that would overwrite each other. */
#include "cli/outputs.h"

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

nbb_status nbb_outputs_check(const nbb_options *options)
{
    const struct {
        const char *option, *path;
    } outputs[] = { { "png", options->png },       { "npy", options->npy },        { "rle", options->rle },
                    { "series", options->series }, { "csv", options->csv },        { "plot", options->plot },
                    { "apng", options->apng },     { "json", options->json_file }, { "markdown", options->markdown },
                    { "resume", options->resume } };
    enum { OUTPUTS = sizeof outputs / sizeof outputs[0] };
    char resolved[OUTPUTS][PATH_MAX];
    for (int i = 0; i < OUTPUTS; ++i) {
        if (outputs[i].path == NULL || strcmp(outputs[i].path, "-") == 0
            || strncmp(outputs[i].path, "/dev/", 5) == 0) {
            resolved[i][0] = '\0';
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
