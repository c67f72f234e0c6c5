/* lanes_spans.c - finds the rows of lists, and what a program counts over them. */
#include "gen/lanes/lanes_rows.h"

/* So many neighbours of a cell on a triangle, no farther off, and of an average one on a fractal of the plane, take
   less time in words of their own than along rows, where holes are steps like cells (radius.txt). */
enum { SIMPLEX_MOST = 80, SIMPLEX_REACH = 4, FRACTAL_MOST = 50, SAMPLES = 128 };

/* --- spans of a list --- */

/* Finds the list's spans along an axis, row by row from the first one; false where a row has a gap past the cell
   itself, or rows are too many. */
static bool find_spans(const nbb_program *program, const nbb_program_list *list, int along, nbb_list_spans *spans)
{
    int reach = program->neighbours.reach, rows = 2 * reach + 1, across = along == 0 ? 1 : 0; /* the axis of y */
    int layers = program->neighbours.axes == 3 ? rows : 1;
    *spans = (nbb_list_spans){ .count = 0 };
    for (int row = 0; row < rows * layers; ++row) {
        nbb_span span = { row % rows - reach, layers > 1 ? row / rows - reach : 0, INT32_MAX, INT32_MIN };
        int in_row = 0;
        for (int i = 0; i < list->count; ++i) {
            const int64_t *at = program->neighbours.offsets[list->numbers[i]].at;
            int64_t z = layers > 1 ? at[NBB_AXES_MAX - along - across] : 0;
            if (at[across] == span.y && z == span.z) {
                span.from = at[along] < span.from ? (int)at[along] : span.from;
                span.to = at[along] > span.to ? (int)at[along] : span.to;
                ++in_row;
            }
        }
        bool around = span.y == 0 && span.z == 0 && in_row > 0 && span.from < 0 && span.to > 0;
        NBB_FAIL_IF(in_row > 0 && (in_row + around != span.to - span.from + 1 || spans->count == NBB_SPANS_MAX),
                    false);
        spans->around = spans->around || around;
        if (in_row > 0) {
            spans->of[spans->count++] = span;
        }
    }
    return true;
}

bool nbb_spans_take(const nbb_program *program, int along)
{
    nbb_list_spans spans;
    return program->bits && !program->sublattices && program->neighbours.count > NBB_NEIGHBOURS_UNROLLED_MAX
           && NBB_ALL(i, program->list_count,
                      program->lists[i].count == 0 || find_spans(program, &program->lists[i], along, &spans));
}

bool nbb_spans_are_better(const nbb_program *program, const nbb_domain *domain)
{
    const nbb_neighbours *list = &program->neighbours;
    if (domain->simplex != NULL) {
        return domain->simplex->m == 3 || list->count > SIMPLEX_MOST || list->reach > SIMPLEX_REACH;
    }
    const nbb_fractal *fractal = domain->fractal;
    NBB_RETURN_IF(nbb_fractal_axes(fractal) == 3 || nbb_fractal_check_level(fractal, (int)domain->size) != NBB_OK,
                  false);
    uint64_t cells = (uint64_t)nbb_domain_cells(domain);
    int64_t found = 0;
    for (uint64_t i = 0; i < SAMPLES; ++i) {
        const nbb_vector cell = nbb_domain_cell(domain, (int64_t)(nbb_mix(i) % cells));
        for (int at = 0; at < list->count; ++at) {
            nbb_vector beside = cell;
            beside.at[0] += list->offsets[at].at[0];
            beside.at[1] += list->offsets[at].at[1];
            found += nbb_domain_member(domain, beside);
        }
    }
    return found > (int64_t)SAMPLES * FRACTAL_MOST;
}

uint64_t nbb_spans_words(const nbb_program *program, const nbb_fractal *fractal, int t, int together)
{
    nbb_vector rho = nbb_fractal_side(fractal, 0, t);
    int64_t both = 2 * program->neighbours.reach;
    int64_t rows = (rho.at[1] + together - 1) / together * together + both;
    rows *= nbb_fractal_axes(fractal) == 3 ? rho.at[2] + both : 1;
    return (uint64_t)(((rho.at[0] + both) | 1) * rows + (together % 2 == 0 ? rows / together : 0));
}

/* --- what a cell asks for --- */

bool nbb_spans_asks(nbb_lower *lower, nbb_value word, bool there)
{
    NBB_LOCAL_ARENA local = { 0 };
    int *uses;
    nbb_status status = nbb_code_uses(&local, lower->code, &word, 1, &uses);
    bool found = false;
    for (nbb_value value = 0; value <= word && status == NBB_OK; ++value) {
        const nbb_node *node = &lower->code->nodes[value];
        bool is_source = uses[value] > 0 && node->operation != NBB_CONSTANT && node->operation != NBB_LOGIC;
        bool is_there = node->operation == NBB_LOADED && node->number >= NBB_SPAN_THERE
                        && node->number < NBB_SPAN_COUNT;
        found = found || (is_source && is_there == there);
    }
    lower->status = status != NBB_OK ? status : lower->status;
    return found;
}

/* The number of what the list counts, with the cell itself if it is `own`, which is listed from now on; -1 where
   there is no room. */
