/* arena.c - memory that is freed all at once: a list of allocations; and memory in huge pages. */
#include "gen/base/base.h"

#include <sys/mman.h>

typedef union nbb_block {
    union nbb_block *next;
    max_align_t alignment;
} nbb_block;

void *nbb_arena_take(nbb_arena *arena, size_t bytes)
{
    nbb_block *taken = arena != NULL ? calloc(1, sizeof *taken + bytes) : NULL;
    const char *purpose = arena != NULL && arena->purpose != NULL ? arena->purpose : "trees and code";
    NBB_FAIL_IF(taken == NULL, (nbb_fail_memory(bytes, purpose), NULL));
    taken->next = arena->blocks;
    arena->blocks = taken;
    return taken + 1;
}

void *nbb_arena_copy(nbb_arena *arena, const void *bytes, size_t length)
{
    char *copy = nbb_arena_take(arena, length + 1);
    return copy != NULL ? memcpy(copy, bytes, length) : NULL;
}

/* An array has room for the least power of two that is not below its count. */
nbb_status nbb_arena_extend(nbb_arena *arena, void *items, size_t count, size_t bytes)
{
    void *held;
    NBB_DONE_IF((count & (count - 1)) != 0);
    char *grown = nbb_arena_take(arena, (count > 0 ? 2 * count : 1) * bytes);
    NBB_FAIL_IF(grown == NULL, NBB_ERROR_RUN);
    memcpy(&held, items, sizeof held);
    if (count > 0) {
        memcpy(grown, held, count * bytes);
    }
    memcpy(items, &grown, sizeof grown);
    return NBB_OK;
}

void nbb_arena_free(nbb_arena *arena)
{
    while (arena != NULL && arena->blocks != NULL) {
        nbb_block *next = arena->blocks->next;
        free(arena->blocks);
        arena->blocks = next;
    }
}

nbb_status nbb_arrays(nbb_arena *arena, const nbb_array *arrays, size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        void *made = nbb_arena_take(arena, arrays[i].bytes);
        NBB_FAIL_IF(made == NULL, NBB_ERROR_RUN);
        memcpy(arrays[i].pointer, &made, sizeof made);
    }
    return NBB_OK;
}

/* --- large pieces, in huge pages --- */

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
