/* source_words.c - hands the code of words of bits to the templates, whoever made it. */
#include "gen/source/source_words.h"

#include "gen/lanes/lanes_once.h"
#include "gen/plan/plan_tile.h"
#include "gen/plan/plan_wide.h"
#include "gen/program/program_draw.h"
#include "gen/source/lua_values.h"

/* --- names --- */

/* A word that is told: argument, step, lanes, first, turn or far; the number of an argument, a step of the launch, a
   residue or two neighbours; of a step the bit, and the scalar that it is of, if it is not 0. */
typedef struct told {
    const char *kind, *name;
    int number, bit, scalar;
} told;

static const nbb_lua_field told_fields[] = {
    NBB_LUA(told, kind), NBB_LUA(told, number), NBB_LUA(told, bit), NBB_LUA(told, scalar), { 0 }
};

static told told_of(const nbb_node *node)
{
    int number = node->number, bit = number - NBB_STEP_WORDS, steps = bit / NBB_BITS_MAX;
    if (node->operation == NBB_ARGUMENT && bit < 0) {
        return (told){ "argument", "a%d", number, 0, 0 };
    }
    if (node->operation == NBB_ARGUMENT) {
        return (told){ "step", steps < NBB_STEPS_MOST ? "t%d_%d" : "t%d_%d_%d", steps % NBB_STEPS_MOST,
                       bit % NBB_BITS_MAX, steps / NBB_STEPS_MOST };
    }
    return number >= NBB_GIVEN_FAR     ? (told){ "far", "far%d", number - NBB_GIVEN_FAR, 0, 0 }
           : number >= NBB_GIVEN_TURN  ? (told){ "turn", "turn%d", number - NBB_GIVEN_TURN, 0, 0 }
           : number == NBB_GIVEN_LANES ? (told){ "lanes", "lanes", 0, 0, 0 }
                                       : (told){ "first", "is_first", 0, 0, 0 };
}

bool nbb_source_is_neighbour(const nbb_node *node)
{
    return node->operation == NBB_GIVEN && node->number < NBB_GIVEN_LANES;
}

static bool is_told(const nbb_node *node)
{
    return node->operation == NBB_ARGUMENT || (node->operation == NBB_GIVEN && !nbb_source_is_neighbour(node));
}

static void push_told_name(lua_State *state, const nbb_node *node)
{
    told word = told_of(node);
    lua_pushfstring(state, word.name, word.number, word.bit, word.scalar);
}

