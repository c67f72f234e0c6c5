/* lanes_resolve.c - puts draws in the places of the words that stand for them.

   What depends on a draw is made anew. The lanes that care are looked for at the last few draws of a cell alone
   (lanes_care.c): all draws before these are put in at once, in one pass over the code, then these one after another.
   So a cell's code grows as its text does, however many draws follow each other. */
#include "gen/lanes/lanes_lower.h"

#include <stdlib.h>

/* A pass. By value, from `first` on: whether the results need it, and what it has become. */
typedef struct pass {
    nbb_lower *lower;
    int next, end; /* the draws that are put in */
    nbb_value first, last;
    bool *needed;
    nbb_value *to;
} pass;

static nbb_value moved(const pass *p, nbb_value value)
{
    return value < p->first ? value : p->to[value - p->first];
}

/* The last value that the planes and the draws are made of. */
static nbb_value last_of(const nbb_lower *lower, int from, const nbb_value *planes, int count)
{
    nbb_value last = lower->pending[lower->pending_count - 1].stands;
    for (int i = 0; i < count; ++i) {
        last = planes[i] > last ? planes[i] : last;
    }
    for (int i = from + 1; i < lower->pending_count; ++i) {
        for (int j = 1; j < lower->pending[i].draw.words; ++j) {
            last = lower->pending[i].words[j] > last ? lower->pending[i].words[j] : last;
        }
    }
    return last;
}

static void need(pass *p, const nbb_value *words, int count)
{
    for (int i = 0; i < count; ++i) {
        if (words[i] >= p->first) {
            p->needed[words[i] - p->first] = true;
        }
    }
}

/* Marks what the planes and the draws' masks are made of. */
static void mark(pass *p, const nbb_value *planes, int count)
{
    const nbb_lower *lower = p->lower;
    need(p, planes, count);
    for (int i = p->next + 1; i < lower->pending_count; ++i) {
        need(p, &lower->pending[i].words[1], lower->pending[i].draw.words - 1);
    }
    for (nbb_value value = p->last; value >= p->first; --value) {
        const nbb_node *node = &lower->code->nodes[value];
        if (p->needed[value - p->first]) {
            need(p, node->from, nbb_node_words(node));
        }
    }
}

static void move_masks(const pass *p, nbb_pending_draw *draw)
{
    for (int i = 1; i < draw->draw.words; ++i) {
        draw->words[i] = moved(p, draw->words[i]);
    }
}

/* The same operation of what its words have become. */
static nbb_value remake(const pass *p, nbb_value value)
{
    const nbb_node node = p->lower->code->nodes[value];
    nbb_value from[NBB_CODE_FROM] = { NBB_ZERO, NBB_ZERO, NBB_ZERO };
    bool changed = false;
    for (int i = 0; i < nbb_node_words(&node); ++i) {
        from[i] = moved(p, node.from[i]);
        changed = changed || from[i] != node.from[i];
    }
    return changed ? nbb_code_logic_of(p->lower->code, node.table, from) : value;
}

/* Puts in the draws, in the order of the code: masks depend on earlier draws alone, and those of the first on none
   that still waits. */
static void put_in(pass *p, nbb_value *planes, int count)
{
    nbb_lower *lower = p->lower;
    for (nbb_value value = p->first; value <= p->last; ++value) {
        nbb_value made = p->needed[value - p->first] ? remake(p, value) : value;
        if (p->next < p->end && value == lower->pending[p->next].stands) {
            nbb_pending_draw *draw = &lower->pending[p->next++];
            if (value > p->first) {
                move_masks(p, draw);
            }
            made = nbb_code_draw(lower->code, draw->draw, draw->words);
        }
        p->to[value - p->first] = made;
    }
    for (int i = 0; i < count; ++i) {
        planes[i] = moved(p, planes[i]);
    }
    for (int i = p->end; i < lower->pending_count; ++i) {
        move_masks(p, &lower->pending[i]);
    }
}

/* The draws of a number from `from` to before `end`, whose `care` is found. */
static void resolve(nbb_lower *lower, int from, int end, nbb_value *planes, int count)
{
    pass p = { .lower = lower, .next = from, .end = end, .first = lower->pending[from].stands };
    p.last = last_of(lower, from, planes, count);
    size_t values = (size_t)(p.last - p.first + 1);
    p.needed = calloc(values, sizeof *p.needed);
    p.to = malloc(values * sizeof *p.to);
    if (p.needed == NULL || p.to == NULL) {
        lower->code->failed = true;
    } else {
        mark(&p, planes, count);
        put_in(&p, planes, count);
    }
    free(p.needed);
    free(p.to);
}

void nbb_lower_resolve(nbb_lower *lower, nbb_value *planes, int count)
{
    int many = lower->pending_count - NBB_CARE_DRAWS;
    for (int i = 0; i < many; ++i) {
        lower->pending[i].words[0] = lower->cell->acts;
    }
    if (many > 0 && !lower->code->failed) {
        resolve(lower, 0, many, planes, count);
    }
    for (int i = many > 0 ? many : 0; i < lower->pending_count && !lower->code->failed; ++i) {
        lower->pending[i].words[0] = nbb_lower_care(lower, i, planes, count);
        resolve(lower, i, i + 1, planes, count);
    }
}
