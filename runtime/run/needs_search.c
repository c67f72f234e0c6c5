/* needs_search.c - keeps the words that a search finds, and searches simplices: the cover says which number stands
   beside which, and a launch reads of a tile beside as many rows, columns and layers as it has steps. */
#include "runtime/run/needs_search.h"

/* The words of an element of an item, in all arrays. */
static nbb_status add_element(nbb_seeking *search, int reader, int owner, int64_t item, int64_t element)
{
    const nbb_reads *reads = &search->reads;
    int64_t at = reads->in_groups ? (item / NBB_GROUP * reads->elements + element) * NBB_GROUP + item % NBB_GROUP
                                  : item * reads->elements + element;
    for (int i = 0; i < reads->areas.count; ++i) {
        const nbb_area *area = &reads->areas.rows[i];
        uint64_t bytes = area->item_bytes / (uint64_t)reads->elements, begin = area->offset + (uint64_t)at * bytes;
        for (uint64_t word = begin / sizeof(uint32_t); word * sizeof(uint32_t) < begin + bytes; ++word) {
            nbb_need found = { reader, owner, (int64_t)word };
            NBB_TRY(NBB_ARENA_APPEND(search->arena, search->found, search->count, found));
        }
    }
    return NBB_OK;
}

nbb_status nbb_needs_visit(nbb_seeking *search, int64_t item, int64_t beside, int direction)
{
    int reader = nbb_plan_owner(search->plan, item), owner = nbb_plan_owner(search->plan, beside);
    bool concerns = reader != owner && (reader == search->rank || owner == search->rank);
    NBB_DONE_IF(!concerns || !search->reads.any[direction]);
    for (int64_t element = 0; search->lists && element < search->reads.elements; ++element) {
        NBB_TRY_IF(search->reads.places[direction][element], add_element(search, reader, owner, beside, element));
    }
    /* The group of this rank's item, which reads words of others or has words that they read. */
    int64_t own = reader == search->rank ? item : beside;
    int64_t group = (own - search->items.first) / nbb_plan_group_items(search->plan);
    NBB_DONE_IF(search->boundary_count > 0 && search->boundary[search->boundary_count - 1] == group);
    return NBB_ARENA_APPEND(search->kept, search->boundary, search->boundary_count, group);
}

static int compare_needs(const void *a, const void *b)
{
    const nbb_need *left = a, *right = b;
    int by_reader = (left->reader > right->reader) - (left->reader < right->reader);
    int by_owner = (left->owner > right->owner) - (left->owner < right->owner);
    int by_word = (left->word > right->word) - (left->word < right->word);
    return by_reader != 0 ? by_reader : by_owner != 0 ? by_owner : by_word;
}

static int compare_numbers(const void *a, const void *b)
{
    const int64_t *left = a, *right = b;
    return (*left > *right) - (*left < *right);
}

/* Sorts a list, and keeps each element once; returns how many are left. */
static int64_t sort_once(void *list, int64_t count, size_t bytes, int (*compare)(const void *a, const void *b))
{
    char *elements = list;
    int64_t kept = 0;
    NBB_RETURN_IF(count == 0, 0); /* and no array that qsort may be given */
    qsort(list, (size_t)count, bytes, compare);
    for (int64_t i = 0; i < count; ++i) {
        if (kept == 0 || compare(elements + (size_t)i * bytes, elements + (size_t)(kept - 1) * bytes) != 0) {
            memmove(elements + (size_t)kept++ * bytes, elements + (size_t)i * bytes, bytes);
        }
    }
    return kept;
}

int64_t nbb_needs_sort(int64_t *numbers, int64_t count)
{
    return sort_once(numbers, count, sizeof *numbers, compare_numbers);
}

void nbb_needs_settle(nbb_seeking *search)
{
    search->count = sort_once(search->found, search->count, sizeof *search->found, compare_needs);
    search->boundary_count = nbb_needs_sort(search->boundary, search->boundary_count);
}

nbb_status nbb_needs_offset(const nbb_seeking *search, nbb_vector side, nbb_vector offset, nbb_vector *place,
                            int *direction)
{
    const nbb_plan *plan = search->plan;
    bool is_far = false;
    for (int axis = 0; axis < search->directions->axes; ++axis) {
        place->at[axis] += offset.at[axis];
        is_far = is_far || place->at[axis] < -side.at[axis] || place->at[axis] >= 2 * side.at[axis];
    }
    NBB_REFUSE_IF(is_far,
                  "%s by %d ranks: a tile of %" PRId64 " x %" PRId64
                  " cells is too small for its neighbours, which lie past the tiles beside; ask for larger"
                  " ones (--tile)",
                  plan->asked.traits.name, plan->asked.ranks, plan->space.rho.at[0], plan->space.rho.at[1]);
    *direction = nbb_direction_wrap(search->directions, side, place);
    return NBB_OK;
}

