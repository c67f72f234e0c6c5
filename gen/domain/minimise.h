/* minimise.h - boolean functions of five inputs: the shortest sum of products, and its factored text. */
#ifndef NBB_MINIMISE_H
#define NBB_MINIMISE_H

#include "gen/base/text.h"
#include "gen/domain/fractal.h"

#include <stdint.h>

enum { NBB_INPUTS = 5, NBB_LITERALS = 2 * NBB_INPUTS, NBB_POINTS = 1 << NBB_INPUTS };

/* A function as its truth table: bit p is the value at point p, where input i has the value of p's bit i. */
typedef uint32_t nbb_truth;

/* A product as the set of its literals: bit 2 i is input i, bit 2 i + 1 its complement. */
typedef uint16_t nbb_product;

/* Products joined by |. Each has a point of its own, so there are no more than points. */
typedef struct nbb_sum {
    int count;
    nbb_product products[NBB_POINTS];
} nbb_sum;

/* A sum with the fewest literals that is 1 on all of `on` and 0 on all of `off`; the points in neither may be either.
   Of equally short sums the one that factors best. `on` and `off` are disjoint and not empty: constants are no sums.
   */
nbb_sum nbb_minimise(nbb_truth on, nbb_truth off);

/* Appends the sum as C with common factors pulled out: "two & ~four & (~one | self)". names[i] stands for input i.
   Returns the truth table of the text, found from the literals as they are printed. */
nbb_truth nbb_sum_print(const nbb_sum *sum, const char *const names[NBB_INPUTS], nbb_text *text);

/* Whether a place of the box is on the fractal, at all levels at once, where s is 2 or 4 on both axes.

   There a level's digits of x and y are one or two of their bits, so a boolean function of the words x and y (and of
   them shifted by one, for s = 4) finds the levels that fall on a hole: one bit a level. For the gasket it is x & ~y,
   the papers' test x & (n - 1 - y) [M20]. */

/* Whether such a function exists for this layout. */
bool nbb_membership_is_bitwise(const nbb_replicas *replicas);

/* Appends the shortest function of x, y, (x >> 1) and (y >> 1) whose bits are 1 where a level's digits fall on a
   hole; "0u" without holes. `mask` becomes the bits that stand for levels 1..r. */
nbb_status nbb_membership_print_holes(const nbb_replicas *replicas, int r, nbb_text *holes, uint32_t *mask);

#endif
