/* reserved.c - which pages of reserved addresses share memory. */
#include "runtime/device/device.h"

/* A page that a phase uses. */
typedef struct use {
    uint64_t page;
    int64_t phase;
} use;

/* What is chosen so far: whether a phase has a page in shared memory number i, and the first where it has none. */
typedef struct choice {
    bool *has; /* [phase * most + i] */
    uint32_t *first_free, most, count;
} choice;

static int compare_uses(const void *a, const void *b)
{
    const use *left = a, *right = b;
    int by_page = (left->page > right->page) - (left->page < right->page);
    return by_page != 0 ? by_page : (left->phase > right->phase) - (left->phase < right->phase);
}

/* The first memory that none of a page's phases has yet; NBB_PAGE_OWN: there is none. */
static uint32_t choose(choice *made, const use *uses, int64_t count)
{
    uint32_t first = 0;
    for (int64_t j = 0; j < count; ++j) {
        uint32_t *of_phase = &made->first_free[uses[j].phase];
        const bool *has = &made->has[uses[j].phase * made->most + *of_phase];
        *of_phase += (uint32_t)NBB_FIND(i, made->most - *of_phase, !has[i]);
        first = *of_phase > first ? *of_phase : first;
    }
    for (uint32_t i = first; i < made->most; ++i) {
        if (NBB_ALL(j, count, !made->has[uses[j].phase * made->most + i])) {
            NBB_FILL(j, count, made->has[uses[j].phase * made->most + i], true);
            made->count = i >= made->count ? i + 1 : made->count;
            return NBB_PAGE_OWN + 1 + i;
        }
    }
    return NBB_PAGE_OWN;
}

nbb_status nbb_reserved_pages(const nbb_reserved *ranges, int64_t count, uint64_t page, uint32_t *memory_of,
                              uint32_t *shared, uint64_t *bytes)
{
    NBB_LOCAL_HEAP use *uses = NULL;
    int64_t used = 0, phases = 1;
    uint64_t own = 0;
    choice made = { .has = NULL };
    for (int64_t i = 0; i < count; ++i) {
        for (uint64_t at = ranges[i].begin / page; ranges[i].phase == 0 && at * page < ranges[i].end; ++at) {
            own += memory_of[at] != NBB_PAGE_OWN;
            memory_of[at] = NBB_PAGE_OWN;
        }
    }
    /* All uses but those of pages that are their own, by page; `phases` is the last phase's number, and one more. */
    for (int64_t i = 0; i < count; ++i) {
        phases = ranges[i].phase >= phases ? ranges[i].phase + 1 : phases;
        for (uint64_t at = ranges[i].begin / page; at * page < ranges[i].end; ++at) {
            NBB_TRY_IF(ranges[i].phase > 0 && memory_of[at] != NBB_PAGE_OWN,
                       NBB_APPEND(uses, used, "reserved pages", (use){ at, ranges[i].phase }));
        }
    }
    if (used > 0) {
        qsort(uses, (size_t)used, sizeof *uses, compare_uses);
    }
    NBB_LOCAL_MAKE(uint32_t, pages, phases, "reserved pages");
    NBB_LOCAL_MAKE(uint32_t, first_free, phases, "reserved pages");
    made.first_free = first_free;
    /* Memory for twice as many pages as any phase has: greedily chosen, few pages find none there. */
    for (int64_t i = 0; i < used; ++i) {
        uint32_t of_phase = ++pages[uses[i].phase];
        made.most = 2 * of_phase > made.most ? 2 * of_phase : made.most;
    }
    NBB_TRY(NBB_MAKE(made.has, phases * made.most + 1, "reserved pages"));
    for (int64_t i = 0, next; i < used; i = next) {
        next = i + 1 + NBB_FIND(more, used - i - 1, uses[i + 1 + more].page != uses[i].page);
        memory_of[uses[i].page] = choose(&made, uses + i, next - i);
        own += memory_of[uses[i].page] == NBB_PAGE_OWN;
    }
    *shared = made.count;
    *bytes = (own + made.count) * page;
    free(made.has);
    return NBB_OK;
}
