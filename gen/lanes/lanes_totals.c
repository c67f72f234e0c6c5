/* lanes_totals.c - says in values what a cell adds to a program's totals. */
#include "gen/lanes/lanes_totals.h"

#include "gen/code/code_cover.h"

#include <stdlib.h>

/* While the code is made. */
typedef struct building {
    nbb_lowering *lowering;
    nbb_code code;
    nbb_any_cell cell;
    nbb_lanes_totals *made;
} building;

static void begin(building *build)
{
    nbb_code_begin(&build->code);
    nbb_any_cell_begin(build->lowering, true, &build->code, &build->cell);
    build->cell.context.first = nbb_code_word(&build->code, NBB_GIVEN, NBB_GIVEN_FIRST);
}

/* Adds the bits of a total, of pairs with one neighbour; false where there is no such code. */
static bool add_bits(building *build, int number, int there)
{
    const nbb_total *total = &build->lowering->program->totals[number];
    nbb_value bits[NBB_TOTAL_BITS_MAX], exists = there < 0 ? NBB_ONES : build->cell.context.neighbours[there].exists;
    int count = 0;
    bool is_signed = false;
    if (!nbb_lowering_total(build->lowering, &build->code, &build->cell.context, total, there, bits, &count,
                            &is_signed)) {
        return false;
    }
    size_t bytes = (size_t)(build->made->count + count + 1) * sizeof *build->made->bits;
    nbb_total_bit *more = realloc(build->made->bits, bytes);
    build->code.failed = build->code.failed || more == NULL;
    build->made->bits = more != NULL ? more : build->made->bits;
    for (int i = 0; i < count && more != NULL; ++i) {
        nbb_value value = nbb_code_logic(&build->code, NBB_TABLE_AND, bits[i], exists, NBB_ZERO);
        more[build->made->count++] = (nbb_total_bit){ number, i, is_signed && i + 1 == count, value };
    }
    return true;
}

/* Each pair is counted at one of its cells: at the neighbour whose offset leads back, if that stands earlier. */
static bool is_counted(const nbb_neighbours *list, int there)
{
    const int64_t *at = list->offsets[there].at;
    int back = nbb_neighbours_at(list, (nbb_vector){ { -at[0], -at[1], -at[2] } });
    return back < 0 || back > there;
}

/* Whether an expression asks for the degree of the other cell, which is not told. */
static bool asks_far(const nbb_expression *expression)
{
    bool asks = expression->kind == NBB_EXPRESSION_BUILTIN && expression->number == NBB_BUILTIN_DEGREE
                && expression->whose == NBB_THERE;
    for (int i = 0; i < expression->from_count; ++i) {
        asks = asks || asks_far(expression->from[i]);
    }
    return asks;
}

static bool add_total(building *build, int number)
{
    const nbb_program *program = build->lowering->program;
    nbb_total_kind kind = program->totals[number].kind;
    bool can = (kind == NBB_TOTAL_SUM || kind == NBB_TOTAL_PAIRS) && !asks_far(program->totals[number].value);
    if (can && kind == NBB_TOTAL_SUM) {
        return add_bits(build, number, -1);
    }
    for (int i = 0; i < program->neighbours.count && can; ++i) {
        can = !is_counted(&program->neighbours, i) || add_bits(build, number, i);
    }
    return can;
}

/* Replaces the code by what covers it. */
static nbb_status cover(building *build)
{
    nbb_lanes_totals *made = build->made;
    size_t count = (size_t)build->code.count;
    NBB_TRY(nbb_code_status(&build->code));
    uint8_t *wanted = calloc(2 * count, sizeof *wanted);
    nbb_value *to = malloc(count * sizeof *to);
    made->uses = malloc(count * sizeof *made->uses);
    nbb_status status = wanted != NULL && to != NULL && made->uses != NULL
                            ? NBB_OK
                            : nbb_fail_memory(count * sizeof *to, "the code of totals");
    for (int i = 0; i < made->count && status == NBB_OK; ++i) {
        wanted[made->bits[i].value] = NBB_WANTED | NBB_KEPT;
    }
    if (status == NBB_OK) {
        status = nbb_code_cover(&build->code, wanted, &made->code, to);
    }
    for (int i = 0; i < made->count && status == NBB_OK; ++i) {
        made->bits[i].value = to[made->bits[i].value];
        wanted[count + (size_t)made->bits[i].value] = NBB_WANTED;
    }
    if (status == NBB_OK) {
        nbb_code_uses(&made->code, wanted + count, made->uses);
    }
    free(wanted);
    free(to);
    return status;
}

nbb_status nbb_lanes_totals_build(nbb_lowering *lowering, nbb_lanes_totals *totals)
{
    building build = { .lowering = lowering, .made = totals };
    *totals = (nbb_lanes_totals){ .count = 0 };
    begin(&build);
    bool can = true;
    for (int i = 0; i < lowering->program->total_count && can; ++i) {
        can = add_total(&build, i);
    }
    totals->count = can ? totals->count : 0;
    nbb_status status = totals->count > 0 ? cover(&build) : NBB_OK;
    nbb_code_free(&build.code);
    return status;
}

void nbb_lanes_totals_free(nbb_lanes_totals *totals)
{
    nbb_code_free(&totals->code);
    free(totals->uses);
    free(totals->bits);
    *totals = (nbb_lanes_totals){ .count = 0 };
}
