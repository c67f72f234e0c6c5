/* program_print.c - a program as a Lua file in one form. */
#include "gen/base/text.h"
#include "gen/program/program.h"
#include "gen/program/program_checker.h"

#include <string.h>

/* Lua's own words, which as a name of a table's field stand in ["..."]. */
static const char *const lua_words[] = { "and", "elseif", "end", "function", "in",   "local",
                                         "nil", "not",    "or",  "repeat",   "then", "until" };

static void print_name(const char *name, nbb_text *text)
{
    nbb_spellings words = { lua_words, sizeof lua_words / sizeof *lua_words };
    nbb_text_add(text, nbb_spelling_index(&words, name) >= 0 ? "[\"%s\"]" : "%s", name);
}

/* ---- statements ---- */

static void print_statements(const nbb_program *program, const nbb_section *section, const nbb_statement *first,
                             int indent, nbb_text *text);

static void print_local(const nbb_program *program, const nbb_section *section, const nbb_statement *statement,
                        nbb_text *text)
{
    const nbb_local *local = &section->locals[statement->number];
    const char *type = local->type == NBB_TYPE_BOOL ? "bool " : nbb_is_real(local->type) ? "real " : "int ";
    nbb_text_add(text, "%s%s = ", statement->declares ? type : "", local->name);
    nbb_express_converted(program, section, statement->value, text);
    nbb_text_add(text, ";\n");
}

static void print_if(const nbb_program *program, const nbb_section *section, const nbb_statement *statement,
                     int indent, nbb_text *text)
{
    nbb_text_add(text, "if (");
    nbb_express_converted(program, section, statement->value, text);
    nbb_text_add(text, ") {\n");
    print_statements(program, section, statement->body, indent + 2, text);
    nbb_text_add(text, "%*s}", indent, "");
    const nbb_statement *otherwise = statement->otherwise;
    if (otherwise == NULL) {
        nbb_text_add(text, "\n");
    } else if (otherwise->kind == NBB_STATEMENT_IF && otherwise->next == NULL) {
        nbb_text_add(text, " else ");
        print_if(program, section, otherwise, indent, text);
    } else {
        nbb_text_add(text, " else {\n");
        print_statements(program, section, otherwise, indent + 2, text);
        nbb_text_add(text, "%*s}\n", indent, "");
    }
}

static void print_statement(const nbb_program *program, const nbb_section *section, const nbb_statement *statement,
                            int indent, nbb_text *text)
{
    nbb_text_add(text, "%*s", indent, "");
    switch (statement->kind) {
    case NBB_STATEMENT_LOCAL:
        print_local(program, section, statement, text);
        break;
    case NBB_STATEMENT_FIELD:
        nbb_text_add(text, "%s = ", program->fields[statement->number].name);
        nbb_express_converted(program, section, statement->value, text);
        nbb_text_add(text, ";\n");
        break;
    case NBB_STATEMENT_IF:
        print_if(program, section, statement, indent, text);
        break;
    case NBB_STATEMENT_BLOCK:
        nbb_text_add(text, "{\n");
        print_statements(program, section, statement->body, indent + 2, text);
        nbb_text_add(text, "%*s}\n", indent, "");
    }
}

static void print_statements(const nbb_program *program, const nbb_section *section, const nbb_statement *first,
                             int indent, nbb_text *text)
{
    for (const nbb_statement *statement = first; statement != NULL; statement = statement->next) {
        print_statement(program, section, statement, indent, text);
    }
}

