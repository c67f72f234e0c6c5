/* cache_prune.h - keeps the cache of compiled modules (cache.h) below a limit. */
#ifndef NBB_CACHE_PRUNE_H
#define NBB_CACHE_PRUNE_H

#include <stdint.h>

/* Removes the files used longest ago until the folder's entries and failed sources have at most `limit` bytes
   together. */
void nbb_cache_prune(const char *folder, uint64_t limit);

#endif
