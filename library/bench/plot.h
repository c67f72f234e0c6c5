/* plot.h - figures as SVG: a sheet of titles, lines of words and panels, and the axes of these. */
#ifndef NBB_PLOT_H
#define NBB_PLOT_H

#include "gen/base/list.h"
#include "gen/base/text.h"

/* Values from 10^low to 10^high, or of a linear axis from low to high, drawn between two places in pixels. Before the
   first value low is INFINITY and high -INFINITY. */
typedef struct nbb_axis {
    double low, high, from, to;
    bool is_linear;
} nbb_axis;

/* Makes the axis hold a value, which is past 0 if it is logarithmic. */
void nbb_axis_widen(nbb_axis *scale, double value);

/* Leaves room about the outermost values; a single one gets a decade, or as much on a linear axis. */
void nbb_axis_pad(nbb_axis *scale);

/* Where a value stands. */
double nbb_axis_place(const nbb_axis *scale, double value);

/* Appends grid and numbers of both axes; y's `from` is the lower edge. Their looks are the classes grid, x and y. A
   number that would touch the one before it is left out, its line of the grid stays. */
void nbb_axis_draw(const nbb_axis *x, const nbb_axis *y, nbb_text *text);

/* The usual height of letters, and that of a title, in pixels. */
enum { NBB_PLOT_FONT = 11, NBB_PLOT_TITLE_FONT = 13 };

/* The room in pixels that words take at most in a sans-serif font of this height. */
double nbb_plot_width(const char *words, int font);

/* A place that is taken, from its left upper corner to its right lower one. */
typedef struct nbb_plot_box {
    double left, top, right, bottom;
} nbb_plot_box;

bool nbb_plot_overlap(const nbb_plot_box *a, const nbb_plot_box *b);

typedef struct nbb_plot_dot {
    size_t curve;
    double x, y, error;                               /* the error bar's half; 0: none */
    bool is_hollow;
} nbb_plot_dot;

/* A frame with axes and curves. A curve of a single dot has its value beside it. */
typedef struct nbb_panel {
    const char *title, *below;                        /* the words above and below it */
    const char *x;                                    /* what x is called beside its value, "n" */
    int digits;                                       /* of values of y, told to a pointer held over a dot */
    bool is_linear;                                   /* the axes; else logarithmic */
    const nbb_list *curves;                           /* the names of the curves, or NULL: a single one without */
    const nbb_plot_dot *dots;                         /* curve by curve, from left to right */
    size_t count;
} nbb_panel;

/* Fails (usage) on the name of a file that --plot cannot write. */
nbb_status nbb_plot_check_path(const char *path);

/* What is drawn so far, and how far it reaches. Zeroed, it is empty. */
typedef struct nbb_sheet {
    nbb_text drawn;
    double width, height;
} nbb_sheet;

/* Draws below all else a title; a line of words, if there are any, which are freed; panels beside each other, whose
   curves are named by a legend behind them. */
void nbb_sheet_add_title(nbb_sheet *sheet, const char *words);
void nbb_sheet_add_line(nbb_sheet *sheet, nbb_text *words);
void nbb_sheet_add_panels(nbb_sheet *sheet, const nbb_panel *panels, int count);

/* Appends the whole SVG, whose `description` is told to whoever asks for it, and frees the sheet. */
nbb_status nbb_sheet_print(nbb_sheet *sheet, const char *description, nbb_text *text);

#endif
