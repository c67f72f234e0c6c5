/* lanes.c - sizes and tables of the lanes layout. */
#include "lanes.h"

#include <stdlib.h>
#include <string.h>

enum {
    WORD_BITS_AIM = 256,                              /* of a word, unless a single level has more lanes */
    POSITIONS_AIM = 160                               /* of a tile: as many words as a thread's registers hold */
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
        int64_t lanes = nbb_fractal_cells(fractal, a);
        if (lanes > NBB_LANES_MAX || (a > 1 && lanes > WORD_BITS_AIM)) {
            break;
        }
        double use = (double)lanes / (32.0 * parts_of(lanes));
        if (use > best_use + 1e-9) {
            best = a;
            best_use = use;
        }
        if (fractal->shared->k == 1) {
            break;
        }
    }
    return best;
}

bool nbb_lanes_tile_possible(const nbb_fractal *fractal, int t)
{
    return nbb_fractal_cells(fractal, t) <= NBB_POSITIONS_MAX;
}

/* The level of the largest tile of few enough cells, at most `levels`. */
static int best_tile_level(const nbb_fractal *fractal, int levels)
{
    int t = 0;
    while (t < levels && fractal->shared->k > 1 && nbb_fractal_cells(fractal, t + 1) <= POSITIONS_AIM) {
        ++t;
    }
    return t;
}

void nbb_lanes_size(const nbb_fractal *fractal, int r, int t, int a, nbb_lanes *lanes)
{
    memset(lanes, 0, sizeof *lanes);
    lanes->a = a >= 0 ? a : best_lane_digits(fractal, t >= 0 ? r - t : r);
    lanes->t = t >= 0 ? t : best_tile_level(fractal, r - lanes->a);
    lanes->m = r - lanes->a - lanes->t;
    lanes->lanes = (uint32_t)nbb_fractal_cells(fractal, lanes->a);
    lanes->parts = parts_of(lanes->lanes);
    lanes->positions = (uint32_t)nbb_fractal_cells(fractal, lanes->t);
    lanes->tiles = nbb_fractal_cells(fractal, lanes->m);
    uint64_t groups = ((uint64_t)lanes->tiles * lanes->parts + 31) / 32;
    lanes->words = groups * 32 * lanes->positions;
}

/* The step of direction d from replica `digit`. */
static nbb_digit_step step_from(const nbb_replicas *replicas, int d, int digit)
{
    int64_t place[NBB_AXES], carry[NBB_AXES];
    const int64_t delta[NBB_AXES] = { d % 3 - 1, d / 3 - 1 };
    for (int axis = 0; axis < NBB_AXES; ++axis) {
        int64_t side = replicas->s.at[axis];
        place[axis] = replicas->tau[digit][axis] + delta[axis];
        carry[axis] = (place[axis] >= side) - (place[axis] < 0);
        place[axis] -= carry[axis] * side;
    }
    return (nbb_digit_step){ nbb_replica_at(replicas, place[0], place[1]), (int)((carry[1] + 1) * 3 + carry[0] + 1) };
}

static void fill_steps(const nbb_replicas *replicas, nbb_lanes *lanes)
{
    for (int d = 0; d < NBB_DIRECTIONS; ++d) {
        for (int digit = 0; digit < replicas->k; ++digit) {
            lanes->steps[d * replicas->k + digit] = step_from(replicas, d, digit);
        }
    }
}

int64_t nbb_lanes_walk(const nbb_replicas *replicas, int levels, int64_t number, int *d)
{
    int64_t found = 0, weight = 1;
    for (int level = 0; level < levels; ++level, weight *= replicas->k, number /= replicas->k) {
        if (*d == NBB_CENTRE) {
            return found + weight * number;
        }
        nbb_digit_step step = step_from(replicas, *d, (int)(number % replicas->k));
        if (step.digit < 0) {
            return -1;
        }
        found += weight * step.digit;
        *d = step.carry;
    }
    return found;
}

static void fill_lane_table(const nbb_replicas *replicas, nbb_lanes *lanes)
{
    uint32_t bits = 32 * lanes->parts;
    for (int d = 0; d < NBB_DIRECTIONS; ++d) {
        for (uint32_t lane = 0; lane < bits; ++lane) {
            int carry = d;
            int64_t from = lane < lanes->lanes ? nbb_lanes_walk(replicas, lanes->a, lane, &carry) : -1;
            lanes->lane_from[d * (int)bits + (int)lane] = carry == NBB_CENTRE ? (int16_t)from : -1;
        }
    }
}

/* The move of a part that takes bits from `part`, turned by `turn`; a new one with an empty mask after `last` if
   there is none. */
static nbb_lane_move *find_move(nbb_lane_move *first, nbb_lane_move *last, int part, int turn)
{
    while (first < last && (first->part != part || first->turn != turn)) {
        ++first;
    }
    if (first == last) {
        *first = (nbb_lane_move){ 0, part, turn };
    }
    return first;
}

/* Gathers the lanes of each direction and part into moves. */
static void fill_moves(nbb_lanes *lanes)
{
    nbb_lane_move *last = lanes->moves;
    for (uint32_t row = 0; row < NBB_DIRECTIONS * lanes->parts; ++row) {
        nbb_lane_move *first = last;
        lanes->first_move[row] = (int)(first - lanes->moves);
        for (int bit = 0; bit < 32; ++bit) {
            int from = lanes->lane_from[row * 32 + (uint32_t)bit];
            if (from >= 0) {
                nbb_lane_move *move = find_move(first, last, from / 32, (from - bit) & 31);
                move->mask |= UINT32_C(1) << bit;
                last += move == last;
            }
        }
    }
    lanes->first_move[NBB_DIRECTIONS * lanes->parts] = (int)(last - lanes->moves);
}

nbb_status nbb_lanes_build(const nbb_fractal *fractal, nbb_lanes *lanes)
{
    const nbb_replicas *replicas = fractal->shared;
    size_t k = (size_t)replicas->k, bits = 32 * (size_t)lanes->parts;
    lanes->steps = calloc(NBB_DIRECTIONS * k, sizeof *lanes->steps);
    lanes->lane_from = calloc(NBB_DIRECTIONS * bits, sizeof *lanes->lane_from);
    lanes->moves = calloc(NBB_DIRECTIONS * bits, sizeof *lanes->moves);
    lanes->first_move = calloc(NBB_DIRECTIONS * lanes->parts + 1, sizeof *lanes->first_move);
    if (lanes->steps == NULL || lanes->lane_from == NULL || lanes->moves == NULL || lanes->first_move == NULL) {
        nbb_lanes_free(lanes);
        return nbb_fail_memory(NBB_DIRECTIONS * bits * sizeof *lanes->moves, "the lanes layout");
    }
    fill_steps(replicas, lanes);
    fill_lane_table(replicas, lanes);
    fill_moves(lanes);
    return NBB_OK;
}

void nbb_lanes_free(nbb_lanes *lanes)
{
    free(lanes->steps);
    free(lanes->lane_from);
    free(lanes->moves);
    free(lanes->first_move);
    memset(lanes, 0, sizeof *lanes);
}
