/* simplex.c - a discrete orthogonal m-simplex: its cells, their number and their order; the sets
   that cover one. */
#include "gen/domain/domain.h"

int64_t nbb_simplex_cells(int m, int64_t n)
{
    int64_t cells = n > 0 ? 1 : 0;
    for (int i = 0; i < m; ++i) {
        int64_t divisor = i + 1, whole = cells / divisor, rest = cells % divisor;
        NBB_RETURN_IF(__builtin_mul_overflow(whole, n + i, &cells) /* binomials are whole */
                          || __builtin_add_overflow(cells, rest * (n + i) / divisor, &cells),
                      INT64_MAX);
    }
    return cells;
}

int64_t nbb_simplex_largest_side(int m)
{
    int64_t side = 0;
    for (int64_t more = NBB_SIMPLEX_N_MAX; more > 0; more /= 2) {
        bool fits = side + more <= NBB_SIMPLEX_N_MAX && nbb_simplex_cells(m, side + more) < NBB_CELLS_LIMIT;
        side += fits ? more : 0;
    }
    return side;
}

bool nbb_simplex_member(int m, int64_t n, nbb_vector cell)
{
    return NBB_ALL(axis, m, cell.at[axis] >= 0 && cell.at[axis] < n) && NBB_SUM(axis, m, cell.at[axis]) < n;
}

/* Cells whose last coordinate is below `at`: all but a simplex of side n - at. */
static int64_t cells_before(int m, int64_t n, int64_t at)
{
    return nbb_simplex_cells(m, n) - nbb_simplex_cells(m, n - at);
}

int64_t nbb_simplex_index(int m, int64_t n, nbb_vector cell)
{
    NBB_RETURN_IF(!nbb_simplex_member(m, n, cell), -1);
    int64_t index = 0;
    for (int axis = m - 1; axis >= 0; --axis) { /* what is left below the layer is a simplex of one axis less */
        index += cells_before(axis + 1, n, cell.at[axis]);
        n -= cell.at[axis];
    }
    return index;
}

nbb_vector nbb_simplex_cell(int m, int64_t n, int64_t index)
{
    nbb_vector cell = { { 0 } };
    for (int axis = m - 1; axis >= 0; --axis) {
        int64_t low = 0; /* the last layer that begins at or before the index */
        for (int64_t more = NBB_SIMPLEX_N_MAX; more > 0; more /= 2) {
            low += low + more < n && cells_before(axis + 1, n, low + more) <= index ? more : 0;
        }
        cell.at[axis] = low;
        index -= cells_before(axis + 1, n, low);
        n -= low;
    }
    return cell;
}

/* The recursive map of a simplex of tiles, and its inverse. The template shared/simplex_map.in is its
   other copy: the two must agree (test_simplex.c, suites/simplex.sh). */

static int floor_log(int64_t value)
{
    return 63 - __builtin_clzll((unsigned long long)value);
}

void nbb_cover_build(int m, int64_t side, nbb_from from, nbb_cover *cover)
{
    bool is_power = (side & (side - 1)) == 0, is_flat = m == 2;
    nbb_from usual = is_power ? NBB_FROM_ABOVE : NBB_FROM_BELOW;
    *cover = (nbb_cover){ .from = from == NBB_FROM_AUTO ? usual : from, .m = m, .side = side };
    /* One power of two from above, those that the side is the sum of from below. */
    for (int64_t at = 0, left = side; left > 0;) {
        int log = floor_log(left);
        log += cover->from == NBB_FROM_ABOVE && (INT64_C(1) << log) < left;
        nbb_cover_step step = { .at = at, .side = INT64_C(1) << log, .log = log };
        step.rest = left = step.side < left ? left - step.side : 0;
        step.tiles = nbb_simplex_cells(m, step.side);
        step.slab = step.rest * (is_flat ? step.side : nbb_simplex_cells(2, step.side));
        step.wedge = is_flat ? 0 : step.side * nbb_simplex_cells(2, step.rest);
        cover->tiles += step.tiles + step.slab + step.wedge;
        cover->steps[cover->step_count++] = step;
        at += step.side;
    }
}

int64_t nbb_cover_level_tiles(const nbb_cover *cover, int level)
{
    NBB_RETURN_IF(cover->levels == 0, cover->tiles);
    int log = cover->steps[0].log;
    int64_t tiles = level < log ? INT64_C(1) << (3 * (log - 1 - level)) : 1;
    NBB_FILL(i, level, tiles, 3 * tiles);
    return tiles;
}

void nbb_cover_build_branches(int64_t side, nbb_cover *cover)
{
    nbb_cover_build(3, side, NBB_FROM_ABOVE, cover);
    cover->levels = cover->steps[0].log + 1;
    cover->tiles = NBB_SUM(level, cover->levels, nbb_cover_level_tiles(cover, level));
}

