/* needs_simplex.c - what ranks that share a simplex read of each other: the cover says which number stands beside
   which, and a launch reads of a tile beside as many rows, columns and layers as it has steps. */
#include "runtime/run/needs_search.h"

enum { WORD_BITS = 32 };

static bool has_bits(const nbb_plan *plan)
{
    return plan->storage == NBB_STORAGE_BITS;
}

/* Elements of a row of a tile: words of bits, else cells. */
static int64_t columns_of(const nbb_plan *plan)
{
    return has_bits(plan) ? plan->rho.at[0] / WORD_BITS : plan->rho.at[0];
}

int64_t nbb_needs_simplex_elements(const nbb_plan *plan)
{
    int64_t elements = columns_of(plan);
    for (int axis = 1; axis < plan->domain.simplex->m; ++axis) {
        elements *= plan->rho.at[axis];
    }
    return elements;
}

/* The place of an element in its tile, and the element of a place. */
static nbb_vector place_of(const nbb_plan *plan, int64_t element)
{
    int64_t columns = columns_of(plan), row = element / columns;
    return (nbb_vector){ { element % columns, row % plan->rho.at[1], row / plan->rho.at[1] } };
}

static int64_t element_of(const nbb_plan *plan, nbb_vector place)
{
    return (place.at[2] * plan->rho.at[1] + place.at[1]) * columns_of(plan) + place.at[0];
}

/* Marks what the elements of a tile find at an offset in tiles beside. */
static nbb_status mark_offset(nbb_seeking *search, nbb_vector offset)
{
    const nbb_plan *plan = search->plan;
    nbb_vector side = plan->rho;
    side.at[0] = columns_of(plan);
    for (int64_t i = 0; i < search->reads.elements; ++i) {
        nbb_vector place = place_of(plan, i);
        for (int axis = 0; axis < search->directions->axes; ++axis) {
            place.at[axis] += offset.at[axis];
            if (place.at[axis] < -side.at[axis] || place.at[axis] >= 2 * side.at[axis]) {
                return nbb_needs_fail_far(plan);
            }
        }
        int direction = nbb_direction_wrap(search->directions, side, &place);
        if (direction != search->directions->centre) {
            search->reads.places[direction][element_of(plan, place)] = true;
        }
    }
    return NBB_OK;
}

/* A rule's: all directions, so many steps far. Words of bits are wider than that. */
static nbb_status mark_rule(nbb_seeking *search)
{
    const nbb_directions *list = search->directions;
    for (int step = 1; step <= search->plan->steps_a_launch; ++step) {
        for (int direction = 0; direction < list->count; ++direction) {
            nbb_vector offset = list->steps[direction];
            offset.at[0] *= has_bits(search->plan) ? 1 : step;
            offset.at[1] *= step;
            offset.at[2] *= step;
            NBB_TRY(mark_offset(search, offset));
        }
    }
    return NBB_OK;
}

nbb_status nbb_needs_mark_simplex(nbb_seeking *search)
{
    const nbb_neighbours *list = &search->plan->program->neighbours;
    bool by_rule = search->plan->law == NBB_LAW_RULE;
    for (int i = 0; !by_rule && i < list->count; ++i) {
        NBB_TRY(mark_offset(search, list->offsets[i]));
    }
    return by_rule ? mark_rule(search) : NBB_OK;
}

/* Whether a tile is one of the cover's, that is, has cells. */
static bool is_tile(const nbb_plan *plan, nbb_vector place)
{
    int64_t sum = 0;
    bool is_inside = true;
    for (int axis = 0; axis < plan->domain.simplex->m; ++axis) {
        is_inside = is_inside && place.at[axis] >= 0;
        sum += place.at[axis];
    }
    return is_inside && sum < plan->simplex.cover.side;
}

/* What touches this rank's tile, and is touched by it. */
static nbb_status visit_around(nbb_seeking *search, int64_t tile)
{
    const nbb_directions *list = search->directions;
    nbb_vector place = nbb_cover_place(&search->plan->simplex.cover, tile);
    for (int direction = 0; direction < list->count; ++direction) {
        nbb_vector there = nbb_direction_from(list, direction, place);
        if (direction != list->centre && is_tile(search->plan, there)) {
            int64_t beside = nbb_cover_number(&search->plan->simplex.cover, there);
            NBB_TRY(nbb_needs_visit(search, tile, beside, direction));
            NBB_TRY(nbb_needs_visit(search, beside, tile, nbb_direction_opposite(list, direction)));
        }
    }
    return NBB_OK;
}

nbb_status nbb_needs_follow_simplex(nbb_seeking *search)
{
    nbb_shard shard = nbb_plan_shard(search->plan, search->rank);
    for (int64_t i = 0; i < shard.count; ++i) {
        NBB_TRY(visit_around(search, shard.first + i));
    }
    return NBB_OK;
}
