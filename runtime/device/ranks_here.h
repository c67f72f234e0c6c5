/* ranks_here.h - ranks that this program started itself, on this machine: one for each of several GPUs. */
#ifndef NBB_RANKS_HERE_H
#define NBB_RANKS_HERE_H

#include "runtime/device/ranks.h"

/* Whether this process was started so. */
bool nbb_ranks_is_started(void);

/* Then: joins the others. */
nbb_status nbb_ranks_join_here(nbb_ranks **ranks);

#endif
