/* source_code.c - hands shapes and statements to the templates. */
#include "gen/source/source_code.h"

#include "gen/lanes/lanes_program.h"
#include "gen/lanes/lanes_code.h"
#include "gen/source/lua_values.h"

/* A load is on its way for no longer than it takes to draw for so many cells. */
enum { DRAWING_CELLS_AHEAD = 2 };

/* The loads that the target's kernel leaves to the statements. On CUDA a thread's own words, and where lanes are
   turned in registers those beside, are loaded before; but what draws takes long, and holds no words meanwhile. Other
   words are loaded as many cells before they are used as the card computes while a load is on its way. */
static nbb_loading loading_of(const nbb_plan *plan, int launch)
{
    if (plan->target == NBB_TARGET_HOST) {
        return (nbb_loading){ true, true, nbb_plan_in_place(plan), 0 };
    }
    bool turned_in_memory = plan->crossed == NBB_CROSSING_MEMORY && launch == NBB_LAUNCH_MAIN;
    bool stays = plan->resident && launch == NBB_LAUNCH_MAIN; /* it has its words */
    bool draws = plan->traits.draws && !stays;
    return (nbb_loading){ draws, turned_in_memory, draws && nbb_plan_in_place(plan),
                          draws ? DRAWING_CELLS_AHEAD : plan->card->cells_ahead };
}

nbb_status nbb_source_code_build(const nbb_plan *plan, nbb_entry_set kernels, nbb_source_code *code)
{
    const nbb_entry_set entries = 1U << NBB_ENTRY_STEP | 1U << NBB_ENTRY_ROUNDS | 1U << NBB_ENTRY_REST;
    const nbb_lanes_launch *launches[NBB_LAUNCHES] = { &plan->step, &plan->rest };
    if ((kernels & entries) == 0) {
        return NBB_OK;
    }
    nbb_formulas_find(&code->formulas);
    for (int i = 0; i < NBB_LAUNCHES; ++i) {
        if (launches[i]->closure.steps > 0) {
            NBB_TRY(nbb_schedule_build(launches[i], loading_of(plan, i), &code->shapes, &code->schedules[i]));
        }
    }
    return NBB_OK;
}

/* Pushes a table's formula in postfix, a list: 1, 2, 3 for the words, "~", "&", "|", "^". */
static void push_formula(lua_State *state, nbb_table table, nbb_source_code *code)
{
    code->formula.length = 0;
    nbb_formulas_print(&code->formulas, table, &code->formula);
    lua_newtable(state);
    for (size_t i = 0; i < code->formula.length; ++i) {
        char item = code->formula.data[i];
        if (item >= '0' && item <= '9') {
            lua_pushinteger(state, item - '0' + 1);
        } else {
            lua_pushlstring(state, &item, 1);
        }
        lua_seti(state, -2, (lua_Integer)i + 1);
    }
}

/* Pushes {table, formula, label or nil, from = {numbers of words, from 1}}. */
static void push_operation(lua_State *state, const nbb_shape_operation *operation, nbb_source_code *code)
{
    lua_newtable(state);
    nbb_set_field(state, "table", operation->table);
    push_formula(state, operation->table, code);
    lua_setfield(state, -2, "formula");
    lua_pushstring(state, operation->label);
    lua_setfield(state, -2, "label");
    lua_newtable(state);
    for (int i = 0; i < NBB_CODE_FROM && operation->from[i] >= 0; ++i) {
        nbb_add_integer(state, i + 1, operation->from[i] + 1);
    }
    lua_setfield(state, -2, "from");
}

void nbb_source_define_shapes(lua_State *state, nbb_source_code *code)
{
    lua_newtable(state);
    for (int i = 0; i < code->shapes.count; ++i) {
        const nbb_shape *shape = &code->shapes.shapes[i];
        lua_newtable(state);
        nbb_set_field(state, "neighbours", shape->tag);
        nbb_set_field(state, "arguments", shape->arguments);
        nbb_set_field(state, "given", shape->given);
        lua_pushboolean(state, shape->has_self);
        lua_setfield(state, -2, "has_self");
        lua_newtable(state);
        for (int j = 0; j < shape->count; ++j) {
            push_operation(state, &code->shapes.operations[shape->first + j], code);
            lua_seti(state, -2, j + 1);
        }
        lua_setfield(state, -2, "operations");
        lua_seti(state, -2, i + 1);
    }
    lua_setglobal(state, "shapes");
}

