/* rows.h - rows of a bench to test with. */
#ifndef NBB_TESTS_ROWS_H
#define NBB_TESTS_ROWS_H

#include "gen/base/commit.h"
#include "library/bench/bench_rows.h"

/* A row of the gasket on the card "A <1> & B" with ca. Memory limits bb, and logic all others. */
static inline nbb_bench_row row_of(int64_t r, const char *map, const char *choice, double ms)
{
    int64_t n = INT64_C(1) << r;
    bool is_bb = strcmp(map, "bb") == 0;
    return (nbb_bench_row){
        .device = "A <1> & B",
        .fractal = "sierpinski",
        .r = r,
        .seed = 1,
        .density = 0.5,
        .workload = "ca",
        .rule = "B2/S23",
        .out = "",
        .program = "",
        .param = "",
        .map = map,
        .choice = choice,
        .n_x = n,
        .n_y = n,
        .cells = 1000 * n,
        .tile_x = is_bb ? 0 : 8,
        .tile_y = is_bb ? 0 : 8,
        .ms_median = ms,
        .ms_min = 0.9 * ms,
        .ms_max = ms * 2,
        .ms_spread = ms / 100,
        .samples = 5,
        .steps_a_sample = 7,
        .bytes_per_step = 1000000,
        .operations_per_step = is_bb ? 0 : 3000000000,
        .memory_bytes = is_bb ? 4000000 : 1000000,
        .limit = 2e9,
        .logic = 5e12,
        .digest = "0x1",
        .compile_ms = 12.5,
        .source = map,
        .command = "nbbgen emit \"x\", y",
        .version = NBB_VERSION,
        .commit = nbb_commit,
        .driver = "580.1",
        .alive = 0.25,
        .measured = "2026-11-21T03:14:00Z",
    };
}

/* Two levels of bb and lambda, one noisy row, one that was skipped. */
static inline nbb_bench bench_of_rows(void)
{
    nbb_bench bench = { .command = "nbbgen bench sierpinski@4..5 --map <all>", .date = "2026-11-21T03:00:00Z" };
    nbb_bench_row rows[] = { row_of(4, "bb", "", 4), row_of(4, "lambda", "--tile 8", 1), row_of(5, "bb", "", 16),
                             row_of(5, "lambda", "--tile 8", 2), row_of(5, "lanes", "", 0) };
    rows[3].ms_spread = 0.5;
    rows[4].skipped = "no memory, says \"A\"";
    assert_int_equal(nbb_bench_add_device(&bench, "A <1> & B", "580.1", (nbb_rates){ 2e9, 3e9, 4e9, 5e12 }), NBB_OK);
    for (int i = 0; i < 5; ++i) {
        assert_int_equal(nbb_bench_add(&bench, &rows[i]), NBB_OK);
    }
    return bench;
}

#endif
