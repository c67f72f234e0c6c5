/* needs_search.c - keeps the words that a search finds. */
#include "runtime/run/needs_search.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* A list with room for one more element of so many bytes, or NULL without memory. */
static void *make_room(void *list, size_t bytes, int64_t count, int64_t *room)
{
    if (count < *room) {
        return list;
    }
    int64_t wider = *room > 0 ? 2 * *room : 1024;
    void *grown = realloc(list, (size_t)wider * bytes);
    if (grown == NULL) {
        nbb_fail_memory((uint64_t)wider * bytes, "what ranks read of each other");
        return NULL;
    }
    *room = wider;
    return grown;
}

static nbb_status add_need(nbb_seeking *search, nbb_need found)
{
    nbb_need *grown = make_room(search->found, sizeof found, search->count, &search->room);
    if (grown == NULL) {
        return NBB_ERROR_RUN;
    }
    search->found = grown;
    search->found[search->count++] = found;
    return NBB_OK;
}

/* The group of an item of this rank's, which reads words of others or has words that they read. */
static nbb_status add_rim(nbb_seeking *search, int64_t item)
{
    int64_t first = nbb_plan_shard(search->plan, search->rank).first;
    int64_t group = (item - first) / nbb_plan_group_items(search->plan);
    if (search->rim_count > 0 && search->rim[search->rim_count - 1] == group) {
        return NBB_OK;
    }
    int64_t *grown = make_room(search->rim, sizeof group, search->rim_count, &search->rim_room);
    if (grown == NULL) {
        return NBB_ERROR_RUN;
    }
    search->rim = grown;
    search->rim[search->rim_count++] = group;
    return NBB_OK;
}

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
            NBB_TRY(add_rim(search, reader == search->rank ? item : beside));
        }
    }
    return NBB_OK;
}

static int compare_needs(const void *a, const void *b)
{
    const nbb_need *left = a, *right = b;
    int by_reader = (left->reader > right->reader) - (left->reader < right->reader);
    int by_owner = (left->owner > right->owner) - (left->owner < right->owner);
    int by_word = (left->word > right->word) - (left->word < right->word);
    return by_reader != 0 ? by_reader : by_owner != 0 ? by_owner : by_word;
}

static int compare_groups(const void *a, const void *b)
{
    const int64_t *left = a, *right = b;
    return (*left > *right) - (*left < *right);
}

/* Sorts a list, and keeps each element once; returns how many are left. */
static int64_t sort_once(void *list, int64_t count, size_t bytes, int (*compare)(const void *a, const void *b))
{
    char *elements = list;
    int64_t kept = 0;
    if (count == 0) {
        return 0;  // and no array that qsort may be given
    }
    qsort(list, (size_t)count, bytes, compare);
    for (int64_t i = 0; i < count; ++i) {
        if (kept == 0 || compare(elements + (size_t)i * bytes, elements + (size_t)(kept - 1) * bytes) != 0) {
            memmove(elements + (size_t)kept++ * bytes, elements + (size_t)i * bytes, bytes);
        }
    }
    return kept;
}

void nbb_needs_settle(nbb_seeking *search)
{
    search->count = sort_once(search->found, search->count, sizeof *search->found, compare_needs);
    search->rim_count = sort_once(search->rim, search->rim_count, sizeof *search->rim, compare_groups);
}

nbb_status nbb_needs_fail_far(const nbb_plan *plan)
{
    return nbb_fail(NBB_ERROR_USAGE,
                    "%s by %d ranks: a tile of %" PRId64 " x %" PRId64 " cells is too small for its neighbours, which"
                    " lie past the tiles beside; ask for larger ones (--tile)",
                    plan->traits.name, plan->ranks, plan->rho.at[0], plan->rho.at[1]);
}
