/* code_reach.c - evaluates a cone at all points of its leaves, 64 at once. */
#include "gen/code/code_reach.h"

#include <stdlib.h>
#include <string.h>

enum { AT_ONCE = 6, CONE_MAX = 400 };

/* A leaf's bits where it is among the first AT_ONCE. */
static const uint64_t variables[AT_ONCE] = { UINT64_C(0xaaaaaaaaaaaaaaaa), UINT64_C(0xcccccccccccccccc),
                                             UINT64_C(0xf0f0f0f0f0f0f0f0), UINT64_C(0xff00ff00ff00ff00),
                                             UINT64_C(0xffff0000ffff0000), UINT64_C(0xffffffff00000000) };

/* The values that words are made of, ascending, and their bits at 64 points. */
typedef struct cone {
    const nbb_code *code;
    uint64_t *bits; /* by value */
    nbb_value values[CONE_MAX];
    int count;
    nbb_value leaves[NBB_REACH_LEAVES];
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

/* Lists the cone of the words that are marked; false where it is too large. */
static bool list_cone(cone *of, bool *marked, nbb_value last)
{
    for (nbb_value value = last; value > NBB_ONES; --value) {
        const nbb_node *node = &of->code->nodes[value];
        int words = node->operation == NBB_LOGIC ? nbb_node_words(node) : 0;
        if (marked[value] && (of->count == CONE_MAX || (words == 0 && of->leaf_count == NBB_REACH_LEAVES))) {
            return false;
        }
        for (int i = 0; marked[value] && i < words; ++i) {
            marked[node->from[i]] = true;
        }
        if (marked[value] && words > 0) {
            of->values[of->count++] = value;
        } else if (marked[value]) {
            of->leaves[of->leaf_count++] = value;
        }
    }
    return true;
}

/* Evaluates the cone at 64 points. Returns those where no loaded bit is 1 that is bound to be 0. */
static uint64_t evaluate(cone *of, const bool *marked, int block)
{
    uint64_t valid = ~UINT64_C(0);
    for (int i = 0; i < of->leaf_count; ++i) {
        of->bits[of->leaves[i]] = i < AT_ONCE ? variables[i] : 0 - (uint64_t)(block >> (i - AT_ONCE) & 1);
    }
    for (int i = 0; i < of->leaf_count; ++i) {
        nbb_value within = of->code->nodes[of->leaves[i]].within;
        valid &= within != NBB_ZERO && marked[within] ? ~of->bits[of->leaves[i]] | of->bits[within] : ~UINT64_C(0);
    }
    for (int i = of->count - 1; valid != 0 && i >= 0; --i) {
        const nbb_node *node = &of->code->nodes[of->values[i]];
        uint64_t from[NBB_CODE_FROM] = { 0 };
        for (int j = 0; j < nbb_node_words(node); ++j) {
            from[j] = of->bits[node->from[j]];
        }
        of->bits[of->values[i]] = nbb_table_points(node->table, from);
    }
    return valid;
}

/* Puts in the patterns that the words have at some points. */
static void put_points(const cone *of, const nbb_value *words, int count, uint64_t points, nbb_reached *reached)
{
    for (; points != 0; points &= points - 1) {
        int point = __builtin_ctzll(points), pattern = 0;
        for (int i = 0; i < count; ++i) {
            pattern |= (int)(of->bits[words[i]] >> point & 1) << i;
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

static nbb_reached reach(cone *of, bool *marked, const nbb_value *words, int count)
{
    nbb_reached reached = { { 0 } };
    nbb_value last = NBB_ONES;
    for (int i = 0; i < count; ++i) {
        marked[words[i]] = true;
        last = words[i] > last ? words[i] : last;
    }
    if (!list_cone(of, marked, last)) {
        return all_of(count);
    }
    int blocks = of->leaf_count > AT_ONCE ? 1 << (of->leaf_count - AT_ONCE) : 1;
    of->bits[NBB_ONES] = ~UINT64_C(0);
    for (int block = 0; block < blocks; ++block) {
        put_points(of, words, count, evaluate(of, marked, block), &reached);
    }
    return reached;
}

nbb_reached nbb_code_reach(nbb_code *code, const nbb_value *words, int count)
{
    cone of = { .code = code, .bits = calloc((size_t)code->count, sizeof *of.bits) };
    bool *marked = calloc((size_t)code->count, sizeof *marked);
    bool has_room = of.bits != NULL && marked != NULL;
    code->failed = code->failed || !has_room;
    nbb_reached reached = has_room ? reach(&of, marked, words, count) : all_of(count);
    free(of.bits);
    free(marked);
    return reached;
}
