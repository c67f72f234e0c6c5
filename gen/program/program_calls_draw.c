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
    NBB_FAIL_IF(!may_draw(checker, call) || !nbb_check_arguments(checker, call, 1, 1), NULL);
    int request = checker->section->requests++;
    nbb_expression node = { .kind = NBB_EXPRESSION_CHANCE, .type = NBB_TYPE_BOOL, .number = request };
    nbb_expression *argument = checker->check(checker, call->parts[0]);
    return nbb_check_give(nbb_check_make(checker, call, node), nbb_check_convert(checker, argument, checker->real));
}

nbb_expression *nbb_check_uniform(nbb_checker *checker, const nbb_syntax *call)
{
    NBB_FAIL_IF(!may_draw(checker, call) || !nbb_check_arguments(checker, call, 0, 1), NULL);
    bool whole = call->part_count == 1;
    nbb_expression made = { .kind = NBB_EXPRESSION_UNIFORM,
                            .type = whole ? checker->integer : checker->real,
                            .number = checker->section->requests++ };
    nbb_expression *node = nbb_check_make(checker, call, made);
    return !whole ? node
                  : nbb_check_give(
                      node, nbb_check_convert(checker, checker->check(checker, call->parts[0]), checker->integer));
}

/* normal() by Box and Muller. */
nbb_expression *nbb_check_normal(nbb_checker *checker, const nbb_syntax *call)
{
    NBB_FAIL_IF(!may_draw(checker, call) || !nbb_check_arguments(checker, call, 0, 0), NULL);
    return nbb_check_formula(checker, call, NULL,
                             "sqrt(-2.0 * log(1.0 - uniform())) * cos(6.283185307179586 * uniform())");
}

/* uniform53(), of 27 and 26 bits, in which nothing is rounded. */
nbb_expression *nbb_check_uniform53(nbb_checker *checker, const nbb_syntax *call)
{
    NBB_FAIL_IF(!may_draw(checker, call) || !nbb_check_arguments(checker, call, 0, 0), NULL);
    NBB_FAIL_IF(checker->real != NBB_TYPE_F64,
                NBB_CHECK_FAIL(checker, call->at, "uniform53 is for programs whose reals are f64: no field is one"));
    return nbb_check_formula(checker, call, NULL,
                             "(uniform(134217728) * 67108864.0 + uniform(67108864)) * 1.1102230246251565e-16");
}
