/* test_bench_plot.c - benches as SVG: what is drawn, and that no words are cut off or on top of each other. */
#include "library/bench/bench_table.h"
#include "library/bench/plot.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>

#include "rows.h"

/* Whether the elements are properly nested and every & begins an entity. */
static void assert_well_formed(const char *xml)
{
    const char *open[64];
    int depth = 0;
    for (const char *at = xml; *at != '\0'; ++at) {
        assert_true(*at != '&' || strncmp(at, "&amp;", 5) == 0 || strncmp(at, "&lt;", 4) == 0);
        if (*at != '<') {
            continue;
        }
        const char *end = strchr(at, '>');
        assert_non_null(end);
        if (at[1] == '/') {
            size_t length = (size_t)(end - at) - 2;
            assert_true(depth > 0);
            assert_int_equal(strncmp(open[--depth], at + 2, length), 0);
            assert_true(open[depth][length] == ' ' || open[depth][length] == '>');
        } else if (end[-1] != '/') {
            assert_true(depth < 64);
            open[depth++] = at + 1;
        }
        at = end;
    }
    assert_int_equal(depth, 0);
}

static int count_of(const char *text, const char *word)
{
    int count = 0;
    for (const char *at = text; (at = strstr(at, word)) != NULL; ++at) {
        ++count;
    }
    return count;
}

/* A place that words take: by 0.6 of a letter's height for its width, which is more than most fonts need. */
typedef struct placed {
    nbb_plot_box box;
    char words[200];
} placed;

static double attribute(const char *element, const char *name)
{
    char key[32];
    snprintf(key, sizeof key, " %s=\"", name);
    const char *at = strstr(element, key);
    assert_non_null(at);
    assert_true(at < strchr(element, '>'));
    return atof(at + strlen(key));
}

static bool has_class(const char *element, const char *class)
{
    char key[32];
    snprintf(key, sizeof key, " class=\"%s\"", class);
    const char *at = strstr(element, key);
    return at != NULL && at < strchr(element, '>');
}

/* Letters that are seen: an entity is one. */
static size_t letters_of(const char *words, size_t length)
{
    size_t letters = 0;
    for (size_t i = 0; i < length; i += words[i] == '&' ? strcspn(words + i, ";") + 1 : 1) {
        ++letters;
    }
    return letters;
}

static placed place_of(const char *element)
{
    placed made;
    const char *words = strchr(element, '>') + 1;
    double x = attribute(element, "x"), y = attribute(element, "y"), font = has_class(element, "title") ? 13 : 11;
    size_t length = strcspn(words, "<");
    assert_true(length < sizeof made.words);
    memcpy(made.words, words, length);
    made.words[length] = '\0';
    double width = 0.6 * font * (double)letters_of(words, length);
    double left = has_class(element, "x") ? x - width / 2 : has_class(element, "y") ? x - width : x;
    made.box = (nbb_plot_box){ left, y - 0.8 * font, left + width, y + 0.2 * font };
    return made;
}

/* All words are inside the sheet and clear of each other, and each frame has a dot in it. */
static void assert_legible(const char *svg)
{
    static placed all[2000];
    size_t count = 0;
    double width = attribute(strstr(svg, "<svg"), "width"), height = attribute(strstr(svg, "<svg"), "height");
    for (const char *at = svg; (at = strstr(at, "<text")) != NULL; ++at) {
        assert_true(count < sizeof all / sizeof all[0]);
        all[count++] = place_of(at);
    }
    for (size_t i = 0; i < count; ++i) {
        const nbb_plot_box *box = &all[i].box;
        if (box->left < 0 || box->top < 0 || box->right > width || box->bottom > height) {
            fail_msg("'%s' is cut off: %g to %g, %g to %g of %g x %g", all[i].words, box->left, box->right, box->top,
                     box->bottom, width, height);
        }
        for (size_t j = 0; j < i; ++j) {
            if (nbb_plot_overlap(box, &all[j].box)) {
                fail_msg("'%s' is on top of '%s'", all[i].words, all[j].words);
            }
        }
    }
    for (const char *at = svg; (at = strstr(at, "<rect")) != NULL; ++at) {
        const char *dot = strstr(at, "<circle"), *next = strstr(at + 1, "<rect");
        assert_true(dot != NULL && (next == NULL || dot < next));
    }
}

