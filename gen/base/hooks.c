/* hooks.c - the hooks of a thread. */
#include "gen/base/hooks.h"

#include <stddef.h>

static _Thread_local nbb_hooks *current;

nbb_hooks *nbb_hooks_use(nbb_hooks *hooks)
{
    nbb_hooks *before = current;
    current = hooks;
    return before;
}

nbb_hooks *nbb_hooks_now(void)
{
    return current;
}

void nbb_hooks_count(int64_t done, int64_t total)
{
    if (current != NULL) {
        current->done = done;
        current->total = total;
    }
}

void nbb_hooks_hurry(void)
{
    if (current != NULL) {
        current->next = 0;
    }
}

bool nbb_hooks_hear_first(nbb_hooks *hooks, const void *what)
{
    for (int i = 0; i < hooks->said_count; ++i) {
        if (hooks->said[i] == what) {
            return false;
        }
    }
    if (hooks->said_count < NBB_HOOKS_SAID_MAX) {
        hooks->said[hooks->said_count++] = what;
    }
    return true;
}
