/* scan_plot.h - a scan as a figure: observables, or their means with error bars, against the parameter. */
#ifndef NBB_SCAN_PLOT_H
#define NBB_SCAN_PLOT_H

#include "runtime/run/series.h"

/* Appends an SVG: a panel for each average, or for each observable where nothing was averaged. `title` stands above,
   `command` is the description. What is no finite number is left out. */
nbb_status nbb_scan_print_svg(const nbb_scan *scan, const char *title, const char *command, nbb_text *text);

#endif
