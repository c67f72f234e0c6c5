/* lanes_spans_code.c - the code of counts that run along rows, and of cells that are given them. */
#include "gen/lanes/lanes_rows.h"

enum { COLUMN_FULL = NBB_COLUMN_MAX - NBB_SPAN_BITS };

/* Makes the code that so many of its results need. */
static nbb_status cover(nbb_arena *arena, const nbb_code *code, int count, nbb_span_code *made)
{
    made->count = count;
    return nbb_code_cover(arena, code, made->results, (size_t)count, 0, 0, &made->code);
}

/* Notes that a row's count gains or loses a word. */
static void note(nbb_span_sum *sum, int row, nbb_span_word word)
{
    const nbb_span_word *words = sum->words;
    word.y += row;
    int i = NBB_FIND(at, sum->word_count,
                     words[at].x == word.x && words[at].y == word.y && words[at].z == word.z
                         && words[at].loses == word.loses && words[at].from == word.from && words[at].to == word.to);
    if (i == sum->word_count) {
        sum->words[sum->word_count++] = word;
    }
    sum->words[i].rows |= 1U << row;
}

static void put_bits(nbb_addends *columns, int bits, const nbb_value *values)
{
    for (int bit = 0; bit < bits; ++bit) {
        nbb_addends_put(&columns[bit], values[bit]);
    }
}

/* Puts the words in the first column that are of these rows alone, or of some of them but not of all that are shared;
   a word that is lost as ~s: -s is ~s - 1. Where it is full, what it has is added up. */
static void put_words(nbb_code *code, const nbb_span_sum *sum, int bits, int rows_together, unsigned rows,
                      unsigned shared, nbb_addends *columns)
{
    nbb_value part[NBB_SPAN_BITS];
    for (int i = 0; i < sum->word_count; ++i) {
        unsigned of = sum->words[i].rows;
        if (rows == shared ? of == rows : (of & rows) != 0 && of != shared) {
            nbb_value word = nbb_code_word(code, NBB_LOADED, rows_together * bits + i);
            if (columns[0].count == COLUMN_FULL) {
                nbb_code_add_columns(code, columns, bits, part);
                memset(columns, 0, ((size_t)bits + 1) * sizeof *columns);
                put_bits(columns, bits, part);
            }
            nbb_addends_put(&columns[0], sum->words[i].loses
                                             ? nbb_code_logic(code, NBB_TABLE_NOT, word, NBB_ZERO, NBB_ZERO)
                                             : word);
        }
    }
}

/* The code that adds the words up. What all rows have in common is added once, with the number by which ~s differ
   from -s. */
static nbb_status build_sum(nbb_arena *arena, const nbb_span_count *count, int rows, bool moves, nbb_span_sum *sum)
{
    NBB_LOCAL_ARENA local = { 0 };
    nbb_code code = nbb_code_of(&local);
    nbb_addends *columns;
    NBB_TRY(NBB_ARRAYS(&local, NBB_ARRAY(columns, NBB_SPAN_BITS + 1)));
    *sum = (nbb_span_sum){ .word_count = 0 };
    const unsigned shared = rows > 1 ? (1U << rows) - 1 : 0;
    int bits = count->bits, lost = moves ? count->spans.count + count->around : 0;
    nbb_value common[NBB_SPAN_BITS];
    /* What counts of so many rows gain and lose from one place to the next, or in a column where they begin. */
    for (int loses = 0; loses <= moves; ++loses) {
        for (int i = 0; i < rows * count->spans.count; ++i) {
            const nbb_span *span = &count->spans.of[i % count->spans.count];
            nbb_span_word begins = { 0, span->y, span->z, span->from, span->to, false, 0 };
            nbb_span_word moved = { loses ? span->from : span->to + 1, span->y, span->z, 0, 0, loses, 0 };
            note(sum, i / count->spans.count, moves ? moved : begins);
        }
        for (int row = 0; row < rows && moves && count->around; ++row) {
            note(sum, row, (nbb_span_word){ loses, 0, 0, 0, 0, loses, 0 });
        }
    }
    put_words(&code, sum, bits, rows, shared, shared, columns);
    for (int bit = 0; bit < bits; ++bit) {
        nbb_addends_put(&columns[bit], -lost >> bit & 1 ? NBB_ONES : NBB_ZERO);
    }
    nbb_code_add_columns(&code, columns, bits, common);
    for (int row = 0; row < rows; ++row) {
        memset(columns, 0, (NBB_SPAN_BITS + 1) * sizeof *columns);
        put_words(&code, sum, bits, rows, 1U << row, shared, columns);
        put_bits(columns, bits, common);
        for (int bit = 0; bit < bits; ++bit) {
            nbb_addends_put(&columns[bit], nbb_code_word(&code, NBB_LOADED, row * bits + bit));
        }
        nbb_code_add_columns(&code, columns, bits, &sum->of.results[row * bits]);
    }
    return cover(arena, &code, rows * bits, &sum->of);
}

/* The code that adds numbers up, whose bits are loaded words, one number after the other: so many bits of each, below
   0 of one that is taken away. -s is ~s + 1. */
