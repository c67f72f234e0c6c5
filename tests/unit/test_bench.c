/* test_bench.c - rows derived, printed and read again: tables, CSV, JSON, SVG. */
#include "gen/base/commit.h"
#include "runtime/bench/bench_doubt.h"
#include "runtime/bench/bench_json.h"
#include "runtime/bench/bench_plot.h"
#include "runtime/bench/bench_table.h"
#include "runtime/bench/svg_axis.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

static char *copy(const char *text)
{
    char *made = strdup(text);
    assert_non_null(made);
    return made;
}

/* A row of the gasket on the card "A <1> & B" with ca. */
static nbb_bench_row row_of(int64_t r, const char *map, const char *choice, double ms)
{
    int64_t n = INT64_C(1) << r;
    bool is_bb = strcmp(map, "bb") == 0;
    return (nbb_bench_row){
        .device = copy("A <1> & B"), .fractal = copy("sierpinski"), .r = r, .seed = 1, .density = 0.5,
        .workload = copy("ca"), .rule = copy("B2/S23"), .map = copy(map), .choice = copy(choice), .n_x = n,
        .n_y = n, .cells = 1000 * n, .tile_x = is_bb ? 0 : 8, .tile_y = is_bb ? 0 : 8,
        .ms_median = ms, .ms_min = 0.9 * ms, .ms_max = ms * 2, .ms_spread = ms / 100, .samples = 5,
        .steps_a_sample = 7, .bytes_per_step = 1000000, .memory_bytes = is_bb ? 4000000 : 1000000, .limit = 2e9,
        .digest = copy("0x1"), .compile_ms = 12.5, .source = copy(map), .command = copy("nbbgen emit \"x\", y"),
        .version = copy(NBB_VERSION), .commit = copy(nbb_commit), .driver = copy("580.1"), .alive = 0.25,
        .measured = copy("2026-11-21T03:14:00Z"),
    };
}

/* Two levels of bb and lambda, one noisy row, one that was skipped. */
static nbb_bench bench_of_rows(void)
{
    nbb_bench bench = { .command = "nbbgen bench sierpinski@4..5 --map <all>", .date = "2026-11-21T03:00:00Z" };
    nbb_bench_row rows[] = { row_of(4, "bb", "", 4), row_of(4, "lambda", "--tile 8", 1), row_of(5, "bb", "", 16),
                             row_of(5, "lambda", "--tile 8", 2), row_of(5, "lanes", "", 0) };
    rows[3].ms_spread = 0.5;
    rows[4].skipped = copy("no memory, says \"A\"");
    assert_int_equal(nbb_bench_add_device(&bench, "A <1> & B", "580.1", (nbb_rates){ 2e9, 3e9, 4e9 }), NBB_OK);
    for (int i = 0; i < 5; ++i) {
        assert_int_equal(nbb_bench_add(&bench, &rows[i]), NBB_OK);
    }
    return bench;
}

static void derived_figures(void **state)
{
    (void)state;
    nbb_bench bench = bench_of_rows();
    nbb_bench_derived bb = nbb_bench_derive(&bench, &bench.rows[0]);
    nbb_bench_derived lambda = nbb_bench_derive(&bench, &bench.rows[3]);
    assert_true(bb.speedup == 1 && bb.memory_reduction == 1 );
    assert_true(fabs(bb.share - 0.125) < 1e-12);      /* 1e6 bytes in 4 ms of 2e9 a second */
    assert_true(lambda.speedup == 8 && lambda.memory_reduction == 4);
    assert_true(fabs(lambda.cells_per_second - 1.6e7) < 1);
    nbb_bench_derived skipped = nbb_bench_derive(&bench, &bench.rows[4]);
    assert_true(skipped.cells_per_second == 0 && skipped.share == 0 && skipped.speedup == 0);
    free(bench.rows[2].rule);
    bench.rows[2].rule = copy("B3/S23");              /* then there is no bb to compare with */
    assert_true(nbb_bench_derive(&bench, &bench.rows[3]).speedup == 0);
    nbb_bench_free(&bench);
}

