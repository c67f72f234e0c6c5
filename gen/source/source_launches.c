/* source_launches.c - hands the launches of map lanes to the templates, as statements in order. */
#include "gen/source/source_words.h"

#include "gen/source/lua_values.h"

/* A word of the state: c7 of the tile itself, h2 of the tiles beside; after a step c7_2. */
static void push_word(const nbb_printing *print, int word, int step)
{
    int own = print->launch->closure.own * print->launch->code.planes;
    lua_pushfstring(print->state, step > 0 ? "%s%d_%d" : "%s%d", word < own ? "c" : "h",
                    word < own ? word : word - own, step);
}

/* The number of the word that a turn computes. */
static int word_of(const nbb_lanes_launch *launch, const nbb_cell_step *turn)
{
    return turn->cell * launch->code.planes + turn->plane;
}

/* An operation's result: a cell's word, or one that is no cell's, by its number. */
static void push_result(const nbb_printing *print, nbb_value value)
{
    const nbb_schedule *schedule = print->schedule;
    int turn = schedule->turn_of[value];
    nbb_table table = print->code->nodes[value].table;
    if (turn >= 0) {
        const nbb_cell_step *of = &print->launch->order.turns[turn];
        push_word(print, word_of(print->launch, of), of->step);
    } else {
        const char *kind = table == NBB_TABLE_SUM ? "s" : table == NBB_TABLE_MAJORITY ? "t" : "w";
        lua_pushfstring(print->state, "%s%d", kind, schedule->parts.part_of[value]);
    }
}

/* The names that a launch has for itself: false and true of constants, the direction of a tile that may exist. */
bool nbb_source_push_own_name(const nbb_printing *print, nbb_value value)
{
    const nbb_node *node = &print->code->nodes[value];
    if (node->operation == NBB_CONSTANT) {
        lua_pushboolean(print->state, value == NBB_ONES);
    } else if (nbb_source_is_neighbour(node)) {
        lua_pushinteger(print->state, node->number);
    } else if (node->operation == NBB_LOADED) {
        push_word(print, node->number, 0);
    } else if (node->operation == NBB_LOGIC) {
        push_result(print, value);
    } else {
        return false;
    }
    return true;
}

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
    int number = is_part ? print->schedule->turn_of[statement->value] : statement->turn;
    const nbb_cell_step *turn = number >= 0 ? &launch->order.turns[number] : NULL;
    int cell = statement->kind == NBB_STATE_LOAD   ? node->number
               : statement->kind == NBB_STATE_DRAW ? print->code->draws[node->number].cell * launch->code.planes
               : !is_row && turn != NULL           ? word_of(launch, turn)
                                                   : -1;
    lua_newtable(state);
    nbb_set_word(state, "kind", kinds[statement->kind]);
    if (is_row) {
        nbb_set_field(state, "step", turn->step);
        nbb_set_field(state, "place", launch->order.sign * turn->row);
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
        push_word(print, word, 0);
        lua_setfield(print->state, -2, "word");
    }
}

/* Adds a launch to the table on top of the stack: steps, computed (words), operations, resident
   (blocks of a multiprocessor), by_columns, exists,
   told, once, statements, and its cells as a list. */
static void set_launch(nbb_printing print, const char *name, const nbb_lanes_launch *launch,
                       const nbb_schedule *schedule)
{
    lua_State *state = print.state;
    const nbb_plan *plan = print.plan;
    bool crosses = plan->crossed != NBB_CROSSING_MEMORY || launch == &plan->rest;
    bool stays = plan->resident && launch == &plan->step;
    print.code = &launch->code.code;
    print.launch = launch;
    print.schedule = schedule;
    lua_newtable(state);
    nbb_set_field(state, "steps", launch->closure.steps);
    nbb_set_field(state, "computed", nbb_closure_computed(&launch->closure) * launch->code.planes);
    nbb_set_field(state, "operations", launch->code.operations);
    nbb_set_field(state, "resident",
                  stays ? nbb_plan_staying_blocks(plan->card, plan->block, launch)
                        : nbb_plan_resident_blocks(plan->card, plan->block, crosses, launch));
    nbb_set_flag(state, "by_columns", launch->order.axis == 0);
    for (int i = 0; i < launch->closure.count * launch->code.planes; ++i) {
        push_cell(&print, i);
        lua_seti(state, -2, i + 1);
    }
    nbb_source_set_told(&print, NULL);
    nbb_source_set_once(&print, 1);
    NBB_SET_LIST(state, "statements", schedule->count, i, push_statement(&print, &schedule->statements[i]));
    lua_setfield(state, -2, name);
}

/* launches: {step or rounds, rest}, what the kernels of these names compute; rest only where the other advances
   several steps. */
void nbb_source_set_launches(nbb_printing print, const nbb_source_code *code)
{
    const nbb_plan *plan = print.plan;
    lua_newtable(print.state);
    if (nbb_plan_has(plan, NBB_ENTRY_STEP) || nbb_plan_has(plan, NBB_ENTRY_ROUNDS)) {
        set_launch(print, plan->resident ? "rounds" : "step", &plan->step, &code->schedules[NBB_LAUNCH_MAIN]);
    }
    if (nbb_plan_has(plan, NBB_ENTRY_REST)) {
        set_launch(print, "rest", &plan->rest, &code->schedules[NBB_LAUNCH_REST]);
    }
    lua_setfield(print.state, -2, "launches");
}