static nbb_status add_up(nbb_arena *arena, int bits, int count, const int *numbers, nbb_span_code *made)
{
    NBB_LOCAL_ARENA local = { 0 };
    nbb_code code = nbb_code_of(&local);
    nbb_addends *columns;
    NBB_TRY(NBB_ARRAYS(&local, NBB_ARRAY(columns, NBB_SPAN_BITS + 1)));
    for (int i = 0, first = 0; i < count; first += abs(numbers[i++])) {
        bool loses = numbers[i] < 0;
        for (int bit = 0; bit < (loses ? bits : numbers[i]); ++bit) {
            nbb_value word = bit < abs(numbers[i]) ? nbb_code_word(&code, NBB_LOADED, first + bit) : NBB_ZERO;
            nbb_table table = loses ? NBB_TABLE_NOT : NBB_TABLE_A;
            nbb_addends_put(&columns[bit], nbb_code_logic(&code, table, word, NBB_ZERO, NBB_ZERO));
        }
        if (loses) {
            nbb_addends_put(&columns[0], NBB_ONES);
        }
    }
    nbb_code_add_columns(&code, columns, bits, made->results);
    return cover(arena, &code, bits, made);
}

/* The code by which counts of alike spans begin. */
static nbb_status build_starts(nbb_arena *arena, nbb_span_count *count)
{
    const nbb_span *of = count->spans.of;
    int bits = count->bits, width = of[0].to - of[0].from + 1, few = nbb_bits_needed(0, width);
    int ones[NBB_SPANS_MAX];
    NBB_DONE_IF(
        NBB_ANY(i, count->spans.count,
                of[i].from != of[0].from || of[i].to != of[0].to || of[i].z != of[0].z || of[i].y != of[0].y + i));
    NBB_FILL(i, width, ones[i], 1);
    count->sum_bits = few;
    NBB_TRY(add_up(arena, few, width, ones, &count->sum));
    NBB_TRY(add_up(arena, bits, 2, (int[]){ bits, few }, &count->gains));
    NBB_TRY(add_up(arena, bits, 2, (int[]){ bits, -1 }, &count->leaves));
    return add_up(arena, bits, 3, (int[]){ bits, few, -few }, &count->passes);
}

/* A cell's next planes, 0 in bits that are no lanes. */
static nbb_status lower_cell(nbb_lowering *lowering, nbb_code *code, nbb_value *next)
{
    nbb_any_cell *cell;
    NBB_TRY(NBB_ARRAYS(code->arena, NBB_ARRAY(cell, 1)));
    nbb_any_cell_begin(lowering, false, code, cell);
    cell->context.acts = nbb_code_word(code, NBB_GIVEN, NBB_GIVEN_LANES);
    NBB_TRY(nbb_lowering_cell(lowering, code, &cell->context, next));
    NBB_FILL(plane, lowering->program->planes, next[plane],
             nbb_code_logic(code, NBB_TABLE_AND, next[plane], cell->context.acts, NBB_ZERO));
    return NBB_OK;
}

/* The code of counts of so many rows; *operations: that they take to move on, for each row. */
static nbb_status build_sums(nbb_arena *arena, nbb_spans *made, int rows, int *operations)
{
    *operations = 0;
    made->rows = rows;
    for (int i = 0; i < made->count_count; ++i) {
        nbb_span_count *count = &made->counts[i];
        NBB_TRY(build_sum(arena, count, rows, false, &count->begins));
        NBB_TRY(build_sum(arena, count, rows, true, &count->moves));
        *operations += nbb_code_operations(&count->moves.of.code, count->moves.of.code.uses);
    }
    *operations = (*operations + rows - 1) / rows;
    return NBB_OK;
}

nbb_status nbb_spans_build(nbb_lowering *lowering, int rows, nbb_spans *made)
{
    NBB_LOCAL_ARENA local = { 0 };
    nbb_arena *arena = lowering->arena;
    nbb_code code = nbb_code_of(&local);
    int fewest = INT_MAX, operations = 0, best = 1;
    NBB_TRY(nbb_spans_begin(arena, made));
    lowering->spans = made;
    nbb_status status = lower_cell(lowering, &code, made->next.results);
    lowering->spans = NULL;
    NBB_TRY(status);
    /* Covers the code of a cell, and makes that of counts, of as many rows as take the fewest operations. */
    NBB_TRY(cover(arena, &code, lowering->program->planes, &made->next));
    for (int i = 0; i < made->signal_count; ++i) {
        made->signals[i].results[0] = made->words[i];
        NBB_TRY(cover(arena, &code, 1, &made->signals[i]));
    }
    for (int together = 1; together <= rows; together *= 2) {
        NBB_TRY(build_sums(arena, made, together, &operations));
        best = operations < fewest ? together : best;
        fewest = operations < fewest ? operations : fewest;
    }
    NBB_TRY_IF(best != made->rows, build_sums(arena, made, best, &operations));
    NBB_TRY_IF(best > 1, NBB_EACH(i, made->count_count, build_starts(arena, &made->counts[i])));
    made->operations = nbb_code_operations(&made->next.code, made->next.code.uses) + operations;
    return NBB_OK;
}
