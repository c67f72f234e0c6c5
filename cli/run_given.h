/* run_given.h - --init: which fields' initial values come from which files. */
#ifndef NBB_RUN_GIVEN_H
#define NBB_RUN_GIVEN_H

#include "cli/options.h"
#include "runtime/run/given.h"

/* The fields that --init names, a bit each. Fails (usage) on a field that the program has not, on one that is given
   twice, and where a file alone is given for one of several fields. */
nbb_status nbb_options_given_fields(const nbb_options *options, const nbb_program *program, unsigned *fields);

/* Reads their files. nbb_given_free is due in every case. */
nbb_status nbb_options_read_given(const nbb_options *options, const nbb_domain *domain, nbb_given_fields *given);

#endif
