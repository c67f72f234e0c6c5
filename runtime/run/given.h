/* given.h - what a run starts with from files: arrays of NumPy (.npy) and patterns of automata (.rle); and points,
   which are read from a .npy file, or drawn. */
#pragma once

#include "gen/plan/plan.h"
#include "runtime/run/npy.h"

/* The type of a field's array, which may be distances. */
nbb_npy_type nbb_array_npy_type(const nbb_traits *traits, int field);

/* A field's values in a rectangle of the box, in reading order and as they are stored cell by cell. Cells beside it
   have 0. It is inside the box but where there are no cells. */
typedef struct nbb_given_values {
    nbb_vector origin, side;
    unsigned char *at; /* NULL: the run's own start says them */
} nbb_given_values;

typedef struct nbb_given_fields {
    nbb_arena arena; /* of the values */
    const nbb_program *program;
    nbb_domain domain;
    nbb_given_values values[NBB_FIELDS_MAX];
} nbb_given_fields;

/* Reads a field's values from a file.

   FILE.rle is a pattern (npy.h) for a field uN and a domain with two axes. Others are arrays, array[y][x] or
   array[z][y][x] of the whole box in the field's own type (that of --npy); of uN also a mask of bool. A pattern's
   first place goes to `at`, or where that is NULL to the place that its file names, else the origin; its header, if
   it names a rule, is held to `rule`, unless that is NULL.

   Fails (usage) with what was found where it is anything else; on a value that the field cannot hold, and on one that
   is not 0 where the domain has no cell, with the first place. The field is not given before. nbb_given_free is due
   in every case. */
nbb_status nbb_given_read_npy(const char *path, int field, nbb_given_fields *given);
nbb_status nbb_given_read_rle(const char *path, int field, const nbb_vector *at, const nbb_rule *rule,
                              nbb_given_fields *given);

/* An array in memory, in C's order. */
typedef struct nbb_given_array {
    nbb_npy_shape shape; /* of type NBB_NPY_TYPE_COUNT where no field is given by such numbers */
    const char *found;   /* type and shape in words */
    const void *values;
} nbb_given_array;

/* Takes a field's values from an array, as from a file with the same; `name` stands for the file's in messages. */
nbb_status nbb_given_take(const char *name, const nbb_given_array *array, int field, nbb_given_fields *given);

/* A cell's value of a field that is given, as bits. */
uint64_t nbb_given_value(const nbb_given_fields *given, int field, nbb_vector cell);

/* A number of what is given of a field, its place and all values; 0: the field is not given. */
uint64_t nbb_given_hash(const nbb_given_fields *given, int field);

void nbb_given_free(nbb_given_fields *given);

/* --- points: those of workload edm (points.c) --- */

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
   else, or where a coordinate is not finite in that precision. nbb_points_free is due in every case. */
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
