/* points.h - points read from a .npy file, and the distance of two of them, the definition of workload edm. */
#ifndef NBB_POINTS_H
#define NBB_POINTS_H

#include "gen/base/status.h"

#include <stdint.h>

enum { NBB_DIMENSIONS_MAX = 64 };

/* Coordinate c of point i is at[c * pitch + i], as kernels read it; the places past `count` are 0. */
typedef struct nbb_points {
    int64_t count, pitch;                             /* pitch: count rounded up to whole 4 */
    int dimensions;
    float *at;
} nbb_points;

/* Reads an array of shape (count, dimensions), or (count,), of float32 or float64, little-endian, in C order. Fails
   (usage) with what was found where it is anything else, or where a coordinate is not finite in single precision. */
nbb_status nbb_points_read(const char *path, nbb_points *points);

uint64_t nbb_points_bytes(const nbb_points *points);

/* The Euclidean distance in single precision: the squares added in order, each step rounded by itself, so that every
   target comes to the same bits. */
float nbb_points_distance(const nbb_points *points, int64_t i, int64_t j);

void nbb_points_free(nbb_points *points);

#endif
