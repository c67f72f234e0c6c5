/* print_json.h - the one JSON value that a command with --json prints: what it found, or {"error": ...}. */
#ifndef NBB_PRINT_JSON_H
#define NBB_PRINT_JSON_H

#include "library/options.h"

#include <jansson.h>

/* Prints a report to standard output: that value, or where none is asked for there another form. */
void nbb_print_report(const char *bytes, size_t length);

/* Prints the value, which it takes, to standard output. NULL stands for a failed allocation. */
nbb_status nbb_print_json(json_t *value);

/* Prints {"error": ...} for the thread's last failure if the command line, from the command's name on, asks for JSON
   and no report was printed. */
void nbb_print_failure(int argc, char **argv);

#endif
