/* pages.h - large pieces of memory. */
#ifndef NBB_PAGES_H
#define NBB_PAGES_H

#include <stddef.h>

/* Memory that begins at a multiple of 64 bytes, of large ones at one of 2 MiB: in pages of that size if the system
   has them, for fewer faults and look-ups. NULL if there is none. Freed by free. */
void *nbb_pages(size_t bytes);

#endif
