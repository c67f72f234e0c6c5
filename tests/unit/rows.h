/* rows.h - rows of a bench to test with. */
#ifndef NBB_TESTS_ROWS_H
#define NBB_TESTS_ROWS_H

#include "library/bench/bench.h"

static inline json_t *row_at(const json_t *bench, size_t i)
{
    return json_array_get(json_object_get(bench, "rows"), i);
}

/* Gives row number i of a bench a number, or a text. */
static inline void set_real(json_t *bench, size_t i, const char *name, double value)
{
    nbb_json_set(row_at(bench, i), name, json_real(value));
}

static inline void set_integer(json_t *bench, size_t i, const char *name, int64_t value)
{
    nbb_json_set(row_at(bench, i), name, json_integer(value));
}

static inline void set_text(json_t *bench, size_t i, const char *name, const char *value)
{
    nbb_json_set(row_at(bench, i), name, json_string(value));
}

/* Adds a row of the gasket on the card "A <1> & B" with ca. Memory limits bb, and logic all others. */
static inline void add_row_of(json_t *bench, int64_t r, const char *map, const char *choice, double ms)
{
    int64_t n = INT64_C(1) << r;
    bool is_bb = strcmp(map, "bb") == 0;
    json_t *row = json_loads(
        "{\"device\": \"A <1> & B\", \"fractal\": \"sierpinski\", \"n\": 0, \"seed\": 1, \"density\": 0.5,"
        " \"dimensions\": 0, \"workload\": \"ca\", \"rule\": \"B2/S23\", \"out\": \"\", \"program\": \"\","
        " \"param\": \"\", \"n_z\": 0, \"ranks\": 0, \"tile_z\": 0, \"ms_drift\": 0.0, \"samples\": 5, \"again\": 0,"
        " \"steps_a_sample\": 7, \"bytes_per_step\": 1000000, \"limit\": 2e9, \"logic\": 5e12, \"digest\": \"0x1\","
        " \"compile_ms\": 12.5, \"command\": \"nbbgen emit \\\"x\\\", y\", \"driver\": \"580.1\", \"alive\": 0.25,"
        " \"measured\": \"2026-11-21T03:14:00Z\"}",
        0, NULL);
    json_t *own = json_pack("{s:I, s:s, s:s, s:s, s:I, s:I, s:I, s:i, s:i, s:f, s:f, s:f, s:f, s:I, s:I, s:s, s:O}",
                            "r", (json_int_t)r, "map", map, "choice", choice, "source", map, "n_x", (json_int_t)n,
                            "n_y", (json_int_t)n, "cells", (json_int_t)(1000 * n), "tile_x", is_bb ? 0 : 8, "tile_y",
                            is_bb ? 0 : 8, "ms_median", ms, "ms_min", 0.9 * ms, "ms_max", ms * 2, "ms_spread",
                            ms / 100, "operations_per_step", (json_int_t)(is_bb ? 0 : 3000000000), "memory_bytes",
                            (json_int_t)(is_bb ? 4000000 : 1000000), "version", NBB_VERSION, "commit",
                            json_object_get(bench, "commit"));
    assert_int_equal(json_object_update_new(row, own), 0);
    nbb_json_add(json_object_get(bench, "rows"), row);
}

/* Two levels of bb and lambda, one noisy row, one that was skipped. */
static inline json_t *bench_of_rows(void)
{
    json_t *bench = nbb_bench_new("nbbgen bench sierpinski@4..5 --map <all>", "2026-11-21T03:00:00Z");
    add_row_of(bench, 4, "bb", "", 4);
    add_row_of(bench, 4, "lambda", "--tile 8", 1);
    add_row_of(bench, 5, "bb", "", 16);
    add_row_of(bench, 5, "lambda", "--tile 8", 2);
    add_row_of(bench, 5, "lanes", "", 0);
    set_real(bench, 3, "ms_spread", 0.5);
    set_text(bench, 4, "skipped", "no memory, says \"A\"");
    nbb_bench_add_device(bench, "A <1> & B", "580.1", (nbb_rates){ 2e9, 3e9, 4e9, 5e12 });
    return bench;
}

#endif
