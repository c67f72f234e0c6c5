/* lanes_draws.c - decisions of the processor case by case, draws, and their don't-care masks. */
#include "gen/lanes/lanes_program.h"

/* --- cases --- */

static void lower_inputs(nbb_lower *lower, const nbb_cases *cases, int there, nbb_basis_input *inputs)
{
    for (int i = 0; i < cases->input_count; ++i) {
        const nbb_expression *input = cases->inputs[i];
        nbb_bits bits = lower->expression(lower, input, there); /* a vector's words may say more than there can be */
        inputs[i] = (nbb_basis_input){ nbb_bits_within(lower->code, &bits, input->low, input->high), input->low,
                                       cases->strides[i] };
    }
}

/* The integers that tell an expression's cases, but for what is drawn or NULL, lowered. Refuses what has none. */
static bool find_inputs(nbb_lower *lower, const nbb_expression *expression, int there, const nbb_expression *drawn,
                        nbb_cases *cases, nbb_basis_input inputs[NBB_CASE_INPUTS_MAX])
{
    if (!nbb_cases_find(expression, true, cases)) {
        /* Refuses an expression that has no cases, where that is decided. */
        const nbb_expression *found = nbb_cases_obstacle(expression, drawn),
                             *obstacle = found != NULL ? found : expression;
        bool is_step = obstacle->kind == NBB_EXPRESSION_BUILTIN && obstacle->number == NBB_BUILTIN_STEP;
        nbb_lower_refuse(lower, obstacle,
                         is_step ? "step has too many values; a schedule makes a parameter of what it says"
                         : found == NULL || !nbb_is_real(found->type)
                             ? "its integers have more than 4096 values together; min and max bound an integer"
                         : found->kind == NBB_EXPRESSION_UNIFORM ? NBB_REFUSED_UNIFORM
                                                                 : NBB_REFUSED_REAL);
        return false;
    }
    lower_inputs(lower, cases, there, inputs);
    return lower->status == NBB_OK;
}

/* The sum over a row's cases, which are listed ascending by item, behind `end`: they are not the lowering's until it
   keeps the sum. */
static nbb_case_sum sum_of(nbb_lower *lower, nbb_case_sum sum, const nbb_basis *basis, int row, int *end)
{
    nbb_lowering *lowering = lower->lowering;
    sum.first = *end;
    NBB_LOWER_TRY(lower, NBB_EACH(item, basis->count,
                                  nbb_patterns_has(&basis->rows[row], item)
                                      ? NBB_ARENA_APPEND(lowering->arena, lowering->cases, *end, basis->cases[item])
                                      : NBB_OK));
    sum.count = *end - sum.first;
    return sum;
}

static bool same_sums(const nbb_lowering *lowering, const nbb_case_sum *a, const nbb_case_sum *b)
{
    const int *cases = lowering->cases;
    return a->of == b->of && a->bit == b->bit && a->is_folded == b->is_folded && a->is_drawn == b->is_drawn
           && a->count == b->count
           && memcmp(&cases[a->first], &cases[b->first], (size_t)a->count * sizeof *cases) == 0;
}

/* Where the sums over a basis's rows, so many from a first one on, follow each other in a list; they are added unless
   they are there. */
static int find_sums(nbb_lower *lower, nbb_case_sum of, const nbb_basis *basis, int row, int rows,
                     nbb_case_sum **list, int *count)
{
    nbb_lowering *lowering = lower->lowering;
    nbb_case_sum made[NBB_BASIS_MAX];
    int added = *count, end = lowering->case_count;
    NBB_FILL(i, rows, made[i], sum_of(lower, of, basis, row + i, &end));
    int first = NBB_FIND(at, added - rows + 1, NBB_ALL(i, rows, same_sums(lowering, &(*list)[at + i], &made[i])));
    NBB_FAIL_IF(first + rows <= added, first);
    NBB_LOWER_TRY(lower, NBB_EACH(i, rows, NBB_ARENA_APPEND(lowering->arena, *list, *count, made[i])));
    lowering->case_count = end;
    return added;
}

/* A word with the parameters' values: 0 or all ones. */
static uint32_t word_of(const nbb_lowering *lowering, const nbb_case_sum *word)
{
    nbb_cases cases;
    int64_t sum = 0;
    nbb_cases_find(word->of, true, &cases);
    for (int i = 0; i < word->count; ++i) {
        int number = lowering->cases[word->first + i];
        sum ^= word->of->kind == NBB_EXPRESSION_CHANCE ? (int64_t)nbb_fold_certain(lowering->program, &cases, number)
                                                       : nbb_cases_value(lowering->program, &cases, number).integer;
    }
    return sum >> word->bit & 1 ? ~UINT32_C(0) : 0;
}

