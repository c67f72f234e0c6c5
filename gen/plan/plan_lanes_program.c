/* plan_lanes_program.c - tiles, steps and code of programs on lanes. */
#include "gen/plan/plan_lanes_program.h"

#include "gen/plan/lanes_time.h"
#include "gen/plan/plan_crossing.h"
#include "gen/plan/plan_draws.h"
#include "gen/program/program_draw.h"

enum {
    WORDS_AIM = 160,                                  /* of a tile: as many as a thread's registers hold */
    STEPS_AIM = 8,                                    /* more only make code longer */
    ROWS_MAX = 320,                                   /* of thresholds: a block keeps 144 bytes for each */
    OPERATIONS_AIM = 12000                            /* of a launch: more take too long to compile */
};

/* Whether a program asks for the degree of neighbours; false where it has no code. */
static bool asks_far_degree(const nbb_program *program)
{
    nbb_lowering lowering;
    bool asks = nbb_lowering_begin(program, &lowering) == NBB_OK && lowering.asks_far_degree;
    nbb_lowering_free(&lowering);
    return asks;
}

int nbb_plan_program_digits(const nbb_request *request)
{
    nbb_domain domain = { .fractal = request->fractal, .size = request->r };
    return request->program->update.requests > 0 ? nbb_draw_layout_of(&domain, true).digits : -1;
}

bool nbb_plan_reaches(const nbb_request *request, int t, bool far)
{
    return t == request->r || nbb_closure_most_program_steps(request->fractal, t, request->program, far) >= 1;
}

int nbb_plan_program_tile(const nbb_request *request, int levels)
{
    bool far = asks_far_degree(request->program);
    int t = 0, planes = request->program->planes;
    while (t < request->r && !nbb_plan_reaches(request, t, far)) {
        ++t;
    }
    while (t < levels && nbb_fractal_adds_cells(request->fractal)
           && nbb_fractal_cells(request->fractal, 0, t + 1) * planes <= WORDS_AIM) {
        ++t;
    }
    return t;
}

/* The builtins that no cell has. */
static void set_builtins(const nbb_plan *plan, nbb_lowering *lowering)
{
    nbb_vector first = nbb_domain_cell(&plan->domain, 0);
    lowering->builtins[NBB_BUILTIN_N] = plan->n.at[0];
    lowering->builtins[NBB_BUILTIN_CELLS] = plan->cells;
    lowering->builtins[NBB_BUILTIN_X0] = first.at[0];
    lowering->builtins[NBB_BUILTIN_Y0] = first.at[1];
    lowering->builtins[NBB_BUILTIN_Z0] = first.at[2];
}

/* The most steps a launch can do. What draws, and turns of colours, are started one by one. */
static int most_steps(const nbb_plan *plan)
{
    bool one = plan->program->sublattices || plan->program->update.requests > 0 || plan->lowering.asks_first;
    int most = nbb_closure_most_program_steps(plan->fractal, plan->t, plan->program, plan->lowering.asks_far_degree);
    return one || most < 1 ? 1 : most;
}

/* The steps with the least cost for each. */
static nbb_status default_steps(nbb_plan *plan, int most, int *best)
{
    const nbb_border none = { 0 };
    bool crosses = plan->crossed != NBB_CROSSING_MEMORY;
    double least = 0;
    int operations = 0;
    for (int steps = 1; steps <= most && steps <= STEPS_AIM && operations <= OPERATIONS_AIM; ++steps) {
        nbb_lanes_launch launch;
        NBB_TRY(nbb_lanes_launch_build_program(plan->fractal, plan->t, &plan->lowering, steps, &launch));
        double cost = nbb_lanes_flow(plan->card, plan->target, crosses, &launch, &none) / steps;
        operations = launch.code.operations;
        if (steps == 1 || cost < least) {
            *best = steps;
            least = cost;
        }
        nbb_lanes_launch_free(&launch);
    }
    return NBB_OK;
}

/* Of what makes code of the program: a usage error is one of the program alone. */
static nbb_status take_refusal(nbb_plan *plan, nbb_status status)
{
    plan->refused = status == NBB_ERROR_USAGE;
    return status;
}

static nbb_status choose_steps(const nbb_request *request, nbb_plan *plan)
{
    int most = most_steps(plan);
    plan->steps_a_launch = request->steps_a_launch;
    if (plan->steps_a_launch > most) {
        const char *why = plan->program->sublattices           ? ": each colour's turn is a launch"
                          : plan->program->update.requests > 0 ? ": each step that draws is a launch"
                                                               : ", for cells farther off are past the next tiles";
        return nbb_fail(NBB_ERROR_USAGE,
                        "--steps-per-launch %d: with tiles of level %d of %s program %s has at most %d%s",
                        plan->steps_a_launch, plan->t, plan->fractal->name, plan->program->name, most, why);
    }
    return plan->steps_a_launch == 0 ? take_refusal(plan, default_steps(plan, most, &plan->steps_a_launch)) : NBB_OK;
}

nbb_status nbb_plan_check_reach(const nbb_request *request, const nbb_plan *plan, bool far)
{
    if (nbb_lanes_tile_possible(plan->fractal, plan->t) && nbb_plan_reaches(request, plan->t, far)) {
        return NBB_OK;
    }
    return nbb_fail(NBB_ERROR_USAGE,
                    "program %s: with tiles of level %d of %s, of %u cells, map lanes finds no neighbours %d cells "
                    "away: a tile is as wide as that and has at most %d cells",
                    plan->program->name, plan->t, plan->fractal->name, plan->lanes.positions,
                    plan->program->neighbours.reach * (far ? 2 : 1), NBB_POSITIONS_MAX);
}

/* The code of both launches. */
static nbb_status build_launches(const nbb_request *request, nbb_plan *plan)
{
    NBB_TRY(nbb_plan_build_drawn(request, plan));
    if (plan->steps_a_launch > 1) {
        NBB_TRY(nbb_lanes_launch_build_program(plan->fractal, plan->t, &plan->lowering, 1, &plan->rest));
    }
    if (plan->lowering.row_count > ROWS_MAX) {
        return nbb_fail(NBB_ERROR_USAGE,
                        "program %s: its chances and random numbers have %d rows of thresholds in words of bits, at "
                        "most %d are kept",
                        plan->program->name, plan->lowering.row_count, ROWS_MAX);
    }
    return NBB_OK;
}

nbb_status nbb_plan_build_lanes_program(const nbb_request *request, nbb_plan *plan)
{
    NBB_TRY(take_refusal(plan, nbb_lowering_begin(plan->program, &plan->lowering)));
    set_builtins(plan, &plan->lowering);
    nbb_plan_choose_crossing(request, plan);
    NBB_TRY(nbb_plan_check_reach(request, plan, plan->lowering.asks_far_degree));
    NBB_TRY(choose_steps(request, plan));
    NBB_TRY(take_refusal(plan, build_launches(request, plan)));
    NBB_TRY(nbb_lanes_totals_build(&plan->lowering, &plan->totals));
    int64_t items = plan->lanes.tiles * plan->lanes.parts;
    if (nbb_closure_loaded_beside(&plan->step.closure) == 0) {
        plan->scratch_bytes = 0;                      /* there are no words to turn */
    }
    plan->step_bytes /= (uint64_t)plan->steps_a_launch;
    plan->step_operations = (uint64_t)items * (uint64_t)plan->step.code.operations / (uint64_t)plan->steps_a_launch;
    return nbb_plan_add_scratch(request, plan);
}
