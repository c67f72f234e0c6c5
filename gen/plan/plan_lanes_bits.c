/* plan_lanes_bits.c - tiles, steps, borders and code of words of bits on lanes. */
#include "gen/plan/plan_lanes_bits.h"

#include "gen/plan/lanes_time.h"
#include "gen/plan/plan_draws.h"
#include "gen/plan/plan_crossing.h"
#include "gen/plan/plan_program.h"

#include <inttypes.h>

/* --- the layout --- */

/* The level of a tile where `levels` are left for it. */
static int default_tile(const nbb_request *request, const nbb_lanes_law *law, int levels)
{
    const nbb_card_lanes *card = &nbb_card_of(request->card)->lanes;
    int t = 0;
    while (t < request->r && !nbb_plan_reaches(request, law, t)) {
        ++t;
    }
    while (t < levels && nbb_fractal_adds_cells(request->fractal)
           && nbb_fractal_cells(request->fractal, 0, t + 1) * law->planes <= card->words_aim) {
        ++t;
    }
    return t;
}

void nbb_plan_size_bits(const nbb_request *request, int t, nbb_lanes *lanes)
{
    nbb_lanes_law law = nbb_request_law(request);
    int asked = nbb_plan_digits_asked(request), most = request->r - (t > 0 ? t : 0);
    int a = asked >= 0 ? asked : nbb_plan_drawn_digits(request); /* -1: those that use words best */
    nbb_lanes_size(request->fractal, request->r, t, a < most ? a : most, lanes);
    if (t < 0) {
        t = default_tile(request, &law, request->r - lanes->a);
        most = request->r - t;
        nbb_lanes_size(request->fractal, request->r, t, lanes->a < most ? lanes->a : most, lanes);
    }
    lanes->words *= (uint64_t)law.planes;
}

/* --- the border of an update in place --- */

uint64_t nbb_plan_least_border(const nbb_request *request, int t)
{
    nbb_lanes lanes;
    nbb_lanes_law law = nbb_request_law(request);
    nbb_closure closure;
    nbb_border border = { 0 };
    nbb_plan_size_bits(request, t, &lanes);
    if (nbb_closure_build(request->fractal, lanes.t, &law, 1, &closure) != NBB_OK) {
        return UINT64_MAX;
    }
    nbb_border_add(&closure, &border);
    nbb_closure_free(&closure);
    return nbb_border_bytes(&border, &lanes);
}

bool nbb_plan_in_place(const nbb_plan *plan)
{
    return plan->map == NBB_MAP_LANES && plan->traits.in_place && plan->buffers == 1;
}

/* Adds what a launch loads from beside its tile to the border, if it is updated in place; whether that fits. */
static bool border_fits(const nbb_request *request, const nbb_plan *plan, const nbb_closure *closure,
                        nbb_border *border)
{
    if (!nbb_plan_in_place(plan)) {
        return true;
    }
    nbb_border_add(closure, border);
    return request->available == 0
           || plan->state_bytes + nbb_border_bytes(border, &plan->lanes) + plan->scratch_bytes <= request->available;
}

/* Of an update in place: the border of both launches, and what it takes; for which words that are turned in memory
   unasked are turned in registers. */
static nbb_status shape_border(const nbb_request *request, nbb_plan *plan)
{
    border_fits(request, plan, &plan->rest.closure, &plan->border);
    bool fits = border_fits(request, plan, &plan->step.closure, &plan->border);
    if (!fits && plan->crossed == NBB_CROSSING_MEMORY && request->crossed == NBB_CROSSING_AUTO) {
        plan->crossed = NBB_CROSSING_REGISTERS;
        plan->scratch_bytes = 0;
        fits = border_fits(request, plan, &plan->step.closure, &plan->border);
    }
    plan->border_bytes = nbb_border_bytes(&plan->border, &plan->lanes);
    plan->memory_bytes = plan->state_bytes + plan->border_bytes;
    plan->step_bytes += NBB_BORDER_MOVES * plan->border_bytes;
    return fits || plan->scratch_bytes > 0
               ? NBB_OK /* the memory as a whole is checked then */
               : nbb_fail(NBB_ERROR_DEVICE,
                          "--steps-per-launch %d: updated in place, %s at r = %d needs %" PRIu64 " bytes"
                          " for its state and %" PRIu64 " for its tiles' borders, the device has %" PRIu64
                          " free; fewer"
                          " steps have a smaller border",
                          plan->steps_a_launch, plan->fractal->name, plan->r, plan->state_bytes, plan->border_bytes,
                          request->available);
}

