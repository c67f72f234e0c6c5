/* code_reach.c - evaluates a cone at all points of its leaves, 64 at once. */
#include "gen/code/code.h"

/* A leaf among the first AT_ONCE has the bits of a function's word. */
enum { AT_ONCE = NBB_FUNCTION_WORDS, CONE_MAX = 400 };

/* Slots: of the constants, then of the values that words are made of, with their bits at 64 points. They are found by
   hash: a cone is listed for each assignment of a program, and most of the large ones are given up. */
enum { SLOTS = 2 + CONE_MAX + NBB_REACH_LEAVES, PLACES = 1024 };
typedef struct cone {
    const nbb_code *code;
    nbb_value values[SLOTS];
    uint64_t bits[SLOTS];
    int16_t from[SLOTS][NBB_CODE_FROM]; /* slots */
    int16_t places[PLACES];             /* slots, 0 where there is none: of values past the constants */
    int count, operations;
    int leaves[NBB_REACH_LEAVES]; /* slots */
    int leaf_count;
} cone;

/* The place of a value's slot, or a free one. */
static int16_t *find_place(cone *of, nbb_value value)
{
    uint32_t place = (uint32_t)value * UINT32_C(2654435761) >> 22;
    while (of->places[place] != 0 && of->values[of->places[place]] != value) {
        place = (place + 1) % PLACES;
    }
    return &of->places[place];
}

static int slot_of(cone *of, nbb_value value)
{
    return value <= NBB_ONES ? value : *find_place(of, value);
}

/* Gives values slots; false where the cone is too large. */
static bool add_values(cone *of, const nbb_value *values, int count)
{
    for (int i = 0; i < count; ++i) {
        int16_t *place = values[i] <= NBB_ONES ? NULL : find_place(of, values[i]);
        if (place == NULL || *place != 0) {
            continue;
        }
        NBB_FAIL_IF(of->count == SLOTS, false);
        *place = (int16_t)of->count;
        of->values[of->count++] = values[i];
    }
    return true;
}

static int words_of(const cone *of, int slot)
{
    const nbb_node *node = &of->code->nodes[of->values[slot]];
    return node->operation == NBB_LOGIC ? nbb_node_words(node) : 0;
}

/* Lists the cone of words; false where it is too large. */
static bool list_cone(cone *of, const nbb_value *words, int count)
{
    bool fits = add_values(of, words, count);
    for (int slot = 2; fits && slot < of->count; ++slot) {
        int from = words_of(of, slot);
        of->operations += from > 0;
        of->leaf_count += from == 0;
        fits = of->operations <= CONE_MAX && of->leaf_count <= NBB_REACH_LEAVES
               && add_values(of, of->code->nodes[of->values[slot]].from, from);
    }
    return fits;
}

static int descending(const void *a, const void *b)
{
    nbb_value left = *(const nbb_value *)a, right = *(const nbb_value *)b;
    return (left < right) - (left > right);
}

/* Orders the slots, so that what a value is made of comes behind it, and finds what operations work on. */
static void order_cone(cone *of)
{
    int leaves = 0;
    qsort(&of->values[2], (size_t)(of->count - 2), sizeof of->values[0], descending);
    memset(of->places, 0, sizeof of->places);
    for (int slot = 2; slot < of->count; ++slot) {
        *find_place(of, of->values[slot]) = (int16_t)slot;
    }
    for (int slot = 2; slot < of->count; ++slot) {
        int words = words_of(of, slot);
        for (int i = 0; i < NBB_CODE_FROM; ++i) {
            nbb_value from = of->code->nodes[of->values[slot]].from[i];
            of->from[slot][i] = i < words ? (int16_t)slot_of(of, from) : -1;
        }
        if (words == 0) {
            of->leaves[leaves++] = slot;
        }
    }
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
    order_cone(&of);
    int blocks = of.leaf_count > AT_ONCE ? 1 << (of.leaf_count - AT_ONCE) : 1;
    for (int block = 0; block < blocks; ++block) {
        /* Puts in the patterns that the words have at some points. */
        uint64_t points = evaluate(&of, block);
        for (; points != 0; points &= points - 1) {
            int point = __builtin_ctzll(points);
            nbb_patterns_put(&reached, NBB_SUM(i, count, (int)(of.bits[slot_of(&of, words[i])] >> point & 1) << i));
        }
    }
    return reached;
}
