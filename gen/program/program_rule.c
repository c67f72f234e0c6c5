/* program_rule.c - B/S automata as programs, and the programs that are B/S automata. */
#include "gen/program/program_value.h"

/* ---- a rule's program ---- */

/* Appends "alive == 2 || alive == 3", or false. */
static void add_counts(uint32_t counts, const char *number, nbb_text *text)
{
    for (int count = 0, some = 0; count <= NBB_NEIGHBOURS_CUBE; ++count) {
        NBB_TEXT_ADD_IF(counts >> count & 1, text, "%s%s == %d", some++ > 0 ? " || " : "", number, count);
    }
    nbb_text_add(text, "%s", counts == 0 ? "false" : "");
}

void nbb_rule_print_update(nbb_rule rule, int axes, const char *field, const char *number, nbb_text *text)
{
    uint32_t possible = ((uint32_t)2 << (axes == 3 ? NBB_NEIGHBOURS_CUBE : NBB_NEIGHBOURS_MAX)) - 1;
    nbb_text_add(text, "int %s = count(%s); %s = %s ? ", number, field, field, field);
    add_counts(rule.survival & possible, number, text);
    nbb_text_add(text, " : ");
    add_counts(rule.birth & possible, number, text);
    nbb_text_add(text, ";");
}

nbb_status nbb_program_from_rule(nbb_rule rule, int axes, nbb_program *program)
{
    NBB_LOCAL_TEXT name = NBB_TEXT_EMPTY;
    NBB_LOCAL_TEXT text = nbb_text_of("return program {\n"
                                      "  state = { s = \"u1\" }, neighbours = \"moore\", param = { density = 0.5 },\n"
                                      "  init = { s = \"chance(density)\" },\n"
                                      "  update = \"");
    nbb_rule_print_update(rule, axes, "s", "alive", &text);
    nbb_text_add(&text, "\",\n"
                        "  observe = { alive = \"sum(s)\" },\n"
                        "}\n");
    *program = (nbb_program){ .name = NULL };
    NBB_TRY(nbb_text_status(&text, "a rule's program"));
    nbb_rule_print_on(rule, axes, &name);
    for (char *slash = name.data; slash != NULL && *slash != '\0'; ++slash) {
        *slash = *slash == '/' ? '_' : *slash; /* of the path that it stands for: no folder */
    }
    return nbb_program_read(nbb_text_string(&text), nbb_text_string(&name), program);
}

/* ---- a program's rule ---- */

/* More than how many neighbours of near are alive, and how many there are. A reduction does not tell neighbours apart
   where it asks them for their state alone. */
static const uint64_t more = ~(NBB_ASKS(REDUCE) | NBB_ASKS_REAL_SUMS | NBB_ASKS(FIELD) | NBB_ASKS(LOCAL)
                               | NBB_ASKS(TABLE) | NBB_ASKS_HERE(DEGREE) | NBB_ASKS_HERE(MAXDEGREE));

/* A cell with so many neighbours: those that are alive stand first in the list. */
typedef struct cell {
    nbb_value_of *fields;
    int alive, dead;
} cell;

static bool exists(const nbb_evaluation *evaluation, int number)
{
    const cell *asked = evaluation->context;
    return number < asked->alive + asked->dead;
}

static nbb_value_of ask(const nbb_evaluation *evaluation, const nbb_expression *expression, nbb_value_of argument,
                        int there)
{
    const cell *asked = evaluation->context;
    (void)argument;
    NBB_RETURN_IF(expression->kind == NBB_EXPRESSION_BUILTIN,
                  (nbb_value_of){ .integer = asked->alive + asked->dead });
    return expression->whose == NBB_HERE ? asked->fields[0] : (nbb_value_of){ .integer = there < asked->alive };
}

static bool next(const nbb_program *program, nbb_value_of *locals, int own, int alive, int dead)
{
    nbb_value_of fields[1] = { { .integer = own } };
    cell asked = { fields, alive, dead };
    nbb_evaluation evaluation = {
        .program = program, .context = &asked, .locals = locals, .ask = ask, .exists = exists
    };
    nbb_value_run(&evaluation, &program->update, fields);
    return fields[0].integer != 0;
}

/* The rule, if the dead neighbours never matter: whether they are there or not. */
static bool find_rule(const nbb_program *program, nbb_value_of *locals, nbb_rule *rule)
{
    *rule = (nbb_rule){ 0, 0 };
    for (int own = 0; own <= 1; ++own) {
        for (int alive = 0; alive <= program->neighbours.count; ++alive) {
            bool lives = next(program, locals, own, alive, 0);
            NBB_FAIL_IF(NBB_ANY(dead, program->neighbours.count - alive,
                                next(program, locals, own, alive, dead + 1) != lives),
                        false);
            *(own ? &rule->survival : &rule->birth) |= (uint32_t)lives << alive;
        }
    }
    return true;
}

bool nbb_program_counts(const nbb_program *program)
{
    return !program->sublattices && program->passes == 1 && program->field_count == 1 && program->planes == 1
           && (nbb_program_asks(program, NBB_WALK_UPDATE) & more) == 0;
}

void nbb_program_seek_rule(nbb_program *program)
{
    nbb_value_of locals[NBB_LOCALS_MAX];
    const nbb_neighbours *list = &program->neighbours;
    /* All places around a cell, in whatever order: as many as there are, none twice, none further than 1. */
    bool is_moore = list->reach == 1 && list->count == (list->axes == 3 ? NBB_NEIGHBOURS_CUBE : NBB_NEIGHBOURS_MAX);
    program->is_rule = is_moore && nbb_program_counts(program) && find_rule(program, locals, &program->rule);
}

bool nbb_program_density(const nbb_program *program, double *density)
{
    const nbb_statement *only = program->init.first;
    nbb_cases cases;
    bool is = only != NULL && only->next == NULL && only->kind == NBB_STATEMENT_FIELD
              && only->value->kind == NBB_EXPRESSION_CONVERT && only->value->from[0]->kind == NBB_EXPRESSION_CHANCE
              && nbb_cases_find(only->value->from[0], false, &cases) && cases.input_count == 0;
    *density = is ? nbb_cases_value(program, &cases, 0).real : 0;
    return is;
}
