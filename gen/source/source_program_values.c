/* source_program_values.c - a program's texts and sizes as the templates' global `program`. */
#include "gen/source/source_values.h"

#include "gen/program/program_draw.h"
#include "gen/source/lua_values.h"

#include <ctype.h>
#include <string.h>

static void set_text(lua_State *state, const char *name, const nbb_text *text)
{
    nbb_set_word(state, name, nbb_text_string(text));
}

/* A list of the text's lines. */
static void set_lines(lua_State *state, const char *name, const char *at)
{
    int count = 0;
    lua_newtable(state);
    while (*at != '\0') {
        size_t length = strcspn(at, "\n");
        lua_pushlstring(state, at, length);
        lua_seti(state, -2, ++count);
        at += length + (at[length] == '\n');
    }
    lua_setfield(state, -2, name);
}

void nbb_source_set_spelled(lua_State *state, const char *field, const char *name)
{
    nbb_text text = NBB_TEXT_EMPTY;
    nbb_program_spell(name, &text);
    set_text(state, field, &text);
    nbb_text_free(&text);
}

/* Pushes {number, offset = {x, y, z}, near, tested, degree, values = {numbers of fields, from 1}} of one in use. */
static void push_neighbour(lua_State *state, const nbb_program *program, const nbb_program_uses *uses,
                           const nbb_presence *presence, int i)
{
    bool counts = uses->degree && i < nbb_program_near(program) && !nbb_list_is_long(&program->lists[0]);
    if ((!uses->has[i] && !counts) || (presence != NULL && presence[i] == NBB_PRESENCE_NEVER)) {
        return;
    }
    lua_newtable(state);
    nbb_set_field(state, "number", i);
    nbb_push_vector(state, program->neighbours.offsets[i]);
    lua_setfield(state, -2, "offset");
    nbb_set_flag(state, "near", i < nbb_program_near(program));
    nbb_set_flag(state, "degree", uses->degrees[i]);
    nbb_set_flag(state, "tested", presence == NULL || presence[i] == NBB_PRESENCE_TESTED);
    NBB_SET_LIST(state, "values", program->field_count, field, {
        if (uses->values[i][field]) {
            lua_pushinteger(state, field + 1);
        }
    });
}

/* clang-format off */
static const nbb_lua_field uses_fields[] = {
    NBB_LUA(nbb_program_uses, place), NBB_LUA(nbb_program_uses, degree), NBB_LUA(nbb_program_uses, first),
    NBB_LUA(nbb_program_uses, step), NBB_LUA(nbb_program_uses, draws), NBB_LUA(nbb_program_uses, arguments), { 0 }
};
/* clang-format on */

/* axes: the names of the coordinates in use. */
void nbb_source_push_section(lua_State *state, const nbb_program *program, const nbb_section_text *text,
                             const nbb_presence *presence)
{
    nbb_push_struct(state, uses_fields, &text->uses);
    set_lines(state, "lines", nbb_text_string(&text->text));
    NBB_SET_LIST(state, "axes", NBB_AXES_MAX, axis, {
        if (text->uses.axes[axis]) {
            lua_pushstring(state, nbb_axis_names[axis]);
        }
    });
    NBB_SET_LIST(state, "neighbours", program->neighbours.count, i,
                 push_neighbour(state, program, &text->uses, presence, (int)i));
}

/* init, update, totals: sections. */
static void set_section(lua_State *state, const char *name, const nbb_program *program, const nbb_section_text *text)
{
    nbb_source_push_section(state, program, text, NULL);
    lua_setfield(state, -2, name);
}

/* Pushes {kind, type, lines, wraps, at (the row of its place, or nil)}. */
static void push_total(lua_State *state, const nbb_plan *plan, const nbb_source_program *texts, int i)
{
    const nbb_total *total = &plan->program->totals[i];
    const nbb_argument *row = nbb_arguments_find(&texts->arguments, NBB_ARGUMENT_PLACE, i);
    lua_newtable(state);
    nbb_set_word(state, "kind", nbb_total_names.names[total->kind]);
    nbb_set_word(state, "type", nbb_program_type_name(total->value->type));
    set_lines(state, "lines", texts->values.items[i]);
    nbb_set_flag(state, "wraps", nbb_program_total_wraps(plan, total));
    nbb_set_word(state, "at", row != NULL ? nbb_text_string(&row->name) : NULL);
}

/* Pushes a requirement as it stands in a string of C: it may have lines, and comments with quotes. */
static void push_quotable(lua_State *state, const char *text)
{
    nbb_text plain = NBB_TEXT_EMPTY;
    for (; *text != '\0'; ++text) {
        bool harmful = (unsigned char)*text < ' ' || *text == '"' || *text == '\\';
        nbb_text_put(&plain, harmful ? " " : text, 1);
    }
    lua_pushstring(state, nbb_text_string(&plain));
    nbb_text_free(&plain);
}

/* Pushes {name (of C), option, value}. */
static void push_parameter(lua_State *state, const nbb_parameter *parameter)
{
    nbb_text digits = NBB_TEXT_EMPTY;
    nbb_text_add_real(&digits, parameter->value);
    lua_newtable(state);
    nbb_source_set_spelled(state, "name", parameter->name);
    nbb_set_word(state, "option", parameter->name);
    set_text(state, "value", &digits);
    nbb_text_free(&digits);
}

