/* program_print.c - a program as a Lua file in one form. */
#include "library/program_text.h"
#include "gen/program/program_checker.h"

/* Lua's own words, which as a name of a table's field stand in ["..."]. */
static const nbb_spellings lua_words = NBB_SPELLINGS("and", "elseif", "end", "function", "in", "local", "nil", "not",
                                                     "or", "repeat", "then", "until");

/* A field of the file that is a table, left out where it has no item: in one line, or each item in its own. */
typedef struct table {
    const nbb_program *program;
    nbb_text *text;
    const char *name;
    bool has_lines, of_others; /* bonds, not fields; globals, not parameters */
    int count;
} table;

/* Begins an item; of the name NULL it has none. */
static void begin_item(table *of, const char *name)
{
    NBB_TEXT_ADD_IF(of->count == 0, of->text, "  %s = {", of->name);
    nbb_text_add(of->text, "%s%s", of->count++ > 0 ? "," : "", of->has_lines ? "\n    " : " ");
    NBB_TEXT_ADD_IF(name != NULL, of->text,
                    nbb_spelling_index(&lua_words, name) >= 0 ? "[\"%s\"] = " : "%s = ", name);
}

static void print_table(table of, int count, void (*print)(table *of, int i))
{
    for (int i = 0; i < count; ++i) {
        print(&of, i);
    }
    NBB_TEXT_ADD_IF(of.count > 0, of.text, of.has_lines ? ",\n  },\n" : " },\n");
}

static void print_value(const table *of, const nbb_expression *value)
{
    nbb_text_add(of->text, "\"");
    nbb_expression_print(of->program, NULL, value, of->text);
    nbb_text_add(of->text, "\"");
}

static void print_given(const char *given, nbb_text *out)
{
    bool is_plain = strpbrk(given, "\n\"\\") == NULL;
    nbb_text_add(out, is_plain ? "\"%s\"" : "[[%s]]", given);
}

static void print_section(const nbb_program *program, const nbb_section *section, int indent, nbb_text *text)
{
    nbb_text_add(text, "[[\n");
    nbb_section_print(program, section, indent + 2, text);
    nbb_text_add(text, "%*s]],\n", indent, "");
}

/* ---- fields of the file ---- */

/* Of a bond its first field. */
static void print_field(table *fields, int i)
{
    const nbb_program *program = fields->program;
    const nbb_field *field = &program->fields[i];
    const char *name = field->bond != NULL ? field->bond : field->name;
    if ((field->bond != NULL) == fields->of_others && nbb_program_find(program, NBB_NAMED_FIELD, name) == i) {
        begin_item(fields, name);
        print_given(field->type, fields->text);
    }
}

/* A list's name among those that are known, or its offsets. */
static void print_list(const nbb_program_list *list, nbb_text *text)
{
    bool deep = NBB_ANY(i, list->offset_count, list->offsets[i].at[2] != 0);
    if (list->of != NULL) {
        nbb_text_add(text, "\"%s\"", list->of);
        return;
    }
    nbb_text_add(text, "{");
    for (int i = 0; i < list->offset_count; ++i) {
        const int64_t *at = list->offsets[i].at;
        nbb_text_add(text, "%s { %lld, %lld", i > 0 ? "," : "", (long long)at[0], (long long)at[1]);
        nbb_text_add(text, deep ? ", %lld }" : " }", (long long)at[2]);
    }
    nbb_text_add(text, " }");
}

static void print_named_list(table *lists, int i)
{
    begin_item(lists, lists->program->lists[i].name);
    print_list(&lists->program->lists[i], lists->text);
}

static void print_parameter(table *given, int i)
{
    begin_item(given, given->program->parameters[i].name);
    nbb_text_add(given->text, "%s", nbb_shortest(given->program->parameters[i].value, false, true).text);
}

