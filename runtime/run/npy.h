/* npy.h - NumPy's .npy files. */
#ifndef NBB_NPY_H
#define NBB_NPY_H

#include "gen/base/status.h"

#include <stdbool.h>
#include <stdint.h>

/* Writes `count` rows of an array, beginning with row `first`, at `into`. */
typedef nbb_status nbb_npy_rows(void *context, int64_t first, int64_t count, void *into);

/* An array in C order; its rows are the elements of the last axis, or each element where it has one axis. */
typedef struct nbb_npy_shape {
    int axes;                                         /* 1 to 3 */
    int64_t at[3];                                    /* at least 1 each, slowest first */
    bool is_float;                                    /* float32, else uint8 */
} nbb_npy_shape;

/* Writes it as .npy version 1.0. The rows are asked for in turn, some at a time. Written whole or not at all; a
   failure of `fill` or an interrupt ends it. */
nbb_status nbb_npy_write(const char *path, nbb_npy_shape shape, nbb_npy_rows *fill, void *context);

#endif
