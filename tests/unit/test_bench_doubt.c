/* test_bench_doubt.c - rows whose times cannot be believed, and the rounds that tell. */
#include "library/bench/bench.h"
#include "runtime/device/machine.h"
#include "unit.h"
#include "rows.h"

/* Levels 8 to 11 of a launch-bound start and a bandwidth-bound end. */
static json_t *bench_of_levels(void)
{
    static const double times[] = { 0.0012, 0.0013, 0.003, 0.009 };
    json_t *bench = nbb_bench_new("", "");
    int64_t cells = 6561;
    for (size_t i = 0; i < 4; ++i, cells *= 3) {
        add_row_of(bench, 8 + (int64_t)i, "lambda", "", times[i]);
        set_real(bench, i, "ms_min", times[i]);
        set_real(bench, i, "ms_max", times[i]);
        set_real(bench, i, "ms_spread", 0);
        set_integer(bench, i, "samples", 15);
        set_integer(bench, i, "cells", cells);
        set_integer(bench, i, "memory_bytes", cells);
    }
    return bench;
}

static double median_of(const json_t *bench, size_t i)
{
    return nbb_bench_number(row_at(bench, i), "ms_median");
}

/* The time of a row, all of whose samples are alike. */
static void set_time(json_t *bench, size_t i, double ms)
{
    set_real(bench, i, "ms_median", ms);
    set_real(bench, i, "ms_min", ms);
}

static void assert_doubts(const json_t *bench, const char *wanted)
{
    char found[64] = "";
    for (size_t i = 0; i < json_array_size(json_object_get(bench, "rows")); ++i) {
        json_auto_t *row = nbb_bench_describe_row(bench, row_at(bench, i));
        const char *word = json_string_value(json_object_get(row, "doubt"));
        strcat(strcat(found, word != NULL ? word : "-"), " ");
    }
    assert_string_equal(found, wanted);
}

static void assert_explained(const json_t *bench, const char *wanted)
{
    NBB_LOCAL_TEXT text = NBB_TEXT_EMPTY;
    assert_int_equal(nbb_bench_print_page(bench, &nbb_bench_pages, "text", &text), NBB_OK);
    assert_non_null(strstr(nbb_text_string(&text), wanted));
}

/* Every sample of a row 250 times too slow, all alike: the spread is nothing, the sizes beside it tell. */
TEST(jumps)
{
    json_auto_t *bench = bench_of_levels();
    assert_doubts(bench, "- - - - ");
    set_time(bench, 1, 0.325);
    assert_doubts(bench, "- jump - - ");
    assert_explained(bench,
                     "r = 9 ca lambda: it takes 90.3 times as long as its cells or bytes let expect from r = 8");
    assert_true(nbb_bench_is_to_repeat(bench, row_at(bench, 1)));
    set_integer(bench, 1, "again", NBB_BENCH_AGAIN_MAX); /* it was tried enough, and stays doubted */
    assert_false(nbb_bench_is_to_repeat(bench, row_at(bench, 1)));
    assert_doubts(bench, "- jump - - ");
}

/* The smallest size has none below it, but takes no longer than the next one. */
TEST(slower_than_larger)
{
    json_auto_t *bench = bench_of_levels();
    set_time(bench, 0, 0.3);
    assert_doubts(bench, "slower - - - ");
    assert_explained(bench, "r = 8 ca lambda: it takes 231 times as long as the larger r = 9");
}

/* Where the plan took another tile, or memory grows faster than the cells, more time is no wonder. */
TEST(other_tiles_and_boxes)
{
    json_auto_t *bench = bench_of_levels();
    set_time(bench, 3, 0.09);
    assert_doubts(bench, "- - - jump ");
    set_integer(bench, 3, "tile_x", 4);
    assert_doubts(bench, "- - - - ");
    set_integer(bench, 3, "tile_x", 8);
    set_integer(bench, 3, "memory_bytes", 30 * nbb_bench_integer(row_at(bench, 2), "memory_bytes"));
    assert_doubts(bench, "- - - - ");
    set_text(bench, 2, "choice", "--tile 8"); /* another choice: level 9 is the next one below */
    set_integer(bench, 3, "memory_bytes", nbb_bench_integer(row_at(bench, 3), "cells"));
    assert_doubts(bench, "- - - jump ");
    assert_explained(bench,
                     "r = 11 ca lambda: it takes 7.69 times as long as its cells or bytes let expect from r = 9");
}

