/* bench_plot.h - a bench as a figure: time and speed-up over bb against n, as the papers draw them. */
#ifndef NBB_BENCH_PLOT_H
#define NBB_BENCH_PLOT_H

#include "bench_rows.h"

/* Appends an SVG: for each device, fractal and workload a line of two panels, milliseconds a step and speed-up over
   bb against n on x, all axes logarithmic, a curve for each choice. */
nbb_status nbb_bench_print_svg(const nbb_bench *bench, nbb_text *text);

#endif