/* Pushes {name, real, text}. */
static void push_observed(lua_State *state, const nbb_observable *observable, const char *text)
{
    lua_newtable(state);
    nbb_set_word(state, "name", observable->name);
    nbb_set_flag(state, "real", observable->value->type == NBB_TYPE_F64);
    nbb_set_word(state, "text", text);
}

/* Pushes {condition, text}. */
static void push_required(lua_State *state, const char *condition, const char *text)
{
    lua_newtable(state);
    nbb_set_word(state, "condition", condition);
    push_quotable(state, text);
    lua_setfield(state, -2, "text");
}

/* parameters, observed, required; filling: lines; table: of thresholds, 0 without one. */
static void set_main(lua_State *state, const nbb_program *program, const nbb_source_program *texts)
{
    NBB_SET_LIST(state, "parameters", program->parameter_count, i, push_parameter(state, &program->parameters[i]));
    NBB_SET_LIST(state, "observed", texts->observed.count, i,
                 push_observed(state, &program->observables[i], texts->observed.items[i]));
    NBB_SET_LIST(state, "required", texts->required.count, i,
                 push_required(state, texts->conditions.items[i], texts->required.items[i]));
    set_lines(state, "filling", nbb_text_string(&texts->filling));
    nbb_set_field(state, "table", (int64_t)texts->arguments.table);
}

static bool is_in_name(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* Pushes the texts between which a text has the name `step`. */
static void push_around_step(lua_State *state, const char *text)
{
    static const char name[] = "step";
    size_t length = sizeof name - 1;
    const char *begin = text;
    lua_Integer count = 0;
    lua_newtable(state);
    for (const char *at = text; (at = strstr(at, name)) != NULL; at += length) {
        if ((at == text || !is_in_name(at[-1])) && !is_in_name(at[length])) {
            lua_pushlstring(state, begin, (size_t)(at - begin));
            lua_seti(state, -2, ++count);
            begin = at + length;
        }
    }
    lua_pushstring(state, begin);
    lua_seti(state, -2, ++count);
}

/* calls: whether a function of program_functions.in is called, by its name without "nbb_". */
static void set_calls(lua_State *state, const nbb_program_calls *calls)
{
    const char *at = nbb_text_string(&calls->names);
    lua_newtable(state);
    for (at += strspn(at, " "); *at != '\0'; at += strspn(at, " ")) {
        size_t length = strcspn(at, " ");
        lua_pushlstring(state, at, length);
        lua_pushboolean(state, true);
        lua_settable(state, -3);
        at += length;
    }
    lua_setfield(state, -2, "calls");
}

static const nbb_lua_field layout_fields[] = {
    NBB_LUA(nbb_draw_layout, planes), NBB_LUA(nbb_draw_layout, below), NBB_LUA(nbb_draw_layout, parts), { 0 }
};

/* colouring: {q, x, y, z}. */
static void set_colouring(lua_State *state, const nbb_colouring *colouring)
{
    const int *factors = colouring->factors;
    nbb_push_vector(state, (nbb_vector){ { factors[0], factors[1], factors[2] } });
    nbb_set_field(state, "q", colouring->q);
    lua_setfield(state, -2, "colouring");
}

static const nbb_lua_field program_fields[] = {
    NBB_LUA(nbb_program, name), NBB_LUA(nbb_program, sublattices), NBB_LUA(nbb_program, inexact), { 0 }
};

/* Beside these: structure, of its arguments; parts and blocks of TOTALS; first, the cell with number 0; offsets of
   all neighbours, and near's, which may be long; its sections, and what the functions above set. */
void nbb_source_define_program(lua_State *state, const nbb_source_texts *given)
{
    const nbb_plan *plan = given->request->plan;
    const nbb_program *program = plan->program;
    const nbb_source_program *texts = &given->program;
    lua_newtable(state);
    nbb_set_struct(state, program_fields, program);
    set_text(state, "structure", &texts->structure);
    nbb_set_field(state, "parts", nbb_plan_total_parts(plan));
    nbb_set_field(state, "blocks", (int64_t)nbb_plan_cell_blocks(plan));
    nbb_push_vector(state, nbb_domain_cell(&plan->domain, 0));
    lua_setfield(state, -2, "first");
    NBB_SET_LIST(state, "offsets", program->neighbours.count, i,
                 nbb_push_vector(state, program->neighbours.offsets[i]));
    NBB_SET_LIST(state, "near", nbb_program_near(program), i, nbb_push_vector(state, program->neighbours.offsets[i]));
    nbb_set_flag(state, "near_is_long", nbb_list_is_long(&program->lists[0]));
    set_section(state, "init", program, &texts->init);
    set_section(state, "update", program, &texts->update);
    set_section(state, "totals", program, &texts->totals);
    NBB_SET_LIST(state, "total", texts->values.count, i, push_total(state, plan, texts, (int)i));
    set_main(state, program, texts);
    NBB_SET_LIST(state, "scalars", texts->scalars.count, i, push_around_step(state, texts->scalars.items[i]));
    set_calls(state, &texts->calls);
    nbb_draw_layout layout = nbb_draw_layout_of(&plan->domain, program->bits);
    nbb_push_struct(state, layout_fields, &layout);
    lua_setfield(state, -2, "draws");
    set_colouring(state, &program->colouring);
    nbb_end_table(state, "program");
}
