/* orientations.h - how the replicas of a fractal's levels can be turned, and those beside each other. */
#pragma once

#include "gen/domain/domain.h"
#include "gen/domain/isometry.h"

/* Where a direction leads once a place is turned. */
int nbb_isometry_direction(int isometry, const nbb_directions *list, int direction);

/* Finds the isometries that the replicas of all levels can have, products of the tables' own. */
void nbb_fractal_find_orientations(nbb_fractal *fractal);

/* Then those that replicas beside each other can have; sides of levels are exchanged only if all are equal. */
void nbb_fractal_find_beside(nbb_fractal *fractal);
