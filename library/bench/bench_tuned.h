/* bench_tuned.h - the best choices that `nbbgen bench --tune` found, kept as a bench's JSON in tuned.json of the
   cache's folder: a row for each device, fractal or simplex, size, workload, rule and map, and a card for each
   device. */
#pragma once

#include "library/bench/bench_rows.h"

/* Keeps the row in place of the one that it is comparable to and whose map is the same; `path` becomes the file.
   Fails where there is no cache folder (run), or the file is damaged (usage) or cannot be written. */
nbb_status nbb_tuned_remember(const nbb_bench_row *row, nbb_text *path);

/* Keeps a copy of the card in place of the device's. Fails as the other does. */
nbb_status nbb_tuned_remember_card(const nbb_bench_card *card, nbb_text *path);

/* Fills in the constants that were measured on a device and a remark on them, if any were; *found tells. */
nbb_status nbb_tuned_recall_card(const char *device, nbb_card *card, bool *found, nbb_text *remark);

/* Appends what was remembered for a plan's work and map on a device, as options of `nbbgen run` ("--tile 8"), and a
   remark on when and by which version. Where there is none, a plan that was made by a measured card is the choice,
   and nothing is appended to `choice`; any other fails (usage). */
nbb_status nbb_tuned_recall(const char *device, const nbb_plan *plan, nbb_text *choice, nbb_text *remark);
