/* source_dag.c - hands the templates the code of words of bits: `dag`, and what it draws: `draws`. */
#include "gen/source/source_values.h"

#include "gen/lanes/lanes_code.h"
#include "gen/plan/plan_tile.h"
#include "gen/program/program_draw.h"
#include "gen/source/lua_values.h"

/* --- shapes --- */

static const nbb_lua_field shape_fields[] = { NBB_LUA_AS("neighbours", nbb_shape, tag),
                                              NBB_LUA(nbb_shape, arguments),
                                              NBB_LUA(nbb_shape, given),
                                              NBB_LUA(nbb_shape, has_self),
                                              { 0 } };

/* Pushes {table, formula, label or nil, from = {numbers of words, from 1}}. */
static void push_shape_operation(lua_State *state, const nbb_shape_operation *operation, const nbb_formulas *formulas)
{
    lua_newtable(state);
    nbb_set_field(state, "table", operation->table);
    nbb_set_word(state, "label", operation->label);
    nbb_source_set_formula(state, formulas, operation->table);
    NBB_SET_LIST(state, "from", NBB_CODE_FROM, i, {
        if (operation->from[i] >= 0) {
            lua_pushinteger(state, operation->from[i] + 1);
        }
    });
}

static void push_shape(lua_State *state, const nbb_source_code *code, const nbb_shape *shape)
{
    nbb_push_struct(state, shape_fields, shape);
    NBB_SET_LIST(state, "operations", shape->count, i,
                 push_shape_operation(state, &code->shapes.operations[shape->first + i], &code->formulas));
}

/* --- rows of a simplex, totals --- */

static const nbb_lua_field word_fields[] = { NBB_LUA(nbb_march_word, source),
                                             NBB_LUA(nbb_march_word, age),
                                             NBB_LUA(nbb_march_word, dx),
                                             NBB_LUA(nbb_march_word, dy),
                                             { 0 } };

/* A word of a source: {name, source (from 1), age, dx, dy}. */
static void push_march_word(const nbb_printing *print, nbb_value value)
{
    nbb_march_word word = nbb_march_word_of(print->plan->asked.program->neighbours.reach,
                                            print->code->nodes[value].number);
    ++word.source;
    nbb_push_struct(print->state, word_fields, &word);
    nbb_source_set_name(print, "name", value);
}

/* Pushes code with words, those of sources (lanes_march.h). */
static void push_march_code(const nbb_printing *print, const int *uses)
{
    lua_Integer count = 0;
    nbb_source_push_code(print, uses);
    lua_newtable(print->state);
    for (nbb_value value = 0; value < print->code->count; ++value) {
        if (uses[value] > 0 && print->code->nodes[value].operation == NBB_LOADED) {
            push_march_word(print, value);
            lua_seti(print->state, -2, ++count);
        }
    }
    lua_setfield(print->state, -2, "words");
}

/* A source: {level (from 1), age, name}; without a name it is of no use. */
static void push_source(nbb_printing print, const nbb_row_code *rows, const nbb_march_source *source)
{
    print.code = &rows->march.levels[source->level];
    lua_newtable(print.state);
    nbb_set_field(print.state, "level", (int)source->level + 1);
    nbb_set_field(print.state, "age", source->age);
    if (source->is_used) {
        nbb_source_set_name(&print, "name", source->value);
    }
}

static void push_level(nbb_printing print, const nbb_row_code *rows, int level)
{
    print.code = &rows->march.levels[level];
    (level == NBB_MARCH_SIGNALS ? nbb_source_push_code : push_march_code)(&print, rows->march.uses[level]);
}

/* launches: {step}, of rows: {inside, edge, each the code of a kind of cell and next: the planes' names; levels, the
   code of each; sources; once}. */
static void set_rows(nbb_printing print)
{
    static const char *const kinds[NBB_ROW_KINDS] = { [NBB_ROW_INSIDE] = "inside", [NBB_ROW_EDGE] = "edge" };
    const nbb_plan *plan = print.plan;
    const nbb_march_code *march = &plan->code.rows.march;
    print.code = &plan->code.rows.code;
    lua_newtable(print.state);
    lua_newtable(print.state);
    for (int kind = 0; kind < NBB_ROW_KINDS; ++kind) {
        push_march_code(&print, plan->code.rows.uses[kind]);
        NBB_SET_LIST(print.state, "next", plan->asked.traits.planes, plane,
                     nbb_source_push_name(&print, plan->code.rows.next[kind][plane]));
        lua_setfield(print.state, -2, kinds[kind]);
    }
    NBB_SET_LIST(print.state, "levels", NBB_MARCH_LEVELS, level, push_level(print, &plan->code.rows, (int)level));
    NBB_SET_LIST(print.state, "sources", march->source_count, i,
                 push_source(print, &plan->code.rows, &march->sources[i]));
    nbb_source_set_once(&print);
    lua_setfield(print.state, -2, "step");
    lua_setfield(print.state, -2, "launches");
}