static void found_again(void **state)
{
    (void)state;
    nbb_bench bench = bench_of_rows();
    nbb_bench_row row = bench.rows[1];
    assert_ptr_equal(nbb_bench_find(&bench, &row), &bench.rows[1]);
    row.density = 0.25;
    assert_null(nbb_bench_find(&bench, &row));
    row.density = 0.5;
    row.n = 8;
    assert_null(nbb_bench_find(&bench, &row));
    row.n = 0;
    char other[] = "other";
    char **const fields[] = { &row.device, &row.source, &row.version, &row.driver, &row.rule };
    for (int i = 0; i < 5; ++i) {
        char *kept = *fields[i];
        *fields[i] = other;
        assert_null(nbb_bench_find(&bench, &row));
        *fields[i] = kept;
    }
    assert_null(nbb_bench_find(&bench, &bench.rows[4]));  /* it has no figures */
    nbb_bench_free(&bench);
}

static void tables(void **state)
{
    (void)state;
    nbb_bench bench = bench_of_rows();
    nbb_text text = NBB_TEXT_EMPTY;
    bench.rows[1].again = 1;
    bench.rows[3].again = 2;
    assert_int_equal(nbb_bench_print_text(&bench, &text), NBB_OK);
    static const char origin[] = ", 2026-11-21T03:00:00Z\n\n    nbbgen bench sierpinski@4..5 --map <all>\n\nA <1>";
    assert_int_equal(strncmp(text.data, "nbbgen " NBB_VERSION ", commit ", strlen("nbbgen " NBB_VERSION ", commit ")), 0);
    assert_non_null(strstr(text.data, nbb_commit));
    assert_non_null(strstr(text.data, origin));
    assert_string_equal(strstr(text.data, "A <1> & B"),
        "A <1> & B, driver 580.1: copy 2, write 3, read 4 GB/s\n"
        "\n"
        "fractal     r or n  work  rule    alive  map               tile  ms a step   spread  cells/s  of limit  x bb  memory  memory x\n"
        "sierpinski       4  ca    B2/S23    25%  bb                              4     1.0%    4e+06       12%     1    4 MB         1\n"
        "sierpinski       4  ca    B2/S23    25%  lambda --tile 8  8 x 8          1   1.0% +  1.6e+07       50%     4    1 MB         4\n"
        "sierpinski       5  ca    B2/S23    25%  bb                             16     1.0%    2e+06      3.1%     1    4 MB         1\n"
        "sierpinski       5  ca    B2/S23    25%  lambda --tile 8  8 x 8          2  25.0% !  1.6e+07       25%     8    1 MB         4\n"
        "\n"
        "skipped:\n"
        "\n"
        "  sierpinski r = 5 ca lanes: no memory, says \"A\"\n"
        "\n"
        "warning: rows marked ! are doubtful:\n"
        "\n"
        "  sierpinski r = 5 ca lambda --tile 8: half of its samples, or a third of its rounds, lie more than 5% beside the median,"
        " measured 3 times\n"
        "\n"
        "1 row marked + was doubtful until measured again; the fastest is shown\n");
    assert_null(strstr(text.data, "measured before"));
    nbb_text_free(&text);
    assert_int_equal(nbb_bench_print_markdown(&bench, &text), NBB_OK);
    static const char titles[] =
        "| fractal    | r or n | work | rule   | alive | map             |  tile | ms a step |  spread | cells/s | of limit | x bb | memory | memory x |\n"
        "| ---------- | -----: | ---- | ------ | ----: | --------------- | ----: | --------: | ------: | ------: | -------: | ---: | -----: | -------: |\n"
        "| sierpinski |      4 | ca   | B2/S23 |   25% | bb              |       |         4 |    1.0% |   4e+06 |      12% |    1 |   4 MB |        1 |\n";
    assert_non_null(strstr(text.data, titles));
    assert_non_null(strstr(text.data, "\n- sierpinski r = 5 ca lanes: no memory, says \"A\"\n"));
    nbb_text_free(&text);
    free(bench.rows[0].commit);
    bench.rows[0].commit = copy("abc");               /* kept by --resume */
    assert_int_equal(nbb_bench_print_markdown(&bench, &text), NBB_OK);
    assert_non_null(strstr(text.data, "\n1 row of the same kernels was measured before, by other commits, the last abc\n"));
    nbb_text_free(&text);
    nbb_bench_free(&bench);
}

