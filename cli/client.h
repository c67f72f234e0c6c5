/* client.h - handles of the library, and the commands that work by them. */
#pragma once

#include "library/nbbgen.h"
#include "library/options.h"

struct nbb_ranks;

/* What a command does by a handle that its options describe. */
typedef nbb_status nbb_client_work(const nbb_options *options, nbbgen_job *job);

/* Does it by a handle that says what it has to say on standard error, and that signals stop: one at a time. `ranks`
   share it, or NULL. */
nbb_status nbb_client_do(const nbb_options *options, struct nbb_ranks *ranks, nbb_client_work *work);

/* What a function of the library returned; a failure becomes this thread's. */
nbb_status nbb_client_status(const nbbgen_job *job, nbbgen_status returned);

/* nbb_client_status of what did the work of a command: its bar is gone. */
nbb_status nbb_client_done(const nbbgen_job *job, nbbgen_status returned);

/* Fails (run) once a signal came: whoever waits asks again and again. */
nbb_status nbb_client_check(void);

/* Prints the report, if there is one, in a form of nbbgen_report. Returns `status`, the work's, whose message stays,
   or why there is no report. */
nbb_status nbb_client_report(nbbgen_job *job, const char *form, nbb_status status);

/* nbb_client_status of a function that tells something as JSON: the value, to be freed, or NULL after a failure. */
nbb_status nbb_client_ask(nbbgen_job *job, nbbgen_status (*tell)(nbbgen_job *, const char **), json_t **value);

/* The function of each command. Fractals and programs shown (command_show.c), kernels printed (command_emit.c),
   workloads run, or choices measured against each other, each by ranks, too (command_run.c), the machine described
   (command_doctor.c), runs looked at (view.c). */
nbb_client_work nbb_command_list, nbb_command_info, nbb_command_check, nbb_command_render, nbb_command_emit,
    nbb_command_run, nbb_command_bench, nbb_command_doctor, nbb_command_view;
