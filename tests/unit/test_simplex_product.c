/* test_simplex_product.c - a simplex's product: its operands and sums, and the sides that it is refused for. */
#include "gen/domain/domain.h"

#include "support.h"
#include "unit.h"

/* One number by hand: a triangle of 8 tiles a side, number 33: wx = 1, wy = 7, level 2; so low is 1 and high is 0.
   As bytes, with at = (0, 7): x = 1, y = 7 - 7. */
TEST_BETWEEN(test_by_hand, support_enter, support_leave)
{
    nbb_cover cover;
    nbb_simplex_product product;
    nbb_cover_build(2, 8, NBB_FROM_AUTO, &cover);
    assert_int_equal(nbb_simplex_product_build(&cover, &product), NBB_OK);
    const int row[NBB_PRODUCT_ROWS] = { 1, 7, 0, 0, 0, 7 };
    int d[NBB_PRODUCT_COLUMNS] = { 0 };
    for (int i = 0; i < NBB_PRODUCT_ROWS * NBB_PRODUCT_COLUMNS; ++i) {
        d[i % NBB_PRODUCT_COLUMNS] += row[i / NBB_PRODUCT_COLUMNS]
                                      * product.b[0][i / NBB_PRODUCT_COLUMNS][i % NBB_PRODUCT_COLUMNS];
    }
    nbb_vector place = nbb_cover_place(&cover, 8 + 4 * 6 + 1);
    assert_int_equal(d[0] + 256 * d[1], place.at[0]);
    assert_int_equal(d[2] + 256 * d[3], place.at[1]);
}

TEST_BETWEEN(test_refused, support_enter, support_leave)
{
    for (int i = 0; i < 4; ++i) {
        nbb_cover cover;
        nbb_simplex_product product;
        nbb_from from = i % 2 == 0 ? NBB_FROM_ABOVE : NBB_FROM_BELOW;
        nbb_cover_build(2 + i / 2, 65536, from, &cover);
        assert_int_equal(nbb_simplex_product_build(&cover, &product), NBB_OK);
        assert_int_equal(product.largest, 65535);
        nbb_cover_build(2 + i / 2, 65537, from, &cover);
        assert_int_equal(nbb_simplex_product_build(&cover, &product), NBB_ERROR_USAGE);
        assert_non_null(strstr(nbb_message(), "--tc: numbers of a side of 65537 tiles have parts up to "));
    }
}
