/* bench_fields.h - a bench with every field: as a JSON file, written for others and read again by --resume, and as
   comma-separated values.

   { "schema": 2, "program": "nbbgen 0.1.0", "commit": ..., "date": when this bench began, "command": ...,
     "devices": [ { "name", "driver", "copy", "write", "read" } ],
     "cards": [ { the texts of nbb_bench_card, and a number for each constant that was measured } ],
     "rows": [ { the fields of bench_rows.h, "cells_per_second", "share", "speedup", "memory_reduction", "doubt" } ] }

   A row without figures has "skipped" with the reason instead. What cannot be told is null: a share without a rate, a
   speed-up without bb. "doubt" is null or a word of bench_rows.h. A row that --resume kept tells its own commit,
   driver and time. `cards` is empty but for --tune, and a file without it is read as one with none. */
#ifndef NBB_BENCH_FIELDS_H
#define NBB_BENCH_FIELDS_H

#include "library/bench/bench_rows.h"

#include <jansson.h>

enum { NBB_BENCH_FILE_MAX = 256 << 20 };              /* bytes of a file that is read */

/* The whole, to which a command may add; NULL where there is no memory. Then the file's text, appended. */
json_t *nbb_bench_describe(const nbb_bench *bench);
nbb_status nbb_bench_print_json(const nbb_bench *bench, nbb_text *text);

/* A row, by itself; what compares it with others, by those that the bench has so far. */
json_t *nbb_bench_describe_row(const nbb_bench *bench, const nbb_bench_row *row);

/* Adds the cards and the rows with figures that the file at `path` holds; if it is to be shown, all its rows, its
   devices and what it says of its making, for a table or a plot of it. Fails (usage) on a file that is none of a
   bench, with what is wrong and in which row or card. */
nbb_status nbb_bench_read_json(const char *path, bool is_shown, nbb_bench *bench);

/* The same for the file's text; `path` names it in messages. */
nbb_status nbb_bench_parse_json(const char *path, const nbb_text *content, bool is_shown, nbb_bench *bench);

/* Appends a line of names, then one a row with every field of bench_rows.h, "skipped" and the derived figures; what
   cannot be told is empty. Quoted as RFC 4180 has it. */
nbb_status nbb_bench_print_csv(const nbb_bench *bench, nbb_text *text);

#endif
