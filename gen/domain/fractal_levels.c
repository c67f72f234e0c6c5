/* fractal_levels.c - the levels of a fractal: on which axes they grow, and within which limits; drawn at random;
   their cells in a box; the dimension of the limit set; tau(beta) as arithmetic. */
#include "gen/domain/fractal.h"

/* ---- growth and limits ---- */

static const char axis_names[NBB_AXES_MAX] = { 'x', 'y', 'z' };

/* By what a level multiplies the side on the axis, or for the one past its axes the number of cells. */
static int64_t factor_of(const nbb_replicas *replicas, int axis)
{
    return axis < replicas->axes ? replicas->s.at[axis] : replicas->k;
}

/* Whether some level, or `always` each one, multiplies it by more than 1. */
static bool grows(const nbb_fractal *fractal, int axis, bool always)
{
    return NBB_ALL(i, NBB_LEVELS_MAX, (factor_of(fractal->levels[i], axis) > 1) == always) == always;
}

bool nbb_fractal_adds_cells(const nbb_fractal *fractal)
{
    return grows(fractal, nbb_fractal_axes(fractal), false);
}

bool nbb_fractal_extends(const nbb_fractal *fractal, int axis)
{
    return grows(fractal, axis, false);
}

int nbb_fractal_named_axis(const nbb_fractal *fractal)
{
    int axes = nbb_fractal_axes(fractal), always = NBB_FIND(i, axes, grows(fractal, i, true));
    return always < axes ? always : NBB_FIND(i, axes, nbb_fractal_extends(fractal, i));
}

/* s^r on the axis, or the number of cells for the one past its axes; INT64_MAX stands for anything past 64 bits. */
static int64_t saturated_size(const nbb_fractal *fractal, int r, int axis)
{
    int64_t size = 1;
    bool is_past = NBB_ANY(level, r, __builtin_mul_overflow(size, factor_of(fractal->levels[level], axis), &size));
    return is_past ? INT64_MAX : size;
}

/* The first axis on which level r is past the limits; the one past the fractal's when it is the number of cells, -1
   when none is. */
static int axis_past_limit(const nbb_fractal *fractal, int r)
{
    int axes = nbb_fractal_axes(fractal);
    int axis = NBB_FIND(i, axes, saturated_size(fractal, r, i) > NBB_N_MAX);
    return axis < axes || saturated_size(fractal, r, axes) >= NBB_CELLS_LIMIT ? axis : -1;
}

int nbb_fractal_largest_level(const nbb_fractal *fractal)
{
    return NBB_FIND(r, fractal->level_limit, axis_past_limit(fractal, r + 1) >= 0);
}

nbb_status nbb_fractal_check_level(const nbb_fractal *fractal, int r)
{
    int largest = nbb_fractal_largest_level(fractal);
    NBB_DONE_IF(r >= 0 && r <= largest);
    NBB_REFUSE_IF(r < 0, "--r %d: a level is from 0 to %d, the largest r of %s", r, largest, fractal->name);
    NBB_REFUSE_IF(largest == fractal->level_limit && largest < NBB_LEVELS_MAX,
                  "--r %d: level %d of %s has no replica left; its largest r is %d", r, largest + 1, fractal->name,
                  largest);
    NBB_REFUSE_IF(r > NBB_LEVELS_MAX,
                  "--r %d is past the limits: no fractal has more than %d levels; the largest r of %s is %d", r,
                  NBB_LEVELS_MAX, fractal->name, largest);
    int axis = axis_past_limit(fractal, r);
    int64_t size = saturated_size(fractal, r, axis);
    const char *bound = size == INT64_MAX ? "more than " : "";
    NBB_REFUSE_IF(axis < nbb_fractal_axes(fractal),
                  "--r %d is past the limits: n would be %s%lld cells on %c (at most %lld); "
                  "the largest r of %s is %d",
                  r, bound, (long long)size, axis_names[axis], (long long)NBB_N_MAX, fractal->name, largest);
    return NBB_REFUSE("--r %d is past the limits: it would have %s%lld cells (fewer than %lld are "
                      "allowed); the largest r of %s is %d",
                      r, bound, (long long)size, (long long)NBB_CELLS_LIMIT, fractal->name, largest);
}

/* ---- levels that have their layouts at random, or replicas of them ---- */

