/* job_given.h - --init: which fields' first values come from which files. */
#ifndef NBB_JOB_GIVEN_H
#define NBB_JOB_GIVEN_H

#include "library/options.h"
#include "runtime/run/given.h"

/* Reads the files of --init. Fails (usage) on a field that the state has not, on one that
   is given twice, where a file alone is given for one of several fields, and on options that say nothing beside
   --init. nbb_given_free is due in every case. */
nbb_status nbb_options_read_given(const nbb_options *options, const nbb_domain *domain, nbb_given_fields *given);

#endif
