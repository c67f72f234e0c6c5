/* lanes_reals.c - real locals: what is computed with one is computed with the expression that it was assigned.

         real p = 1 / (1 + exp(-2 * field / T));      the processor decides chance(p) as it would
         s = chance(p);                               chance(1 / (1 + exp(-2 * field / T)))

   The integers in it must be what they were when it was assigned. */
#include "gen/lanes/lanes_lower.h"

#include "gen/base/grow.h"

#include <stdlib.h>
#include <string.h>

static bool is_real_local(const nbb_expression *expression)
{
    return expression->kind == NBB_EXPRESSION_LOCAL
           && (expression->type == NBB_TYPE_F32 || expression->type == NBB_TYPE_F64);
}

static bool has_real_local(const nbb_expression *expression)
{
    bool has = is_real_local(expression);
    for (int i = 0; i < expression->from_count; ++i) {
        has = has || has_real_local(expression->from[i]);
    }
    return has;
}

/* --- copies --- */

/* How many parts the tree has with what real locals were assigned in their places: more from each to the next where
   one stands several times. */
static int parts_of(const nbb_lower *lower, const nbb_expression *expression)
{
    int parts = is_real_local(expression) ? lower->reals[expression->number].parts : 1;
    for (int i = 0; i < expression->from_count; ++i) {
        parts += parts_of(lower, expression->from[i]);
    }
    return parts;
}

/* Whether they may be copied. */
static bool may_copy(nbb_lower *lower, const nbb_expression *expression)
{
    int parts = parts_of(lower, expression);
    if (parts > NBB_REAL_PARTS_MAX) {
        nbb_lower_refuse(lower, expression, "with what its reals were assigned it has more than 512 parts");
    }
    return nbb_lower_spend(lower, expression, parts);
}

/* A node of the lowering's own; NULL without memory. */
static nbb_expression *copy_node(nbb_lower *lower, const nbb_expression *expression)
{
    nbb_lowering *lowering = lower->lowering;
    nbb_expression *node = malloc(sizeof *node);
    nbb_expression **nodes = nbb_grow(lowering->nodes, lowering->node_count, 1, &lowering->node_capacity,
                                      sizeof *nodes);
    lowering->nodes = nodes != NULL ? nodes : lowering->nodes;
    if (node == NULL || nodes == NULL) {
        free(node);
        lower->status = nbb_fail_memory(sizeof *node, "a real of a program");
        return NULL;
    }
    *node = *expression;
    lowering->nodes[lowering->node_count++] = node;
    return node;
}

/* The tree with what real locals were assigned in their places. */
static nbb_expression *copy_tree(nbb_lower *lower, const nbb_expression *expression)
{
    if (is_real_local(expression)) {
        nbb_expression *is = lower->reals[expression->number].is;
        if (is == NULL) {
            nbb_lower_refuse(lower, expression, "a real that is assigned under a condition, or not at all");
        }
        return is;
    }
    nbb_expression *node = copy_node(lower, expression);
    for (int i = 0; node != NULL && i < node->from_count; ++i) {
        node->from[i] = copy_tree(lower, expression->from[i]);
        node = node->from[i] != NULL ? node : NULL;
    }
    return node;
}

/* The copy, or one that is the same and was made before: rows and words are found by it. */
static nbb_expression *settle(nbb_lowering *lowering, nbb_expression *copy, int first)
{
    for (int i = 0; i < first; ++i) {
        if (nbb_same_expressions(lowering->nodes[i], copy)) {
            while (lowering->node_count > first) {
                free(lowering->nodes[--lowering->node_count]);
            }
            return lowering->nodes[i];
        }
    }
    return copy;
}

/* --- what has changed since --- */

static bool same_bits(const nbb_bits *a, const nbb_bits *b)
{
    int words = a->told_by >= 0 ? a->told_by : nbb_bits_needed(a->low, a->high);
    bool same = a->told_by == b->told_by && a->low == b->low && a->high == b->high && a->possible == b->possible;
    same = same && memcmp(a->of, b->of, (size_t)words * sizeof a->of[0]) == 0;
    for (int point = 0; same && a->told_by >= 0 && point < 1 << a->told_by; ++point) {
        same = (a->possible >> point & 1) == 0 || a->values[point] == b->values[point];
    }
    return same;
}

/* Refuses a real local whose integers are no more what they were. */
static void check_inputs(nbb_lower *lower, const nbb_expression *local)
{
    nbb_cases cases;
    nbb_bits *now = lower->values;
    const nbb_real_local *real = &lower->reals[local->number];
    if (real->is == NULL || !nbb_cases_find(lower->lowering->program, real->is, &cases)) {
        return; /* who asks for the cases of the whole refuses it */
    }
    for (int i = 0; i < cases.input_count && lower->status == NBB_OK; ++i) {
        nbb_bits is = lower->expression(lower, cases.inputs[i], -1);
        lower->values = real->values;
        nbb_bits was = lower->expression(lower, cases.inputs[i], -1);
        lower->values = now;
        if (!same_bits(&is, &was)) {
            nbb_lower_refuse(lower, local, "the integers that this real was computed from have changed since");
        }
    }
}

static void check_locals(nbb_lower *lower, const nbb_expression *expression)
{
    if (is_real_local(expression)) {
        check_inputs(lower, expression);
    }
    for (int i = 0; i < expression->from_count; ++i) {
        check_locals(lower, expression->from[i]);
    }
}

const nbb_expression *nbb_lower_inline(nbb_lower *lower, const nbb_expression *expression)
{
    int first = lower->lowering->node_count;
    if (!has_real_local(expression)) {
        return expression;
    }
    if (!may_copy(lower, expression)) {
        return expression;
    }
    check_locals(lower, expression);
    nbb_expression *copy = copy_tree(lower, expression);
    return lower->status == NBB_OK && copy != NULL ? settle(lower->lowering, copy, first) : expression;
}

void nbb_lower_set_real(nbb_lower *lower, int local, const nbb_expression *value, int value_count)
{
    nbb_real_local *real = &lower->reals[local];
    if (!may_copy(lower, value) || !nbb_lower_spend(lower, value, value_count)) {
        return;
    }
    check_locals(lower, value);
    int first = lower->lowering->node_count;
    nbb_expression *copy = copy_tree(lower, value);
    nbb_snapshot *snapshot = malloc(sizeof *snapshot + (size_t)value_count * sizeof *snapshot->values);
    if (snapshot == NULL || copy == NULL || lower->status != NBB_OK) {
        free(snapshot);
        lower->status = lower->status != NBB_OK ? lower->status
                                                : nbb_fail_memory(sizeof *real, "a real of a program");
        return;
    }
    memcpy(snapshot->values, lower->values, (size_t)value_count * sizeof *snapshot->values);
    snapshot->next = lower->snapshots;
    lower->snapshots = snapshot;
    real->is = settle(lower->lowering, copy, first);
    real->values = snapshot->values;
    real->parts = parts_of(lower, value);
}