static const nbb_lua_field bit_fields[] = {
    NBB_LUA(nbb_total_bit, total), NBB_LUA(nbb_total_bit, shift), NBB_LUA(nbb_total_bit, is_negative), { 0 }
};

static void push_total_bit(const nbb_printing *print, const nbb_total_bit *bit)
{
    nbb_push_struct(print->state, bit_fields, bit);
    nbb_source_set_name(print, "value", bit->value);
}

/* totals: the code of a program's, and bits (lanes_rows.h). */
static void set_totals(nbb_printing print)
{
    const nbb_lanes_totals *totals = &print.plan->code.totals;
    print.code = &totals->code;
    nbb_source_push_code(&print, totals->uses);
    NBB_SET_LIST(print.state, "bits", totals->count, i, push_total_bit(&print, &totals->bits[i]));
    lua_setfield(print.state, -2, "totals");
}

/* --- launches of lanes --- */

/* Pushes {kind, step and place (of a row), value (of the others), cell (its number from 1; nil of a part that is no
   cell's), what a draw has, and of a part shape, is_stored, arguments}. */
static void push_statement(const nbb_printing *print, const nbb_lanes_statement *statement)
{
    static const char *const kinds[] = {
        [NBB_STATE_ROW] = "row",   [NBB_STATE_LOAD] = "load",   [NBB_STATE_PART] = "part",
        [NBB_STATE_DRAW] = "draw", [NBB_STATE_STORE] = "store",
    };
    lua_State *state = print->state;
    const nbb_lanes_launch *launch = print->launch;
    const nbb_parts *parts = &print->schedule->parts;
    bool is_row = statement->kind == NBB_STATE_ROW, is_part = statement->kind == NBB_STATE_PART;
    const nbb_node *node = &print->code->nodes[is_row ? NBB_ZERO : statement->value];
    int number = is_part ? print->schedule->evaluation_of[statement->value] : statement->evaluation;
    const nbb_cell_step *evaluation = number >= 0 ? &launch->order.evaluations[number] : NULL;
    int cell = statement->kind == NBB_STATE_LOAD   ? node->number
               : statement->kind == NBB_STATE_DRAW ? print->code->draws[node->number].cell * launch->code.planes
               : !is_row && evaluation != NULL     ? nbb_source_word_of(launch, evaluation)
                                                   : -1;
    lua_newtable(state);
    nbb_set_word(state, "kind", kinds[statement->kind]);
    if (is_row) {
        nbb_set_field(state, "step", evaluation->step);
        nbb_set_field(state, "place", launch->order.sign * evaluation->row);
        return;
    }
    nbb_source_set_name(print, "value", statement->value);
    if (cell >= 0) {
        nbb_set_field(state, "cell", cell + 1);
    }
    if (statement->kind == NBB_STATE_DRAW) {
        nbb_source_set_draw(print, node->number);
    } else if (is_part) {
        const nbb_part *part = &parts->parts[statement->part];
        nbb_set_field(state, "shape", part->shape + 1);
        nbb_set_flag(state, "is_stored", statement->is_stored);
        NBB_SET_LIST(state, "arguments", part->count, i,
                     nbb_source_push_name(print, parts->arguments[part->first + i]));
    }
}

static const nbb_lua_field closure_cell_fields[] = { NBB_LUA(nbb_closure_cell, direction),
                                                     NBB_LUA(nbb_closure_cell, position),
                                                     { 0 } };

/* Pushes a plane of a cell: {direction, position, plane, computed (whether it is, of a cell beside), word (of the
   state, or nil if it is not used)}. */
static void push_cell(const nbb_printing *print, int word)
{
    int planes = print->launch->code.planes;
    const nbb_closure_cell *cell = &print->launch->closure.cells[word / planes];
    nbb_push_struct(print->state, closure_cell_fields, cell);
    nbb_set_field(print->state, "plane", word % planes);
    nbb_set_flag(print->state, "computed", cell->needed > 1);
    if (print->launch->code.states[word] != NBB_NO_VALUE) {
        nbb_source_push_word(print, word, 0);
        lua_setfield(print->state, -2, "word");
    }
}

/* Adds a launch to the table on top of the stack: steps, computed (words), operations, resident
   (blocks of a multiprocessor), by_columns, exists,
   inputs, once, statements, and its cells as a list. */
