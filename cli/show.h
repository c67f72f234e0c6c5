/* show.h - what commands print: JSON, or words about the values that the library tells (docs/schemas). */
#pragma once

#include "library/options.h"

/* Prints a report to standard output: that value, or where none is asked for there another form. */
void nbb_print_report(const char *bytes, size_t length);

/* Prints the value, which it takes, to standard output. NULL stands for a failed allocation. */
nbb_status nbb_print_json(json_t *value);

/* The same where --json is given; else in words, by a page of show.lua. */
nbb_status nbb_print_value(const nbb_options *options, json_t *value, const char *page);

/* Prints {"error": ...} for the thread's last failure if the command line, from the command's name on, asks for JSON
   and no report was printed. */
void nbb_print_failure(int argc, char **argv);
