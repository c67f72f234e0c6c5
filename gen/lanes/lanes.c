/* lanes.c - sizes and tables of the lanes layout. */
#include "gen/lanes/lanes.h"

enum {
    WORD_BITS_AIM = 256, /* of a word, unless a single level has more lanes, or fewer use its bits badly */
    USE_ENOUGH = 65,     /* percent of a word's bits; fewer warps permute wide words where levels are left */
    LEVELS_LEFT = 4,     /* menger r = 7 gains a quarter, r = 6 loses a sixth (spaces.txt) */
    SPAN_AIM = 512       /* of a look-up's numbers: tables of 2 to 9 KB, mostly */
};

int nbb_lanes_digits(const nbb_fractal *fractal, int r)
{
    int best = 0;
    double best_use = 0;
    for (int a = 0; a <= (nbb_fractal_adds_cells(fractal) ? r : 0); ++a) {
        int64_t lanes = nbb_fractal_cells(fractal, r - a, r);
        bool is_enough = 100 * best_use >= USE_ENOUGH || r - a < LEVELS_LEFT;
        if (lanes > NBB_LANES_MAX || (a > 1 && lanes > WORD_BITS_AIM && is_enough)) {
            break;
        }
        double use = (double)lanes / (32.0 * (double)((lanes + 31) / 32));
        bool is_best = use > best_use + 1e-9;
        best = is_best ? a : best;
        best_use = is_best ? use : best_use;
    }
    return best;
}

/* Adds a look-up from the level on: of at most so many digits, and no more numbers than the aim, but of no fewer than
   a warp has items. */
static void add_look_up(const nbb_fractal *fractal, int level, int most, nbb_lanes *lanes)
{
    int top = lanes->t + lanes->m;
    nbb_look_up *made = &lanes->look[lanes->look_ups];
    *made = (nbb_look_up){ .level = level, .numbers = 1, .first = lanes->step_numbers };
    while (level < top
           && (made->digits == 0 || made->numbers < NBB_SPAN_MIN
               || (made->digits < most
                   && made->numbers * fractal->levels[level]->k * lanes->orientations <= SPAN_AIM))) {
        made->numbers *= fractal->levels[level++]->k;
        ++made->digits;
    }
    /* The first one that has the same tables, level by level. */
    const nbb_replicas *const *levels = fractal->levels;
    int same = NBB_FIND(
        i, lanes->look_ups,
        lanes->look[i].digits == made->digits
            && NBB_ALL(digit, made->digits, levels[lanes->look[i].level + digit] == levels[made->level + digit]));
    made->first = lanes->look[same].first;
    lanes->step_numbers += same == lanes->look_ups ? made->numbers : 0;
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
    *lanes = (nbb_lanes){ .a = a, .t = t, .m = r - a - t };
    lanes->directions = nbb_directions_of(nbb_fractal_axes(fractal));
    lanes->orientations = fractal->orientations;
    lanes->lanes = (uint32_t)nbb_fractal_cells(fractal, r - lanes->a, r);
    lanes->parts = (lanes->lanes + 31) / 32;
    lanes->positions = (uint32_t)nbb_fractal_cells(fractal, 0, lanes->t);
    lanes->tiles = nbb_fractal_cells(fractal, lanes->t, lanes->t + lanes->m);
    lanes->words = ((uint64_t)lanes->tiles * lanes->parts + 31) / 32 * 32 * lanes->positions;
    /* As few look-ups for the tile's digits as the aim allows, of much the same number of digits each. */
    add_look_ups(fractal, lanes->m, lanes);
    if (lanes->look_ups > 0) {
        add_look_ups(fractal, (lanes->m + lanes->look_ups - 1) / lanes->look_ups, lanes);
    }
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
            double at_end = 1; /* the share of the replicas that lie at an end of the axis */
            for (int level = first; level < top; ++level) {
                const nbb_replicas *replicas = fractal->levels[level];
                int64_t place = end == 0 ? 0 : replicas->s.at[axis] - 1;
                at_end *= (double)NBB_SUM(beta, replicas->k, replicas->tau[beta][axis] == place) / replicas->k;
            }
            share += at_end;
        }
    }
    return share < 1 ? share : 1;
}

/* Where a step leads from a number of some digits: `number` is -1 for a hole; the isometry is the place's there, seen
   from the number's own. `left` is the direction in which the step leaves the top digit, the centre for none. */
typedef struct walked {
    int64_t number;
    int isometry, left;
} walked;

/* Walks a number of the replica digits of levels i to j one step, by carry from the lowest digit up. Past the top one
   things are turned so. */
