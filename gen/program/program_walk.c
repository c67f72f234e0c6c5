/* program_walk.c - visits the expressions of a program. */
#include "gen/program/program.h"

/* Visits an expression, or it and all of its parts. */
static nbb_status visit_one(nbb_expression *expression, bool parts, nbb_visitor *visit, void *context)
{
    NBB_TRY(visit(expression, context));
    return parts ? NBB_EACH(i, expression->from_count, visit_one(expression->from[i], true, visit, context)) : NBB_OK;
}

static nbb_status walk_statements(const nbb_statement *first, bool parts, nbb_visitor *visit, void *context)
{
    for (const nbb_statement *statement = first; statement != NULL; statement = statement->next) {
        NBB_TRY_IF(statement->value != NULL, visit_one(statement->value, parts, visit, context));
        NBB_TRY(walk_statements(statement->body, parts, visit, context));
        NBB_TRY(walk_statements(statement->otherwise, parts, visit, context));
    }
    return NBB_OK;
}

static nbb_status walk_observed(const nbb_program *program, bool parts, nbb_visitor *visit, void *context)
{
    for (int i = 0; i < program->total_count; ++i) {
        const nbb_total *total = &program->totals[i];
        int given = NBB_FIND(axis, NBB_AXES_MAX, total->at[axis] == NULL);
        NBB_TRY(NBB_EACH(axis, given, visit_one(total->at[axis], parts, visit, context)));
        NBB_TRY(visit_one(total->value, parts, visit, context));
    }
    NBB_TRY(NBB_EACH(i, program->observable_count, visit_one(program->observables[i].value, parts, visit, context)));
    return NBB_EACH(i, program->requirement_count, visit_one(program->requirements[i].value, parts, visit, context));
}

nbb_status nbb_walk(const nbb_program *program, unsigned what, nbb_visitor *visit, void *context)
{
    bool parts = (what & NBB_WALK_WHOLE) == 0;
    NBB_TRY_IF(what & NBB_WALK_INIT, walk_statements(program->init.first, parts, visit, context));
    NBB_TRY_IF(what & NBB_WALK_UPDATE, walk_statements(program->update.first, parts, visit, context));
    return what & NBB_WALK_OBSERVED ? walk_observed(program, parts, visit, context) : NBB_OK;
}

bool nbb_has_part(const nbb_expression *expression, nbb_part_question *is, const void *context)
{
    return is(expression, context)
           || NBB_ANY(i, expression->from_count, nbb_has_part(expression->from[i], is, context));
}

uint64_t nbb_asks_itself(const nbb_expression *e)
{
    static const uint64_t parts_alone = NBB_ASKS(INTEGER) | NBB_ASKS(REAL) | NBB_ASKS(CONVERT) | NBB_ASKS(OPERATOR)
                                        | NBB_ASKS(SELECT);
    NBB_RETURN_IF(e->kind == NBB_EXPRESSION_BUILTIN,
                  (e->whose == NBB_HERE ? NBB_ASKS_HERE(DEGREE) : NBB_ASKS_THERE(DEGREE)) << e->number);
    NBB_RETURN_IF(e->kind == NBB_EXPRESSION_REDUCE,
                  (e->list == 0 ? NBB_ASKS(REDUCE) : NBB_ASKS_LISTS)
                      | (e->number == NBB_REDUCTION_SUM && nbb_is_real(e->type) ? NBB_ASKS_REAL_SUMS : 0));
    return UINT64_C(1) << e->kind & ~parts_alone;
}

static nbb_status add_asked(nbb_expression *expression, void *asked)
{
    *(uint64_t *)asked |= nbb_asks_itself(expression);
    return NBB_OK;
}

uint64_t nbb_asks(const nbb_expression *expression)
{
    uint64_t asked = nbb_asks_itself(expression);
    NBB_FILL(i, expression->from_count, asked, asked | nbb_asks(expression->from[i]));
    return asked;
}

uint64_t nbb_program_asks(const nbb_program *program, unsigned what)
{
    uint64_t asked = 0;
    nbb_walk(program, what, add_asked, &asked);
    return asked;
}

int nbb_count_parts(const nbb_expression *expression, int most)
{
    int count = 1;
    for (int i = 0; i < expression->from_count && count <= most; ++i) {
        count += nbb_count_parts(expression->from[i], most - count);
    }
    return count;
}

static const uint64_t near = NBB_ASKS_OF(DEGREE) | NBB_ASKS_HERE(MAXDEGREE) | NBB_ASKS(REDUCE) | NBB_ASKS(OFFSET)
                             | NBB_ASKS(EXISTS);

bool nbb_program_asks_near(const nbb_program *program)
{
    return program->sublattices || (nbb_program_asks(program, NBB_WALK_ALL) & near) != 0
           || NBB_ANY(i, program->total_count, program->totals[i].kind == NBB_TOTAL_PAIRS);
}

bool nbb_program_is_local(const nbb_program *program)
{
    return (nbb_program_asks(program, NBB_WALK_UPDATE) & (near | NBB_ASKS_LISTS)) == 0;
}

bool nbb_is_number(const nbb_expression *expression, double *number)
{
    bool negates = nbb_operation_of(expression) == NBB_OP_NEG;
    if (expression->kind == NBB_EXPRESSION_CONVERT || negates) {
        bool is = nbb_is_number(expression->from[0], number);
        *number = negates ? -*number : *number;
        *number = expression->type == NBB_TYPE_F32 ? (double)(float)*number : *number;
        return is;
    }
    *number = expression->kind == NBB_EXPRESSION_INTEGER ? (double)expression->integer : expression->real;
    return expression->kind == NBB_EXPRESSION_INTEGER || expression->kind == NBB_EXPRESSION_REAL;
}
