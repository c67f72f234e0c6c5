/* drawing.h - pictures of a run's state: of cells that live or do not, or one for each field of a program. A cell's
   value becomes a colour: a state of its own, or a place on a ramp. */
#pragma once

#include "runtime/run/pictures.h"
#include "runtime/run/run_state.h"

/* The values that a field's pictures show: those of fields of up to 4 bits have a colour each; others lie on a ramp
   between the least and the largest one. Zeroed but for the field, it has seen none. */
typedef struct nbb_shading {
    const nbb_field *field;
    bool has_seen;
    double least, most; /* finite ones that were seen */
} nbb_shading;

/* Appends to the range. Several pictures of one range are shaded alike; one that grows between them grows once. */
void nbb_shading_see(nbb_shading *shading, double value);

/* The palette, whose colour 0 is where there is no cell. */
void nbb_shading_palette(const nbb_shading *shading, nbb_colour palette[NBB_SHADES]);

/* The shade of a value, from 1 on. What is no finite number has the last one, which no other value has. */
uint8_t nbb_shading_of(const nbb_shading *shading, double value);

/* What is drawn again and again of one run. Where a pixel stands for several cells it shows the share of them that
   live; of other fields than a single u1 it shows one of the cells. Of three axes a fractal's cells that live, or of
   other fields are not 0, are cubes (pictures.h), or its fractals of some level, each by its first cell. Real values
   are shaded by the range that the pictures so far had. */
typedef struct nbb_drawing {
    nbb_arena arena; /* of it all */
    nbb_picture_size size;
    int count;               /* of pictures */
    nbb_isometric cubes;     /* of three axes; else of none */
    uint8_t *colours;        /* of cubes */
    const nbb_field *fields; /* of each; NULL: one picture of cells that live */
    uint64_t *cells;         /* without fields: in each pixel */
    uint32_t *live;
    uint32_t (*picked)[NBB_AXES_MAX]; /* with fields: the cells that are shown, ... */
    uint32_t *pixels;                 /* ... the pixels that show them, ... */
    int64_t picked_count;             /* ... and how many there are */
    uint64_t *found;                  /* bits of some cells' fields */
    nbb_shading shadings[NBB_FIELDS_MAX];
    double *values;  /* of the picked cells' field */
    uint8_t *shades; /* of all pixels of all pictures */
    nbb_colour palettes[NBB_FIELDS_MAX][NBB_SHADES];
} nbb_drawing;

/* Fails (run); then nothing is held. */
nbb_status nbb_drawing_open(const nbb_plan *plan, nbb_drawing *drawing);

nbb_status nbb_drawing_take(nbb_drawing *drawing, nbb_run *run);

/* Picture number i, from 0; valid until the next one is drawn. */
nbb_indexed nbb_drawing_picture(const nbb_drawing *drawing, int i);

void nbb_drawing_close(nbb_drawing *drawing);

/* Appends the name of the file of field number i: of several, as in "state.u.png" for "state.png"; else the path. */
nbb_status nbb_field_path(const nbb_field *fields, int count, int i, const char *path, nbb_text *text);

/* --- a run's last state as a picture or an array --- */

/* Draws the state; `size` says how the fractal was scaled. Several fields have a file each (nbb_field_path). */
nbb_status nbb_export_png(nbb_run *run, const char *path, nbb_picture_size *size);

/* Saves the state as uint8, a program's fields in their own types, each in a file of its own where there are several:
   the box, array[y][x], where it has at most NBB_NPY_BOX_MAX places. A larger fractal as
   its orthotope of cells, array[omega_y][omega_x] with lambda(omega) = (x, y) [M20]; a larger simplex as its cells
   alone, in reading order. Distances are float32: the matrix, array[i][j] for i <= j and 0 elsewhere, or past that
   size its upper triangle alone, row after row.

   Where it `is_image`, the box is saved as VTK's image data in the same types, a file for each field. Fails (usage)
   where it has more than NBB_NPY_BOX_MAX places, or the state is a matrix of distances. */
typedef enum nbb_array_form {
    NBB_ARRAY_BOX,
    NBB_ARRAY_ORTHOTOPE,
    NBB_ARRAY_CELLS,
    NBB_ARRAY_MATRIX,
    NBB_ARRAY_PAIRS
} nbb_array_form;
nbb_status nbb_export_npy(nbb_run *run, bool is_image, const char *path, nbb_array_form *form);

/* Saves the box as a pattern (npy.h), fields each in a file where there are several, with the rule or the program. */
nbb_status nbb_export_rle(nbb_run *run, const char *path);

/* --- a part of the box as pixels, means of a field over the cells in each, looked at while a run goes on --- */

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
    nbb_arena arena;
    nbb_window window; /* whose they are */
    nbb_vector *at;
    uint32_t *pixels; /* that each lies in */
    int64_t count;
    uint64_t *all;   /* or: cells in each pixel of the whole picture, ... */
    uint32_t *live;  /* ... and those that live */
    uint64_t *found; /* their elements, one behind the other */
} nbb_window_cells;

/* means[i] of pixel i, NaN where it has no cell. Live cells of a plane are all counted, on the device, where the
   whole picture at this scale has at most NBB_WINDOW_SIDE pixels a side and the corner lies on its pixels. Else a
   mean is of all cells where the pixels have at most NBB_WINDOW_CELLS places, or of a cell in each of equal parts of
   the pixel, drawn there, so many that they are no more than that in all. */
nbb_status nbb_window_take(nbb_window_cells *cells, nbb_run *run, nbb_window window, int field, float *means);

void nbb_window_free(nbb_window_cells *cells);
