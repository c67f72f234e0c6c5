/* fractal.c - a validated NBB fractal: replica tables by level, coordinates, sizes. */
#include "gen/domain/fractal.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

static const char *const hash_names[] = { "beta", "k", "sx", "sy" };
static const char *const member_names[] = { "x", "y", "k", "sx", "sy" };
static const char axis_names[NBB_AXES_MAX] = { 'x', 'y', 'z' };

const nbb_formula_scope nbb_hash_scope = { 4, hash_names };
const nbb_formula_scope nbb_member_scope = { 5, member_names };

void nbb_hash_values(const nbb_replicas *replicas, int beta, int64_t values[4])
{
    values[0] = beta;
    values[1] = replicas->k;
    values[2] = replicas->s.at[0];
    values[3] = replicas->s.at[1];
}

void nbb_member_values(const nbb_replicas *replicas, int x, int y, int64_t values[5])
{
    values[0] = x;
    values[1] = y;
    values[2] = replicas->k;
    values[3] = replicas->s.at[0];
    values[4] = replicas->s.at[1];
}

int nbb_replica_at(const nbb_replicas *replicas, nbb_vector place)
{
    int64_t number = 0;
    for (int axis = replicas->axes - 1; axis >= 0; axis--) {
        number = replicas->s.at[axis] * number + place.at[axis];
    }
    return replicas->id[number];
}

nbb_vector nbb_replica_place(const nbb_replicas *replicas, int beta)
{
    nbb_vector place = { { 0 } };
    for (int axis = 0; axis < replicas->axes; axis++) {
        place.at[axis] = replicas->tau[beta][axis];
    }
    return place;
}

nbb_status nbb_fractal_make_tables(nbb_fractal *fractal, nbb_replicas **table)
{
    fractal->tables = calloc(1, sizeof *fractal->tables);
    if (fractal->tables == NULL) {
        return nbb_fail_memory(sizeof *fractal->tables, "a fractal");
    }
    fractal->table_count = 1;
    fractal->tables->axes = NBB_AXES;
    for (int level = 0; level < NBB_LEVELS_MAX; level++) {
        fractal->levels[level] = fractal->tables;
    }
    *table = fractal->tables;
    return NBB_OK;
}

nbb_vector nbb_fractal_side(const nbb_fractal *fractal, int i, int j)
{
    nbb_vector side = { { 1, 1 } };
    for (int level = i; level < j; level++) {
        const nbb_replicas *replicas = fractal->levels[level];
        for (int axis = 0; axis < replicas->axes; axis++) {
            side.at[axis] *= replicas->s.at[axis];
        }
    }
    return side;
}

int64_t nbb_fractal_cells(const nbb_fractal *fractal, int i, int j)
{
    int64_t cells = 1;
    for (int level = i; level < j; level++) {
        cells *= fractal->levels[level]->k;
    }
    return cells;
}

nbb_vector nbb_fractal_orthotope(const nbb_fractal *fractal, int i, int j)
{
    nbb_vector orthotope = { { 1, 1 } };
    for (int level = i; level < j; level++) {
        const nbb_replicas *replicas = fractal->levels[level];
        orthotope.at[nbb_digit_axis(replicas->axes, level - i)] *= replicas->k;
    }
    return orthotope;
}

int nbb_digit_axis(int axes, int level)
{
    return level % axes;
}

int64_t nbb_digit_power(const nbb_fractal *fractal, int i, int level)
{
    return nbb_fractal_orthotope(fractal, i, level).at[nbb_digit_axis(nbb_fractal_axes(fractal), level - i)];
}

int64_t nbb_digit_weight(const nbb_fractal *fractal, int i, int j, int level)
{
    nbb_vector orthotope = nbb_fractal_orthotope(fractal, i, j);
    int64_t weight = nbb_digit_power(fractal, i, level);
    for (int axis = 0; axis < nbb_digit_axis(nbb_fractal_axes(fractal), level - i); axis++) {
        weight *= orthotope.at[axis];
    }
    return weight;
}

int nbb_fractal_axes(const nbb_fractal *fractal)
{
    return fractal->tables->axes;
}

bool nbb_fractal_adds_cells(const nbb_fractal *fractal)
{
    return nbb_fractal_cells(fractal, 0, 1) > 1;
}

bool nbb_fractal_extends(const nbb_fractal *fractal, int axis)
{
    return nbb_fractal_side(fractal, 0, 1).at[axis] > 1;
}

const nbb_replicas *nbb_fractal_table(const nbb_fractal *fractal)
{
    return fractal->tables;
}