/* The rows of a simplex tell its side instead of a level, and the third axis of its tiles. */
static void simplices(void **state)
{
    (void)state;
    nbb_bench bench = bench_of_rows();
    nbb_text text = NBB_TEXT_EMPTY;
    for (size_t i = 0; i < bench.row_count; ++i) {
        bench.rows[i].n = bench.rows[i].n_z = 16 * bench.rows[i].r;
        bench.rows[i].tile_z = bench.rows[i].tile_x;
        bench.rows[i].r = 0;
    }
    assert_true(nbb_bench_derive(&bench, &bench.rows[3]).speedup == 8);
    assert_int_equal(nbb_bench_print_text(&bench, &text), NBB_OK);
    assert_non_null(strstr(text.data, "\nsierpinski      64  ca    B2/S23    25%  bb                  "));
    assert_non_null(strstr(text.data, "\nsierpinski      80  ca    B2/S23    25%  lambda --tile 8  8 x 8 x 8 "));
    assert_non_null(strstr(text.data, "\n  sierpinski n = 80 ca lanes: no memory"));
    nbb_text_free(&text);
    bench.rows[2].n = 64;                             /* then there is no bb to compare with */
    assert_true(nbb_bench_derive(&bench, &bench.rows[3]).speedup == 0);
    nbb_bench_free(&bench);
}

/* Reads one value of RFC 4180's; returns what follows it. */
static const char *read_value(const char *at, char *value)
{
    bool quoted = *at == '"';
    for (at += quoted; quoted ? *at != '"' || at[1] == '"' : *at != ',' && *at != '\n'; ++at) {
        at += quoted && *at == '"';
        *value++ = *at;
    }
    *value = '\0';
    return at + quoted;
}

/* The value of a column in line number `line`, the titles' being 0. */
static void csv_value(const char *csv, int line, const char *column, char *value)
{
    int number = 0;
    const char *at = csv;
    for (at = read_value(at, value); strcmp(value, column) != 0; at = read_value(at + 1, value)) {
        assert_int_equal(*at, ',');
        ++number;
    }
    at = csv;
    for (int i = 0; i < line; ++i) {
        at = strchr(at, '\n') + 1;
    }
    at = read_value(at, value);
    for (int i = 0; i < number; ++i) {
        assert_int_equal(*at, ',');
        at = read_value(at + 1, value);
    }
}

static void csv(void **state)
{
    (void)state;
    static const struct {
        int line;
        const char *column, *value;
    } cells[] = {
        { 1, "device", "A <1> & B" }, { 1, "command", "nbbgen emit \"x\", y" }, { 1, "skipped", "" },
        { 2, "choice", "--tile 8" }, { 2, "tile_x", "8" }, { 4, "ms_median", "2" }, { 4, "speedup", "8" },
        { 4, "memory_reduction", "4" }, { 4, "doubt", "noisy" }, { 4, "bench", "nbbgen bench sierpinski@4..5 --map <all>" },
        { 1, "doubt", "" }, { 1, "driver", "580.1" }, { 1, "alive", "0.25" }, { 4, "bytes_per_step", "1000000" },
        { 5, "skipped", "no memory, says \"A\"" }, { 5, "ms_median", "" }, { 5, "doubt", "" }, { 5, "map", "lanes" },
    };
    nbb_bench bench = bench_of_rows();
    nbb_text text = NBB_TEXT_EMPTY;
    char value[256];
    assert_int_equal(nbb_bench_print_csv(&bench, &text), NBB_OK);
    for (size_t i = 0; i < sizeof cells / sizeof cells[0]; ++i) {
        csv_value(text.data, cells[i].line, cells[i].column, value);
        assert_string_equal(value, cells[i].value);
    }
    nbb_text_free(&text);
    nbb_bench_free(&bench);
}

