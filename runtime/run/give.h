/* give.h - writes first states that come from files into a run. */
#ifndef NBB_GIVE_H
#define NBB_GIVE_H

#include "runtime/run/run.h"

/* Writes the fields of the request's `given` over the state, whatever the map. */
nbb_status nbb_give(nbb_run *run);

#endif
