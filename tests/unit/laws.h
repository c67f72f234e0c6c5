/* laws.h - laws of rules without their programs, for tests of lanes. */
#ifndef NBB_TEST_LAWS_H
#define NBB_TEST_LAWS_H

#include "gen/lanes/lanes.h"

/* A rule's, on a fractal with so many axes. */
static inline nbb_lanes_law law_of_rule(nbb_rule rule, int axes)
{
    nbb_lanes_law law = { .colouring = { .q = 1 }, .planes = 1, .counts = true, .rule = rule };
    static nbb_vector rooms[NBB_AXES_MAX + 1][NBB_NEIGHBOURS_LIST_MAX];
    nbb_neighbours_named("moore", axes, rooms[axes],
                         &law.neighbours); /* there is such a list for any number of axes */
    return law;
}

#endif
