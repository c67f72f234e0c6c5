/* emit_json.h - how emitted kernels are called, as JSON: `emit --json`. */
#ifndef NBB_EMIT_JSON_H
#define NBB_EMIT_JSON_H

#include "library/options.h"

/* Prints the object to standard output. Fails (usage) as nbb_plan_fill_arguments does. */
nbb_status nbb_emit_json(const nbb_options *options, const nbb_plan *plan);

#endif
