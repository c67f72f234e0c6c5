/* plan_draws.c - draws once a step, if the memory for it fits, or at each turn. */
#include "gen/plan/plan_draws.h"

#include "gen/lanes/lanes_code.h"

#include <inttypes.h>

enum { GROUP = 32, WORD_BYTES = 4 };

nbb_status nbb_plan_refuse_draws(const nbb_request *request, const nbb_plan *plan)
{
    if (request->draws == NBB_DRAWS_AUTO) {
        return NBB_OK;
    }
    return nbb_fail(NBB_ERROR_USAGE,
                    "--draws %s has no effect on program %s with %s: no turn draws chances for cells that have theirs"
                    " in another one",
                    nbb_draws_names.names[request->draws], plan->program->name, plan->fractal->name);
}

static nbb_status build(nbb_plan *plan, const nbb_lanes_law *law, bool once)
{
    nbb_lanes_launch_free(&plan->step);
    nbb_lowering_clear(&plan->lowering, once);
    return nbb_lanes_launch_build(plan->fractal, plan->t, law, plan->steps_a_launch, &plan->step);
}

/* Where blocks have no room for what waits. */
static nbb_status draw_at_turns(const nbb_request *request, const nbb_lanes_law *law, nbb_plan *plan)
{
    if (request->draws == NBB_DRAWS_ONCE) {
        return nbb_fail(NBB_ERROR_DEVICE,
                        "--draws once: a block of %" PRIu32
                        " threads has no room for words that wait beside %d rows of"
                        " thresholds of program %s; use --draws turns or a smaller --block",
                        plan->block, plan->lowering.row_count, plan->program->name);
    }
    plan->draws = NBB_DRAWS_TURNS;
    return build(plan, law, false);
}

nbb_status nbb_plan_build_drawn(const nbb_request *request, const nbb_lanes_law *law, nbb_plan *plan)
{
    NBB_TRY(build(plan, law, true));
    uint64_t slots = (uint64_t)nbb_once_slots(&plan->step.code.code);
    uint64_t groups = (uint64_t)(plan->lanes.tiles * plan->lanes.parts + GROUP - 1) / GROUP;
    if (slots == 0) {
        return nbb_plan_refuse_draws(request, plan);
    }
    if (!nbb_once_fits(plan->lowering.row_count, plan->block)) {
        return draw_at_turns(request, law, plan);
    }
    uint64_t bytes = 0, all = 0;
    bool fits = !__builtin_mul_overflow(groups, slots * GROUP * WORD_BYTES, &bytes)
                && !__builtin_add_overflow(plan->memory_bytes, bytes, &all)
                && all <= (request->available == 0 ? NBB_BYTES_MAX : request->available);
    if (!fits && request->draws == NBB_DRAWS_ONCE) {
        return nbb_fail(NBB_ERROR_DEVICE,
                        "--draws once: %s at r = %d needs %" PRIu64 " bytes and %" PRIu64 " for chances, the device "
                        "has %" PRIu64 " free; use --draws turns",
                        plan->fractal->name, plan->r, plan->memory_bytes, bytes, request->available);
    }
    bool few = slots <= (uint64_t)plan->card->once_few * (uint64_t)plan->step.closure.own;
    bool few_fit = fits && few && !plan->resident;    /* a launch that stays has no memory for them */
    bool once = request->draws == NBB_DRAWS_ONCE || (request->draws == NBB_DRAWS_AUTO && few_fit);
    plan->draws = once ? NBB_DRAWS_ONCE : NBB_DRAWS_TURNS;
    plan->once_bytes = plan->draws == NBB_DRAWS_ONCE ? bytes : 0;
    plan->memory_bytes += plan->once_bytes;
    return plan->draws == NBB_DRAWS_ONCE ? NBB_OK : build(plan, law, false);
}
