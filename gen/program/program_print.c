/* program_print.c - a program as a Lua file in one form. */
#include "gen/program/program_checker.h"

/* Lua's own words, which as a name of a table's field stand in ["..."]. */
static const char *const lua_words[] = { "and", "elseif", "end", "function", "in",   "local",
                                         "nil", "not",    "or",  "repeat",   "then", "until" };

static void print_name(const char *name, nbb_text *text)
{
    nbb_spellings words = { lua_words, sizeof lua_words / sizeof *lua_words };
    nbb_text_add(text, nbb_spelling_index(&words, name) >= 0 ? "[\"%s\"]" : "%s", name);
}

/* ", name = " of an item; NULL: it has none. */
static void begin_item(const char *name, bool is_first, nbb_text *text)
{
    nbb_text_add(text, is_first ? " " : ", ");
    if (name != NULL) {
        print_name(name, text);
        nbb_text_add(text, " = ");
    }
}

/* Stages, where they are several, are a text each. */
static void print_update(const nbb_program *program, nbb_text *text)
{
    nbb_section stage = program->update;
    nbb_text_add(text, "  update = {\n");
    for (const nbb_statement *block = program->update.first; block != NULL; block = block->next) {
        stage.first = block->body;
        nbb_text_add(text, "    [[\n");
        nbb_section_print(program, &stage, 6, text);
        nbb_text_add(text, "    ]],\n");
    }
    nbb_text_add(text, "  },\n");
}

static void print_section(const nbb_program *program, const nbb_section *section, const char *name, nbb_text *text)
{
    nbb_text_add(text, "  %s = [[\n", name);
    nbb_section_print(program, section, 4, text);
    nbb_text_add(text, "  ]],\n");
}

/* ---- fields of the file ---- */

void nbb_field_print_type(const nbb_field *field, nbb_text *text)
{
#define X(name, text, bytes, bits) text,
    static const char *const kinds[] = { NBB_FIELD_KINDS(X) };
#undef X
    nbb_text_add(text, "%s", kinds[field->kind]);
    if (field->kind == NBB_FIELD_BITS) {
        nbb_text_add(text, "%d", field->bits);
    }
}

/* The state, or the bonds, each by its first field. */
static void print_fields(const nbb_program *program, bool bonds, nbb_text *text)
{
    bool is_first = true;
    nbb_text_add(text, bonds ? "  bonds = {" : "  state = {");
    for (int i = 0; i < program->field_count; ++i) {
        const nbb_field *field = &program->fields[i];
        const char *name = field->bond != NULL ? field->bond : field->name;
        if ((field->bond != NULL) == bonds && nbb_program_find(program, NBB_NAMED_FIELD, name) == i) {
            begin_item(name, is_first, text);
            nbb_text_add(text, "\"");
            nbb_field_print_type(field, text);
            nbb_text_add(text, "\"");
            is_first = false;
        }
    }
    nbb_text_add(text, " },\n");
}

/* A list's name among those that are known, or its offsets. */
static void print_list(const nbb_program_list *list, nbb_text *text)
{
    bool deep = false;
    if (list->of != NULL) {
        nbb_text_add(text, "\"%s\"", list->of);
        return;
    }
    for (int i = 0; i < list->offset_count; ++i) {
        deep = deep || list->offsets[i].at[2] != 0;
    }
    nbb_text_add(text, "{");
    for (int i = 0; i < list->offset_count; ++i) {
        const int64_t *at = list->offsets[i].at;
        nbb_text_add(text, "%s { %lld, %lld", i > 0 ? "," : "", (long long)at[0], (long long)at[1]);
        nbb_text_add(text, deep ? ", %lld }" : " }", (long long)at[2]);
    }
    nbb_text_add(text, " }");
}

static void print_neighbours(const nbb_program *program, nbb_text *text)
{
    bool named = program->list_count > 1;
    nbb_text_add(text, "  neighbours = %s", named ? "{" : "");
    for (int i = 0; i < program->list_count; ++i) {
        if (named) {
            begin_item(program->lists[i].name, i == 0, text);
        }
        print_list(&program->lists[i], text);
    }
    nbb_text_add(text, "%s,\n", named ? " }" : "");
}

static void print_parameters(const nbb_program *program, nbb_text *text)
{
    nbb_text_add(text, "  param = {");
    for (int i = 0; i < nbb_program_given_count(program); ++i) {
        begin_item(program->parameters[i].name, i == 0, text);
        nbb_text_add_shortest(text, program->parameters[i].value, false, true);
    }
    nbb_text_add(text, " },\n");
}

