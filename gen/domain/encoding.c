/* encoding.c - cuts levels into groups so that every operand is an exact half and every sum an exact float. */
#include "gen/domain/encoding.h"

#include "gen/domain/fractal.h"

#include <inttypes.h>
#include <string.h>

enum { SIGNIFICAND = 11, EXPONENT_MAX = 15, EXPONENT_BIAS = 15 };
enum { DIGIT_MAX = 1 << SIGNIFICAND };                /* every integer up to here is a half, the next is not */
static const int64_t ACCUMULATOR_LIMIT = INT64_C(1) << 24;

bool nbb_half_exact(int64_t value, uint16_t *bits)
{
    if (value == 0) {
        *bits = 0;
        return true;
    }
    int exponent = 0;
    while (value >> (exponent + 1) != 0) {
        ++exponent;
    }
    int dropped = exponent - (SIGNIFICAND - 1);
    if (exponent > EXPONENT_MAX || (dropped > 0 && (value & ((INT64_C(1) << dropped) - 1)) != 0)) {
        return false;
    }
    int64_t fraction = dropped > 0 ? value >> dropped : value << -dropped;
    fraction -= INT64_C(1) << (SIGNIFICAND - 1);  /* the leading 1 is implied */
    *bits = (uint16_t)((exponent + EXPONENT_BIAS) << (SIGNIFICAND - 1) | (int)fraction);
    return true;
}

/* The group being filled for one axis. */
typedef struct open_group {
    int64_t weight;                                   /* of the axis's next level, relative to the group's first */
    int64_t scale;                                    /* absolute weight of the group's first level */
    int64_t sum;                                      /* the largest D this group can give so far */
    int row;                                          /* -1: none is open */
    int end;                                          /* the level at which it is full */
} open_group;

/* Starts a group for `axis` with this level, of absolute weight group->scale. Rows cannot run out: a group ends at
   a weight above 2^11 (inexact, or a sum that DIGIT_MAX brings to 2^24), so 64 bits hold at most 6 groups an axis. */
static void start_group(nbb_encoding *encoding, int axis, int level, open_group *group)
{
    group->row = encoding->group_count;
    group->weight = 1;
    group->sum = 0;
    group->end = level + NBB_FRAGMENT;
    encoding->groups[encoding->group_count++] = (nbb_group){ axis, group->row, level, group->scale };
}

/* Gives level `level` (from 0) the axis's next weight, as a half, in a new group when the open one cannot stay exact
   or, if groups are products, is full. */
static nbb_status next_weight(nbb_encoding *encoding, int level, int axis, int64_t base, int64_t largest,
                              bool products, open_group *group, uint16_t *bits)
{
    if (largest > DIGIT_MAX) {
        return nbb_fail(NBB_ERROR_USAGE,
                        "--tc: digits up to %" PRId64 " are not all exact in half precision, which"
                        " holds integers up to %d",
                        largest, DIGIT_MAX);
    }
    bool fits = group->row >= 0 && nbb_half_exact(group->weight, bits)
                && group->sum + group->weight * largest < ACCUMULATOR_LIMIT && !(products && level == group->end);
    if (!fits) {
        if (group->row >= 0 && __builtin_mul_overflow(group->scale, group->weight, &group->scale)) {
            return nbb_fail(NBB_ERROR_USAGE, "--tc: the weight of level %d, base %" PRId64 ", is past 64 bits",
                            level + 1, base);
        }
        start_group(encoding, axis, level, group);
        nbb_half_exact(1, bits);
    }
    group->sum += group->weight * largest;
    group->weight *= base;
    return NBB_OK;
}

/* The same where all groups share their products: level `level` has a column of A. */
static nbb_status add_level(nbb_encoding *encoding, int level, int axis, int64_t base, int64_t largest,
                            open_group *group)
{
    uint16_t bits = 0;
    NBB_TRY(next_weight(encoding, level, axis, base, largest, false, group, &bits));
    encoding->a[level / NBB_FRAGMENT][group->row][level % NBB_FRAGMENT] = bits;
    return NBB_OK;
}

static nbb_status begin(int levels, nbb_encoding *encoding)
{
    memset(encoding, 0, sizeof *encoding);
    encoding->levels = levels;
    encoding->products = levels <= NBB_FRAGMENT ? 1 : (levels + NBB_FRAGMENT - 1) / NBB_FRAGMENT;
    if (encoding->products > NBB_PRODUCTS_MAX) {
        return nbb_fail(NBB_ERROR_USAGE, "--tc: %d levels need %d products, at most %d are generated", levels,
                        encoding->products, NBB_PRODUCTS_MAX);
    }
    return NBB_OK;
}

nbb_status nbb_encoding_lambda(int levels, int axes, const int64_t *base, const int64_t *largest,
                               nbb_encoding *encoding)
{
    NBB_TRY(begin(levels, encoding));
    for (int axis = 0; axis < axes; ++axis) {
        open_group group = { .scale = 1, .row = -1 };
        for (int level = 0; level < levels && largest[axis] > 0; ++level) {  /* all digits 0: no row is needed */
            NBB_TRY(add_level(encoding, level, axis, base[axis], largest[axis], &group));
        }
    }
    return NBB_OK;
}

nbb_status nbb_encoding_nu(int levels, int axes, int64_t k, nbb_encoding *encoding)
{
    NBB_TRY(begin(levels, encoding));
    open_group group[NBB_AXES_MAX];
    for (int axis = 0; axis < axes; ++axis) {
        group[axis] = (open_group){ .scale = 1, .row = -1 };
    }
    for (int level = 0; level < levels; ++level) {
        NBB_TRY(
            add_level(encoding, level, nbb_digit_axis(axes, level), k, k - 1, &group[nbb_digit_axis(axes, level)]));
    }
    return NBB_OK;
}

nbb_status nbb_encoding_threads(int levels, int axes, const int64_t *base, const int64_t *largest,
                                const int64_t *side, nbb_encoding *encoding)
{
    NBB_TRY(begin(0, encoding));
    encoding->levels = levels;
    for (int axis = 0; axis < axes; ++axis) {
        open_group group = { .scale = 1 };
        start_group(encoding, axis, 0, &group);
        group.weight = side[axis];
        group.sum = side[axis] - 1;                       /* the offset */
        for (int level = 0; level < levels && largest[axis] > 0; ++level) {
            uint16_t bits = 0;
            NBB_TRY(next_weight(encoding, level, axis, base[axis], largest[axis], true, &group, &bits));
            encoding->a[0][group.row][level - encoding->groups[group.row].first] = bits;
        }
    }
    return NBB_OK;
}
