/* test_rows.c - rows of a file: what they look like, and that there is never half a line of one. */
#include "runtime/run/rows.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static char *names[] = { "step", "m", "abs(m)" };
static const nbb_list columns = { names, 3 };

static char path[64];

static void name_file(const char *end)
{
    snprintf(path, sizeof path, "/tmp/test_rows.%d%s", (int)getpid(), end);
}

static void check_file(const char *wanted)
{
    nbb_text text = NBB_TEXT_EMPTY;
    assert_int_equal(nbb_text_read_file(&text, path, 1 << 20, NBB_ERROR_RUN), NBB_OK);
    assert_string_equal(nbb_text_string(&text), wanted);
    nbb_text_free(&text);
}

static void add(nbb_rows *rows, int64_t step, int64_t m, double real)
{
    nbb_number numbers[] = { nbb_number_of_integer(step), nbb_number_of_integer(m), nbb_number_of_real(real) };
    nbb_rows_add(rows, numbers);
}

static void of_values(void **state)
{
    (void)state;
    nbb_rows rows;
    name_file(".csv");
    assert_int_equal(nbb_rows_open(path, &columns, &rows), NBB_OK);
    check_file("step,m,abs(m)\n");
    add(&rows, 0, INT64_MIN, 0.1);
    add(&rows, 1, 7, NAN);
    check_file("step,m,abs(m)\n");
    assert_int_equal(nbb_rows_flush(&rows), NBB_OK);
    check_file("step,m,abs(m)\n0,-9223372036854775808,0.1\n1,7,nan\n");
    add(&rows, 2, 8, -INFINITY);
    assert_int_equal(nbb_rows_close(&rows, NBB_ERROR_DEVICE), NBB_ERROR_DEVICE);
    check_file("step,m,abs(m)\n0,-9223372036854775808,0.1\n1,7,nan\n2,8,-inf\n");
    unlink(path);
}

static void of_objects(void **state)
{
    (void)state;
    nbb_rows rows;
    name_file(".json");
    assert_int_equal(nbb_rows_open(path, &columns, &rows), NBB_OK);
    check_file("");
    add(&rows, 3, -1, 1.0 / 3);
    add(&rows, 4, -1, NAN);
    assert_int_equal(nbb_rows_close(&rows, NBB_OK), NBB_OK);
    check_file("{\"step\": 3, \"m\": -1, \"abs(m)\": 0.3333333333333333}\n"
               "{\"step\": 4, \"m\": -1, \"abs(m)\": null}\n");
    unlink(path);
}

/* Past the largest size that a file may have, a row is taken back whole. */
static void of_a_full_disk(void **state)
{
    (void)state;
    nbb_rows rows;
    struct rlimit before, small;
    name_file(".csv");
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    small = (struct rlimit){ 30, before.rlim_max };
    assert_int_equal(nbb_rows_open(path, &columns, &rows), NBB_OK);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    add(&rows, 1, 2, 3.5);
    assert_int_equal(nbb_rows_flush(&rows), NBB_OK);
    add(&rows, 100, 200, 300.5);
    assert_int_equal(nbb_rows_flush(&rows), NBB_ERROR_RUN);
    assert_non_null(strstr(nbb_message(), ".csv: cannot be written: File too large"));
    setrlimit(RLIMIT_FSIZE, &before);
    assert_int_equal(nbb_rows_close(&rows, NBB_ERROR_RUN), NBB_ERROR_RUN);
    check_file("step,m,abs(m)\n1,2,3.5\n");
    unlink(path);
    nbb_message_free();
}

static void of_no_file(void **state)
{
    (void)state;
    nbb_rows rows;
    assert_int_equal(nbb_rows_open("/nowhere/series.csv", &columns, &rows), NBB_ERROR_RUN);
    assert_string_equal(nbb_message(), "/nowhere/series.csv: cannot be created: No such file or directory");
    static const char *const wrong[] = { "series", "-", ".csv", "series.txt", "series.csv.gz" };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; ++i) {
        assert_int_equal(nbb_rows_check("series", wrong[i]), NBB_ERROR_USAGE);
        assert_non_null(strstr(nbb_message(), "expected a name that ends in .csv, or in .json"));
    }
    assert_int_equal(nbb_rows_check("series", "a.csv"), NBB_OK);
    assert_int_equal(nbb_rows_check("series", "b/c.json"), NBB_OK);
    nbb_message_free();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(of_values),
        cmocka_unit_test(of_objects),
        cmocka_unit_test(of_a_full_disk),
        cmocka_unit_test(of_no_file),
    };
    return cmocka_run_group_tests_name("rows", tests, NULL, NULL);
}
