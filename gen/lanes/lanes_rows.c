/* lanes_rows.c - says in values what a word of a row becomes. */
#include "gen/lanes/lanes_rows.h"

#include "gen/code/code_cover.h"

#include <stdlib.h>

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
    if (at_edge && lowering->asks_first) {
        cell.context.first = nbb_code_word(code, NBB_GIVEN, NBB_GIVEN_FIRST);
    }
    NBB_TRY(nbb_lowering_cell(lowering, code, &cell.context, next));
    for (int plane = 0; plane < program->planes; ++plane) {
        nbb_value before = turns ? cell.planes[0][plane] : NBB_ZERO;
        next[plane] = nbb_code_logic(code, NBB_TABLE_SELECT, cell.context.acts, next[plane], before);
    }
    return NBB_OK;
}

static void mark(const nbb_row_code *made, nbb_row_kind kind, int planes, uint8_t *wanted)
{
    for (int plane = 0; plane < planes; ++plane) {
        wanted[made->next[kind][plane]] |= NBB_WANTED | NBB_KEPT;
    }
}

/* What each kind uses of the covered code. */
static nbb_status count_uses(int planes, nbb_row_code *made)
{
    size_t count = (size_t)made->code.count;
    for (int kind = 0; kind < NBB_ROW_KINDS; ++kind) {
        uint8_t *wanted = calloc(count, sizeof *wanted);
        made->uses[kind] = malloc(count * sizeof *made->uses[kind]);
        if (wanted == NULL || made->uses[kind] == NULL) {
            free(wanted);
            return nbb_fail_memory(count * sizeof *made->uses[kind], "the code of a step");
        }
        mark(made, (nbb_row_kind)kind, planes, wanted);
        nbb_code_uses(&made->code, wanted, made->uses[kind]);
        free(wanted);
    }
    made->operations = nbb_code_operations(&made->code, made->uses[NBB_ROW_INSIDE]);
    return NBB_OK;
}

/* Makes `made->code` of the code, whose values `next` are. */
static nbb_status cover(const nbb_code *code, int planes, nbb_row_code *made)
{
    NBB_TRY(nbb_code_status(code));
    uint8_t *wanted = calloc((size_t)code->count, sizeof *wanted);
    nbb_value *to = malloc((size_t)code->count * sizeof *to);
    nbb_status status = NBB_OK;
    if (wanted == NULL || to == NULL) {
        status = nbb_fail_memory((size_t)code->count * sizeof *to, "the code of a step");
    } else {
        mark(made, NBB_ROW_INSIDE, planes, wanted);
        mark(made, NBB_ROW_EDGE, planes, wanted);
        status = nbb_code_cover(code, wanted, &made->code, to);
    }
    for (int i = 0; i < NBB_ROW_KINDS * planes && status == NBB_OK; ++i) {
        nbb_value *next = &made->next[i / planes][i % planes];
        *next = to[*next];
    }
    free(wanted);
    free(to);
    return status == NBB_OK ? count_uses(planes, made) : status;
}

nbb_status nbb_row_code_build(nbb_lowering *lowering, nbb_row_code *made)
{
    nbb_code code;
    nbb_status status = NBB_OK;
    *made = (nbb_row_code){ .operations = 0 };
    nbb_code_begin(&code);
    for (int kind = 0; kind < NBB_ROW_KINDS && status == NBB_OK; ++kind) {
        status = carry_out(lowering, (nbb_row_kind)kind, &code, made->next[kind]);
    }
    if (status == NBB_OK) {
        status = cover(&code, lowering->program->planes, made);
    }
    nbb_code_free(&code);
    return status;
}

void nbb_row_code_free(nbb_row_code *made)
{
    nbb_code_free(&made->code);
    for (int kind = 0; kind < NBB_ROW_KINDS; ++kind) {
        free(made->uses[kind]);
    }
    *made = (nbb_row_code){ .operations = 0 };
}
