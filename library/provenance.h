/* provenance.h - where results come from. */
#pragma once

#include "library/options.h"
#include "runtime/run/run.h"

#include <jansson.h>

/* {version, commit, command, fractal or simplex, r or n, program, program_hash (of its one form, without values),
   param, seed, init_seed}; of what is no program without these. Of an ensemble also ensemble, its copies in words;
   seed is the first of them, and param without what is swept. */
json_t *nbb_provenance(const nbb_options *options, const nbb_run *run);