/* The word of arguments that has a bit of an expression's, summed over a row's cases; known without parameters. */
static nbb_value argument(nbb_lower *lower, const nbb_expression *of, const nbb_basis *basis, int row, int bit)
{
    nbb_lowering *lowering = lower->lowering;
    nbb_case_sum made = { .of = of, .bit = bit };
    NBB_RETURN_IF(nbb_has_parameter(of),
                  nbb_code_word(lower->code, NBB_ARGUMENT,
                                find_sums(lower, made, basis, row, 1, &lowering->words, &lowering->word_count)));
    int end = lowering->case_count;
    made = sum_of(lower, made, basis, row, &end);
    return word_of(lowering, &made) != 0 ? NBB_ONES : NBB_ZERO;
}

/* Bit `bit` of an expression in each lane. */
static nbb_value select_bit(nbb_lower *lower, const nbb_expression *expression, const nbb_basis *basis, int bit)
{
    nbb_value word = NBB_ZERO;
    for (int row = 0; row < basis->count; ++row) {
        nbb_value one = nbb_code_logic(lower->code, NBB_TABLE_AND, basis->masks[row],
                                       argument(lower, expression, basis, row, bit), NBB_ZERO);
        word = nbb_code_logic(lower->code, NBB_TABLE_XOR, word, one, NBB_ZERO);
    }
    return word;
}

nbb_range nbb_lower_bounded(nbb_lowering *lowering, const nbb_expression *expression)
{
    nbb_range range = nbb_bounds_range(lowering->program, lowering->bounds, expression, lowering->relies);
    return (nbb_range){ range.low > expression->low ? range.low : expression->low,
                        range.high < expression->high ? range.high : expression->high };
}

nbb_bits nbb_lower_cases(nbb_lower *lower, const nbb_expression *expression, int there)
{
    nbb_cases cases;
    nbb_basis basis;
    nbb_basis_input inputs[NBB_CASE_INPUTS_MAX];
    nbb_value words[NBB_BITS_MAX];
    expression = nbb_lower_inline(lower, expression);
    if (nbb_drawn_find(expression, lower->lowering->bounds, lower->lowering->relies, &cases)) {
        const nbb_expression *chance = nbb_lower_compared(lower, expression, cases.drawn);
        return chance != NULL ? nbb_lower_chance(lower, chance) : nbb_lower_drawn(lower, expression, &cases);
    }
    const nbb_expression *drawn = cases.drawn;
    if (find_inputs(lower, expression, there, drawn, &cases, inputs)
        && !nbb_basis_find(lower->code, inputs, cases.input_count, NULL, &basis)) {
        nbb_lower_refuse(lower, expression, NBB_REFUSED_VALUES);
    }
    NBB_RETURN_IF(lower->status != NBB_OK, nbb_bits_constant(0));
    nbb_range range = cases.input_count == 0 ? nbb_lower_bounded(lower->lowering, expression)
                                             : (nbb_range){ expression->low, expression->high };
    NBB_FILL(bit, nbb_bits_needed(range.low, range.high), words[bit], select_bit(lower, expression, &basis, bit));
    return nbb_bits_vector(words, range.low, range.high);
}

/* --- draws --- */

/* A draw with the rows that a basis asks for. */
static nbb_draw draw_of(nbb_lower *lower, nbb_case_sum each, int request, const nbb_basis *basis)
{
    nbb_lowering *lowering = lower->lowering;
    int first = find_sums(lower, each, basis, 0, basis->count, &lowering->rows, &lowering->row_count);
    if (lowering->row_count > NBB_ROWS_MAX) {
        nbb_lower_refuse(lower, each.of,
                         "up to here chances and random numbers have more than 320 rows of thresholds");
    }
    return (
        nbb_draw){ .cell = lower->cell->cell, .request = request, .digit = -1, .row = first, .words = basis->count };
}

/* Where U is below the threshold: a word that stands for the draw until it is resolved. */
static nbb_value below(nbb_lower *lower, nbb_case_sum each, int request, const nbb_basis *basis)
{
    nbb_pending_draw draw = { .stands = nbb_code_word(lower->code, NBB_PENDING,
                                                      lower->code->count), /* a new number */
                              .draw = draw_of(lower, each, request, basis) };
    memcpy(draw.words, basis->masks, (size_t)basis->count * sizeof *draw.words);
    lower->code->failed |= NBB_ARENA_APPEND(&lower->arena, lower->pending, lower->pending_count, draw) != NBB_OK;
    return draw.stands;
}

