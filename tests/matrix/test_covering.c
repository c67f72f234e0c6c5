/* test_covering.c - the generator of covering arrays, on tables by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "covering.h"

#include <string.h>

static row row_of(int a, int b, int c)
{
    row made = { .is_wanted = false };
    memset(made.at, ABSENT, sizeof made.at);
    made.at[0] = (signed char)a;
    made.at[1] = (signed char)b;
    made.at[2] = (signed char)c;
    return made;
}

/* All rows of `count` values in three columns. */
static rows cube_of(int count)
{
    rows table = { NULL, 0 };
    for (int i = 0; i < count * count * count; ++i) {
        row made = row_of(i % count, i / count % count, i / count / count);
        assert_int_equal(add_row(&table, &made), NBB_OK);
    }
    return table;
}

/* How many of the rows have value v in column i and w in column j. */
static int count_pair(const rows *table, int i, int v, int j, int w)
{
    int count = 0;
    for (int at = 0; at < table->count; ++at) {
        count += table->items[at].at[i] == v && table->items[at].at[j] == w;
    }
    return count;
}

static void pairs_are_covered_by_few_rows(void **state)
{
    (void)state;
    rows table = cube_of(4), chosen;
    assert_int_equal(choose_rows(&table, 2, &chosen), NBB_OK);
    assert_in_range(chosen.count, 16, 20);            /* of 64 */
    for (int i = 0; i < 3 * 16; ++i) {
        int first = i / 16 == 2, second = i / 16 == 0 ? 1 : 2;
        assert_true(count_pair(&chosen, first, i % 4, second, i / 4 % 4) > 0);
    }
    free_rows(&table);
    free_rows(&chosen);
}

static void triples_of_three_columns_are_all_rows(void **state)
{
    (void)state;
    rows table = cube_of(3), chosen;
    assert_int_equal(choose_rows(&table, 3, &chosen), NBB_OK);
    assert_int_equal(chosen.count, 27);
    free_rows(&table);
    free_rows(&chosen);
}

/* What no row has is not asked for, and an absent column makes no pairs. */
static void only_what_rows_have_is_covered(void **state)
{
    (void)state;
    const row items[] = { row_of(0, 0, ABSENT), row_of(1, 1, ABSENT), row_of(0, ABSENT, 0),
                          row_of(0, ABSENT, ABSENT) };
    rows table = { NULL, 0 }, chosen;
    for (int i = 0; i < 4; ++i) {
        assert_int_equal(add_row(&table, &items[i]), NBB_OK);
    }
    assert_int_equal(choose_rows(&table, 2, &chosen), NBB_OK);
    assert_int_equal(chosen.count, 3);
    assert_int_equal(memcmp(chosen.items, items, 3 * sizeof *items), 0);
    free_rows(&table);
    free_rows(&chosen);
}

/* Rows that are wanted come first and stay, though others cover what they have. */
static void wanted_rows_stay(void **state)
{
    (void)state;
    rows table = cube_of(2), chosen;
    for (int i = 0; i < table.count; ++i) {
        table.items[i].is_wanted = i >= 3;
    }
    assert_int_equal(choose_rows(&table, 2, &chosen), NBB_OK);
    assert_int_equal(chosen.count, 6);                /* no wanted one has 0 in the first and in the third column */
    for (int i = 0; i < chosen.count; ++i) {
        assert_int_equal(chosen.items[i].is_wanted, i < 5);
    }
    free_rows(&table);
    free_rows(&chosen);
}

/* The greedy first row {0, 0, 0} becomes superfluous when the others have its three pairs. */
static void superfluous_rows_are_left_out(void **state)
{
    (void)state;
    const row items[4] = { row_of(0, 0, 0), row_of(0, 0, 1), row_of(0, 1, 0), row_of(1, 0, 0) };
    rows table = { NULL, 0 }, chosen;
    for (int i = 0; i < 4; ++i) {
        assert_int_equal(add_row(&table, &items[i]), NBB_OK);
    }
    assert_int_equal(choose_rows(&table, 2, &chosen), NBB_OK);
    assert_int_equal(chosen.count, 3);
    assert_int_equal(memcmp(chosen.items, items + 1, 3 * sizeof *items), 0);
    free_rows(&table);
    free_rows(&chosen);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pairs_are_covered_by_few_rows),  cmocka_unit_test(triples_of_three_columns_are_all_rows),
        cmocka_unit_test(only_what_rows_have_is_covered), cmocka_unit_test(wanted_rows_stay),
        cmocka_unit_test(superfluous_rows_are_left_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
