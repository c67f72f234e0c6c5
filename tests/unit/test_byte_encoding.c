/* test_byte_encoding.c - the encodings in bytes against integer sums, lane by lane as mma.sync.m8n8k16 takes its
   operands, for every s, k and number of levels within the limits. */
#include "gen/domain/encoding.h"
#include "gen/domain/fractal.h"
#include "unit.h"
#include "radices.h"

enum { DRAWN = 12 };

/* One row of A over all products: lane q's words, product by product, are its levels' entries one after another. */
typedef struct row_of_a {
    uint8_t bytes[4][NBB_BYTE_PRODUCTS_MAX * 4];
} row_of_a;

static uint64_t draw(void)
{
    static uint64_t seed = 1;
    seed ^= seed << 13;
    seed ^= seed >> 7;
    return seed ^= seed << 17;
}

static void set_entry(const nbb_byte_encoding *encoding, row_of_a *a, int level, int entry, int64_t digit)
{
    assert_in_range(digit, 0, 255);
    int in_lane = level % encoding->levels_a_lane;
    a->bytes[level / encoding->levels_a_lane][in_lane * encoding->entries + entry] = (uint8_t)digit;
}

/* Column `first`, first + stride, .. of D, put together: sum of D * 256^i. No element of D may pass 31 bits. */
static uint64_t value_of(const nbb_byte_encoding *encoding, const row_of_a *a, int first, int stride)
{
    uint64_t value = 0;
    for (int column = first; column < NBB_BYTE_COLUMNS; column += stride) {
        uint64_t d = 0;
        for (int i = 0; i < encoding->products * NBB_BYTE_ROWS; ++i) {
            int product = i / NBB_BYTE_ROWS, row = i % NBB_BYTE_ROWS;
            d += (uint64_t)a->bytes[row / 4][product * 4 + row % 4] * encoding->b[product][row][column];
        }
        assert_true(d <= INT32_MAX);
        assert_true(d == 0 || (column - first) / stride < encoding->bytes);
        value += d << (8 * ((column - first) / stride));
    }
    return value;
}

/* --- lambda --- */

/* Digits all at their largest, or drawn. */
static void check_lambda(int levels, const nbb_radix *radices)
{
    nbb_byte_encoding encoding;
    assert_ok(nbb_byte_encoding_lambda(levels, 2, radices, &encoding));
    for (int i = 0; i < DRAWN; ++i) {
        row_of_a a = { { { 0 } } };
        uint64_t expected[2] = { 0, 0 }, weight[2] = { 1, 1 };
        for (int level = 0; level < levels; ++level) {
            for (int axis = 0; axis < 2; ++axis) {
                int64_t largest = radices[level].largest[axis];
                int64_t digit = i == 0 ? largest : (int64_t)(draw() % (uint64_t)(largest + 1));
                set_entry(&encoding, &a, level, axis, digit);
                expected[axis] += weight[axis] * (uint64_t)digit;
                weight[axis] *= (uint64_t)radices[level].base[axis];
            }
        }
        assert_int_equal(value_of(&encoding, &a, 0, 2), expected[0]);
        assert_int_equal(value_of(&encoding, &a, 1, 2), expected[1]);
    }
}

TEST(test_lambda)
{
    for (int64_t s_x = 1; s_x <= NBB_SIDE_MAX; ++s_x) {
        for (int64_t s_y = 1; s_y <= NBB_SIDE_MAX; ++s_y) {
            int levels = 0;
            for (int64_t x = 1, y = 1; x <= NBB_N_MAX && y <= NBB_N_MAX && levels <= NBB_LEVELS_MAX;
                 x *= s_x, y *= s_y) {
                check_lambda(levels++, radices_of_sides(s_x, s_y));
            }
        }
    }
    for (int levels = 0; levels <= 14; ++levels) {
        check_lambda(levels, radices_that_differ());
    }
}

/* --- nu --- */

/* nu's weights: k^floor(mu/2), on y times the orthotope's width. */
static void set_weights(int levels, int64_t k, int64_t weight[NBB_LEVELS_MAX])
{
    int64_t width = 1, power = 1;
    for (int mu = 0; mu < levels; mu += 2) {
        width *= k;
    }
    for (int mu = 0; mu < levels; ++mu) {
        weight[mu] = power * (mu % 2 == 1 ? width : 1);
        power *= mu % 2 == 1 ? k : 1;
    }
}

static void check_nu(int levels, int64_t k)
{
    int64_t weight[NBB_LEVELS_MAX];
    nbb_byte_encoding encoding;
    set_weights(levels, k, weight);
    if (nbb_byte_encoding_nu(levels, weight, radices_of_sides(k, k), &encoding) != NBB_OK) {
        fail_msg("k = %lld, %d levels: %s", (long long)k, levels, nbb_message());
    }
    for (int i = 0; i < DRAWN; ++i) {
        row_of_a a = { { { 0 } } };
        uint64_t expected = 0;
        for (int level = 0; level < levels; ++level) {
            int64_t digit = i == 0 ? k - 1 : (int64_t)(draw() % (uint64_t)k);
            for (int entry = 0; entry < encoding.entries; ++entry) {
                set_entry(&encoding, &a, level, entry, digit >> (8 * entry) & 255);
            }
            expected += (uint64_t)(weight[level] * digit);
        }
        assert_true(value_of(&encoding, &a, 0, 1) == expected);
    }
}

TEST(test_nu)
{
    for (int64_t k = 1; k <= NBB_K_MAX; ++k) {
        int levels = 0;
        for (int64_t cells = 1; cells < NBB_CELLS_LIMIT && levels <= NBB_LEVELS_MAX; ++levels) {
            check_nu(levels, k);
            cells = cells <= (NBB_CELLS_LIMIT - 1) / k ? cells * k : NBB_CELLS_LIMIT;
        }
    }
}

/* --- its shape, and refusals --- */

static void check_refusal(nbb_status status, const char *message)
{
    assert_int_equal(status, NBB_ERROR_USAGE);
    assert_string_equal(nbb_message(), message);
}

TEST(test_refusals)
{
    nbb_byte_encoding encoding;
    const int64_t base[2] = { 2, 2 }, wide[2] = { 1, 256 }, digits[2] = { 1, 1 }, one[2] = { 1, 1 };
    const int64_t weight[] = { 1, INT64_C(1) << 55, INT64_C(1) << 62 };
    check_refusal(nbb_byte_encoding_lambda(2, 2, radices_of(base, wide), &encoding),
                  "--tc=4: digits up to 256 do not fit a byte");
    check_refusal(nbb_byte_encoding_lambda(33, 2, radices_of(base, digits), &encoding),
                  "--tc=4: coordinates up to 8589934591 do not fit 4 bytes");
    check_refusal(nbb_byte_encoding_lambda(65, 2, radices_of(one, digits), &encoding),
                  "--tc=4: 65 levels need 9 products, at most 8 are generated");
    check_refusal(nbb_byte_encoding_nu(3, weight, radices_of_sides(3, 3), &encoding),
                  "--tc=4: the sum up to level 3 is past 63 bits");
    check_refusal(nbb_byte_encoding_nu(2, weight, radices_of_sides(1024, 1024), &encoding),
                  "--tc=4: the sum up to level 2 is past 63 bits");
    check_refusal(nbb_byte_encoding_nu(1, weight, radices_of_sides(65537, 65537), &encoding),
                  "--tc=4: digits up to 256 do not fit a byte");
    nbb_message_free();
}