/* The tile of a number of a triangle of side 2^log at the origin. */
static nbb_vector triangle_place(int log, int64_t number)
{
    int64_t side = INT64_C(1) << log;
    NBB_RETURN_IF(number < side, (nbb_vector){ { number, side - 1 - number } }); /* the diagonal */
    int64_t wx = (number - side) % (side / 2), wy = 1 + (number - side) / (side / 2);
    int level = floor_log(wy);
    int64_t q = wx >> level;
    return (nbb_vector){ { wx + (q << level), side - 1 - (wy + (q << (level + 1))) } };
}

/* Its inverse. The pair x < y lies in a square of side b where b is the highest bit in which x and y differ. */
static int64_t triangle_number(int log, int64_t x, int64_t place_y)
{
    int64_t side = INT64_C(1) << log, y = side - 1 - place_y;
    NBB_RETURN_IF(x == y, x);
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
    NBB_RETURN_IF(x + y + z == side - 1, triangle_number(log, x, y));
    int level = floor_log(y ^ (side - 1 - z));
    int64_t b = INT64_C(1) << level, q = y >> (level + 1);
    y -= 2 * b * q;
    z -= side - 2 * b - 2 * b * q;
    if (x >= b) { /* the corner that the cube's far part is reflected to */
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

nbb_vector nbb_cover_place(const nbb_cover *cover, int64_t number)
{
    const nbb_cover_step *step = cover->steps;
    for (; number >= step->tiles + step->slab + step->wedge; ++step) {
        number -= step->tiles + step->slab + step->wedge;
    }
    int m = cover->m;
    int64_t rest = step->rest, layer = nbb_simplex_cells(2, step->side), beside = number - step->tiles;
    nbb_vector place;
    if (beside < 0) {
        place = m == 2 ? triangle_place(step->log, number) : tetrahedron_place(step->log, number);
        place.at[m - 1] += rest;
    } else if (m > 2 && beside < step->slab) { /* layer z: a triangle that stands rest - z higher */
        place = triangle_place(step->log, beside % layer);
        place.at[2] = beside / layer;
        place.at[1] += rest - place.at[2];
    } else {
        beside -= m > 2 ? step->slab : 0;
        place = m > 2 ? fold_place(rest, beside / step->side) : (nbb_vector){ { beside / step->side } };
        place = (nbb_vector){ { beside % step->side, place.at[0], place.at[1] } };
    }
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
    int m = cover->m;
    int64_t rest = step->rest, x = place.at[0] - step->at, y = place.at[1], z = place.at[2];
    NBB_RETURN_IF(place.at[m - 1] >= rest,
                  before
                      + (m == 2 ? triangle_number(step->log, x, y - rest)
                                : tetrahedron_number(step->log, (nbb_vector){ { x, y, z - rest } })));
    before += step->tiles;
    NBB_RETURN_IF(m > 2 && y + z >= rest,
                  before + z * nbb_simplex_cells(2, step->side) + triangle_number(step->log, x, y + z - rest));
    return before + (m > 2 ? step->slab + fold_number(rest, y, z) * step->side : y * step->side) + x;
}

/* ---- the weights of a simplex's product, and the proof that its operands and sums are exact ---- */

enum { BASE = 256, DIGITS = 2 };

/* By form and part, on each axis. */
static const int8_t weights[NBB_FORM_COUNT][NBB_PRODUCT_PARTS][NBB_AXES_MAX] = {
    [NBB_FORM_PLANE] = { { 1, 0, 0 }, { 0, -1, 0 }, { 0, 0, 0 }, { 2, -2, 0 } },
    [NBB_FORM_FACE] = { { 1, 0, -1 }, { 0, -1, 1 }, { 0, 0, 0 }, { 2, -2, 0 } },
    [NBB_FORM_CUBES] = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 }, { 0, 2, -2 } },
};

nbb_status nbb_simplex_product_build(const nbb_cover *cover, nbb_simplex_product *product)
{
    /* The largest part: a number's on a side of 2^log, where its piece stands, and a coordinate. The last piece
       stands farthest out, and the others' rests lie beside it. */
    const nbb_cover_step *last = &cover->steps[cover->step_count - 1];
    *product = (nbb_simplex_product){ .forms = cover->m == 2 ? 1 : NBB_FORM_COUNT,
                                      .largest = last->at + last->side - 1 };
    NBB_REFUSE_IF(product->largest >= BASE * BASE,
                  "--tc: numbers of a side of %" PRId64 " tiles have parts up to %" PRId64 ", which two bytes"
                  " do not hold; use larger tiles (--tile)",
                  cover->side, product->largest);
    for (int form = 0; form < product->forms; ++form) {
        /* B: lane 2 d has digit d of the parts, lane 2 d + 1 that of where the piece stands. */
        for (int digit = 0; digit < DIGITS; ++digit) {
            for (int axis = 0; axis < cover->m; ++axis) {
                int column = 2 * axis + digit, row = 2 * digit * NBB_PRODUCT_PARTS;
                NBB_FILL(part, NBB_PRODUCT_PARTS, product->b[form][row + part][column], weights[form][part][axis]);
                product->b[form][row + NBB_PRODUCT_PARTS + axis][column] = 1;
            }
        }
    }
    return NBB_OK;
}