/* The SVG of a bench, which is well formed and legible. */
static const char *drawn(const nbb_bench *bench, nbb_text *text)
{
    nbb_text_free(text);
    assert_int_equal(nbb_bench_print_svg(bench, text), NBB_OK);
    assert_well_formed(text->data);
    assert_legible(text->data);
    assert_int_equal(count_of(text->data, "nan") + count_of(text->data, "inf"), 0);
    return text->data;
}

static void plot(void **state)
{
    (void)state;
    nbb_bench bench = bench_of_rows();
    nbb_text text = NBB_TEXT_EMPTY;
    const char *svg = drawn(&bench, &text);
    assert_non_null(strstr(svg, "sierpinski, ca B2/S23, A &lt;1> &amp; B</text>"));
    assert_int_equal(count_of(svg, "<rect"), 3);     /* time, speed-up, memory */
    assert_int_equal(count_of(svg, "<polyline"), 6); /* bb and lambda */
    assert_int_equal(count_of(svg, "<circle"), 12);
    assert_int_equal(count_of(svg, "lambda --tile 8</text>"), 1);
    assert_int_equal(count_of(svg, "lambda --tile 8, n = 32: 8</title>"), 1);
    assert_int_equal(count_of(svg, "lambda --tile 8, n = 32: 4</title>"), 1);
    assert_int_equal(count_of(svg, ">n, cells a side</text>"), 3);
    assert_int_equal(count_of(svg, ">time of a step, ms</text>"), 1);
    assert_int_equal(count_of(svg, ">speed-up over bb, times</text>"), 1);
    assert_non_null(strstr(svg, "<desc>nbbgen bench sierpinski@4..5 --map &lt;all></desc>"));
    assert_non_null(strstr(svg, ", 2026-11-21T03:00:00Z; A &lt;1> &amp; B, driver 580.1</text>"));
    /* n = 16 and 32, 6% of the axis inside its ends; one time of lambda is doubted, and its speed-up. */
    assert_non_null(strstr(svg, " points=\"87.1,"));
    assert_int_equal(count_of(svg, "<circle class=\"doubt\""), 2);
    assert_int_equal(count_of(svg, "Hollow dots: doubtful times."), 1);
    nbb_text_free(&text);
    nbb_bench_free(&bench);
}

/* Three tiles at one level are drawn against rho, in a strip of their own, where the tile is no part of the name. */
static void plot_of_rho(void **state)
{
    (void)state;
    static const char *const choices[] = { "",
                                           "--tc=1 --tile 4 --hash arith",
                                           "--tc=1 --tile 8 --hash arith",
                                           "--tc=1 --tile 16 --hash arith",
                                           "--tile 2",
                                           "--tile 6" };
    nbb_bench bench = { .command = "", .date = "" };
    nbb_text text = NBB_TEXT_EMPTY;
    for (int i = 0; i < 6; ++i) {
        nbb_bench_row row = row_of(6, i == 0 ? "bb" : "lambda", choices[i], 10 - i);
        row.tile_x = row.tile_y = i == 0 ? 0 : INT64_C(2) << i;
        assert_int_equal(nbb_bench_add(&bench, &row), NBB_OK);
    }
    const char *svg = drawn(&bench, &text);
    assert_int_equal(count_of(svg, "class=\"title\""), 2);
    assert_non_null(strstr(svg, ">sierpinski r = 6, ca B2/S23, "));
    assert_int_equal(count_of(svg, ">lambda --tc=1 --hash arith</text>"), 1);
    assert_int_equal(count_of(svg, ">lambda --tile 2: 6 ms a step at n = 64, "), 1);
    assert_int_equal(count_of(svg, "lambda --tc=1 --hash arith, rho = 16: 7</title>"), 1);
    assert_int_equal(count_of(svg, ">rho, cells a side of a tile</text>"), 3);
    assert_int_equal(count_of(svg, "<polyline"), 3);
    assert_int_equal(count_of(svg, "<circle"), 3 * 3);
    nbb_text_free(&text);
    nbb_bench_free(&bench);
}

static uint64_t drawn_at_random(uint64_t *seed, uint64_t below)
{
    *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (*seed >> 33) % below;
}

