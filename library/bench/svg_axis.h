/* svg_axis.h - the axes of a plot, logarithmic or linear, in SVG. */
#ifndef NBB_SVG_AXIS_H
#define NBB_SVG_AXIS_H

#include "gen/base/text.h"

#include <stdbool.h>

/* Values from 10^low to 10^high, or of a linear axis from low to high, drawn between two places in pixels. Before the
   first value low is INFINITY and high -INFINITY. */
typedef struct nbb_axis {
    double low, high, from, to;
    bool is_linear;
} nbb_axis;

/* Makes the axis hold a value, which is past 0 if it is logarithmic. */
void nbb_axis_widen(nbb_axis *scale, double value);

/* Leaves room about the outermost values; a single one gets a decade, or as much on a
   linear axis. */
void nbb_axis_pad(nbb_axis *scale);

/* Where a value stands. */
double nbb_axis_place(const nbb_axis *scale, double value);

/* Appends grid and numbers of both axes; y's `from` is the lower edge. Their looks are the classes grid, x and y. A
   number that would touch the one before it is left out, its line of the grid stays. */
void nbb_axis_draw(const nbb_axis *x, const nbb_axis *y, nbb_text *text);

#endif
