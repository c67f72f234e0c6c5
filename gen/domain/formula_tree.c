/* formula_tree.c - evaluates formulas and prints them as C. */
#include "gen/domain/formula_tree.h"

const nbb_operator nbb_operators[NBB_OPERATIONS] = {
#define NBB_OPERATOR(name, spelling, precedence) [NBB_OP_##name] = { spelling, precedence },
    NBB_BINARY_OPERATORS(NBB_OPERATOR)
#undef NBB_OPERATOR
    [NBB_OP_NEGATE] = { "-", NBB_PRECEDENCE_PREFIX },
    [NBB_OP_COMPLEMENT] = { "~", NBB_PRECEDENCE_PREFIX },
    [NBB_OP_NOT] = { "!", NBB_PRECEDENCE_PREFIX },
    [NBB_OP_CHOOSE] = { "?", NBB_PRECEDENCE_CHOOSE },
    [NBB_OP_NUMBER] = { "a number", NBB_PRECEDENCE_ATOM },
    [NBB_OP_HEXADECIMAL] = { "a number", NBB_PRECEDENCE_ATOM },
    [NBB_OP_VARIABLE] = { "a variable", NBB_PRECEDENCE_ATOM }
};

/* ---- evaluation ---- */

typedef struct evaluation {
    const nbb_formula *formula;
    const int64_t *values;
    int bits;                                         /* of the integers: 32 or 64 */
} evaluation;

static bool fits(const evaluation *e, int64_t value)
{
    return e->bits == 64 || value == (int32_t)value;
}

/* The binary operations that cannot fail. */
static int64_t compare_or_combine(nbb_operation operation, int64_t a, int64_t b)
{
    switch (operation) {
    case NBB_OP_BIT_OR:
        return a | b;
    case NBB_OP_BIT_XOR:
        return a ^ b;
    case NBB_OP_BIT_AND:
        return a & b;
    case NBB_OP_EQUAL:
        return a == b;
    case NBB_OP_UNEQUAL:
        return a != b;
    case NBB_OP_LESS:
        return a < b;
    case NBB_OP_AT_MOST:
        return a <= b;
    case NBB_OP_GREATER:
        return a > b;
    default:
        return a >= b;
    }
}

/* a + b, a - b, a * b, a / b or a << b; true when that leaves 64 bits. b is not 0 under a division. */
static bool overflows(nbb_operation operation, int64_t a, int64_t b, int64_t *result)
{
    switch (operation) {
    case NBB_OP_ADD:
        return __builtin_add_overflow(a, b, result);
    case NBB_OP_SUBTRACT:
        return __builtin_sub_overflow(a, b, result);
    case NBB_OP_MULTIPLY:
        return __builtin_mul_overflow(a, b, result);
    case NBB_OP_SHIFT_LEFT:
        return __builtin_mul_overflow(a, INT64_C(1) << b, result);
    default:
        if (a == INT64_MIN && b == -1) {
            return true;
        }
        *result = a / b;
        return false;
    }
}

/* Records why `a operation b` has no value in C. */
static nbb_status fail_binary(nbb_operation operation, int64_t a, int64_t b, const char *reason)
{
    return nbb_fail(NBB_ERROR_DEFINITION, "%lld %s %lld: %s", (long long)a, nbb_operators[operation].spelling,
                    (long long)b, reason);
}

static nbb_status shift(const evaluation *e, nbb_operation operation, int64_t a, int64_t b, int64_t *result)
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
    if (overflows(operation, a, b, result) || !fits(e, *result)) {
        return fail_binary(operation, a, b, "overflow");
    }
    return NBB_OK;
}