void nbb_source_push_word(lua_State *state, const nbb_lanes_launch *launch, int word)
{
    int own = launch->closure.own * launch->code.planes;
    lua_pushfstring(state, "%s%d", word < own ? "c" : "h", word < own ? word : word - own);
}

/* The number of the word that a turn computes. */
static int word_of(const nbb_lanes_launch *launch, const nbb_cell_step *turn)
{
    return turn->cell * launch->code.planes + turn->plane;
}

void nbb_source_push_given(lua_State *state, const nbb_node *node)
{
    int number = node->number, bit = number - NBB_STEP_WORDS, steps = bit / NBB_BITS_MAX;
    if (node->operation == NBB_ARGUMENT && bit < 0) {
        lua_pushfstring(state, "a%d", number);
    } else if (node->operation == NBB_ARGUMENT && steps < NBB_STEPS_MOST) {
        lua_pushfstring(state, "t%d_%d", steps, bit % NBB_BITS_MAX);
    } else if (node->operation == NBB_ARGUMENT) {
        lua_pushfstring(state, "t%d_%d_%d", steps % NBB_STEPS_MOST, bit % NBB_BITS_MAX, steps / NBB_STEPS_MOST);
    } else if (number < NBB_GIVEN_LANES) {
        lua_pushinteger(state, number);
    } else if (number < NBB_GIVEN_TURN) {
        lua_pushstring(state, number == NBB_GIVEN_LANES ? "lanes" : "is_first");
    } else if (number < NBB_GIVEN_FAR) {
        lua_pushfstring(state, "turn%d", number - NBB_GIVEN_TURN);
    } else {
        lua_pushfstring(state, "far%d", number - NBB_GIVEN_FAR);
    }
}

void nbb_source_push_told(lua_State *state, const nbb_node *node)
{
    bool is_argument = node->operation == NBB_ARGUMENT, is_step = is_argument && node->number >= NBB_STEP_WORDS;
    bool is_far = !is_argument && node->number >= NBB_GIVEN_FAR;
    int bit = node->number - NBB_STEP_WORDS, steps = bit / NBB_BITS_MAX;
    int number = is_step                          ? steps % NBB_STEPS_MOST
                 : is_argument                    ? node->number
                 : is_far                         ? node->number - NBB_GIVEN_FAR
                 : node->number >= NBB_GIVEN_TURN ? node->number - NBB_GIVEN_TURN
                                                  : 0;
    lua_newtable(state);
    nbb_source_push_given(state, node);
    lua_setfield(state, -2, "name");
    lua_pushstring(state, is_step                           ? "step"
                          : is_argument                     ? "argument"
                          : is_far                          ? "far"
                          : node->number == NBB_GIVEN_LANES ? "lanes"
                          : node->number == NBB_GIVEN_FIRST ? "first"
                                                            : "turn");
    lua_setfield(state, -2, "kind");
    nbb_set_field(state, "number", number);
    nbb_set_field(state, "bit", is_step ? bit % NBB_BITS_MAX : 0);
    nbb_set_field(state, "scalar", is_step ? steps / NBB_STEPS_MOST : 0);
}

/* Pushes what stands for a value: false and true of constants, the direction of a tile that is told of, else its
   name. A cell's
   word has the step in its name; one that is no cell's its own number. */
static void push_value(lua_State *state, const nbb_lanes_launch *launch, const nbb_schedule *schedule,
                       nbb_value value)
{
    const nbb_node *node = &launch->code.code.nodes[value];
    const nbb_cell_step *turn = schedule->turn_of[value] >= 0 ? &launch->order.turns[schedule->turn_of[value]] : NULL;
    if (node->operation == NBB_CONSTANT) {
        lua_pushboolean(state, value == NBB_ONES);
    } else if (node->operation == NBB_GIVEN || node->operation == NBB_ARGUMENT) {
        nbb_source_push_given(state, node);
    } else if (node->operation == NBB_LOADED) {
        nbb_source_push_word(state, launch, node->number);
    } else if (node->operation == NBB_DRAWN) {
        lua_pushfstring(state, "d%d", node->number);
    } else if (turn != NULL) {
        nbb_source_push_word(state, launch, word_of(launch, turn));
        lua_pushfstring(state, "%s_%d", lua_tostring(state, -1), turn->step);
        lua_remove(state, -2);
    } else {
        lua_pushfstring(state, "%s%d",
                        node->table == NBB_TABLE_SUM        ? "s"
                        : node->table == NBB_TABLE_MAJORITY ? "t"
                                                            : "w",
                        schedule->parts.part_of[value]);
    }
}