uint64_t nbb_mix(uint64_t z)
{
    z += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

static double draw(uint64_t seed, int64_t key)
{
    return (double)(nbb_mix(nbb_mix(seed) ^ (uint64_t)key) >> 40) / (1 << 24);
}

void nbb_fractal_draw_levels(nbb_fractal *fractal, uint64_t seed, const double *weights)
{
    double all = NBB_SUM(table, fractal->table_count, weights[table]);
    fractal->drawn = true;
    fractal->seed = seed;
    memcpy(fractal->weights, weights, (size_t)fractal->table_count * sizeof *weights);
    for (int mu = 1; mu <= NBB_LEVELS_MAX; mu++) {
        double drawn = draw(seed, mu), share = weights[0];
        int table = 0;
        while (table + 1 < fractal->table_count && share / all <= drawn) {
            share += weights[++table];
        }
        fractal->levels[mu - 1] = &fractal->tables[table];
    }
}

/* What the levels drawn say of the fractal: levels from `mu` on have no table. */
static nbb_status end_below(nbb_fractal *fractal, int mu)
{
    fractal->level_limit = mu - 1;
    NBB_FILL(level, NBB_LEVELS_MAX - fractal->level_limit, fractal->levels[fractal->level_limit + level],
             fractal->tables);
    memset(fractal->weights, 0, sizeof fractal->weights);
    for (int level = nbb_fractal_largest_level(fractal); level > 0; level--) {
        fractal->weights[fractal->levels[level - 1] - fractal->tables] += 1;
    }
    return fractal->level_limit > 0
               ? NBB_OK
               : nbb_fail(NBB_ERROR_DEFINITION, "leaves level 1 without a replica; expected higher"
                                                " chances, or another seed in 'draw'");
}

nbb_status nbb_fractal_draw_places(nbb_fractal *fractal, uint64_t seed, double *const *chances)
{
    enum { KEYS_OF_LEVELS = 64 }; /* more than there are levels, whose own keys these are */
    const nbb_replicas *defined = fractal->tables;
    int mu = 1;
    NBB_TRY(NBB_ARRAYS(&fractal->arena, NBB_ARRAY(fractal->tables, NBB_LEVELS_MAX)));
    fractal->table_count = 0;
    fractal->drawn = true;
    fractal->seed = seed;
    for (; mu <= NBB_LEVELS_MAX; mu++) {
        nbb_replicas *tables = fractal->tables, *kept = &tables[fractal->table_count];
        const double *chance = chances[fractal->levels[mu - 1] - defined];
        *kept = *fractal->levels[mu - 1];
        NBB_FILL(i, chance != NULL ? nbb_box_places(kept->s) : 0, kept->id[i],
                 draw(seed, mu + KEYS_OF_LEVELS * (i + 1)) >= chance[i] ? -1 : kept->id[i]);
        nbb_replicas_number(kept);
        memset(kept->isometry + kept->k, 0, (size_t)(NBB_K_MAX - kept->k));
        if (kept->k == 0) {
            break;
        }
        int same = NBB_FIND(i, fractal->table_count, /* one that has the same layout */
                            memcmp(tables[i].s.at, kept->s.at, sizeof kept->s.at) == 0
                                && memcmp(tables[i].isometry, kept->isometry, sizeof kept->isometry) == 0
                                && memcmp(tables[i].id, kept->id, sizeof kept->id) == 0);
        fractal->table_count += same == fractal->table_count;
        fractal->levels[mu - 1] = &tables[same];
    }
    return end_below(fractal, mu);
}

/* ---- the cells in a box: by going down the levels, leaving out replicas beside it ---- */

typedef struct walk {
    const nbb_fractal *fractal;
    nbb_fractal_box box;
    nbb_fractal_visit *visit;
    void *context;
    nbb_vector sides[NBB_LEVELS_MAX + 1]; /* of each level */
    int64_t cells[NBB_LEVELS_MAX + 1];
} walk;

/* The replica of level mu at `corner`, turned so, whose first cell has this number. */
static bool walk_level(const walk *job, int mu, int64_t number, nbb_vector corner, int isometry)
{
    const nbb_fractal_box *box = &job->box;
    NBB_RETURN_IF(number >= box->end || number + job->cells[mu] <= box->first
                      || NBB_ANY(i, nbb_fractal_axes(job->fractal),
                                 corner.at[i] - box->origin.at[i] >= box->extent.at[i]
                                     || corner.at[i] + job->sides[mu].at[i] <= box->origin.at[i]),
                  false);
    NBB_RETURN_IF(mu == 0, job->visit(job->context, number, corner));
    const nbb_replicas *replicas = job->fractal->levels[mu - 1];
    for (int beta = 0; beta < replicas->k; ++beta) {
        nbb_vector replica = corner, place = nbb_turned_place(replicas, isometry, beta);
        NBB_FILL(axis, replicas->axes, replica.at[axis],
                 replica.at[axis] + place.at[axis] * job->sides[mu - 1].at[axis]);
        NBB_RETURN_IF(walk_level(job, mu - 1, number + beta * job->cells[mu - 1], replica,
                                 nbb_isometry_after(isometry, replicas->isometry[beta])),
                      true);
    }
    return false;
}

bool nbb_fractal_walk(const nbb_fractal *fractal, int r, nbb_fractal_box box, nbb_fractal_visit *visit, void *context)
{
    walk job = { .fractal = fractal, .box = box, .visit = visit, .context = context };
    NBB_FILL(mu, r + 1, job.sides[mu], nbb_fractal_side(fractal, 0, mu));
    NBB_FILL(mu, r + 1, job.cells[mu], nbb_fractal_cells(fractal, 0, mu));
    return walk_level(&job, r, 0, (nbb_vector){ { 0 } }, 0);
}

/* ---- the Hausdorff dimension of a fractal whose sides and levels may differ ---- */

/* The axes on which the fractal grows, the coarsest first, with their logarithms; how many. */
static int sort_axes(const nbb_fractal *fractal, int *axes, double *logarithms)
{
    int count = 0;
    for (int axis = 0; axis < nbb_fractal_axes(fractal); axis++) {
        /* Of the tables' logarithms of the side on an axis, by their weights. */
        double logarithm = NBB_SUM(i, fractal->table_count,
                                   fractal->weights[i] * log((double)fractal->tables[i].s.at[axis]));
        if (logarithm <= 0.0) {
            continue;
        }
        int place = count;
        for (; place > 0 && logarithms[place - 1] > logarithm; place--) {
            axes[place] = axes[place - 1];
            logarithms[place] = logarithms[place - 1];
        }
        axes[place] = axis;
        logarithms[place] = logarithm;
        count++;
    }
    return count;
}

/* log( sum over the rows j of the coarsest axis of t_j^power ), where t_j are the replicas of a row, or with three
   axes such a sum over its own rows. */
static double log_rows(const nbb_replicas *replicas, const int *axes, const double *logarithms, int count)
{
    double rows[NBB_SIDE_MAX * NBB_SIDE_MAX] = { 0 }; /* by their places on all axes but the finest */
    for (int beta = 0; beta < replicas->k; beta++) {
        int place = 0;
        NBB_FILL(i, count - 1, place, place * NBB_SIDE_MAX + replicas->tau[beta][axes[i]]);
        rows[place] += 1;
    }
    for (int i = count - 1; i > 0; i--) {
        for (int outer = 0; outer < (i > 1 ? NBB_SIDE_MAX : 1); outer++) {
            const double *row = &rows[outer * NBB_SIDE_MAX];
            rows[outer] = NBB_SUM(j, NBB_SIDE_MAX, row[j] > 0 ? pow(row[j], logarithms[i - 1] / logarithms[i]) : 0.0);
        }
    }
    return log(rows[0]);
}

/* With m rows on the coarser axis, n > m on the other and t_j replicas in row j, Bedford (1984) and McMullen (1984):
   dim = log_m( sum over j of t_j^(log_n m) ); with three axes t_j is such a sum again, Kenyon and Peres (1996). At
   m = n that is log k / log n. Levels that follow each other are one with the products of m, of n and of the sums:
   their logarithms add up. */
double nbb_fractal_dimension(const nbb_fractal *fractal)
{
    int axes[NBB_AXES_MAX];
    double logarithms[NBB_AXES_MAX];
    int count = sort_axes(fractal, axes, logarithms);
    return NBB_SUM(i, fractal->table_count,
                   fractal->weights[i] * log_rows(&fractal->tables[i], axes, logarithms, count))
           / logarithms[0];
}

/* ---- tau(beta) as arithmetic: the definition's, or by numbers that hold its values ---- */

enum { NUMBER_BITS = 63 }; /* numbers stay below 2^63, the formulas' limit */

bool nbb_hash_has_form(const nbb_replicas *replicas)
{
    return replicas->hash[0] != NULL || replicas->k <= NUMBER_BITS;
}

void nbb_hash_print(const nbb_replicas *replicas, int axis, const char *const *names, nbb_text *text)
{
    int bits = 0;
    if (replicas->hash[axis] != NULL) {
        nbb_formula_print(replicas->hash[axis], names, text);
        return;
    }
    for (int beta = 0; beta < replicas->k; ++beta) {
        while (replicas->tau[beta][axis] >> bits != 0) {
            ++bits;
        }
    }
    int width = replicas->k * bits <= NUMBER_BITS ? bits : 1;
    const char *open = width < bits ? "(" : "", *close = width < bits ? ")" : "";
    for (int first = 0; first < bits; first += width) {
        /* Appends the values' bits from `first` on, so many of each: " + (0x8 >> beta & 1) * 2". */
        uint64_t most = (UINT64_C(1) << width) - 1;
        uint64_t packed = NBB_SUM(beta, replicas->k, (replicas->tau[beta][axis] >> first & most) << beta * width);
        nbb_text_add(text, "%s%s0x%" PRIx64 " >> ", first > 0 ? " + " : "", open, packed);
        NBB_TEXT_ADD_IF(width > 1, text, "%d * ", width);
        nbb_text_add(text, "%s & %d%s", names[0], (1 << width) - 1, close);
        NBB_TEXT_ADD_IF(first > 0, text, " * %d", 1 << first);
    }
    nbb_text_add(text, "%s", bits == 0 ? "0" : "");
}
