/* program_globals.c - globals: values of the whole state before a step, which update reads as parameters.

   A global is a parameter with a schedule that is made of totals. Sums of reals would depend on their order, so a
   real e is summed as two integers, exactly:

         floor(e * 2^16)                       the higher part, in units of 2^-16
         (e * 2^16 - floor(e * 2^16)) * 2^24   the lower part, in units of 2^-40

   The sum is (higher + lower * 2^-24) * 2^-16. */
#include "gen/program/program_checker.h"

static const double higher_unit = 65536, lower_unit = 16777216;

static nbb_expression *scaled(nbb_checker *checker, nbb_operator operation, nbb_expression *a, nbb_expression *b)
{
    nbb_expression node = { .kind = NBB_EXPRESSION_OPERATOR, .type = NBB_TYPE_F64, .number = (int)operation };
    return nbb_check_give(nbb_check_give(nbb_check_make(checker, NULL, node), a), b);
}

static nbb_expression *number(nbb_checker *checker, double value)
{
    nbb_expression node = { .kind = NBB_EXPRESSION_REAL, .type = NBB_TYPE_F64, .real = value };
    return nbb_check_make(checker, NULL, node);
}

nbb_expression *nbb_globals_part(nbb_checker *checker, const nbb_expression *real, bool lower)
{
    nbb_expression call = { .kind = NBB_EXPRESSION_CALL, .type = NBB_TYPE_F64, .number = NBB_FUNCTION_FLOOR };
    nbb_expression *own = nbb_check_make(checker, NULL, *real);
    nbb_expression *units = scaled(checker, NBB_OP_MUL, own, number(checker, higher_unit));
    nbb_expression *part = nbb_check_give(nbb_check_make(checker, NULL, call), units);
    if (lower) {
        part = scaled(checker, NBB_OP_MUL, scaled(checker, NBB_OP_SUB, units, part), number(checker, lower_unit));
    }
    return nbb_check_convert(checker, part, NBB_TYPE_I64);
}
