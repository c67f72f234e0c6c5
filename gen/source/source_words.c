/* source_words.c - hands the code of words of bits to the templates, whoever made it. */
#include "gen/source/source_values.h"

#include "gen/lanes/lanes_code.h"
#include "gen/source/lua_values.h"

/* --- names --- */

/* An input word: argument, step, lanes, first, turn or far; the number of an argument, a step of the launch, a
   residue or two neighbours; of a step the bit, and the scalar that it is of, if it is not 0. */
typedef struct input_word {
    const char *kind, *name;
    int number, bit, scalar;
} input_word;

static const nbb_lua_field input_fields[] = { NBB_LUA(input_word, kind),
                                              NBB_LUA(input_word, number),
                                              NBB_LUA(input_word, bit),
                                              NBB_LUA(input_word, scalar),
                                              { 0 } };

static input_word input_of(const nbb_node *node)
{
    int number = node->number, bit = number - NBB_STEP_WORDS, steps = bit / NBB_BITS_MAX;
    if (node->operation == NBB_ARGUMENT && bit < 0) {
        return (input_word){ "argument", "a%d", number, 0, 0 };
    }
    if (node->operation == NBB_ARGUMENT) {
        return (input_word){ "step", steps < NBB_STEPS_MOST ? "t%d_%d" : "t%d_%d_%d", steps % NBB_STEPS_MOST,
                             bit % NBB_BITS_MAX, steps / NBB_STEPS_MOST };
    }
    return number >= NBB_GIVEN_FAR     ? (input_word){ "far", "far%d", number - NBB_GIVEN_FAR, 0, 0 }
           : number >= NBB_GIVEN_TURN  ? (input_word){ "turn", "turn%d", number - NBB_GIVEN_TURN, 0, 0 }
           : number == NBB_GIVEN_LANES ? (input_word){ "lanes", "lanes", 0, 0, 0 }
                                       : (input_word){ "first", "is_first", 0, 0, 0 };
}

static bool is_neighbour(const nbb_node *node)
{
    return node->operation == NBB_GIVEN && node->number < NBB_GIVEN_LANES;
}

static bool is_input(const nbb_node *node)
{
    return node->operation == NBB_ARGUMENT || (node->operation == NBB_GIVEN && !is_neighbour(node));
}

static void push_input_name(lua_State *state, const nbb_node *node)
{
    input_word word = input_of(node);
    lua_pushfstring(state, word.name, word.number, word.bit, word.scalar);
}

/* A word of the state: c7 of the tile itself, h2 of the tiles beside; after a step c7_2. */
void nbb_source_push_word(const nbb_printing *print, int word, int step)
{
    int own = print->launch->closure.own * print->launch->code.planes;
    lua_pushfstring(print->state, step > 0 ? "%s%d_%d" : "%s%d", word < own ? "c" : "h",
                    word < own ? word : word - own, step);
}

/* The number of the word that an evaluation computes. */
int nbb_source_word_of(const nbb_lanes_launch *launch, const nbb_cell_step *evaluation)
{
    return evaluation->cell * launch->code.planes + evaluation->plane;
}

/* An operation's result: a cell's word, or one that is no cell's, by its number. */
static void push_result(const nbb_printing *print, nbb_value value)
{
    const nbb_schedule *schedule = print->schedule;
    int evaluation = schedule->evaluation_of[value];
    nbb_table table = print->code->nodes[value].table;
    if (evaluation >= 0) {
        const nbb_cell_step *of = &print->launch->order.evaluations[evaluation];
        nbb_source_push_word(print, nbb_source_word_of(print->launch, of), of->step);
    } else {
        const char *kind = table == NBB_TABLE_SUM ? "s" : table == NBB_TABLE_MAJORITY ? "t" : "w";
        lua_pushfstring(print->state, "%s%d", kind, schedule->parts.part_of[value]);
    }
}

/* The names that a launch has for itself: false and true of constants, the direction of a tile that may exist. */
static bool push_own_name(const nbb_printing *print, nbb_value value)
{
    const nbb_node *node = &print->code->nodes[value];
    if (node->operation == NBB_CONSTANT) {
        lua_pushboolean(print->state, value == NBB_ONES);
    } else if (is_neighbour(node)) {
        lua_pushinteger(print->state, node->number);
    } else if (node->operation == NBB_LOADED) {
        nbb_source_push_word(print, node->number, 0);
    } else if (node->operation == NBB_LOGIC) {
        push_result(print, value);
    } else {
        return false;
    }
    return true;
}

void nbb_source_push_name(const nbb_printing *print, nbb_value value)
{
    const nbb_node *node = &print->code->nodes[value];
    if (print->launch != NULL && push_own_name(print, value)) {
        return;
    }
    if (is_input(node)) {
        push_input_name(print->state, node);
    } else if (node->operation == NBB_CONSTANT) {
        lua_pushstring(print->state, value == NBB_ZERO ? "0u" : "~0u");
    } else {
        const char *kind = node->operation == NBB_LOADED  ? "w"
                           : is_neighbour(node)           ? "e"
                           : node->operation == NBB_DRAWN ? "d"
                                                          : "n";
        lua_pushfstring(print->state, "%s%d", kind, node->operation == NBB_LOGIC ? value : node->number);
    }
}

void nbb_source_set_name(const nbb_printing *print, const char *field, nbb_value value)
{
    nbb_source_push_name(print, value);
    lua_setfield(print->state, -2, field);
}

