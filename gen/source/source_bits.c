/* source_bits.c - has the code of a rule on rows covered and cut, and hands it, or a program's, to the templates. */
#include "gen/source/source_bits.h"

#include "gen/code/code.h"
#include "gen/code/code_rows.h"
#include "gen/lanes/lanes_code.h"
#include "gen/plan/plan_bits.h"
#include "gen/plan/plan_tile.h"
#include "gen/program/program_draw.h"
#include "gen/source/lua_values.h"
#include "gen/source/source_words.h"

#include <stdlib.h>

/* A rule's code, and what is known by value of the covered one. */
typedef struct cutting {
    nbb_code code, covered;
    nbb_value results[2]; /* the cell's own word, and its next one */
    int neighbours;
    int *uses;
    nbb_kept *kept;
    nbb_parts parts;
} cutting;

/* The rule's code on words that are loaded, by the numbers of nbb_source_bits. */
static nbb_status make_code(int axes, nbb_rule rule, cutting *cut)
{
    nbb_value words[NBB_BITS_WORDS_USED];
    int count = axes == 2 ? 2 * NBB_ROWS : NBB_ROWS * NBB_LAYER_BITS;
    nbb_code_begin(&cut->code);
    for (int i = 0; i <= count; ++i) {
        words[i] = nbb_code_word(&cut->code, NBB_LOADED, i);
    }
    cut->results[0] = words[count];
    cut->results[1] = axes == 2 ? nbb_code_next_of_rows(&cut->code, rule, words, words + NBB_ROWS, words[count])
                          : nbb_code_next_of_layers(&cut->code, rule, words, words[count]);
    return nbb_code_status(&cut->code);
}

/* Covers the code and makes a part of its one result. */
static nbb_status cut_code(cutting *cut, nbb_shapes *shapes)
{
    NBB_TRY(nbb_code_cover_results(&cut->code, cut->results, 2, 1, 1, &cut->covered));
    NBB_TRY(nbb_code_uses_of(&cut->covered, &cut->results[1], 1, &cut->uses));
    cut->kept = malloc((size_t)cut->covered.count * sizeof *cut->kept);
    if (cut->kept == NULL) {
        return nbb_fail_memory((size_t)cut->covered.count * sizeof *cut->kept, "a rule's code");
    }
    for (nbb_value value = 0; value < cut->covered.count; ++value) {
        cut->kept[value] = (nbb_kept){ -1, NBB_NO_VALUE };
    }
    cut->kept[cut->results[1]] = (nbb_kept){ cut->neighbours, cut->results[0] };
    return nbb_parts_build(&cut->covered, cut->kept, cut->uses, shapes, &cut->parts);
}

static void list_words(const cutting *cut, nbb_source_bits *bits)
{
    const nbb_node *next = &cut->covered.nodes[cut->results[1]];
    *bits = (nbb_source_bits){ .is_call = next->operation == NBB_LOGIC,
                               .constant = next->operation == NBB_CONSTANT ? cut->results[1] : NBB_NO_VALUE };
    if (bits->is_call) {
        for (; bits->count < cut->parts.argument_count; ++bits->count) {
            bits->words[bits->count] = cut->covered.nodes[cut->parts.arguments[bits->count]].number;
        }
    } else if (next->operation == NBB_LOADED) {
        bits->words[bits->count++] = next->number;
    }
}

nbb_status nbb_source_bits_build(int axes, nbb_rule rule, nbb_source_code *code, nbb_source_bits *bits)
{
    cutting cut = { .neighbours = axes == 2 ? NBB_NEIGHBOURS_MAX : NBB_NEIGHBOURS_CUBE };
    nbb_status status = make_code(axes, rule, &cut);
    if (status == NBB_OK) {
        status = cut_code(&cut, &code->shapes);
    }
    if (status == NBB_OK) {
        list_words(&cut, bits);
        nbb_formulas_find(&code->formulas);
    }
    nbb_parts_free(&cut.parts);
    nbb_code_free(&cut.code);
    nbb_code_free(&cut.covered);
    free(cut.uses);
    free(cut.kept);
    return status;
}

void nbb_source_define_bits(lua_State *state, nbb_source_code *code, const nbb_source_bits *bits)
{
    nbb_source_define_shapes(state, code);
    lua_newtable(state);
    lua_pushboolean(state, bits->is_call);
    lua_setfield(state, -2, "call");
    if (!bits->is_call && bits->constant != NBB_NO_VALUE) {
        nbb_set_field(state, "constant", bits->constant);
    }
    lua_newtable(state);
    for (int i = 0; i < bits->count; ++i) {
        nbb_add_integer(state, i + 1, bits->words[i] + 1);
    }
    lua_setfield(state, -2, "words");
    lua_setglobal(state, "next_word");
}

/* Pushes the code of a kind of cell: what nbb_source_set_operations sets, and next: the planes' names. */
static void push_kind(lua_State *state, const nbb_plan *plan, nbb_row_kind kind, nbb_source_code *code)
{
    const nbb_word_printing print = { state, &plan->rows.code, &code->formulas, &code->formula };
    code->formula.length = 0;
    lua_newtable(state);
    nbb_source_set_operations(&print, plan->rows.uses[kind]);
    lua_newtable(state);
    for (int plane = 0; plane < plan->traits.planes; ++plane) {
        nbb_source_push_name(&print, plan->rows.next[kind][plane]);
        lua_seti(state, -2, plane + 1);
    }
    lua_setfield(state, -2, "next");
}

/* draws_words, draws_late, once_slots, once_queue, once_bytes, draw_rows, draws_wide, draws_apart, draws_paired as of
   map lanes (source_lanes.c). */
static void define_draws(lua_State *state, const nbb_plan *plan)
{
    const nbb_code *code = &plan->rows.code;
    nbb_draw_layout layout = nbb_draw_layout_of(&plan->domain, true);
    uint64_t words = (uint64_t)layout.parts;
    for (int axis = 1; axis < plan->domain.simplex->m; ++axis) {
        words = nbb_saturating_product(words, (uint64_t)plan->domain.size);
    }
    int slots = nbb_once_slots(code);
    nbb_set_boolean(state, "draws_words", code->draw_count > 0);
    nbb_set_boolean(state, "draws_late", code->draw_count > slots);
    nbb_set_integer(state, "once_slots", slots);
    nbb_set_integer(state, "once_queue", NBB_ONCE_QUEUE);
    nbb_set_unsigned(state, "once_bytes", plan->once_bytes);
    nbb_set_integer(state, "draw_rows", plan->lowering.row_count);
    nbb_set_integer(state, "draw_parts", layout.parts);
    nbb_set_boolean(state, "draws_wide", words > UINT32_MAX);
    nbb_set_boolean(state, "draws_apart", false);
    nbb_set_boolean(state, "draws_paired", false);
}

void nbb_source_define_row_code(lua_State *state, const nbb_plan *plan, nbb_source_code *code)
{
    define_draws(state, plan);
    nbb_set_boolean(state, "turns", plan->program->sublattices);
    nbb_set_integer(state, "colours", plan->program->colouring.q);
    nbb_set_integer(state, "depth", plan->simplex.depth);
    nbb_set_integer(state, "resident_blocks", nbb_plan_rows_resident(plan));
    lua_newtable(state);
    push_kind(state, plan, NBB_ROW_INSIDE, code);
    lua_setfield(state, -2, "inside");
    push_kind(state, plan, NBB_ROW_EDGE, code);
    lua_setfield(state, -2, "edge");
    lua_setglobal(state, "row_code");
}
