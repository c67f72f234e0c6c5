/* plot.h - figures as SVG, which gnuplot draws by scripts of library/pages/plot.lua. */
#pragma once

#include "gen/base/base.h"

/* Appends the SVG that gnuplot makes of a script, with a `description` of what made it. Fails (device) without
   gnuplot. */
nbb_status nbb_plot_draw(const nbb_text *script, const char *description, nbb_text *svg);

/* Before the work: fails (usage) on the name of a file that --plot cannot write, (device) without gnuplot. */
nbb_status nbb_plot_check(const char *path);
