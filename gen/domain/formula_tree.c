/* formula_tree.c - evaluates formulas and prints them as C. */
#include "gen/domain/formula_tree.h"

/* ---- evaluation ---- */

typedef struct evaluation {
    const nbb_formula *formula;
    const int64_t *values;
    int bits; /* of the integers: 32 or 64 */
} evaluation;

static bool fits(const evaluation *e, int64_t value)
{
    return e->bits == 64 || value == (int32_t)value;
}

/* Records why `a operation b` has no value in C. */
static nbb_status fail_binary(int operation, int64_t a, int64_t b, const char *reason)
{
    return nbb_fail(NBB_ERROR_DEFINITION, "%lld %s %lld: %s", (long long)a, nbb_operator_names.names[operation],
                    (long long)b, reason);
}

static nbb_status shift(const evaluation *e, int operation, int64_t a, int64_t b, int64_t *result)
{
    if (b < 0 || b > e->bits - 2) {
        return fail_binary(operation, a, b, e->bits == 64 ? "a shift is from 0 to 62" : "a shift is from 0 to 30");
    }
    if (operation == NBB_OP_SHIFT_RIGHT) {
        *result = a >> b;
        return NBB_OK;
    }
    if (a < 0) {
        return fail_binary(operation, a, b, "a negative number cannot be shifted left");
    }
    if (nbb_operator_overflows(operation, a, b, result) || !fits(e, *result)) {
        return fail_binary(operation, a, b, "overflow");
    }
    return NBB_OK;
}

static nbb_status arithmetic(const evaluation *e, int operation, int64_t a, int64_t b, int64_t *result)
{
    bool divides = operation == NBB_OP_DIV || operation == NBB_OP_MOD;
    if (divides && b == 0) {
        return fail_binary(operation, a, b, "division by zero");
    }
    if (nbb_operator_overflows(operation, a, b, result) || !fits(e, *result)) {
        return fail_binary(operation, a, b, "overflow"); /* of a remainder: its quotient's, undefined in C */
    }
    if (operation == NBB_OP_MOD) {
        *result = a % b;
    }
    return NBB_OK;
}

static nbb_status evaluate(const evaluation *e, int index, int64_t *result);

/* && and ||: the right operand counts only when the left one does not decide. */
static nbb_status evaluate_logic(const evaluation *e, const nbb_formula_node *node, int64_t *result)
{
    NBB_TRY(evaluate(e, node->operands[0], result));
    if ((*result != 0) == (node->operation == NBB_OP_AND)) {
        NBB_TRY(evaluate(e, node->operands[1], result));
    }
    *result = *result != 0;
    return NBB_OK;
}

static nbb_status evaluate_prefix(const evaluation *e, const nbb_formula_node *node, int64_t *result)
{
    int64_t a;
    NBB_TRY(evaluate(e, node->operands[0], &a));
    if (node->operation == NBB_OP_NEG) {
        return arithmetic(e, NBB_OP_SUB, 0, a, result);
    }
    *result = nbb_operator_value(node->operation, 64, a, 0);
    return NBB_OK;
}

static nbb_status evaluate_binary(const evaluation *e, const nbb_formula_node *node, int64_t *result)
{
    int64_t a, b;
    NBB_TRY(evaluate(e, node->operands[0], &a));
    NBB_TRY(evaluate(e, node->operands[1], &b));
    if (nbb_is_arithmetic(node->operation)) {
        return arithmetic(e, node->operation, a, b, result);
    }
    if (nbb_is_shift(node->operation)) {
        return shift(e, node->operation, a, b, result);
    }
    *result = nbb_operator_value(node->operation, 64, a, b);
    return NBB_OK;
}

static nbb_status evaluate_atom(const evaluation *e, const nbb_formula_node *node, int64_t *result)
{
    *result = node->operation == NBB_FORMULA_VARIABLE ? e->values[node->value] : node->value;
    if (!fits(e, *result)) {
        return nbb_fail(NBB_ERROR_DEFINITION, "%lld does not fit a C int", (long long)*result);
    }
    return NBB_OK;
}

static nbb_status evaluate(const evaluation *e, int index, int64_t *result)
{
    const nbb_formula_node *node = &e->formula->nodes[index];
    switch (node->operation) {
    case NBB_FORMULA_NUMBER:
    case NBB_FORMULA_HEXADECIMAL:
    case NBB_FORMULA_VARIABLE:
        return evaluate_atom(e, node, result);
    case NBB_FORMULA_CHOOSE:
        NBB_TRY(evaluate(e, node->operands[0], result));
        return evaluate(e, node->operands[*result != 0 ? 1 : 2], result);
    case NBB_OP_AND:
    case NBB_OP_OR:
        return evaluate_logic(e, node, result);
    case NBB_OP_NEG:
    case NBB_OP_COMPLEMENT:
    case NBB_OP_NOT:
        return evaluate_prefix(e, node, result);
    default:
        return evaluate_binary(e, node, result);
    }
}

