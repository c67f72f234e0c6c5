/* source_program_value.c - prints expressions: operators, conversions, choices. */
#include "gen/source/source_program.h"

#include "gen/program/program_checker.h"
#include "gen/program/program_walk.h"

#include <math.h>
#include <string.h>

const char *nbb_program_type_name(nbb_type type)
{
    static const char *const names[] = { "int", "int", "i64", "float", "double" };
    return names[type];
}

const char *nbb_program_type_suffix(nbb_type type)
{
    static const char *const suffixes[] = { "i32", "i32", "i64", "f32", "f64" };
    return suffixes[type];
}

bool nbb_program_for_cuda(const nbb_program_writer *w)
{
    return w->plan->target == NBB_TARGET_CUDA && !w->in_main;
}

void nbb_program_begin_call(nbb_program_writer *w, const char *name, const char *suffix)
{
    nbb_text call = NBB_TEXT_EMPTY;
    nbb_text_add(&call, " %s%s%s ", name, *suffix != '\0' ? "_" : "", suffix);
    if (strstr(nbb_text_string(&w->calls->names), nbb_text_string(&call)) == NULL) {
        nbb_text_add(&w->calls->names, "%s", nbb_text_string(&call));
    }
    nbb_text_free(&call);
    nbb_text_add(w->text, "nbb_%s%s%s(", name, *suffix != '\0' ? "_" : "", suffix);
}

static int write(nbb_program_writer *w, const nbb_expression *expression);

/* --- operators --- */

/* An int operation whose plain operator C leaves undefined for some words, and the function that defines it. */
static const char *guard_of(const nbb_expression *expression)
{
    static const char *const guards[NBB_OP_COUNT] = {
        [NBB_OP_NEG] = "negated",     [NBB_OP_ADD] = "sum",         [NBB_OP_SUB] = "difference",
        [NBB_OP_MUL] = "product",     [NBB_OP_DIV] = "quotient",    [NBB_OP_MOD] = "remainder",
        [NBB_OP_SHIFT_LEFT] = "left", [NBB_OP_SHIFT_RIGHT] = "right",
    };
    const nbb_expression *a = expression->from[0], *b = expression->from[expression->from_count - 1];
    nbb_range left = { a->low, a->high }, right = { b->low, b->high }, zero = { 0, 0 }, result;
    bool is_safe = false;
    if (expression->number == NBB_OP_NEG) {
        is_safe = nbb_operator_fits(NBB_OP_SUB, nbb_type_bits(expression->type), zero, left, &result);
    } else if (expression->number == NBB_OP_DIV || expression->number == NBB_OP_MOD) {
        is_safe = right.low > 0 || right.high < -1;
    } else if (nbb_is_arithmetic(expression->number)) {
        is_safe = nbb_operator_fits(expression->number, nbb_type_bits(expression->type), left, right, &result);
    }
    return is_safe ? NULL : guards[expression->number];
}

static int write_call(nbb_program_writer *w, const char *name, const nbb_expression *expression)
{
    nbb_program_begin_call(w, name, nbb_program_type_suffix(expression->type));
    nbb_program_end_call(w, expression);
    return NBB_BINDS_ALONE;
}

/* CUDA's product or quotient of reals, which nothing contracts. */
static int write_intrinsic(nbb_program_writer *w, const char *name, const nbb_expression *expression)
{
    nbb_text_add(w->text, "__%c%s_rn(", expression->type == NBB_TYPE_F32 ? 'f' : 'd', name);
    nbb_program_end_call(w, expression);
    return NBB_BINDS_ALONE;
}

/* Whether a divisor is a number of the text's that ratio_ of program_functions.in takes, odd or a power of 2. */
static bool is_ratio(const nbb_expression *divisor, double *number)
{
    enum { LARGEST = 1 << 20 };
    bool is = nbb_is_number(divisor, number) && *number >= 1 && *number <= LARGEST && *number == trunc(*number);
    int whole = is ? (int)*number : 0;
    return is && (whole % 2 == 1 || (whole & (whole - 1)) == 0);
}

/* Whether it is a count of neighbours that share_ takes. */
static bool is_share(const nbb_expression *divisor)
{
    enum { LARGEST = 5 };
    const nbb_expression *of = divisor->from[0];
    return divisor->kind == NBB_EXPRESSION_CONVERT && of->type == NBB_TYPE_I32 && of->low >= 0 && of->high <= LARGEST;
}

/* CUDA's quotient of reals, which is faster by some whole numbers. */
static int write_quotient(nbb_program_writer *w, const nbb_expression *expression)
{
    const nbb_expression *divisor = expression->from[1];
    double number;
    bool whole = is_ratio(divisor, &number);
    if (!whole && !is_share(divisor)) {
        return write_intrinsic(w, "div", expression);
    }
    nbb_program_begin_call(w, whole ? "ratio" : "share", nbb_program_type_suffix(expression->type));
    nbb_program_write_value(w, expression->from[0]);
    nbb_text_add(w->text, ", ");
    if (whole) {
        nbb_text_add(w->text, "%.0f, 1.0%s / %.0f", number, expression->type == NBB_TYPE_F32 ? "f" : "", number);
    } else {
        nbb_program_write_value(w, divisor->from[0]);
    }
    nbb_text_add(w->text, ")");
    return NBB_BINDS_ALONE;
}

