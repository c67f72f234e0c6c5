/* lanes.c - sizes and tables of the lanes layout. */
#include "gen/lanes/lanes.h"

#include "gen/base/arena.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    WORD_BITS_AIM = 256,                              /* of a word, unless a single level has more lanes */
    POSITIONS_AIM = 160,                              /* of a tile: as many words as a thread's registers hold */
    SPAN_AIM = 512                                    /* of a look-up's numbers: tables of 2 to 9 KB, mostly */
};

static uint32_t parts_of(int64_t lanes)
{
    return (uint32_t)((lanes + 31) / 32);
}

/* The lane digits with the best share of used bits, the fewest of equals; at most r. */
static int best_lane_digits(const nbb_fractal *fractal, int r)
{
    int best = 0;
    double best_use = 0;
    for (int a = 0; a <= r; ++a) {
        int64_t lanes = nbb_fractal_cells(fractal, r - a, r);
        if (lanes > NBB_LANES_MAX || (a > 1 && lanes > WORD_BITS_AIM)) {
            break;
        }
        double use = (double)lanes / (32.0 * parts_of(lanes));
        if (use > best_use + 1e-9) {
            best = a;
            best_use = use;
        }
        if (!nbb_fractal_adds_cells(fractal)) {
            break;
        }
    }
    return best;
}

bool nbb_lanes_tile_possible(const nbb_fractal *fractal, int t)
{
    return nbb_fractal_cells(fractal, 0, t) <= NBB_POSITIONS_MAX;
}

/* The level of the largest tile of few enough cells, at most `levels`. */
static int best_tile_level(const nbb_fractal *fractal, int levels)
{
    int t = 0;
    while (t < levels && nbb_fractal_adds_cells(fractal) && nbb_fractal_cells(fractal, 0, t + 1) <= POSITIONS_AIM) {
        ++t;
    }
    return t;
}

/* As few look-ups for the tile's digits as the aim allows, of much the same number of digits each, but of no fewer
   numbers than a warp has items. */
static void size_look_ups(const nbb_fractal *fractal, nbb_lanes *lanes)
{
    int most = 1, t = lanes->t;
    while (most < lanes->m && nbb_fractal_cells(fractal, t, t + most + 1) <= SPAN_AIM) {
        ++most;
    }
    lanes->look_ups = (lanes->m + most - 1) / most;
    lanes->span = lanes->m > 0 ? (lanes->m + lanes->look_ups - 1) / lanes->look_ups : 0;
    while (lanes->span < lanes->m && nbb_fractal_cells(fractal, t, t + lanes->span) < NBB_SPAN_MIN) {
        ++lanes->span;
    }
    lanes->look_ups = lanes->m > 0 ? (lanes->m + lanes->span - 1) / lanes->span : 0;
    lanes->last_span = lanes->m > 0 ? lanes->m - (lanes->look_ups - 1) * lanes->span : 0;
    lanes->span_numbers = lanes->step_numbers = (int)nbb_fractal_cells(fractal, t, t + lanes->span);
    if (lanes->last_span < lanes->span) {
        lanes->step_numbers += (int)nbb_fractal_cells(fractal, t, t + lanes->last_span);
    }
}

void nbb_lanes_size(const nbb_fractal *fractal, int r, int t, int a, nbb_lanes *lanes)
{
    memset(lanes, 0, sizeof *lanes);
    lanes->directions = nbb_directions_of(nbb_fractal_axes(fractal));
    lanes->a = a >= 0 ? a : best_lane_digits(fractal, t >= 0 ? r - t : r);
    lanes->t = t >= 0 ? t : best_tile_level(fractal, r - lanes->a);
    lanes->m = r - lanes->a - lanes->t;
    lanes->lanes = (uint32_t)nbb_fractal_cells(fractal, r - lanes->a, r);
    lanes->parts = parts_of(lanes->lanes);
    lanes->positions = (uint32_t)nbb_fractal_cells(fractal, 0, lanes->t);
    lanes->tiles = nbb_fractal_cells(fractal, lanes->t, lanes->t + lanes->m);
    uint64_t groups = ((uint64_t)lanes->tiles * lanes->parts + 31) / 32;
    lanes->words = groups * 32 * lanes->positions;
    size_look_ups(fractal, lanes);
}

double nbb_lanes_permuted(const nbb_replicas *replicas, const nbb_lanes *lanes)
{
    int levels = lanes->m, edges[NBB_AXES_MAX][2] = { { 0 } };
    for (int64_t tiles = lanes->parts; tiles < NBB_SPAN_MIN && levels > 0; tiles *= replicas->k) {
        --levels;                                     /* of the tiles of a warp */
    }
    for (int digit = 0; digit < replicas->k; ++digit) {
        for (int axis = 0; axis < replicas->axes; ++axis) {
            edges[axis][0] += replicas->tau[digit][axis] == 0;
            edges[axis][1] += replicas->tau[digit][axis] == replicas->s.at[axis] - 1;
        }
    }
    double share = 0;
    for (int axis = 0; axis < replicas->axes; ++axis) {
        for (int end = 0; end < 2 && replicas->s.at[axis] > 1; ++end) {
            share += pow((double)edges[axis][end] / replicas->k, levels);
        }
    }
    return share < 1 ? share : 1;
}

