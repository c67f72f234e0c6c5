/* interrupt.h - signals end the program in good order: asked for by a signal, obeyed where memory and files can be
   tidied; and within a second, wherever the program is. */
#pragma once

#include "gen/base/status.h"

#include <spawn.h>

/* From now on SIGINT, SIGTERM, SIGHUP and SIGXCPU are noted for nbb_interrupt_check. A program that runs is ended
   then. If nobody asks within 0.8 s, or at another signal 0.2 s after the first or later, the program ends at once;
   what is temporary (gen/base/ending.h) goes. A file that grows past its limit (SIGXFSZ) is an error of the write. A
   signal that is ignored (nohup, a shell's background job) stays ignored. To be called before there are threads.
   Fails (run) where no thread can be made. */
nbb_status nbb_interrupt_install(void);

/* From now on a signal ends the program without a message: another process reports it. */
void nbb_interrupt_mute(void);

/* Whether a state would be lost by an end at once: then it comes after a minute, or at another signal. */
void nbb_interrupt_await(bool awaits);

/* Fails (run) with "interrupted" once a signal came; in a thread with hooks (gen/base/say.h) once these stop it.
   Long loops ask at every round. */
nbb_status nbb_interrupt_check(void);

/* Whether one came, for threads whose work another one gives up. */
bool nbb_interrupt_came(void);

/* The exit code of a program that returned `status`: 128 and the signal's number where nbb_interrupt_check failed. */
int nbb_interrupt_exit_code(nbb_status status);

/* A program that is spawned with these attributes finds signals as this one found them, and leads a process group. 0
   or an error number. */
int nbb_interrupt_set_attributes(posix_spawnattr_t *attributes);
