/* cover.c - the recursive map of a simplex of tiles, and its inverse. The template shared/simplex_lambda.in is its
   other copy: the two must agree (test_simplex.c, suites/simplex.sh). */
#include "gen/domain/cover.h"

static int floor_log(int64_t value)
{
    return 63 - __builtin_clzll((unsigned long long)value);
}

/* The steps that cover `side`: one power of two from above, those it is the sum of from below. */
static void take_steps(nbb_cover *cover)
{
    int64_t left = cover->side;
    cover->step_count = 0;
    for (int64_t at = 0; left > 0;) {
        int log = floor_log(left);
        log += cover->from == NBB_FROM_ABOVE && (INT64_C(1) << log) < left;
        int64_t side = INT64_C(1) << log;
        left = side < left ? left - side : 0;
        cover->steps[cover->step_count++] = (nbb_cover_step){ .at = at, .side = side, .rest = left, .log = log };
        at += side;
    }
}

/* Counts the tiles of a step: its simplex, and what lies beside it. */
static void count_parts(nbb_cover *cover, nbb_cover_step *step)
{
    bool flat = cover->m == 2;
    step->tiles = nbb_simplex_cells(cover->m, step->side);
    step->slab = flat ? step->side * step->rest : nbb_simplex_cells(2, step->side) * step->rest;
    step->wedge = flat ? 0 : step->side * nbb_simplex_cells(2, step->rest);
    cover->tiles += step->tiles + step->slab + step->wedge;
}

void nbb_cover_build(int m, int64_t side, nbb_from from, nbb_cover *cover)
{
    bool is_power = (side & (side - 1)) == 0;
    *cover = (nbb_cover){ .from = from, .m = m, .side = side };
    if (from == NBB_FROM_AUTO) {
        cover->from = is_power ? NBB_FROM_ABOVE : NBB_FROM_BELOW;
    }
    take_steps(cover);
    for (int i = 0; i < cover->step_count; ++i) {
        count_parts(cover, &cover->steps[i]);
    }
}

int64_t nbb_cover_level_tiles(const nbb_cover *cover, int level)
{
    if (cover->levels == 0) {
        return cover->tiles;
    }
    int log = cover->steps[0].log;
    int64_t tiles = level < log ? INT64_C(1) << (3 * (log - 1 - level)) : 1;
    for (int i = 0; i < level; ++i) {
        tiles *= 3;
    }
    return tiles;
}

void nbb_cover_build_branches(int64_t side, nbb_cover *cover)
{
    nbb_cover_build(3, side, NBB_FROM_ABOVE, cover);
    cover->levels = cover->steps[0].log + 1;
    cover->tiles = 0;
    for (int level = 0; level < cover->levels; ++level) {
        cover->tiles += nbb_cover_level_tiles(cover, level);
    }
}

/* The tile of a number of a triangle of side 2^log at the origin. */
static nbb_vector triangle_place(int log, int64_t number)
{
    int64_t side = INT64_C(1) << log;
    if (number < side) {                              /* the diagonal */
        return (nbb_vector){ { number, side - 1 - number } };
    }
    int64_t wx = (number - side) % (side / 2), wy = 1 + (number - side) / (side / 2);
    int level = floor_log(wy);
    int64_t q = wx >> level;
    return (nbb_vector){ { wx + (q << level), side - 1 - (wy + (q << (level + 1))) } };
}

/* Its inverse. The pair x < y lies in a square of side b where b is the highest bit in which x and y differ. */
static int64_t triangle_number(int log, int64_t x, int64_t place_y)
{
    int64_t side = INT64_C(1) << log, y = side - 1 - place_y;
    if (x == y) {
        return x;
    }
    int level = floor_log(x ^ y);
    int64_t q = y >> (level + 1);
    int64_t wx = x - (q << level), wy = y - (q << (level + 1));
    return side + (wy - 1) * (side / 2) + wx;
}

/* The tile of a number of a tetrahedron of side 2^log: first the triangle X + Y + Z = 2^log - 1, then by rows of the
   tiles below it, half a side wide, s of them before cubes of side b where 3 s + 1 = b^2. */
