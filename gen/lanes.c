/* lanes.c - sizes and tables of the lanes layout. */
#include "lanes.h"

#include <stdlib.h>
#include <string.h>

enum {
    WORD_BITS_AIM = 256,                              /* of a word, unless a single level has more lanes */
    POSITIONS_AIM = 128                               /* of a tile: as many words as a thread's registers hold */
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

void nbb_lanes_size(const nbb_fractal *fractal, int r, int tile_level, nbb_lanes *lanes)
{
    memset(lanes, 0, sizeof *lanes);
    if (tile_level >= 0) {
        lanes->t = tile_level;
        lanes->a = best_lane_digits(fractal, r - tile_level);
    } else {
        lanes->a = best_lane_digits(fractal, r);
        while (lanes->t < r - lanes->a && fractal->shared->k > 1
               && nbb_fractal_cells(fractal, lanes->t + 1) <= POSITIONS_AIM) {
            ++lanes->t;
        }
    }
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

/* Walks a number of `levels` digits one step in direction *d, which becomes the carry past the top digit; -1: a hole. */
static int64_t walk(const nbb_lanes *lanes, int k, int levels, int64_t number, int *d)
{
    int64_t found = 0, weight = 1;
    for (int level = 0; level < levels; ++level, weight *= k, number /= k) {
        if (*d == NBB_CENTRE) {
            return found + weight * number;
        }
        nbb_digit_step step = lanes->steps[*d * k + number % k];
        if (step.digit < 0) {
            return -1;
        }
        found += weight * step.digit;
        *d = step.carry;
    }
    return found;
}

static void fill_lane_table(int k, nbb_lanes *lanes)
{
    uint32_t bits = 32 * lanes->parts;
    for (int d = 0; d < NBB_DIRECTIONS; ++d) {
        for (uint32_t lane = 0; lane < bits; ++lane) {
            int carry = d;
            int64_t from = lane < lanes->lanes ? walk(lanes, k, lanes->a, lane, &carry) : -1;
            lanes->lane_from[d * (int)bits + (int)lane] = carry == NBB_CENTRE ? (int16_t)from : -1;
        }
    }
}

/* The halo's entry for a cell of a neighbour tile, added when it is new. */
static int halo_entry(nbb_lanes *lanes, int direction, int position)
{
    int i = 0;
    while (i < lanes->halo_count && (lanes->halo[i].direction != direction || lanes->halo[i].position != position)) {
        ++i;
    }
    if (i == lanes->halo_count) {
        lanes->halo[lanes->halo_count++] = (nbb_lane_halo){ direction, position };
    }
    return i;
}

static void fill_cell(const nbb_fractal *fractal, nbb_lanes *lanes, int position)
{
    nbb_lane_cell *cell = &lanes->cells[position];
    cell->at = nbb_fractal_cell(fractal, lanes->t, position);
    for (int d = 0; d < NBB_DIRECTIONS; ++d) {
        int carry = d;
        int64_t found = d == NBB_CENTRE ? -1 : walk(lanes, fractal->shared->k, lanes->t, position, &carry);
        if (found < 0) {
            continue;
        }
        int halo = carry == NBB_CENTRE ? -1 : halo_entry(lanes, carry, (int)found);
        cell->neighbours[cell->neighbour_count++] = (nbb_lane_neighbour){ (int)found, halo };
    }
}

nbb_status nbb_lanes_build(const nbb_fractal *fractal, nbb_lanes *lanes)
{
    const nbb_replicas *replicas = fractal->shared;
    size_t k = (size_t)replicas->k, positions = lanes->positions, bits = 32 * (size_t)lanes->parts;
    lanes->cells = calloc(positions, sizeof *lanes->cells);
    lanes->halo = calloc(positions * NBB_DIRECTIONS, sizeof *lanes->halo);
    lanes->steps = calloc(NBB_DIRECTIONS * k, sizeof *lanes->steps);
    lanes->lane_from = calloc(NBB_DIRECTIONS * bits, sizeof *lanes->lane_from);
    if (lanes->cells == NULL || lanes->halo == NULL || lanes->steps == NULL || lanes->lane_from == NULL) {
        nbb_lanes_free(lanes);
        return nbb_fail_memory(positions * sizeof *lanes->cells, "the lanes layout");
    }
    fill_steps(replicas, lanes);
    fill_lane_table(replicas->k, lanes);
    for (size_t position = 0; position < positions; ++position) {
        fill_cell(fractal, lanes, (int)position);
    }
    return NBB_OK;
}

void nbb_lanes_free(nbb_lanes *lanes)
{
    free(lanes->cells);
    free(lanes->halo);
    free(lanes->steps);
    free(lanes->lane_from);
    memset(lanes, 0, sizeof *lanes);
}
