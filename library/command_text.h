/* command_text.h - the command line of a plan as text, as a shell reads it back. */
#ifndef NBB_COMMAND_TEXT_H
#define NBB_COMMAND_TEXT_H

#include "gen/plan/plan.h"
#include "library/options.h"

/* Appends the command that emits the plan's source again; `standalone` as in source.h. */
void nbb_emit_command(const nbb_options *options, const nbb_plan *plan, bool standalone, nbb_text *command);

#endif