static nbb_vector tetrahedron_place(int log, int64_t number)
{
    int64_t side = INT64_C(1) << log, outer = nbb_simplex_cells(2, side);
    if (number < outer) {
        nbb_vector place = triangle_place(log, number);
        place.at[2] = side - 1 - place.at[0] - place.at[1];
        return place;
    }
    int64_t w = (number - outer) % (side / 2), s = (number - outer) / (side / 2);
    int level = floor_log(3 * s + 1) / 2;
    int64_t b = INT64_C(1) << level, q = w >> level, rest = s - (b * b - 1) / 3;
    nbb_vector place = { { w & (b - 1), rest & (b - 1), rest >> level } };
    if (place.at[0] + place.at[1] + place.at[2] > 2 * b - 2) {
        place = (nbb_vector){ { 2 * b - 1 - place.at[0], b - 1 - place.at[1], b - 1 - place.at[2] } };
    }
    place.at[1] += 2 * b * q;
    place.at[2] += side - 2 * b - 2 * b * q;
    return place;
}

/* Its inverse: b is the highest bit in which Y and 2^log - 1 - Z differ. */
static int64_t tetrahedron_number(int log, nbb_vector place)
{
    int64_t side = INT64_C(1) << log, x = place.at[0], y = place.at[1], z = place.at[2];
    if (x + y + z == side - 1) {
        return triangle_number(log, x, y);
    }
    int level = floor_log(y ^ (side - 1 - z));
    int64_t b = INT64_C(1) << level, q = y >> (level + 1);
    y -= 2 * b * q;
    z -= side - 2 * b - 2 * b * q;
    if (x >= b) {                                     /* the corner that the cube's far part is reflected to */
        x = 2 * b - 1 - x;
        y = b - 1 - y;
        z = b - 1 - z;
    }
    int64_t s = (b * b - 1) / 3 + z * b + y;
    return nbb_simplex_cells(2, side) + s * (side / 2) + q * b + x;
}

/* A triangle of any side in reading order, folded: rows c and what is left of them, of the far end, fill one row. */
static nbb_vector fold_place(int64_t side, int64_t number)
{
    int64_t width = side | 1, a = number % width, c = number / width;
    return a < side - c ? (nbb_vector){ { a, c } } : (nbb_vector){ { a - (side - c), ((side - 1) | 1) - c } };
}

static int64_t fold_number(int64_t side, int64_t x, int64_t y)
{
    int64_t width = side | 1, last = (side - 1) | 1;
    return 2 * y <= last ? y * width + x : (last - y) * width + side - (last - y) + x;
}

static nbb_vector step_place(int m, const nbb_cover_step *step, int64_t number)
{
    int64_t rest = step->rest, layer = nbb_simplex_cells(2, step->side);
    nbb_vector place = m == 2 ? triangle_place(step->log, number) : (nbb_vector){ { 0 } };
    if (m == 2) {
        return number < step->tiles
                   ? (nbb_vector){ { place.at[0], rest + place.at[1] } }
               : (nbb_vector){ { (number - step->tiles) % step->side, (number - step->tiles) / step->side } };
    }
    if (number < step->tiles) {
        place = tetrahedron_place(step->log, number);
        place.at[2] += rest;
        return place;
    }
    number -= step->tiles;
    if (number < step->slab) {                        /* layer z: a triangle that stands rest - z higher */
        place = triangle_place(step->log, number % layer);
        place.at[2] = number / layer;
        place.at[1] += rest - place.at[2];
        return place;
    }
    number -= step->slab;
    place = fold_place(rest, number / step->side);
    return (nbb_vector){ { number % step->side, place.at[0], place.at[1] } };
}

static int64_t step_number(int m, const nbb_cover_step *step, nbb_vector place)
{
    int64_t rest = step->rest, x = place.at[0], y = place.at[1], z = place.at[2];
    if (m == 2) {
        return y >= rest ? triangle_number(step->log, x, y - rest) : step->tiles + y * step->side + x;
    }
    if (z >= rest) {
        place.at[2] -= rest;
        return tetrahedron_number(step->log, place);
    }
    if (y + z >= rest) {
        return step->tiles + z * nbb_simplex_cells(2, step->side) + triangle_number(step->log, x, y + z - rest);
    }
    return step->tiles + step->slab + fold_number(rest, y, z) * step->side + x;
}

nbb_vector nbb_cover_place(const nbb_cover *cover, int64_t number)
{
    const nbb_cover_step *step = cover->steps;
    for (; number >= step->tiles + step->slab + step->wedge; ++step) {
        number -= step->tiles + step->slab + step->wedge;
    }
    nbb_vector place = step_place(cover->m, step, number);
    place.at[0] += step->at;
    return place;
}

int64_t nbb_cover_number(const nbb_cover *cover, nbb_vector place)
{
    int64_t before = 0;
    const nbb_cover_step *step = cover->steps;
    for (; place.at[0] >= step->at + step->side; ++step) {
        before += step->tiles + step->slab + step->wedge;
    }
    place.at[0] -= step->at;
    return before + step_number(cover->m, step, place);
}
