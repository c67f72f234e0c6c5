/* source_totals.c - the code of totals on lanes as text, for the templates. */
#include "gen/source/source_values.h"

#include "gen/source/lua_values.h"

/* While the code is handed over. */
typedef struct printing {
    lua_State *state;
    const nbb_code *code;
    const nbb_formulas *formulas;
    nbb_text *text; /* scratch, which its owner frees */
} printing;

/* Appends a value's name: w3 of a loaded word, e2 of a neighbour's existence, n7 of an operation's result. */
static void print_name(const printing *print, nbb_value value)
{
    const nbb_node *node = &print->code->nodes[value];
    if (node->operation == NBB_CONSTANT) {
        nbb_text_add(print->text, "%s", value == NBB_ZERO ? "0u" : "~0u");
    } else if (node->operation == NBB_GIVEN && node->number == NBB_GIVEN_FIRST) {
        nbb_text_add(print->text, "first");
    } else if (node->operation == NBB_ARGUMENT) {
        nbb_source_push_given(print->state, node);
        nbb_text_add(print->text, "%s", lua_tostring(print->state, -1));
        lua_pop(print->state, 1);
    } else {
        nbb_text_add(print->text, "%c%d",
                     node->operation == NBB_LOADED  ? 'w'
                     : node->operation == NBB_GIVEN ? 'e'
                                                    : 'n',
                     node->operation == NBB_LOGIC ? value : node->number);
    }
}

/* Appends a table's formula of an operation's words. */
static void print_formula(const printing *print, const nbb_node *node, nbb_table table)
{
    char operation = print->formulas->of[table].operation;
    if (operation >= '0' && operation <= '9') {
        print_name(print, node->from[operation - '0']);
        return;
    }
    nbb_text_add(print->text, operation == '~' ? "~" : "(");
    print_formula(print, node, print->formulas->of[table].left);
    if (operation != '~') {
        nbb_text_add(print->text, " %c ", operation);
        print_formula(print, node, print->formulas->of[table].right);
        nbb_text_add(print->text, ")");
    }
}

static void set_printed(const printing *print, const char *field)
{
    lua_pushstring(print->state, nbb_text_string(print->text));
    lua_setfield(print->state, -2, field);
    print->text->length = 0;
}

/* operations: {name, text}; loaded and exists: sets of numbers; told: as of a launch. */
static void set_operations(const printing *print, const int *uses)
{
    lua_State *state = print->state;
    static const char *const fields[] = { "operations", "loaded", "exists", "told" };
    lua_Integer counts[4] = { 0 };
    for (int i = 0; i < 4; ++i) {
        lua_newtable(state);
    }
    for (nbb_value value = NBB_ONES + 1; value < print->code->count; ++value) {
        const nbb_node *node = &print->code->nodes[value];
        bool direct = node->operation == NBB_LOADED
                      || (node->operation == NBB_GIVEN && node->number < NBB_GIVEN_LANES);
        int list = node->operation == NBB_LOGIC ? 0 : node->operation == NBB_LOADED ? 1 : direct ? 2 : 3;
        if (uses[value] == 0) {
            continue;
        }
        if (direct) {
            lua_pushboolean(state, true);
            lua_seti(state, -5 + list, node->number);
            continue;
        }
        if (list == 3) {
            nbb_source_push_told(state, node);
        } else {
            lua_newtable(state);
            print_name(print, value);
            set_printed(print, "name");
            print_formula(print, node, node->table);
            set_printed(print, "text");
        }
        lua_seti(state, -5 + list, ++counts[list]);
    }
    for (int i = 3; i >= 0; --i) {
        lua_setfield(state, -2 - i, fields[i]);
    }
}

void nbb_source_define_totals(lua_State *state, nbb_source_texts *given)
{
    const nbb_lanes_totals *totals = &given->request->plan->totals;
    if (totals->count == 0) {
        nbb_set_boolean(state, "lane_totals", false);
        return;
    }
    nbb_formulas_find(&given->code.formulas);
    given->code.formula.length = 0;
    const printing print = { state, &totals->code, &given->code.formulas, &given->code.formula };
    lua_newtable(state);
    set_operations(&print, totals->uses);
    lua_newtable(state);
    for (int i = 0; i < totals->count; ++i) {
        lua_newtable(state);
        nbb_set_field(state, "total", totals->bits[i].total);
        nbb_set_field(state, "shift", totals->bits[i].shift);
        lua_pushboolean(state, totals->bits[i].is_negative);
        lua_setfield(state, -2, "is_negative");
        print_name(&print, totals->bits[i].value);
        set_printed(&print, "value");
        lua_seti(state, -2, i + 1);
    }
    lua_setfield(state, -2, "bits");
    lua_setglobal(state, "lane_totals");
}
