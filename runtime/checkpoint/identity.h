/* identity.h - the identity of a state's run: the domain, the program or rule, its first state, parameters, the
   seed. A checkpoint holds it, and a run goes on from one only where it is the run's own. */
#pragma once

#include "runtime/run/run.h"

#include <jansson.h>

/* The plan's, as an object of texts and whole numbers; of parameters and files one further inside. NULL: no memory.
   The caller has the reference. */
json_t *nbb_identity_of(const nbb_plan *plan, uint64_t seed, const nbb_run_origin *origin);

/* What an identity says of a state's origin. */
nbb_run_origin nbb_identity_origin(const json_t *identity, const nbb_program *program);

/* Whether a parameter may differ: it was given a value deliberately. */
typedef bool nbb_identity_may_differ(const void *context, const char *parameter);

/* Fails (usage) where `there`, of the checkpoint at `path`, is not `here`: with every field that differs, and both
   values. Files of the first state may be missing here, and what was altered underway is not asked for. */
nbb_status nbb_identity_check(const char *path, const json_t *there, const json_t *here,
                              nbb_identity_may_differ *may_differ, const void *context);
