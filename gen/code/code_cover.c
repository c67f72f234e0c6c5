/* code_cover.c - covers a launch's operations by such of three words. */
#include "gen/code/code.h"

#include "gen/base/base.h"

/* What is wanted of a value, as bits: that it is there, as a result; that if it is there it is a value of its own,
   which no operation takes in. */
enum { WANTED = 1, KEPT = 2 };

/* How many operations that a wanted value depends on work on each value, and once more where it is wanted. */
static void count_uses(const nbb_code *code, const uint8_t *wanted, int *uses)
{
    memset(uses, 0, (size_t)code->count * sizeof *uses);
    for (nbb_value value = code->count - 1; value >= 0; --value) {
        int count;
        const nbb_value *from = nbb_code_from(code, value, &count);
        uses[value] += wanted[value] & WANTED;
        for (int i = 0; uses[value] > 0 && i < count; ++i) {
            ++uses[from[i]];
        }
    }
}

int nbb_code_operations(const nbb_code *code, const int *uses)
{
    int operations = 0;
    for (nbb_value value = 0; value < code->count; ++value) {
        operations += uses[value] > 0 && code->nodes[value].operation == NBB_LOGIC;
    }
    return operations;
}

/* Takes in word i if an operation alone works on it, and it is not wanted as it is; those words of it that the node
   has itself are used once less. */
static bool take_in(nbb_node *nodes, const uint8_t *wanted, int *uses, nbb_node *node, int i)
{
    nbb_value taken = node->from[i];
    nbb_node join;
    NBB_FAIL_IF(uses[taken] != 1 || wanted[taken] != 0 || !nbb_node_join(nodes, node, 1U << i, &join), false);
    uses[taken] = 0;
    for (int j = 0; j < nbb_node_words(&nodes[taken]); ++j) {
        nbb_value word = nodes[taken].from[j];
        for (int k = 0; k < NBB_CODE_FROM; ++k) {
            uses[word] -= node->from[k] == word;
        }
    }
    *node = join;
    return true;
}

/* Marks results: those from number `kept` on as values of their own, those from `wanted` on as wanted. */
static void mark(const nbb_value *results, size_t count, size_t kept, size_t wanted, uint8_t *marks)
{
    for (size_t i = kept; i < count; ++i) {
        if (results[i] != NBB_NO_VALUE) {
            marks[results[i]] |= (uint8_t)(KEPT | (i >= wanted ? WANTED : 0));
        }
    }
}

nbb_status nbb_code_cover(nbb_arena *arena, const nbb_code *code, nbb_value *results, size_t count, size_t kept,
                          size_t wanted, nbb_code *covered)
{
    NBB_LOCAL_ARENA local = { 0 };
    nbb_node *nodes;
    nbb_value *to;
    int *uses;
    uint8_t *marks;
    NBB_TRY(nbb_code_status(code));
    NBB_TRY(NBB_ARRAYS(&local, NBB_ARRAY(nodes, code->count), NBB_ARRAY(to, code->count),
                       NBB_ARRAY(uses, code->count), NBB_ARRAY(marks, code->count)));
    memcpy(nodes, code->nodes, (size_t)code->count * sizeof *nodes);
    mark(results, count, kept, wanted, marks);
    count_uses(code, marks, uses);
    /* Joins what the nodes can take in, from those on which none depends. */
    for (nbb_value value = code->count - 1; value >= 0; --value) {
        nbb_node *node = &nodes[value];
        bool is_live = node->operation == NBB_LOGIC && uses[value] > 0;
        for (int i = 0; is_live && i < nbb_node_words(node); ++i) {
            i = take_in(nodes, marks, uses, node, i) ? -1 : i;
        }
    }
    nbb_code_begin(arena, covered);
    /* Makes the nodes that are left anew, so that they are folded and shared. */
    for (nbb_value value = 0; value < code->count; ++value) {
        bool is_left = value <= NBB_ONES || uses[value] > 0;
        to[value] = is_left ? nbb_code_copy(code, &nodes[value], to, false, covered) : NBB_NO_VALUE;
    }
    for (size_t i = 0; i < count; ++i) {
        results[i] = results[i] != NBB_NO_VALUE ? to[results[i]] : NBB_NO_VALUE;
    }
    NBB_TRY(nbb_code_status(covered));
    return nbb_code_uses(arena, covered, results + wanted, count - wanted, &covered->uses);
}

nbb_status nbb_code_uses(nbb_arena *arena, const nbb_code *code, const nbb_value *results, size_t count, int **uses)
{
    uint8_t *marks;
    NBB_TRY(NBB_ARRAYS(arena, NBB_ARRAY(*uses, code->count), NBB_ARRAY(marks, code->count)));
    mark(results, count, 0, 0, marks);
    count_uses(code, marks, *uses);
    return NBB_OK;
}
