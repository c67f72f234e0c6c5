/* program_checker.c - typed nodes and conversions. */
#include "gen/program/program_checker.h"

nbb_expression *nbb_check_make(nbb_checker *checker, const nbb_syntax *syntax, nbb_expression_kind kind,
                               nbb_type type)
{
    nbb_expression *node = nbb_arena_take(checker->program->arena, sizeof *node);
    if (node != NULL) {
        node->kind = kind;
        node->type = type;
        node->place = (nbb_place_in_text){ checker->text, syntax->at };
    }
    return node;
}

nbb_expression *nbb_check_give(nbb_expression *node, nbb_expression *operand)
{
    if (node == NULL || operand == NULL) {
        return NULL;
    }
    node->from[node->from_count++] = operand;
    return node;
}

bool nbb_is_real(nbb_type type)
{
    return type == NBB_TYPE_F32 || type == NBB_TYPE_F64;
}

nbb_expression *nbb_check_convert(nbb_checker *checker, nbb_expression *expression, nbb_type type)
{
    if (expression == NULL || expression->type == type) {
        return expression;
    }
    nbb_expression *node = nbb_arena_take(checker->program->arena, sizeof *node);
    if (node == NULL) {
        return NULL;
    }
    *node = (nbb_expression){ .kind = NBB_EXPRESSION_CONVERT, .type = type, .place = expression->place };
    return nbb_check_give(node, expression);
}

nbb_type nbb_check_common(const nbb_checker *checker, const nbb_expression *a, const nbb_expression *b)
{
    return nbb_is_real(a->type) || nbb_is_real(b->type) ? checker->real : checker->integer;
}

nbb_expression *nbb_check_number(nbb_checker *checker, nbb_expression *expression)
{
    bool is_bool = expression != NULL && expression->type == NBB_TYPE_BOOL;
    return is_bool ? nbb_check_convert(checker, expression, checker->integer) : expression;
}

nbb_expression *nbb_check_integer(nbb_checker *checker, nbb_expression *expression, const char *what)
{
    if (expression != NULL && nbb_is_real(expression->type)) {
        return NBB_CHECK_FAIL(checker, expression->place.offset, "%s is of ints, and this is a real: int(e) converts",
                              what);
    }
    return nbb_check_number(checker, expression);
}
