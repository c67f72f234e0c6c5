/* lanes.c - sizes and tables of the lanes layout. */
#include "gen/lanes/lanes.h"

enum {
    WORD_BITS_AIM = 256, /* of a word, unless a single level has more lanes */
    POSITIONS_AIM = 160, /* of a tile: as many words as a thread's registers hold */
    SPAN_AIM = 512       /* of a look-up's numbers: tables of 2 to 9 KB, mostly */
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

/* Whether two look-ups have the same tables, level by level. */
static bool are_alike(const nbb_fractal *fractal, const nbb_look_up *one, const nbb_look_up *other)
{
    bool alike = one->digits == other->digits;
    for (int digit = 0; digit < one->digits && alike; ++digit) {
        alike = fractal->levels[one->level + digit] == fractal->levels[other->level + digit];
    }
    return alike;
}

/* Adds a look-up from the level on: of at most so many digits, and no more numbers than the aim, but of no fewer than
   a warp has items. */
static void add_look_up(const nbb_fractal *fractal, int level, int most, nbb_lanes *lanes)
{
    int top = lanes->t + lanes->m;
    nbb_look_up *made = &lanes->look[lanes->look_ups], *same = lanes->look;
    *made = (nbb_look_up){ .level = level, .numbers = 1, .first = lanes->step_numbers };
    while (level < top
           && (made->digits == 0 || made->numbers < NBB_SPAN_MIN
               || (made->digits < most && made->numbers * fractal->levels[level]->k <= SPAN_AIM))) {
        made->numbers *= fractal->levels[level++]->k;
        ++made->digits;
    }
    while (!are_alike(fractal, same, made)) {
        ++same;
    }
    made->first = same->first;
    lanes->step_numbers += same == made ? made->numbers : 0;
    ++lanes->look_ups;
}

static void add_look_ups(const nbb_fractal *fractal, int most, nbb_lanes *lanes)
{
    lanes->look_ups = lanes->step_numbers = 0;
    for (int digits = 0; digits < lanes->m; digits += lanes->look[lanes->look_ups - 1].digits) {
        add_look_up(fractal, lanes->t + digits, most, lanes);
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
    /* As few look-ups for the tile's digits as the aim allows, of much the same number of digits each. */
    add_look_ups(fractal, lanes->m, lanes);
    if (lanes->look_ups > 0) {
        add_look_ups(fractal, (lanes->m + lanes->look_ups - 1) / lanes->look_ups, lanes);
    }
}

/* Of the replicas, the share that lie at an end of the axis. */
static double share_at(const nbb_replicas *replicas, int axis, int end)
{
    int count = 0;
    for (int beta = 0; beta < replicas->k; ++beta) {
        count += replicas->tau[beta][axis] == (end == 0 ? 0 : replicas->s.at[axis] - 1);
    }
    return (double)count / replicas->k;
}

double nbb_lanes_permuted(const nbb_fractal *fractal, const nbb_lanes *lanes)
{
    int first = lanes->t, top = lanes->t + lanes->m;
    for (int64_t tiles = lanes->parts; tiles < NBB_SPAN_MIN && first < top; ++first) {
        tiles *= fractal->levels[first]->k; /* of a warp */
    }
    double share = 0;
    for (int axis = 0; axis < nbb_fractal_axes(fractal); ++axis) {
        for (int end = 0; end < 2 && nbb_fractal_extends(fractal, axis); ++end) {
            double at_end = 1;
            for (int level = first; level < top; ++level) {
                at_end *= share_at(fractal->levels[level], axis, end);
            }
            share += at_end;
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

/* Walks a number of the replica digits of levels i to j one step in direction *d, by carry from the lowest digit up:
   where it leads, or -1 for a hole. *d becomes the direction in which the step leaves the top digit, the centre for
   none. */
static int64_t walk(const nbb_fractal *fractal, int i, int j, int64_t number, int *d)
{
    const int centre = nbb_directions_of(nbb_fractal_axes(fractal))->centre;
    int64_t found = 0, weight = 1;
    for (int level = i; level < j; ++level) {
        const nbb_replicas *replicas = fractal->levels[level];
        if (*d == centre) {
            return found + weight * number;
        }
        nbb_digits_step step = step_from(replicas, *d, (int)(number % replicas->k));
        if (step.to < 0) {
            return -1;
        }
        found += weight * step.to;
        *d = step.carry;
        weight *= replicas->k;
        number /= replicas->k;
    }
    return found;
}

static void fill_steps(const nbb_fractal *fractal, const nbb_look_up *look, nbb_lanes *lanes)
{
    for (int d = 0; d < lanes->directions->count; ++d) {
        nbb_digits_step *steps = &lanes->steps[d * lanes->step_numbers + look->first];
        for (int number = 0; number < look->numbers; ++number) {
            int carry = d;
            int to = (int)walk(fractal, look->level, look->level + look->digits, number, &carry);
            steps[number] = (nbb_digits_step){ to, to < 0 ? lanes->directions->centre : carry };
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
    size_t directions = (size_t)lanes->directions->count, rows = directions * lanes->parts;
    size_t steps = directions * (size_t)lanes->step_numbers;
    NBB_TRY(NBB_ARRAYS("the lanes layout", NBB_ARRAY(lanes->steps, steps), NBB_ARRAY(lanes->lane_from, 32 * rows),
                       NBB_ARRAY(lanes->moves, 32 * rows), NBB_ARRAY(lanes->first_move, rows + 1)));
    for (int i = 0; i < lanes->look_ups; ++i) {
        fill_steps(fractal, &lanes->look[i], lanes);
    }
    uint32_t bits = 32 * lanes->parts;
    int first = lanes->t + lanes->m;
    for (int d = 0; d < lanes->directions->count; ++d) {
        for (uint32_t lane = 0; lane < bits; ++lane) {
            int carry = d;
            int64_t from = lane < lanes->lanes ? walk(fractal, first, first + lanes->a, lane, &carry) : -1;
            lanes->lane_from[d * (int)bits + (int)lane] = carry == lanes->directions->centre ? (int16_t)from : -1;
        }
    }
    fill_moves(lanes);
    return NBB_OK;
}

void nbb_lanes_free(nbb_lanes *lanes)
{
    free(lanes->steps);
    memset(lanes, 0, sizeof *lanes);
}