/* A chance while its code is made: what it has of a cell, and how its cases are folded. */
typedef struct drawing {
    nbb_cases cases;
    nbb_basis_input inputs[NBB_CASE_INPUTS_MAX];
    bool is_folded;
    int magnitudes[NBB_FOLD_MAX], signs[NBB_FOLD_MAX]; /* by case, of folded ones */
    nbb_basis basis;                                   /* the last one found */
} drawing;

/* The chance drawn for each of its cases or magnitudes, in all lanes, which take their own; NBB_NO_VALUE where these
   are too many. */
static nbb_value drawn_once(nbb_lower *lower, const nbb_expression *chance, const drawing *draw, const int *groups)
{
    const nbb_value all = NBB_ONES;
    nbb_bits number;
    int numbers[NBB_NUMBERED_MAX];
    nbb_value words[NBB_NUMBERED_MAX], bits[NBB_BITS_MAX];
    const nbb_case_sum each = { .of = chance, .is_folded = draw->is_folded };
    int count = nbb_basis_number(lower->code, draw->inputs, draw->cases.input_count, groups, &number, numbers);
    for (int i = 0; i < count; ++i) {
        const nbb_basis one = { .count = 1, .cases = { numbers[i] }, .rows = { { { 1 } } } };
        words[i] = nbb_code_draw(lower->code, draw_of(lower, each, chance->number, &one), &all);
    }
    NBB_RETURN_IF(count == 0, NBB_NO_VALUE);
    /* Of a word for each case the one that a lane's number says, bit by bit from the lowest. */
    nbb_bits_words(lower->code, &number, bits);
    for (int bit = 0, left = count; left > 1; ++bit, left = (left + 1) / 2) {
        NBB_FILL(i, left / 2, words[i],
                 nbb_code_logic(lower->code, NBB_TABLE_SELECT, bits[bit], words[2 * i + 1], words[2 * i]));
        words[left / 2] = left % 2 == 1 ? words[left - 1] : words[left / 2];
    }
    return words[0];
}

/* Else it is compared at once for all cases or magnitudes; NBB_NO_VALUE where it has no basis. */
static nbb_value drawn(nbb_lower *lower, const nbb_expression *chance, drawing *draw)
{
    const int *groups = draw->is_folded ? draw->magnitudes : NULL;
    nbb_value once = lower->cell->once ? drawn_once(lower, chance, draw, groups) : NBB_NO_VALUE;
    bool compares = once == NBB_NO_VALUE
                    && nbb_basis_find(lower->code, draw->inputs, draw->cases.input_count, groups, &draw->basis);
    const nbb_case_sum each = { .of = chance, .is_folded = draw->is_folded };
    return compares ? below(lower, each, chance->number, &draw->basis) : once;
}

nbb_bits nbb_lower_chance(nbb_lower *lower, const nbb_expression *expression)
{
    NBB_LOCAL_ARENA local = { 0 }; /* of what would fill a small stack */
    drawing *draw = nbb_arena_take(&local, sizeof *draw);
    nbb_value certain = NBB_ZERO, word = NBB_NO_VALUE;
    NBB_LOWER_TRY(lower, draw != NULL ? NBB_OK : NBB_ERROR_RUN);
    NBB_RETURN_IF(draw == NULL, nbb_bits_constant(0));
    expression = nbb_lower_inline(lower, expression);
    draw->is_folded = find_inputs(lower, expression, -1, NULL, &draw->cases, draw->inputs)
                      && nbb_fold_is(&draw->cases);
    for (int number = 0; draw->is_folded && number < draw->cases.count; ++number) {
        int input = (int)draw->cases.inputs[0]->low + number;
        draw->signs[number] = NBB_FOLD_ZERO + (input > 0) - (input < 0);
        draw->magnitudes[number] = input == 0 ? NBB_BASIS_FREE : abs(input);
    }
    if (lower->status == NBB_OK && draw->is_folded) {
        word = drawn(lower, expression, draw);
        int inputs = draw->cases.input_count;
        draw->is_folded = word != NBB_NO_VALUE
                          && nbb_basis_find(lower->code, draw->inputs, inputs, draw->signs, &draw->basis);
        certain = draw->is_folded ? select_bit(lower, expression, &draw->basis, 0) : NBB_ZERO;
    }
    word = lower->status == NBB_OK && !draw->is_folded ? drawn(lower, expression, draw) : word;
    if (lower->status == NBB_OK && word == NBB_NO_VALUE) {
        nbb_lower_refuse(lower, expression, NBB_REFUSED_VALUES);
    }
    return lower->status == NBB_OK ? nbb_bits_word(nbb_code_logic(lower->code, NBB_TABLE_OR, certain, word, NBB_ZERO))
                                   : nbb_bits_constant(0);
}

