/* code_reach.c - evaluates a cone at all points of its leaves, 64 at once. */
#include "gen/code/code.h"

/* A leaf among the first AT_ONCE has the bits of a function's word. */
enum { AT_ONCE = NBB_FUNCTION_WORDS, CONE_MAX = 400 };

/* Slots: of the constants, then of the values that words are made of, the last ones first, so that what a value is
   made of comes behind it; with their bits at 64 points. */
enum { SLOTS = 2 + CONE_MAX + NBB_REACH_LEAVES };
typedef struct cone {
    const nbb_code *code;
    nbb_value values[SLOTS];
    uint64_t bits[SLOTS];
    int from[SLOTS][NBB_CODE_FROM]; /* slots; -1 after the last */
    int count;
    int leaves[NBB_REACH_LEAVES + 1]; /* slots */
    int leaf_count;
} cone;

static int descending(const void *a, const void *b)
{
    nbb_value left = *(const nbb_value *)a, right = *(const nbb_value *)b;
    return (left < right) - (left > right);
}

/* The slot of a value; 0, as of what is always 0, of one that has none. */
static int slot_of(const cone *of, nbb_value value)
{
    NBB_RETURN_IF(value <= NBB_ONES, value);
    const nbb_value *found = bsearch(&value, &of->values[2], (size_t)(of->count - 2), sizeof value, descending);
    return found != NULL ? (int)(found - of->values) : 0;
}

/* Gives values slots, from one on, in their order; false where the cone is too large. */
static bool add_values(cone *of, int from, const nbb_value *values, int count)
{
    for (int i = 0; i < count; ++i) {
        nbb_value *slot = &of->values[from + NBB_FIND(at, of->count - from, of->values[from + at] <= values[i])];
        if (values[i] > NBB_ONES && (slot == &of->values[of->count] || *slot != values[i])) {
            NBB_FAIL_IF(of->count == SLOTS, false);
            memmove(slot + 1, slot, (size_t)(&of->values[of->count++] - slot) * sizeof *slot);
            *slot = values[i];
        }
    }
    return true;
}

static int words_of(const cone *of, int slot)
{
    const nbb_node *node = &of->code->nodes[of->values[slot]];
    return node->operation == NBB_LOGIC ? nbb_node_words(node) : 0;
}

/* Lists the cone of words, and what its operations work on; false where it is too large. */
static bool list_cone(cone *of, const nbb_value *words, int count)
{
    int operations = 0;
    bool fits = add_values(of, 2, words, count);
    for (int slot = 2; fits && slot < of->count; ++slot) {
        int from = words_of(of, slot);
        operations += from > 0;
        NBB_FAIL_IF(from == 0 && of->leaf_count == NBB_REACH_LEAVES, false);
        of->leaves[of->leaf_count] = slot;
        of->leaf_count += from == 0;
        fits = operations <= CONE_MAX && add_values(of, slot + 1, of->code->nodes[of->values[slot]].from, from);
    }
    for (int slot = 2; fits && slot < of->count; ++slot) {
        const nbb_node *node = &of->code->nodes[of->values[slot]];
        NBB_FILL(i, NBB_CODE_FROM, of->from[slot][i], i < words_of(of, slot) ? slot_of(of, node->from[i]) : -1);
    }
    return fits;
}

/* Evaluates the cone at 64 points. Returns those where no loaded bit is 1 that is bound to be 0. */
static uint64_t evaluate(cone *of, int block)
{
    uint64_t valid = ~UINT64_C(0);
    NBB_FILL(i, of->leaf_count, of->bits[of->leaves[i]],
             i < AT_ONCE ? nbb_function_points[i] : 0 - (uint64_t)(block >> (i - AT_ONCE) & 1));
    for (int i = 0; i < of->leaf_count; ++i) {
        int bound = slot_of(of, of->code->nodes[of->values[of->leaves[i]]].within);
        valid &= bound != 0 ? ~of->bits[of->leaves[i]] | of->bits[bound] : ~UINT64_C(0);
    }
    for (int slot = of->count - 1; valid != 0 && slot >= 2; --slot) {
        uint64_t from[NBB_CODE_FROM] = { 0 };
        for (int i = 0; i < NBB_CODE_FROM && of->from[slot][i] >= 0; ++i) {
            from[i] = of->bits[of->from[slot][i]];
        }
        if (of->from[slot][0] >= 0) {
            of->bits[slot] = nbb_table_points(of->code->nodes[of->values[slot]].table, from);
        }
    }
    return valid;
}

nbb_patterns nbb_code_reach(const nbb_code *code, const nbb_value *words, int count)
{
    nbb_patterns reached = { { 0 } };
    cone of = { .code = code, .count = 2, .values[NBB_ONES] = NBB_ONES, .bits[NBB_ONES] = ~UINT64_C(0) };
    if (code->failed || !list_cone(&of, words, count)) {
        for (int pattern = 0; pattern < 1 << count; ++pattern) {
            nbb_patterns_put(&reached, pattern);
        }
        return reached;
    }
    int slots[NBB_REACH_WORDS];
    NBB_FILL(i, count, slots[i], slot_of(&of, words[i]));
    int blocks = of.leaf_count > AT_ONCE ? 1 << (of.leaf_count - AT_ONCE) : 1;
    for (int block = 0; block < blocks; ++block) {
        /* Puts in the patterns that the words have at some points. */
        uint64_t points = evaluate(&of, block);
        for (; points != 0; points &= points - 1) {
            int point = __builtin_ctzll(points);
            nbb_patterns_put(&reached, NBB_SUM(i, count, (int)(of.bits[slots[i]] >> point & 1) << i));
        }
    }
    return reached;
}
