/* bench_plot.h - a bench as a figure: time and speed-up over bb against n, as the papers draw them. */
#ifndef NBB_BENCH_PLOT_H
#define NBB_BENCH_PLOT_H

#include "runtime/bench/bench_rows.h"

/* Appends an SVG: for each device, fractal and workload a strip of two panels, milliseconds a step and speed-up over
   bb against n, all axes logarithmic, a curve for each choice. Choices that differ in --tile alone, three or more at
   one level, are a sweep over rho: they have a strip of their own, against rho. */
nbb_status nbb_bench_print_svg(const nbb_bench *bench, nbb_text *text);

#endif
