/* rows.h - a file that grows by whole rows while a run goes on: comma-separated values, or a JSON object a line.

   Whoever reads the file meanwhile, or after the run was ended, finds whole lines. A row that cannot be written
   whole,
   the disk being full, is taken back. */
#pragma once

#include "runtime/run/observe.h"

typedef struct nbb_rows {
    const char *path;
    int file; /* its descriptor, or -1 */
    bool is_json;
    int64_t whole;  /* bytes in the file */
    int64_t begins; /* the first number of its first row that was there; -1: none was */
    nbb_list columns;
    size_t names;    /* where the line of names begins among those in front of rows */
    nbb_text pending; /* rows that are not written yet */
} nbb_rows;

/* Fails (usage) when the name ends neither in .csv nor in .json, and when it is "-"; `option` ("series") is named. */
nbb_status nbb_rows_check(const char *option, const char *path);

/* Creates the file, with a line of where it comes from, unless `provenance`, JSON, is NULL: "# {...}", or
   {"provenance": {...}}; and with a line of column names if it is CSV. `path` must live until nbb_rows_close. Fails
   (run); then nothing is held. */
nbb_status nbb_rows_open(const char *path, const nbb_list *columns, const char *provenance, nbb_rows *rows);

/* The same, but past step 0 it goes on with the file of a run that ended early: rows whose first number, the step, is
   below `step` stay, and so does its line of where it comes from. Fails (usage) where the file has other columns, and
   where steps of `every` (every.h) are missing behind its first row. `before`: bytes in front that are of copies that
   are over, and stay. */
nbb_status nbb_rows_resume(const char *path, const nbb_list *columns, const char *provenance, int64_t before,
                           int64_t step, int64_t every, nbb_rows *rows);

/* Adds a row, a number a column. */
void nbb_rows_add(nbb_rows *rows, const nbb_number *numbers);

/* Writes the rows that were added. */
nbb_status nbb_rows_flush(nbb_rows *rows);

/* Waits until the disk has what was written. */
nbb_status nbb_rows_sync(const nbb_rows *rows);

/* Writes them, and ends; the file keeps its rows whatever `status` is. Returns `status`, or the failure to end. */
nbb_status nbb_rows_close(nbb_rows *rows, nbb_status status);

/* Appends the number: integers exactly, reals so that they read back to the same. What is no finite number is nan,
   inf
   or -inf, in JSON null. */
void nbb_number_print(nbb_number number, bool as_json, nbb_text *text);
