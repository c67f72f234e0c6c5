/* plot.h - figures as SVG, drawn by gnuplot: a sheet of titles, lines of words and panels, added from above. */
#pragma once

#include "gen/base/base.h"

/* A dot of a panel, and the curve through it: its number tells its looks, its name is in the legend. */
typedef struct nbb_plot_dot {
    size_t curve;
    const char *name;                                 /* NULL: no legend */
    double x, y, error;                               /* the error bar's half; 0: none */
    bool is_hollow;
} nbb_plot_dot;

/* What is added so far, as commands of gnuplot, and how far it reaches in pixels. Zeroed, it is empty. */
typedef struct nbb_sheet {
    nbb_text panels, words;
    double width, height;
    int panels_left;                                  /* of a strip */
    double left, right, bottom;                       /* of its panels; right: of its legend */
    nbb_text curves;                                  /* of the panel that is being added */
    size_t curve_count;
    nbb_plot_dot last;                                /* of its curve: */
    size_t dot_count;
    bool has_errors, has_hollow;
} nbb_sheet;

/* Adds below all else a title, or a line of words if there are any. */
void nbb_sheet_add_title(nbb_sheet *sheet, const char *words);
void nbb_sheet_add_line(nbb_sheet *sheet, const nbb_text *words);

/* Begins a strip of so many panels beside each other, with the names of their curves behind them. For each panel its
   dots follow, curve by curve, from left to right, then the panel: words above and below it, axes that are linear or
   logarithmic. A curve with a name and a single dot has its value beside it. */
void nbb_sheet_begin_panels(nbb_sheet *sheet, int count);
void nbb_sheet_add_dot(nbb_sheet *sheet, const nbb_plot_dot *dot);
void nbb_sheet_add_panel(nbb_sheet *sheet, const char *above, const char *below, bool is_linear);

/* Appends the script with which gnuplot draws the sheet, and frees the sheet. */
nbb_status nbb_sheet_print(nbb_sheet *sheet, nbb_text *script);

/* Appends the SVG that gnuplot makes of a script, with a `description` of what made it. Fails (device) without
   gnuplot. */
nbb_status nbb_plot_draw(const nbb_text *script, const char *description, nbb_text *svg);

/* Before the work: fails (usage) on the name of a file that --plot cannot write, (device) without gnuplot. */
nbb_status nbb_plot_check(const char *path);
