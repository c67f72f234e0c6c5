/* interrupt.h - Ctrl-C ends a run in good order: asked for by a signal, obeyed where memory and files can be tidied.
   */
#ifndef NBB_INTERRUPT_H
#define NBB_INTERRUPT_H

#include "gen/base/status.h"

/* From now on SIGINT and SIGTERM are noted for nbb_interrupt_check; another one, 0.2 s later or more, ends the
   program at once. A signal that is ignored (nohup, a shell's background job) stays ignored. */
void nbb_interrupt_install(void);

/* Fails (run) with "interrupted" once a signal came. Long loops ask at every round. */
nbb_status nbb_interrupt_check(void);

#endif
