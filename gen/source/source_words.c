/* source_words.c - prints the operations of a cell of any position. */
#include "gen/source/source_words.h"

#include "gen/lanes/lanes_program.h"
#include "gen/lanes/lanes_code.h"
#include "gen/source/lua_values.h"

/* Appends a value's name. */
static void print_name(const nbb_word_printing *print, nbb_value value)
{
    const nbb_node *node = &print->code->nodes[value];
    bool is_neighbour = node->operation == NBB_GIVEN && node->number < NBB_GIVEN_LANES;
    if (node->operation == NBB_CONSTANT) {
        nbb_text_add(print->text, "%s", value == NBB_ZERO ? "0u" : "~0u");
    } else if ((node->operation == NBB_GIVEN && !is_neighbour) || node->operation == NBB_ARGUMENT) {
        nbb_source_push_given(print->state, node);
        nbb_text_add(print->text, "%s", lua_tostring(print->state, -1));
        lua_pop(print->state, 1);
    } else {
        nbb_text_add(print->text, "%c%d",
                     node->operation == NBB_LOADED  ? 'w'
                     : is_neighbour                  ? 'e'
                     : node->operation == NBB_DRAWN ? 'd'
                                                    : 'n',
                     node->operation == NBB_LOGIC ? value : node->number);
    }
}

/* Appends a table's formula of an operation's words. */
static void print_formula(const nbb_word_printing *print, const nbb_node *node, nbb_table table)
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

static void push_printed(const nbb_word_printing *print)
{
    lua_pushstring(print->state, nbb_text_string(print->text));
    print->text->length = 0;
}

void nbb_source_push_name(const nbb_word_printing *print, nbb_value value)
{
    print_name(print, value);
    push_printed(print);
}

/* Sets the fields of a draw. */
static void set_draw(const nbb_word_printing *print, int number)
{
    lua_State *state = print->state;
    const nbb_draw *draw = &print->code->draws[number];
    int slot = nbb_once_slot(print->code, number);
    nbb_set_field(state, "request", draw->request);
    nbb_set_field(state, "row", draw->row);
    if (slot >= 0) {
        nbb_set_field(state, "slot", slot);
        return;
    }
    if (draw->digit >= 0) {
        nbb_set_field(state, "digit", draw->digit);
        return;
    }
    nbb_source_push_name(print, print->code->draw_words[draw->first]);
    lua_setfield(state, -2, "care");
    lua_newtable(state);
    for (int i = 1; i < draw->words; ++i) {
        nbb_source_push_name(print, print->code->draw_words[draw->first + i]);
        lua_seti(state, -2, i);
    }
    lua_setfield(state, -2, "masks");
}

/* Pushes an operation or a draw. */
static void push_operation(const nbb_word_printing *print, nbb_value value)
{
    lua_State *state = print->state;
    const nbb_node *node = &print->code->nodes[value];
    lua_newtable(state);
    nbb_source_push_name(print, value);
    lua_setfield(state, -2, "name");
    if (node->operation == NBB_DRAWN) {
        set_draw(print, node->number);
        return;
    }
    print_formula(print, node, node->table);
    push_printed(print);
    lua_setfield(state, -2, "text");
}

void nbb_source_set_operations(const nbb_word_printing *print, const int *uses)
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
        bool made = node->operation == NBB_LOGIC || node->operation == NBB_DRAWN;
        int list = made ? 0 : node->operation == NBB_LOADED ? 1 : direct ? 2 : 3;
        if (uses[value] == 0) {
            continue;
        }
        if (direct) {
            lua_pushboolean(state, true);
            lua_seti(state, -5 + list, node->number);
            continue;
        }
        if (made) {
            push_operation(print, value);
        } else {
            nbb_source_push_told(state, node);
        }
        lua_seti(state, -5 + list, ++counts[list]);
    }
    for (int i = 3; i >= 0; --i) {
        lua_setfield(state, -2 - i, fields[i]);
    }
}