int nbb_fractal_named_axis(const nbb_fractal *fractal)
{
    return nbb_fractal_extends(fractal, 0) ? 0 : 1;
}

/* s^r on the axis, or the number of cells for the one past its axes; INT64_MAX stands for anything past 64 bits. */
static int64_t saturated_size(const nbb_fractal *fractal, int r, int axis)
{
    int64_t size = 1;
    for (int level = 0; level < r; level++) {
        const nbb_replicas *replicas = fractal->levels[level];
        int64_t factor = axis < replicas->axes ? replicas->s.at[axis] : replicas->k;
        if (__builtin_mul_overflow(size, factor, &size)) {
            return INT64_MAX;
        }
    }
    return size;
}

/* The first axis on which level r is past the limits; the one past the fractal's when it is the number of cells, -1
   when none is. */
static int axis_past_limit(const nbb_fractal *fractal, int r)
{
    int axes = nbb_fractal_axes(fractal);
    for (int axis = 0; axis < axes; axis++) {
        if (saturated_size(fractal, r, axis) > NBB_N_MAX) {
            return axis;
        }
    }
    return saturated_size(fractal, r, axes) >= NBB_CELLS_LIMIT ? axes : -1;
}

int nbb_fractal_largest_level(const nbb_fractal *fractal)
{
    int r = 0;
    while (r < NBB_LEVELS_MAX && axis_past_limit(fractal, r + 1) < 0) {
        r++;
    }
    return r;
}

nbb_status nbb_fractal_check_level(const nbb_fractal *fractal, int r)
{
    int largest = nbb_fractal_largest_level(fractal);
    if (r >= 0 && r <= largest) {
        return NBB_OK;
    }
    if (r < 0) {
        return nbb_fail(NBB_ERROR_USAGE, "--r %d: a level is from 0 to %d, the largest r of %s", r, largest,
                        fractal->name);
    }
    if (r > NBB_LEVELS_MAX) {
        return nbb_fail(NBB_ERROR_USAGE,
                        "--r %d is past the limits: no fractal has more than %d levels; the largest r of %s is %d", r,
                        NBB_LEVELS_MAX, fractal->name, largest);
    }
    int axis = axis_past_limit(fractal, r);
    int64_t size = saturated_size(fractal, r, axis);
    const char *bound = size == INT64_MAX ? "more than " : "";
    if (axis < nbb_fractal_axes(fractal)) {
        return nbb_fail(NBB_ERROR_USAGE,
                        "--r %d is past the limits: n would be %s%lld cells on %c (at most %lld); "
                        "the largest r of %s is %d",
                        r, bound, (long long)size, axis_names[axis], (long long)NBB_N_MAX, fractal->name, largest);
    }
    return nbb_fail(NBB_ERROR_USAGE,
                    "--r %d is past the limits: it would have %s%lld cells (fewer than %lld are "
                    "allowed); the largest r of %s is %d",
                    r, bound, (long long)size, (long long)NBB_CELLS_LIMIT, fractal->name, largest);
}

bool nbb_fractal_member(const nbb_fractal *fractal, int r, nbb_vector cell)
{
    return nbb_fractal_index(fractal, r, cell) >= 0;
}

/* -1 if a coordinate is negative, else 1 if one is positive, else 0. */
static int sign(nbb_vector cell)
{
    int sign = 0;
    for (int axis = 0; axis < NBB_AXES_MAX; axis++) {
        if (cell.at[axis] < 0) {
            return -1;
        }
        sign |= cell.at[axis] > 0;
    }
    return sign;
}

/* Takes the lowest digit off each coordinate: the place of the level's replica that holds the cell. */
static nbb_vector take_digits(const nbb_replicas *replicas, nbb_vector *cell)
{
    nbb_vector place = { { 0 } };
    for (int axis = 0; axis < replicas->axes; axis++) {
        place.at[axis] = cell->at[axis] % replicas->s.at[axis];
        cell->at[axis] /= replicas->s.at[axis];
    }
    return place;
}

int64_t nbb_fractal_index(const nbb_fractal *fractal, int r, nbb_vector cell)
{
    if (sign(cell) < 0) {
        return -1;
    }
    int64_t index = 0;
    int64_t weight = 1;
    for (int level = 0; level < r; level++) {
        const nbb_replicas *replicas = fractal->levels[level];
        int beta = nbb_replica_at(replicas, take_digits(replicas, &cell));
        if (beta < 0) {
            return -1;
        }
        index += beta * weight;
        weight *= replicas->k;
    }
    return sign(cell) == 0 ? index : -1; /* nothing is left beyond the top level's digit */
}

