/* grow.h - arrays that grow by doubling. */
#ifndef NBB_GROW_H
#define NBB_GROW_H

#include <stddef.h>

/* The array with room for `more` items of `size` bytes after `count` of them: where it was, or moved and *capacity
   raised. NULL without memory, and then the old one is as it was. */
void *nbb_grow(void *items, int count, int more, int *capacity, size_t size);

#endif
