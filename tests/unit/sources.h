/* sources.h - plans printed, for the unit tests of their text. */
#ifndef NBB_TEST_SOURCES_H
#define NBB_TEST_SOURCES_H

#include "gen/source/source.h"

#define SOURCE_COMMAND "nbbgen emit vicsek --of --a --test"

/* The text of a plan; freed by the caller. */
static inline nbb_text print_plan(const nbb_plan *plan, bool standalone)
{
    nbb_text source = NBB_TEXT_EMPTY;
    nbb_source_request request = {
        .plan = plan, .command = SOURCE_COMMAND, .standalone = standalone, .steps = 3, .seed = 1, .threshold = 1 << 23
    };
    if (nbb_source_print(&request, &source) != NBB_OK) {
        fail_msg("%s: %s", plan->name, nbb_message());
    }
    return source;
}

#endif
