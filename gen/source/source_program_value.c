/* source_program_value.c - prints expressions: operators, conversions, choices. */
#include "gen/source/source_program.h"

#include "gen/program/program_checker.h"

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

/* --- operators --- */

static void write_enclosed(nbb_program_writer *w, const nbb_expression *expression, nbb_precedence least)
{
    nbb_text *text = w->text, part = NBB_TEXT_EMPTY;
    w->text = &part;
    nbb_precedence precedence = nbb_program_write(w, expression);
    w->text = text;
    nbb_text_add(text, precedence < least ? "(%s)" : "%s", nbb_text_string(&part));
    nbb_text_free(&part);
}

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

static nbb_precedence write_call(nbb_program_writer *w, const char *name, const nbb_expression *expression)
{
    nbb_program_begin_call(w, name, nbb_program_type_suffix(expression->type));
    for (int i = 0; i < expression->from_count; ++i) {
        nbb_text_add(w->text, "%s", i > 0 ? ", " : "");
        nbb_program_write_value(w, expression->from[i]);
    }
    nbb_text_add(w->text, ")");
    return NBB_PRIMARY;
}

/* CUDA's product or quotient of reals, which nothing contracts. */
static nbb_precedence write_intrinsic(nbb_program_writer *w, const char *name, const nbb_expression *expression)
{
    nbb_text_add(w->text, "__%c%s_rn(", expression->type == NBB_TYPE_F32 ? 'f' : 'd', name);
    nbb_program_write_value(w, expression->from[0]);
    nbb_text_add(w->text, ", ");
    nbb_program_write_value(w, expression->from[1]);
    nbb_text_add(w->text, ")");
    return NBB_PRIMARY;
}

static nbb_precedence precedence_of(nbb_operator operator)
{
    static const nbb_precedence by_strength[] = { NBB_PRIMARY,  NBB_EITHER,   NBB_BOTH,     NBB_BITWISE,
                                                  NBB_BITWISE,  NBB_BITWISE,  NBB_COMPARED, NBB_COMPARED,
                                                  NBB_COMPARED, NBB_ADDED,    NBB_MULTIPLIED };
    return by_strength[nbb_operator_strength(operator)];
}

/* The words of && and || are comparisons at least, or of the same kind; of & | ^ they are products' words. */
static nbb_precedence write_binary(nbb_program_writer *w, const nbb_expression *expression)
{
    nbb_operator operator=(nbb_operator) expression->number;
    nbb_precedence own = precedence_of(operator);
    nbb_precedence left = own == NBB_BITWISE || own == NBB_COMPARED ? NBB_ADDED : own;
    nbb_precedence right = own == NBB_BITWISE || own == NBB_COMPARED ? NBB_ADDED : (nbb_precedence)(own + 1);
    if (own == NBB_BITWISE) {
        left = right = NBB_UNARY;
    }
    if (own == NBB_BOTH || own == NBB_EITHER) {
        right = NBB_COMPARED;
        left = own == NBB_EITHER && expression->from[0]->number == NBB_OP_AND ? NBB_COMPARED : own;
    }
    write_enclosed(w, expression->from[0], left);
    nbb_text_add(w->text, " %s ", nbb_operator_names.names[operator]);
    write_enclosed(w, expression->from[1], right);
    return own;
}

static nbb_precedence write_operator(nbb_program_writer *w, const nbb_expression *expression)
{
    nbb_operator operator=(nbb_operator) expression->number;
    bool real = nbb_is_real(expression->type);
    if (real && nbb_program_for_cuda(w) && (operator== NBB_OP_MUL || operator== NBB_OP_DIV)) {
        return write_intrinsic(w, operator== NBB_OP_MUL ? "mul" : "div", expression);
    }
    const char *guard = real || expression->type == NBB_TYPE_BOOL ? NULL : guard_of(expression);
    if (guard != NULL) {
        return write_call(w, guard, expression);
    }
    if (expression->from_count == 2) {
        return write_binary(w, expression);
    }
    nbb_text_add(w->text, "%s", nbb_operator_names.names[operator]);
    write_enclosed(w, expression->from[0], NBB_PRIMARY);
    return NBB_UNARY;
}

/* --- conversions and choices --- */

static nbb_precedence write_convert(nbb_program_writer *w, const nbb_expression *expression)
{
    const nbb_expression *from = expression->from[0];
    if (expression->type == NBB_TYPE_BOOL && from->type != NBB_TYPE_BOOL) {
        write_enclosed(w, from, NBB_ADDED);
        nbb_text_add(w->text, " != 0");
        return NBB_COMPARED;
    }
    if (nbb_is_real(from->type) && !nbb_is_real(expression->type)) {
        nbb_program_begin_call(w, from->type == NBB_TYPE_F32 ? "truncated_f32" : "truncated_f64",
                               nbb_program_type_suffix(expression->type));
        nbb_program_write_value(w, from);
        nbb_text_add(w->text, ")");
        return NBB_PRIMARY;
    }
    if (from->kind == NBB_EXPRESSION_INTEGER && nbb_is_real(expression->type)) {
        nbb_program_write_real(w, expression->type, (double)from->integer);
        return NBB_PRIMARY;
    }
    if (expression->type == from->type || (from->type == NBB_TYPE_BOOL && expression->type == NBB_TYPE_I32)) {
        return nbb_program_write(w, from);
    }
    nbb_text_add(w->text, "(%s)", nbb_program_type_name(expression->type));
    write_enclosed(w, from, NBB_UNARY);
    return NBB_UNARY;
}

static nbb_precedence write_select(nbb_program_writer *w, const nbb_expression *expression)
{
    write_enclosed(w, expression->from[0], NBB_COMPARED);
    nbb_text_add(w->text, " ? ");
    write_enclosed(w, expression->from[1], NBB_EITHER);
    nbb_text_add(w->text, " : ");
    write_enclosed(w, expression->from[2], NBB_SELECTED);
    return NBB_SELECTED;
}

nbb_precedence nbb_program_write(nbb_program_writer *w, const nbb_expression *expression)
{
    int input = w->cases != NULL ? nbb_cases_input(w->cases, expression) : -1;
    if (input >= 0) {
        nbb_text_add(w->text, "input%d", input);
        return NBB_PRIMARY;
    }
    switch (expression->kind) {
    case NBB_EXPRESSION_CONVERT:
        return write_convert(w, expression);
    case NBB_EXPRESSION_OPERATOR:
        return write_operator(w, expression);
    case NBB_EXPRESSION_SELECT:
        return write_select(w, expression);
    case NBB_EXPRESSION_REDUCE:
    case NBB_EXPRESSION_CHANCE:
    case NBB_EXPRESSION_UNIFORM:
    case NBB_EXPRESSION_CALL:
        return w->write_call(w, expression);
    default:
        return nbb_program_write_leaf(w, expression);
    }
}

void nbb_program_write_value(nbb_program_writer *w, const nbb_expression *expression)
{
    write_enclosed(w, expression, NBB_SELECTED);
}

void nbb_program_write_term(nbb_program_writer *w, const nbb_expression *expression)
{
    write_enclosed(w, expression, NBB_ADDED);
}

void nbb_program_write_factor(nbb_program_writer *w, const nbb_expression *expression)
{
    write_enclosed(w, expression, NBB_MULTIPLIED);
}
