/* option_outputs.h - the files that a run writes. */
#pragma once

#include "library/options.h"

#include <jansson.h>

/* Before the work, not after it: fails (usage) where two options name the same file, of which one would be lost, or
   an output what the work is made from, and (run) where a file cannot be had. */
nbb_status nbb_outputs_check(const nbb_options *options);

/* [{ "option", "path" }] of what was written; of a program's several fields each file. --frames and --checkpoint name
   folders. */
json_t *nbb_outputs_describe(const nbb_options *options, const nbb_program *program);

/* What the library made, `what` for messages, becomes the file; one that fails leaves none. */
nbb_status nbb_outputs_put(const char *path, const char *bytes, size_t length, const char *what);
