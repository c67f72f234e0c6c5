/* program_express.c - expressions and statements as text. */
#include "gen/program/program.h"

typedef enum surroundings { OF_CELL, OF_NEIGHBOURS, OF_PAIRS } surroundings;

typedef struct printer {
    const nbb_program *program;
    const nbb_section *section;
    surroundings around;
    nbb_text *text;
} printer;

static void express(const printer *p, const nbb_expression *e, int least);

/* What the text has: a place makes conversions by itself, and a weight is printed as what it is made from. */
static const nbb_expression *written(const nbb_expression *e)
{
    while (e->kind == NBB_EXPRESSION_WEIGHT || (e->kind == NBB_EXPRESSION_CONVERT && !e->is_written)) {
        e = e->from[0];
    }
    return e;
}

/* ---- nodes ---- */

/* The operation that its text begins or joins, of a number its sign; -1 without one. */
static int operation_of(const nbb_expression *e)
{
    bool has_sign = e->kind == NBB_EXPRESSION_INTEGER && e->integer < 0 && e->whose == NBB_HERE;
    return has_sign ? NBB_OP_NEG : nbb_operation_of(e);
}

static int strength_of(const nbb_expression *e)
{
    int operation = operation_of(e);
    return operation >= 0                     ? nbb_operations[operation].strength
           : e->kind == NBB_EXPRESSION_SELECT ? NBB_BINDS_SELECT
                                              : NBB_BINDS_ALONE;
}

static const char *name_of(const printer *p, int field)
{
    const nbb_field *named = &p->program->fields[field];
    return named->bond != NULL ? named->bond : named->name;
}

/* A name, behind its owner if this is not whose names are here. */
static void express_name(const printer *p, const nbb_expression *e)
{
    bool is_builtin = e->kind == NBB_EXPRESSION_BUILTIN;
    bool of_cell = is_builtin ? nbb_builtin_of_cell[e->number] : e->kind == NBB_EXPRESSION_FIELD;
    bool is_here = e->whose == NBB_HERE, is_plain = p->around == (is_here ? OF_CELL : OF_NEIGHBOURS);
    nbb_text_add(p->text, "%s%s",
                 !of_cell || is_plain ? ""
                 : is_here            ? "here."
                                      : "there.",
                 is_builtin                            ? nbb_builtin_names.names[e->number]
                 : e->kind == NBB_EXPRESSION_BOND      ? name_of(p, e->number)
                 : e->kind == NBB_EXPRESSION_LOCAL     ? p->section->locals[e->number].name
                 : e->kind == NBB_EXPRESSION_PARAMETER ? p->program->parameters[e->number].name
                                                       : p->program->fields[e->number].name);
}

static void express_offset(const printer *p, const nbb_expression *e)
{
    nbb_text_add(p->text, "%s[", e->kind == NBB_EXPRESSION_EXISTS ? "exists" : name_of(p, e->number));
    nbb_vector_print(e->offset, e->offset.at[2] != 0 ? 3 : 2, ", ", p->text);
    nbb_text_add(p->text, "]");
}

/* NAME(a, b) of the operands that there are, behind the name of a list that is not near. */
static void express_call(const printer *p, const nbb_expression *e)
{
    printer inside = *p;
    bool reduces = e->kind == NBB_EXPRESSION_REDUCE;
    inside.around = reduces ? OF_NEIGHBOURS : p->around;
    nbb_text_add(p->text, "%s(",
                 reduces                              ? nbb_reduction_names.names[e->number]
                 : e->kind == NBB_EXPRESSION_OPERATOR ? nbb_operations[e->number].name
                 : e->kind == NBB_EXPRESSION_CHANCE   ? "chance"
                 : e->kind == NBB_EXPRESSION_UNIFORM  ? "uniform"
                 : nbb_is_real(e->type)               ? "real"
                                                      : "int");
    NBB_TEXT_ADD_IF(reduces && e->list > 0, p->text, "%s, ", nbb_list_of(p->program, e)->name);
    for (int i = 0; i < e->from_count; ++i) {
        nbb_text_add(p->text, "%s", i > 0 ? ", " : "");
        express(&inside, e->from[i], NBB_BINDS_SELECT);
    }
    nbb_text_add(p->text, ")");
}

