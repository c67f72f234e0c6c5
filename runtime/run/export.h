/* export.h - a run's last state as a picture or an array. */
#pragma once

#include "runtime/run/picture.h"
#include "runtime/run/run.h"

/* Draws the state; `size` says how the fractal was scaled. Of a program with several fields each has a file of its
   own
   (nbb_field_path). */
nbb_status nbb_export_png(nbb_run *run, const char *path, nbb_picture_size *size);

/* Saves the state as uint8, a program's fields in their own types, each in a file of its own where there are several:
   the box, array[y][x], where it has at most NBB_NPY_BOX_MAX places. A larger fractal as
   its orthotope of cells, array[omega_y][omega_x] with lambda(omega) = (x, y) [M20]; a larger simplex as its cells
   alone, in reading order. Distances are float32: the matrix, array[i][j] for i <= j and 0 elsewhere, or past that
   size its upper triangle alone, row after row. */
typedef enum nbb_array_form {
    NBB_ARRAY_BOX,
    NBB_ARRAY_ORTHOTOPE,
    NBB_ARRAY_CELLS,
    NBB_ARRAY_MATRIX,
    NBB_ARRAY_PAIRS
} nbb_array_form;
nbb_status nbb_export_npy(nbb_run *run, const char *path, nbb_array_form *form);

/* Saves the box as a pattern (rle.h), a program's fields each in a file of its own where there are several. The
   header names the automaton's rule, or the program. */
nbb_status nbb_export_rle(nbb_run *run, const char *path);

/* Fails (usage) where that cannot be: the domain has a third axis or more than NBB_NPY_BOX_MAX places, or a field is
   no uN. */
nbb_status nbb_export_rle_check(const nbb_domain *domain, const nbb_program *program);
