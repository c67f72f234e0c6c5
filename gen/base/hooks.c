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
