/* blocking.c - means of blocks, and which length of blocks tells the error of the mean. */
#include "runtime/run/blocking.h"

#include <math.h>

/* Fewer blocks do not tell whether their length is enough: the variance of so few is too uncertain. */
enum { BLOCKS_ENOUGH = 16 };

static void add_block(nbb_blocks *blocks, double value)
{
    double distance = value - blocks->mean;
    ++blocks->count;
    blocks->mean += distance / (double)blocks->count;
    blocks->squares += distance * (value - blocks->mean);
}

void nbb_blocking_add(nbb_blocking *blocking, double member)
{
    double value = member;
    for (int level = 0; level < NBB_BLOCKING_LEVELS; ++level) {
        nbb_blocks *blocks = &blocking->levels[level];
        add_block(blocks, value);
        if (!blocks->has_half) {
            blocks->half = value;
            blocks->has_half = true;
            return;
        }
        value = blocks->half + (value - blocks->half) / 2;
        blocks->has_half = false;
    }
}

/* The error of the mean, squared, that so many independent blocks would have. */
static double error_squared(const nbb_blocks *blocks)
{
    double count = (double)blocks->count;
    return blocks->squares / (count * (count - 1));
}

nbb_blocked nbb_blocking_result(const nbb_blocking *blocking)
{
    const nbb_blocks *members = &blocking->levels[0];
    double samples = (double)members->count;
    nbb_blocked found = { members->count, members->count > 0 ? members->mean : NAN, NAN, NAN, NAN, 1, false };
    if (members->count < 2) {
        return found;
    }
    double first = error_squared(members), largest = first;
    found.variance = members->squares / (samples - 1);
    for (int level = 0; level < NBB_BLOCKING_LEVELS && blocking->levels[level].count >= 2 && !found.settled;
         ++level) {
        double squared = error_squared(&blocking->levels[level]), ratio = first > 0 ? squared / first : 1;
        double length = ldexp(1, level);
        found.settled = blocking->levels[level].count >= BLOCKS_ENOUGH
                        && length * length * length > 2 * samples * ratio * ratio;
        if (found.settled || squared >= largest) {
            largest = squared;
            found.block = INT64_C(1) << level;
        }
    }
    found.error = sqrt(largest);
    found.tau = first > 0 ? largest / first / 2 : 0.5;
    return found;
}