static void print_constants(table *tables, int i)
{
    const nbb_constants *constants = &tables->program->tables[i];
    begin_item(tables, constants->name);
    for (int j = 0; j < constants->count; ++j) {
        nbb_text_add(tables->text, "%s%s", j > 0 ? ", " : "{ ",
                     nbb_shortest(constants->values[j], false, !constants->is_whole).text);
    }
    nbb_text_add(tables->text, " }");
}

static void print_requirement(table *required, int i)
{
    begin_item(required, NULL);
    print_value(required, required->program->requirements[i].value);
}

/* Of an array its text alone. */
static void print_observable(table *observed, int i)
{
    const nbb_observable *observable = &observed->program->observables[i];
    if (observable->array == NULL) {
        begin_item(observed, observable->name);
        print_value(observed, observable->value);
    } else if (observable->element == 0) {
        begin_item(observed, observable->array);
        print_given(observable->text, observed->text);
    }
}

static void print_scheduled(table *scheduled, int i)
{
    const nbb_scheduled *schedule = &scheduled->program->schedules[i];
    const nbb_parameter *parameter = &scheduled->program->parameters[schedule->parameter];
    if (parameter->is_global == scheduled->of_others) {
        begin_item(scheduled, parameter->name);
        print_value(scheduled, schedule->value);
    }
}

static void print_average(table *averaged, int i)
{
    const nbb_program *program = averaged->program;
    begin_item(averaged, program->names_averages ? program->averages[program->observable_count + i].name : NULL);
    print_given(program->average_texts[i], averaged->text);
}

void nbb_program_print(const nbb_program *program, nbb_text *text)
{
    nbb_text_add(text, "return program {\n");
    print_table((table){ program, text, "state", false, false, 0 }, program->field_count, print_field);
    print_table((table){ program, text, "bonds", false, true, 0 }, program->field_count, print_field);
    if (program->list_count == 1) {
        nbb_text_add(text, "  neighbours = ");
        print_list(&program->lists[0], text);
        nbb_text_add(text, ",\n");
    } else {
        print_table((table){ program, text, "neighbours", false, false, 0 }, program->list_count, print_named_list);
    }
    nbb_text_add(text, "%s", program->sublattices ? "  order = \"sublattices\",\n" : "");
    print_table((table){ program, text, "param", false, false, 0 }, program->given_count, print_parameter);
    print_table((table){ program, text, "schedule", false, false, 0 }, program->schedule_count, print_scheduled);
    print_table((table){ program, text, "global", false, true, 0 }, program->schedule_count, print_scheduled);
    print_table((table){ program, text, "const", true, false, 0 }, program->table_count, print_constants);
    print_table((table){ program, text, "require", false, false, 0 }, program->requirement_count, print_requirement);
    if (program->init.first != NULL) {
        nbb_text_add(text, "  init = ");
        print_section(program, &program->init, 2, text);
    }
    nbb_section stage = program->update; /* of several each is a block */
    nbb_text_add(text, program->stages > 1 ? "  update = {\n" : "  update = ");
    for (const nbb_statement *block = stage.first; program->stages > 1 && block != NULL; block = block->next) {
        stage.first = block->body;
        nbb_text_add(text, "    ");
        print_section(program, &stage, 4, text);
    }
    if (program->stages == 1) {
        print_section(program, &stage, 2, text);
    }
    nbb_text_add(text, "%s", program->stages > 1 ? "  },\n" : "");
    print_table((table){ program, text, "observe", true, false, 0 }, program->observable_count, print_observable);
    print_table((table){ program, text, "average", false, false, 0 }, program->average_text_count, print_average);
    if (program->stop != NULL) {
        nbb_text_add(text, "  stop = ");
        print_given(program->stop, text);
        nbb_text_add(text, ",\n");
    }
    NBB_TEXT_ADD_IF(program->exchanges, text, "  exchange = { energy = \"%s\", parameter = \"%s\" },\n",
                    program->observables[program->energy].name, program->parameters[program->exchanged].name);
    nbb_text_add(text, "}\n");
}
