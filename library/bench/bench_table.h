/* bench_table.h - a bench in all forms: fields for programs; for people a table, for a terminal or as Markdown, and a
   figure. */
#pragma once

#include "library/bench/bench_rows.h"
#include "library/options.h"
#include "library/page.h"
#include "runtime/device/ranks.h"

/* --- with every field: as a JSON file, written for others and read again by --resume, and as comma-separated values
   (bench_fields.c) ---

   { "schema": 2, "program": "nbbgen 0.1.0", "commit": ..., "date": when this bench began, "command": ...,
     "devices": [ { "name", "driver", "copy", "write", "read" } ],
     "cards": [ { the texts of nbb_bench_card, and a number for each constant that was measured } ],
     "rows": [ { the fields of bench_rows.h, and what follows from them: derived_names of library/pages/rows.lua } ] }

   A row without figures has "skipped" with the reason instead. What cannot be told is null: a share without a rate, a
   speed-up without bb. "doubt" is null or a word of rows.lua. A row that --resume kept tells its own commit,
   driver and time. `cards` is empty but for --tune, and a file without it is read as one with none. */

enum { NBB_BENCH_FILE_MAX = 256 << 20 }; /* bytes of a file that is read */

/* The whole, to which a command may add; NULL where there is no memory. Then the file's text, appended. */
json_t *nbb_bench_describe(const nbb_bench *bench);
nbb_status nbb_bench_print_json(const nbb_bench *bench, nbb_text *text);

/* A row, by itself; what compares it with others, by those that the bench has so far. */
json_t *nbb_bench_describe_row(const nbb_bench *bench, const nbb_bench_row *row);

/* Fewer rounds tell no spread; and how often a doubted row is measured again at most. */
enum { NBB_BENCH_ROUNDS_MIN = 5, NBB_BENCH_AGAIN_MAX = 2 };

/* Whether a row of the bench is to be measured again: it is doubted, not for having the few samples that were asked
   for, and was not measured again too often. */
bool nbb_bench_is_to_repeat(const nbb_bench *bench, const nbb_bench_row *row);

/* Adds the cards and the rows with figures that the file at `path` holds; if it is to be shown, all its rows, its
   devices and what it says of its making, for a table or a plot of it. Fails (usage) on a file that is none of a
   bench, with what is wrong and in which row or card. */
nbb_status nbb_bench_read_json(const char *path, bool is_shown, nbb_bench *bench);

/* The same for the file's text; `path` names it in messages. */
nbb_status nbb_bench_parse_json(const char *path, const nbb_text *content, bool is_shown, nbb_bench *bench);

/* Appends a page of library/pages/bench.lua or plot.lua: a table for people, "text" or "markdown", "csv", or "bench",
   the script of gnuplot that draws it. */
nbb_status nbb_bench_print_page(const nbb_bench *bench, const nbb_page_script *script, const char *page,
                                nbb_text *text);

/* --- all of a bench, in the forms and to the files that options ask for (bench_output.c) --- */

/* What a bench came to. Zeroed, it is none. */
typedef struct nbb_benched {
    nbb_bench bench;
    nbb_text command;
    char date[32];
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
    nbb_status (*tell)(void *context, const nbb_bench *bench, const nbb_bench_row *row);
    void *context;
} nbb_bench_hearing;

/* Does it, by `ranks` or alone (NULL), and writes its files. nbb_benched_free is due in every case; a failure may
   leave rows. */
nbb_status nbb_benched_make(const nbb_options *options, nbb_ranks *ranks, const nbb_bench_hearing *hearing,
                            nbb_benched *made);

void nbb_benched_free(nbb_benched *made);
