/* source_program_values.c - a program's texts and sizes as the templates' global `program`. */
#include "gen/source/source_program_values.h"

#include "gen/program/program_draw.h"
#include "gen/source/lua_values.h"
#include "gen/source/source_values.h"

#include <ctype.h>
#include <string.h>

static void set_text(lua_State *state, const char *name, const nbb_text *text)
{
    lua_pushstring(state, nbb_text_string(text));
    lua_setfield(state, -2, name);
}

/* A list of the text's lines. */
static void set_lines(lua_State *state, const char *name, const nbb_text *text)
{
    int count = 0;
    lua_newtable(state);
    for (const char *at = nbb_text_string(text); *at != '\0';) {
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

/* neighbours: {number, offset = {x, y, z}, tested, degree, values = {numbers of fields, from 1}} of those in use. */
static void set_neighbours(lua_State *state, const nbb_program *program, const nbb_program_uses *uses,
                           const nbb_presence *presence)
{
    int count = 0;
    lua_newtable(state);
    for (int i = 0; i < program->neighbours.count; ++i) {
        if ((!uses->has[i] && !uses->degree) || (presence != NULL && presence[i] == NBB_PRESENCE_NEVER)) {
            continue;
        }
        lua_newtable(state);
        nbb_set_field(state, "number", i);
        nbb_push_vector(state, program->neighbours.offsets[i]);
        lua_setfield(state, -2, "offset");
        nbb_set_flag(state, "degree", uses->degrees[i]);
        nbb_set_flag(state, "tested", presence == NULL || presence[i] == NBB_PRESENCE_TESTED);
        lua_newtable(state);
        for (int field = 0, values = 0; field < program->field_count; ++field) {
            if (uses->values[i][field]) {
                nbb_add_integer(state, ++values, field + 1);
            }
        }
        lua_setfield(state, -2, "values");
        lua_seti(state, -2, ++count);
    }
    lua_setfield(state, -2, "neighbours");
}

/* axes: the names of the coordinates in use. */
static void set_axes(lua_State *state, const nbb_program_uses *uses)
{
    static const char *const names[NBB_AXES_MAX] = { "x", "y", "z" };
    int count = 0;
    lua_newtable(state);
    for (int axis = 0; axis < NBB_AXES_MAX; ++axis) {
        if (uses->axes[axis]) {
            lua_pushstring(state, names[axis]);
            lua_seti(state, -2, ++count);
        }
    }
    lua_setfield(state, -2, "axes");
}

void nbb_source_push_section(lua_State *state, const nbb_program *program, const nbb_section_text *text,
                             const nbb_presence *presence)
{
    const nbb_program_uses *uses = &text->uses;
    lua_newtable(state);
    set_lines(state, "lines", &text->text);
    nbb_set_flag(state, "place", uses->place);
    set_axes(state, uses);
    nbb_set_flag(state, "degree", uses->degree);
    nbb_set_flag(state, "first", uses->first);
    nbb_set_flag(state, "step", uses->step);
    nbb_set_flag(state, "draws", uses->draws);
    nbb_set_flag(state, "arguments", uses->arguments);
    set_neighbours(state, program, uses, presence);
}

/* init, update, totals, checked_init, checked_update: sections. */
static void set_section(lua_State *state, const char *name, const nbb_program *program, const nbb_section_text *text)
{
    nbb_source_push_section(state, program, text, NULL);
    lua_setfield(state, -2, name);
}

/* total: {kind, type, lines, wraps, at (the row of its place, or nil)}. */
static void set_totals(lua_State *state, const nbb_plan *plan, const nbb_source_program *texts)
{
    const nbb_program *program = plan->program;
    static const char *const kinds[] = { [NBB_TOTAL_SUM] = "sum",
                                         [NBB_TOTAL_MIN] = "min",
                                         [NBB_TOTAL_MAX] = "max",
                                         [NBB_TOTAL_PAIRS] = "pairs",
                                         [NBB_TOTAL_AT] = "at" };
    lua_newtable(state);
    for (int i = 0; i < texts->value_count; ++i) {
        const nbb_argument *row = nbb_arguments_find(&texts->arguments, NBB_ARGUMENT_PLACE, i);
        lua_newtable(state);
        nbb_set_word(state, "kind", kinds[program->totals[i].kind]);
        nbb_set_word(state, "type", nbb_program_type_name(program->totals[i].value->type));
        set_lines(state, "lines", &texts->values[i]);
        nbb_set_flag(state, "wraps", nbb_program_total_wraps(plan, &program->totals[i]));
        if (row != NULL) {
            set_text(state, "at", &row->name);
        }
        lua_seti(state, -2, i + 1);
    }
    lua_setfield(state, -2, "total");
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

/* Sets the field `required`. */
static void set_required(lua_State *state, const nbb_source_program *texts)
{
    lua_newtable(state);
    for (int i = 0; i < texts->required_count; ++i) {
        lua_newtable(state);
        set_text(state, "condition", &texts->required[i].condition);
        push_quotable(state, nbb_text_string(&texts->required[i].text));
        lua_setfield(state, -2, "text");
        lua_seti(state, -2, i + 1);
    }
    lua_setfield(state, -2, "required");
}

static bool calls(const nbb_text *text, const char *function)
{
    return strstr(nbb_text_string(text), function) != NULL;
}

/* fills_thresholds, fills_words, fills_uniform, checks_below: which functions main's texts call. */
static void set_helpers(lua_State *state, const nbb_source_program *texts)
{
    const nbb_text *filling = &texts->filling, *init = &texts->checked_init.text,
                   *update = &texts->checked_update.text;
    bool checks_chance = calls(init, "threshold_of(") || calls(update, "threshold_of(");
    nbb_set_flag(state, "fills_thresholds", checks_chance || calls(filling, "threshold_of("));
    nbb_set_flag(state, "fills_words", calls(filling, "word_of("));
    nbb_set_flag(state, "fills_uniform", calls(filling, "below_of("));
    nbb_set_flag(state, "checks_below", calls(init, "nbb_check_below(") || calls(update, "nbb_check_below("));
}

/* parameters: {name (of C), option, value}; observed: {name, real, text}; required: {condition, text}; filling:
   lines; table: of thresholds, 0 without one; and what set_helpers has. */
static void set_main(lua_State *state, const nbb_program *program, const nbb_source_program *texts)
{
    lua_newtable(state);
    for (int i = 0; i < program->parameter_count; ++i) {
        nbb_text digits = NBB_TEXT_EMPTY;
        nbb_text_add_real(&digits, program->parameters[i].value);
        lua_newtable(state);
        nbb_source_set_spelled(state, "name", program->parameters[i].name);
        nbb_set_word(state, "option", program->parameters[i].name);
        set_text(state, "value", &digits);
        nbb_text_free(&digits);
        lua_seti(state, -2, i + 1);
    }
    lua_setfield(state, -2, "parameters");
    lua_newtable(state);
    for (int i = 0; i < texts->observed_count; ++i) {
        lua_newtable(state);
        nbb_set_word(state, "name", program->observables[i].name);
        nbb_set_flag(state, "real", program->observables[i].value->type == NBB_TYPE_F64);
        set_text(state, "text", &texts->observed[i]);
        lua_seti(state, -2, i + 1);
    }
    lua_setfield(state, -2, "observed");
    set_required(state, texts);
    set_lines(state, "filling", &texts->filling);
    nbb_set_field(state, "table", (int64_t)texts->arguments.table);
    set_helpers(state, texts);
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

/* scalars: of each the texts between which it has the step. */
static void set_scalars(lua_State *state, const nbb_source_program *texts)
{
    lua_newtable(state);
    for (int i = 0; i < texts->scalar_count; ++i) {
        push_around_step(state, nbb_text_string(&texts->scalars[i]));
        lua_seti(state, -2, i + 1);
    }
    lua_setfield(state, -2, "scalars");
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

/* draws: {planes, below, parts} as in program_draw.h. */
static void set_draws(lua_State *state, const nbb_plan *plan)
{
    nbb_draw_layout layout = nbb_draw_layout_of(&plan->domain, plan->program->bits);
    lua_newtable(state);
    nbb_set_flag(state, "planes", layout.planes);
    nbb_set_field(state, "below", layout.below);
    nbb_set_field(state, "parts", layout.parts);
    lua_setfield(state, -2, "draws");
}

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
   all neighbours; its sections, and what the functions above set. */
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
    set_section(state, "init", program, &texts->init);
    set_section(state, "update", program, &texts->update);
    set_section(state, "totals", program, &texts->totals);
    set_section(state, "checked_init", program, &texts->checked_init);
    set_section(state, "checked_update", program, &texts->checked_update);
    set_totals(state, plan, texts);
    set_main(state, program, texts);
    set_scalars(state, texts);
    set_calls(state, &texts->calls);
    set_draws(state, plan);
    set_colouring(state, &program->colouring);
    nbb_end_table(state, "program");
}
