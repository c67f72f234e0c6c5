/* test_bench.c - rows derived, printed and read again: tables, CSV, JSON. */
#include "unit.h"
#include "rows.h"
#include "support.h"

/* A figure of a row, 0 where there is none; and a word. */
static double figure(const json_t *bench, int row, const char *name)
{
    json_auto_t *object = nbb_bench_describe_row(bench, row_at(bench, (size_t)row));
    return json_number_value(json_object_get(object, name));
}

static void assert_limited_by(const json_t *bench, int row, const char *by)
{
    json_auto_t *object = nbb_bench_describe_row(bench, row_at(bench, (size_t)row));
    const char *found = json_string_value(json_object_get(object, "limit_by"));
    assert_string_equal(found != NULL ? found : "", by);
}

/* The nearer of the two limits counts, or the only one whose rate was measured. */
static void limited_by(json_t *bench)
{
    static const struct {
        double memory, logic, share;
        const char *by;
    } limits[] = { { 2e9, 5e12, 0.3, "logic" }, { 1e9, 5e12, 0.5, "memory" }, { 2e9, 7.5e12, 0.25, "memory" },
                   { 0, 5e12, 0.3, "logic" },   { 2e9, 0, 0.25, "memory" },   { 0, 0, 0, "" } };
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; ++i) {
        set_real(bench, 3, "limit", limits[i].memory);
        set_real(bench, 3, "logic", limits[i].logic);
        assert_true(fabs(figure(bench, 3, "share") - limits[i].share) < 1e-12);
        assert_limited_by(bench, 3, limits[i].by);
    }
}

TEST(derived_figures)
{
    json_auto_t *bench = bench_of_rows();
    assert_true(figure(bench, 0, "speedup") == 1 && figure(bench, 0, "memory_reduction") == 1);
    assert_true(fabs(figure(bench, 0, "share") - 0.125) < 1e-12); /* 1e6 bytes in 4 ms of 2e9 a second */
    assert_true(figure(bench, 3, "speedup") == 8 && figure(bench, 3, "memory_reduction") == 4);
    assert_true(fabs(figure(bench, 3, "cells_per_second") - 1.6e7) < 1);
    assert_true(figure(bench, 4, "cells_per_second") == 0 && figure(bench, 4, "share") == 0);
    limited_by(bench);                    /* 3e9 operations in 2 ms of 5e12 a second are 0.3 */
    set_text(bench, 2, "rule", "B3/S23"); /* then there is no bb to compare with */
    assert_true(figure(bench, 3, "speedup") == 0);
}

TEST(found_again)
{
    static const char *const texts[] = { "device", "source", "version", "driver", "rule", "program", "param", "out" };
    static const char *const numbers[] = { "n", "dimensions", "seed" };
    json_auto_t *bench = bench_of_rows(), *row = json_deep_copy(row_at(bench, 1));
    assert_ptr_equal(nbb_bench_find(bench, "rows", row, NBB_BENCH_SAME), row_at(bench, 1));
    nbb_json_set(row, "density", json_real(0.25));
    assert_null(nbb_bench_find(bench, "rows", row, NBB_BENCH_SAME));
    for (size_t i = 0; i < 11; ++i) {
        json_auto_t *other = json_deep_copy(row_at(bench, 1));
        nbb_json_set(other, i < 8 ? texts[i] : numbers[i - 8], i < 8 ? json_string("other") : json_integer(8));
        assert_null(nbb_bench_find(bench, "rows", other, NBB_BENCH_SAME));
        assert_int_equal(nbb_bench_find(bench, "rows", other, NBB_BENCH_BESIDE) != NULL, i > 0 && i < 4);
    }
    assert_null(nbb_bench_find(bench, "rows", row_at(bench, 4), NBB_BENCH_SAME)); /* it has no figures */
}

TEST(tables)
{
    json_auto_t *bench = bench_of_rows();
    NBB_LOCAL_TEXT text = NBB_TEXT_EMPTY;
    set_integer(bench, 1, "again", 1);
    set_integer(bench, 3, "again", 2);
    assert_int_equal(nbb_bench_print_page(bench, &nbb_bench_pages, "text", &text), NBB_OK);
    static const char origin[] = ", 2026-11-21T03:00:00Z\n\n    nbbgen bench sierpinski@4..5 --map <all>\n\nA <1>";
    assert_int_equal(strncmp(text.data, "nbbgen " NBB_VERSION ", commit ", strlen("nbbgen " NBB_VERSION ", commit ")),
                     0);
    assert_non_null(strstr(text.data, nbb_commit));
    assert_non_null(strstr(text.data, origin));
    assert_string_equal(
        strstr(text.data, "A <1> & B"),
        "A <1> & B, driver 580.1: copy 2, write 3, read 4 GB/s, logic 5 T operations/s\n"
        "\n"
        "fractal     r or n  work  rule    alive  map               tile  ms a step   spread  cells/s     of limit"
        "  x bb  memory  memory x\n"
        "sierpinski       4  ca    B2/S23    25%  bb                              4     1.0%    4e+06   12% memory"
        "     1    4 MB         1\n"
        "sierpinski       4  ca    B2/S23    25%  lambda --tile 8  8 x 8          1   1.0% +  1.6e+07    60% logic"
        "     4    1 MB         4\n"
        "sierpinski       5  ca    B2/S23    25%  bb                             16     1.0%    2e+06  3.1% memory"
        "     1    4 MB         1\n"
        "sierpinski       5  ca    B2/S23    25%  lambda --tile 8  8 x 8          2  25.0% !  1.6e+07    30% logic"
        "     8    1 MB         4\n"
        "\n"
        "skipped:\n"
        "\n"
        "  sierpinski r = 5 ca lanes: no memory, says \"A\"\n"
        "\n"
        "warning: rows marked ! are doubtful:\n"
        "\n"
        "  sierpinski r = 5 ca lambda --tile 8: half of its samples, or a third of its rounds, lie more than 5%"
        " beside the median,"
        " measured 3 times\n"
        "\n"
        "1 row marked + was doubtful until measured again; the fastest is shown\n");
    assert_null(strstr(text.data, "measured before"));
    nbb_text_free(&text);
    assert_int_equal(nbb_bench_print_page(bench, &nbb_bench_pages, "markdown", &text), NBB_OK);
    static const char
        titles[] = "| fractal    | r or n | work | rule   | alive | map             |  tile | ms a step |  spread |"
                   " cells/s |    of limit | x bb | memory | memory x |\n"
                   "| ---------- | -----: | ---- | ------ | ----: | --------------- | ----: | --------: | ------: |"
                   " ------: | ----------: | ---: | -----: | -------: |\n"
                   "| sierpinski |      4 | ca   | B2/S23 |   25% | bb              |       |         4 |    1.0% |  "
                   " 4e+06 |  12% memory |    1 |   4 MB |        1 |\n";
    assert_non_null(strstr(text.data, titles));
    assert_non_null(strstr(text.data, "\n- sierpinski r = 5 ca lanes: no memory, says \"A\"\n"));
    nbb_text_free(&text);
    set_text(bench, 0, "commit", "abc"); /* kept by --resume */
    assert_int_equal(nbb_bench_print_page(bench, &nbb_bench_pages, "markdown", &text), NBB_OK);
    assert_non_null(
        strstr(text.data, "\n1 row of the same kernels was measured before, by other commits, the last abc\n"));
}