/* The step of direction d from replica `digit`. */
static nbb_digits_step step_from(const nbb_replicas *replicas, int d, int digit)
{
    const nbb_directions *list = nbb_directions_of(replicas->axes);
    nbb_vector place = nbb_direction_from(list, d, nbb_replica_place(replicas, digit));
    int carry = nbb_direction_wrap(list, replicas->s, &place);
    return (nbb_digits_step){ nbb_replica_at(replicas, place), carry };
}

/* Walks a number of `levels` replica digits one step in direction *d, by carry from the lowest digit up: where it
   leads, or -1 for a hole. *d becomes the direction in which the step leaves the top digit, the centre for none. */
static int64_t walk(const nbb_replicas *replicas, int levels, int64_t number, int *d)
{
    const int centre = nbb_directions_of(replicas->axes)->centre;
    int64_t found = 0, weight = 1;
    for (int level = 0; level < levels; ++level, weight *= replicas->k, number /= replicas->k) {
        if (*d == centre) {
            return found + weight * number;
        }
        nbb_digits_step step = step_from(replicas, *d, (int)(number % replicas->k));
        if (step.to < 0) {
            return -1;
        }
        found += weight * step.to;
        *d = step.carry;
    }
    return found;
}

static void fill_steps(const nbb_replicas *replicas, nbb_lanes *lanes)
{
    for (int i = 0; i < lanes->directions->count * lanes->step_numbers; ++i) {
        int carry = i / lanes->step_numbers, number = i % lanes->step_numbers;
        bool last = number >= lanes->span_numbers;
        int levels = last ? lanes->last_span : lanes->span;
        int to = (int)walk(replicas, levels, last ? number - lanes->span_numbers : number, &carry);
        lanes->steps[i] = (nbb_digits_step){ to, to < 0 ? lanes->directions->centre : carry };
    }
}

static void fill_lane_table(const nbb_replicas *replicas, nbb_lanes *lanes)
{
    uint32_t bits = 32 * lanes->parts;
    for (int d = 0; d < lanes->directions->count; ++d) {
        for (uint32_t lane = 0; lane < bits; ++lane) {
            int carry = d;
            int64_t from = lane < lanes->lanes ? walk(replicas, lanes->a, lane, &carry) : -1;
            lanes->lane_from[d * (int)bits + (int)lane] = carry == lanes->directions->centre ? (int16_t)from : -1;
        }
    }
}

/* The move of a part that takes bits from `part`, rotated by `rotate`; a new one with an empty mask after `last` if
   there is none. */
static nbb_lane_move *find_move(nbb_lane_move *first, nbb_lane_move *last, int part, int rotate)
{
    while (first < last && (first->part != part || first->rotate != rotate)) {
        ++first;
    }
    if (first == last) {
        *first = (nbb_lane_move){ 0, part, rotate };
    }
    return first;
}

/* Gathers the lanes of each direction and part into moves. */
static void fill_moves(nbb_lanes *lanes)
{
    nbb_lane_move *last = lanes->moves;
    const int rows = lanes->directions->count * (int)lanes->parts;
    for (int row = 0; row < rows; ++row) {
        nbb_lane_move *first = last;
        lanes->first_move[row] = (int)(first - lanes->moves);
        for (int bit = 0; bit < 32; ++bit) {
            int from = lanes->lane_from[row * 32 + bit];
            if (from >= 0) {
                nbb_lane_move *move = find_move(first, last, from / 32, (from - bit) & 31);
                move->mask |= UINT32_C(1) << bit;
                last += move == last;
            }
        }
    }
    lanes->first_move[rows] = (int)(last - lanes->moves);
}

nbb_status nbb_lanes_build(const nbb_fractal *fractal, nbb_lanes *lanes)
{
    const nbb_replicas *replicas = nbb_fractal_table(fractal);
    size_t directions = (size_t)lanes->directions->count, rows = directions * lanes->parts;
    size_t steps = directions * (size_t)lanes->step_numbers;
    NBB_TRY(NBB_ARRAYS("the lanes layout", NBB_ARRAY(lanes->steps, steps), NBB_ARRAY(lanes->lane_from, 32 * rows),
                       NBB_ARRAY(lanes->moves, 32 * rows), NBB_ARRAY(lanes->first_move, rows + 1)));
    fill_steps(replicas, lanes);
    fill_lane_table(replicas, lanes);
    fill_moves(lanes);
    return NBB_OK;
}

void nbb_lanes_free(nbb_lanes *lanes)
{
    free(lanes->steps);
    memset(lanes, 0, sizeof *lanes);
}