static void print_tables(const nbb_program *program, nbb_text *text)
{
    nbb_text_add(text, "  const = {\n");
    for (int i = 0; i < program->table_count; ++i) {
        const nbb_constants *table = &program->tables[i];
        nbb_text_add(text, "    ");
        print_name(table->name, text);
        nbb_text_add(text, " = {");
        for (int j = 0; j < table->count; ++j) {
            nbb_text_add(text, j > 0 ? ", " : " ");
            nbb_text_add_shortest(text, table->values[j], false, !table->is_whole);
        }
        nbb_text_add(text, " },\n");
    }
    nbb_text_add(text, "  },\n");
}

static void print_requirements(const nbb_program *program, nbb_text *text)
{
    nbb_text_add(text, "  require = {");
    for (int i = 0; i < program->requirement_count; ++i) {
        begin_item(NULL, i == 0, text);
        nbb_text_add(text, "\"");
        nbb_express_converted(program, NULL, program->requirements[i].value, text);
        nbb_text_add(text, "\"");
    }
    nbb_text_add(text, " },\n");
}

/* A text as it was given. */
static void print_given(const char *given, nbb_text *out)
{
    bool is_plain = strpbrk(given, "\n\"\\") == NULL;
    nbb_text_add(out, is_plain ? "\"%s\"" : "[[%s]]", given);
}

/* Of an array its text alone. */
static void print_observables(const nbb_program *program, nbb_text *text)
{
    nbb_text_add(text, "  observe = {\n");
    for (int i = 0; i < program->observable_count; ++i) {
        const nbb_observable *observable = &program->observables[i];
        if (observable->element > 0) {
            continue;
        }
        nbb_text_add(text, "    ");
        print_name(observable->array != NULL ? observable->array : observable->name, text);
        nbb_text_add(text, " = ");
        if (observable->array != NULL) {
            print_given(observable->text, text);
        } else {
            nbb_text_add(text, "\"");
            nbb_expression_print(program, NULL, observable->value, text);
            nbb_text_add(text, "\"");
        }
        nbb_text_add(text, ",\n");
    }
    nbb_text_add(text, "  },\n");
}

/* The schedule, or the globals. */
static void print_schedule(const nbb_program *program, bool globals, nbb_text *text)
{
    bool is_first = true;
    nbb_text_add(text, globals ? "  global = {" : "  schedule = {");
    for (int i = 0; i < program->schedule_count; ++i) {
        const nbb_scheduled *schedule = &program->schedules[i];
        const nbb_parameter *parameter = &program->parameters[schedule->parameter];
        if (parameter->is_global == globals) {
            begin_item(parameter->name, is_first, text);
            nbb_text_add(text, "\"");
            nbb_express_converted(program, NULL, schedule->value, text);
            nbb_text_add(text, "\"");
            is_first = false;
        }
    }
    nbb_text_add(text, " },\n");
}

static void print_averages(const nbb_program *program, nbb_text *text)
{
    nbb_text_add(text, "  average = {");
    for (int i = 0; i < program->average_text_count; ++i) {
        begin_item(program->names_averages ? program->averages[program->observable_count + i].name : NULL, i == 0,
                   text);
        print_given(program->average_texts[i], text);
    }
    nbb_text_add(text, " },\n");
}

void nbb_program_print(const nbb_program *program, nbb_text *text)
{
    nbb_text_add(text, "return program {\n");
    print_fields(program, false, text);
    if (program->draft != NULL) {
        print_fields(program, true, text);
    }
    print_neighbours(program, text);
    nbb_text_add(text, "%s", program->sublattices ? "  order = \"sublattices\",\n" : "");
    if (nbb_program_given_count(program) > 0) {
        print_parameters(program, text);
    }
    int globals = program->parameter_count - nbb_program_given_count(program);
    if (program->schedule_count > globals) {
        print_schedule(program, false, text);
    }
    if (program->has_globals) {
        print_schedule(program, true, text);
    }
    if (program->table_count > 0) {
        print_tables(program, text);
    }
    if (program->requirement_count > 0) {
        print_requirements(program, text);
    }
    if (program->init.first != NULL) {
        print_section(program, &program->init, "init", text);
    }
    if (program->stages > 1) {
        print_update(program, text);
    } else {
        print_section(program, &program->update, "update", text);
    }
    if (program->observable_count > 0) {
        print_observables(program, text);
    }
    if (program->average_text_count > 0) {
        print_averages(program, text);
    }
    if (program->stop != NULL) {
        nbb_text_add(text, "  stop = ");
        print_given(program->stop, text);
        nbb_text_add(text, ",\n");
    }
    if (program->exchanges) {
        nbb_text_add(text, "  exchange = { energy = \"%s\", parameter = \"%s\" },\n",
                     program->observables[program->energy].name, program->parameters[program->exchanged].name);
    }
    nbb_text_add(text, "}\n");
}
