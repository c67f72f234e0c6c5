/* commands.h - what each command does, given its options. */
#ifndef NBB_COMMANDS_H
#define NBB_COMMANDS_H

#include "library/options.h"

/* Fractals and programs shown: list, info, render (command_show.c), check (command_check.c). */
nbb_status nbb_command_list(const nbb_options *options);
nbb_status nbb_command_info(const nbb_options *options);
nbb_status nbb_command_check(const nbb_options *options);
nbb_status nbb_command_render(const nbb_options *options);

/* Kernels printed (command_emit.c). */
nbb_status nbb_command_emit(const nbb_options *options);

/* Workloads run (command_run.c). */
nbb_status nbb_command_run(const nbb_options *options);

/* Choices measured against each other (command_bench.c). */
nbb_status nbb_command_bench(const nbb_options *options);

/* The machine described (command_doctor.c). */
nbb_status nbb_command_doctor(const nbb_options *options);

#endif
