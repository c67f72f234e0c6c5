/* npy.h - NumPy's .npy files. */
#ifndef NBB_NPY_H
#define NBB_NPY_H

#include "../gen/status.h"

#include <stdint.h>

/* Writes `count` rows of an array, beginning with row `first`, at `into`. */
typedef nbb_status nbb_npy_rows(void *context, int64_t first, int64_t count, uint8_t *into);

/* Writes a two-dimensional uint8 array (C order, rows x columns, each at least 1) as .npy version 1.0. The rows are
   asked for in turn, some at a time. Written whole or not at all; a failure of `fill` or an interrupt ends it. */
nbb_status nbb_npy_write(const char *path, int64_t rows, int64_t columns, nbb_npy_rows *fill, void *context);

#endif
