/* isometry.c - composes the square's isometries and moves places by them. */
#include "gen/domain/isometry.h"

enum { MIRRORS_X = 2, MIRRORS_Y = 4 };

static const char *const names[NBB_ISOMETRIES] = { "0",      "transpose", "flip-x", "90",
                                                   "flip-y", "270",       "180",    "antitranspose" };
const nbb_spellings nbb_isometry_names = { names, NBB_ISOMETRIES };

int nbb_isometry_after(int second, int first)
{
    int mirrors = first & (MIRRORS_X | MIRRORS_Y);
    if ((second & NBB_ISOMETRY_SWAPS) != 0) { /* what mirrored x then mirrors y */
        mirrors = (mirrors & MIRRORS_X) << 1 | (mirrors & MIRRORS_Y) >> 1;
    }
    return ((first ^ second) & NBB_ISOMETRY_SWAPS) | (mirrors ^ (second & (MIRRORS_X | MIRRORS_Y)));
}

int nbb_isometry_inverse(int isometry)
{
    int inverse = 0;
    while (nbb_isometry_after(inverse, isometry) != 0) {
        ++inverse;
    }
    return inverse;
}

nbb_vector nbb_isometry_place(int isometry, nbb_vector side, nbb_vector place)
{
    nbb_vector moved = place;
    if ((isometry & NBB_ISOMETRY_SWAPS) != 0) {
        moved.at[0] = place.at[1];
        moved.at[1] = place.at[0];
    }
    for (int axis = 0; axis < 2; ++axis) {
        moved.at[axis] = (isometry & MIRRORS_X << axis) != 0 ? side.at[axis] - 1 - moved.at[axis] : moved.at[axis];
    }
    return moved;
}

int nbb_fractal_orientation(const nbb_fractal *fractal, int isometry)
{
    int orientation = 0;
    while (fractal->isometries[orientation] != isometry) {
        ++orientation;
    }
    return orientation;
}

char nbb_layout_sign(const nbb_replicas *replicas, int64_t place)
{
    static const char signs[] = "#abcdefg";
    return replicas->id[place] < 0 ? '.' : signs[replicas->isometry[replicas->id[place]]];
}
