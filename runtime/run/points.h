/* points.h - points read from a .npy file, or drawn: those of workload edm. */
#pragma once

#include "gen/plan/plan.h"

/* Coordinate c of point i is number c * pitch + i, as kernels read it; the places past `count` are 0. */
typedef struct nbb_points {
    int64_t count, pitch;                             /* pitch: count rounded up to whole 8 */
    int dimensions;
    bool are_wide;                                    /* in double precision, for distances of f64; else in single */
    void *at;                                         /* doubles or floats */
    bool is_drawn;                                    /* by nbb_points_draw */
} nbb_points;

/* Reads an array of shape (count, dimensions) of float32 or float64, little-endian, in C order. They are kept as
   distances of `out` are found: of AUTO as the file has them. Fails (usage) with what was found where it is anything
   else, or where a coordinate is not finite in that precision. */
nbb_status nbb_points_read(const char *path, nbb_out out, nbb_points *points);

/* Draws the plan's points by a seed, the same on every machine: coordinate c of point i is the top 24 bits of
   mix(mix(mix(seed) ^ i) ^ c), or its top 53 in double precision, as a number from 0 to 1. Standalone text draws them
   itself (templates/shared/main.in). */
nbb_status nbb_points_draw(const nbb_plan *plan, uint64_t seed, nbb_points *points);

double nbb_points_coordinate(const nbb_points *points, int64_t i, int c);

uint64_t nbb_points_bytes(const nbb_points *points);

/* The number that a cell of the kind holds. */
double nbb_points_number(nbb_cell_kind kind, const void *distance);

void nbb_points_free(nbb_points *points);
