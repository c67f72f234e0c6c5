/* formula.c - integer formulas: syntax trees of whole numbers and variables. */
#include "gen/domain/syntax.h"

enum { TEXT_MAX = 4096 }; /* characters; bounds the tree's size and its chains */

/* ---- parsing ---- */

/* Finds the variables of a tree, which has nothing else but numbers and operators. */
static nbb_status resolve(const nbb_spellings *scope, nbb_syntax *node)
{
    if (node->kind == NBB_SYNTAX_NAME && node->owner == NBB_OWNER_NONE) {
        NBB_LOCAL_TEXT names = NBB_TEXT_EMPTY;
        node->integer = nbb_spelling_index(scope, node->name);
        nbb_add_near(&names, node->name, scope->names, scope->count);
        for (int i = 0; i < scope->count; i++) {
            nbb_text_add(&names, "%s%s", i > 0 ? ", " : " (there are ", scope->names[i]);
        }
        return node->integer >= 0
                   ? NBB_OK
                   : nbb_place_fail(node->place, "unknown variable '%s'%s)", node->name, nbb_text_string(&names));
    }
    NBB_FAIL_IF(node->kind != NBB_SYNTAX_INTEGER && node->kind != NBB_SYNTAX_OPERATOR
                    && node->kind != NBB_SYNTAX_SELECT,
                nbb_place_fail(node->place, "a formula has whole numbers, variables and operators alone"));
    return NBB_EACH(i, node->part_count, resolve(scope, node->parts[i]));
}

nbb_status nbb_formula_parse(nbb_arena *arena, const char *text, const nbb_spellings *scope, int count,
                             nbb_formula **formulas)
{
    const nbb_field_text field = { .text = text, .is_formula = true };
    nbb_parser parser;
    NBB_FAIL_IF(strlen(text) > TEXT_MAX,
                nbb_fail(NBB_ERROR_DEFINITION, "%zu characters; a formula has at most %d", strlen(text), TEXT_MAX));
    NBB_TRY(nbb_parser_open(&parser, arena, &field));
    for (int i = 0; i < count; i++) {
        bool last = i + 1 == count;
        formulas[i] = nbb_parse_expression(&parser);
        NBB_FAIL_IF(formulas[i] == NULL, nbb_failure());
        NBB_FAIL_IF(
            last ? parser.token->kind != NBB_TOKEN_END : !nbb_parser_takes(&parser, ","),
            nbb_parser_fail(&parser, last ? "an operator or the end" : "an operator or ',' and one more formula"));
        NBB_TRY(resolve(scope, formulas[i]));
    }
    return NBB_OK;
}

/* ---- evaluation ---- */

static bool fits(int64_t value)
{
    return value == (int32_t)value;
}

/* Fails where `a operation b` of ints has no value in C. A remainder's quotient counts too. */
static nbb_status operate(int operation, int64_t a, int64_t b, int64_t *result)
{
    bool divides = operation == NBB_OP_DIV || operation == NBB_OP_MOD;
    const char *reason = divides && b == 0                                      ? "division by zero"
                         : nbb_is_of(NBB_SHIFT, operation) && (b < 0 || b > 30) ? "a shift is from 0 to 30"
                         : operation == NBB_OP_SHIFT_LEFT && a < 0 ? "a negative number cannot be shifted left"
                         : fits(nbb_operator_value(divides ? NBB_OP_DIV : operation, 64, a, b)) ? NULL
                                                                                                : "overflow";
    *result = nbb_operator_value(operation, 64, a, b);
    return reason == NULL ? NBB_OK
                          : nbb_fail(NBB_ERROR_DEFINITION, "%lld %s %lld: %s", (long long)a,
                                     nbb_operator_names.names[operation], (long long)b, reason);
}

static nbb_status evaluate_operator(const nbb_syntax *node, const int64_t *values, int64_t *result)
{
    int operation = (int)node->operation;
    int64_t a, b = 0;
    NBB_TRY(nbb_formula_evaluate(node->parts[0], values, &a));
    bool is_logical = nbb_is_of(NBB_LOGICAL, operation), is_known = (a != 0) != (operation == NBB_OP_AND);
    if (is_logical && is_known) { /* the right one does not count */
        *result = a != 0;
        return NBB_OK;
    }
    NBB_TRY_IF(node->part_count > 1, nbb_formula_evaluate(node->parts[1], values, &b));
    *result = b != 0;
    return is_logical                ? NBB_OK
           : operation == NBB_OP_NEG ? operate(NBB_OP_SUB, 0, a, result)
                                     : operate(operation, a, b, result);
}

