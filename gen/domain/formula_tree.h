/* formula_tree.h - a formula's inside, shared by its parser, evaluator and printer. */
#ifndef NBB_FORMULA_TREE_H
#define NBB_FORMULA_TREE_H

#include "gen/domain/formula.h"
#include "gen/domain/operators.h"

/* What a node is past the operators: */
enum {
    NBB_FORMULA_CHOOSE = NBB_OP_COUNT, /* operands: condition, then, else */
    NBB_FORMULA_NUMBER,
    NBB_FORMULA_HEXADECIMAL,           /* a number that is printed as 0x... again */
    NBB_FORMULA_VARIABLE
};

typedef struct nbb_formula_node {
    int operation;                                    /* an nbb_operator, or one of these */
    int operands[3];                                  /* indices of nodes */
    int64_t value;                                    /* a number's, or a VARIABLE's index in its scope */
} nbb_formula_node;

struct nbb_formula {
    int count;
    int root;
    nbb_formula_node nodes[];                         /* room for one a character of the text: no node takes less */
};

#endif
