/* program_limits.c - counts what a program asks for before its first step. */
#include "gen/program/program_limits.h"

#include "gen/program/program_cases.h"
#include "gen/program/program_text.h"
#include "gen/program/program_walk.h"

/* ---- cases ---- */

/* What the processor decides for all chances of a program so far. */
typedef struct decided {
    const nbb_program *program;
    int64_t cases, work;
} decided;

static int parts_of(const nbb_expression *e)
{
    int parts = 1;
    for (int i = 0; i < e->from_count; ++i) {
        parts += parts_of(e->from[i]);
    }
    return parts;
}

static nbb_status count_cases(nbb_expression *e, void *context)
{
    decided *all = context;
    nbb_cases cases;
    if (e->kind != NBB_EXPRESSION_CHANCE || !e->on_processor || !nbb_cases_find(all->program, e, &cases)) {
        return NBB_OK;
    }
    all->cases += cases.count;
    all->work += (int64_t)cases.count * parts_of(e->from[0]);
    if (all->cases > NBB_CASES_ALL_MAX) {
        return nbb_program_fail(e->place.text, e->place.offset,
                                "up to here the chances have %lld cases together, at most %d are possible",
                                (long long)all->cases, NBB_CASES_ALL_MAX);
    }
    if (all->work > NBB_CASES_WORK_MAX) {
        return nbb_program_fail(e->place.text, e->place.offset,
                                "its argument of %d parts has to be evaluated for %d cases: too long",
                                parts_of(e->from[0]), cases.count);
    }
    return NBB_OK;
}

static nbb_status count_all_cases(nbb_expression *e, void *context)
{
    return nbb_walk_expression(e, count_cases, context);
}

/* ---- parts ---- */

/* The parts that kernels' text has so far. */
typedef struct written {
    int64_t neighbours, parts;
} written;

static nbb_status count_parts(nbb_expression *e, void *context)
{
    written *all = context;
    bool reduces = e->kind == NBB_EXPRESSION_REDUCE;
    all->parts += reduces ? all->neighbours * parts_of(e->from[0]) : 1;
    for (int i = 0; !reduces && i < e->from_count; ++i) {
        NBB_TRY(count_parts(e->from[i], context));
    }
    if (all->parts <= NBB_PROGRAM_PARTS_MAX) {
        return NBB_OK;
    }
    return nbb_program_fail(e->place.text, e->place.offset,
                            "up to here init, update and observe have %lld parts, a reduction's once for each of %lld"
                            " neighbours; at most %d are possible",
                            (long long)all->parts, (long long)all->neighbours, NBB_PROGRAM_PARTS_MAX);
}

static nbb_status check_parts(const nbb_program *program)
{
    written all = { .neighbours = program->neighbours.count };
    NBB_TRY(nbb_walk_section(&program->init, count_parts, &all));
    NBB_TRY(nbb_walk_section(&program->update, count_parts, &all));
    for (int i = 0; i < program->total_count; ++i) {
        const nbb_total *total = &program->totals[i];
        bool pairs = total->kind == NBB_TOTAL_PAIRS;
        all.parts += pairs ? (all.neighbours - 1) * parts_of(total->value) : 0;
        NBB_TRY(count_parts(total->value, &all));
    }
    return NBB_OK;
}

nbb_status nbb_program_check_limits(const nbb_program *program)
{
    decided all = { .program = program };
    NBB_TRY(check_parts(program));
    NBB_TRY(nbb_walk_section(&program->init, count_all_cases, &all));
    return nbb_walk_section(&program->update, count_all_cases, &all);
}
