/* window.h - a part of the box as pixels, each of which is the mean of a field over cells in it: for pictures that
   are looked at while a run goes on. */
#pragma once

#include "runtime/run/run_state.h"

/* Pixels of scale x scale places, row by row; the first begins at `corner`, which may lie off the box. Of three axes
   they are of the slice at the corner's z. */
typedef struct nbb_window {
    nbb_vector corner;
    int64_t scale;
    uint32_t width, height;
} nbb_window;

enum { NBB_WINDOW_SIDE = 2048, NBB_WINDOW_CELLS = 1 << 20 };

/* Cells that windows ask for, kept from one to the next. Zeroed, there are none. */
typedef struct nbb_window_cells {
    nbb_window window;                                /* whose they are */
    uint32_t (*at)[NBB_AXES_MAX];
    uint32_t *pixels;                                 /* that each lies in */
    int64_t count;
    uint64_t *all;                                    /* or: cells in each pixel of the whole picture, ... */
    uint32_t *live;                                   /* ... and those that live */
    void *found;                                      /* what the run answers of some */
} nbb_window_cells;

/* means[i] of pixel i, NaN where it has no cell. Live cells of a plane are all counted, on the device, where the
   whole picture at this scale has at most NBB_WINDOW_SIDE pixels a side and the corner lies on its pixels. Else a
   mean is of all cells where the pixels have at most NBB_WINDOW_CELLS places, or of a cell in each of equal parts of
   the pixel, drawn there, so many that they are no more than that in all. */
nbb_status nbb_window_take(nbb_window_cells *cells, nbb_run *run, nbb_window window, int field, float *means);

void nbb_window_free(nbb_window_cells *cells);