/* --- uniform --- */

bool nbb_lowering_size_known(const nbb_expression *uniform, nbb_cases *cases)
{
    return nbb_cases_find(uniform->from[0], false, cases) && cases->input_count == 0;
}

/* The bits of a whole number that U tells, from 0 to most: inputs[0], of stride 1, becomes the higher bits; behind it
   come the inputs that tell a row's cases but for its j. */
static nbb_bits draw_bits(nbb_lower *lower, nbb_case_sum each, int request, bool falls, int64_t most,
                          nbb_basis_input *inputs, int count)
{
    nbb_value words[NBB_BITS_MAX];
    int bits = nbb_bits_needed(0, most);
    for (int bit = bits - 1; bit >= 0 && lower->status == NBB_OK; --bit) {
        /* Its higher bits are known: whether the result is at least as large as with the bit. */
        nbb_basis basis;
        inputs[0].bits = nbb_bits_vector(&words[bit + 1], 0, (INT64_C(1) << (bits - 1 - bit)) - 1);
        NBB_LOWER_REFUSE_IF(!nbb_basis_find(lower->code, inputs, count, NULL, &basis), lower, each.of,
                            NBB_REFUSED_VALUES);
        for (int item = 0; item < basis.count; ++item) {
            int prefix = basis.cases[item] & ((1 << NBB_UNIFORM_SHIFT) - 1), other = basis.cases[item] - prefix;
            basis.cases[item] = other + ((2 * prefix + 1) << bit);
        }
        words[bit] = nbb_code_logic(lower->code, falls ? NBB_TABLE_A : NBB_TABLE_NOT,
                                    below(lower, each, request, &basis), NBB_ZERO, NBB_ZERO);
    }
    return lower->status == NBB_OK ? nbb_bits_vector(words, 0, most) : nbb_bits_constant(0);
}

nbb_bits nbb_lower_uniform(nbb_lower *lower, const nbb_expression *expression)
{
    nbb_value words[NBB_BITS_MAX];
    nbb_cases cases;
    NBB_LOWER_REFUSE_IF(expression->from_count == 0, lower, expression, NBB_REFUSED_UNIFORM);
    const nbb_expression *argument = expression->from[0];
    nbb_bits size = lower->expression(lower, argument, -1);
    int64_t most = size.high > 1 ? size.high - 1 : 0;
    int bits = nbb_bits_needed(0, most);
    if (size.low == size.high && most == (INT64_C(1) << bits) - 1 && bits < NBB_BITS_MAX) {
        /* The top digits of U are the result's bits. */
        nbb_draw draw = { .cell = lower->cell->cell, .request = expression->number };
        for (int bit = 0; bit < bits; ++bit) {
            draw.digit = bits - 1 - bit;
            words[bit] = nbb_code_draw(lower->code, draw, NULL);
        }
        return nbb_bits_vector(words, 0, most);
    }
    NBB_LOWER_REFUSE_IF(size.high > NBB_UNIFORM_MAX, lower, expression,
                        "uniform's argument may be more than 256 (min(m, 16) bounds it)");
    bool is_known = nbb_lowering_size_known(expression, &cases);
    nbb_basis_input inputs[2] = { { .low = 0, .stride = 1 }, { .low = 0, .stride = 1 << NBB_UNIFORM_SHIFT } };
    inputs[1].bits = is_known ? nbb_bits_constant(0) : nbb_bits_operate(lower->code, NBB_OP_MAX, &size, NULL);
    return draw_bits(lower, (nbb_case_sum){ .of = expression }, expression->number, false, most, inputs, 2);
}