static void express_operator(const printer *p, const nbb_expression *e)
{
    const char *name = nbb_operations[e->number].name;
    const nbb_expression *a = written(e->from[0]);
    int strength = strength_of(e);
    if (e->number >= NBB_OP_COUNT) {
        express_call(p, e);
        return;
    }
    if (e->from_count == 1) {
        /* A sign before another one stays apart from it. */
        bool apart = e->number == NBB_OP_NEG && operation_of(a) == NBB_OP_NEG;
        nbb_text_add(p->text, "%s", name);
        express(p, a, apart ? NBB_BINDS_ALONE : NBB_BINDS_UNARY);
        return;
    }
    express(p, a, strength);
    nbb_text_add(p->text, " %s ", name);
    express(p, e->from[1], strength + 1);
}

static void express_select(const printer *p, const nbb_expression *e)
{
    express(p, e->from[0], NBB_BINDS_LEAST);
    nbb_text_add(p->text, " ? ");
    express(p, e->from[1], NBB_BINDS_SELECT);
    nbb_text_add(p->text, " : ");
    express(p, e->from[2], NBB_BINDS_SELECT);
}

/* Two brackets would end the text in its Lua file. */
static void express_table(const printer *p, const nbb_expression *e)
{
    nbb_text_add(p->text, "%s[", p->program->tables[e->number].name);
    express(p, e->from[0], NBB_BINDS_SELECT);
    bool ends_alike = nbb_text_string(p->text)[p->text->length - 1] == ']';
    nbb_text_add(p->text, ends_alike ? " ]" : "]");
}

static void express_total(const printer *p, const nbb_expression *e)
{
    const nbb_total *total = &p->program->totals[e->number];
    printer inside = *p;
    inside.around = total->kind == NBB_TOTAL_PAIRS ? OF_PAIRS : OF_CELL;
    nbb_text_add(p->text, "%s(", nbb_total_names.names[total->kind]);
    for (int axis = 0; axis < NBB_AXES_MAX && total->at[axis] != NULL; ++axis) {
        express(&inside, total->at[axis], NBB_BINDS_SELECT);
        nbb_text_add(p->text, ", ");
    }
    express(&inside, total->fixed != NULL ? total->fixed : total->value, NBB_BINDS_SELECT);
    NBB_TEXT_ADD_IF(total->kind == NBB_TOTAL_ALONG, p->text, ", %lld", (long long)total->distance);
    nbb_text_add(p->text, ")");
}

static void express_number(const printer *p, const nbb_expression *e)
{
    if (e->kind == NBB_EXPRESSION_REAL) {
        nbb_text_add(p->text, "%s", nbb_shortest(e->real, false, true).text);
    } else if (e->whose == NBB_THERE) {
        nbb_text_add(p->text, "%s", nbb_builtin_names.names[e->number]);
    } else if (e->type == NBB_TYPE_BOOL) {
        nbb_text_add(p->text, "%s", e->integer != 0 ? "true" : "false");
    } else {
        nbb_text_add(p->text, "%lld", (long long)e->integer);
    }
}

/* By kind; a weight is never written. */
static void (*const express_node[])(const printer *p, const nbb_expression *e) = {
    [NBB_EXPRESSION_INTEGER] = express_number,    [NBB_EXPRESSION_REAL] = express_number,
    [NBB_EXPRESSION_FIELD] = express_name,        [NBB_EXPRESSION_OFFSET] = express_offset,
    [NBB_EXPRESSION_EXISTS] = express_offset,     [NBB_EXPRESSION_BOND] = express_name,
    [NBB_EXPRESSION_LOCAL] = express_name,        [NBB_EXPRESSION_PARAMETER] = express_name,
    [NBB_EXPRESSION_BUILTIN] = express_name,      [NBB_EXPRESSION_CONVERT] = express_call,
    [NBB_EXPRESSION_OPERATOR] = express_operator, [NBB_EXPRESSION_SELECT] = express_select,
    [NBB_EXPRESSION_TABLE] = express_table,       [NBB_EXPRESSION_CHANCE] = express_call,
    [NBB_EXPRESSION_UNIFORM] = express_call,      [NBB_EXPRESSION_REDUCE] = express_call,
    [NBB_EXPRESSION_TOTAL] = express_total,
};

