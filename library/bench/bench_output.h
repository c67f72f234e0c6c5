/* bench_output.h - writes a bench where its options say, or prints it in a form. */
#ifndef NBB_BENCH_OUTPUT_H
#define NBB_BENCH_OUTPUT_H

#include "library/bench/benching.h"

/* Finds out before a long bench, not after it, that an output cannot be had. Fails (usage) on options that contradict
   each other, (run) on a file that cannot be created. */
nbb_status nbb_bench_check_outputs(const nbb_options *options);

/* Writes the files that were asked for; not what is for standard output, "-". JSON also tells the files, and the
   failure that ended the bench. */
nbb_status nbb_bench_write_outputs(const nbb_options *options, const nbb_benched *made);

/* Writes the file of --resume, whole or not at all. */
nbb_status nbb_bench_write_json(const nbb_options *options, const char *path, const nbb_benched *made);

/* Appends the bench as "text", the table for people, "json", "csv", "markdown" or "svg". Fails (usage) on others. */
nbb_status nbb_bench_print_as(const char *form, const nbb_options *options, const nbb_benched *made, nbb_text *text);

#endif
