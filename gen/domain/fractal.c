/* fractal.c - a validated NBB fractal: replica tables by level, coordinates, sizes. */
#include "gen/domain/fractal.h"

const nbb_spellings nbb_formula_scopes[][2] = {
    { NBB_SPELLINGS("beta", "k", "sx", "sy"), NBB_SPELLINGS("beta", "k", "sx", "sy", "sz") },
    { NBB_SPELLINGS("x", "y", "k", "sx", "sy"), NBB_SPELLINGS("x", "y", "z", "k", "sx", "sy", "sz") },
};

void nbb_formula_values(const nbb_replicas *replicas, const int64_t *own, int count,
                        int64_t values[NBB_FORMULA_VALUES_MAX])
{
    memcpy(values, own, (size_t)count * sizeof *values);
    values[count] = replicas->k;
    memcpy(values + count + 1, replicas->s.at, (size_t)replicas->axes * sizeof *values);
}

const char *nbb_vector_print(nbb_vector vector, int axes, const char *between, nbb_text *text)
{
    for (int axis = 0; axis < axes; axis++) {
        nbb_text_add(text, "%s%lld", axis > 0 ? between : "", (long long)vector.at[axis]);
    }
    return nbb_text_string(text);
}

int64_t nbb_box_places(nbb_vector extent)
{
    int64_t places = 1;
    bool is_past = NBB_ANY(axis, NBB_AXES_MAX,
                           extent.at[axis] > 0 && __builtin_mul_overflow(places, extent.at[axis], &places));
    return is_past ? INT64_MAX : places;
}

nbb_vector nbb_box_place(nbb_vector origin, nbb_vector extent, int64_t i)
{
    for (int axis = 0; axis < NBB_AXES_MAX && extent.at[axis] > 0; ++axis) {
        origin.at[axis] += i % extent.at[axis];
        i /= extent.at[axis];
    }
    return origin;
}

int64_t nbb_layout_number(const nbb_replicas *replicas, nbb_vector place)
{
    int64_t number = 0;
    for (int axis = replicas->axes - 1; axis >= 0; axis--) {
        NBB_RETURN_IF(place.at[axis] < 0 || place.at[axis] >= replicas->s.at[axis], -1);
        number = replicas->s.at[axis] * number + place.at[axis];
    }
    return number;
}

int nbb_replica_at(const nbb_replicas *replicas, nbb_vector place)
{
    return replicas->id[nbb_layout_number(replicas, place)];
}

nbb_vector nbb_replica_place(const nbb_replicas *replicas, int beta)
{
    nbb_vector place = { { 0 } };
    NBB_FILL(axis, replicas->axes, place.at[axis], replicas->tau[beta][axis]);
    return place;
}

nbb_vector nbb_turned_place(const nbb_replicas *replicas, int isometry, int beta)
{
    return nbb_isometry_place(isometry, replicas->s, nbb_replica_place(replicas, beta));
}

int nbb_turned_at(const nbb_replicas *replicas, int isometry, nbb_vector place)
{
    return nbb_replica_at(replicas, nbb_isometry_place(nbb_isometry_inverse(isometry), replicas->s, place));
}

void nbb_replicas_number(nbb_replicas *replicas)
{
    replicas->k = 0;
    for (int64_t i = 0; i < nbb_box_places(replicas->s); i++) {
        if (replicas->id[i] >= 0 && replicas->k++ < NBB_K_MAX) {
            nbb_vector place = nbb_box_place((nbb_vector){ { 0 } }, replicas->s, i);
            NBB_FILL(axis, replicas->axes, replicas->tau[replicas->k - 1][axis], (uint8_t)place.at[axis]);
            replicas->isometry[replicas->k - 1] = replicas->isometry[replicas->id[i]];
            replicas->id[i] = (int16_t)(replicas->k - 1);
        }
    }
}

nbb_status nbb_fractal_make_tables(nbb_fractal *fractal, int count)
{
    NBB_TRY(NBB_ARRAYS(&fractal->arena, NBB_ARRAY(fractal->tables, count)));
    fractal->table_count = count;
    fractal->level_limit = NBB_LEVELS_MAX;
    fractal->orientations = 1;
    NBB_FILL(table, count, fractal->tables[table].axes, 2); /* until a definition says more */
    NBB_FILL(table, count, fractal->weights[table], 1);
    NBB_FILL(level, NBB_LEVELS_MAX, fractal->levels[level], &fractal->tables[level % count]);
    return NBB_OK;
}

/* 1 on each of the fractal's axes. */
static nbb_vector units(const nbb_fractal *fractal)
{
    return (nbb_vector){ { 1, 1, nbb_fractal_axes(fractal) > 2 } };
}

nbb_vector nbb_fractal_side(const nbb_fractal *fractal, int i, int j)
{
    nbb_vector side = units(fractal);
    for (int level = i; level < j; level++) {
        const nbb_replicas *replicas = fractal->levels[level];
        NBB_FILL(axis, replicas->axes, side.at[axis], side.at[axis] * replicas->s.at[axis]);
    }
    return side;
}

int64_t nbb_fractal_cells(const nbb_fractal *fractal, int i, int j)
{
    int64_t cells = 1;
    NBB_FILL(level, j - i, cells, cells * fractal->levels[i + level]->k);
    return cells;
}

nbb_vector nbb_fractal_orthotope(const nbb_fractal *fractal, int i, int j)
{
    nbb_vector orthotope = units(fractal);
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
    NBB_FILL(axis, nbb_digit_axis(nbb_fractal_axes(fractal), level - i), weight, weight * orthotope.at[axis]);
    return weight;
}