/* --- formulas --- */

static bool is_word(char operation)
{
    return operation >= '0' && operation < '0' + NBB_CODE_FROM;
}

/* Pushes a table's formula of an operation's words, as C. */
static void push_formula(const nbb_printing *print, const nbb_node *node, nbb_table table)
{
    const char operation = print->formulas->of[table].operation;
    if (is_word(operation)) {
        nbb_source_push_name(print, node->from[operation - '0']);
    } else if (operation == '~') {
        lua_pushliteral(print->state, "~");
        push_formula(print, node, print->formulas->of[table].left);
        lua_concat(print->state, 2);
    } else {
        lua_pushliteral(print->state, "(");
        push_formula(print, node, print->formulas->of[table].left);
        lua_pushfstring(print->state, " %c ", operation);
        push_formula(print, node, print->formulas->of[table].right);
        lua_pushliteral(print->state, ")");
        lua_concat(print->state, 5);
    }
}

void nbb_source_set_formula(lua_State *state, const nbb_formulas *formulas, nbb_table table)
{
    NBB_LOCAL_TEXT text = NBB_TEXT_EMPTY;
    nbb_formulas_print(formulas, table, &text);
    nbb_set_word(state, "formula", nbb_text_string(&text));
}

/* --- draws --- */

static const nbb_lua_field draw_fields[] = { NBB_LUA(nbb_draw, request), NBB_LUA(nbb_draw, row), { 0 } };

/* Sets request, row; slot, of one that is drawn once a step; else digit; else care and masks. */
void nbb_source_set_draw(const nbb_printing *print, int number)
{
    lua_State *state = print->state;
    const nbb_draw *draw = &print->code->draws[number];
    const nbb_value *words = print->code->draw_words + draw->first;
    int slot = nbb_once_slot(print->code, number);
    nbb_set_struct(state, draw_fields, draw);
    if (slot >= 0) {
        nbb_set_field(state, "slot", slot);
    } else if (draw->digit >= 0) {
        nbb_set_field(state, "digit", draw->digit);
    } else {
        nbb_source_set_name(print, "care", words[0]);
        NBB_SET_LIST(state, "masks", draw->words - 1, i, nbb_source_push_name(print, words[i + 1]));
    }
}

/* once: by slot what is drawn once a step, {position, request, row}. */
void nbb_source_set_once(const nbb_printing *print)
{
    lua_State *state = print->state;
    const nbb_code *code = print->code;
    lua_newtable(state);
    for (int i = 0; i < code->draw_count; ++i) {
        const nbb_draw *draw = &code->draws[i];
        int slot = nbb_once_slot(code, i);
        if (slot >= 0) {
            nbb_push_struct(state, draw_fields, draw);
            nbb_set_field(state, "position",
                          print->launch != NULL ? print->launch->closure.cells[draw->cell].position : 0);
            lua_seti(state, -2, slot + 1);
        }
    }
    lua_setfield(state, -2, "once");
}

/* --- code of a cell of any position --- */

/* Sets, of what is used (all if `uses` is NULL): exists, a set of the numbers of neighbours, or of directions, that
   may exist; inputs, a list of words. */
void nbb_source_set_inputs(const nbb_printing *print, const int *uses)
{
    lua_State *state = print->state;
    lua_Integer count = 0;
    lua_newtable(state);
    lua_newtable(state);
    for (nbb_value value = 0; value < print->code->count; ++value) {
        const nbb_node *node = &print->code->nodes[value];
        if (uses != NULL && uses[value] == 0) {
            continue;
        }
        if (is_neighbour(node)) {
            lua_pushboolean(state, true);
            lua_seti(state, -3, node->number);
        } else if (is_input(node)) {
            input_word word = input_of(node);
            nbb_push_struct(state, input_fields, &word);
            nbb_source_set_name(print, "name", value);
            lua_seti(state, -2, ++count);
        }
    }
    lua_setfield(state, -3, "inputs");
    lua_setfield(state, -2, "exists");
}

/* Pushes {exists, inputs, loaded (a set of numbers), operations: {name, and text, table, formula, words or what a
   draw has}}, of what is used. */
void nbb_source_push_code(const nbb_printing *print, const int *uses)
{
    lua_State *state = print->state;
    lua_Integer count = 0;
    lua_newtable(state);
    nbb_source_set_inputs(print, uses);
    lua_newtable(state);
    lua_newtable(state);
    for (nbb_value value = 0; value < print->code->count; ++value) {
        const nbb_node *node = &print->code->nodes[value];
        bool drawn = node->operation == NBB_DRAWN;
        if (uses[value] > 0 && node->operation == NBB_LOADED) {
            lua_pushboolean(state, true);
            lua_seti(state, -3, node->number);
        } else if (uses[value] > 0 && (drawn || node->operation == NBB_LOGIC)) {
            lua_newtable(state);
            nbb_source_set_name(print, "name", value);
            if (drawn) {
                nbb_source_set_draw(print, node->number);
            } else {
                push_formula(print, node, node->table);
                lua_setfield(state, -2, "text");
                nbb_set_field(state, "table", node->table);
                nbb_source_set_formula(state, print->formulas, node->table);
                NBB_SET_LIST(state, "words", nbb_node_words(node), i, nbb_source_push_name(print, node->from[i]));
            }
            lua_seti(state, -2, ++count);
        }
    }
    lua_setfield(state, -3, "operations");
    lua_setfield(state, -2, "loaded");
}
