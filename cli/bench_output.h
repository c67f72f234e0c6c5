/* bench_output.h - writes a bench where its options say. */
#ifndef NBB_BENCH_OUTPUT_H
#define NBB_BENCH_OUTPUT_H

#include "runtime/bench/bench_rows.h"
#include "library/options.h"

/* Finds out before a long bench, not after it, that an output cannot be had. Fails (usage) on options that contradict
   each other, (run) on a file that cannot be created. */
nbb_status nbb_bench_check_outputs(const nbb_options *options);

/* Writes all that was asked for; the table goes to standard output unless something else does. JSON also tells the
   files, and the failure that ended the bench, unless it is NULL. */
nbb_status nbb_bench_write_outputs(const nbb_options *options, const nbb_bench *bench, const nbb_failed *failure);

/* Writes the file of --resume, whole or not at all. */
nbb_status nbb_bench_write_json(const nbb_options *options, const char *path, const nbb_bench *bench,
                                const nbb_failed *failure);

#endif
