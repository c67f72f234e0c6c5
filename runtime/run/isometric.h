/* isometric.h - a picture of a fractal of three axes: its cells as cubes. */
#pragma once

#include "gen/domain/fractal.h"

/* Appends the PNG of the fractal of level r; *cell is the side of the level-j fractals that are drawn as one cube
   where the cells are too many, by x. */
nbb_status nbb_isometric_draw(const nbb_fractal *fractal, int r, int64_t *cell, nbb_text *png);
