/* program_walk.c - visits the expressions of a program. */
#include "gen/program/program_walk.h"

nbb_status nbb_walk_expression(nbb_expression *expression, nbb_visitor *visit, void *context)
{
    NBB_TRY(visit(expression, context));
    for (int i = 0; i < expression->from_count; ++i) {
        NBB_TRY(nbb_walk_expression(expression->from[i], visit, context));
    }
    return NBB_OK;
}

static nbb_status walk_statements(const nbb_statement *first, nbb_visitor *visit, void *context)
{
    for (const nbb_statement *statement = first; statement != NULL; statement = statement->next) {
        NBB_TRY(statement->value != NULL ? visit(statement->value, context) : NBB_OK);
        NBB_TRY(walk_statements(statement->body, visit, context));
        NBB_TRY(walk_statements(statement->otherwise, visit, context));
    }
    return NBB_OK;
}

nbb_status nbb_walk_section(const nbb_section *section, nbb_visitor *visit, void *context)
{
    return walk_statements(section->first, visit, context);
}

static nbb_status walk_total(const nbb_total *total, nbb_visitor *visit, void *context)
{
    for (int axis = 0; axis < NBB_AXES_MAX && total->at[axis] != NULL; ++axis) {
        NBB_TRY(visit(total->at[axis], context));
    }
    return visit(total->value, context);
}

nbb_status nbb_walk_program(const nbb_program *program, nbb_visitor *visit, void *context)
{
    NBB_TRY(nbb_walk_section(&program->init, visit, context));
    NBB_TRY(nbb_walk_section(&program->update, visit, context));
    for (int i = 0; i < program->total_count; ++i) {
        NBB_TRY(walk_total(&program->totals[i], visit, context));
    }
    for (int i = 0; i < program->observable_count; ++i) {
        NBB_TRY(visit(program->observables[i].value, context));
    }
    for (int i = 0; i < program->requirement_count; ++i) {
        NBB_TRY(visit(program->requirements[i].value, context));
    }
    return NBB_OK;
}

static nbb_status find_neighbours(nbb_expression *expression, void *context)
{
    bool *found = context;
    bool counts = expression->kind == NBB_EXPRESSION_BUILTIN
                  && (expression->number == NBB_BUILTIN_DEGREE || expression->number == NBB_BUILTIN_MAXDEGREE);
    *found = *found || counts || expression->kind == NBB_EXPRESSION_REDUCE
             || expression->kind == NBB_EXPRESSION_OFFSET || expression->kind == NBB_EXPRESSION_EXISTS;
    return NBB_OK;
}

static nbb_status find_any_neighbours(nbb_expression *expression, void *context)
{
    return nbb_walk_expression(expression, find_neighbours, context);
}

bool nbb_program_asks_neighbours(const nbb_program *program)
{
    bool asks = program->sublattices;
    nbb_walk_program(program, find_any_neighbours, &asks);
    for (int i = 0; i < program->total_count; ++i) {
        asks = asks || program->totals[i].kind == NBB_TOTAL_PAIRS;
    }
    return asks;
}

bool nbb_program_is_local(const nbb_program *program)
{
    bool asks = false;
    nbb_walk_section(&program->update, find_any_neighbours, &asks);
    return !asks;
}

/* A builtin that is sought. */
typedef struct sought {
    int number;
    nbb_whose whose;
    bool found;
} sought;

static nbb_status find_builtin(nbb_expression *expression, void *context)
{
    sought *of = context;
    of->found = of->found
                || (expression->kind == NBB_EXPRESSION_BUILTIN && expression->number == of->number
                    && expression->whose == of->whose);
    return NBB_OK;
}

static nbb_status find_builtins(nbb_expression *expression, void *context)
{
    return nbb_walk_expression(expression, find_builtin, context);
}

bool nbb_program_asks_builtin(const nbb_program *program, int number, nbb_whose whose)
{
    sought of = { number, whose, false };
    nbb_walk_section(&program->update, find_builtins, &of);
    return of.found;
}

bool nbb_program_repeats(const nbb_program *program)
{
    bool asks_step = nbb_program_asks_builtin(program, NBB_BUILTIN_STEP, NBB_HERE);
    return !asks_step && !program->sublattices && program->update.requests == 0;
}