nbb_status nbb_formula_evaluate(const nbb_formula *formula, const int64_t *values, int64_t *result)
{
    return evaluate(&(evaluation){ formula, values, 64 }, formula->root, result);
}

nbb_status nbb_formula_evaluate_int(const nbb_formula *formula, const int64_t *values, int64_t *result)
{
    return evaluate(&(evaluation){ formula, values, 32 }, formula->root, result);
}

/* ---- printing ---- */

/* How strongly a node binds. */
static int precedence_of(int operation)
{
    return operation == NBB_FORMULA_CHOOSE  ? NBB_BINDS_SELECT
           : operation > NBB_FORMULA_CHOOSE ? NBB_BINDS_ALONE
           : operation <= NBB_OP_COMPLEMENT ? NBB_BINDS_UNARY
                                            : nbb_operator_strength((nbb_operator)operation);
}

static bool is_sum(int operation)
{
    return operation == NBB_OP_ADD || operation == NBB_OP_SUB;
}

/* What C reads right, yet gcc's and clang's -Wall suspect: && in ||, mixed bitwise operators, sums in shifts, chains
   of comparisons, ! before an operation that may have been meant to come first, a number as a condition. */
static bool is_suspect(int parent, int which, int child)
{
    if (parent == NBB_FORMULA_CHOOSE) {
        return which == 0 && (nbb_is_bitwise(child) || nbb_is_shift(child) || nbb_is_arithmetic(child));
    }
    if (nbb_is_bitwise(parent)) {
        return is_sum(child) || nbb_is_comparison(child) || child == NBB_OP_NOT
               || (nbb_is_bitwise(child) && child != parent);
    }
    if (nbb_is_comparison(parent)) {
        return nbb_is_comparison(child) || child == NBB_OP_NOT;
    }
    if (nbb_is_shift(parent)) {
        return is_sum(child);
    }
    return (parent == NBB_OP_OR && child == NBB_OP_AND)
           || (parent == NBB_OP_NEG && child == NBB_OP_NEG); /* "--" would be a decrement */
}

static void print_atom(const nbb_formula_node *node, const char *const *names, nbb_text *text)
{
    if (node->operation == NBB_FORMULA_VARIABLE) {
        nbb_text_add(text, "%s", names[node->value]);
    } else {
        nbb_text_add(text, node->operation == NBB_FORMULA_HEXADECIMAL ? "0x%llx" : "%lld", (long long)node->value);
    }
}

static void print(const nbb_formula *formula, int index, const char *const *names, nbb_text *text);

/* Prints operand `which` of the node, in parentheses when its precedence is below `least` or it looks suspect. */
static void print_operand(const nbb_formula *formula, const nbb_formula_node *node, int which, int least,
                          const char *const *names, nbb_text *text)
{
    int index = node->operands[which];
    int child = formula->nodes[index].operation;
    bool wrapped = precedence_of(child) < least || is_suspect(node->operation, which, child);
    nbb_text_add(text, "%s", wrapped ? "(" : "");
    print(formula, index, names, text);
    nbb_text_add(text, "%s", wrapped ? ")" : "");
}

static void print(const nbb_formula *formula, int index, const char *const *names, nbb_text *text)
{
    const nbb_formula_node *node = &formula->nodes[index];
    int precedence = precedence_of(node->operation);
    switch (precedence) {
    case NBB_BINDS_ALONE:
        print_atom(node, names, text);
        break;
    case NBB_BINDS_UNARY:
        nbb_text_add(text, "%s", nbb_operator_names.names[node->operation]);
        print_operand(formula, node, 0, NBB_BINDS_UNARY, names, text);
        break;
    case NBB_BINDS_SELECT:
        print_operand(formula, node, 0, NBB_BINDS_LEAST, names, text);
        nbb_text_add(text, " ? ");
        print_operand(formula, node, 1, NBB_BINDS_SELECT, names, text);
        nbb_text_add(text, " : ");
        print_operand(formula, node, 2, NBB_BINDS_SELECT, names, text);
        break;
    default:
        print_operand(formula, node, 0, precedence, names, text);
        nbb_text_add(text, " %s ", nbb_operator_names.names[node->operation]);
        print_operand(formula, node, 1, precedence + 1, names, text);
    }
}

void nbb_formula_print(const nbb_formula *formula, const char *const *names, nbb_text *text)
{
    print(formula, formula->root, names, text);
}
