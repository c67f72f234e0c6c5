/* commands.h - what each command does, given its options. */
#ifndef NBB_COMMANDS_H
#define NBB_COMMANDS_H

#include "../runtime/device.h"
#include "options.h"

/* Fractals shown: list, info, check, render (command_show.c). */
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

/* Finds and loads the options' fractal. */
nbb_status nbb_options_fractal(const nbb_options *options, nbb_fractal *fractal);

/* The plan's request: what the options say of fractal, map and workload. Fails (usage) on an option that has no
   effect on the workload, and when --r is missing or past the limits. */
nbb_status nbb_options_request(const nbb_options *options, const nbb_fractal *fractal, nbb_request *request);

/* Opens what --device names. auto takes the first GPU, or says why the processor runs it. */
nbb_status nbb_options_device(const nbb_options *options, nbb_device **device);

/* A line on standard error, unless --quiet. */
void nbb_remark(const nbb_options *options, const char *format, ...) NBB_PRINTF(2, 3);

/* Appends a word as a shell reads it back. */
void nbb_add_word(nbb_text *command, const char *word);

/* Appends the command that emits the plan's source again; `standalone` as in source.h. */
void nbb_emit_command(const nbb_options *options, const nbb_plan *plan, bool standalone, nbb_text *command);

#endif
