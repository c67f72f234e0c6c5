/* progress.h - a progress bar on standard error, for a person who waits.

   Nothing is printed unless standard error is a terminal and the work has lasted half a second. One bar at a time. */
#pragma once

#include <stdint.h>

/* `done` of `total` equal parts are done; draws ten times a second at most. A work begins with the first call, or
   where less is done than before; a total of 0 ends it. */
void nbb_progress_show(const char *label, int64_t done, int64_t total);

/* Ends it: the bar is wiped. */
void nbb_progress_wipe(void);
