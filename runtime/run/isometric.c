/* isometric.c - cubes seen from beyond the box's far corner, z upwards, in whole numbers.

   A cube at (x, y, z) stands at column x - y and row x + y - 2 z of a picture, where it takes two columns of three
   places, which at equal depth x + y + z tile the plane; columns are two pixels wide. Of a place the nearest cube
   shows:

         top    top          row - 1
         left   right        row
         left   right        row + 1 */
#include "runtime/run/pictures.h"

enum { SIDE_MOST = 768, PIXELS = 768, FACES = 3, LIGHTS = 240 };

const nbb_colour nbb_isometric_plain = { 0xdc, 0xe6, 0xf2 };

/* How many depths have a light of their own. */
static int depths_of(const nbb_isometric *of)
{
    return LIGHTS / FACES / of->colours;
}

void nbb_isometric_palette(const nbb_isometric *of, const nbb_colour *colours, nbb_colour palette[NBB_SHADES])
{
    static const int light[FACES] = { 100, 72, 50 };
    int depths = depths_of(of);
    palette[0] = nbb_background;
    for (int i = 0; i < of->colours * FACES * depths; ++i) {
        nbb_colour plain = colours[i / (FACES * depths)];
        int share = light[i / depths % FACES] * (depths + 2 * (i % depths)); /* a third to all of the light */
        palette[1 + i] = (nbb_colour){ (uint8_t)(plain.red * share / (300 * depths)),
                                       (uint8_t)(plain.green * share / (300 * depths)),
                                       (uint8_t)(plain.blue * share / (300 * depths)) };
    }
}

typedef struct canvas {
    const nbb_isometric *of;
    uint32_t *nearest; /* by the left pixel of a place: 1 + the depth of the cube that shows */
    uint8_t *shades;
} canvas;

static void paint_place(const canvas *to, int64_t column, int64_t row, int face, int64_t depth)
{
    size_t pixel = (size_t)row * to->of->width + 2 * (size_t)column;
    nbb_vector n = to->of->n;
    int64_t deepest = n.at[0] + n.at[1] + n.at[2] - 3, depths = depths_of(to->of);
    if ((int64_t)to->nearest[pixel] <= depth) {
        to->nearest[pixel] = (uint32_t)depth + 1;
        to->shades[pixel] = (uint8_t)(1 + face * depths + depth * (depths - 1) / (deepest > 0 ? deepest : 1));
        to->shades[pixel + 1] = to->shades[pixel];
    }
}

nbb_isometric nbb_isometric_of(const nbb_fractal *fractal, int r, int colours)
{
    nbb_isometric made = { .fractal = fractal, .r = r, .colours = colours };
    made.n = nbb_fractal_side(fractal, 0, r);
    while (made.n.at[0] > SIDE_MOST || made.n.at[1] > SIDE_MOST || made.n.at[2] > SIDE_MOST) {
        made.n = nbb_fractal_side(fractal, ++made.level, r);
    }
    made.cubes = nbb_fractal_cells(fractal, made.level, r);
    made.width = (uint32_t)(2 * (made.n.at[0] + made.n.at[1]));
    made.height = (uint32_t)(made.n.at[0] + made.n.at[1] + 2 * made.n.at[2] - 1);
    made.zoom = made.height < PIXELS ? PIXELS / made.height : 1;
    return made;
}

nbb_vector nbb_isometric_cell(const nbb_isometric *of, int64_t i)
{
    return nbb_fractal_cell(of->fractal, of->r, i * nbb_fractal_cells(of->fractal, 0, of->level));
}

static void paint_cube(const canvas *to, nbb_vector at, int colour)
{
    nbb_vector n = to->of->n;
    int64_t depth = at.at[0] + at.at[1] + at.at[2], column = at.at[0] - at.at[1] + n.at[1] - 1;
    int64_t row = at.at[0] + at.at[1] + 2 * (n.at[2] - 1 - at.at[2]);
    int first = (colour - 1) * FACES;
    for (int right = 0; right < 2; ++right) {
        paint_place(to, column + right, row, first, depth);
        paint_place(to, column + right, row + 1, first + 1 + right, depth);
        paint_place(to, column + right, row + 2, first + 1 + right, depth);
    }
}

nbb_status nbb_isometric_paint(const nbb_isometric *of, const uint8_t *colour, uint8_t *shades)
{
    size_t pixels = (size_t)of->width * of->height;
    nbb_vector side = nbb_fractal_side(of->fractal, 0, of->level);
    NBB_LOCAL_MAKE(uint32_t, nearest, pixels, "a picture");
    memset(shades, 0, pixels);
    for (int64_t i = 0; i < of->cubes; ++i) {
        nbb_vector at = nbb_isometric_cell(of, i);
        for (int axis = 0; axis < NBB_AXES_MAX; ++axis) {
            at.at[axis] /= side.at[axis];
        }
        if (colour == NULL || colour[i] > 0) {
            paint_cube(&(canvas){ of, nearest, shades }, at, colour != NULL ? colour[i] : 1);
        }
    }
    return NBB_OK;
}

nbb_status nbb_isometric_draw(const nbb_fractal *fractal, int r, int64_t *cell, nbb_text *png)
{
    nbb_colour palette[NBB_SHADES] = { { 0 } };
    nbb_isometric made = nbb_isometric_of(fractal, r, 1);
    NBB_LOCAL_MAKE(uint8_t, shades, (size_t)made.width * made.height, "a picture");
    NBB_TRY(nbb_isometric_paint(&made, NULL, shades));
    nbb_isometric_palette(&made, &nbb_isometric_plain, palette);
    *cell = nbb_fractal_side(fractal, 0, made.level).at[0];
    return nbb_png_encode("the picture", &(nbb_indexed){ made.width, made.height, made.zoom, shades, palette }, png);
}