void nbb_source_push_name(const nbb_printing *print, nbb_value value)
{
    const nbb_node *node = &print->code->nodes[value];
    if (print->launch != NULL && nbb_source_push_own_name(print, value)) {
        return;
    }
    if (is_told(node)) {
        push_told_name(print->state, node);
    } else if (node->operation == NBB_CONSTANT) {
        lua_pushstring(print->state, value == NBB_ZERO ? "0u" : "~0u");
    } else {
        const char *kind = node->operation == NBB_LOADED ? "w"
                           : nbb_source_is_neighbour(node)          ? "e"
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

/* Adds a formula in postfix to the list on top of the stack, behind `count` items: 1, 2, 3 for the words, "~", "&",
   "|", "^". Returns the number of items. */
static lua_Integer add_postfix(lua_State *state, const nbb_formulas *formulas, nbb_table table, lua_Integer count)
{
    const char operation = formulas->of[table].operation;
    if (is_word(operation)) {
        lua_pushinteger(state, operation - '0' + 1);
    } else {
        count = add_postfix(state, formulas, formulas->of[table].left, count);
        count = operation != '~' ? add_postfix(state, formulas, formulas->of[table].right, count) : count;
        lua_pushlstring(state, &operation, 1);
    }
    lua_seti(state, -2, count + 1);
    return count + 1;
}

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
    lua_newtable(state);
    add_postfix(state, formulas, operation->table, 0);
    lua_setfield(state, -2, "formula");
    lua_newtable(state);
    for (int i = 0; i < NBB_CODE_FROM && operation->from[i] >= 0; ++i) {
        nbb_add_integer(state, i + 1, operation->from[i] + 1);
    }
    lua_setfield(state, -2, "from");
}

static void push_shape(lua_State *state, const nbb_source_code *code, const nbb_shape *shape)
{
    nbb_push_struct(state, shape_fields, shape);
    NBB_SET_LIST(state, "operations", shape->count, i,
                 push_shape_operation(state, &code->shapes.operations[shape->first + i], &code->formulas));
}

/* --- draws --- */

static const nbb_lua_field draw_fields[] = {
    NBB_LUA(nbb_draw, step), NBB_LUA(nbb_draw, request), NBB_LUA(nbb_draw, row), { 0 }
};

/* Sets step, request, row; slot, of one that is drawn once a step; else digit; else care and masks. */
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

/* once: by slot what is drawn once a step, {position, request, row}; of rows at each of a thread's positions. */
void nbb_source_set_once(const nbb_printing *print, int positions)
{
    lua_State *state = print->state;
    const nbb_code *code = print->code;
    int slots = nbb_once_slots(code);
    lua_newtable(state);
    for (int i = 0; i < code->draw_count * positions; ++i) {
        const nbb_draw *draw = &code->draws[i % code->draw_count];
        int slot = nbb_once_slot(code, i % code->draw_count), place = i / code->draw_count;
        if (slot >= 0) {
            nbb_push_struct(state, draw_fields, draw);
            nbb_set_field(state, "position",
                          print->launch != NULL ? print->launch->closure.cells[draw->cell].position : place);
            lua_seti(state, -2, place * slots + slot + 1);
        }
    }
    lua_setfield(state, -2, "once");
}

/* --- code of a cell of any position --- */

/* Sets, of what is used (all if `uses` is NULL): exists, a set of the numbers of neighbours, or of directions, that
   may exist; told, a list of words. */
void nbb_source_set_told(const nbb_printing *print, const int *uses)
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
        if (nbb_source_is_neighbour(node)) {
            lua_pushboolean(state, true);
            lua_seti(state, -3, node->number);
        } else if (is_told(node)) {
            told word = told_of(node);
            nbb_push_struct(state, told_fields, &word);
            nbb_source_set_name(print, "name", value);
            lua_seti(state, -2, ++count);
        }
    }
    lua_setfield(state, -3, "told");
    lua_setfield(state, -2, "exists");
}

/* Pushes {exists, told, loaded (a set of numbers), operations: {name, text, or what a draw has}}, of what is used. */
static void push_code(const nbb_printing *print, const int *uses)
{
    lua_State *state = print->state;
    lua_Integer count = 0;
    lua_newtable(state);
    nbb_source_set_told(print, uses);
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
            }
            lua_seti(state, -2, ++count);
        }
    }
    lua_setfield(state, -3, "operations");
    lua_setfield(state, -2, "loaded");
}

