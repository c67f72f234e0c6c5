/* bench_tuned.h - the best choices that `nbbgen bench --tune` found, kept as a bench's JSON in tuned.json of the
   cache's folder: a row for each device, fractal or simplex, size, workload, rule and map. */
#ifndef NBB_BENCH_TUNED_H
#define NBB_BENCH_TUNED_H

#include "runtime/bench/bench_rows.h"

/* Keeps the row in place of the one that it is comparable to and whose map is the same; `path` becomes the file.
   Fails where there is no cache folder (run), or the file is damaged (usage) or cannot be written. */
nbb_status nbb_tuned_remember(const nbb_bench_row *row, nbb_text *path);

/* Appends what was remembered for a plan's work and map on a device, as options of `nbbgen run` ("--tile 8"), and a
   remark on when and by which version. Fails (usage) when nothing was. */
nbb_status nbb_tuned_recall(const char *device, const nbb_plan *plan, nbb_text *choice, nbb_text *remark);

#endif
