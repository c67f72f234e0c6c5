/* domain.c - the cells of a run: a fractal at a level, or a simplex of some side. */
#include "gen/domain/domain.h"

const char *nbb_domain_name(const nbb_domain *domain)
{
    return domain->simplex != NULL ? domain->simplex->name : domain->fractal->name;
}

const char *nbb_domain_size_name(const nbb_domain *domain)
{
    return domain->simplex != NULL ? "n" : "r";
}

int nbb_domain_axes(const nbb_domain *domain)
{
    return domain->simplex != NULL ? domain->simplex->m : nbb_fractal_axes(domain->fractal);
}

nbb_status nbb_domain_check_size(const nbb_domain *domain)
{
    NBB_RETURN_IF(domain->fractal != NULL, nbb_fractal_check_level(domain->fractal, (int)domain->size));
    int64_t largest = nbb_simplex_largest_side(domain->simplex->m);
    NBB_REFUSE_IF(domain->size < 1 || domain->size > largest, "--n %lld: a side of %s is from 1 to %lld cells",
                  (long long)domain->size, domain->simplex->name, (long long)largest);
    return NBB_OK;
}

nbb_vector nbb_domain_side(const nbb_domain *domain)
{
    nbb_vector side = domain->fractal != NULL ? nbb_fractal_side(domain->fractal, 0, (int)domain->size)
                                              : (nbb_vector){ { domain->size, domain->size, domain->size } };
    NBB_FILL(axis, NBB_AXES_MAX, side.at[axis], axis < nbb_domain_axes(domain) ? side.at[axis] : 1);
    return side;
}

int64_t nbb_domain_places(const nbb_domain *domain)
{
    return nbb_box_places(nbb_domain_side(domain));
}

void nbb_domain_print(const nbb_domain *domain, nbb_vector vector, const char *between, nbb_text *text)
{
    nbb_vector_print(vector, nbb_domain_axes(domain), between, text);
}

int64_t nbb_domain_cells(const nbb_domain *domain)
{
    return domain->simplex != NULL ? nbb_simplex_cells(domain->simplex->m, domain->size)
                                   : nbb_fractal_cells(domain->fractal, 0, (int)domain->size);
}

bool nbb_domain_member(const nbb_domain *domain, nbb_vector cell)
{
    return domain->simplex != NULL ? nbb_simplex_member(domain->simplex->m, domain->size, cell)
                                   : nbb_fractal_index(domain->fractal, (int)domain->size, cell) >= 0;
}

int64_t nbb_domain_index(const nbb_domain *domain, nbb_vector cell)
{
    return domain->simplex != NULL ? nbb_simplex_index(domain->simplex->m, domain->size, cell)
                                   : nbb_fractal_index(domain->fractal, (int)domain->size, cell);
}

nbb_vector nbb_domain_cell(const nbb_domain *domain, int64_t index)
{
    return domain->simplex != NULL ? nbb_simplex_cell(domain->simplex->m, domain->size, index)
                                   : nbb_fractal_cell(domain->fractal, (int)domain->size, index);
}

/* ---- the lists of directions, and arithmetic on their numbers ---- */

/* clang-format off */
#define ROW(y, z) { { -1, y, z } }, { { 0, y, z } }, { { 1, y, z } }
/* clang-format on */
#define LAYER(z) ROW(-1, z), ROW(0, z), ROW(1, z)

static const nbb_directions plane = { 2, 9, 4, { LAYER(0) } };
static const nbb_directions space = { 3, 27, 13, { LAYER(-1), LAYER(0), LAYER(1) } };

const nbb_directions *nbb_directions_of(int axes)
{
    return axes == 2 ? &plane : &space;
}

int nbb_direction_at(const nbb_directions *list, nbb_vector step)
{
    int number = 0;
    for (int axis = NBB_AXES_MAX - 1; axis >= 0; --axis) {
        int most = axis < list->axes ? 1 : 0;
        NBB_RETURN_IF(step.at[axis] < -most || step.at[axis] > most, -1);
        number = (2 * most + 1) * number + (int)step.at[axis] + most;
    }
    return number;
}