static void set_launch(nbb_printing print, const char *name, const nbb_lanes_launch *launch,
                       const nbb_schedule *schedule)
{
    lua_State *state = print.state;
    const nbb_plan *plan = print.plan;
    bool permutes = plan->launch.crossed != NBB_CROSSING_MEMORY || launch == &plan->code.rest;
    bool persists = plan->launch.persistent && launch == &plan->code.step;
    print.code = &launch->code.code;
    print.launch = launch;
    print.schedule = schedule;
    lua_newtable(state);
    nbb_set_field(state, "steps", launch->closure.steps);
    nbb_set_field(state, "computed", nbb_closure_computed(&launch->closure) * launch->code.planes);
    nbb_set_field(state, "operations", launch->code.operations);
    nbb_set_field(state, "resident",
                  persists ? nbb_plan_persistent_blocks(plan->asked.card, plan->launch.block, launch)
                           : nbb_plan_resident_blocks(plan->asked.card, plan->launch.block, permutes, launch));
    nbb_set_flag(state, "by_columns", launch->order.axis == 0);
    for (int i = 0; i < launch->closure.count * launch->code.planes; ++i) {
        push_cell(&print, i);
        lua_seti(state, -2, i + 1);
    }
    nbb_source_set_inputs(&print, NULL);
    nbb_source_set_once(&print);
    NBB_SET_LIST(state, "statements", schedule->count, i, push_statement(&print, &schedule->statements[i]));
    lua_setfield(state, -2, name);
}

/* launches: {step or rounds, rest}, what the kernels of these names compute; rest only where the other advances
   several steps. */
static void set_launches(nbb_printing print, const nbb_source_code *code)
{
    const nbb_plan *plan = print.plan;
    lua_newtable(print.state);
    if (nbb_plan_has(plan, NBB_ENTRY_STEP) || nbb_plan_has(plan, NBB_ENTRY_ROUNDS)) {
        set_launch(print, plan->launch.persistent ? "rounds" : "step", &plan->code.step,
                   &code->schedules[NBB_LAUNCH_MAIN]);
    }
    if (nbb_plan_has(plan, NBB_ENTRY_REST)) {
        set_launch(print, "rest", &plan->code.rest, &code->schedules[NBB_LAUNCH_REST]);
    }
    lua_setfield(print.state, -2, "launches");
}

/* --- all --- */

/* Of a program whose words are bits: words, whether it draws; slots, of what is drawn once a step (lanes_code.h);
   late, whether cells draw where their code stands; paired; rows, of thresholds; wide, whether counters
   need more than 32 bits; parts and below of the layout in which it draws; apart, if that is not the lanes' own. */
static void define_draws(lua_State *state, const nbb_plan *plan)
{
    bool in_lanes = plan->space.map == NBB_MAP_LANES;
    const nbb_code *code = in_lanes ? &plan->code.step.code.code : &plan->code.rows.code;
    bool draws = in_lanes ? plan->asked.traits.draws && !nbb_plan_has_wide_lanes(plan) : code->draw_count > 0;
    int slots = draws ? nbb_once_slots(code) : 0;
    nbb_draw_layout layout = nbb_draw_layout_of(&plan->asked.domain, true);
    uint64_t words = (uint64_t)layout.below * (uint64_t)layout.parts;
    uint64_t own = in_lanes
                       ? (uint64_t)plan->space.lanes.tiles * plan->space.lanes.positions * plan->space.lanes.parts
                   : plan->asked.domain.simplex->m == 3
                       ? nbb_saturating_product(words, (uint64_t)plan->asked.domain.size)
                       : 0;
    lua_newtable(state);
    nbb_set_flag(state, "words", draws);
    nbb_set_flag(state, "late", draws && code->draw_count > slots);
    nbb_set_field(state, "slots", slots);
    nbb_set_flag(state, "paired", in_lanes && draws && nbb_draws_paired(&plan->code.step.closure, code));
    nbb_set_field(state, "rows", plan->code.lowering.row_count);
    nbb_set_flag(state, "wide", words > UINT32_MAX || own > UINT32_MAX);
    nbb_set_flag(state, "apart", in_lanes && draws && layout.digits != plan->space.lanes.a);
    nbb_set_field(state, "parts", layout.parts);
    nbb_set_field(state, "below", layout.below);
    nbb_end_table(state, "draws");
}

void nbb_source_define_words(lua_State *state, nbb_source_texts *given)
{
    const nbb_plan *plan = given->request->plan;
    const nbb_source_code *code = &given->code;
    bool in_lanes = plan->space.map == NBB_MAP_LANES, wide = nbb_plan_has_wide_lanes(plan);
    nbb_printing print = { .state = state, .formulas = &code->formulas, .plan = plan };
    if (!in_lanes && plan->space.storage != NBB_STORAGE_BITS) {
        return;
    }
    define_draws(state, plan);
    lua_newtable(state);
    NBB_SET_LIST(state, "shapes", code->shapes.count, i, push_shape(state, code, &code->shapes.shapes[i]));
    if (wide) {
        nbb_source_set_wide(state, plan);
    } else if (in_lanes) {
        set_launches(print, code);
    } else {
        set_rows(print);
    }
    if (plan->code.totals.count > 0) {
        set_totals(print);
    }
    nbb_end_table(state, "dag");
}
