/* commands.h - the function of each command; it gets a handle that has the options. */
#ifndef NBB_COMMANDS_H
#define NBB_COMMANDS_H

#include "cli/client.h"

/* Fractals and programs shown (command_show.c), kernels printed (command_emit.c), workloads run, or choices measured
   against each other, each by ranks, too (command_run.c), and the machine described (command_doctor.c). */
nbb_client_work nbb_command_list, nbb_command_info, nbb_command_check, nbb_command_render, nbb_command_emit,
    nbb_command_run, nbb_command_bench, nbb_command_doctor;

#endif
