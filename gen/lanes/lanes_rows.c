/* lanes_rows.c - says in values what a word of a row becomes. */
#include "gen/lanes/lanes_rows.h"

/* The planes of a cell of one kind after the step; as before where it has no turn, and 0 where there is no cell. */
static nbb_status carry_out(nbb_lowering *lowering, nbb_row_kind kind, nbb_code *code, nbb_value next[NBB_PLANES_MAX])
{
    const nbb_program *program = lowering->program;
    bool turns = program->colouring.q > 1, at_edge = kind == NBB_ROW_EDGE;
    nbb_any_cell cell;
    nbb_any_cell_begin(lowering, at_edge, code, &cell);
    nbb_value lanes = at_edge || program->update.requests > 0 ? nbb_code_word(code, NBB_GIVEN, NBB_GIVEN_LANES)
                                                              : NBB_ONES;
    cell.context.acts = turns ? nbb_code_word(code, NBB_GIVEN, NBB_GIVEN_TURN) : lanes;
    cell.context.once = turns && lowering->draws_once && !at_edge; /* there cases are many, and cells few */
    bool asks_first = at_edge && lowering->asks_first;
    cell.context.first = asks_first ? nbb_code_word(code, NBB_GIVEN, NBB_GIVEN_FIRST) : NBB_ZERO;
    NBB_TRY(nbb_lowering_cell(lowering, code, &cell.context, next));
    NBB_FILL(plane, program->planes, next[plane],
             nbb_code_logic(code, NBB_TABLE_SELECT, cell.context.acts, next[plane],
                            turns ? cell.planes[0][plane] : NBB_ZERO));
    return NBB_OK;
}

/* Makes `made->code` of the code, whose values `next` are, and counts what each kind uses of it. */
static nbb_status cover(nbb_arena *arena, const nbb_program *program, const nbb_code *code, nbb_row_code *made)
{
    NBB_TRY(nbb_march_code_build(arena, program, code, made->next[0], NBB_ROW_KINDS * NBB_PLANES_MAX, &made->code,
                                 &made->march));
    NBB_TRY(
        NBB_EACH(kind, NBB_ROW_KINDS,
                 nbb_code_uses(arena, &made->code, made->next[kind], (size_t)program->planes, &made->uses[kind])));
    const nbb_code *levels = made->march.levels;
    made->operations = nbb_code_operations(&made->code, made->uses[NBB_ROW_INSIDE])
                       + NBB_SUM(i, NBB_MARCH_LEVELS, nbb_code_operations(&levels[i], levels[i].uses));
    return NBB_OK;
}

nbb_status nbb_row_code_build(nbb_lowering *lowering, nbb_row_code *made)
{
    NBB_LOCAL_ARENA local = { 0 };
    nbb_code code = nbb_code_of(&local);
    *made = (nbb_row_code){ .operations = 0 };
    lowering->by_rows = true;
    nbb_status status = NBB_EACH(kind, NBB_ROW_KINDS,
                                 carry_out(lowering, (nbb_row_kind)kind, &code, made->next[kind]));
    lowering->by_rows = false;
    return status == NBB_OK ? cover(lowering->arena, lowering->program, &code, made) : status;
}

static void add_rows(const nbb_neighbours *list, nbb_code *code, int64_t z, nbb_value sums[NBB_ROWS],
                     nbb_value carries[NBB_ROWS])
{
    for (int row = 0; row < NBB_ROWS; ++row) {
        /* A row's three cells around a place are added up: sum and carry. */
        nbb_vector at = { { 0, row - 1, z } };
        nbb_value words[NBB_CODE_FROM];
        for (int i = 0; i < NBB_CODE_FROM; ++i) {
            at.at[0] = i - 1;
            bool is_own = at.at[0] == 0 && at.at[1] == 0 && at.at[2] == 0;
            words[i] = nbb_code_word(code, NBB_LOADED, is_own ? 0 : 1 + nbb_neighbours_at(list, at));
        }
        sums[row] = nbb_code_logic_of(code, NBB_TABLE_SUM, words);
        carries[row] = nbb_code_logic_of(code, NBB_TABLE_MAJORITY, words);
    }
}

