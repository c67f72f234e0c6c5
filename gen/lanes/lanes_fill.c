/* lanes_fill.c - words and rows of a launch's arguments, with the parameters' values. */
#include "gen/lanes/lanes_program.h"

#include "gen/program/program_cases.h"
#include "gen/program/program_draw.h"

uint32_t nbb_lowering_word(const nbb_lowering *lowering, const nbb_argument_word *word)
{
    nbb_cases cases;
    int64_t sum = 0;
    nbb_cases_find_least(word->of, &cases);
    for (int i = 0; i < word->count; ++i) {
        int number = lowering->cases[word->first + i];
        sum ^= word->of->kind == NBB_EXPRESSION_CHANCE ? (int64_t)nbb_fold_certain(lowering->program, &cases, number)
                   : nbb_cases_value(lowering->program, &cases, number).integer;
    }
    return sum >> word->bit & 1 ? ~UINT32_C(0) : 0;
}

/* Below it the result of uniform(m) is below j: the least U with U * m >> 32 = j; past all U if j is not below m. */
static uint64_t uniform_threshold(const nbb_lowering *lowering, const nbb_expression *uniform, int number)
{
    int64_t j = number & ((1 << NBB_UNIFORM_SHIFT) - 1), m = number >> NBB_UNIFORM_SHIFT;
    nbb_cases cases;
    if (m == 0 && nbb_cases_find(uniform->from[0], &cases) && cases.input_count == 0) {
        m = nbb_cases_value(lowering->program, &cases, 0).integer;
    }
    return j >= m ? UINT64_C(1) << 32 : (((uint64_t)j << 32) + (uint64_t)m - 1) / (uint64_t)m;
}

static uint64_t chance_threshold(const nbb_lowering *lowering, const nbb_threshold_row *row, int number)
{
    nbb_cases cases;
    nbb_cases_find_least(row->of, &cases);
    if (row->is_folded) {
        return nbb_fold_threshold(lowering->program, &cases, number);
    }
    return nbb_draw_threshold(nbb_cases_value(lowering->program, &cases, number).real);
}

static uint64_t row_of(const nbb_lowering *lowering, const nbb_threshold_row *row)
{
    uint64_t sum = 0;
    for (int i = 0; i < row->count; ++i) {
        int number = lowering->cases[row->first + i];
        sum ^= row->of->kind == NBB_EXPRESSION_UNIFORM ? uniform_threshold(lowering, row->of, number)
                                                       : chance_threshold(lowering, row, number);
    }
    return sum;
}

void nbb_lowering_fill(const nbb_lowering *lowering, uint32_t *words, uint64_t *rows)
{
    for (int i = 0; i < lowering->word_count; ++i) {
        words[i] = nbb_lowering_word(lowering, &lowering->words[i]);
    }
    for (int i = 0; i < lowering->row_count; ++i) {
        rows[i] = row_of(lowering, &lowering->rows[i]);
    }
}
