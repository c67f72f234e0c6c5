/* commands.h - handles of the library, the commands that work by them, and `nbbgen help`. */
#pragma once

#include "library/nbbgen.h"
#include "library/options.h"
#include "runtime/base/json.h"
#include "runtime/device/ranks.h"

/* What a command does by a handle that its options describe. */
typedef nbb_status nbb_client_work(const nbb_options *options, nbbgen_job *job);

/* Does it by a handle that speaks on standard error and that signals stop. `ranks` share it, or NULL. */
nbb_status nbb_client_do(const nbb_options *options, nbb_ranks *ranks, nbb_client_work *work);

/* What a function of the library returned; a failure becomes this thread's. */
nbb_status nbb_client_status(const nbbgen_job *job, nbbgen_status returned);

/* nbb_client_status of what did the work of a command: its bar is gone. */
nbb_status nbb_client_done(const nbbgen_job *job, nbbgen_status returned);

/* Prints the report in a form of nbbgen_report. Returns the work's `status` and message, or why there is none. */
nbb_status nbb_client_report(nbbgen_job *job, const char *form, nbb_status status);

/* nbb_client_status of a function that describes as JSON: the value, to be freed, or NULL after a failure. */
nbb_status nbb_client_ask(nbbgen_job *job, nbbgen_status (*describe)(nbbgen_job *, const char **), json_t **value);

/* What the command of the options does; and view. */
nbb_client_work nbb_command_do, nbb_command_view;

/* --- what commands print: JSON, or words about the values that the library reports (docs/schemas) --- */

/* Prints the value, which it takes, to standard output. NULL stands for a failed allocation. */
nbb_status nbb_print_json(json_t *value);

/* The same where --json is given; else in words, by a page of show.lua. */
nbb_status nbb_print_value(const nbb_options *options, json_t *value, const char *page);

/* Fails (run) where not all that was printed could be written. */
nbb_status nbb_print_end(void);

/* Prints {"error": ...} for the last failure where the command's words ask for JSON and no report was printed. */
void nbb_print_failure(int argc, char **argv);

/* --- a progress bar on standard error, for a person who waits ---

   Nothing is printed unless standard error is a terminal and the work has lasted half a second. One bar at a time. */

/* `done` of `total` equal parts are done; draws ten times a second at most. A work begins with the first call, or
   where less is done than before; a total of 0 ends it. */
void nbb_progress_show(const char *label, int64_t done, int64_t total);

/* Ends it: the bar is wiped. */
void nbb_progress_wipe(void);

/* --- the ranks that share a run: all do the same, and the first one speaks and writes for them --- */

/* nbb_client_do by the ranks, which it finds or starts. On another than the first one, `options` and files are silent
   from here on. Where the --device of a bench lists several of "cuda:N" and "cuda:all", these are
   numbers of GPUs: it becomes the set that the largest one needs, and --ranks the numbers. Fails (usage) on what
   ranks have no part for; of a bench on 0, on --ranks beside a list, and where several ranks have more than one
   device each or search. Of several ranks a failure is reported and ends all, here. */
nbb_status nbb_run_ranks_do(nbb_options *options, nbb_client_work *work);

/* Whether this rank reports a failure from before the ranks were joined: all have it, and rank 0 reports it. */
bool nbb_run_ranks_speaks(void);

/* --- `nbbgen help`: the commands, their options, and the pages of docs/ as topics --- */

/* What there is to say of commands and options: "version", "commands" and "rows", each of one of "groups", and
   "former", pairs of names. */
json_t *nbb_describe_manual(void);

/* Prints a command's options, as --help, --help-all or --usage asks for them, and ends the program. */
nbb_status nbb_help_command(nbb_command command, const char *asked);

/* Prints what may stand in the place of the last of these words, at least one, behind the program's name: for shells
   (cli/package/nbbgen.bash, nbbgen.fish, _nbbgen), by page "complete" of help.lua. */
nbb_status nbb_help_complete(int count, char **words);

/* Prints the options of the command of this name, or this page, without what only a browser shows; of NULL, all of
   them. Fails (usage) where there is none, with what is near. */
nbb_status nbb_help(const char *topic);

/* Fails (usage) on a word that is no topic, or where these are NULL no command, with what is near to it. */
nbb_status nbb_help_unknown(const char *word, const nbb_list *topics);

/* --- reads a command line into options --- */

/* Parses argv[0..argc-1], where argv[0] is the command's name. Fails (usage) with the option, what was given and what
   is allowed, and the near miss of an unknown one. --help prints and ends the program. */
nbb_status nbb_options_parse(int argc, char **argv, nbb_command command, nbb_options *options);
