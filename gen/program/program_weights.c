/* program_weights.c - finds the weights of a reduction. */
#include "gen/program/program_weights.h"

#include "gen/program/program_cases.h"
#include "gen/program/program_walk.h"

static bool is_of_offset(const nbb_expression *expression, const void *unused)
{
    (void)unused;
    return expression->kind == NBB_EXPRESSION_BUILTIN && expression->number >= NBB_BUILTIN_DX;
}

/* Whether the expression is more than an offset, numbers and parameters tell, by this part. */
static bool is_more(const nbb_expression *expression, const void *unused)
{
    return expression->kind != NBB_EXPRESSION_INTEGER && expression->kind != NBB_EXPRESSION_REAL
           && expression->kind != NBB_EXPRESSION_PARAMETER && !is_of_offset(expression, unused)
           && (!nbb_has_parts(expression) || expression->kind == NBB_EXPRESSION_TABLE);
}

static void widen_reals(nbb_expression *expression)
{
    expression->type = nbb_is_real(expression->type) ? NBB_TYPE_F64 : expression->type;
    for (int i = 0; i < expression->from_count; ++i) {
        widen_reals(expression->from[i]);
    }
}

nbb_expression *nbb_weights_find(nbb_checker *checker, nbb_expression *reduced, int list)
{
    if (reduced == NULL || !nbb_has_part(reduced, is_of_offset, NULL)) {
        return reduced;
    }
    if (!nbb_has_part(reduced, is_more, NULL)) {
        nbb_expression node = { .kind = NBB_EXPRESSION_WEIGHT,
                                .type = reduced->type,
                                .number = checker->program->weight_count++,
                                .list = list,
                                .place = reduced->place };
        widen_reals(reduced);
        return nbb_check_give(nbb_check_make(checker, NULL, node), reduced);
    }
    for (int i = 0; i < reduced->from_count; ++i) {
        reduced->from[i] = nbb_weights_find(checker, reduced->from[i], list);
        NBB_FAIL_IF(reduced->from[i] == NULL, NULL);
    }
    return reduced;
}

bool nbb_weight_is_argument(const nbb_program *program, const nbb_expression *weight)
{
    return nbb_has_parameter(weight) || nbb_list_is_long(nbb_list_of(program, weight));
}
