/* sides.h - the simplices of every side. */
#ifndef NBB_SIDES_H
#define NBB_SIDES_H

#include "case.h"

/* Tries sw on sides `first`, first + stride and so on of the simplices below `folder`: triangles of up to 512 cells a
   side and tetrahedra of up to 128, by every cover of lambda. Fails (usage) when either number is below 1, and when a
   plan refuses one of them. */
nbb_status try_sides(const char *folder, int64_t first, int64_t stride, sink *into);

#endif
