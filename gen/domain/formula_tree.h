/* formula_tree.h - a formula's inside, shared by its parser, evaluator and printer: the operators and the tree. */
#ifndef NBB_FORMULA_TREE_H
#define NBB_FORMULA_TREE_H

#include "gen/domain/formula.h"

/* X(name, spelling, precedence), weakest first, in C's order. All associate to the left. */
#define NBB_BINARY_OPERATORS(X) \
    X(OR, "||", 1)              \
    X(AND, "&&", 2)             \
    X(BIT_OR, "|", 3)           \
    X(BIT_XOR, "^", 4)          \
    X(BIT_AND, "&", 5)          \
    X(EQUAL, "==", 6)           \
    X(UNEQUAL, "!=", 6)         \
    X(LESS, "<", 7)             \
    X(AT_MOST, "<=", 7)         \
    X(GREATER, ">", 7)          \
    X(AT_LEAST, ">=", 7)        \
    X(SHIFT_LEFT, "<<", 8)      \
    X(SHIFT_RIGHT, ">>", 8)     \
    X(ADD, "+", 9)              \
    X(SUBTRACT, "-", 9)         \
    X(MULTIPLY, "*", 10)        \
    X(DIVIDE, "/", 10)          \
    X(REMAINDER, "%", 10)

typedef enum nbb_operation {
#define NBB_OPERATION(name, spelling, precedence) NBB_OP_##name,
    NBB_BINARY_OPERATORS(NBB_OPERATION)
#undef NBB_OPERATION
    NBB_BINARY_COUNT,
    NBB_OP_NEGATE = NBB_BINARY_COUNT,
    NBB_OP_COMPLEMENT,
    NBB_OP_NOT,
    NBB_OP_CHOOSE,                                    /* operands: condition, then, else */
    NBB_OP_NUMBER,
    NBB_OP_HEXADECIMAL,                               /* a number that is printed as 0x... again */
    NBB_OP_VARIABLE,
    NBB_OPERATIONS
} nbb_operation;

enum {
    NBB_PRECEDENCE_CHOOSE = 0,
    NBB_PRECEDENCE_BINARY = 1,                        /* the weakest */
    NBB_PRECEDENCE_PREFIX = 11,
    NBB_PRECEDENCE_ATOM = 12
};

typedef struct nbb_operator {
    const char *spelling;
    int precedence;
} nbb_operator;

/* By operation. */
extern const nbb_operator nbb_operators[NBB_OPERATIONS];

typedef struct nbb_formula_node {
    nbb_operation operation;
    int operands[3];                                  /* indices of nodes */
    int64_t value;                                    /* a number's, or a VARIABLE's index in its scope */
} nbb_formula_node;

struct nbb_formula {
    int count;
    int root;
    nbb_formula_node nodes[];                         /* room for one a character of the text: no node takes less */
};

#endif