/* Of a launch that stays: what a round moves, the words that a tile shows to others and those it loads of them. */
static void shape_round(nbb_plan *plan)
{
    uint64_t items = (uint64_t)plan->lanes.tiles * plan->lanes.parts;
    nbb_border_add(&plan->step.closure, &plan->border);
    int words = (plan->border.count + nbb_closure_loaded_beside(&plan->step.closure)) * plan->traits.planes;
    plan->step_bytes = items * (uint64_t)words * sizeof(uint32_t);
}

/* --- steps a launch --- */

/* The steps with the least cost for each, of those whose border fits. */
static nbb_status default_steps(const nbb_request *request, const nbb_plan *plan, const nbb_lanes_law *law, int *best)
{
    const nbb_card_lanes *card = &plan->card->lanes;
    bool worthwhile = !law->draws && (plan->target == NBB_TARGET_CUDA || plan->cells >= card->host_large);
    int most = worthwhile ? nbb_plan_most_steps(request, law, plan->t) : 1, operations = 0;
    double least = 0;
    bool fits = true;
    nbb_border border = { 0 };
    *best = 1;
    for (int steps = 1; fits && steps <= most && steps <= card->steps_aim && operations <= card->operations_aim;
         ++steps) {
        nbb_lanes_launch launch;
        NBB_TRY(nbb_lanes_launch_build(plan->fractal, plan->t, law, steps, &launch));
        fits = border_fits(request, plan, &launch.closure, &border);
        double cost = nbb_lanes_flow(plan->card, plan->target, plan->crossed != NBB_CROSSING_MEMORY, &launch, &border)
                      / steps;
        operations = launch.code.operations;
        if (steps == 1 || (fits && cost < least)) {
            *best = steps;
            least = cost;
        }
        nbb_lanes_launch_free(&launch);
    }
    return NBB_OK;
}

/* Of what makes code of a program: a usage error is one of the program alone. */
static nbb_status take_refusal(nbb_plan *plan, nbb_status status)
{
    plan->refused = status == NBB_ERROR_USAGE;
    return status;
}

static nbb_status choose_steps(const nbb_request *request, nbb_plan *plan, const nbb_lanes_law *law)
{
    NBB_TRY(nbb_plan_check_steps(request, plan, nbb_plan_most_steps(request, law, plan->t)));
    plan->steps_a_launch = request->steps_a_launch;
    return plan->steps_a_launch == 0 ? take_refusal(plan, default_steps(request, plan, law, &plan->steps_a_launch))
                                     : NBB_OK;
}

/* --- code --- */

nbb_status nbb_plan_begin_bits(const nbb_request *request, nbb_plan *plan)
{
    bool begins = plan->work->evolves && plan->traits.word == NBB_WORD_PLANES;
    return begins ? take_refusal(plan, nbb_lowering_begin(request->program, &plan->lowering)) : NBB_OK;
}

/* The code of both launches. */
static nbb_status build_launches(const nbb_request *request, nbb_plan *plan, const nbb_lanes_law *law)
{
    NBB_TRY(nbb_plan_build_drawn(request, law, plan));
    return plan->steps_a_launch > 1 ? nbb_lanes_launch_build(plan->fractal, plan->t, law, 1, &plan->rest) : NBB_OK;
}

nbb_status nbb_plan_build_bits(const nbb_request *request, nbb_plan *plan)
{
    nbb_lanes_law law = nbb_plan_law(request, plan);
    nbb_plan_set_builtins(plan);
    nbb_plan_choose_crossing(request, plan);
    NBB_TRY(nbb_plan_check_reach(request, plan, &law));
    NBB_TRY(choose_steps(request, plan, &law));
    NBB_TRY(take_refusal(plan, build_launches(request, plan, &law)));
    NBB_TRY(nbb_lanes_totals_build(&plan->lowering, &plan->totals));
    NBB_TRY(take_refusal(plan, nbb_plan_check_arguments(plan)));
    if (nbb_closure_loaded_beside(&plan->step.closure) == 0) {
        plan->scratch_bytes = 0;                      /* there are no words to turn */
    }
    if (nbb_plan_in_place(plan)) {
        NBB_TRY(shape_border(request, plan));
    }
    if (plan->resident) {
        shape_round(plan);
    }
    plan->step_bytes /= (uint64_t)plan->steps_a_launch;
    plan->step_operations = (uint64_t)plan->lanes.tiles * plan->lanes.parts * (uint64_t)plan->step.code.operations
                            / (uint64_t)plan->steps_a_launch;
    return nbb_plan_add_scratch(request, plan);
}