/* Expresses the node, in parentheses where its operator binds less than that. */
static void express(const printer *p, const nbb_expression *e, int least)
{
    e = written(e);
    bool weaker = strength_of(e) < least;
    nbb_text_add(p->text, "%s", weaker ? "(" : "");
    express_node[e->kind](p, e);
    nbb_text_add(p->text, "%s", weaker ? ")" : "");
}

void nbb_expression_print(const nbb_program *program, const nbb_section *section, const nbb_expression *expression,
                          nbb_text *text)
{
    printer p = { program, section, OF_CELL, text };
    express(&p, expression, NBB_BINDS_SELECT);
}

/* ---- statements ---- */

static void print_statements(const printer *p, const nbb_statement *first, int indent);

static void print_if(const printer *p, const nbb_statement *statement, int indent)
{
    nbb_text_add(p->text, "if (");
    express(p, statement->value, NBB_BINDS_SELECT);
    nbb_text_add(p->text, ") {\n");
    print_statements(p, statement->body, indent + 2);
    nbb_text_add(p->text, "%*s}", indent, "");
    const nbb_statement *otherwise = statement->otherwise;
    if (otherwise == NULL) {
        nbb_text_add(p->text, "\n");
    } else if (otherwise->kind == NBB_STATEMENT_IF && otherwise->next == NULL) {
        nbb_text_add(p->text, " else ");
        print_if(p, otherwise, indent);
    } else {
        nbb_text_add(p->text, " else {\n");
        print_statements(p, otherwise, indent + 2);
        nbb_text_add(p->text, "%*s}\n", indent, "");
    }
}

static void print_assignment(const printer *p, const nbb_statement *statement)
{
    bool is_field = statement->kind == NBB_STATEMENT_FIELD;
    const nbb_local *local = is_field ? NULL : &p->section->locals[statement->number];
    const char *type = is_field || !statement->declares ? ""
                       : local->type == NBB_TYPE_BOOL   ? "bool "
                       : nbb_is_real(local->type)       ? "real "
                                                        : "int ";
    bool is_bond = is_field && p->program->fields[statement->number].bond != NULL;
    nbb_text_add(p->text, "%s%s = ", type, is_field ? name_of(p, statement->number) : local->name);
    express(p, is_bond && p->program->forward_count > 0 ? statement->value->from[1] : statement->value,
            NBB_BINDS_SELECT);
    nbb_text_add(p->text, ";\n");
}

static void print_statements(const printer *p, const nbb_statement *first, int indent)
{
    for (const nbb_statement *statement = first; statement != NULL; statement = statement->next) {
        const nbb_statement *body = statement->kind == NBB_STATEMENT_BLOCK ? statement->body : NULL;
        nbb_text_add(p->text, "%*s", indent, "");
        if (statement->kind == NBB_STATEMENT_IF) {
            print_if(p, statement, indent);
        } else if (body != NULL && body->kind == NBB_STATEMENT_FIELD
                   && p->program->fields[body->number].bond != NULL) {
            print_assignment(p, body); /* an assignment to a bond became a block */
        } else if (statement->kind == NBB_STATEMENT_BLOCK) {
            nbb_text_add(p->text, "{\n");
            print_statements(p, statement->body, indent + 2);
            nbb_text_add(p->text, "%*s}\n", indent, "");
        } else {
            print_assignment(p, statement);
        }
    }
}

void nbb_section_print(const nbb_program *program, const nbb_section *section, int indent, nbb_text *text)
{
    const printer p = { program, section, OF_CELL, text };
    print_statements(&p, section->first, indent);
}
