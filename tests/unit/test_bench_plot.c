/* test_bench_plot.c - benches as SVG: what gnuplot is asked to draw. */
#include "library/bench/bench.h"
#include "unit.h"
#include "rows.h"

static int count_of(const char *text, const char *word)
{
    int count = 0;
    for (const char *at = text; (at = strstr(at, word)) != NULL; ++at) {
        ++count;
    }
    return count;
}

/* The script of a bench, whose data gnuplot can read. */
static const char *script_of(const json_t *bench, nbb_text *text)
{
    nbb_text_free(text);
    assert_int_equal(nbb_bench_print_page(bench, &nbb_plot_pages, "bench", text), NBB_OK);
    assert_int_equal(count_of(text->data, "\tnan") + count_of(text->data, "inf\t"), 0);
    return text->data;
}

TEST(plot)
{
    json_auto_t *bench = bench_of_rows();
    NBB_LOCAL_TEXT text = NBB_TEXT_EMPTY;
    const char *script = script_of(bench, &text);
    assert_non_null(strstr(script, "\nset label 'sierpinski, ca B2/S23, A <1> & B' at 12, "));
    assert_int_equal(count_of(script, "\nplot $dots "), 3); /* time, speed-up, memory */
    assert_int_equal(count_of(script, " @line "), 6);       /* bb and lambda */
    assert_int_equal(count_of(script, "index 1 @line 2 title 'lambda --tile 8'"), 3);
    assert_int_equal(count_of(script, "\n16\t") + count_of(script, "\n32\t"), 12);
    assert_int_equal(count_of(script, "\n32\t8\t0\t1\n"), 1); /* a time of lambda is doubted, and its speed-up */
    assert_int_equal(count_of(script, "\n32\t4\t0\t0\n"), 1); /* its memory is not */
    assert_int_equal(count_of(script, " @hollow"), 2);
    assert_int_equal(count_of(script, "'Hollow dots: doubtful times.'"), 1);
    assert_int_equal(count_of(script, "set xlabel 'n, cells a side'\n@logarithmic\n"), 3);
    assert_int_equal(count_of(script, "set title 'time of a step, ms'\n"), 1);
    assert_int_equal(count_of(script, "set title 'speed-up over bb, times'\n"), 1);
    assert_non_null(strstr(script, ", 2026-11-21T03:00:00Z; A <1> & B, driver 580.1' at "));
}

/* Three tiles at one level are drawn against rho, in a strip of their own, where the tile is no part of the name. */
TEST(plot_of_rho)
{
    static const char *const choices[] = { "",
                                           "--tc=1 --tile 4 --hash arith",
                                           "--tc=1 --tile 8 --hash arith",
                                           "--tc=1 --tile 16 --hash arith",
                                           "--tile 2",
                                           "--tile 6" };
    json_auto_t *bench = nbb_bench_new("", "");
    NBB_LOCAL_TEXT text = NBB_TEXT_EMPTY;
    for (int i = 0; i < 6; ++i) {
        add_row_of(bench, 6, i == 0 ? "bb" : "lambda", choices[i], 10 - i);
        set_integer(bench, (size_t)i, "tile_x", i == 0 ? 0 : INT64_C(2) << i);
        set_integer(bench, (size_t)i, "tile_y", i == 0 ? 0 : INT64_C(2) << i);
    }
    const char *script = script_of(bench, &text);
    assert_int_equal(count_of(script, " font ',13'\n"), 2);
    assert_non_null(strstr(script, "'sierpinski r = 6, ca B2/S23, "));
    assert_int_equal(count_of(script, "title 'lambda --tc=1 --hash arith'\n"), 3);
    assert_int_equal(count_of(script, "'lambda --tile 2: 6 ms a step at n = 64, "), 1);
    assert_int_equal(count_of(script, "\n4\t9\t0\t0\n8\t8\t0\t0\n16\t7\t0\t0\nEND\n"), 1);
    assert_int_equal(count_of(script, "set xlabel 'rho, cells a side of a tile'\n"), 3);
}

/* Words may hold what gnuplot would read as its own; a curve of one dot has its value; a range is wide or narrow. */
TEST(sheet)
{
    json_t *sheet = json_pack("[{s:[{s:s, s:s, s:[{s:i, s:s, s:[{s:i, s:f}]}, {s:i, s:s, s:[{s:i, s:i}]}]},"
                              " {s:s, s:s, s:b, s:[{s:i, s:[{s:i, s:i, s:f}]}]}]}]",
                              "panels", "above", "above", "below", "below", "curves", "look", 1, "name", "it's `a`\n",
                              "dots", "x", 1, "y", 1e-6, "look", 22, "name", "@b \"$x\" \\", "dots", "x", 1000, "y",
                              1, "above", "above", "below", "below", "is_linear", 1, "curves", "look", 1, "dots", "x",
                              -1, "y", -1, "error", 0.5);
    NBB_LOCAL_TEXT text = NBB_TEXT_EMPTY, svg = NBB_TEXT_EMPTY;
    assert_int_equal(nbb_page_print(&nbb_plot_pages, "script", sheet, &text), NBB_OK);
    assert_non_null(strstr(text.data, "@line 1 title 'it''s `a`\\x0a', '' index 0 @value, "));
    assert_non_null(strstr(text.data, "@line 22 title '@b \"$x\" \\', '' index 1 @value\n"));
    assert_non_null(strstr(text.data, "@line 1 title '', '' index 0 @bars 1\n"));
    assert_int_equal(nbb_plot_draw(&text, "a <b> & c", &svg), NBB_OK);
    assert_non_null(strstr(svg.data, "<desc>a &lt;b> &amp; c</desc>\n"));
    assert_non_null(strstr(svg.data, ">@b \"$x\" \\</text>"));
}
