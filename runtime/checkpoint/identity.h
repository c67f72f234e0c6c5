/* identity.h - what a state belongs to: the domain, the program or rule, parameters, the seed. A checkpoint holds it,
   and a run goes on from one only where it is the run's own. */
#ifndef NBB_IDENTITY_H
#define NBB_IDENTITY_H

#include "gen/plan/plan.h"

#include <jansson.h>

/* The plan's, as an object of texts and whole numbers; of a program's parameters one further inside. NULL: no memory.
   The caller has the reference. */
json_t *nbb_identity_of(const nbb_plan *plan, uint64_t seed);

/* Whether a parameter may differ: it was given a value deliberately. */
typedef bool nbb_identity_may_differ(const void *context, const char *parameter);

/* Fails (usage) where `there`, of the checkpoint at `path`, is not `here`: with every field that differs, and both
   values. */
nbb_status nbb_identity_check(const char *path, const json_t *there, const json_t *here,
                              nbb_identity_may_differ *may_differ, const void *context);

#endif
