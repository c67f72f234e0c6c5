/* lanes_building.c - words of cells, and of the tiles that exist, while a launch's code is made. */
#include "gen/lanes/lanes_building.h"

nbb_value *nbb_building_planes(const nbb_building *build, int step, int cell)
{
    return &build->made->states[(step * build->closure->count + cell) * build->made->planes];
}

nbb_value nbb_building_exists(nbb_building *build, int direction)
{
    return direction == build->closure->directions->centre ? NBB_ONES
           : direction < 0                                 ? NBB_ZERO
                                                           : nbb_code_word(&build->code, NBB_GIVEN, direction);
}
