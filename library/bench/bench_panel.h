/* bench_panel.h - one figure of a strip: axes, curves, and the values of points that stand alone. */
#ifndef NBB_BENCH_PANEL_H
#define NBB_BENCH_PANEL_H

#include "library/bench/bench_points.h"

/* The frame's size; beside it the numbers of the axes take LEFT pixels, above it a title TOP, below it numbers and
   the axis's name BELOW. */
enum { NBB_PANEL_WIDTH = 320, NBB_PANEL_HEIGHT = 220, NBB_PANEL_LEFT = 70, NBB_PANEL_TOP = 20, NBB_PANEL_BELOW = 42 };

/* Appends the panel of points [first, first + count), a strip that is swept, whose frame's left upper corner is
   given. */
void nbb_panel_draw(const nbb_plot *plot, size_t first, size_t count, nbb_plot_figure figure, double left, double top,
                    nbb_text *text);

/* Appends the attributes of a curve's line. */
void nbb_panel_add_look(size_t curve, nbb_text *text);

#endif
