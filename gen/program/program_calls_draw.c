/* program_calls_draw.c - types calls that draw random numbers, and what is made of them. */
#include "gen/program/program_checker.h"

/* Whether random numbers can be drawn here; else fails. */
static bool may_draw(nbb_checker *checker, const nbb_syntax *call)
{
    if (checker->section == NULL) {
        nbb_field_fail(checker->text, call->at, "%s draws, and only init and update may draw", call->name);
        return false;
    }
    if (checker->reach == NBB_REACH_NEIGHBOURS) {
        nbb_field_fail(checker->text, call->at,
                       "%s cannot stand in a reduction over neighbours: a cell draws for itself; put it into a "
                       "local before",
                       call->name);
        return false;
    }
    return true;
}

nbb_expression *nbb_check_chance(nbb_checker *checker, const nbb_syntax *call)
{
    if (!may_draw(checker, call) || !nbb_check_arguments(checker, call, 1, 1)) {
        return NULL;
    }
    int request = checker->section->requests++;
    nbb_expression node = { .kind = NBB_EXPRESSION_CHANCE, .type = NBB_TYPE_BOOL, .number = request };
    nbb_expression *argument = checker->check(checker, call->parts[0]);
    return nbb_check_give(nbb_check_make(checker, call, node), nbb_check_convert(checker, argument, checker->real));
}

nbb_expression *nbb_check_uniform(nbb_checker *checker, const nbb_syntax *call)
{
    if (!may_draw(checker, call) || !nbb_check_arguments(checker, call, 0, 1)) {
        return NULL;
    }
    bool whole = call->part_count == 1;
    nbb_expression made = { .kind = NBB_EXPRESSION_UNIFORM,
                            .type = whole ? checker->integer : checker->real,
                            .number = checker->section->requests++ };
    nbb_expression *node = nbb_check_make(checker, call, made);
    return !whole ? node
                  : nbb_check_give(
                      node, nbb_check_convert(checker, checker->check(checker, call->parts[0]), checker->integer));
}

/* A node of two operands, or of one; NULL where one is. */
static nbb_expression *make_of(nbb_checker *checker, const nbb_syntax *call, nbb_expression node, nbb_expression *a,
                               nbb_expression *b)
{
    nbb_expression *made = nbb_check_give(nbb_check_make(checker, call, node), a);
    return b != NULL ? nbb_check_give(made, b) : made;
}

static nbb_expression *make_real(nbb_checker *checker, const nbb_syntax *call, double value)
{
    return nbb_check_make(checker, call,
                          (nbb_expression){ .kind = NBB_EXPRESSION_REAL, .type = checker->real, .real = value });
}

/* An operation on reals, or a function of one. */
static nbb_expression *operate(nbb_checker *checker, const nbb_syntax *call, nbb_operator operation,
                               nbb_expression *a, nbb_expression *b)
{
    nbb_expression node = { .kind = NBB_EXPRESSION_OPERATOR, .type = checker->real, .number = (int)operation };
    return b != NULL ? make_of(checker, call, node, a, b) : NULL;
}

static nbb_expression *apply(nbb_checker *checker, const nbb_syntax *call, nbb_function_name function,
                             nbb_expression *a)
{
    nbb_expression node = { .kind = NBB_EXPRESSION_CALL, .type = checker->real, .number = (int)function };
    return make_of(checker, call, node, a, NULL);
}

/* The next request: uniform(), or for m > 0 uniform(m). */
static nbb_expression *draw_next(nbb_checker *checker, const nbb_syntax *call, int m)
{
    nbb_expression of = { .kind = NBB_EXPRESSION_INTEGER, .type = checker->integer, .integer = m };
    nbb_expression node = { .kind = NBB_EXPRESSION_UNIFORM,
                            .type = m > 0 ? checker->integer : checker->real,
                            .number = checker->section->requests++ };
    nbb_expression *made = nbb_check_make(checker, call, node);
    return m > 0 ? nbb_check_give(made, nbb_check_make(checker, call, of)) : made;
}

/* normal() by Box and Muller: sqrt(-2 * log(1 - uniform())) * cos(2 * pi * uniform()). */
nbb_expression *nbb_check_normal(nbb_checker *checker, const nbb_syntax *call)
{
    if (!may_draw(checker, call) || !nbb_check_arguments(checker, call, 0, 0)) {
        return NULL;
    }
    nbb_expression *rest = operate(checker, call, NBB_OP_SUB, make_real(checker, call, 1),
                                   draw_next(checker, call, 0));
    const nbb_expression minus = { .kind = NBB_EXPRESSION_OPERATOR, .type = checker->real, .number = NBB_OP_NEG };
    nbb_expression *square = operate(checker, call, NBB_OP_MUL,
                                     make_of(checker, call, minus, make_real(checker, call, 2), NULL),
                                     apply(checker, call, NBB_FUNCTION_LOG, rest));
    nbb_expression *angle = operate(checker, call, NBB_OP_MUL, make_real(checker, call, 2 * NBB_PI),
                                    draw_next(checker, call, 0));
    return operate(checker, call, NBB_OP_MUL, apply(checker, call, NBB_FUNCTION_SQRT, square),
                   apply(checker, call, NBB_FUNCTION_COS, angle));
}

/* uniform53(): (uniform(2^27) * 2^26 + uniform(2^26)) * 2^-53, in which nothing is rounded. */
nbb_expression *nbb_check_uniform53(nbb_checker *checker, const nbb_syntax *call)
{
    enum { HIGH = 1 << 27, LOW = 1 << 26 };
    if (!may_draw(checker, call) || !nbb_check_arguments(checker, call, 0, 0)) {
        return NULL;
    }
    NBB_FAIL_IF(checker->real != NBB_TYPE_F64,
                NBB_CHECK_FAIL(checker, call->at, "uniform53 is for programs whose reals are f64: no field is one"));
    nbb_expression *high = nbb_check_convert(checker, draw_next(checker, call, HIGH), checker->real);
    nbb_expression *low = nbb_check_convert(checker, draw_next(checker, call, LOW), checker->real);
    nbb_expression *sum = operate(checker, call, NBB_OP_ADD,
                                  operate(checker, call, NBB_OP_MUL, high, make_real(checker, call, LOW)), low);
    return operate(checker, call, NBB_OP_MUL, sum, make_real(checker, call, 0x1p-53));
}
