/* grow.c - reallocates arrays. */
#include "gen/base/grow.h"

#include <stdlib.h>

void *nbb_grow(void *items, int count, int more, int *capacity, size_t size)
{
    int wanted = *capacity == 0 ? 16 : *capacity;
    while (wanted < count + more) {
        wanted *= 2;
    }
    if (wanted == *capacity) {
        return items;
    }
    void *grown = realloc(items, (size_t)wanted * size);
    *capacity = grown != NULL ? wanted : *capacity;
    return grown;
}
