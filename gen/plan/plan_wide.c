/* plan_wide.c - tiles and steps a launch of programs of wide cells on lanes. */
#include "gen/plan/plan_wide.h"

#include "gen/plan/plan_draws.h"
#include "gen/plan/plan_law.h"

#include <inttypes.h>
#include <math.h>

enum { NEIGHBOURS = 3 };                              /* of a cell, about */

bool nbb_plan_has_wide_lanes(const nbb_plan *plan)
{
    return plan->map == NBB_MAP_LANES && plan->traits.word == NBB_WORD_VALUES;
}

static nbb_status check_lanes(const nbb_request *request)
{
    if (request->lanes <= 1) {
        return NBB_OK;
    }
    return nbb_fail(NBB_ERROR_USAGE, "--lanes %" PRId64 ": a word holds one value of program %s: %s", request->lanes,
                    request->program->name,
                    request->wide_because != NULL ? request->wide_because : "its fields are not all of u1 to u8");
}

/* 32-bit words of a cell in registers. */
static int words_of(const nbb_program *program)
{
    int words = 0;
    for (int i = 0; i < program->field_count; ++i) {
        words += program->fields[i].kind == NBB_FIELD_F64 ? 2 : 1;
    }
    return words;
}

/* The level of the smallest tile whose neighbours are in the tiles beside it. */
static int least_tile(const nbb_request *request)
{
    nbb_lanes_law law = nbb_request_law(request);
    int t = 0;
    while (!nbb_plan_reaches(request, &law, t)) {
        ++t;
    }
    return t;
}

bool nbb_plan_has_lanes_tile(const nbb_request *request)
{
    return nbb_lanes_tile_possible(request->fractal, least_tile(request));
}

/* The operations of an expression, about. */
static int operations_of(const nbb_card_wide *card, const nbb_expression *expression)
{
    int count = 0;
    for (int i = 0; i < expression->from_count; ++i) {
        count += operations_of(card, expression->from[i]);
    }
    switch (expression->kind) {
    case NBB_EXPRESSION_OPERATOR:
        return count + (expression->number == NBB_OP_DIV || expression->number == NBB_OP_MOD ? card->division : 1);
    case NBB_EXPRESSION_SELECT:
        return count + 1;
    case NBB_EXPRESSION_CALL:
        return count + (expression->number <= NBB_FUNCTION_FLOOR ? 1 : card->function);
    case NBB_EXPRESSION_CHANCE:
    case NBB_EXPRESSION_UNIFORM:
        return count + card->draw;
    case NBB_EXPRESSION_REDUCE:
        return NEIGHBOURS * (count + 1);
    default:
        return count;
    }
}

static int operations_of_statements(const nbb_card_wide *card, const nbb_statement *statement)
{
    int count = 0;
    for (; statement != NULL; statement = statement->next) {
        count += (statement->value != NULL ? operations_of(card, statement->value) : 0)
                 + operations_of_statements(card, statement->body)
                 + operations_of_statements(card, statement->otherwise);
    }
    return count;
}

/* Of the update of a cell. */
static int operations_of_update(const nbb_card_wide *card, const nbb_program *program)
{
    return operations_of_statements(card, program->update.first);
}

static int default_tile(const nbb_request *request)
{
    int t = least_tile(request), words = words_of(request->program);
    const nbb_card_wide *card = &nbb_card_of(request->card)->wide;
    int operations = operations_of_update(card, request->program);
    while (t < request->r && nbb_fractal_adds_cells(request->fractal)
           && nbb_fractal_cells(request->fractal, 0, t + 1) * words <= card->words_aim
           && nbb_fractal_cells(request->fractal, 0, t + 1) * operations <= card->code_aim) {
        ++t;
    }
    return t;
}

void nbb_plan_size_wide(const nbb_request *request, int t, nbb_lanes *lanes)
{
    nbb_lanes_size(request->fractal, request->r, t >= 0 ? t : default_tile(request), 0, lanes);
}

