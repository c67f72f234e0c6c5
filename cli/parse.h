/* parse.h - reads a command line into options. */
#pragma once

#include "library/options.h"

/* The command called `name`, or NBB_COMMAND_COUNT. */
nbb_command nbb_command_named(const char *name);

/* Parses argv[0..argc-1], where argv[0] is the command's name. Fails (usage) with the option, what was given and what
   is allowed, and the near miss of an unknown one. --help prints and ends the program. */
nbb_status nbb_options_parse(int argc, char **argv, nbb_command command, nbb_options *options);
