/* needs_search.c - keeps the words that a search finds. */
#include "gen/plan/needs_search.h"

#include <inttypes.h>
#include <stdlib.h>

static nbb_status add_need(nbb_seeking *search, nbb_need found)
{
    if (search->count == search->room) {
        int64_t room = search->room > 0 ? 2 * search->room : 1024;
        nbb_need *grown = realloc(search->found, (size_t)room * sizeof *grown);
        if (grown == NULL) {
            return nbb_fail_memory((uint64_t)room * sizeof *grown, "what ranks read of each other");
        }
        search->found = grown;
        search->room = room;
    }
    search->found[search->count++] = found;
    return NBB_OK;
}

/* The words of an element of an item, in all arrays. */
static nbb_status add_element(nbb_seeking *search, int reader, int owner, int64_t item, int64_t element)
{
    const nbb_reading *reads = &search->reads;
    int64_t at = reads->in_groups ? (item / NBB_GROUP * reads->elements + element) * NBB_GROUP + item % NBB_GROUP
                                  : item * reads->elements + element;
    for (int i = 0; i < reads->areas.count; ++i) {
        const nbb_area *area = &reads->areas.rows[i];
        uint64_t bytes = area->item_bytes / (uint64_t)reads->elements, begin = area->offset + (uint64_t)at * bytes;
        for (uint64_t word = begin / sizeof(uint32_t); word * sizeof(uint32_t) < begin + bytes; ++word) {
            NBB_TRY(add_need(search, (nbb_need){ reader, owner, (int64_t)word }));
        }
    }
    return NBB_OK;
}

nbb_status nbb_needs_visit(nbb_seeking *search, int64_t item, int64_t beside, int direction)
{
    int reader = nbb_plan_owner(search->plan, item), owner = nbb_plan_owner(search->plan, beside);
    bool concerns = reader != owner && (reader == search->rank || owner == search->rank);
    for (int64_t element = 0; concerns && element < search->reads.elements; ++element) {
        if (search->reads.places[direction][element]) {
            NBB_TRY(add_element(search, reader, owner, beside, element));
        }
    }
    return NBB_OK;
}

nbb_status nbb_needs_fail_far(const nbb_plan *plan)
{
    return nbb_fail(NBB_ERROR_USAGE,
                    "%s by %d ranks: a tile of %" PRId64 " x %" PRId64 " cells is too small for its neighbours, which"
                    " lie past the tiles beside; ask for larger ones (--tile)",
                    plan->traits.name, plan->ranks, plan->rho.at[0], plan->rho.at[1]);
}