/* Levels and times over many decades, long names, many choices: still nothing is cut off or on top of each other. */
static void many_benches(void **state)
{
    (void)state;
    static const char *const choices[] = {
        "",
        "--storage embedded --from below --recursion branches",
        "--tc=4",
        "--tile 2",
        "--tile 4",
        "--tile 8",
        "--eval shuffle --hash shared --intra unroll --tile 16",
        "--tile 16 --tc=1",
    };
    uint64_t seed = 1;
    nbb_text text = NBB_TEXT_EMPTY;
    for (int round = 0; round < 200; ++round) {
        nbb_bench bench = { .command = "nbbgen", .date = "2026-11-21T03:00:00Z" };
        int rows = 1 + (int)drawn_at_random(&seed, 40);
        int64_t first = (int64_t)drawn_at_random(&seed, 20), levels = 1 + (int64_t)drawn_at_random(&seed, 12);
        double scale = pow(10, (double)drawn_at_random(&seed, 9) - 5);
        for (int i = 0; i < rows; ++i) {
            int64_t r = first + (int64_t)drawn_at_random(&seed, (uint64_t)levels);
            const char *map = drawn_at_random(&seed, 3) == 0 ? "bb" : "lambda";
            const char *choice = *map == 'b' ? "" : choices[drawn_at_random(&seed, 8)];
            nbb_bench_row row = row_of(r, map, choice, scale * pow(10, (double)drawn_at_random(&seed, 300) / 100));
            row.tile_x = row.tile_y = *map == 'b' ? 0 : INT64_C(1) << drawn_at_random(&seed, 7);
            assert_int_equal(nbb_bench_add(&bench, &row), NBB_OK);
        }
        drawn(&bench, &text);
        nbb_bench_free(&bench);
    }
    nbb_text_free(&text);
}

/* The numbers at an axis's ticks, for values from `least` to `most`. */
static const char *ticks_on(bool is_linear, double least, double most)
{
    static char numbers[256];
    nbb_axis x = { INFINITY, -INFINITY, 0, 320, is_linear }, y = { 0, 0.01, 100, 0, false };
    nbb_text text = NBB_TEXT_EMPTY;
    nbb_axis_widen(&x, least);
    nbb_axis_widen(&x, most);
    nbb_axis_draw(&x, &y, &text);
    numbers[0] = '\0';
    for (const char *at = nbb_text_string(&text); (at = strstr(at, "class=\"x\"")) != NULL; ++at) {
        const char *number = strchr(at, '>') + 1;
        strncat(strncat(numbers, number, strcspn(number, "<")), " ", 2);
    }
    nbb_text_free(&text);
    return numbers;
}

static const char *ticks_of(double least, double most)
{
    return ticks_on(false, least, most);
}

static void linear_ticks(void **state)
{
    (void)state;
    assert_string_equal(ticks_on(true, -1, 1), "-1 -0.5 0 0.5 ");
    assert_string_equal(ticks_on(true, -0.3, 0.7), "-0.2 0 0.2 0.4 0.6 ");
    assert_string_equal(ticks_on(true, -6000, -2000), "-6000 -5000 -4000 -3000 ");
    assert_string_equal(ticks_on(true, -0.1, 4), "0 1 2 3 ");
    assert_string_equal(ticks_on(true, 0, 4e6), "0 1e6 2e6 3e6 ");
    assert_string_equal(ticks_on(true, -2e-5, 2e-5), "-2e-5 -1e-5 0 1e-5 ");
    nbb_axis one = { INFINITY, -INFINITY, 0, 100, true };
    nbb_axis_widen(&one, -7);
    nbb_axis_pad(&one);
    assert_true(one.low == -7.5 && one.high == -6.5 && nbb_axis_place(&one, -7) == 50);
}

static void ticks(void **state)
{
    (void)state;
    assert_string_equal(ticks_of(0.5, 20000), "1 10 100 1000 10000 ");
    assert_string_equal(ticks_of(0.0001, 5e6), "1e-4 0.01 1 100 10000 1e6 ");
    assert_string_equal(ticks_of(120000, 5e6), "2e5 5e5 1e6 2e6 ");
    assert_string_equal(ticks_of(3, 150), "5 10 20 50 100 ");
    assert_string_equal(ticks_of(0.11, 0.19), "0.12 0.14 0.16 0.18 ");
    assert_string_equal(ticks_of(1030, 1060), "1030 1035 1040 1045 1050 1055 ");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plot),         cmocka_unit_test(plot_of_rho), cmocka_unit_test(many_benches),
        cmocka_unit_test(linear_ticks), cmocka_unit_test(ticks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
