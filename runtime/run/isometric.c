/* isometric.c - cubes seen from beyond the box's far corner, z upwards, in whole numbers.

   A cube at (x, y, z) stands at column x - y and row x + y - 2 z of a picture, where it takes two columns of three
   places, which at equal depth x + y + z tile the plane; columns are two pixels wide. Of a place the nearest cube
   shows:

         top    top          row - 1
         left   right        row
         left   right        row + 1 */
#include "runtime/run/pictures.h"

enum { SIDE_MOST = 768, PIXELS = 768, FACES = 3, PLACES = 2 * FACES, LIGHTS = 240 };

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
    const uint8_t *colour; /* by the cubes' numbers, 0: none; or NULL */
    uint32_t *nearest;     /* by the left pixel of a place: 1 + the depth of the cube that shows */
    uint8_t *shades;
} canvas;

static int64_t depth_of(nbb_vector at)
{
    return at.at[0] + at.at[1] + at.at[2];
}

/* The left pixels of a cube's places: two of the top's row, then a left and a right one in each of two rows. */
static void find_places(const nbb_isometric *of, nbb_vector at, size_t pixels[PLACES])
{
    int64_t column = at.at[0] - at.at[1] + of->n.at[1] - 1;
    int64_t row = at.at[0] + at.at[1] + 2 * (of->n.at[2] - 1 - at.at[2]);
    NBB_FILL(i, PLACES, pixels[i], (size_t)(row + i / 2) * of->width + 2 * (size_t)(column + i % 2));
}

static void paint_cube(const canvas *to, nbb_vector at, int colour)
{
    size_t pixels[PLACES];
    int64_t depths = depths_of(to->of), depth = depth_of(at), deepest = depth_of(to->of->n) - 3;
    find_places(to->of, at, pixels);
    for (int i = 0; i < PLACES; ++i) {
        if ((int64_t)to->nearest[pixels[i]] <= depth) {
            int64_t face = (colour - 1) * FACES + (i < 2 ? 0 : 1 + i % 2);
            to->nearest[pixels[i]] = (uint32_t)depth + 1;
            to->shades[pixels[i]] = (uint8_t)(1 + face * depths + depth * (depths - 1) / (deepest > 0 ? deepest : 1));
            to->shades[pixels[i] + 1] = to->shades[pixels[i]];
        }
    }
}

/* Whether a cube of the box at a corner could show: not where each place of its faces has a nearer one already. */
static bool could_show(const canvas *to, nbb_vector corner, nbb_vector side)
{
    size_t pixels[PLACES];
    int64_t depth = depth_of(corner) + depth_of(side) - 3;
    for (int64_t x = 0; x < side.at[0]; ++x) {
        for (int64_t y = 0; y < side.at[1]; ++y) {
            bool is_edge = x == side.at[0] - 1 || y == side.at[1] - 1;
            for (int64_t z = is_edge ? 0 : side.at[2] - 1; z < side.at[2]; ++z) {
                find_places(to->of, (nbb_vector){ { corner.at[0] + x, corner.at[1] + y, corner.at[2] + z } }, pixels);
                NBB_RETURN_IF(NBB_ANY(i, PLACES, (int64_t)to->nearest[pixels[i]] <= depth), true);
            }
        }
    }
    return false;
}

/* Paints the cubes of a level's box at a corner, in cubes, from number `first` on; nearer replicas first, mostly. */
static void paint_box(const canvas *to, int level, nbb_vector corner, int64_t first)
{
    const nbb_fractal *fractal = to->of->fractal;
    int finest = to->of->level;
    if (level == finest) {
        int colour = to->colour != NULL ? to->colour[first] : 1;
        if (colour > 0) {
            paint_cube(to, corner, colour);
        }
        return;
    }
    NBB_LEAVE_IF(level > finest + 1 && !could_show(to, corner, nbb_fractal_side(fractal, finest, level)));
    const nbb_replicas *replicas = fractal->levels[level - 1];
    nbb_vector side = nbb_fractal_side(fractal, finest, level - 1);
    for (int beta = replicas->k - 1; beta >= 0; --beta) {
        nbb_vector at = nbb_replica_place(replicas, beta);
        NBB_FILL(axis, NBB_AXES_MAX, at.at[axis], corner.at[axis] + at.at[axis] * side.at[axis]);
        paint_box(to, level - 1, at, first + beta * nbb_fractal_cells(fractal, finest, level - 1));
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

nbb_status nbb_isometric_paint(const nbb_isometric *of, const uint8_t *colour, uint8_t *shades)
{
    size_t pixels = (size_t)of->width * of->height;
    NBB_LOCAL_MAKE(uint32_t, nearest, pixels, "a picture");
    memset(shades, 0, pixels);
    paint_box(&(canvas){ of, colour, nearest, shades }, of->r, (nbb_vector){ { 0 } }, 0);
    return NBB_OK;
}
