/* isometry.h - the square's eight isometries, by which replicas are turned before they are placed.

   An isometry is a number: bit 0 exchanges x and y, then bit 1 mirrors x and bit 2 mirrors y. */
#pragma once

#include "gen/domain/fractal.h"

enum { NBB_ISOMETRY_SWAPS = 1 };

/* By number: "0", "transpose", "flip-x", "90", ... as a definition's field `turns` spells them. */
extern const nbb_spellings nbb_isometry_names;

/* `second` done after `first`, and what undoes an isometry. */
int nbb_isometry_after(int second, int first);
int nbb_isometry_inverse(int isometry);

/* Where a place of a box of these sides, equal ones where x and y are exchanged, comes to lie. */
nbb_vector nbb_isometry_place(int isometry, nbb_vector side, nbb_vector place);

/* The fractal's number of an isometry that its replicas can have, from 0, which is none. */
int nbb_fractal_orientation(const nbb_fractal *fractal, int isometry);

/* What the sign at a place of the layout is in texts about the fractal: '.', '#', or a letter for each isometry, 'a'
   for the first one that is not "0". */
char nbb_layout_sign(const nbb_replicas *replicas, int64_t place);
