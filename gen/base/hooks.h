/* hooks.h - who hears what a thread has to say, and who may stop it: the program, or a handle of the library.

   A thread that works for a handle has the handle's hooks for that time. Without hooks messages go to standard error
   and signals stop the work. */
#ifndef NBB_HOOKS_H
#define NBB_HOOKS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

enum { NBB_HOOKS_SAID_MAX = 8 };

typedef struct nbb_hooks {
    void (*say)(void *context, const char *message);                  /* a remark or a warning, as it may be shown */
    bool (*stops)(void *context, int64_t done, int64_t total);        /* asked a few times a second; total 0: nothing
                                                                         is counted */
    void *context;
    int64_t done, total;
    double next;                                                      /* when to ask again, in milliseconds */
    atomic_bool is_stopped;                                           /* it was asked, and stopped the work */
    const void *said[NBB_HOOKS_SAID_MAX];                             /* what is said once, and was */
    int said_count;
} nbb_hooks;

/* The hooks of this thread from now on, or NULL: the program's ways. Returns those before. */
nbb_hooks *nbb_hooks_use(nbb_hooks *hooks);

/* The thread's hooks, or NULL. */
nbb_hooks *nbb_hooks_now(void);

/* What they are told from here on: `done` of `total` equal parts, or 0 and 0, that nothing is counted. */
void nbb_hooks_count(int64_t done, int64_t total);

/* They are asked at the next occasion, however soon that is. */
void nbb_hooks_hurry(void);

/* Whether they hear this, of which `what` is the address of a mark, for the first time. */
bool nbb_hooks_hear_first(nbb_hooks *hooks, const void *what);

#endif
