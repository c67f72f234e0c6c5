/* isometric.c - cubes seen from beyond the box's far corner, z upwards, in whole numbers.

   A cube at (x, y, z) stands at column x - y and row x + y - 2 z of a picture, where it takes two columns of three
   places, which at equal depth x + y + z tile the plane; columns are two pixels wide. Of a place the nearest cube
   shows:

         top    top          row - 1
         left   right        row
         left   right        row + 1 */
#include "runtime/run/isometric.h"

#include "gen/base/arena.h"
#include "runtime/run/png.h"

#include <stdlib.h>

enum { SIDE_MOST = 768, PIXELS = 768, FACES = 3, DEPTHS = 80 };

typedef struct canvas {
    nbb_vector n; /* the box in cubes */
    uint32_t width, height;
    uint32_t *nearest; /* by the left pixel of a place: 1 + the depth of the cube that shows */
    uint8_t *shades;
} canvas;

/* Faces are lit from above and from the left; what is further away is darker. */
static void fill_palette(nbb_colour palette[NBB_SHADES])
{
    static const int light[FACES] = { 100, 72, 50 };
    palette[0] = (nbb_colour){ 0x10, 0x14, 0x1c };
    for (int i = 0; i < FACES * DEPTHS; ++i) {
        int share = light[i / DEPTHS] * (DEPTHS + 2 * (i % DEPTHS)); /* a third to all of the light */
        palette[1 + i] = (nbb_colour){ (uint8_t)(0xdc * share / (300 * DEPTHS)),
                                       (uint8_t)(0xe6 * share / (300 * DEPTHS)),
                                       (uint8_t)(0xf2 * share / (300 * DEPTHS)) };
    }
}

static void paint_place(canvas *to, int64_t column, int64_t row, int face, int64_t depth)
{
    size_t pixel = (size_t)row * to->width + 2 * (size_t)column;
    int64_t deepest = to->n.at[0] + to->n.at[1] + to->n.at[2] - 3;
    if ((int64_t)to->nearest[pixel] <= depth) {
        to->nearest[pixel] = (uint32_t)depth + 1;
        to->shades[pixel] = (uint8_t)(1 + face * DEPTHS + depth * (DEPTHS - 1) / (deepest > 0 ? deepest : 1));
        to->shades[pixel + 1] = to->shades[pixel];
    }
}

/* The lowest level whose fractals are drawn as cubes, so that the picture has few enough pixels. */
static int level_of_cubes(const nbb_fractal *fractal, int r)
{
    int level = 0;
    for (nbb_vector n = nbb_fractal_side(fractal, 0, r);
         n.at[0] > SIDE_MOST || n.at[1] > SIDE_MOST || n.at[2] > SIDE_MOST; n = nbb_fractal_side(fractal, level, r)) {
        ++level;
    }
    return level;
}

static void paint_cubes(const nbb_fractal *fractal, int level, int r, canvas *to)
{
    nbb_vector side = nbb_fractal_side(fractal, 0, level);
    int64_t cells = nbb_fractal_cells(fractal, 0, level);
    for (int64_t i = 0; i < nbb_fractal_cells(fractal, level, r); ++i) {
        nbb_vector at = nbb_fractal_cell(fractal, r, i * cells);
        for (int axis = 0; axis < NBB_AXES_MAX; ++axis) {
            at.at[axis] /= side.at[axis];
        }
        int64_t depth = at.at[0] + at.at[1] + at.at[2], column = at.at[0] - at.at[1] + to->n.at[1] - 1;
        int64_t row = at.at[0] + at.at[1] + 2 * (to->n.at[2] - 1 - at.at[2]);
        for (int right = 0; right < 2; ++right) {
            paint_place(to, column + right, row, 0, depth);
            paint_place(to, column + right, row + 1, 1 + right, depth);
            paint_place(to, column + right, row + 2, 1 + right, depth);
        }
    }
}

nbb_status nbb_isometric_draw(const nbb_fractal *fractal, int r, int64_t *cell, nbb_text *png)
{
    nbb_colour palette[NBB_SHADES] = { { 0 } };
    int level = level_of_cubes(fractal, r);
    nbb_vector n = nbb_fractal_side(fractal, level, r);
    canvas to = { .n = n,
                  .width = (uint32_t)(2 * (n.at[0] + n.at[1])),
                  .height = (uint32_t)(n.at[0] + n.at[1] + 2 * n.at[2] - 1) };
    NBB_LOCAL_HEAP uint32_t *nearest = NULL;
    NBB_TRY(NBB_ARRAYS("a picture", NBB_ARRAY(nearest, (size_t)to.width * to.height),
                       NBB_ARRAY(to.shades, (size_t)to.width * to.height)));
    to.nearest = nearest;
    paint_cubes(fractal, level, r, &to);
    fill_palette(palette);
    *cell = nbb_fractal_side(fractal, 0, level).at[0];
    nbb_indexed picture = { .width = to.width,
                            .height = to.height,
                            .zoom = to.height < PIXELS ? PIXELS / to.height : 1,
                            .shades = to.shades,
                            .palette = palette };
    return nbb_png_encode("the picture", &picture, png);
}
