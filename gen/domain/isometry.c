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

/* ---- how replicas can be turned: from the tables' own, until nothing new comes ---- */

int nbb_isometry_direction(int isometry, const nbb_directions *list, int direction)
{
    static const nbb_vector around = { { 3, 3, 3 } }, middle = { { 1, 1, 1 } };
    nbb_vector moved = nbb_direction_from(list, direction, middle), step = { { 0 } };
    moved = nbb_isometry_place(isometry, around, moved);
    for (int axis = 0; axis < list->axes; ++axis) {
        step.at[axis] = moved.at[axis] - 1;
    }
    return nbb_direction_at(list, step);
}

/* Marks what the isometries of a table's replicas make of those found; whether there is a new one. */
static bool compose(const nbb_replicas *replicas, bool found[NBB_ISOMETRIES])
{
    bool is_new = false;
    for (int first = 0; first < NBB_ISOMETRIES; ++first) {
        for (int beta = 0; beta < replicas->k && found[first]; ++beta) {
            int both = nbb_isometry_after(first, replicas->isometry[beta]);
            is_new = is_new || !found[both];
            found[both] = true;
        }
    }
    return is_new;
}

/* Marks what is beside replica beta in a direction of its level, if what is beside the level is turned so; whether
   that is new. */
static bool meet(nbb_fractal *fractal, const nbb_replicas *replicas, int beta, int direction, int beyond)
{
    const nbb_directions *list = nbb_directions_of(2);
    int back = nbb_isometry_inverse(replicas->isometry[beta]), isometry = fractal->isometries[beyond];
    nbb_vector place = nbb_direction_from(list, direction, nbb_replica_place(replicas, beta));
    int carry = nbb_direction_wrap(list, replicas->s, &place);
    bool may_be = carry == list->centre ? beyond == 0 : (fractal->beside[carry] >> beyond & 1) != 0;
    int to = may_be ? nbb_turned_at(replicas, isometry, place) : -1;
    if (to < 0) {
        return false;
    }
    isometry = nbb_isometry_after(back, nbb_isometry_after(isometry, replicas->isometry[to]));
    uint8_t *beside = &fractal->beside[nbb_isometry_direction(back, list, direction)], before = *beside;
    *beside |= (uint8_t)(1 << nbb_fractal_orientation(fractal, isometry));
    return *beside != before;
}

/* The same of all replicas of a table; whether something is new. */
static bool meet_all(nbb_fractal *fractal, const nbb_replicas *replicas)
{
    bool is_new = false;
    for (int beta = 0; beta < replicas->k; ++beta) {
        for (int i = 0; i < NBB_PLANE_DIRECTIONS * fractal->orientations; ++i) {
            is_new |= meet(fractal, replicas, beta, i % NBB_PLANE_DIRECTIONS, i / NBB_PLANE_DIRECTIONS);
        }
    }
    return is_new;
}

void nbb_fractal_find_orientations(nbb_fractal *fractal)
{
    bool found[NBB_ISOMETRIES] = { true };
    for (int table = 0; table < fractal->table_count; ++table) {
        table = compose(&fractal->tables[table], found) ? -1 : table;
    }
    fractal->orientations = 0;
    for (int isometry = 0; isometry < NBB_ISOMETRIES; ++isometry) {
        if (found[isometry]) {
            fractal->isometries[fractal->orientations++] = (uint8_t)isometry;
        }
    }
}

void nbb_fractal_find_beside(nbb_fractal *fractal)
{
    for (int table = 0; table < fractal->table_count && fractal->orientations > 1; ++table) {
        table = meet_all(fractal, &fractal->tables[table]) ? -1 : table;
    }
}