static void json(void **state)
{
    (void)state;
    nbb_bench bench = bench_of_rows(), again = { .command = bench.command, .date = bench.date };
    nbb_text text = NBB_TEXT_EMPTY, second = NBB_TEXT_EMPTY, path = support_path("bench.json");
    assert_int_equal(nbb_bench_print_json(&bench, &text), NBB_OK);
    json_t *whole = json_loads(text.data, 0, NULL);
    const json_t *rows = json_object_get(whole, "rows");
    assert_int_equal(json_array_size(rows), 5);
    assert_true(json_real_value(json_object_get(json_array_get(rows, 3), "speedup")) == 8);
    assert_string_equal(json_string_value(json_object_get(json_array_get(rows, 3), "doubt")), "noisy");
    assert_true(json_is_null(json_object_get(json_array_get(rows, 0), "doubt")));
    assert_string_equal(json_string_value(json_object_get(whole, "commit")), nbb_commit);
    assert_string_equal(json_string_value(json_object_get(whole, "date")), "2026-11-21T03:00:00Z");
    assert_string_equal(json_string_value(json_object_get(json_array_get(rows, 4), "skipped")),
                        "no memory, says \"A\"");
    assert_null(json_object_get(json_array_get(rows, 4), "ms_median"));
    const json_t *device = json_array_get(json_object_get(whole, "devices"), 0);
    assert_true(json_real_value(json_object_get(device, "read")) == 4e9);
    assert_string_equal(json_string_value(json_object_get(device, "driver")), "580.1");
    json_decref(whole);

    support_write("bench.json", text.data, 0600);
    assert_int_equal(nbb_bench_read_json(path.data, &again), NBB_OK);
    assert_int_equal(again.row_count, 4);             /* a skipped row is tried again */
    assert_int_equal(nbb_bench_add_device(&again, bench.devices[0].name, bench.devices[0].driver,
                                          bench.devices[0].rates), NBB_OK);
    nbb_bench_free_row(&bench.rows[--bench.row_count]);
    nbb_text_free(&text);
    assert_int_equal(nbb_bench_print_json(&bench, &text), NBB_OK);
    assert_int_equal(nbb_bench_print_json(&again, &second), NBB_OK);
    assert_string_equal(text.data, second.data);      /* nothing is lost on the way */
    nbb_text_free(&text);
    nbb_text_free(&second);
    nbb_text_free(&path);
    nbb_bench_free(&bench);
    nbb_bench_free(&again);
}

static void damaged_json(void **state)
{
    (void)state;
    static const struct {
        const char *content, *message;
    } files[] = {
        { "{ \"schema\": 2,", "no JSON: line 1: " },
        { "[]", "not a file of this nbbgen's bench: \"schema\": 2 and \"rows\" are expected" },
        { "{ \"schema\": 3, \"rows\": [] }", "not a file of this nbbgen's bench: \"schema\"" },
        { "{ \"schema\": 2, \"rows\": {} }", "not a file of this nbbgen's bench: \"schema\"" },
        { "{ \"schema\": 2, \"rows\": [ 7 ] }", "row 1 has no text 'device'" },
        { "{ \"schema\": 2, \"rows\": [ { \"skipped\": \"x\" }, { \"device\": \"A\", \"fractal\": \"f\", \"r\": -1 }"
          " ] }", "row 2 has no whole number 'r'" },
    };
    nbb_text path = support_path("damaged.json");
    for (size_t i = 0; i < sizeof files / sizeof files[0]; ++i) {
        nbb_bench bench = { .command = "", .date = "" };
        support_write("damaged.json", files[i].content, 0600);
        assert_int_equal(nbb_bench_read_json(path.data, &bench), NBB_ERROR_USAGE);
        assert_non_null(strstr(nbb_message(), files[i].message));
        assert_non_null(strstr(nbb_message(), path.data));
        nbb_bench_free(&bench);
    }
    nbb_text_free(&path);
}

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

