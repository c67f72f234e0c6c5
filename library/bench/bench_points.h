/* bench_points.h - a bench's rows as the points of its plot. */
#ifndef NBB_BENCH_POINTS_H
#define NBB_BENCH_POINTS_H

#include "gen/base/list.h"
#include "library/bench/bench_rows.h"

/* What is drawn over n or rho; 0 where there is nothing to compare with. */
typedef enum nbb_plot_figure { NBB_PLOT_TIME, NBB_PLOT_SPEEDUP, NBB_PLOT_MEMORY, NBB_PLOT_FIGURES } nbb_plot_figure;

/* A row as it is drawn; in the plot's lists its strip has a title and its curve a name. */
typedef struct nbb_plot_point {
    const nbb_bench_row *row;
    size_t strip, curve;
    bool of_rho;                                      /* x is rho, else n */
    bool is_doubted;
    double x, y[NBB_PLOT_FIGURES];
} nbb_plot_point;

typedef struct nbb_plot {
    nbb_list strips, curves;
    nbb_plot_point *points;                           /* strip by strip, curve by curve, from left to right */
    size_t count;
} nbb_plot;

/* A strip for each device, fractal, workload and rule. Choices that differ in --tile alone, three or more at one
   level, are a sweep over rho: they have a strip of their own. nbb_plot_free is due in every case. */
nbb_status nbb_plot_gather(const nbb_bench *bench, nbb_plot *plot);
void nbb_plot_free(nbb_plot *plot);

/* The points from `first` on that are of the same strip, or of the same strip and curve. */
size_t nbb_plot_alike(const nbb_plot *plot, size_t first, bool by_curve);

/* Whether points [first, first + count), a strip, have more than one x; whether a figure of theirs compares anything:
   more than one value, or one of a row other than bb. */
bool nbb_plot_is_swept(const nbb_plot *plot, size_t first, size_t count);
bool nbb_plot_has(const nbb_plot *plot, size_t first, size_t count, nbb_plot_figure figure);

#endif
