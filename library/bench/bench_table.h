/* bench_table.h - a whole bench, as its options say it, in the forms and to the files that they ask for. */
#pragma once

#include "library/bench/bench_rows.h"
#include "library/options.h"
#include "runtime/device/ranks.h"

/* What a bench came to. Zeroed, it is none. */
typedef struct nbb_benched {
    json_t *bench;
    json_t *error; /* the failure that ended it early, or NULL */
    bool is_there; /* there are rows to report: of several ranks the first one has them */
} nbb_benched;

/* Finds out before a long bench, not after it, that an output cannot be had. Fails (usage) on options that contradict
   each other, (run) on a file that cannot be created. */
nbb_status nbb_bench_check_outputs(const nbb_options *options);

/* Writes the files that were asked for; not what is for standard output, "-". JSON also tells the files, and the
   failure that ended the bench. */
nbb_status nbb_bench_write_outputs(const nbb_options *options, const nbb_benched *made);

/* Appends the bench as "text", the table for people, "json", "csv", "markdown" or "svg"; fails (usage) on others. Or
   writes it to a file, whole or not at all. */
nbb_status nbb_bench_print_as(const char *form, const nbb_options *options, const nbb_benched *made, nbb_text *text);
nbb_status nbb_bench_write(const char *form, const char *path, const nbb_options *options, const nbb_benched *made);

/* --- a whole bench, as its options say it --- */

/* Who hears of each row once it was measured or skipped. */
typedef struct nbb_bench_hearing {
    nbb_status (*tell)(void *context, const json_t *bench, const json_t *row);
    void *context;
} nbb_bench_hearing;

/* Does it, by `ranks` or alone (NULL), and writes its files. nbb_benched_free is due in every case; a failure may
   leave rows. */
nbb_status nbb_benched_make(const nbb_options *options, nbb_ranks *ranks, const nbb_bench_hearing *hearing,
                            nbb_benched *made);

void nbb_benched_free(nbb_benched *made);
