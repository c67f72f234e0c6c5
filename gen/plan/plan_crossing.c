/* plan_crossing.c - where words of crossed lanes are turned. */
#include "gen/plan/plan_crossing.h"

#include <inttypes.h>

uint32_t nbb_plan_multiprocessors(const nbb_request *request)
{
    return request->multiprocessors != 0 ? request->multiprocessors : nbb_card_of(request->card)->multiprocessors;
}

bool nbb_plan_is_small(const nbb_request *request, int64_t threads)
{
    return threads <= (int64_t)nbb_card_of(request->card)->threads_few * nbb_plan_multiprocessors(request);
}

void nbb_plan_choose_crossing(const nbb_request *request, nbb_plan *plan)
{
    bool fits = request->available == 0 || plan->memory_bytes + plan->card->scratch_bytes <= request->available;
    bool seldom = plan->lanes.look_ups > 1 && !nbb_plan_is_small(request, plan->lanes.tiles * plan->lanes.parts)
                  && nbb_lanes_crossing(nbb_fractal_table(plan->fractal), &plan->lanes) < plan->card->crossed_seldom;
    plan->crossed = request->crossed;
    if (plan->target == NBB_TARGET_CUDA && !plan->resident && request->crossed == NBB_CROSSING_AUTO) {
        plan->crossed = seldom && fits ? NBB_CROSSING_MEMORY : NBB_CROSSING_REGISTERS;
    }
    plan->scratch_bytes = plan->crossed == NBB_CROSSING_MEMORY ? plan->card->scratch_bytes : 0;
}

nbb_status nbb_plan_add_scratch(const nbb_request *request, nbb_plan *plan)
{
    plan->memory_bytes += plan->scratch_bytes;
    bool fits = request->available == 0 || plan->memory_bytes <= request->available;
    return fits || plan->scratch_bytes == 0
               ? NBB_OK
               : nbb_fail(NBB_ERROR_DEVICE,
                          "--crossed memory: %s at r = %d needs %" PRIu64 " bytes and %" PRIu64 " to turn"
                          " words in, the device has %" PRIu64 " free; use --crossed registers",
                          plan->fractal->name, plan->r, plan->memory_bytes - plan->scratch_bytes, plan->scratch_bytes,
                          request->available);
}
