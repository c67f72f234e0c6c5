/* lanes_spans_code.c - the code of counts that run along rows, and of cells that are told them. */
#include "gen/lanes/lanes_spans.h"

#include <stdlib.h>

/* --- counts --- */

/* Makes the code that so many of its results need. */
static nbb_status cover(const nbb_code *code, int count, nbb_span_code *made)
{
    made->count = count;
    NBB_TRY(nbb_code_cover_results(code, made->results, (size_t)count, 0, 0, &made->code));
    return nbb_code_uses_of(&made->code, made->results, (size_t)count, &made->uses);
}

/* Adds columns of words up: the bits of the sum, modulo 1 << bits. */
static void add_up(nbb_code *code, nbb_addends *columns, int bits, nbb_value *sum)
{
    for (int bit = 0; bit < bits; ++bit) {
        sum[bit] = nbb_code_add_column(code, &columns[bit], &columns[bit + 1]);
        columns[bit + 1].count = bit + 1 < bits ? columns[bit + 1].count : 0;
    }
}

static void put(nbb_addends *column, nbb_value word)
{
    column->words[column->count++] = word;
}

/* The code of a count that gains a word of each span, where it `moves` loses others, each word added with the sign:
   -s is ~s - 1. */
static nbb_status build_count(const nbb_span_count *count, bool moves, nbb_span_code *made)
{
    NBB_AT_END(nbb_code_free) nbb_code code;
    nbb_code_begin(&code);
    NBB_LOCAL_HEAP nbb_addends *columns = calloc(NBB_SPAN_BITS + 1, sizeof *columns);
    NBB_FAIL_IF(columns == NULL, nbb_fail_memory(NBB_SPAN_BITS * sizeof *columns, "the code of counts"));
    int gains = count->spans + (moves && count->around), all = moves ? 2 * gains : gains;
    for (int i = 0; i < all; ++i) {
        bool loses = i >= gains;
        nbb_value word = nbb_code_word(&code, NBB_LOADED, count->bits + i);
        put(&columns[0], loses ? nbb_code_logic(&code, NBB_TABLE_NOT, word, NBB_ZERO, NBB_ZERO) : word);
    }
    for (int bit = 0; bit < count->bits; ++bit) {
        put(&columns[bit], nbb_code_word(&code, NBB_LOADED, bit));
        if (moves && (-gains >> bit & 1) != 0) {
            put(&columns[bit], NBB_ONES);
        }
    }
    add_up(&code, columns, count->bits, made->results);
    return cover(&code, count->bits, made);
}

/* --- the whole --- */

/* A cell's next planes, 0 in bits that are no lanes. */
static nbb_status lower_cell(nbb_lowering *lowering, nbb_code *code, nbb_value *next)
{
    NBB_LOCAL_HEAP nbb_any_cell *cell = calloc(1, sizeof *cell);
    NBB_FAIL_IF(cell == NULL, nbb_fail_memory(sizeof *cell, "a cell of a program"));
    nbb_any_cell_begin(lowering, false, code, cell);
    cell->context.acts = nbb_code_word(code, NBB_GIVEN, NBB_GIVEN_LANES);
    NBB_TRY(nbb_lowering_cell(lowering, code, &cell->context, next));
    for (int plane = 0; plane < lowering->program->planes; ++plane) {
        next[plane] = nbb_code_logic(code, NBB_TABLE_AND, next[plane], cell->context.acts, NBB_ZERO);
    }
    return NBB_OK;
}

/* Covers the code of a cell, and makes that of counts. */
static nbb_status finish(const nbb_program *program, const nbb_code *code, nbb_spans *made)
{
    NBB_TRY(cover(code, program->planes, &made->next));
    made->operations = nbb_code_operations(&made->next.code, made->next.uses);
    for (int i = 0; i < made->signal_count; ++i) {
        made->signals[i].results[0] = made->words[i];
        NBB_TRY(cover(code, 1, &made->signals[i]));
    }
    for (int i = 0; i < made->count_count; ++i) {
        nbb_span_count *count = &made->counts[i];
        NBB_TRY(build_count(count, false, &count->begins));
        NBB_TRY(build_count(count, true, &count->moves));
        made->operations += nbb_code_operations(&count->moves.code, count->moves.uses);
    }
    return NBB_OK;
}

nbb_status nbb_spans_build(nbb_lowering *lowering, nbb_spans *made)
{
    NBB_AT_END(nbb_code_free) nbb_code code;
    nbb_code_begin(&code);
    NBB_TRY(nbb_spans_begin(made));
    lowering->spans = made;
    nbb_status status = lower_cell(lowering, &code, made->next.results);
    lowering->spans = NULL;
    return status == NBB_OK ? finish(lowering->program, &code, made) : status;
}
