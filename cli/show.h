/* show.h - what commands print: JSON, or words about the values that the library tells (docs/schemas). */
#ifndef NBB_SHOW_H
#define NBB_SHOW_H

#include "library/options.h"

#include <jansson.h>
#include <stdint.h>

/* An object's number or text of this name: 0 or NULL where it has none (show.c). */
int64_t nbb_show_number(const json_t *object, const char *name);
const char *nbb_show_text(const json_t *object, const char *name);

/* A row of `list`; `info` of a fractal or a simplex; what `check` found right in one; what `info` adds with --ranks;
   and `info simplex --m M`, of no definition: volumes of recursive sets (show_definition.c). */
void nbb_show_row(const json_t *row);
void nbb_show_definition(const json_t *object);
void nbb_show_checked(const json_t *object);
void nbb_show_ranks(const json_t *object);
void nbb_show_volumes(const json_t *object);

/* `info` of a program, and what `check` found right in it (show_program.c). */
void nbb_show_program(const json_t *object);
void nbb_show_checked_program(const json_t *object);

/* Prints a report to standard output: that value, or where none is asked for there another form. */
void nbb_print_report(const char *bytes, size_t length);

/* Prints the value, which it takes, to standard output. NULL stands for a failed allocation. */
nbb_status nbb_print_json(json_t *value);

/* Prints {"error": ...} for the thread's last failure if the command line, from the command's name on, asks for JSON
   and no report was printed. */
void nbb_print_failure(int argc, char **argv);

#endif
