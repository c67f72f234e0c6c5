/* trees.h - expressions and statements for tests, made by hand: no text, no parser. */
#ifndef NBB_TEST_TREES_H
#define NBB_TEST_TREES_H

#include "gen/program/program.h"

enum { TREE_NODES = 512 };

/* The nodes of a test; tree_clear before each. */
static nbb_expression tree_nodes[TREE_NODES];
static int tree_count;

static inline void tree_clear(void)
{
    tree_count = 0;
}

static inline nbb_expression *tree_node(nbb_expression_kind kind, nbb_type type, int number)
{
    if (tree_count == TREE_NODES) {
        abort();
    }
    tree_nodes[tree_count] = (nbb_expression){ .kind = kind, .type = type, .number = number };
    return &tree_nodes[tree_count++];
}

static inline nbb_expression *tree_from(nbb_expression *node, nbb_expression *a, nbb_expression *b, nbb_expression *c)
{
    nbb_expression *from[3] = { a, b, c };
    for (int i = 0; i < 3 && from[i] != NULL; ++i) {
        node->from[node->from_count++] = from[i];
    }
    return node;
}

static inline nbb_expression *tree_integer(nbb_type type, int64_t integer)
{
    nbb_expression *node = tree_node(NBB_EXPRESSION_INTEGER, type, 0);
    node->integer = node->low = node->high = integer;
    return node;
}

static inline nbb_expression *tree_real(nbb_type type, double real)
{
    nbb_expression *node = tree_node(NBB_EXPRESSION_REAL, type, 0);
    node->real = real;
    return node;
}

static inline nbb_expression *tree_operator(nbb_operator operator, nbb_type type, nbb_expression *a,
                                            nbb_expression *b)
{
    return tree_from(tree_node(NBB_EXPRESSION_OPERATOR, type, (int)operator), a, b, NULL);
}

static inline nbb_expression *tree_call(nbb_operator function, nbb_type type, nbb_expression *a, nbb_expression *b)
{
    return tree_from(tree_node(NBB_EXPRESSION_OPERATOR, type, (int)function), a, b, NULL);
}

static inline nbb_expression *tree_convert(nbb_type type, nbb_expression *a)
{
    return tree_from(tree_node(NBB_EXPRESSION_CONVERT, type, 0), a, NULL, NULL);
}

static inline nbb_expression *tree_field(nbb_type type, int number, nbb_whose whose)
{
    nbb_expression *node = tree_node(NBB_EXPRESSION_FIELD, type, number);
    node->whose = whose;
    return node;
}

static inline nbb_expression *tree_ranged(nbb_expression *node, int64_t low, int64_t high)
{
    node->low = low;
    node->high = high;
    return node;
}

#endif
