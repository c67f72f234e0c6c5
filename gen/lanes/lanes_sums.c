/* lanes_sums.c - finds the triples of words that several cells of a step add up. */
#include "gen/lanes/lanes_code.h"

/* Three inputs of a cell, ascending, and how many cells have them all: these are between two, mostly close. */
typedef struct triple {
    int inputs[3];
    int users, first, last;
} triple;

static int compare_inputs(const void *a, const void *b)
{
    const triple *left = a, *right = b;
    for (int i = 0; i < 3; ++i) {
        if (left->inputs[i] != right->inputs[i]) {
            return left->inputs[i] < right->inputs[i] ? -1 : 1;
        }
    }
    return 0;
}

/* Most users first. */
static int compare_users(const void *a, const void *b)
{
    const triple *left = a, *right = b;
    return left->users != right->users ? right->users - left->users : compare_inputs(a, b);
}

static int compare_integers(const void *a, const void *b)
{
    const int *left = a, *right = b;
    return (*left > *right) - (*left < *right);
}

/* Where `seen`, of SLOTS, counts the triple: others may share the slot. */
enum { SLOTS = 1 << 16 };

static unsigned char *slot_of(unsigned char *seen, const int inputs[3])
{
    uint32_t hash = ((uint32_t)inputs[0] * 0x9e3779b1u + (uint32_t)inputs[1]) * 0x85ebca6bu + (uint32_t)inputs[2];
    return &seen[(hash * 0xc2b2ae35u) >> 16];
}

/* Lists the triples of a cell that another one may have, `users` 1 each; where `list` is NULL, counts all in `seen`.
   How many are listed. */
static size_t take_triples(const nbb_cell_sum *sum, int cell, unsigned char *seen, triple *list)
{
    size_t found = 0;
    for (int i = 0; i < sum->one_count; ++i) {
        for (int j = i + 1; j < sum->one_count; ++j) {
            for (int l = j + 1; l < sum->one_count; ++l) {
                triple one = { { sum->ones[i], sum->ones[j], sum->ones[l] }, 1, cell, cell };
                unsigned char *users = slot_of(seen, one.inputs);
                if (list == NULL) {
                    *users = (unsigned char)(*users + (*users < 2));
                } else if (*users > 1) {
                    list[found++] = one;
                }
            }
        }
    }
    return found;
}

/* The triples that several cells may have; the number of them. Most have one, so that few are left to sort. */
static size_t list_triples(const nbb_cell_sum *cells, int count, triple *list)
{
    unsigned char seen[SLOTS] = { 0 };
    size_t found = 0;
    for (int cell = 0; cell < count; ++cell) {
        (void)take_triples(&cells[cell], cell, seen, NULL);
    }
    for (int cell = 0; cell < count; ++cell) {
        found += take_triples(&cells[cell], cell, seen, &list[found]);
    }
    return found;
}

/* Joins equal triples and keeps those with several users, most first. */
static size_t rank_triples(triple *list, size_t count)
{
    size_t kept = 0;
    qsort(list, count, sizeof *list, compare_inputs);
    for (size_t i = 0; i < count;) {
        triple joined = list[i];
        for (++i; i < count && compare_inputs(&joined, &list[i]) == 0; ++i) {
            ++joined.users;
            joined.first = list[i].first < joined.first ? list[i].first : joined.first;
            joined.last = list[i].last > joined.last ? list[i].last : joined.last;
        }
        if (joined.users > 1) {
            list[kept++] = joined;
        }
    }
    qsort(list, kept, sizeof *list, compare_users);
    return kept;
}

/* Both are in order. */
static bool has_triple(const nbb_cell_sum *sum, const triple *wanted)
{
    int found = 0;
    if (sum->one_count < 3 || sum->ones[0] > wanted->inputs[0] || sum->ones[sum->one_count - 1] < wanted->inputs[2]) {
        return false;
    }
    for (int i = 0; i < sum->one_count && found < 3; ++i) {
        found += sum->ones[i] == wanted->inputs[found];
    }
    return found == 3;
}

/* Puts the triple's sum, whose number is the largest yet, in place of its inputs. */
static void replace(nbb_cell_sum *sum, const triple *added, int number, int input)
{
    int kept = 0;
    for (int i = 0; i < sum->one_count; ++i) {
        int one = sum->ones[i];
        if (one != added->inputs[0] && one != added->inputs[1] && one != added->inputs[2]) {
            sum->ones[kept++] = one;
        }
    }
    sum->ones[kept++] = input;
    sum->one_count = kept;
    sum->twos[sum->two_count++] = number;
}

/* Takes a triple out of all cells that still have it, if they are as many as when it was ranked. */
static bool take_out(const triple *wanted, int count, nbb_step_sums *sums)
{
    int users = 0;
    for (int cell = wanted->first; cell <= wanted->last; ++cell) {
        users += has_triple(&sums->cells[cell], wanted);
    }
    if (users != wanted->users) {
        return false;
    }
    for (int cell = wanted->first; cell <= wanted->last; ++cell) {
        if (has_triple(&sums->cells[cell], wanted)) {
            replace(&sums->cells[cell], wanted, sums->triple_count, count + sums->triple_count);
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
    NBB_LOCAL_HEAP triple *list = NULL;
    size_t triples;
    NBB_TRY(list_sums(arena, closure, rule, step, sums, &triples));
    NBB_TRY(NBB_MAKE(list, triples, "the sums of a step"));
    /* Ranks and takes out, until no triple has two users. */
    for (bool changed = true; changed;) {
        size_t ranked = rank_triples(list, list_triples(sums->cells, closure->count, list));
        changed = false;
        for (size_t i = 0; i < ranked; ++i) {
            changed |= take_out(&list[i], closure->count, sums);
        }
    }
    return NBB_OK;
}