nbb_vector nbb_fractal_cell(const nbb_fractal *fractal, int r, int64_t index)
{
    nbb_vector cell = { { 0, 0 } };
    nbb_vector side = { { 1, 1 } };
    for (int level = 0; level < r; level++) {
        const nbb_replicas *replicas = fractal->levels[level];
        int64_t beta = index % replicas->k;
        index /= replicas->k;
        for (int axis = 0; axis < replicas->axes; axis++) {
            cell.at[axis] += replicas->tau[beta][axis] * side.at[axis];
            side.at[axis] *= replicas->s.at[axis];
        }
    }
    return cell;
}

/* With m rows on the coarser axis, n > m on the other and t_j replicas in row j, Bedford (1984) and McMullen (1984):
   dim = log_m( sum over j of t_j^(log_n m) ). At m = n that is log k / log n; at m = 1 so is its limit. */
double nbb_fractal_dimension(const nbb_replicas *replicas)
{
    int coarse = replicas->s.at[0] < replicas->s.at[1] ? 0 : 1;
    double m = (double)replicas->s.at[coarse];
    double n = (double)replicas->s.at[1 - coarse];
    if (m <= 1.0 || m >= n) {
        return log(replicas->k) / log(n);
    }
    int row[NBB_SIDE_MAX] = { 0 };
    for (int beta = 0; beta < replicas->k; beta++) {
        row[replicas->tau[beta][coarse]]++;
    }
    double sum = 0.0;
    for (int j = 0; j < NBB_SIDE_MAX; j++) {
        sum += row[j] > 0 ? pow(row[j], log(m) / log(n)) : 0.0;
    }
    return log(sum) / log(m);
}

void nbb_fractal_free(nbb_fractal *fractal)
{
    for (int i = 0; i < fractal->table_count; i++) {
        for (int axis = 0; axis < NBB_AXES_MAX; axis++) {
            nbb_formula_free(fractal->tables[i].hash[axis]);
        }
        nbb_formula_free(fractal->tables[i].member);
    }
    free(fractal->tables);
    free(fractal->path);
    *fractal = (nbb_fractal){ .name = "" };
}

/* ---- writes the numbers that hold the values of tau(beta) ---- */

enum { NUMBER_BITS = 63 }; /* numbers stay below 2^63, the formulas' limit */

static int bits_of(const nbb_replicas *replicas, int axis)
{
    int bits = 0;
    for (int beta = 0; beta < replicas->k; ++beta) {
        while (replicas->tau[beta][axis] >> bits != 0) {
            ++bits;
        }
    }
    return bits;
}

/* The values' bits from `first` on, so many of each, behind each other. */
static uint64_t pack(const nbb_replicas *replicas, int axis, int first, int width)
{
    uint64_t packed = 0;
    for (int beta = 0; beta < replicas->k; ++beta) {
        uint64_t value = replicas->tau[beta][axis] >> first & ((1u << width) - 1);
        packed |= value << beta * width;
    }
    return packed;
}

/* Appends the values' bits from `first` on: " + (0x8 >> beta & 1) * 2". */
static void add_number(uint64_t packed, int first, int width, nbb_text *form)
{
    nbb_text_add(form, "%s(0x%" PRIx64 " >> ", first > 0 ? " + " : "", packed);
    if (width > 1) {
        nbb_text_add(form, "%d * ", width);
    }
    nbb_text_add(form, "beta & %d)", (1 << width) - 1);
    if (first > 0) {
        nbb_text_add(form, " * %d", 1 << first);
    }
}

nbb_status nbb_hash_form(const nbb_replicas *replicas, int axis, nbb_formula **formula)
{
    int bits = bits_of(replicas, axis), width = replicas->k * bits <= NUMBER_BITS ? bits : 1;
    NBB_LOCAL_TEXT form = NBB_TEXT_EMPTY;
    *formula = NULL;
    if (replicas->k > NUMBER_BITS) {
        return NBB_OK;
    }
    for (int first = 0; first < bits; first += width) {
        add_number(pack(replicas, axis, first, width), first, width, &form);
    }
    if (bits == 0) {
        nbb_text_add(&form, "0");
    }
    NBB_TRY(nbb_text_status(&form, "a form of tau(beta)"));
    return nbb_formula_parse(nbb_text_string(&form), "tau(beta)", &nbb_hash_scope, formula);
}
