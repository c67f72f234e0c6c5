/* byte_encoding.c - places the bytes of weights and proves every value and sum. */
#include "gen/domain/byte_encoding.h"

#include <inttypes.h>
#include <string.h>

enum { LANES = 4, LANE_BYTES = 4, BASE = 256 };       /* four lanes hold a row of A, four columns each */

/* The product and the row in it. */
static void locate(const nbb_byte_encoding *encoding, int level, int entry, int *product, int *row)
{
    int lane = level / encoding->levels_a_lane, in_lane = level % encoding->levels_a_lane;
    int a_product = LANE_BYTES / encoding->entries;
    *product = in_lane / a_product;
    *row = lane * LANE_BYTES + in_lane % a_product * encoding->entries + entry;
}

const uint8_t *nbb_byte_encoding_row(const nbb_byte_encoding *encoding, int level, int entry)
{
    int product, row;
    locate(encoding, level, entry, &product, &row);
    return encoding->b[product][row];
}

/* An encoding being filled, and what its values can come to. No sum of bytes passes 31 bits. */
_Static_assert((BASE - 1) * (BASE - 1) * NBB_BYTE_ROWS * NBB_BYTE_PRODUCTS_MAX <= INT32_MAX, "sums of products");
typedef struct builder {
    nbb_byte_encoding *encoding;
    int stride;                                       /* between a value's columns of B: 2 where axes alternate */
    int64_t value[2];                                 /* the largest value by axis; of nu the first */
} builder;

/* Lanes have the same number of levels, a multiple of `step`. */
static nbb_status begin(int levels, int step, int entries, nbb_byte_encoding *encoding)
{
    int steps = levels == 0 ? 1 : (levels + LANES * step - 1) / (LANES * step);
    memset(encoding, 0, sizeof *encoding);
    encoding->entries = entries;
    encoding->levels_a_lane = steps * step;
    encoding->products = (encoding->levels_a_lane * entries + LANE_BYTES - 1) / LANE_BYTES;
    if (encoding->products > NBB_BYTE_PRODUCTS_MAX) {
        return nbb_fail(NBB_ERROR_USAGE, "--tc=4: %d levels need %d products, at most %d are generated", levels,
                        encoding->products, NBB_BYTE_PRODUCTS_MAX);
    }
    return NBB_OK;
}

/* Enters the bytes of the weight of one entry of a level (from 0), whose digits go up to `largest`. */
static nbb_status add_weight(builder *to, int level, int entry, int64_t weight, int64_t largest)
{
    int first = entry % to->stride, product, row;
    int64_t most;
    if (largest >= BASE) {
        return nbb_fail(NBB_ERROR_USAGE, "--tc=4: digits up to %" PRId64 " do not fit a byte", largest);
    }
    if (__builtin_mul_overflow(weight, largest, &most)
        || __builtin_add_overflow(to->value[first], most, &to->value[first])) {
        return nbb_fail(NBB_ERROR_USAGE, "--tc=4: the sum up to level %d is past 63 bits", level + 1);
    }
    locate(to->encoding, level, entry, &product, &row);
    for (int column = first; column < NBB_BYTE_COLUMNS && largest > 0; column += to->stride, weight /= BASE) {
        to->encoding->b[product][row][column] = (uint8_t)(weight % BASE);
    }
    return NBB_OK;
}

/* Counts the bytes of the largest value, of which B has room for some. */
static nbb_status finish(const builder *built)
{
    int64_t value = built->value[0] > built->value[1] ? built->value[0] : built->value[1];
    int bytes = 1, room = NBB_BYTE_COLUMNS / built->stride;
    while (bytes < 8 && value >> (8 * bytes) != 0) {
        ++bytes;
    }
    built->encoding->bytes = bytes;
    if (bytes > room) {
        return nbb_fail(NBB_ERROR_USAGE, "--tc=4: coordinates up to %" PRId64 " do not fit %d bytes", value, room);
    }
    return NBB_OK;
}

nbb_status nbb_byte_encoding_lambda(int levels, const int64_t base[2], const int64_t largest[2],
                                    nbb_byte_encoding *encoding)
{
    builder to = { .encoding = encoding, .stride = 2 };
    int64_t weight[2] = { 1, 1 };
    NBB_TRY(begin(levels, 2, 2, encoding));
    for (int level = 0; level < levels; ++level) {
        for (int axis = 0; axis < 2; ++axis) {
            NBB_TRY(add_weight(&to, level, axis, weight[axis], largest[axis]));
            if (level + 1 < levels && __builtin_mul_overflow(weight[axis], base[axis], &weight[axis])) {
                return nbb_fail(NBB_ERROR_USAGE, "--tc=4: the weight of level %d, base %" PRId64 ", is past 63 bits",
                                level + 2, base[axis]);
            }
        }
    }
    return finish(&to);
}

nbb_status nbb_byte_encoding_nu(int levels, const int64_t *weight, int64_t k, nbb_byte_encoding *encoding)
{
    builder to = { .encoding = encoding, .stride = 1 };
    NBB_TRY(begin(levels, 1, k <= BASE ? 1 : 2, encoding));
    for (int level = 0; level < levels; ++level) {
        int64_t high;
        NBB_TRY(add_weight(&to, level, 0, weight[level], k <= BASE ? k - 1 : BASE - 1));
        if (encoding->entries == 2 && __builtin_mul_overflow(weight[level], BASE, &high)) {
            return nbb_fail(NBB_ERROR_USAGE, "--tc=4: the sum up to level %d is past 63 bits", level + 1);
        }
        if (encoding->entries == 2) {
            NBB_TRY(add_weight(&to, level, 1, high, (k - 1) / BASE));
        }
    }
    return finish(&to);
}
