/* lanes_sums.c - finds the triples of words that several cells of a step add up. */
#include "gen/lanes/lanes.h"

#include <xxhash.h>

/* Three inputs of a cell, ascending, and how many cells have them all: these are between two, mostly close. */
typedef struct triple {
    int inputs[3];
    int users, first, last;
} triple;

/* Most users first, then by inputs. */
static int compare_triples(const void *a, const void *b)
{
    const triple *left = a, *right = b;
    int order = right->users - left->users, i = NBB_FIND(at, 3, left->inputs[at] != right->inputs[at]);
    return order != 0 || i == 3 ? order : left->inputs[i] - right->inputs[i];
}

static int compare_integers(const void *a, const void *b)
{
    const int *left = a, *right = b;
    return (*left > *right) - (*left < *right);
}

/* The slot of a triple, or a free one, whose `users` are 0. The number of slots is a power of two. */
static triple *slot_of(triple *slots, size_t count, const int inputs[3])
{
    size_t at = XXH3_64bits(inputs, sizeof slots->inputs) & (count - 1);
    while (slots[at].users > 0 && memcmp(slots[at].inputs, inputs, sizeof slots[at].inputs) != 0) {
        at = (at + 1) & (count - 1);
    }
    return &slots[at];
}

static void count_triples(const nbb_cell_sum *sum, int cell, triple *slots, size_t slot_count)
{
    for (int i = 0; i < sum->one_count; ++i) {
        for (int j = i + 1; j < sum->one_count; ++j) {
            for (int l = j + 1; l < sum->one_count; ++l) {
                const int inputs[3] = { sum->ones[i], sum->ones[j], sum->ones[l] };
                triple *slot = slot_of(slots, slot_count, inputs);
                int first = slot->users > 0 ? slot->first : cell;
                *slot = (triple){ { inputs[0], inputs[1], inputs[2] }, slot->users + 1, first, cell };
            }
        }
    }
}

/* Lists the triples with several users in the first slots, most users first; how many. */
static size_t rank_triples(const nbb_cell_sum *cells, int count, triple *slots, size_t slot_count)
{
    size_t kept = 0;
    memset(slots, 0, slot_count * sizeof *slots);
    for (int cell = 0; cell < count; ++cell) {
        count_triples(&cells[cell], cell, slots, slot_count);
    }
    for (size_t i = 0; i < slot_count; ++i) {
        slots[kept] = slots[i];
        kept += slots[kept].users > 1;
    }
    qsort(slots, kept, sizeof *slots, compare_triples);
    return kept;
}

/* Both are in order. */
static bool has_triple(const nbb_cell_sum *sum, const triple *wanted)
{
    int found = 0;
    NBB_RETURN_IF(sum->one_count < 3 || sum->ones[0] > wanted->inputs[0]
                      || sum->ones[sum->one_count - 1] < wanted->inputs[2],
                  false);
    for (int i = 0; i < sum->one_count && found < 3 && sum->ones[i] <= wanted->inputs[found]; ++i) {
        found += sum->ones[i] == wanted->inputs[found];
    }
    return found == 3;
}

/* Takes a triple out of all cells that still have it, if they are as many as when it was ranked. */
static bool take_out(const triple *wanted, int count, nbb_step_sums *sums)
{
    const nbb_cell_sum *cells = &sums->cells[wanted->first];
    NBB_RETURN_IF(NBB_SUM(i, wanted->last - wanted->first + 1, has_triple(&cells[i], wanted)) != wanted->users,
                  false);
    /* Puts the triple's sum, whose number is the largest yet, in place of its inputs. */
    for (int cell = wanted->first; cell <= wanted->last; ++cell) {
        nbb_cell_sum *sum = &sums->cells[cell];
        int kept = 0, ones = has_triple(sum, wanted) ? sum->one_count : 0;
        for (int i = 0; i < ones; ++i) {
            sum->ones[kept] = sum->ones[i];
            kept += NBB_ALL(n, 3, sum->ones[i] != wanted->inputs[n]);
        }
        if (ones > 0) {
            sum->ones[kept] = count + sums->triple_count;
            sum->one_count = kept + 1;
            sum->twos[sum->two_count++] = sums->triple_count;
        }
    }
    memcpy(sums->triples[sums->triple_count++], wanted->inputs, sizeof wanted->inputs);
    return true;
}

/* The sums of each cell, nothing shared yet; how many triples they have. */
static nbb_status list_sums(nbb_arena *arena, const nbb_closure *closure, nbb_rule rule, int step,
                            nbb_step_sums *sums, size_t *triples)
{
    size_t all = 0;
    *triples = 0;
    *sums = (nbb_step_sums){ .cells = NULL };
    NBB_TRY(NBB_ARRAYS(arena, NBB_ARRAY(sums->cells, closure->count)));
    for (int i = 0; i < closure->count; ++i) {
        const nbb_closure_cell *cell = &closure->cells[i];
        bool counts = (cell->needed >> step & 1) != 0 && nbb_rule_reads_neighbours(rule, cell->neighbour_count);
        size_t ones = counts ? (size_t)cell->neighbour_count : 0;
        sums->cells[i].one_count = (int)ones;
        memcpy(sums->cells[i].ones, cell->neighbours, ones * sizeof *cell->neighbours);
        qsort(sums->cells[i].ones, ones, sizeof *sums->cells[i].ones, compare_integers);
        all += ones;
        *triples += ones < 3 ? 0 : ones * (ones - 1) * (ones - 2) / 6;
    }
    return NBB_ARRAYS(arena, NBB_ARRAY(sums->triples, all / 2)); /* each taken leaves its cells two inputs fewer */
}

nbb_status nbb_sums_share(nbb_arena *arena, const nbb_closure *closure, nbb_rule rule, int step, nbb_step_sums *sums)
{
    NBB_LOCAL_HEAP triple *slots = NULL;
    size_t triples, count = 64;
    NBB_TRY(list_sums(arena, closure, rule, step, sums, &triples));
    while (count < 2 * triples) {
        count *= 2;
    }
    NBB_TRY(NBB_MAKE(slots, count, "the sums of a step"));
    /* Ranks and takes out, until no triple has two users. */
    for (bool changed = true; changed;) {
        size_t ranked = rank_triples(sums->cells, closure->count, slots, count);
        changed = NBB_SUM(i, ranked, take_out(&slots[i], closure->count, sums)) > 0;
    }
    return NBB_OK;
}
