/* plan_turned.h - programs on map lanes of fractals whose replicas are turned.

   A word of bits has a tile as it is before it is turned, so that its code is that of a tile that is not: a program
   must come to the same however the neighbours are turned around a cell. Others, and programs of values, go from cell
   to cell. */
#pragma once

#include "gen/plan/plan_request.h"

/* Why words of bits cannot compute the program on the fractal, to stand behind its name: NULL where they can, as far
   as turns go. */
const char *nbb_turned_refusal(const nbb_fractal *fractal, const nbb_program *program);

/* Whether steps of values go from cell to cell. */
bool nbb_values_by_cells(const nbb_fractal *fractal, const nbb_program *program);
