/* test_encoding.c - the tensor-core encodings against integer sums: products simulated as the hardware forms them,
   for every s, k and number of levels within the limits. */
#include "gen/domain/encoding.h"
#include "gen/domain/fractal.h"

#include "unit.h"
#include "radices.h"

enum { LEVELS_MAX = NBB_PRODUCTS_MAX * NBB_FRAGMENT, EXHAUSTIVE_MAX = 4096, FEW = 8, MANY = 2000 };

/* Level i of an axis adds weight[axis][i] * digit, digits up to the radix's largest; weight 0: not a level of that
   axis. */
typedef struct levels_sum {
    int levels;
    int64_t weight[2][LEVELS_MAX];
    const nbb_radix *radices;
} levels_sum;

/* --- halves, by the C library's own arithmetic --- */

/* Whether |value| is an integer that a half holds: 11 significant bits, at most 65504. */
static bool is_half(double value)
{
    int exponent;
    double significand = ldexp(frexp(value, &exponent), 11);
    return exponent <= 16 && significand == floor(significand);
}

/* The value of a half's 16 bits: sign, 5 bits of exponent, 10 of fraction. Neither infinity nor NaN is expected. */
static double half_value(uint16_t bits)
{
    int exponent = bits >> 10 & 31, fraction = bits & 1023;
    assert_int_not_equal(exponent, 31);
    double value = exponent == 0 ? ldexp(fraction, -24) : ldexp(1024 + fraction, exponent - 25);
    return (bits >> 15) != 0 ? -value : value;
}

TEST(test_halves)
{
    for (int64_t value = 0; value <= 70000; ++value) {
        uint16_t bits = 0xffff;
        bool exact = nbb_half_exact(value, &bits);
        if (exact != is_half((double)value) || (exact && half_value(bits) != (double)value)) {
            fail_msg("%lld: exact %d, bits 0x%04x", (long long)value, exact, bits);
        }
    }
    uint16_t bits;
    assert_false(nbb_half_exact(INT64_C(1) << 40, &bits));
    assert_false(nbb_half_exact(INT64_MAX, &bits));
}

/* --- the hardware --- */

static uint64_t draw(void)
{
    static uint64_t seed = 1;
    seed ^= seed << 13;
    seed ^= seed >> 7;
    return seed ^= seed << 17;
}

/* d += row of A times column of B, as a float sum in an order of the hardware's choice; no partial sum may round. */
static float add_product(float d, const double *a, const int64_t *digits)
{
    unsigned start = (unsigned)(draw() % NBB_FRAGMENT), stride = 2 * (unsigned)(draw() % 8) + 1;
    for (unsigned i = 0; i < NBB_FRAGMENT; ++i) {
        unsigned level = (start + i * stride) % NBB_FRAGMENT;
        d += (float)a[level] * (float)digits[level];
        if (d >= 0x1p24f) {
            fail_msg("a partial sum of %.0f is past 2^24", (double)d);
        }
    }
    return d;
}

/* An encoding with A as numbers, so that each half is decoded once. */
typedef struct decoded {
    const nbb_encoding *encoding;
    double a[NBB_PRODUCTS_MAX][NBB_FRAGMENT][NBB_FRAGMENT];
} decoded;

/* The axis's sum from its groups' rows of D, in integers. `digits`: the axis's column of B over all products. */
static int64_t value_of(const decoded *matrix, int axis, const int64_t *digits)
{
    int64_t value = 0;
    for (int g = 0; g < matrix->encoding->group_count; ++g) {
        const nbb_group *group = &matrix->encoding->groups[g];
        float d = 0;
        for (int product = 0; product < matrix->encoding->products && group->axis == axis; ++product) {
            d = add_product(d, matrix->a[product][group->row], digits + product * NBB_FRAGMENT);
        }
        value += (int64_t)d * group->scale;
    }
    return value;
}

static void check_digits(const decoded *matrix, const levels_sum *sum, int64_t digits[2][LEVELS_MAX])
{
    for (int axis = 0; axis < 2; ++axis) {
        int64_t expected = 0;
        for (int level = 0; level < sum->levels; ++level) {
            expected += sum->weight[axis][level] * digits[axis][level];
        }
        int64_t found = value_of(matrix, axis, digits[axis]);
        if (found != expected) {
            fail_msg("axis %d of %d levels, weights 1, %lld, .., digits up to %lld: %lld, expected %lld", axis,
                     sum->levels, (long long)sum->weight[axis][1], (long long)sum->radices->largest[axis],
                     (long long)found, (long long)expected);
        }
    }
}

