/* test_simplex.c - simplices: cells and their order, the recursive map of tiles, and the range of the enumeration. */
#include "gen/plan/plan.h"
#include "unit.h"

/* Cells counted one by one, in reading order, have the numbers 0, 1, .. */
TEST(cells_are_numbered_in_reading_order)
{
    for (int m = 2; m <= 3; ++m) {
        for (int64_t n = 1; n <= 12; ++n) {
            nbb_vector extent = { { n, n, m > 2 ? n : 1 } };
            int64_t count = 0;
            for (int64_t i = 0; i < extent.at[0] * extent.at[1] * extent.at[2]; ++i) {
                nbb_vector cell = nbb_box_place((nbb_vector){ { 0 } }, extent, i);
                bool inside = cell.at[0] + cell.at[1] + cell.at[2] < n;
                assert_int_equal(nbb_simplex_member(m, n, cell), inside);
                assert_int_equal(nbb_simplex_index(m, n, cell), inside ? count : -1);
                if (inside) {
                    nbb_vector found = nbb_simplex_cell(m, n, count++);
                    assert_memory_equal(&found, &cell, sizeof cell);
                }
            }
            assert_int_equal(nbb_simplex_cells(m, n), count);
        }
    }
}

TEST(sizes_have_limits)
{
    nbb_simplex triangle = { .name = "triangle", .m = 2 }, tetrahedron = { .name = "tetrahedron", .m = 3 };
    assert_int_equal(nbb_simplex_cells(2, 0), 0);
    assert_int_equal(nbb_simplex_cells(3, -5), 0);
    assert_int_equal(nbb_simplex_cells(2, INT64_C(1) << 30), (INT64_C(1) << 29) * ((INT64_C(1) << 30) + 1));
    assert_int_equal(nbb_simplex_cells(8, INT64_C(1) << 30), INT64_MAX);
    assert_int_equal(nbb_simplex_largest_side(2), NBB_SIMPLEX_N_MAX);
    int64_t largest = nbb_simplex_largest_side(3);
    assert_true(nbb_simplex_cells(3, largest) < NBB_CELLS_LIMIT
                && nbb_simplex_cells(3, largest + 1) >= NBB_CELLS_LIMIT);
    assert_int_equal(nbb_domain_check_size(&(nbb_domain){ .simplex = &tetrahedron, .size = largest }), NBB_OK);
    assert_int_equal(nbb_domain_check_size(&(nbb_domain){ .simplex = &tetrahedron, .size = largest + 1 }),
                     NBB_ERROR_USAGE);
    assert_int_equal(nbb_domain_check_size(&(nbb_domain){ .simplex = &triangle, .size = 0 }), NBB_ERROR_USAGE);
    assert_non_null(strstr(nbb_message(), "--n 0: a side of triangle is from 1 to 1073741824 cells"));
}

/* Sides as large as any: numbers drawn at random, the first and the last, lead to tiles that lead back. */
TEST(large_covers_lead_back)
{
    static const struct {
        int m;
        int64_t side;
    } rows[] = { { 2, INT64_C(1) << 28 },
                 { 2, (INT64_C(1) << 28) - 1 },
                 { 2, 178956970 },
                 { 2, 134217729 },
                 { 3, 1 << 19 },
                 { 3, 756113 },
                 { 3, 524289 } };
    uint64_t draw = 1;
    for (size_t i = 0; i < 2 * sizeof rows / sizeof rows[0]; ++i) {
        nbb_cover cover;
        int m = rows[i / 2].m;
        int64_t side = rows[i / 2].side;
        nbb_cover_build(m, side, i % 2 == 0 ? NBB_FROM_BELOW : NBB_FROM_ABOVE, &cover);
        for (int64_t sample = 0; sample < 20000; ++sample) {
            draw = draw * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
            int64_t drawn = (int64_t)((draw >> 2) % (uint64_t)cover.tiles);
            int64_t number = sample == 0 ? 0 : sample == 1 ? cover.tiles - 1 : drawn;
            nbb_vector place = nbb_cover_place(&cover, number);
            assert_true(i % 2 == 1 || nbb_simplex_member(m, side, place));
            if (nbb_simplex_member(m, side, place)) {
                assert_int_equal(nbb_cover_number(&cover, place), number);
            }
        }
    }
}

/* The row of a number as templates/shared/simplex_map.in computes it. */
static int64_t row_in_single(int64_t number)
{
    return ((int64_t)sqrtf((float)(8 * number + 1)) - 1) / 2;
}

static int64_t row_in_double(int64_t number)
{
    return ((int64_t)sqrt((double)(8 * number + 1)) - 1) / 2;
}

/* Exact at both ends of rows up to the limit, and so between them: in single precision of all, in double of the last
   million and many before; one row more and it errs. */
TEST(enumeration_has_the_range_it_says)
{
    for (int64_t row = 0; row < NBB_ENUM_SINGLE_MAX; ++row) {
        assert_int_equal(row_in_single(row * (row + 1) / 2), row);
        assert_int_equal(row_in_single((row + 1) * (row + 2) / 2 - 1), row);
    }
    for (int64_t row = 0; row < NBB_ENUM_DOUBLE_MAX; row += row < NBB_ENUM_DOUBLE_MAX - 1000000 ? 97 : 1) {
        if (row_in_double(row * (row + 1) / 2) != row || row_in_double((row + 1) * (row + 2) / 2 - 1) != row) {
            fail_msg("row %lld", (long long)row);
        }
    }
    assert_int_not_equal(row_in_single((NBB_ENUM_SINGLE_MAX + 1) * (NBB_ENUM_SINGLE_MAX + 2) / 2 - 1),
                         NBB_ENUM_SINGLE_MAX);
    assert_int_not_equal(row_in_double((NBB_ENUM_DOUBLE_MAX + 1) * (NBB_ENUM_DOUBLE_MAX + 2) / 2 - 1),
                         NBB_ENUM_DOUBLE_MAX);
}