enum { WORD_BITS = 32 };

static bool has_bits(const nbb_plan *plan)
{
    return plan->space.storage == NBB_STORAGE_BITS;
}

/* Elements of a row of a tile: words of bits, else cells. */
static int64_t columns_of(const nbb_plan *plan)
{
    return has_bits(plan) ? plan->space.rho.at[0] / WORD_BITS : plan->space.rho.at[0];
}

/* Words of a place, of each plane. */
static int64_t planes_of(const nbb_plan *plan)
{
    return has_bits(plan) ? plan->asked.traits.planes : 1;
}

int64_t nbb_needs_simplex_elements(const nbb_plan *plan)
{
    int64_t elements = columns_of(plan) * planes_of(plan);
    for (int axis = 1; axis < plan->asked.domain.simplex->m; ++axis) {
        elements *= plan->space.rho.at[axis];
    }
    return elements;
}

/* Marks what the elements of a tile find at an offset in tiles beside. Of bits a row, in space a layer, has its
   planes one behind the other. */
static nbb_status mark_offset(nbb_seeking *search, nbb_vector offset)
{
    const nbb_plan *plan = search->plan;
    nbb_vector side = plan->space.rho;
    side.at[0] = columns_of(plan);
    int64_t planes = planes_of(plan),
            front = plan->asked.domain.simplex->m == 2 ? side.at[0] : side.at[0] * side.at[1];
    for (int64_t i = 0; i < search->reads.elements / planes; ++i) {
        int direction = 0;
        int64_t row = i / side.at[0];
        nbb_vector place = { { i % side.at[0], row % side.at[1], row / side.at[1] } };
        NBB_TRY(nbb_needs_offset(search, side, offset, &place, &direction));
        if (direction != search->directions->centre) {
            int64_t element = (place.at[2] * side.at[1] + place.at[1]) * side.at[0] + place.at[0];
            for (int64_t plane = 0; plane < planes; ++plane) {
                int64_t word = (element / front * planes + plane) * front + element % front;
                search->reads.places[direction][word] = true;
            }
        }
    }
    return NBB_OK;
}

/* Of a rule all directions, so many steps far; words of bits are wider than that. Of a program its neighbours, which
   are bits of words at their place and of the words beside these. */
nbb_status nbb_needs_mark_simplex(nbb_seeking *search)
{
    const nbb_neighbours *neighbours = &search->plan->asked.program->neighbours;
    const nbb_directions *list = search->directions;
    bool by_rule = search->plan->asked.law == NBB_LAW_RULE;
    for (int i = 0; !by_rule && i < neighbours->count; ++i) {
        nbb_vector offset = neighbours->offsets[i];
        if (has_bits(search->plan)) {
            int64_t side = (offset.at[0] > 0) - (offset.at[0] < 0);
            offset.at[0] = 0;
            NBB_TRY(mark_offset(search, offset));
            offset.at[0] = side;
        }
        NBB_TRY(mark_offset(search, offset));
    }
    for (int step = 1; by_rule && step <= search->plan->code.steps_a_launch; ++step) {
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

nbb_status nbb_needs_follow_simplex(nbb_seeking *search)
{
    const nbb_directions *list = search->directions;
    const nbb_cover *cover = &search->plan->space.simplex.cover;
    for (int64_t tile = search->items.first; tile < search->items.first + search->items.count; ++tile) {
        /* What touches this rank's tile, and is touched by it: the cover's tiles, which have cells. */
        nbb_vector place = nbb_cover_place(cover, tile);
        for (int direction = 0; direction < list->count; ++direction) {
            nbb_vector there = nbb_direction_from(list, direction, place);
            if (direction != list->centre && nbb_simplex_member(cover->m, cover->side, there)) {
                int64_t beside = nbb_cover_number(cover, there);
                NBB_TRY(nbb_needs_visit(search, tile, beside, direction));
                NBB_TRY(nbb_needs_visit(search, beside, tile, nbb_direction_opposite(list, direction)));
            }
        }
    }
    return NBB_OK;
}
