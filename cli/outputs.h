/* outputs.h - the files that a run writes. */
#ifndef NBB_OUTPUTS_H
#define NBB_OUTPUTS_H

#include "library/options.h"
#include "gen/program/program.h"

#include <jansson.h>

/* Fails (usage) where two options name the same file, of which one would be lost. */
nbb_status nbb_outputs_check(const nbb_options *options);

/* [{ "option", "path" }] of what was written; of a program's several fields each file. --frames and --checkpoint name
   folders. */
json_t *nbb_outputs_describe(const nbb_options *options, const nbb_program *program);

#endif
