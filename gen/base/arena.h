/* arena.h - memory that is freed all at once: trees and their names, plans and their code; and large pieces of it. */
#pragma once

#include "gen/base/status.h"

/* Empty as { 0 }. Who keeps what was taken keeps the arena; it may be moved. */
typedef struct nbb_arena {
    const char *purpose; /* for failures: "a picture"; NULL: trees and code */
    union nbb_block *blocks;
} nbb_arena;

/* Until the block ends. */
#define NBB_LOCAL_ARENA NBB_AT_END(nbb_arena_free) nbb_arena

/* `bytes` zeroed bytes, or NULL with the failure recorded. An arena that is NULL has none. */
void *nbb_arena_take(nbb_arena *arena, size_t bytes);

/* A copy of `length` bytes, of a text or a record, and a terminating 0. */
void *nbb_arena_copy(nbb_arena *arena, const void *bytes, size_t length);

/* Puts an item behind an array's, which may move, and counts it: NBB_ARENA_APPEND(arena, items, count, item). An
   array begins as NULL with a count of 0 and grows so alone; items are taken away by a smaller count. Fails (run)
   without memory. */
#define NBB_ARENA_APPEND(arena, items, count, ...)                                              \
    ((nbb_status)(nbb_arena_extend(arena, &(items), (size_t)(count), sizeof *(items)) != NBB_OK \
                      ? NBB_ERROR_RUN                                                           \
                      : ((items)[(count)++] = (__VA_ARGS__), NBB_OK)))
nbb_status nbb_arena_extend(nbb_arena *arena, void *items, size_t count, size_t bytes);

/* Empties it; NULL is allowed. */
void nbb_arena_free(nbb_arena *arena);

/* Takes several arrays of zeroed items: NBB_ARRAYS(arena, NBB_ARRAY(marks, count), ...). Where it fails (run),
   pointers may be as they were. */
typedef struct nbb_array {
    void *pointer; /* its address */
    size_t bytes;
} nbb_array;
#define NBB_ARRAY(pointer, count)                       \
    {                                                   \
        &(pointer), (size_t)(count) * sizeof *(pointer) \
    }
#define NBB_ARRAYS(arena, ...) \
    nbb_arrays(arena, (nbb_array[]){ __VA_ARGS__ }, sizeof((nbb_array[]){ __VA_ARGS__ }) / sizeof(nbb_array))
nbb_status nbb_arrays(nbb_arena *arena, const nbb_array *arrays, size_t count);

/* --- large pieces --- */

/* Memory that begins at a multiple of 64 bytes, of large ones at one of 2 MiB: in pages of that size if the system
   has them, for fewer faults and look-ups. NULL if there is none. Freed by free. */
void *nbb_pages(size_t bytes);

/* Has the system give all of the memory now, not page by page when it is used for the first time: that takes longer
   than to fill it. What is in it is lost. */
void nbb_pages_touch(void *memory, size_t bytes);

/* Such memory that is kept from one use to the next. */
typedef struct nbb_room {
    void *memory;
    size_t bytes;
} nbb_room;

/* At least so many bytes, with nothing in them. NULL if there is no memory. */
void *nbb_room_take(nbb_room *room, size_t bytes);

void nbb_room_free(nbb_room *room);