static int number_of(const nbb_lowering *lowering, const nbb_program_list *list, nbb_value signal, bool own)
{
    nbb_spans *spans = lowering->spans;
    int of = NBB_FIND(i, spans->signal_count, spans->words[i] == signal);
    int number = NBB_FIND(i, spans->count_count,
                          spans->counts[i].list == list && spans->counts[i].signal == of
                              && spans->counts[i].own == own);
    NBB_RETURN_IF(of == NBB_SPAN_SIGNALS_MAX || number == NBB_SPAN_COUNTS_MAX, -1);
    spans->words[of] = signal;
    spans->signal_count += of == spans->signal_count;
    if (number == spans->count_count) {
        nbb_span_count *made = &spans->counts[number];
        find_spans(lowering->program, list, lowering->along, &made->spans);
        made->list = list;
        made->signal = of;
        made->own = own;
        made->around = made->spans.around && !own;
        made->bits = nbb_bits_needed(0, list->count + own);
        ++spans->count_count;
    }
    return number;
}

/* How many neighbours in the list have the word; with the cell itself if it is `own`. `expression` asks for it. */
static nbb_bits count_of(nbb_lower *lower, const nbb_expression *expression, const nbb_program_list *list,
                         nbb_value word, bool own)
{
    NBB_RETURN_IF(word == NBB_ZERO, nbb_bits_constant(0));
    NBB_LOWER_REFUSE_IF(nbb_spans_asks(lower, word, false), lower, expression,
                        "over large lists, more than neighbours' own bits");
    int number = number_of(lower->lowering, list, word, own);
    NBB_LOWER_REFUSE_IF(number < 0, lower, expression,
                        "over large lists, more than four counts; one by the cell's own value is several");
    nbb_value bits[NBB_SPAN_BITS];
    NBB_FILL(bit, NBB_SPAN_BITS, bits[bit],
             nbb_code_word(lower->code, NBB_LOADED, NBB_SPAN_COUNT + number * NBB_SPAN_BITS + bit));
    return nbb_bits_vector(bits, 0, list->count + own);
}

/* Whether an integer is plane `first` + something of the cell or its neighbours, as 0 or 1; and which plane. */
static bool is_plane(const nbb_code *code, const nbb_bits *value, int first, int planes, int *plane)
{
    const nbb_node *node = &code->nodes[value->words == 1 ? value->of[0] : 0];
    *plane = node->number - first;
    return value->words == 1 && node->operation == NBB_LOADED && *plane >= 0 && *plane < planes && value->low == 0
           && value->high == 1 && value->values[0] == 0;
}

bool nbb_spans_with_own(nbb_lower *lower, const nbb_expression *reduction, const nbb_bits *own, nbb_bits *sum)
{
    const nbb_program *program = lower->lowering->program;
    const nbb_program_list *list = nbb_list_of(program, reduction);
    nbb_list_spans spans;
    int here, there;
    NBB_RETURN_IF(lower->lowering->spans == NULL || !find_spans(program, list, lower->lowering->along, &spans)
                      || !spans.around,
                  false);
    nbb_bits term = lower->expression(lower, reduction->from[0], 0);
    NBB_RETURN_IF(!is_plane(lower->code, own, 0, program->planes, &here)
                      || !is_plane(lower->code, &term, NBB_SPAN_THERE, program->planes, &there) || here != there,
                  false);
    *sum = count_of(lower, reduction, list, term.of[0], true);
    return true;
}

nbb_bits nbb_spans_sum(nbb_lower *lower, const nbb_expression *reduction, const nbb_bits *term)
{
    const nbb_program_list *list = nbb_list_of(lower->lowering->program, reduction);
    nbb_value words[NBB_BITS_MAX];
    nbb_bits sum = nbb_bits_constant(0);
    NBB_LOWER_REFUSE_IF(lower->lowering->spans == NULL, lower, reduction, "counts over large lists outside of steps");
    int count = nbb_bits_words(lower->code, term, words);
    for (int bit = 0; bit < count && lower->status == NBB_OK; ++bit) {
        bool is_sign = term->low < 0 && bit + 1 == count;
        nbb_bits one = count_of(lower, reduction, list, words[bit], false);
        nbb_bits weight = nbb_bits_constant(INT64_C(1) << bit);
        nbb_bits weighted = nbb_bits_operate(lower->code, NBB_OP_MUL, &one, &weight);
        sum = nbb_bits_operate(lower->code, is_sign ? NBB_OP_SUB : NBB_OP_ADD, &sum, &weighted);
    }
    return sum;
}

nbb_bits nbb_spans_degree(nbb_lower *lower, const nbb_expression *degree)
{
    NBB_LOWER_REFUSE_IF(lower->lowering->spans == NULL, lower, degree, "a degree of large lists outside of steps");
    return count_of(lower, degree, &lower->lowering->program->lists[0],
                    nbb_code_word(lower->code, NBB_LOADED, NBB_SPAN_EXISTS), false);
}

nbb_status nbb_spans_begin(nbb_arena *arena, nbb_spans *made)
{
    *made = (nbb_spans){ .operations = 0 };
    return NBB_ARRAYS(arena, NBB_ARRAY(made->counts, NBB_SPAN_COUNTS_MAX));
}