nbb_status nbb_formula_evaluate(const nbb_formula *node, const int64_t *values, int64_t *result)
{
    switch (node->kind) {
    case NBB_SYNTAX_OPERATOR:
        return evaluate_operator(node, values, result);
    case NBB_SYNTAX_SELECT:
        NBB_TRY(nbb_formula_evaluate(node->parts[0], values, result));
        return nbb_formula_evaluate(node->parts[*result != 0 ? 1 : 2], values, result);
    default:
        *result = node->kind == NBB_SYNTAX_NAME ? values[node->integer] : node->integer;
        return fits(*result) ? NBB_OK
                             : nbb_fail(NBB_ERROR_DEFINITION, "%lld does not fit a C int", (long long)*result);
    }
}

/* ---- printing ---- */

static int strength_of(const nbb_syntax *node)
{
    return node->kind == NBB_SYNTAX_OPERATOR ? nbb_operations[node->operation].strength
           : node->kind == NBB_SYNTAX_SELECT ? NBB_BINDS_SELECT
                                             : NBB_BINDS_ALONE;
}

/* What C reads right, yet gcc's and clang's -Wall suspect: && in ||, mixed bitwise operators, sums in shifts, chains
   of comparisons, ! before an operation that may have been meant to come first, a number as a condition. */
static bool is_suspect(const nbb_syntax *node, int which)
{
    const nbb_syntax *part = node->parts[which];
    int parent = node->kind == NBB_SYNTAX_OPERATOR ? (int)node->operation : -1;
    int child = part->kind == NBB_SYNTAX_OPERATOR ? (int)part->operation : -1;
    unsigned suspect = nbb_is_of(NBB_SHIFT, parent)        ? NBB_SUM
                       : nbb_is_of(NBB_COMPARISON, parent) ? NBB_COMPARISON | NBB_NOT
                       : nbb_is_of(NBB_BITWISE, parent)    ? NBB_BITWISE | NBB_COMPARISON | NBB_NOT | NBB_SUM
                       : parent < 0 && which == 0          ? NBB_BITWISE | NBB_SHIFT | NBB_ARITHMETIC
                                                           : 0;
    return (nbb_is_of(suspect, child) && !(nbb_is_of(NBB_BITWISE, parent) && child == parent))
           || (parent == NBB_OP_OR && child == NBB_OP_AND)
           || (parent == NBB_OP_NEG && child == NBB_OP_NEG); /* "--" would be a decrement */
}

/* Prints part `which` of the node, in parentheses when it binds less than that or looks suspect. */
static void print_part(const nbb_syntax *node, int which, int least, const char *const *names, nbb_text *text)
{
    bool wrapped = strength_of(node->parts[which]) < least || is_suspect(node, which);
    nbb_text_add(text, "%s", wrapped ? "(" : "");
    nbb_formula_print(node->parts[which], names, text);
    nbb_text_add(text, "%s", wrapped ? ")" : "");
}

void nbb_formula_print(const nbb_formula *node, const char *const *names, nbb_text *text)
{
    int strength = strength_of(node);
    if (node->kind == NBB_SYNTAX_NAME) {
        nbb_text_add(text, "%s", names[node->integer]);
    } else if (node->kind == NBB_SYNTAX_INTEGER) {
        nbb_text_add(text, node->is_hexadecimal ? "0x%llx" : "%lld", (long long)node->integer);
    } else if (node->kind == NBB_SYNTAX_SELECT) {
        print_part(node, 0, NBB_BINDS_LEAST, names, text);
        nbb_text_add(text, " ? ");
        print_part(node, 1, NBB_BINDS_SELECT, names, text);
        nbb_text_add(text, " : ");
        print_part(node, 2, NBB_BINDS_SELECT, names, text);
    } else {
        bool is_prefix = node->part_count == 1;
        if (!is_prefix) {
            print_part(node, 0, strength, names, text);
        }
        nbb_text_add(text, is_prefix ? "%s" : " %s ", nbb_operator_names.names[node->operation]);
        print_part(node, is_prefix ? 0 : 1, is_prefix ? strength : strength + 1, names, text);
    }
}
