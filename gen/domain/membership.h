/* membership.h - whether a place of the box is on the fractal, at all levels at once, where s is 2 or 4 on both axes.

   There a level's digits of x and y are one or two of their bits, so a boolean function of the words x and y (and of
   them shifted by one, for s = 4) finds the levels that fall on a hole: one bit a level. For the gasket it is x & ~y,
   the papers' test x & (n - 1 - y) [M20]. */
#ifndef NBB_MEMBERSHIP_H
#define NBB_MEMBERSHIP_H

#include "gen/domain/fractal.h"

/* Whether such a function exists for this layout. */
bool nbb_membership_is_bitwise(const nbb_replicas *replicas);

/* Appends the shortest function of x, y, (x >> 1) and (y >> 1) whose bits are 1 where a level's digits fall on a
   hole; "0u" without holes. `mask` becomes the bits that stand for levels 1..r. */
nbb_status nbb_membership_print_holes(const nbb_replicas *replicas, int r, nbb_text *holes, uint32_t *mask);

#endif
