/* bench_plot.h - a bench as a figure, as the papers draw them: time, speed-up and memory reduction over n. */
#ifndef NBB_BENCH_PLOT_H
#define NBB_BENCH_PLOT_H

#include "library/bench/bench_rows.h"

/* Appends an SVG: for each device, fractal, workload and rule a strip of panels, milliseconds a step, speed-up over
   bb and memory reduction against bb over n, all axes logarithmic, a curve for each choice. A panel that would
   compare nothing is left out, and the strip says why; a strip of a single n is told in words. Choices that differ in
   --tile alone, three or more at one level, are a sweep over rho: they have a strip of their own, against rho. The
   last line tells program, commit, date, devices and drivers, the description the command. */
nbb_status nbb_bench_print_svg(const nbb_bench *bench, nbb_text *text);

#endif
