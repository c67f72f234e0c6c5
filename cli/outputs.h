/* outputs.h - the files that a run writes. */
#ifndef NBB_OUTPUTS_H
#define NBB_OUTPUTS_H

#include "cli/options.h"

/* Fails (usage) where two options name the same file, of which one would be lost. */
nbb_status nbb_outputs_check(const nbb_options *options);

#endif
