/* bench_table.h - a whole bench, as its options say it, in the forms and to the files that they ask for. */
#pragma once

#include "library/bench/bench_rows.h"
#include "library/options.h"
#include "runtime/device/ranks.h"

/* Finds out before a long bench, not after it, that an output cannot be had. Fails (usage) on options that contradict
   each other, (run) on a file that cannot be created. */
nbb_status nbb_bench_check_outputs(const nbb_options *options);

/* Writes the files that were asked for; not what is for standard output, "-". */
nbb_status nbb_bench_write_outputs(const nbb_options *options, const json_t *bench);

/* Appends the bench as "text", the table for people, "json", "csv", "markdown" or "svg"; fails (usage) on others. Or
   writes it to a file, whole or not at all. */
nbb_status nbb_bench_print_as(const char *form, const json_t *bench, nbb_text *text);
nbb_status nbb_bench_write(const char *form, const char *path, const json_t *bench);

/* --- a whole bench, as its options say it --- */

/* Who hears of each row once it was measured or skipped. */
typedef struct nbb_bench_hearing {
    nbb_status (*tell)(void *context, const json_t *bench, const json_t *row);
    void *context;
} nbb_bench_hearing;

/* Does it, by `ranks` or alone (NULL), and writes its files. *bench is what there is to report, also after a failure,
   or NULL: of several ranks the first one has it. It tells the files too, and the failure that ended it. */
nbb_status nbb_bench_make(const nbb_options *options, nbb_ranks *ranks, const nbb_bench_hearing *hearing,
                          json_t **bench);
