/* cover.c - the recursive map of a simplex of tiles, and its inverse. The template shared/simplex_lambda.in is its other copy:
   the two must agree (test_simplex.c, suites/simplex.sh). */
#include "cover.h"

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

/* Tiles of a step: its simplex, and what lies beside it. */
static int64_t count_simplex(const nbb_cover *cover, const nbb_cover_step *step)
{
    return nbb_simplex_cells(cover->m, step->side);
}

static int64_t count_tiles(const nbb_cover *cover)
{
    int64_t tiles = 0;
    for (int i = 0; i < cover->step_count; ++i) {
        const nbb_cover_step *step = &cover->steps[i];
        tiles += count_simplex(cover, step) + step->side * step->rest;
    }
    return tiles;
}

void nbb_cover_build(int m, int64_t side, nbb_from from, nbb_cover *cover)
{
    bool is_power = (side & (side - 1)) == 0;
    *cover = (nbb_cover){ .from = from, .m = m, .side = side };
    if (from == NBB_FROM_AUTO) {
        cover->from = is_power ? NBB_FROM_ABOVE : NBB_FROM_BELOW;
    }
    take_steps(cover);
    cover->tiles = count_tiles(cover);
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

nbb_vector nbb_cover_place(const nbb_cover *cover, int64_t number)
{
    const nbb_cover_step *step = cover->steps;
    for (;; ++step) {
        int64_t in_simplex = count_simplex(cover, step), beside = step->side * step->rest;
        if (number < in_simplex) {
            nbb_vector place = triangle_place(step->log, number);
            return (nbb_vector){ { step->at + place.at[0], step->rest + place.at[1] } };
        }
        number -= in_simplex;
        if (number < beside) {
            return (nbb_vector){ { step->at + number % step->side, number / step->side } };
        }
        number -= beside;
    }
}

int64_t nbb_cover_number(const nbb_cover *cover, nbb_vector place)
{
    int64_t before = 0;
    const nbb_cover_step *step = cover->steps;
    for (; place.at[0] >= step->at + step->side; ++step) {
        before += count_simplex(cover, step) + step->side * step->rest;
    }
    int64_t x = place.at[0] - step->at, y = place.at[1];
    return y >= step->rest ? before + triangle_number(step->log, x, y - step->rest)
                           : before + count_simplex(cover, step) + y * step->side + x;
}