static void set_value(lua_State *state, const nbb_lanes_launch *launch, const nbb_schedule *schedule,
                      const char *field, nbb_value value)
{
    push_value(state, launch, schedule, value);
    lua_setfield(state, -2, field);
}

/* Fields of a part: shape, arguments, is_stored. */
static void set_part(lua_State *state, const nbb_lanes_launch *launch, const nbb_schedule *schedule,
                     const nbb_lanes_statement *statement)
{
    const nbb_part *part = &schedule->parts.parts[statement->part];
    nbb_set_field(state, "shape", part->shape + 1);
    lua_pushboolean(state, statement->is_stored);
    lua_setfield(state, -2, "is_stored");
    lua_newtable(state);
    for (int i = 0; i < part->count; ++i) {
        push_value(state, launch, schedule, schedule->parts.arguments[part->first + i]);
        lua_seti(state, -2, i + 1);
    }
    lua_setfield(state, -2, "arguments");
}

/* Fields of a draw: cell, its first word from 1, step, request, row, slot (of one that is drawn once a step, or nil),
   digit or nil, care and masks. */
static void set_draw(lua_State *state, const nbb_lanes_launch *launch, const nbb_schedule *schedule, nbb_value value)
{
    const nbb_code *code = &launch->code.code;
    const nbb_draw *draw = &code->draws[code->nodes[value].number];
    nbb_set_field(state, "cell", draw->cell * launch->code.planes + 1);
    nbb_set_field(state, "step", draw->step);
    nbb_set_field(state, "request", draw->request);
    nbb_set_field(state, "row", draw->row);
    int slot = nbb_once_slot(code, code->nodes[value].number);
    if (slot >= 0) {
        nbb_set_field(state, "slot", slot);
        return;
    }
    if (draw->digit >= 0) {
        nbb_set_field(state, "digit", draw->digit);
        return;
    }
    set_value(state, launch, schedule, "care", code->draw_words[draw->first]);
    lua_newtable(state);
    for (int i = 1; i < draw->words; ++i) {
        push_value(state, launch, schedule, code->draw_words[draw->first + i]);
        lua_seti(state, -2, i);
    }
    lua_setfield(state, -2, "masks");
}

/* Pushes {kind, step and place (of a row), value (of the others), cell (its number from 1; nil of a part that is no
   cell's), and what a part or a draw has}. */
static void push_statement(lua_State *state, const nbb_lanes_launch *launch, const nbb_schedule *schedule,
                           const nbb_lanes_statement *statement)
{
    static const char *const kinds[] = {
        [NBB_STATE_ROW] = "row",   [NBB_STATE_LOAD] = "load",   [NBB_STATE_PART] = "part",
        [NBB_STATE_DRAW] = "draw", [NBB_STATE_STORE] = "store",
    };
    int own_turn = statement->kind == NBB_STATE_PART ? schedule->turn_of[statement->value] : statement->turn;
    const nbb_cell_step *turn = own_turn >= 0 ? &launch->order.turns[own_turn] : NULL;
    lua_newtable(state);
    lua_pushstring(state, kinds[statement->kind]);
    lua_setfield(state, -2, "kind");
    if (statement->kind == NBB_STATE_ROW) {
        nbb_set_field(state, "step", turn->step);
        nbb_set_field(state, "place", launch->order.sign * turn->row);
        return;
    }
    set_value(state, launch, schedule, "value", statement->value);
    if (statement->kind == NBB_STATE_PART) {
        set_part(state, launch, schedule, statement);
    }
    if (statement->kind == NBB_STATE_DRAW) {
        set_draw(state, launch, schedule, statement->value);
    } else if (statement->kind == NBB_STATE_LOAD) {
        nbb_set_field(state, "cell", launch->code.code.nodes[statement->value].number + 1);
    } else if (turn != NULL) {
        nbb_set_field(state, "cell", word_of(launch, turn) + 1);
    }
}

void nbb_source_set_code(lua_State *state, const nbb_lanes_launch *launch, const nbb_schedule *schedule)
{
    lua_newtable(state);
    for (int i = 0; i < schedule->count; ++i) {
        push_statement(state, launch, schedule, &schedule->statements[i]);
        lua_seti(state, -2, i + 1);
    }
    lua_setfield(state, -2, "statements");
}

void nbb_source_code_free(nbb_source_code *code)
{
    for (int i = 0; i < NBB_LAUNCHES; ++i) {
        nbb_schedule_free(&code->schedules[i]);
    }
    nbb_shapes_free(&code->shapes);
    nbb_text_free(&code->formula);
}