static nbb_status build_launch(const nbb_plan *plan, const nbb_lanes_law *law, int steps, nbb_lanes_launch *launch)
{
    *launch = (nbb_lanes_launch){ .code = { .planes = 1 } };
    NBB_TRY(nbb_closure_build(plan->fractal, plan->t, law, steps, &launch->closure));
    return nbb_order_build(plan->fractal, plan->t, &launch->closure, 1, law->neighbours.reach, &launch->order);
}

/* What a launch costs for a step: its words come and go once, cells beside the tile are computed in vain. */
static double cost_of(const nbb_plan *plan, const nbb_lanes_launch *launch, int steps)
{
    const nbb_card_wide *card = &plan->card->wide;
    int words = words_of(plan->program), own = launch->closure.own;
    int operations = operations_of_update(card, plan->program) * (plan->program->real == NBB_TYPE_F64 ? 2 : 1);
    double moved = (2 * own + card->gathered * (launch->closure.count - own)) * words * card->word_operations;
    double computed = (double)nbb_closure_computed(&launch->closure) * operations;
    double spilled = launch->order.held * words > card->words_held ? 4 : 1;
    return hypot(moved, computed) * spilled / steps;
}

/* Whether a launch of several steps has code that compiles soon. */
static bool is_short(const nbb_plan *plan, const nbb_lanes_launch *launch)
{
    const nbb_card_wide *card = &plan->card->wide;
    int computed = nbb_closure_computed(&launch->closure);
    return computed <= card->turns_aim && computed * operations_of_update(card, plan->program) <= card->code_aim;
}

static nbb_status default_steps(const nbb_plan *plan, const nbb_lanes_law *law, int most, int *best)
{
    double least = 0;
    bool goes_on = true;
    *best = 1;
    most = plan->target == NBB_TARGET_CUDA ? most : 1; /* a processor's compiler takes long for several */
    for (int steps = 1; goes_on && steps <= most && steps <= plan->card->wide.steps_aim; ++steps) {
        nbb_lanes_launch launch;
        nbb_status status = build_launch(plan, law, steps, &launch);
        double cost = status == NBB_OK ? cost_of(plan, &launch, steps) : 0;
        goes_on = status == NBB_OK && is_short(plan, &launch);
        if (steps == 1 || (goes_on && cost < plan->card->wide.worthwhile * least)) {
            *best = steps;
            least = cost;
        }
        nbb_lanes_launch_free(&launch);
        NBB_TRY(status);
    }
    return NBB_OK;
}

/* The most steps a launch can do. Turns of colours are started one by one. */
static int most_steps(const nbb_plan *plan, const nbb_lanes_law *law)
{
    int most = nbb_closure_most_steps(plan->fractal, plan->t, law);
    return plan->program->sublattices || most < 1 ? 1 : most;
}

static nbb_status choose_steps(const nbb_request *request, const nbb_lanes_law *law, nbb_plan *plan)
{
    int most = most_steps(plan, law);
    NBB_TRY(nbb_plan_check_steps(request, plan, most));
    plan->steps_a_launch = request->steps_a_launch;
    return plan->steps_a_launch == 0 ? default_steps(plan, law, most, &plan->steps_a_launch) : NBB_OK;
}

nbb_status nbb_plan_build_wide(const nbb_request *request, nbb_plan *plan)
{
    nbb_lanes_law law = nbb_request_law(request);
    NBB_TRY(nbb_plan_refuse_draws(request, plan));
    NBB_TRY(check_lanes(request));
    NBB_TRY(nbb_plan_check_reach(request, plan, &law));
    NBB_TRY(choose_steps(request, &law, plan));
    NBB_TRY(build_launch(plan, &law, plan->steps_a_launch, &plan->step));
    if (plan->steps_a_launch > 1) {
        NBB_TRY(build_launch(plan, &law, 1, &plan->rest));
    }
    plan->crossed = plan->target == NBB_TARGET_CUDA ? NBB_CROSSING_REGISTERS : NBB_CROSSING_AUTO;
    plan->step_bytes /= (uint64_t)plan->steps_a_launch;
    nbb_traits_bytes(&plan->traits, plan->lanes.words, plan->offsets);
    return NBB_OK;
}