int64_t nbb_fractal_ordered(const nbb_fractal *fractal, int i, int j, int64_t number)
{
    int64_t place = 0;
    for (int level = i; level < j; ++level) {
        int k = fractal->levels[level]->k;
        place += number % k * nbb_digit_weight(fractal, i, j, level);
        number /= k;
    }
    return place;
}

int nbb_fractal_axes(const nbb_fractal *fractal)
{
    return fractal->tables->axes;
}

int nbb_fractal_tables(const nbb_fractal *fractal, int r, const nbb_replicas *tables[NBB_LEVELS_MAX])
{
    int count = 0, level = 0;
    do {
        int i = NBB_FIND(at, count, tables[at] == fractal->levels[level]);
        tables[i] = fractal->levels[level];
        count += i == count;
    } while (++level < r);
    return count;
}

const nbb_replicas *nbb_fractal_alike(const nbb_fractal *fractal, int i, int j)
{
    return NBB_ALL(n, j - i, fractal->levels[i + n] == fractal->levels[i]) ? fractal->levels[i] : NULL;
}

int64_t nbb_fractal_index(const nbb_fractal *fractal, int r, nbb_vector cell)
{
    nbb_vector side = nbb_fractal_side(fractal, 0, r);
    int64_t index = 0;
    int isometry = 0;
    NBB_RETURN_IF(NBB_ANY(i, NBB_AXES_MAX, cell.at[i] < 0 || cell.at[i] >= (side.at[i] > 0 ? side.at[i] : 1)), -1);
    for (int level = r - 1; level >= 0; level--) {
        const nbb_replicas *replicas = fractal->levels[level];
        nbb_vector place = { { 0 } }; /* of the cell at this level; then it is one of the level below */
        for (int axis = 0; axis < replicas->axes; axis++) {
            side.at[axis] /= replicas->s.at[axis];
            place.at[axis] = cell.at[axis] / side.at[axis];
            cell.at[axis] %= side.at[axis];
        }
        int beta = nbb_turned_at(replicas, isometry, place);
        NBB_RETURN_IF(beta < 0, -1);
        index = index * replicas->k + beta;
        isometry = nbb_isometry_after(isometry, replicas->isometry[beta]);
    }
    return index;
}

nbb_vector nbb_fractal_corner(const nbb_fractal *fractal, int i, int r, int64_t index, int *isometry)
{
    nbb_vector corner = { { 0, 0 } }, side = nbb_fractal_side(fractal, 0, r);
    int64_t parts = nbb_fractal_cells(fractal, i, r);
    *isometry = 0;
    for (int level = r - 1; level >= i; level--) {
        const nbb_replicas *replicas = fractal->levels[level];
        parts /= replicas->k;
        int beta = (int)(index / parts % replicas->k);
        nbb_vector place = nbb_turned_place(replicas, *isometry, beta);
        for (int axis = 0; axis < replicas->axes; axis++) {
            side.at[axis] /= replicas->s.at[axis];
            corner.at[axis] += place.at[axis] * side.at[axis];
        }
        *isometry = nbb_isometry_after(*isometry, replicas->isometry[beta]);
    }
    return corner;
}

nbb_vector nbb_fractal_cell(const nbb_fractal *fractal, int r, int64_t index)
{
    int isometry;
    return nbb_fractal_corner(fractal, 0, r, index, &isometry);
}

void nbb_fractal_free(nbb_fractal *fractal)
{
    nbb_arena_free(&fractal->arena);
    *fractal = (nbb_fractal){ .name = "" };
}

/* ---- the square's isometries: composed, and places moved by them ---- */

enum { MIRRORS_X = 2, MIRRORS_Y = 4 };

const nbb_spellings nbb_isometry_names = NBB_SPELLINGS("0", "transpose", "flip-x", "90", "flip-y", "270", "180",
                                                       "antitranspose");

int nbb_isometry_after(int second, int first)
{
    int mirrors = first & (MIRRORS_X | MIRRORS_Y);
    if ((second & NBB_ISOMETRY_SWAPS) != 0) { /* what mirrored x then mirrors y */
        mirrors = (mirrors & MIRRORS_X) << 1 | (mirrors & MIRRORS_Y) >> 1;
    }
    return ((first ^ second) & NBB_ISOMETRY_SWAPS) | (mirrors ^ (second & (MIRRORS_X | MIRRORS_Y)));
}

int nbb_isometry_inverse(int isometry)
{
    return NBB_FIND(i, NBB_ISOMETRIES, nbb_isometry_after(i, isometry) == 0);
}

nbb_vector nbb_isometry_place(int isometry, nbb_vector side, nbb_vector place)
{
    bool swaps = (isometry & NBB_ISOMETRY_SWAPS) != 0;
    nbb_vector moved = swaps ? (nbb_vector){ { place.at[1], place.at[0], place.at[2] } } : place;
    NBB_FILL(axis, 2, moved.at[axis],
             (isometry & MIRRORS_X << axis) != 0 ? side.at[axis] - 1 - moved.at[axis] : moved.at[axis]);
    return moved;
}

int nbb_fractal_orientation(const nbb_fractal *fractal, int isometry)
{
    return NBB_FIND(i, fractal->orientations, fractal->isometries[i] == isometry);
}

char nbb_layout_sign(const nbb_replicas *replicas, int64_t place)
{
    static const char signs[] = "#abcdefg";
    return replicas->id[place] < 0 ? '.' : signs[replicas->isometry[replicas->id[place]]];
}
