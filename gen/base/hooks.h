/* hooks.h - who hears what a thread has to say, and who may stop it: the program, or a handle of the library.

   A thread that works for a handle has the handle's hooks for that time. Without hooks messages go to standard error,
   signals stop the work and a bar shows its progress. */
#ifndef NBB_HOOKS_H
#define NBB_HOOKS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct nbb_hooks {
    void (*say)(void *context, const char *message);                  /* a remark or a warning, as it may be shown */
    bool (*stops)(void *context, int64_t done, int64_t total);        /* asked a few times a second; total 0: nothing
                                                                         is counted */
    void *context;
    int64_t done, total;
    double next;                                                      /* when to ask again, in milliseconds */
    bool is_stopped;                                                  /* it was asked, and stopped the work */
} nbb_hooks;

/* The hooks of this thread from now on, or NULL: the program's ways. Returns those before. */
nbb_hooks *nbb_hooks_use(nbb_hooks *hooks);

/* The thread's hooks, or NULL. */
nbb_hooks *nbb_hooks_now(void);

#endif