static void print_section(const nbb_program *program, const nbb_section *section, const char *name, nbb_text *text)
{
    nbb_text_add(text, "  %s = [[\n", name);
    print_statements(program, section, section->first, 4, text);
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

static void print_state(const nbb_program *program, nbb_text *text)
{
    nbb_text_add(text, "  state = {");
    for (int i = 0; i < program->field_count; ++i) {
        const nbb_field *field = &program->fields[i];
        nbb_text_add(text, "%s ", i > 0 ? "," : "");
        print_name(field->name, text);
        nbb_text_add(text, " = \"");
        nbb_field_print_type(field, text);
        nbb_text_add(text, "\"");
    }
    nbb_text_add(text, " },\n");
}

static void print_offsets(const nbb_program *program, nbb_text *text)
{
    bool deep = false;
    for (int i = 0; i < program->offset_count; ++i) {
        deep = deep || program->offsets[i].at[2] != 0;
    }
    nbb_text_add(text, "  neighbours = {");
    for (int i = 0; i < program->offset_count; ++i) {
        const int64_t *at = program->offsets[i].at;
        nbb_text_add(text, "%s { %lld, %lld", i > 0 ? "," : "", (long long)at[0], (long long)at[1]);
        nbb_text_add(text, deep ? ", %lld }" : " }", (long long)at[2]);
    }
    nbb_text_add(text, " },\n");
}

static void print_parameters(const nbb_program *program, nbb_text *text)
{
    nbb_text_add(text, "  param = {");
    for (int i = 0; i < program->parameter_count; ++i) {
        nbb_text_add(text, "%s ", i > 0 ? "," : "");
        print_name(program->parameters[i].name, text);
        nbb_text_add(text, " = ");
        nbb_text_add_shortest(text, program->parameters[i].value, false, true);
    }
    nbb_text_add(text, " },\n");
}

static void print_requirements(const nbb_program *program, nbb_text *text)
{
    nbb_text_add(text, "  require = {");
    for (int i = 0; i < program->requirement_count; ++i) {
        nbb_text_add(text, "%s \"", i > 0 ? "," : "");
        nbb_express_converted(program, NULL, program->requirements[i].value, text);
        nbb_text_add(text, "\"");
    }
    nbb_text_add(text, " },\n");
}

static void print_observables(const nbb_program *program, nbb_text *text)
{
    nbb_text_add(text, "  observe = {\n");
    for (int i = 0; i < program->observable_count; ++i) {
        nbb_text_add(text, "    ");
        print_name(program->observables[i].name, text);
        nbb_text_add(text, " = \"");
        nbb_expression_print(program, NULL, program->observables[i].value, text);
        nbb_text_add(text, "\",\n");
    }
    nbb_text_add(text, "  },\n");
}

static void print_averages(const nbb_program *program, nbb_text *text)
{
    nbb_text_add(text, "  average = {");
    for (int i = 0; i < program->average_count; ++i) {
        nbb_text_add(text, "%s \"%s\"", i > 0 ? "," : "", program->averages[i].text);
    }
    nbb_text_add(text, " },\n");
}

void nbb_program_print_update(const nbb_program *program, nbb_text *text)
{
    print_statements(program, &program->update, program->update.first, 0, text);
}

void nbb_program_print_init(const nbb_program *program, nbb_text *text)
{
    print_statements(program, &program->init, program->init.first, 0, text);
}

void nbb_program_print(const nbb_program *program, nbb_text *text)
{
    nbb_text_add(text, "return program {\n");
    print_state(program, text);
    if (program->neighbour_name != NULL) {
        nbb_text_add(text, "  neighbours = \"%s\",\n", program->neighbour_name);
    } else {
        print_offsets(program, text);
    }
    nbb_text_add(text, "%s", program->sublattices ? "  order = \"sublattices\",\n" : "");
    if (program->parameter_count > 0) {
        print_parameters(program, text);
    }
    if (program->requirement_count > 0) {
        print_requirements(program, text);
    }
    if (program->init.first != NULL) {
        print_section(program, &program->init, "init", text);
    }
    print_section(program, &program->update, "update", text);
    if (program->observable_count > 0) {
        print_observables(program, text);
    }
    if (program->average_count > 0) {
        print_averages(program, text);
    }
    nbb_text_add(text, "}\n");
}