static void plot(void **state)
{
    (void)state;
    nbb_bench bench = bench_of_rows();
    nbb_text text = NBB_TEXT_EMPTY;
    assert_int_equal(nbb_bench_print_svg(&bench, &text), NBB_OK);
    assert_well_formed(text.data);
    assert_non_null(strstr(text.data, "sierpinski, ca B2/S23, A &lt;1> &amp; B</text>"));
    assert_int_equal(count_of(text.data, "<polyline"), 4);  /* bb and lambda, in both panels */
    assert_int_equal(count_of(text.data, "<circle"), 8);
    assert_int_equal(count_of(text.data, "lambda --tile 8</text>"), 1);
    assert_int_equal(count_of(text.data, "lambda --tile 8, n = 32: 8</title>"), 1);
    /* n = 16 and 32, 6% of the axis inside its ends; 1, 2, 4 and 16 ms on a decade and a bit. */
    assert_non_null(strstr(text.data, " points=\"80.2,"));
    assert_int_equal(count_of(text.data, "no bb to compare with"), 0);
    nbb_text_free(&text);
    for (int i = 0; i < 2; ++i) {                     /* without bb there is no second panel */
        strcpy(bench.rows[2 * i].map, "XX");
    }
    assert_int_equal(nbb_bench_print_svg(&bench, &text), NBB_OK);
    assert_well_formed(text.data);
    assert_int_equal(count_of(text.data, "no bb to compare with"), 1);
    assert_int_equal(count_of(text.data, "nan") + count_of(text.data, "inf"), 0);
    nbb_text_free(&text);
    nbb_bench_free(&bench);
}

/* Three tiles at one level are drawn against rho, in a strip of their own, where the tile is no part of the name. */
static void plot_of_rho(void **state)
{
    (void)state;
    static const char *const choices[] = { "", "--tc=1 --tile 4 --hash arith", "--tc=1 --tile 8 --hash arith",
                                           "--tc=1 --tile 16 --hash arith", "--tile 2" };
    nbb_bench bench = { .command = "", .date = "" };
    nbb_text text = NBB_TEXT_EMPTY;
    for (int i = 0; i < 5; ++i) {
        nbb_bench_row row = row_of(6, i == 0 ? "bb" : "lambda", choices[i], 10 - i);
        row.tile_x = row.tile_y = i == 0 ? 0 : INT64_C(2) << i;
        assert_int_equal(nbb_bench_add(&bench, &row), NBB_OK);
    }
    assert_int_equal(nbb_bench_print_svg(&bench, &text), NBB_OK);
    assert_well_formed(text.data);
    assert_int_equal(count_of(text.data, "class=\"title\""), 2);
    assert_non_null(strstr(text.data, ">sierpinski r = 6, ca B2/S23, "));
    assert_int_equal(count_of(text.data, ">lambda --tc=1 --hash arith</text>"), 1);
    assert_int_equal(count_of(text.data, ">lambda --tile 2</text>"), 1);
    assert_int_equal(count_of(text.data, "lambda --tc=1 --hash arith, rho = 16: 7</title>"), 1);
    assert_int_equal(count_of(text.data, "<polyline"), 2 * 3);
    assert_int_equal(count_of(text.data, "<circle"), 2 * 5);
    nbb_text_free(&text);
    nbb_bench_free(&bench);
}

/* The numbers at an axis's ticks, for values from `least` to `most`. */
static const char *ticks_of(double least, double most)
{
    static char numbers[256];
    nbb_axis x = { INFINITY, -INFINITY, 0, 100 }, y = { 0, 0.01, 100, 0 };
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

static void ticks(void **state)
{
    (void)state;
    assert_string_equal(ticks_of(0.5, 20000), "1 10 100 1000 10000 ");
    assert_string_equal(ticks_of(3, 150), "5 10 20 50 100 ");
    assert_string_equal(ticks_of(0.11, 0.19), "0.12 0.14 0.16 0.18 ");
    assert_string_equal(ticks_of(1030, 1060), "1030 1035 1040 1045 1050 1055 ");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(derived_figures),
        cmocka_unit_test(found_again),
        cmocka_unit_test(tables),
        cmocka_unit_test(simplices),
        cmocka_unit_test(csv),
        cmocka_unit_test_setup_teardown(json, support_enter, support_leave),
        cmocka_unit_test_setup_teardown(damaged_json, support_enter, support_leave),
        cmocka_unit_test(plot),
        cmocka_unit_test(plot_of_rho),
        cmocka_unit_test(ticks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
