/* code_reach.c - evaluates a cone at all points of its leaves, 64 at once. */
#include "gen/code/code_reach.h"

#include <string.h>

enum { AT_ONCE = 6, CONE_MAX = 400 };

/* A leaf's bits where it is among the first AT_ONCE. */
static const uint64_t variables[AT_ONCE] = { UINT64_C(0xaaaaaaaaaaaaaaaa), UINT64_C(0xcccccccccccccccc),
                                             UINT64_C(0xf0f0f0f0f0f0f0f0), UINT64_C(0xff00ff00ff00ff00),
                                             UINT64_C(0xffff0000ffff0000), UINT64_C(0xffffffff00000000) };

/* Slots: of the constants, then of the values that words are made of, descending, with their bits at 64 points. */
enum { SLOTS = 2 + CONE_MAX + NBB_REACH_LEAVES };
typedef struct cone {
    const nbb_code *code;
    nbb_value values[SLOTS];
    uint64_t bits[SLOTS];
    int16_t from[SLOTS][NBB_CODE_FROM]; /* slots */
    int count, operations;
    int leaves[NBB_REACH_LEAVES]; /* slots */
    int leaf_count;
} cone;

bool nbb_reached_has(const nbb_reached *reached, int pattern)
{
    return reached->at[pattern / 64] >> (pattern % 64) & 1;
}

static void put(nbb_reached *reached, int pattern)
{
    reached->at[pattern / 64] |= UINT64_C(1) << (pattern % 64);
}

/* A value's slot, or the one before which it belongs. */
static int slot_of(const cone *of, nbb_value value)
{
    int low = 2, high = of->count;
    while (low < high) {
        int middle = (low + high) / 2;
        low = of->values[middle] > value ? middle + 1 : low;
        high = of->values[middle] > value ? high : middle;
    }
    return value <= NBB_ONES ? value : low;
}

static bool has_slot(const cone *of, nbb_value value)
{
    int slot = slot_of(of, value);
    return slot < of->count && of->values[slot] == value;
}

/* Gives values slots; false where the cone is too large. */
static bool add_values(cone *of, const nbb_value *values, int count)
{
    for (int i = 0; i < count; ++i) {
        int slot = slot_of(of, values[i]);
        if (has_slot(of, values[i])) {
            continue;
        }
        if (of->count == SLOTS) {
            return false;
        }
        memmove(&of->values[slot + 1], &of->values[slot], (size_t)(of->count++ - slot) * sizeof of->values[0]);
        of->values[slot] = values[i];
    }
    return true;
}

/* Lists the cone of words; false where it is too large. What a value is made of comes behind it. */
static bool list_cone(cone *of, const nbb_value *words, int count)
{
    bool fits = add_values(of, words, count);
    for (int slot = 2; fits && slot < of->count; ++slot) {
        const nbb_node *node = &of->code->nodes[of->values[slot]];
        int from = node->operation == NBB_LOGIC ? nbb_node_words(node) : 0;
        fits = from > 0 ? ++of->operations <= CONE_MAX : of->leaf_count < NBB_REACH_LEAVES;
        if (fits && from == 0) {
            of->leaves[of->leaf_count++] = slot;
        }
        fits = fits && add_values(of, node->from, from);
    }
    return fits;
}

/* Finds the slots of what operations work on. */
static void link_cone(cone *of)
{
    for (int slot = 2; slot < of->count; ++slot) {
        const nbb_node *node = &of->code->nodes[of->values[slot]];
        for (int i = 0; i < NBB_CODE_FROM; ++i) {
            bool is_word = node->operation == NBB_LOGIC && i < nbb_node_words(node);
            of->from[slot][i] = is_word ? (int16_t)slot_of(of, node->from[i]) : -1;
        }
    }
}

/* Evaluates the cone at 64 points. Returns those where no loaded bit is 1 that is bound to be 0. */
static uint64_t evaluate(cone *of, int block)
{
    uint64_t valid = ~UINT64_C(0);
    for (int i = 0; i < of->leaf_count; ++i) {
        of->bits[of->leaves[i]] = i < AT_ONCE ? variables[i] : 0 - (uint64_t)(block >> (i - AT_ONCE) & 1);
    }
    for (int i = 0; i < of->leaf_count; ++i) {
        nbb_value within = of->code->nodes[of->values[of->leaves[i]]].within;
        if (within != NBB_ZERO && has_slot(of, within)) {
            valid &= ~of->bits[of->leaves[i]] | of->bits[slot_of(of, within)];
        }
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

/* Puts in the patterns that the words have at some points. */
static void put_points(const cone *of, const nbb_value *words, int count, uint64_t points, nbb_reached *reached)
{
    for (; points != 0; points &= points - 1) {
        int point = __builtin_ctzll(points), pattern = 0;
        for (int i = 0; i < count; ++i) {
            pattern |= (int)(of->bits[slot_of(of, words[i])] >> point & 1) << i;
        }
        put(reached, pattern);
    }
}

/* All patterns of the words. */
static nbb_reached all_of(int count)
{
    nbb_reached reached = { { 0 } };
    for (int pattern = 0; pattern < 1 << count; ++pattern) {
        put(&reached, pattern);
    }
    return reached;
}

nbb_reached nbb_code_reach(const nbb_code *code, const nbb_value *words, int count)
{
    nbb_reached reached = { { 0 } };
    cone of;
    of.code = code;
    of.values[NBB_ZERO] = NBB_ZERO;
    of.values[NBB_ONES] = NBB_ONES;
    of.bits[NBB_ZERO] = 0;
    of.bits[NBB_ONES] = ~UINT64_C(0);
    of.count = 2;
    of.operations = of.leaf_count = 0;
    if (code->failed || !list_cone(&of, words, count)) {
        return all_of(count);
    }
    link_cone(&of);
    int blocks = of.leaf_count > AT_ONCE ? 1 << (of.leaf_count - AT_ONCE) : 1;
    for (int block = 0; block < blocks; ++block) {
        put_points(&of, words, count, evaluate(&of, block), &reached);
    }
    return reached;
}
