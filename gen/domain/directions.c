/* directions.c - the lists of directions, and arithmetic on their numbers. */
#include "gen/domain/directions.h"

#define ROW(y, z)                      \
    { { -1, y, z } }, { { 0, y, z } }, \
    {                                  \
        {                              \
            1, y, z                    \
        }                              \
    }
#define LAYER(z) ROW(-1, z), ROW(0, z), ROW(1, z)

static const nbb_directions plane = { 2, 9, 4, { LAYER(0) } };
static const nbb_directions space = { 3, 27, 13, { LAYER(-1), LAYER(0), LAYER(1) } };

const nbb_directions *nbb_directions_of(int axes)
{
    return axes == 2 ? &plane : &space;
}

int nbb_direction_at(const nbb_directions *list, nbb_vector step)
{
    int number = 0;
    for (int axis = NBB_AXES_MAX - 1; axis >= 0; --axis) {
        int most = axis < list->axes ? 1 : 0;
        if (step.at[axis] < -most || step.at[axis] > most) {
            return -1;
        }
        number = (2 * most + 1) * number + (int)step.at[axis] + most;
    }
    return number;
}

int nbb_direction_opposite(const nbb_directions *list, int direction)
{
    return list->count - 1 - direction;
}

int nbb_direction_sum(const nbb_directions *list, int first, int second)
{
    return nbb_direction_at(list, nbb_direction_from(list, second, list->steps[first]));
}

nbb_vector nbb_direction_from(const nbb_directions *list, int direction, nbb_vector place)
{
    for (int axis = 0; axis < list->axes; ++axis) {
        place.at[axis] += list->steps[direction].at[axis];
    }
    return place;
}

int nbb_direction_wrap(const nbb_directions *list, nbb_vector side, nbb_vector *place)
{
    nbb_vector box = { { 0 } };
    for (int axis = 0; axis < list->axes; ++axis) {
        box.at[axis] = (place->at[axis] >= side.at[axis]) - (place->at[axis] < 0);
        place->at[axis] -= box.at[axis] * side.at[axis];
    }
    return nbb_direction_at(list, box);
}
