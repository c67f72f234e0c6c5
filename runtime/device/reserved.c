/* reserved.c - which pages of reserved addresses share memory. */
#include "runtime/device/device.h"

/* A page that a turn uses. */
typedef struct use {
    uint64_t page;
    int64_t turn;
} use;

/* What is chosen so far: whether a turn has a page in memory number i of those that are shared, and the first number
   in which it has none. */
typedef struct choice {
    bool *has; /* [turn * most + i] */
    uint32_t *first_free, most, count;
} choice;

static int compare_uses(const void *a, const void *b)
{
    const use *left = a, *right = b;
    int by_page = (left->page > right->page) - (left->page < right->page);
    return by_page != 0 ? by_page : (left->turn > right->turn) - (left->turn < right->turn);
}

/* The first memory that none of a page's turns has yet; NBB_PAGE_OWN: there is none. */
static uint32_t choose(choice *made, const use *uses, int64_t count)
{
    uint32_t first = 0;
    for (int64_t j = 0; j < count; ++j) {
        uint32_t *of_turn = &made->first_free[uses[j].turn];
        const bool *has = &made->has[uses[j].turn * made->most + *of_turn];
        *of_turn += (uint32_t)NBB_FIND(i, made->most - *of_turn, !has[i]);
        first = *of_turn > first ? *of_turn : first;
    }
    for (uint32_t i = first; i < made->most; ++i) {
        if (NBB_ALL(j, count, !made->has[uses[j].turn * made->most + i])) {
            for (int64_t j = 0; j < count; ++j) {
                made->has[uses[j].turn * made->most + i] = true;
            }
            made->count = i >= made->count ? i + 1 : made->count;
            return NBB_PAGE_OWN + 1 + i;
        }
    }
    return NBB_PAGE_OWN;
}

nbb_status nbb_reserved_pages(const nbb_reserved *ranges, int64_t count, uint64_t page, uint32_t *memory_of,
                              uint32_t *shared)
{
    NBB_LOCAL_HEAP use *uses = NULL;
    int64_t used = 0, turns = 1;
    choice made = { .has = NULL };
    for (int64_t i = 0; i < count; ++i) {
        for (uint64_t at = ranges[i].begin / page; ranges[i].turn == 0 && at * page < ranges[i].end; ++at) {
            memory_of[at] = NBB_PAGE_OWN;
        }
    }
    /* All uses but those of pages that are their own, by page; `turns` is the last turn's number, and one more. */
    for (int64_t i = 0; i < count; ++i) {
        turns = ranges[i].turn >= turns ? ranges[i].turn + 1 : turns;
        for (uint64_t at = ranges[i].begin / page; at * page < ranges[i].end; ++at) {
            if (ranges[i].turn > 0 && memory_of[at] != NBB_PAGE_OWN) {
                NBB_TRY(NBB_APPEND(uses, used, "reserved pages", (use){ at, ranges[i].turn }));
            }
        }
    }
    if (used > 0) {
        qsort(uses, (size_t)used, sizeof *uses, compare_uses);
    }
    NBB_LOCAL_MAKE(uint32_t, pages, turns, "reserved pages");
    NBB_LOCAL_MAKE(uint32_t, first_free, turns, "reserved pages");
    made.first_free = first_free;
    /* Memory for twice as many pages as any turn has: greedily chosen, few pages find none there. */
    for (int64_t i = 0; i < used; ++i) {
        uint32_t of_turn = ++pages[uses[i].turn];
        made.most = 2 * of_turn > made.most ? 2 * of_turn : made.most;
    }
    NBB_TRY(NBB_MAKE(made.has, turns * made.most + 1, "reserved pages"));
    for (int64_t i = 0, next; i < used; i = next) {
        next = i + 1 + NBB_FIND(more, used - i - 1, uses[i + 1 + more].page != uses[i].page);
        memory_of[uses[i].page] = choose(&made, uses + i, next - i);
    }
    *shared = made.count;
    free(made.has);
    return NBB_OK;
}

uint64_t nbb_reserved_bytes(const uint32_t *memory_of, uint64_t pages, uint32_t shared, uint64_t page)
{
    uint64_t own = 0;
    for (uint64_t i = 0; i < pages; ++i) {
        own += memory_of[i] == NBB_PAGE_OWN;
    }
    return (own + shared) * page;
}