int nbb_direction_opposite(const nbb_directions *list, int direction)
{
    return list->count - 1 - direction;
}

nbb_vector nbb_direction_from(const nbb_directions *list, int direction, nbb_vector place)
{
    NBB_FILL(axis, list->axes, place.at[axis], place.at[axis] + list->steps[direction].at[axis]);
    return place;
}

int nbb_direction_wrap(const nbb_directions *list, nbb_vector side, nbb_vector *place)
{
    nbb_vector box = { { 0 } };
    for (int axis = 0; axis < list->axes; ++axis) {
        box.at[axis] = (place->at[axis] >= side.at[axis]) - (place->at[axis] < 0);
        place->at[axis] -= box.at[axis] * side.at[axis];
    }
    return nbb_direction_at(list, box);
}

/* ---- how replicas can be turned: from the tables' own, until nothing new comes ---- */

int nbb_isometry_direction(int isometry, const nbb_directions *list, int direction)
{
    static const nbb_vector one = { { 1, 1, 1 } }; /* in a box of one place steps are mirrored at 0 */
    return nbb_direction_at(list, nbb_isometry_place(isometry, one, list->steps[direction]));
}

/* Marks what is beside replica beta in a direction of its level, if what is beside the level is turned so; whether
   that is new. */
static bool meet(nbb_fractal *fractal, const nbb_replicas *replicas, int beta, int direction, int beyond)
{
    const nbb_directions *list = nbb_directions_of(2);
    int back = nbb_isometry_inverse(replicas->isometry[beta]), isometry = fractal->isometries[beyond];
    nbb_vector place = nbb_direction_from(list, direction, nbb_replica_place(replicas, beta));
    int carry = nbb_direction_wrap(list, replicas->s, &place);
    bool may_be = carry == list->centre ? beyond == 0 : (fractal->beside[carry] >> beyond & 1) != 0;
    int to = may_be ? nbb_turned_at(replicas, isometry, place) : -1;
    NBB_RETURN_IF(to < 0, false);
    isometry = nbb_isometry_after(back, nbb_isometry_after(isometry, replicas->isometry[to]));
    uint8_t *beside = &fractal->beside[nbb_isometry_direction(back, list, direction)], before = *beside;
    *beside |= (uint8_t)(1 << nbb_fractal_orientation(fractal, isometry));
    return *beside != before;
}

void nbb_fractal_find_orientations(nbb_fractal *fractal)
{
    bool found[NBB_ISOMETRIES] = { true };
    for (int table = 0; table < fractal->table_count; ++table) {
        const nbb_replicas *replicas = &fractal->tables[table];
        for (int i = 0; i < NBB_ISOMETRIES * replicas->k; ++i) {
            int first = i / replicas->k, both = nbb_isometry_after(first, replicas->isometry[i % replicas->k]);
            table = found[first] && !found[both] ? -1 : table; /* once more: there is a new one */
            found[both] = found[both] || found[first];
        }
    }
    fractal->orientations = 0;
    for (int isometry = 0; isometry < NBB_ISOMETRIES; ++isometry) {
        fractal->isometries[fractal->orientations] = (uint8_t)isometry;
        fractal->orientations += found[isometry];
    }
    for (int table = 0; table < fractal->table_count && fractal->orientations > 1; ++table) {
        const nbb_replicas *replicas = &fractal->tables[table];
        for (int i = 0; i < NBB_PLANE_DIRECTIONS * fractal->orientations * replicas->k; ++i) {
            int beta = i % replicas->k, number = i / replicas->k;
            bool is_new = meet(fractal, replicas, beta, number % NBB_PLANE_DIRECTIONS, number / NBB_PLANE_DIRECTIONS);
            table = is_new ? -1 : table;
        }
    }
}

/* ---- the one state that every map and target must agree on ---- */

uint64_t nbb_state_hash(uint64_t z, int axes, nbb_vector cell)
{
    NBB_FILL(axis, axes, z, nbb_mix(z ^ (uint64_t)cell.at[axis]));
    return z;
}
