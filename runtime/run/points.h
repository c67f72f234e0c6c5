/* points.h - points read from a .npy file, or drawn, and the distance of two of them, the definition of workload
   edm. */
#ifndef NBB_POINTS_H
#define NBB_POINTS_H

#include "gen/base/status.h"

#include <stdbool.h>
#include <stdint.h>

/* Coordinate c of point i is at[c * pitch + i], as kernels read it; the places past `count` are 0. */
typedef struct nbb_points {
    int64_t count, pitch;                             /* pitch: count rounded up to whole 4 */
    int dimensions;
    float *at;
    bool is_drawn;                                    /* by nbb_points_draw */
} nbb_points;

/* Reads an array of shape (count, dimensions) of float32 or float64, little-endian, in C order. Fails
   (usage) with what was found where it is anything else, or where a coordinate is not finite in single precision. */
nbb_status nbb_points_read(const char *path, nbb_points *points);

/* Draws points by a seed, the same on every machine: coordinate c of point i is the top 24 bits of mix(mix(mix(seed)
   ^ i) ^ c), as a number from 0 to 1. Standalone text draws them itself (templates/shared/edm_points.in). */
nbb_status nbb_points_draw(int64_t count, int dimensions, uint64_t seed, nbb_points *points);

uint64_t nbb_points_bytes(const nbb_points *points);

/* The Euclidean distance in single precision: the squares added in order, each step rounded by itself, so that every
   target comes to the same bits. */
float nbb_points_distance(const nbb_points *points, int64_t i, int64_t j);

void nbb_points_free(nbb_points *points);

#endif
