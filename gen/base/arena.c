/* arena.c - memory that is freed all at once: a list of allocations. */
#include "gen/base/arena.h"

typedef union block {
    union block *next;
    max_align_t alignment;
} block;

struct nbb_arena {
    block *blocks;
};

nbb_arena *nbb_arena_new(void)
{
    nbb_arena *arena = calloc(1, sizeof *arena);
    if (arena == NULL) {
        nbb_fail_memory(sizeof *arena, "an arena");
    }
    return arena;
}

void *nbb_arena_take(nbb_arena *arena, size_t bytes)
{
    block *taken = calloc(1, sizeof *taken + bytes);
    if (taken == NULL) {
        nbb_fail_memory(bytes, "a tree");
        return NULL;
    }
    taken->next = arena->blocks;
    arena->blocks = taken;
    return taken + 1;
}

char *nbb_arena_copy(nbb_arena *arena, const char *text, size_t length)
{
    char *copy = nbb_arena_take(arena, length + 1);
    if (copy != NULL) {
        memcpy(copy, text, length);
    }
    return copy;
}

/* An array has room for the least power of two that is not below its count. */
nbb_status nbb_arena_append(nbb_arena *arena, void *items, int *count, const void *item, size_t bytes)
{
    char *held;
    size_t number = (size_t)*count;
    memcpy(&held, items, sizeof held);
    if ((number & (number - 1)) == 0) {
        char *grown = nbb_arena_take(arena, (number > 0 ? 2 * number : 1) * bytes);
        NBB_FAIL_IF(grown == NULL, NBB_ERROR_RUN);
        held = number > 0 ? memcpy(grown, held, number * bytes) : grown;
        memcpy(items, &held, sizeof held);
    }
    memcpy(held + number * bytes, item, bytes);
    ++*count;
    return NBB_OK;
}

void nbb_arena_free(nbb_arena *arena)
{
    for (block *taken = arena != NULL ? arena->blocks : NULL; taken != NULL;) {
        block *next = taken->next;
        free(taken);
        taken = next;
    }
    free(arena);
}

/* ---- arrays ---- */

nbb_status nbb_arrays(const char *what, const nbb_array *arrays, size_t count)
{
    size_t bytes = 0, each = sizeof(max_align_t);
    for (size_t i = 0; i < count; ++i) {
        bytes += (arrays[i].bytes + each - 1) / each * each;
    }
    char *made = calloc(1, bytes + each), *at = made;
    for (size_t i = 0; i < count; ++i) {
        memcpy(arrays[i].pointer, &at, sizeof at);
        at += made != NULL ? (arrays[i].bytes + each - 1) / each * each : 0;
    }
    return made != NULL ? NBB_OK : nbb_fail_memory(bytes, what);
}