/* The string of this number, digit by digit from the lowest level; the other axis counts down. */
static void set_digits(const levels_sum *sum, int64_t number, int64_t digits[2][LEVELS_MAX])
{
    for (int axis = 0; axis < 2; ++axis) {
        int64_t rest = number;
        for (int level = 0; level < sum->levels; ++level) {
            int64_t largest = sum->radices[level].largest[axis], digit = rest % (largest + 1);
            digits[axis][level] = axis == 0 ? digit : largest - digit;
            rest /= largest + 1;
        }
    }
}

/* All strings of digits where they are few, else the extremes and `drawn` others. */
static void check_strings(const decoded *matrix, const levels_sum *sum, int drawn)
{
    int64_t digits[2][LEVELS_MAX] = { { 0 } };
    int64_t strings = 1;
    for (int level = 0; level < sum->levels && strings <= EXHAUSTIVE_MAX; ++level) {
        const int64_t *largest = sum->radices[level].largest;
        strings *= (largest[0] > largest[1] ? largest[0] : largest[1]) + 1;
    }
    for (int64_t i = 0; i < strings && strings <= EXHAUSTIVE_MAX; ++i) {
        set_digits(sum, i, digits);
        check_digits(matrix, sum, digits);
    }
    for (int i = 0; i < drawn && strings > EXHAUSTIVE_MAX; ++i) {
        for (int axis = 0; axis < 2; ++axis) {
            for (int level = 0; level < sum->levels; ++level) {
                int64_t largest = sum->radices[level].largest[axis],
                        any = (int64_t)(draw() % (uint64_t)(largest + 1));
                digits[axis][level] = i == 0 ? 0 : i == 1 ? largest : any;
            }
        }
        check_digits(matrix, sum, digits);
    }
}

/* The shape of an encoding: its rows, each used once, and operands that are exact halves. */
static void decode(const nbb_encoding *encoding, const levels_sum *sum, decoded *matrix)
{
    unsigned rows = 0;
    assert_int_equal(encoding->levels, sum->levels);
    assert_in_range(encoding->products, 1, NBB_PRODUCTS_MAX);
    assert_true(encoding->products * NBB_FRAGMENT >= sum->levels);
    assert_true(encoding->products == 1 || (encoding->products - 1) * NBB_FRAGMENT < sum->levels);
    assert_in_range(encoding->group_count, 0, NBB_FRAGMENT);
    for (int g = 0; g < encoding->group_count; ++g) {
        assert_in_range(encoding->groups[g].row, 0, NBB_FRAGMENT - 1);
        assert_false(rows >> encoding->groups[g].row & 1);
        rows |= 1u << encoding->groups[g].row;
    }
    matrix->encoding = encoding;
    for (int i = 0; i < encoding->products * NBB_FRAGMENT * NBB_FRAGMENT; ++i) {
        (&matrix->a[0][0][0])[i] = half_value((&encoding->a[0][0][0])[i]);
    }
    for (int level = 0; level < sum->levels; ++level) {
        for (int64_t digit = 0; digit <= sum->radices[level].largest[0] || digit <= sum->radices[level].largest[1];
             digit += level == 0 ? 1 : 97) {
            assert_true(is_half((double)digit));
        }
    }
}

static void check_encoding(const nbb_encoding *encoding, const levels_sum *sum, int drawn)
{
    decoded matrix;
    decode(encoding, sum, &matrix);
    check_strings(&matrix, sum, drawn);
}

/* --- lambda --- */

/* `many` strings for the last of `levels`. */
static void check_lambda(int levels, const nbb_radix *radices, int many)
{
    levels_sum sum = { .radices = radices };
    int64_t power[2] = { 1, 1 };
    for (int level = 0; level <= levels; ++level) {
        nbb_encoding encoding;
        sum.levels = level;
        assert_int_equal(nbb_encoding_lambda(level, 2, radices, NULL, &encoding), NBB_OK);
        check_encoding(&encoding, &sum, level == levels ? many : FEW);
        for (int axis = 0; axis < 2; ++axis) {
            sum.weight[axis][level] = power[axis];
            power[axis] *= radices[level].base[axis];
        }
    }
}

/* The most levels with n <= 2^31 on both axes. */
static int largest_level(int64_t s_x, int64_t s_y)
{
    int levels = 0;
    for (int64_t x = s_x, y = s_y; x <= NBB_N_MAX && y <= NBB_N_MAX && levels < NBB_LEVELS_MAX; x *= s_x, y *= s_y) {
        ++levels;
    }
    return levels;
}

