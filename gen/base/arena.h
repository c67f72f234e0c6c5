/* arena.h - memory that is freed all at once: trees and their names. */
#pragma once

#include "gen/base/status.h"

typedef struct nbb_arena nbb_arena;

/* NULL, with the failure recorded, where there is no memory. */
nbb_arena *nbb_arena_new(void);

/* `bytes` zeroed bytes, or NULL with the failure recorded. */
void *nbb_arena_take(nbb_arena *arena, size_t bytes);

/* A copy of the first `length` bytes of `text`, and a terminating 0. */
char *nbb_arena_copy(nbb_arena *arena, const char *text, size_t length);

/* Puts an item behind an array's, which may move, and counts it: NBB_ARENA_APPEND(arena, items, count, item). An
   array begins as NULL with a count of 0 and grows so alone. Fails (run) without memory. */
#define NBB_ARENA_APPEND(arena, items, count, ...) \
    nbb_arena_append(arena, &(items), &(count), &(__VA_ARGS__), sizeof *(items))
nbb_status nbb_arena_append(nbb_arena *arena, void *items, int *count, const void *item, size_t bytes);

/* NULL is allowed. */
void nbb_arena_free(nbb_arena *arena);

/* Several arrays that are freed together, by the first: NBB_ARRAYS("what they are", NBB_ARRAY(marks, count), ...).
   Their bytes are zeroed. Where it fails the pointers are NULL. */
typedef struct nbb_array {
    void *pointer; /* its address */
    size_t bytes;
} nbb_array;
#define NBB_ARRAY(pointer, count)                       \
    {                                                   \
        &(pointer), (size_t)(count) * sizeof *(pointer) \
    }
#define NBB_ARRAYS(what, ...) \
    nbb_arrays(what, (nbb_array[]){ __VA_ARGS__ }, sizeof((nbb_array[]){ __VA_ARGS__ }) / sizeof(nbb_array))
nbb_status nbb_arrays(const char *what, const nbb_array *arrays, size_t count);
