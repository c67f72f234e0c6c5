/* encoding.c - cuts levels into groups so that every operand is an exact half and every sum an exact float. */
#include "gen/domain/encoding.h"

#include "gen/domain/fractal.h"

enum { DIGIT_MAX = 1 << 11 }; /* every integer up to here is a half, the next is not */
static const int64_t ACCUMULATOR_LIMIT = INT64_C(1) << 24;

/* Rounds to half precision and reads it. The template host/distance.in is the other copy of the rounding.

       half:   s eeeee ffffffffff               15 more than the exponent, 10 bits of fraction
       single: s eeeeeeee fffffffffffffffffffffff    127 more, 23 bits */
enum { SIGN = 0x8000, INFINITE = 0x7c00, FRACTION = 0x3ff };

uint16_t nbb_half_nearest(float number)
{
    uint32_t bits;
    memcpy(&bits, &number, sizeof bits);
    uint32_t sign = bits >> 16 & SIGN, size = bits & 0x7fffffffu, exponent = size >> 23;
    uint32_t units = size - (112u << 23), drop = 13; /* of halves from 2^-14 on */
    NBB_RETURN_IF(exponent > 142, (uint16_t)(sign | INFINITE));
    if (exponent < 113) { /* below, the unit is 2^-24 */
        units = exponent < 102 ? 0 : (size & 0x7fffffu) | 0x800000u;
        drop = exponent < 102 ? 1 : 126 - exponent;
    }
    return (uint16_t)(sign | (units + (1u << (drop - 1)) - 1 + (units >> drop & 1)) >> drop);
}

double nbb_half_value(uint16_t bits)
{
    int exponent = bits >> 10 & 31, fraction = bits & FRACTION;
    double size = exponent == 31  ? (double)INFINITY
                  : exponent == 0 ? ldexp(fraction, -24)
                                  : ldexp(fraction + FRACTION + 1, exponent - 25);
    return (bits & SIGN) != 0 ? -size : size;
}

bool nbb_half_exact(int64_t value, uint16_t *bits)
{
    *bits = nbb_half_nearest((float)value);
    return nbb_half_value(*bits) == (double)value;
}

/* The group being filled for one axis. */
typedef struct open_group {
    int64_t weight; /* of the axis's next level, relative to the group's first */
    int64_t scale;  /* absolute weight of the group's first level */
    int64_t sum;    /* the largest D this group can give so far */
    int row;        /* -1: none is open */
    int end;        /* the level at which it is full */
} open_group;

/* Starts a group for `axis` with this level, of absolute weight group->scale. Rows cannot run out: a group ends at
   a weight above 2^11 (inexact, or a sum that DIGIT_MAX brings to 2^24), so 64 bits hold at most 6 groups an axis. */
static void start_group(nbb_encoding *encoding, int axis, int level, open_group *group)
{
    *group = (open_group){ 1, group->scale, .row = encoding->group_count, .end = level + NBB_FRAGMENT };
    encoding->groups[encoding->group_count++] = (nbb_group){ axis, group->row, level, group->scale };
}

/* Gives level `level` (from 0) the axis's next weight, as a half, in a new group when the open one cannot stay exact
   or, if groups are products, is full. A level has a column of A: of all, or if groups are products of its own. */
static nbb_status add_level(nbb_encoding *encoding, int level, int axis, int64_t base, int64_t largest, bool products,
                            open_group *group)
{
    uint16_t bits = 0;
    NBB_REFUSE_IF(largest > DIGIT_MAX,
                  "--tc: digits up to %" PRId64 " are not all exact in half precision, which"
                  " holds integers up to %d",
                  largest, DIGIT_MAX);
    bool fits = group->row >= 0 && nbb_half_exact(group->weight, &bits)
                && group->sum + group->weight * largest < ACCUMULATOR_LIMIT && !(products && level == group->end);
    if (!fits) {
        NBB_REFUSE_IF(group->row >= 0 && __builtin_mul_overflow(group->scale, group->weight, &group->scale),
                      "--tc: the weight of level %d, base %" PRId64 ", is past 64 bits", level + 1, base);
        start_group(encoding, axis, level, group);
        nbb_half_exact(1, &bits);
    }
    group->sum += group->weight * largest;
    group->weight *= base;
    int column = products ? level - encoding->groups[group->row].first : level;
    encoding->a[column / NBB_FRAGMENT][group->row][column % NBB_FRAGMENT] = bits;
    return NBB_OK;
}