static walked walk(const nbb_fractal *fractal, int i, int j, int64_t number, int d, int beyond)
{
    const nbb_directions *list = nbb_directions_of(nbb_fractal_axes(fractal));
    NBB_RETURN_IF(i == j, (walked){ 0, beyond, d });
    const nbb_replicas *replicas = fractal->levels[i];
    int beta = (int)(number % replicas->k), own = replicas->isometry[beta];
    nbb_vector place = nbb_direction_from(list, nbb_isometry_direction(own, list, d),
                                          nbb_replica_place(replicas, beta));
    int carry = nbb_direction_wrap(list, replicas->s, &place);
    walked found = carry == list->centre ? (walked){ number / replicas->k, 0, carry }
                                         : walk(fractal, i + 1, j, number / replicas->k, carry, beyond);
    int to = found.number < 0 ? -1 : nbb_turned_at(replicas, found.isometry, place);
    found.number = to < 0 ? -1 : found.number * replicas->k + to;
    if (to >= 0) {
        int there = nbb_isometry_after(found.isometry, replicas->isometry[to]);
        found.isometry = nbb_isometry_after(nbb_isometry_inverse(own), there);
    }
    return found;
}

int64_t nbb_lanes_walk(const nbb_lanes *lanes, int64_t tile, int direction, int *left)
{
    int numbers[NBB_LEVELS_MAX], carries[NBB_LEVELS_MAX + 1] = { direction }, looks = 0, orientation = 0;
    while (looks < lanes->look_ups && carries[looks] != lanes->directions->centre) {
        const nbb_look_up *look = &lanes->look[looks];
        numbers[looks] = (int)(tile % look->numbers);
        tile /= look->numbers;
        int step = carries[looks] * lanes->step_numbers + look->first + numbers[looks];
        carries[++looks] = lanes->steps[step].carry;
    }
    *left = carries[looks];
    while (looks-- > 0) {
        const nbb_look_up *look = &lanes->look[looks];
        int row = orientation * lanes->directions->count + carries[looks];
        const nbb_digits_step *step = &lanes->steps[row * lanes->step_numbers + look->first + numbers[looks]];
        NBB_RETURN_IF(step->to < 0, -1);
        tile = tile * look->numbers + step->to;
        orientation = step->orientation;
    }
    return tile;
}

/* Gathers the lanes of each direction and part into moves. */
static void fill_moves(const nbb_fractal *fractal, nbb_lanes *lanes)
{
    int last = 0;
    const int parts = (int)lanes->parts, rows = lanes->directions->count * parts, below = lanes->t + lanes->m;
    for (int row = 0; row < rows; ++row) {
        nbb_lane_move *moves = &lanes->moves[last];
        int count = 0;
        walked from[32]; /* a neighbour's lanes, where the number is not -1 */
        for (int bit = 0; bit < 32; ++bit) {
            int lane = row % parts * 32 + bit;
            bool is_lane = lane < (int)lanes->lanes;
            from[bit] = is_lane ? walk(fractal, below, below + lanes->a, lane, row / parts, 0) : (walked){ -1, 0, 0 };
            from[bit].number = from[bit].left == lanes->directions->centre ? from[bit].number : -1;
        }
        lanes->first_move[row] = last;
        for (int i = 0; i < 32 * lanes->orientations; ++i) { /* those of one orientation follow each other */
            int bit = i % 32, lane = (int)from[bit].number, orientation = i / 32;
            if (lane >= 0 && from[bit].isometry == fractal->isometries[orientation]) {
                int part = lane / 32, rotate = (lane - bit) & 31;
                int at = NBB_FIND(n, count,
                                  moves[n].part == part && moves[n].rotate == rotate
                                      && moves[n].orientation == orientation);
                moves[at] = (nbb_lane_move){ moves[at].mask | UINT32_C(1) << bit, part, rotate, orientation };
                count += at == count;
            }
        }
        last += count;
    }
    lanes->first_move[rows] = last;
}

nbb_status nbb_lanes_build(nbb_arena *arena, const nbb_fractal *fractal, nbb_lanes *lanes)
{
    const int centre = lanes->directions->centre, count = lanes->directions->count,
              rows = lanes->orientations * count;
    size_t moved = (size_t)count * lanes->parts;
    NBB_TRY(NBB_ARRAYS(arena, NBB_ARRAY(lanes->steps, rows * lanes->step_numbers),
                       NBB_ARRAY(lanes->moves, 32 * moved), NBB_ARRAY(lanes->first_move, moved + 1)));
    for (int i = 0; i < lanes->look_ups * rows; ++i) {
        const nbb_look_up *look = &lanes->look[i / rows];
        int direction = i % rows % count, beyond = fractal->isometries[i % rows / count];
        nbb_digits_step *steps = &lanes->steps[i % rows * lanes->step_numbers + look->first];
        for (int number = 0; number < look->numbers; ++number) {
            walked to = walk(fractal, look->level, look->level + look->digits, number, direction, beyond);
            bool ends = to.number < 0 && lanes->orientations == 1;
            steps[number] = (nbb_digits_step){ (int)to.number, ends ? centre : to.left,
                                               to.number < 0 ? 0 : nbb_fractal_orientation(fractal, to.isometry) };
        }
    }
    fill_moves(fractal, lanes);
    return NBB_OK;
}
