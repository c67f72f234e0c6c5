/* process.h - runs a program without a shell and collects what it prints. */
#pragma once

#include "gen/base/base.h"

/* A command line is a text of words, each with its terminating 0. These add one word; or the words of `text`, which
   blanks part (there is no quoting). */
void nbb_process_word(nbb_text *words, const char *word);
void nbb_process_words(nbb_text *words, const char *text);

/* Runs the command in `folder` (NULL: here), which is its temporary folder too, its input empty, and appends its
   output and error output to `output`. `exit_code` is 128 + the signal's number for a program that a signal ended.
   Fails (device) if it cannot be run. */
nbb_status nbb_process_run(const nbb_text *words, const char *folder, nbb_text *output, int *exit_code);

/* The same of a program that need not be there. Fails (device) with `purpose`, the reason and `advice` if it cannot
   be run, and with its output if it fails. */
nbb_status nbb_process_need(const nbb_text *words, const char *folder, const char *purpose, const char *advice);

/* The words as argv, NULL at its end; and this program's environment with another value of a variable, "NAME=...".
   NULL without memory; the caller frees the arrays, not what they point at. */
char **nbb_process_arguments(const nbb_text *words);
char **nbb_process_environment(char *variable);
