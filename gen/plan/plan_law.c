/* plan_law.c - the law of a request, and what of its layout a law and options decide. */
#include "gen/plan/plan_law.h"

#include "gen/program/program_draw.h"
#include "gen/program/program_rule.h"
#include "gen/program/program_walk.h"

#include <inttypes.h>

bool nbb_request_rule(const nbb_request *request, nbb_rule *rule)
{
    *rule = (nbb_rule){ 0, 0 };
    return nbb_workload_rows[request->workload].evolves && !nbb_program_is_local(request->program)
           && nbb_program_rule(request->program, rule);
}

bool nbb_request_shares_bits(const nbb_request *request)
{
    nbb_rule rule;
    return nbb_request_rule(request, &rule) && request->program->total_count == 0;
}

nbb_lanes_law nbb_request_law(const nbb_request *request)
{
    nbb_lanes_law law = nbb_law_of_program(request->program);
    if (nbb_request_traits(request).word == NBB_WORD_VALUES) {
        law.planes = 1;
        law.counts = false;
    }
    return law;
}

nbb_lanes_law nbb_plan_law(const nbb_request *request, nbb_plan *plan)
{
    nbb_lanes_law law = nbb_request_law(request);
    law.lowering = &plan->lowering;
    return law;
}

void nbb_plan_choose_law(const nbb_request *request, nbb_plan *plan)
{
    bool is_rule = nbb_request_rule(request, &plan->rule) && plan->traits.word == NBB_WORD_PLANES;
    plan->law = is_rule ? NBB_LAW_RULE : plan->work->evolves ? NBB_LAW_PROGRAM : NBB_LAW_NONE;
}

void nbb_plan_set_builtins(nbb_plan *plan)
{
    nbb_vector first = nbb_domain_cell(&plan->domain, 0);
    int64_t *builtins = plan->lowering.builtins;
    builtins[NBB_BUILTIN_N] = plan->n.at[0];
    builtins[NBB_BUILTIN_CELLS] = plan->cells;
    builtins[NBB_BUILTIN_X0] = first.at[0];
    builtins[NBB_BUILTIN_Y0] = first.at[1];
    builtins[NBB_BUILTIN_Z0] = first.at[2];
}

int64_t nbb_plan_lanes_of(const nbb_request *request, int a)
{
    return nbb_fractal_cells(request->fractal, request->r - a, request->r);
}

int nbb_plan_drawn_digits(const nbb_request *request)
{
    nbb_domain domain = { .fractal = request->fractal, .size = request->r };
    return nbb_request_traits(request).draws ? nbb_draw_layout_of(&domain, true).digits : -1;
}

int nbb_plan_digits_asked(const nbb_request *request)
{
    int a = 0;
    while (request->lanes != 0 && a < request->r && nbb_plan_lanes_of(request, a) < request->lanes) {
        ++a;
    }
    return request->lanes != 0 ? a : -1;
}

bool nbb_plan_reaches(const nbb_request *request, const nbb_lanes_law *law, int t)
{
    return t == request->r || nbb_closure_most_steps(request->fractal, t, law) >= 1;
}

int nbb_plan_most_steps(const nbb_request *request, const nbb_lanes_law *law, int t)
{
    int most = nbb_closure_most_steps(request->fractal, t, law);
    return law->one_step || most < 1 ? 1 : most;
}

nbb_status nbb_plan_check_reach(const nbb_request *request, const nbb_plan *plan, const nbb_lanes_law *law)
{
    if (nbb_lanes_tile_possible(plan->fractal, plan->t) && nbb_plan_reaches(request, law, plan->t)) {
        return NBB_OK;
    }
    return nbb_fail(NBB_ERROR_USAGE,
                    "program %s: with tiles of level %d of %s, of %u cells, map lanes finds no neighbours %d cells "
                    "away: a tile is as wide as that and has at most %d cells",
                    plan->traits.name, plan->t, plan->fractal->name, plan->lanes.positions,
                    law->neighbours.reach * (law->far ? 2 : 1), NBB_POSITIONS_MAX);
}

nbb_status nbb_plan_check_steps(const nbb_request *request, const nbb_plan *plan, int most)
{
    if (request->steps_a_launch <= most) {
        return NBB_OK;
    }
    bool asks_first = plan->traits.word == NBB_WORD_PLANES && nbb_request_law(request).one_step;
    const char *why = plan->traits.by_turns ? "each colour's turn is a launch"
                      : asks_first          ? "a launch tells which cell is the first for a tile's own alone"
                                            : "cells farther off are past the neighbour tiles";
    return nbb_fail(NBB_ERROR_USAGE, "--steps-per-launch %d: with tiles of level %d of %s it is from 1 to %d, for %s",
                    request->steps_a_launch, plan->t, plan->fractal->name, most, why);
}