/* Of a cell, from the rows around it or from the layers, which are numbers of four bits. */
static nbb_value next_of(const nbb_neighbours *list, nbb_rule rule, nbb_code *code, nbb_value self)
{
    nbb_value sums[NBB_ROWS], carries[NBB_ROWS], bits[NBB_ROWS * NBB_LAYER_BITS];
    if (list->axes == 2) {
        add_rows(list, code, 0, sums, carries);
        /* The next word of a row, from the sums and carries of the row above, of itself and of the one below. */
        nbb_tails tails = { .rule = rule };
        nbb_addends ones = { { sums[0], sums[1], sums[2] }, NBB_ROWS };
        nbb_addends twos = { { carries[0], carries[1], carries[2] }, NBB_ROWS };
        return nbb_code_next_of_count(code, &tails, NBB_NEIGHBOURS_MAX, true, &ones, &twos, self);
    }
    for (int layer = 0; layer < NBB_ROWS; ++layer) {
        nbb_value *number = bits + (ptrdiff_t)layer * NBB_LAYER_BITS;
        add_rows(list, code, layer - 1, sums, carries);
        number[0] = nbb_code_logic_of(code, NBB_TABLE_SUM, sums);
        number[1] = nbb_code_logic_of(code, NBB_TABLE_MAJORITY, sums);
        number[2] = nbb_code_logic_of(code, NBB_TABLE_SUM, carries);
        number[3] = nbb_code_logic_of(code, NBB_TABLE_MAJORITY, carries);
    }
    return nbb_code_next_of_layers(code, rule, bits, self);
}

nbb_status nbb_row_code_build_rule(nbb_arena *arena, const nbb_program *program, nbb_rule rule, nbb_row_code *made)
{
    NBB_LOCAL_ARENA local = { 0 };
    nbb_code code = nbb_code_of(&local);
    *made = (nbb_row_code){ .operations = 0 };
    nbb_value next = next_of(&program->neighbours, rule, &code, nbb_code_word(&code, NBB_LOADED, 0));
    nbb_value lanes = nbb_code_word(&code, NBB_GIVEN, NBB_GIVEN_LANES);
    made->next[NBB_ROW_INSIDE][0] = next;
    made->next[NBB_ROW_EDGE][0] = nbb_code_logic(&code, NBB_TABLE_AND, next, lanes, NBB_ZERO);
    return cover(arena, program, &code, made);
}

/* ---- says in values what a cell adds to a program's totals ---- */

/* While the code is made. */
typedef struct building {
    nbb_lowering *lowering;
    nbb_code code;
    nbb_any_cell cell;
    nbb_lanes_totals *made;
} building;

/* Adds the bits of a total, of pairs with one neighbour; false where there is no such code. */
static bool add_bits(building *build, int number, int there)
{
    const nbb_total *total = &build->lowering->program->totals[number];
    nbb_arena *arena = build->lowering->arena;
    nbb_value bits[NBB_BITS_MAX], exists = there < 0 ? NBB_ONES : build->cell.context.neighbours[there].exists;
    nbb_bits added;
    NBB_RETURN_IF(!nbb_lowering_total(build->lowering, &build->code, &build->cell.context, total, there, &added),
                  false);
    int count = nbb_bits_words(&build->code, &added, bits);
    for (int i = 0, values = build->made->count; i < count; ++i) {
        nbb_value value = nbb_code_logic(&build->code, NBB_TABLE_AND, bits[i], exists, NBB_ZERO);
        const nbb_total_bit bit = { number, i, added.low < 0 && i + 1 == count };
        build->code.failed |= NBB_ARENA_APPEND(arena, build->made->values, values, value) != NBB_OK
                              || NBB_ARENA_APPEND(arena, build->made->bits, build->made->count, bit) != NBB_OK;
    }
    return true;
}

static bool add_total(building *build, int number)
{
    const nbb_program *program = build->lowering->program;
    nbb_total_kind kind = program->totals[number].kind;
    bool is_input = (nbb_asks(program->totals[number].value) & NBB_ASKS_THERE(DEGREE)) == 0;
    bool has_near = nbb_program_near(program) <= NBB_NEIGHBOURS_WORDS_MAX; /* else cells look for them */
    bool can = is_input && (kind == NBB_TOTAL_SUM || (kind == NBB_TOTAL_PAIRS && has_near));
    return can
           && (kind == NBB_TOTAL_SUM
                   ? add_bits(build, number, -1)
                   : NBB_ALL(i, nbb_program_near(program),
                             !nbb_neighbours_counts_pair(&program->neighbours, i) || add_bits(build, number, i)));
}

nbb_status nbb_lanes_totals_build(nbb_lowering *lowering, nbb_lanes_totals *totals)
{
    NBB_LOCAL_ARENA local = { 0 };
    building build = { .lowering = lowering, .made = totals, .code = nbb_code_of(&local) };
    *totals = (nbb_lanes_totals){ .count = 0 };
    nbb_any_cell_begin(build.lowering, true, &build.code, &build.cell);
    build.cell.context.first = nbb_code_word(&build.code, NBB_GIVEN, NBB_GIVEN_FIRST);
    const char *refusal = lowering->refusal;
    bool can = NBB_ALL(i, lowering->program->total_count, add_total(&build, i));
    totals->count = can ? totals->count : 0;
    totals->because = can ? NULL : lowering->refusal;
    lowering->refusal = refusal; /* cells are looked at one by one: steps stay in bits */
    return totals->count == 0 ? NBB_OK
                              : nbb_code_cover(lowering->arena, &build.code, totals->values, (size_t)totals->count, 0,
                                               0, &totals->code);
}