static nbb_status arithmetic(const evaluation *e, nbb_operation operation, int64_t a, int64_t b, int64_t *result)
{
    bool divides = operation == NBB_OP_DIVIDE || operation == NBB_OP_REMAINDER;
    if (divides && b == 0) {
        return fail_binary(operation, a, b, "division by zero");
    }
    if (overflows(operation, a, b, result) || !fits(e, *result)) {
        return fail_binary(operation, a, b, "overflow");  /* of a remainder: its quotient's, undefined in C */
    }
    if (operation == NBB_OP_REMAINDER) {
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
    if (node->operation == NBB_OP_NEGATE) {
        return arithmetic(e, NBB_OP_SUBTRACT, 0, a, result);
    }
    *result = node->operation == NBB_OP_NOT ? a == 0 : ~a;
    return NBB_OK;
}

static nbb_status evaluate_binary(const evaluation *e, const nbb_formula_node *node, int64_t *result)
{
    int64_t a, b;
    NBB_TRY(evaluate(e, node->operands[0], &a));
    NBB_TRY(evaluate(e, node->operands[1], &b));
    if (node->operation >= NBB_OP_ADD) {
        return arithmetic(e, node->operation, a, b, result);
    }
    if (node->operation >= NBB_OP_SHIFT_LEFT) {
        return shift(e, node->operation, a, b, result);
    }
    *result = compare_or_combine(node->operation, a, b);
    return NBB_OK;
}

static nbb_status evaluate_atom(const evaluation *e, const nbb_formula_node *node, int64_t *result)
{
    *result = node->operation == NBB_OP_VARIABLE ? e->values[node->value] : node->value;
    if (!fits(e, *result)) {
        return nbb_fail(NBB_ERROR_DEFINITION, "%lld does not fit a C int", (long long)*result);
    }
    return NBB_OK;
}

static nbb_status evaluate(const evaluation *e, int index, int64_t *result)
{
    const nbb_formula_node *node = &e->formula->nodes[index];
    switch (node->operation) {
    case NBB_OP_NUMBER:
    case NBB_OP_HEXADECIMAL:
    case NBB_OP_VARIABLE:
        return evaluate_atom(e, node, result);
    case NBB_OP_CHOOSE:
        NBB_TRY(evaluate(e, node->operands[0], result));
        return evaluate(e, node->operands[*result != 0 ? 1 : 2], result);
    case NBB_OP_AND:
    case NBB_OP_OR:
        return evaluate_logic(e, node, result);
    case NBB_OP_NEGATE:
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

static bool is_bitwise(nbb_operation operation)
{
    return operation >= NBB_OP_BIT_OR && operation <= NBB_OP_BIT_AND;
}

static bool is_comparison(nbb_operation operation)
{
    return operation >= NBB_OP_EQUAL && operation <= NBB_OP_AT_LEAST;
}

static bool is_sum(nbb_operation operation)
{
    return operation == NBB_OP_ADD || operation == NBB_OP_SUBTRACT;
}

/* What C reads right, yet gcc's and clang's -Wall suspect: && in ||, mixed bitwise operators, sums in shifts, chains
   of comparisons, ! before an operation that may have been meant to come first, a number as a condition. */
static bool is_suspect(nbb_operation parent, int which, nbb_operation child)
{
    if (parent == NBB_OP_CHOOSE) {
        return which == 0 && (is_bitwise(child) || (child >= NBB_OP_SHIFT_LEFT && child <= NBB_OP_REMAINDER));
    }
    if (is_bitwise(parent)) {
        return is_sum(child) || is_comparison(child) || child == NBB_OP_NOT || (is_bitwise(child) && child != parent);
    }
    if (is_comparison(parent)) {
        return is_comparison(child) || child == NBB_OP_NOT;
    }
    if (parent == NBB_OP_SHIFT_LEFT || parent == NBB_OP_SHIFT_RIGHT) {
        return is_sum(child);
    }
    return (parent == NBB_OP_OR && child == NBB_OP_AND)
           || (parent == NBB_OP_NEGATE && child == NBB_OP_NEGATE); /* "--" would be a decrement */
}

static void print_atom(const nbb_formula_node *node, const char *const *names, nbb_text *text)
{
    if (node->operation == NBB_OP_VARIABLE) {
        nbb_text_add(text, "%s", names[node->value]);
    } else {
        nbb_text_add(text, node->operation == NBB_OP_HEXADECIMAL ? "0x%llx" : "%lld", (long long)node->value);
    }
}

static void print(const nbb_formula *formula, int index, const char *const *names, nbb_text *text);

/* Prints operand `which` of the node, in parentheses when its precedence is below `least` or it looks suspect. */
static void print_operand(const nbb_formula *formula, const nbb_formula_node *node, int which, int least,
                          const char *const *names, nbb_text *text)
{
    int index = node->operands[which];
    nbb_operation child = formula->nodes[index].operation;
    bool wrapped = nbb_operators[child].precedence < least || is_suspect(node->operation, which, child);
    nbb_text_add(text, "%s", wrapped ? "(" : "");
    print(formula, index, names, text);
    nbb_text_add(text, "%s", wrapped ? ")" : "");
}

static void print(const nbb_formula *formula, int index, const char *const *names, nbb_text *text)
{
    const nbb_formula_node *node = &formula->nodes[index];
    const nbb_operator *operation = &nbb_operators[node->operation];
    switch (operation->precedence) {
    case NBB_PRECEDENCE_ATOM:
        print_atom(node, names, text);
        break;
    case NBB_PRECEDENCE_PREFIX:
        nbb_text_add(text, "%s", operation->spelling);
        print_operand(formula, node, 0, NBB_PRECEDENCE_PREFIX, names, text);
        break;
    case NBB_PRECEDENCE_CHOOSE:
        print_operand(formula, node, 0, NBB_PRECEDENCE_BINARY, names, text);
        nbb_text_add(text, " ? ");
        print_operand(formula, node, 1, NBB_PRECEDENCE_CHOOSE, names, text);
        nbb_text_add(text, " : ");
        print_operand(formula, node, 2, NBB_PRECEDENCE_CHOOSE, names, text);
        break;
    default:
        print_operand(formula, node, 0, operation->precedence, names, text);
        nbb_text_add(text, " %s ", operation->spelling);
        print_operand(formula, node, 1, operation->precedence + 1, names, text);
    }
}

void nbb_formula_print(const nbb_formula *formula, const char *const *names, nbb_text *text)
{
    print(formula, formula->root, names, text);
}
