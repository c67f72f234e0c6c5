/* drawn.h - programs of bits that draw. */
#ifndef NBB_DRAWN_H
#define NBB_DRAWN_H

#include "case.h"

/* Tries a program of the checkout at `top` on a fractal by map lanes, with as many combinations as are asked for of
   steps a launch, tiles, lanes, buffers, persistent launches, and where words are permuted, from the so many-th
   on; those that the plan refuses are left out. Fails where the program cannot be loaded. */
nbb_status try_drawn(const char *top, const nbb_domain *domain, int first, int count, sink *into);

#endif
