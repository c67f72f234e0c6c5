/* lanes_lower.c - what expressions, reductions and draws ask of a cell. */
#include "gen/lanes/lanes_lower.h"

#include "gen/program/program_text.h"

#include <string.h>

void nbb_lowering_refuse(nbb_lowering *lowering)
{
    nbb_text_free(&lowering->refusal);
    nbb_text_put(&lowering->refusal, nbb_message(), strcspn(nbb_message(), "\n"));
}

nbb_bits nbb_lower_refuse(nbb_lower *lower, const nbb_expression *expression, const char *why)
{
    if (lower->status == NBB_OK) {
        nbb_program_fail(expression->place.text, expression->place.offset, "bits of words cannot compute this: %s",
                         why);
        nbb_lowering_refuse(lower->lowering);
        lower->status = NBB_ERROR_USAGE;
    }
    return nbb_bits_constant(0);
}

bool nbb_lower_spend(nbb_lower *lower, const nbb_expression *expression, int work)
{
    int values = lower->code->count;
    int64_t spent = lower->lowering->work += work;
    if (values - lower->begun > NBB_CELL_VALUES_MAX) {
        nbb_lower_refuse(lower, expression, "up to here a cell takes more than 16384 operations");
    } else if (values > NBB_LAUNCH_VALUES_MAX) {
        nbb_lower_refuse(lower, expression, "up to here a launch takes more than 524288 operations");
    } else if (spent - lower->before > NBB_CELL_WORK_MAX || spent > NBB_PLAN_WORK_MAX) {
        nbb_lower_refuse(lower, expression, "up to here the update is too long");
    }
    return lower->status == NBB_OK;
}

nbb_bits nbb_lower_field(nbb_lower *lower, int field, int there)
{
    const nbb_field *of = &lower->lowering->program->fields[field];
    const nbb_value *planes = lower->cell->neighbours[there].planes;
    return planes == NULL ? nbb_bits_constant(0)
                          : nbb_bits_vector(&planes[of->plane], 0, (INT64_C(1) << of->bits) - 1);
}

nbb_bits nbb_lower_degree(nbb_lower *lower, int there)
{
    nbb_bits exist[NBB_NEIGHBOURS_LIST_MAX];
    int count = lower->lowering->program->neighbours.count;
    for (int i = 0; i < count; ++i) {
        exist[i] = nbb_bits_word(there < 0 ? lower->cell->neighbours[i].exists
                                           : lower->cell->neighbours[there].neighbours[i]);
    }
    return nbb_bits_sum(lower->code, exist, count);
}