/* Values as RFC 4180 quotes them, by columns that the JSON has too. */
TEST(csv)
{
    static const char *const parts[] = {
        "device,fractal,r,",
        "\nA <1> & B,sierpinski,4,",
        ",\"nbbgen emit \"\"x\"\", y\",",
        ",--tile 8,",
        ",noisy,",
        ",nbbgen bench sierpinski@4..5 --map <all>\n",
        ",\"no memory, says \"\"A\"\"\"",
    };
    json_auto_t *bench = bench_of_rows();
    NBB_LOCAL_TEXT text = NBB_TEXT_EMPTY;
    assert_int_equal(nbb_bench_print_page(bench, &nbb_bench_pages, "csv", &text), NBB_OK);
    assert_null(strstr(text.data, ",\n"));
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; ++i) {
        if (strstr(text.data, parts[i]) == NULL) {
            fail_msg("no %s in\n%s", parts[i], text.data);
        }
    }
    static const char reason[] = "says \"\"A\"\"\""; /* a row that was skipped has no figures */
    const char *behind = strstr(text.data, reason) + strlen(reason);
    assert_int_equal(strncmp(behind + strspn(behind, ","), "nbbgen bench", strlen("nbbgen bench")), 0);
}

TEST_BETWEEN(json, support_enter, support_leave)
{
    json_auto_t *bench = bench_of_rows(), *again = nbb_bench_new("", "");
    NBB_LOCAL_TEXT text = NBB_TEXT_EMPTY, second = NBB_TEXT_EMPTY, path = support_path("bench.json");
    assert_int_equal(nbb_bench_print_json(bench, &text), NBB_OK);
    support_write("bench.json", text.data, 0600);
    assert_int_equal(nbb_bench_read_json(path.data, false, again), NBB_OK);
    assert_int_equal(json_array_size(json_object_get(again, "rows")), 4); /* a skipped row is tried again */
    json_array_clear(json_object_get(again, "rows"));
    assert_int_equal(nbb_bench_read_json(path.data, true, again), NBB_OK);
    assert_int_equal(nbb_bench_print_json(again, &second), NBB_OK);
    assert_string_equal(text.data, second.data); /* nothing is lost on the way */
}

TEST_BETWEEN(damaged_json, support_enter, support_leave)
{
    static const struct {
        const char *content, *message;
    } files[] = {
        { "{ \"schema\": 2,", "1: no JSON: " },
        { "[]", "not a file of this nbbgen's bench: \"schema\": 2 and \"rows\" are expected" },
        { "{ \"schema\": 3, \"rows\": [] }", "not a file of this nbbgen's bench: \"schema\"" },
        { "{ \"schema\": 2, \"rows\": {} }", "not a file of this nbbgen's bench: \"schema\"" },
        { "{ \"schema\": 2, \"rows\": [ 7 ] }", "row 1 has no text 'device'" },
        { "{ \"schema\": 2, \"rows\": [ { \"skipped\": \"x\" }, { \"device\": \"A\", \"fractal\": \"f\", \"r\": -1 }"
          " ] }",
          "row 2 has no whole number 'r'" },
    };
    NBB_LOCAL_TEXT path = support_path("damaged.json");
    for (size_t i = 0; i < sizeof files / sizeof files[0]; ++i) {
        json_auto_t *bench = nbb_bench_new("", ""), *none = nbb_bench_new("", "");
        support_write("damaged.json", files[i].content, 0600);
        assert_int_equal(nbb_bench_read_json(path.data, false, bench), NBB_ERROR_USAGE);
        assert_non_null(strstr(nbb_message(), files[i].message));
        assert_non_null(strstr(nbb_message(), path.data));
        NBB_LOCAL_TEXT printed = NBB_TEXT_EMPTY; /* the next JSON has not lost what that file lacks */
        assert_int_equal(nbb_bench_print_json(none, &printed), NBB_OK);
    }
}