/* The words of && and || are comparisons at least, or of the same kind; of & | ^ they are products' words. */
static int write_binary(nbb_program_writer *w, const nbb_expression *expression)
{
    int operation = expression->number, own = nbb_operator_strength((nbb_operator)operation);
    int left = own, right = own + 1;
    if (nbb_is_bitwise(operation) || nbb_is_comparison(operation)) {
        left = right = nbb_is_bitwise(operation) ? NBB_BINDS_UNARY : NBB_BINDS_ADDED;
    } else if (nbb_is_logical(operation)) {
        right = NBB_BINDS_COMPARED;
        left = operation == NBB_OP_OR && expression->from[0]->number == NBB_OP_AND ? NBB_BINDS_COMPARED : own;
    }
    nbb_program_write_bound(w, expression->from[0], left);
    nbb_text_add(w->text, " %s ", nbb_operator_names.names[operation]);
    nbb_program_write_bound(w, expression->from[1], right);
    return own;
}

static int write_operator(nbb_program_writer *w, const nbb_expression *expression)
{
    nbb_operator operator=(nbb_operator) expression->number;
    bool real = nbb_is_real(expression->type);
    if (real && nbb_program_for_cuda(w) && (operator== NBB_OP_MUL || operator== NBB_OP_DIV)) {
        return operator== NBB_OP_MUL ? write_intrinsic(w, "mul", expression) : write_quotient(w, expression);
    }
    const char *guard = real || expression->type == NBB_TYPE_BOOL ? NULL : guard_of(expression);
    if (guard != NULL) {
        return write_call(w, guard, expression);
    }
    if (expression->from_count == 2) {
        return write_binary(w, expression);
    }
    nbb_text_add(w->text, "%s", nbb_operator_names.names[operator]);
    nbb_program_write_bound(w, expression->from[0], NBB_BINDS_ALONE);
    return NBB_BINDS_UNARY;
}

/* --- conversions and choices --- */

static int write_convert(nbb_program_writer *w, const nbb_expression *expression)
{
    const nbb_expression *from = expression->from[0];
    if (expression->type == NBB_TYPE_BOOL && from->type != NBB_TYPE_BOOL) {
        nbb_program_write_bound(w, from, NBB_BINDS_ADDED);
        nbb_text_add(w->text, " != 0");
        return NBB_BINDS_COMPARED;
    }
    if (nbb_is_real(from->type) && !nbb_is_real(expression->type)) {
        nbb_program_begin_call(w, from->type == NBB_TYPE_F32 ? "truncated_f32" : "truncated_f64",
                               nbb_program_type_suffix(expression->type));
        nbb_program_write_value(w, from);
        nbb_text_add(w->text, ")");
        return NBB_BINDS_ALONE;
    }
    if (from->kind == NBB_EXPRESSION_INTEGER && nbb_is_real(expression->type)) {
        nbb_program_write_real(w, expression->type, (double)from->integer);
        return NBB_BINDS_ALONE;
    }
    if (expression->type == from->type || (from->type == NBB_TYPE_BOOL && expression->type == NBB_TYPE_I32)) {
        return write(w, from);
    }
    nbb_text_add(w->text, "(%s)", nbb_program_type_name(expression->type));
    nbb_program_write_bound(w, from, NBB_BINDS_UNARY);
    return NBB_BINDS_UNARY;
}

static int write_select(nbb_program_writer *w, const nbb_expression *expression)
{
    nbb_program_write_bound(w, expression->from[0], NBB_BINDS_COMPARED);
    nbb_text_add(w->text, " ? ");
    nbb_program_write_bound(w, expression->from[1], NBB_BINDS_LEAST);
    nbb_text_add(w->text, " : ");
    nbb_program_write_bound(w, expression->from[2], NBB_BINDS_SELECT);
    return NBB_BINDS_SELECT;
}

static int write(nbb_program_writer *w, const nbb_expression *expression)
{
    int input = w->cases != NULL ? nbb_cases_input(w->cases, expression) : -1;
    if (input >= 0) {
        nbb_text_add(w->text, "input%d", input);
        return NBB_BINDS_ALONE;
    }
    switch (expression->kind) {
    case NBB_EXPRESSION_CONVERT:
        return write_convert(w, expression);
    case NBB_EXPRESSION_OPERATOR:
        return write_operator(w, expression);
    case NBB_EXPRESSION_SELECT:
        return write_select(w, expression);
    case NBB_EXPRESSION_WEIGHT:
        return nbb_program_write_weight(w, expression);
    case NBB_EXPRESSION_REDUCE:
    case NBB_EXPRESSION_CHANCE:
    case NBB_EXPRESSION_UNIFORM:
    case NBB_EXPRESSION_CALL:
        return w->write_call(w, expression);
    default:
        return nbb_program_write_leaf(w, expression);
    }
}

void nbb_program_write_bound(nbb_program_writer *w, const nbb_expression *expression, int least)
{
    nbb_text *text = w->text, part = NBB_TEXT_EMPTY;
    w->text = &part;
    int binds = write(w, expression);
    w->text = text;
    nbb_text_add(text, binds < least ? "(%s)" : "%s", nbb_text_string(&part));
    nbb_text_free(&part);
}

void nbb_program_end_call(nbb_program_writer *w, const nbb_expression *expression)
{
    for (int i = 0; i < expression->from_count; ++i) {
        nbb_text_add(w->text, "%s", i > 0 ? ", " : "");
        nbb_program_write_value(w, expression->from[i]);
    }
    nbb_text_add(w->text, ")");
}

void nbb_program_write_value(nbb_program_writer *w, const nbb_expression *expression)
{
    nbb_program_write_bound(w, expression, NBB_BINDS_SELECT);
}
