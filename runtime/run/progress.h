/* progress.h - a progress bar on standard error, for a person who waits.

   Nothing is printed unless standard error is a terminal and the work has lasted half a second. One bar at a time. A
   thread with hooks (gen/base/hooks.h) prints none: they are told of the progress when they are asked whether to
   stop. */
#ifndef NBB_PROGRESS_H
#define NBB_PROGRESS_H

#include <stdint.h>

/* Begins a work of `total` equal parts. `label` must live until nbb_progress_end. */
void nbb_progress_start(const char *label, int64_t total);

/* `done` parts of the total are done. Cheap: draws ten times a second at most. Ignored when nothing was started. */
void nbb_progress_step(int64_t done);

/* No bar from now on: for a person who asked for quiet. */
void nbb_progress_disable(void);

/* Wipes the bar. */
void nbb_progress_end(void);

#endif
