/* pages.c - memory in huge pages. */
#include "gen/base/pages.h"

#include <stdlib.h>
#include <sys/mman.h>

static const size_t LINE = 64; /* of a cache, and the widest vector load */
static const size_t PAGE = 4096;
static const size_t HUGE_PAGE = (size_t)2 << 20;

void *nbb_pages(size_t bytes)
{
    size_t alignment = bytes >= HUGE_PAGE ? HUGE_PAGE : LINE;
    size_t size = (bytes + alignment - 1) / alignment * alignment;
    void *memory = aligned_alloc(alignment, size > 0 ? size : alignment);
    if (memory != NULL && alignment == HUGE_PAGE) {
        madvise(memory, size, MADV_HUGEPAGE); /* a kernel without huge pages says no */
    }
    return memory;
}

void nbb_pages_touch(void *memory, size_t bytes)
{
    volatile char *touched = memory;
    for (size_t i = 0; i < bytes; i += PAGE) {
        touched[i] = 0;
    }
}

void *nbb_room_take(nbb_room *room, size_t bytes)
{
    if (room->bytes < bytes) {
        nbb_room_free(room);
        room->memory = nbb_pages(bytes);
        room->bytes = room->memory != NULL ? bytes : 0;
    }
    return room->memory;
}

void nbb_room_free(nbb_room *room)
{
    free(room->memory);
    *room = (nbb_room){ .memory = NULL };
}
