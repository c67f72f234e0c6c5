/* sides.h - the simplices of every side. */
#ifndef NBB_SIDES_H
#define NBB_SIDES_H

#include "case.h"

/* What is tried on a domain, of the checkout at `top`. */
typedef nbb_status try_domain(const char *top, const nbb_domain *domain, sink *into);

/* sw by every cover of lambda in the smallest tiles. Fails (usage) when a plan refuses one of them. */
nbb_status try_covers(const char *top, const nbb_domain *domain, sink *into);

/* Tries something on sides `first`, first + stride and so on of simplices: triangles of up to 512 cells a side and
   tetrahedra of up to 128, or of the first side alone where it is larger, up to 4096 and 300. Fails (usage) when
   either number is below 1, and as what is tried. */
nbb_status try_sides(const char *top, int64_t first, int64_t stride, try_domain *does, sink *into);

#endif