TEST(by_its_own_samples)
{
    json_auto_t *bench = bench_of_levels();
    set_real(bench, 0, "ms_spread", 0.06 * median_of(bench, 0));
    set_real(bench, 1, "ms_drift", 0.06 * median_of(bench, 1));
    set_real(bench, 2, "ms_min", 0.6 * median_of(bench, 2));
    set_integer(bench, 3, "samples", 4);
    assert_doubts(bench, "noisy noisy outrun few ");
    assert_explained(bench, "r = 10 ca lambda: its fastest round took 60% of the median");
    assert_explained(bench, "1 row marked ! has fewer than 5 samples");
    assert_false(nbb_bench_is_to_repeat(bench, row_at(bench, 3)));
    set_text(bench, 3, "skipped", "no memory");
    assert_doubts(bench, "noisy noisy outrun - ");
}

/* Another program takes the device for a third of the rounds: of 15 samples ten are alike, so that most lie at the
   median; the thirds do not. */
TEST(drifts)
{
    static const double samples[] = { 1, 1, 1, 1, 1, 250, 250, 250, 250, 250, 1, 1, 1, 1, 1 };
    double drift = 0, copies[15];
    memcpy(copies, samples, sizeof copies);
    assert_int_equal(nbb_times_drift(samples, 15, &drift), NBB_OK);
    assert_true(drift == 249);
    nbb_times times = nbb_times_of(copies, 15);
    assert_true(times.median == 1 && times.spread == 0);
    assert_int_equal(nbb_times_drift(samples, 8, &drift), NBB_OK);
    assert_true(drift == 0); /* too few for thirds */
}

/* Who was sampled, in which order and when. */
typedef struct record {
    char order[64];
    double begins[32]; /* of each round, that is of row 0's samples */
    int rounds;
} record;

static nbb_status sample(void *context, int row, double *milliseconds)
{
    record *seen = context;
    size_t length = strlen(seen->order);
    seen->order[length] = (char)('a' + row);
    if (row == 0) {
        seen->begins[seen->rounds++] = nbb_milliseconds();
    }
    *milliseconds = (double)length;
    return length == 40 ? nbb_fail(NBB_ERROR_DEVICE, "enough") : NBB_OK;
}

/* Interleaved, a row of few samples spread over all rounds, and rounds apart. */
TEST(rounds)
{
    static const int counts[] = { 6, 2, 6 };
    record seen = { .rounds = 0 };
    nbb_bench_rounds asked = { 3, counts, 6, 5, sample, &seen };
    double samples[18] = { 0 }, before = nbb_milliseconds();
    assert_int_equal(nbb_bench_rounds_take(&asked, samples), NBB_OK);
    assert_string_equal(seen.order, "acacabcacacabc");
    assert_true(samples[0] == 0 && samples[1] == 2 && samples[5] == 11);
    assert_true(samples[6] == 5 && samples[7] == 12 && samples[8] == 0);
    assert_true(samples[12] == 1 && samples[17] == 13);
    assert_int_equal(seen.rounds, 6);
    for (int i = 1; i < seen.rounds; ++i) {
        assert_true(seen.begins[i] - before >= 4.9 * i); /* a begin may be late, the one after it then is not */
    }
    memset(seen.order, 0, sizeof seen.order);
    memset(seen.order, 'x', 38);
    seen.rounds = 0;
    assert_int_equal(nbb_bench_rounds_take(&asked, samples), NBB_ERROR_DEVICE);
}