static nbb_status begin(int levels, nbb_encoding *encoding)
{
    *encoding = (nbb_encoding){ .levels = levels };
    encoding->products = levels <= NBB_FRAGMENT ? 1 : (levels + NBB_FRAGMENT - 1) / NBB_FRAGMENT;
    NBB_REFUSE_IF(encoding->products > NBB_PRODUCTS_MAX, "--tc: %d levels need %d products, at most %d are generated",
                  levels, encoding->products, NBB_PRODUCTS_MAX);
    return NBB_OK;
}

nbb_status nbb_encoding_lambda(int levels, int axes, const nbb_radix *radices, const int64_t *side,
                               nbb_encoding *encoding)
{
    NBB_TRY(begin(side == NULL ? levels : 0, encoding));
    encoding->levels = levels;
    for (int axis = 0; axis < axes; ++axis) {
        open_group group = { .scale = 1, .row = -1 };
        if (side != NULL) {
            start_group(encoding, axis, 0, &group);
            group.weight = side[axis];
            group.sum = side[axis] - 1; /* the offset */
        }
        bool needs_rows = NBB_ANY(i, levels, radices[i].largest[axis] != 0);
        for (int level = 0; level < levels && needs_rows; ++level) {
            const nbb_radix *radix = &radices[level];
            NBB_TRY(add_level(encoding, level, axis, radix->base[axis], radix->largest[axis], side != NULL, &group));
        }
    }
    return NBB_OK;
}

nbb_status nbb_encoding_nu(int levels, int axes, const nbb_radix *radices, nbb_encoding *encoding)
{
    NBB_TRY(begin(levels, encoding));
    open_group group[NBB_AXES_MAX];
    NBB_FILL(axis, axes, group[axis], (open_group){ .scale = 1, .row = -1 });
    for (int level = 0; level < levels; ++level) {
        int axis = nbb_digit_axis(axes, level);
        NBB_TRY(
            add_level(encoding, level, axis, radices[level].base[0], radices[level].largest[0], false, &group[axis]));
    }
    return NBB_OK;
}

/* ---- places the bytes of weights and proves every value and sum ---- */

enum { LANES = 4, LANE_BYTES = 4, BASE = 256 }; /* four lanes hold a row of A, four columns each */

const uint8_t *nbb_byte_encoding_row(const nbb_byte_encoding *encoding, int level, int entry)
{
    int lane = level / encoding->levels_a_lane, in_lane = level % encoding->levels_a_lane;
    int a_product = LANE_BYTES / encoding->entries;
    return encoding->b[in_lane / a_product][lane * LANE_BYTES + in_lane % a_product * encoding->entries + entry];
}

/* An encoding being filled, and what its values can come to. No sum of bytes passes 31 bits. */
_Static_assert((BASE - 1) * (BASE - 1) * NBB_BYTE_ROWS * NBB_BYTE_PRODUCTS_MAX <= INT32_MAX, "sums of products");
typedef struct builder {
    nbb_byte_encoding *encoding;
    int stride;                  /* between a value's columns of B: 2 or 4 where axes alternate */
    int64_t value[NBB_AXES_MAX]; /* the largest value by axis; of nu the first */
} builder;

