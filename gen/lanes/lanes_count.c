/* lanes_count.c - the next state of a cell by the number of its live neighbours. */
#include "gen/lanes/lanes_building.h"

#include <stdlib.h>

void nbb_counting_begin(nbb_rule rule, nbb_counting *counting)
{
    *counting = (nbb_counting){ .sums = NULL };
    for (int most = 0; most <= NBB_NEIGHBOURS_MAX; ++most) {
        counting->folds[most] = nbb_rule_folds(rule, most);
        int told = counting->folds[most] && most > 3 ? 3 : most;
        counting->functions[most] = (nbb_function){ nbb_rule_points(rule, told, 1), nbb_rule_points(rule, told, 0) };
    }
}

/* The word of an input (lanes_sums.h) of a step's sums. */
static nbb_value input_word(const nbb_building *build, const nbb_counting *counting, int step, int input)
{
    int count = build->closure->count;
    return input < count ? *nbb_building_planes(build, step - 1, input) : counting->sums[input - count];
}

static void add_triples(nbb_building *build, nbb_counting *counting, int step)
{
    for (int i = 0; i < counting->shared.triple_count; ++i) {
        nbb_value from[NBB_CODE_FROM];
        for (int j = 0; j < NBB_CODE_FROM; ++j) {
            from[j] = input_word(build, counting, step, counting->shared.triples[i][j]);
        }
        counting->sums[i] = nbb_code_logic_of(&build->code, NBB_TABLE_SUM, from);
        counting->carries[i] = nbb_code_logic_of(&build->code, NBB_TABLE_MAJORITY, from);
        nbb_code_label(&build->code, counting->sums[i], "sum");
        nbb_code_label(&build->code, counting->carries[i], "carry");
    }
}

nbb_status nbb_counting_step(nbb_building *build, nbb_counting *counting, int step)
{
    NBB_TRY(nbb_sums_share(build->closure, build->law->rule, step, &counting->shared));
    size_t bytes = ((size_t)counting->shared.triple_count + 1) * sizeof(nbb_value);
    counting->sums = malloc(bytes);
    counting->carries = malloc(bytes);
    if (counting->sums == NULL || counting->carries == NULL) {
        return nbb_fail_memory(2 * bytes, "the code of a launch");
    }
    add_triples(build, counting, step);
    return NBB_OK;
}

nbb_value nbb_counting_next(nbb_building *build, const nbb_counting *counting, int step, int cell)
{
    const nbb_cell_sum *sum = &counting->shared.cells[cell];
    nbb_value ones[NBB_DIRECTIONS_MAX], twos[NBB_DIRECTIONS_MAX], words[NBB_FUNCTION_WORDS];
    int neighbours = build->closure->cells[cell].neighbour_count;
    for (int i = 0; i < sum->one_count; ++i) {
        ones[i] = input_word(build, counting, step, sum->ones[i]);
    }
    for (int i = 0; i < sum->two_count; ++i) {
        twos[i] = counting->carries[sum->twos[i]];
    }
    if (counting->folds[neighbours]) {
        nbb_code_count_folded(&build->code, ones, sum->one_count, twos, sum->two_count, words);
    } else {
        nbb_code_count(&build->code, ones, sum->one_count, twos, sum->two_count, words);
    }
    words[NBB_COUNT_BITS] = input_word(build, counting, step, cell);
    words[NBB_COUNT_BITS + 1] = NBB_ZERO;
    return nbb_code_function(&build->code, counting->functions[neighbours], words);
}

void nbb_counting_end(nbb_counting *counting)
{
    nbb_sums_free(&counting->shared);
    free(counting->sums);
    free(counting->carries);
    counting->sums = counting->carries = NULL;
}
