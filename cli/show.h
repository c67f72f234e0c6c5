/* show.h - what commands print: JSON, or words about the values that the library tells (docs/schemas). */
#pragma once

#include "library/options.h"

/* An object's number or text of this name: 0 or NULL where it has none (show.c). */
int64_t nbb_show_number(const json_t *object, const char *name);
const char *nbb_show_text(const json_t *object, const char *name);

/* Prints the form. "{checked.tiles}" in it stands for a member, here of a member, "{s.0}" for an array's element;
   "{k:2}" and "{ratio:.4g}" as printf has %2 and %.4g, "{share*100:f}" and "{a/b:f}" for what that comes to;
   "{cells:s}" for "s", unless the number is 1; "{layout;, }" for all elements, ", " between. "[...|...|...]" stands
   for the first alternative whose members are all there and not null, or nothing; there "{n?}" holds if the member
   is neither null, false nor 0, "{n~}" if it is one of these. */
void nbb_show(const json_t *object, const char *form);

/* Prints a report to standard output: that value, or where none is asked for there another form. */
void nbb_print_report(const char *bytes, size_t length);

/* Prints the value, which it takes, to standard output. NULL stands for a failed allocation. */
nbb_status nbb_print_json(json_t *value);

/* The same where --json is given; else in words, by `show`. */
nbb_status nbb_print_value(const nbb_options *options, json_t *value, void (*show)(const json_t *));

/* Prints {"error": ...} for the thread's last failure if the command line, from the command's name on, asks for JSON
   and no report was printed. */
void nbb_print_failure(int argc, char **argv);