nbb_bits nbb_lower_drawn(nbb_lower *lower, const nbb_expression *expression, const nbb_cases *cases)
{
    NBB_LOCAL_ARENA local = { 0 }; /* of what would fill a small stack */
    nbb_basis_input *inputs;
    const nbb_bits none = nbb_bits_constant(0);
    nbb_range range = nbb_drawn_range(lower->lowering->program, cases);
    NBB_LOWER_REFUSE_IF(range.high == INT32_MAX, lower, expression,
                        "parameters change the range of a random real; int(uniform() * q) would do");
    NBB_LOWER_REFUSE_IF(range.high - range.low >= NBB_UNIFORM_MAX, lower, expression, NBB_REFUSED_VALUES);
    NBB_LOWER_TRY(lower, NBB_ARRAYS(&local, NBB_ARRAY(inputs, cases->input_count + 1)));
    NBB_RETURN_IF(lower->status != NBB_OK, none);
    lower_inputs(lower, cases, -1, &inputs[1]);
    inputs[0] = (nbb_basis_input){ .low = 0, .stride = 1 };
    for (int i = 1; i <= cases->input_count; ++i) {
        inputs[i].stride <<= NBB_UNIFORM_SHIFT;
    }
    nbb_bits above = draw_bits(lower, (nbb_case_sum){ .of = expression, .is_drawn = true, .least = range.low },
                               cases->drawn->number, cases->falls, range.high - range.low, inputs,
                               cases->input_count + 1);
    const nbb_bits least = nbb_bits_constant(range.low);
    return range.low == 0 ? above : nbb_bits_operate(lower->code, NBB_OP_ADD, &above, &least);
}

/* ---- words and rows of a launch's arguments, with the parameters' values ---- */

/* Thresholds that were searched for, each in many rows. */
typedef struct searched {
    const nbb_expression *of;
    int number;
    uint64_t threshold;
} searched;

typedef struct searches {
    nbb_arena arena;
    searched *list;
    int count;
} searches;

static uint64_t search(const nbb_lowering *lowering, const nbb_case_sum *row, const nbb_cases *cases, int number,
                       searches *found)
{
    int64_t j = number & ((1 << NBB_UNIFORM_SHIFT) - 1);
    int at = NBB_FIND(i, found->count, found->list[i].of == row->of && found->list[i].number == number);
    NBB_RETURN_IF(at < found->count, found->list[at].threshold);
    searched one = { row->of, number, 0 };
    one.threshold = nbb_drawn_threshold(lowering->program, cases, number >> NBB_UNIFORM_SHIFT, row->least + j);
    /* Without memory it is searched for again. */
    nbb_status kept = NBB_ARENA_APPEND(&found->arena, found->list, found->count, one);
    (void)kept;
    return one.threshold;
}

static uint64_t row_of(const nbb_lowering *lowering, const nbb_case_sum *row, searches *found)
{
    uint64_t sum = 0;
    nbb_cases cases;
    bool relies[NBB_PARAMETERS_MAX];
    bool is_uniform = row->of->kind == NBB_EXPRESSION_UNIFORM;
    bool is_known = is_uniform      ? nbb_lowering_size_known(row->of, &cases)
                    : row->is_drawn ? nbb_drawn_find(row->of, lowering->bounds, relies, &cases)
                                    : nbb_cases_find(row->of, true, &cases);
    for (int i = 0; i < row->count; ++i) {
        int number = lowering->cases[row->first + i];
        int64_t j = number & ((1 << NBB_UNIFORM_SHIFT) - 1), m = number >> NBB_UNIFORM_SHIFT;
        m = is_uniform && m == 0 && is_known ? nbb_cases_value(lowering->program, &cases, 0).integer : m;
        /* Below it the result of uniform(m) is below j: the least U with U * m >> 32 = j; past all U if j is not
           below m. */
        sum ^= row->is_drawn          ? search(lowering, row, &cases, number, found)
               : is_uniform && j >= m ? UINT64_C(1) << 32
               : is_uniform           ? (((uint64_t)j << 32) + (uint64_t)m - 1) / (uint64_t)m
               : row->is_folded       ? nbb_fold_threshold(lowering->program, &cases, number)
                                      : nbb_cases_threshold(lowering->program, &cases, number);
    }
    return sum;
}

void nbb_lowering_fill(const nbb_lowering *lowering, uint32_t *words, uint64_t *rows)
{
    searches found = { 0 };
    NBB_FILL(i, lowering->word_count, words[i], word_of(lowering, &lowering->words[i]));
    NBB_FILL(i, lowering->row_count, rows[i], row_of(lowering, &lowering->rows[i], &found));
    nbb_arena_free(&found.arena);
}