TEST(test_lambda)
{
    for (int64_t s_x = 1; s_x <= NBB_SIDE_MAX; ++s_x) {
        for (int64_t s_y = 1; s_y <= NBB_SIDE_MAX; ++s_y) {
            check_lambda(largest_level(s_x, s_y), radices_of_sides(s_x, s_y), s_x == s_y ? MANY : 10 * FEW);
        }
    }
    check_lambda(14, radices_that_differ(), MANY); /* whose n is 2^23 and 27 * 10^5 */
}

/* Bases and digits that no fractal has: here accumulators, not operands, end the groups. */
TEST(test_large_digits)
{
    static const int64_t digits[] = { 1, 1023, 2047, 2048 };
    for (int64_t base = 1; base <= 2100; base += 7) {
        for (int i = 0; i < 4; ++i) {
            const int64_t bases[2] = { base, 2 }, largest[2] = { digits[i], digits[3 - i] };
            check_lambda(largest_level(base, 2), radices_of(bases, largest), FEW);
        }
    }
}

/* --- nu --- */

/* The first `levels` of nu's weights: k^floor(mu/2), on x when mu is even. */
static levels_sum nu_sum(int levels, int64_t k)
{
    levels_sum sum = { .levels = levels, .radices = radices_of_sides(k, k) };
    int64_t power = 1;
    for (int mu = 0; mu < levels; ++mu) {
        sum.weight[mu % 2][mu] = power;
        power *= mu % 2 == 1 ? k : 1;
    }
    return sum;
}

/* The most levels with k^levels < 2^62. */
static int most_levels(int64_t k)
{
    int levels = 0;
    for (int64_t cells = 1; cells <= (NBB_CELLS_LIMIT - 1) / k && levels < NBB_LEVELS_MAX; cells *= k) {
        ++levels;
    }
    return levels;
}

TEST(test_nu)
{
    for (int64_t k = 1; k <= NBB_K_MAX; ++k) {
        int most = most_levels(k);
        for (int levels = 0; levels <= most; ++levels) {
            levels_sum sum = nu_sum(levels, k);
            nbb_encoding encoding;
            assert_int_equal(nbb_encoding_nu(levels, 2, sum.radices, &encoding), NBB_OK);
            check_encoding(&encoding, &sum, levels < most ? FEW : k < 10 || k % 100 == 0 ? MANY : 10 * FEW);
        }
    }
}

/* --- refusals --- */

static void check_refusal(nbb_status status, const char *message)
{
    assert_int_equal(status, NBB_ERROR_USAGE);
    assert_string_equal(nbb_message(), message);
}

/* A block's offset counts: 8200 * 2046 alone is below 2^24. */
TEST(test_offsets)
{
    nbb_encoding encoding;
    const int64_t base[2] = { 2047, 2 }, largest[2] = { 2046, 1 }, narrow[2] = { 8192, 1 }, wide[2] = { 8200, 1 };
    assert_int_equal(nbb_encoding_lambda(1, 1, radices_of(base, largest), narrow, &encoding), NBB_OK);
    assert_int_equal(encoding.group_count, 1);
    assert_int_equal(nbb_encoding_lambda(1, 1, radices_of(base, largest), wide, &encoding), NBB_OK);
    assert_int_equal(encoding.group_count, 2);
}

TEST(test_refusals)
{
    nbb_encoding encoding;
    const int64_t base[2] = { 3, 3 }, wide[2] = { 2049, 3 }, fits[2] = { 2048, 2048 };
    const int64_t odd[2] = { 2049, 2 }, even[2] = { 2, 4096 }; /* 4096 itself is exact, digits below it are not */
    check_refusal(nbb_encoding_lambda(2, 2, radices_of(base, odd), NULL, &encoding),
                  "--tc: digits up to 2049 are not all exact in half precision, which holds integers up to 2048");
    check_refusal(nbb_encoding_lambda(2, 2, radices_of(base, even), NULL, &encoding),
                  "--tc: digits up to 4096 are not all exact in half precision, which holds integers up to 2048");
    check_refusal(nbb_encoding_nu(1, 2, radices_of_sides(2050, 2050), &encoding),
                  "--tc: digits up to 2049 are not all exact in half precision, which holds integers up to 2048");
    check_refusal(nbb_encoding_lambda(65, 2, radices_of(base, fits), NULL, &encoding),
                  "--tc: 65 levels need 5 products, at most 4 are generated");
    check_refusal(nbb_encoding_lambda(8, 2, radices_of(wide, fits), NULL, &encoding),
                  "--tc: the weight of level 7, base 2049, is past 64 bits");
    nbb_message_free();
}
