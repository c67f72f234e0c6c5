/* pages.h - large pieces of memory. */
#pragma once

#include <stddef.h>

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