/* Lanes have the same number of levels, a multiple of `step`. */
static nbb_status begin_bytes(int levels, int step, int entries, nbb_byte_encoding *encoding)
{
    int steps = levels == 0 ? 1 : (levels + LANES * step - 1) / (LANES * step);
    *encoding = (nbb_byte_encoding){ .entries = entries, .levels_a_lane = steps * step };
    encoding->products = (encoding->levels_a_lane * entries + LANE_BYTES - 1) / LANE_BYTES;
    NBB_REFUSE_IF(encoding->products > NBB_BYTE_PRODUCTS_MAX,
                  "--tc=4: %d levels need %d products, at most %d are generated", levels, encoding->products,
                  NBB_BYTE_PRODUCTS_MAX);
    return NBB_OK;
}

/* Enters the bytes of the weight of one entry of a level (from 0), whose digits go up to `largest`. */
static nbb_status add_weight(builder *to, int level, int entry, int64_t weight, int64_t largest)
{
    int first = entry % to->stride;
    int64_t most;
    NBB_REFUSE_IF(largest >= BASE, "--tc=4: digits up to %" PRId64 " do not fit a byte", largest);
    NBB_REFUSE_IF(__builtin_mul_overflow(weight, largest, &most)
                      || __builtin_add_overflow(to->value[first], most, &to->value[first]),
                  "--tc=4: the sum up to level %d is past 63 bits", level + 1);
    uint8_t *row = (uint8_t *)(uintptr_t)nbb_byte_encoding_row(to->encoding, level, entry);
    for (int column = first; column < NBB_BYTE_COLUMNS && largest > 0; column += to->stride, weight /= BASE) {
        row[column] = (uint8_t)(weight % BASE);
    }
    return NBB_OK;
}

/* Counts the bytes of the largest value, of which B has room for some. */
static nbb_status finish(const builder *built)
{
    int64_t value = 0;
    int room = NBB_BYTE_COLUMNS / built->stride;
    NBB_FILL(axis, NBB_AXES_MAX, value, built->value[axis] > value ? built->value[axis] : value);
    int bytes = built->encoding->bytes = 1 + NBB_FIND(i, 7, value >> (8 + 8 * i) == 0);
    NBB_REFUSE_IF(bytes > room, "--tc=4: coordinates up to %" PRId64 " do not fit %d bytes", value, room);
    return NBB_OK;
}

nbb_status nbb_byte_encoding_lambda(int levels, int axes, const nbb_radix *radices, nbb_byte_encoding *encoding)
{
    builder to = { .encoding = encoding, .stride = axes == 2 ? 2 : 4 };
    int64_t weight[NBB_AXES_MAX] = { 1, 1, 1 };
    NBB_TRY(begin_bytes(levels, axes, to.stride, encoding));
    for (int level = 0; level < levels; ++level) {
        for (int axis = 0; axis < axes; ++axis) {
            const int64_t base = radices[level].base[axis];
            NBB_TRY(add_weight(&to, level, axis, weight[axis], radices[level].largest[axis]));
            NBB_REFUSE_IF(level + 1 < levels && __builtin_mul_overflow(weight[axis], base, &weight[axis]),
                          "--tc=4: the weight of level %d, base %" PRId64 ", is past 63 bits", level + 2, base);
        }
    }
    return finish(&to);
}

nbb_status nbb_byte_encoding_nu(int levels, const int64_t *weight, const nbb_radix *radices,
                                nbb_byte_encoding *encoding)
{
    builder to = { .encoding = encoding, .stride = 1 };
    NBB_TRY(begin_bytes(levels, 1, NBB_ANY(i, levels, radices[i].largest[0] >= BASE) ? 2 : 1, encoding));
    for (int level = 0; level < levels; ++level) {
        int64_t high, largest = radices[level].largest[0];
        NBB_TRY(add_weight(&to, level, 0, weight[level], largest < BASE ? largest : BASE - 1));
        NBB_REFUSE_IF(encoding->entries == 2 && __builtin_mul_overflow(weight[level], BASE, &high),
                      "--tc=4: the sum up to level %d is past 63 bits", level + 1);
        NBB_TRY_IF(encoding->entries == 2, add_weight(&to, level, 1, high, largest / BASE));
    }
    return finish(&to);
}