/* ---- the volumes of recursive sets that cover an m-simplex ---- */

/* Exact where both are equal in whole numbers, as for powers of two: sums of doubles may differ in their last
   bits. */
static const double TOLERANCE = 1e-12;

static const double WORTH = 1e-3;                     /* of a set beside 1/2 and 2, for the search */

/* Levels of the set of side n: the largest L with n r^L >= 1. Whoever asks for more than NBB_SET_LEVELS_MAX waits. */
static int levels_of(const nbb_recursive_set *set, double n)
{
    return (int)floor(log(n) / -log(set->ratio) + TOLERANCE * log(n));
}

double nbb_set_volume(const nbb_recursive_set *set, double n)
{
    double first = pow(set->ratio * n, set->m), q = (double)set->arity * pow(set->ratio, set->m);
    int levels = levels_of(set, n);
    return fabs(q - 1) < TOLERANCE ? first * levels : first * (1 - pow(q, levels)) / (1 - q);
}

double nbb_set_covered(int m, double n)
{
    double cells = 1;
    NBB_FILL(i, m, cells, cells * ((n - 1 + i) / (i + 1)));
    return cells;
}

double nbb_set_overhead(const nbb_recursive_set *set, double n)
{
    return nbb_set_volume(set, n) / nbb_set_covered(set->m, n) - 1;
}

double nbb_set_overhead_limit(const nbb_recursive_set *set)
{
    double left = pow(set->ratio, -set->m) - (double)set->arity;
    return left > 0 ? tgamma(set->m + 1) / left - 1 : INFINITY;
}

static bool suffices(const nbb_recursive_set *set, double n)
{
    return nbb_set_volume(set, n) >= nbb_set_covered(set->m, n) * (1 - TOLERANCE);
}

double nbb_set_covers_from(const nbb_recursive_set *set, double last)
{
    double n0 = 0;
    for (int k = levels_of(set, last); k > 0 && suffices(set, pow(set->ratio, -k)); --k) {
        n0 = pow(set->ratio, -k);
    }
    return n0;
}

double nbb_set_covers_all_from(const nbb_recursive_set *set, double last)
{
    double n0 = 0, end = floor(last);
    for (int k = levels_of(set, last); k >= 0; --k) {
        double begin = fmax(2, ceil(pow(set->ratio, -k) * (1 - TOLERANCE)));
        if (begin > end) {                            /* no whole side has k levels */
            continue;
        }
        if (!suffices(set, end)) {
            break;
        }
        double fails = begin - 1;                     /* with as many levels the share grows or falls throughout */
        for (n0 = end; n0 - fails > 1;) {
            double middle = floor((fails + n0) / 2);
            *(suffices(set, middle) ? &n0 : &fails) = middle;
        }
        if (n0 > begin) {
            break;
        }
        end = begin - 1;
    }
    return n0 < floor(last) ? n0 : 0;
}

static bool suffices_between(const nbb_recursive_set *set, double first, double last)
{
    double n0 = nbb_set_covers_from(set, last);
    return n0 > 0 && n0 * set->ratio < first;         /* the side before it is too small to ask for */
}

/* The least arity that suffices with the set's ratio, from the one whose overhead without end is 0; fails where it
   leaves no less than `least` over. A volume grows with its arity. */
static bool find_arity(nbb_recursive_set *set, double first, double last, double least)
{
    double parts = pow(set->ratio, -set->m), cells = tgamma(set->m + 1);
    double fails = fmax(0, ceil(parts - cells - TOLERANCE * parts) - 1);
    double found = fmin(floor(parts - cells / (1 + least)), (double)NBB_SET_ARITY_MAX);
    set->arity = (int64_t)found;
    NBB_FAIL_IF(found <= fails || !suffices_between(set, first, last), false);
    while (found - fails > 1) {
        double middle = floor((fails + found) / 2);
        set->arity = (int64_t)middle;
        *(suffices_between(set, first, last) ? &found : &fails) = middle;
    }
    set->arity = (int64_t)found;
    return nbb_set_overhead_limit(set) < least;
}

nbb_recursive_set nbb_set_best(int m, double first, double last)
{
    nbb_recursive_set set = { m, 0.5, 2 }, best = set;  /* which suffices at all powers of two, for 2^m - 2 <= m! */
    double least = nbb_set_overhead_limit(&set) - WORTH;
    for (int step = (int)ceil(NBB_SET_RATIO_STEPS / first); step < NBB_SET_RATIO_STEPS; ++step) {
        set.ratio = step / (double)NBB_SET_RATIO_STEPS;
        if (find_arity(&set, first, last, least)) {
            best = set;
            least = nbb_set_overhead_limit(&set);
        }
    }
    return best;
}
