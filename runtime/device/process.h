/* process.h - runs a program without a shell and collects what it prints. */
#pragma once

#include "gen/base/base.h"

/* Runs the command in `folder` (NULL: here), which is its temporary folder too, its input empty, and appends its
   output and error output to `output`. `exit_code` is 128 + the signal's number for a program that a signal ended.
   Fails (device) if it cannot be run. */
nbb_status nbb_process_run(const nbb_list *words, const char *folder, nbb_text *output, int *exit_code);

/* The same of a program that need not be there. Fails (device) with `purpose`, the reason and `advice` if it cannot
   be run, and with its output if it fails. */
nbb_status nbb_process_need(const nbb_list *words, const char *folder, const char *purpose, const char *advice);

/* This program's environment with another value of a variable, "NAME=...". NULL without memory; the caller frees the
   array, not what it points at. */
char **nbb_process_environment(char *variable);