/* launches: {step}, of rows: {inside, edge, each the code of a kind of cell and next: the planes' names; once}. */
static void set_rows(nbb_printing print)
{
    static const char *const kinds[NBB_ROW_KINDS] = { [NBB_ROW_INSIDE] = "inside", [NBB_ROW_EDGE] = "edge" };
    const nbb_plan *plan = print.plan;
    print.code = &plan->rows.code;
    lua_newtable(print.state);
    lua_newtable(print.state);
    for (int kind = 0; kind < NBB_ROW_KINDS; ++kind) {
        push_code(&print, plan->rows.uses[kind]);
        NBB_SET_LIST(print.state, "next", plan->traits.planes, plane,
                     nbb_source_push_name(&print, plan->rows.next[kind][plane]));
        lua_setfield(print.state, -2, kinds[kind]);
    }
    nbb_source_set_once(&print, plan->target == NBB_TARGET_CUDA ? (int)plan->simplex.depth : 1);
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

/* totals: the code of a program's, and bits (lanes_totals.h). */
static void set_totals(nbb_printing print)
{
    const nbb_lanes_totals *totals = &print.plan->totals;
    print.code = &totals->code;
    push_code(&print, totals->uses);
    NBB_SET_LIST(print.state, "bits", totals->count, i, push_total_bit(&print, &totals->bits[i]));
    lua_setfield(print.state, -2, "totals");
}

/* --- all --- */

/* Of a program whose words are bits: words, whether it draws; slots, of what is drawn once a step (lanes_once.h);
   late, whether cells draw where their code stands; paired and queue; rows, of thresholds; wide, whether counters
   need more than 32 bits; parts and below of the layout in which it draws; apart, if that is not the lanes' own. */
static void define_draws(lua_State *state, const nbb_plan *plan)
{
    bool in_lanes = plan->map == NBB_MAP_LANES;
    const nbb_code *code = in_lanes ? &plan->step.code.code : &plan->rows.code;
    bool draws = in_lanes ? plan->traits.draws && !nbb_plan_has_wide_lanes(plan) : code->draw_count > 0;
    int slots = draws ? nbb_once_slots(code) : 0;
    nbb_draw_layout layout = nbb_draw_layout_of(&plan->domain, true);
    uint64_t words = (uint64_t)layout.below * (uint64_t)layout.parts;
    uint64_t own = in_lanes ? (uint64_t)plan->lanes.tiles * plan->lanes.positions * plan->lanes.parts
                   : plan->domain.simplex->m == 3 ? nbb_saturating_product(words, (uint64_t)plan->domain.size)
                                                  : 0;
    lua_newtable(state);
    nbb_set_flag(state, "words", draws);
    nbb_set_flag(state, "late", draws && code->draw_count > slots);
    nbb_set_field(state, "slots", slots);
    nbb_set_flag(state, "paired", in_lanes && draws && nbb_draws_paired(&plan->step.closure, code));
    nbb_set_field(state, "queue", NBB_ONCE_QUEUE);
    nbb_set_field(state, "rows", plan->lowering.row_count);
    nbb_set_flag(state, "wide", words > UINT32_MAX || own > UINT32_MAX);
    nbb_set_flag(state, "apart", in_lanes && draws && layout.digits != plan->lanes.a);
    nbb_set_field(state, "parts", layout.parts);
    nbb_set_field(state, "below", layout.below);
    nbb_end_table(state, "draws");
}

/* next: what a rule's next word on rows is: {call, constant or nil, words, from 1}. */
static void set_next(lua_State *state, const nbb_source_bits *bits)
{
    lua_newtable(state);
    nbb_set_flag(state, "call", bits->is_call);
    if (!bits->is_call && bits->constant != NBB_NO_VALUE) {
        nbb_set_field(state, "constant", bits->constant);
    }
    NBB_SET_LIST(state, "words", bits->count, i, lua_pushinteger(state, bits->words[i] + 1));
    lua_setfield(state, -2, "next");
}

void nbb_source_define_words(lua_State *state, nbb_source_texts *given)
{
    const nbb_plan *plan = given->request->plan;
    const nbb_source_code *code = &given->code;
    bool in_lanes = plan->map == NBB_MAP_LANES, wide = nbb_plan_has_wide_lanes(plan);
    nbb_printing print = { .state = state, .formulas = &code->formulas, .plan = plan };
    if (!in_lanes && plan->storage != NBB_STORAGE_BITS) {
        return;
    }
    define_draws(state, plan);
    lua_newtable(state);
    NBB_SET_LIST(state, "shapes", code->shapes.count, i, push_shape(state, code, &code->shapes.shapes[i]));
    if (wide) {
        nbb_source_set_wide(state, plan, &given->wide);
    } else if (in_lanes) {
        nbb_source_set_launches(print, code);
    } else if (plan->law == NBB_LAW_PROGRAM) {
        set_rows(print);
    } else {
        set_next(state, &given->bits);
    }
    if (plan->totals.count > 0) {
        set_totals(print);
    }
    nbb_end_table(state, "dag");
}
