/* plan_bits.c - the choices of storage bits. */
#include "gen/plan/plan_bits.h"

#include <inttypes.h>

enum {
    WARP = 32,
    WARPS = NBB_BITS_BLOCK / WARP,
    WARPS_WANTED = 132 * 20,                          /* as many as an H200 runs at once */
    SLAB_MOST = NBB_BITS_SIDE / WARPS,
    SLAB_LEAST = 30,                                  /* with 16 rows computed beside it */
    HOST_SIDE = 400                                   /* from here on bits were faster than bytes by a processor */
};

static bool may_have_bits(const nbb_request *request)
{
    bool has_tile = request->tile == 0 || request->tile == NBB_BITS_SIDE;
    return request->simplex->m == 2 && request->workload == NBB_WORKLOAD_CA && has_tile;
}

bool nbb_plan_prefers_bits(const nbb_request *request)
{
    return may_have_bits(request) && (request->target == NBB_TARGET_CUDA || request->n >= HOST_SIDE);
}

nbb_status nbb_plan_check_bits(const nbb_request *request, nbb_storage storage)
{
    if (storage != NBB_STORAGE_BITS || may_have_bits(request)) {
        return NBB_OK;
    }
    if (request->simplex->m == 2 && request->workload == NBB_WORKLOAD_CA) {
        return nbb_fail(NBB_ERROR_USAGE,
                        "--tile %" PRId64 ": a tile of storage bits is %d cells a side, which are the"
                        " words that a warp holds",
                        request->tile, NBB_BITS_SIDE);
    }
    return nbb_fail(NBB_ERROR_USAGE,
                    "--storage bits cannot be had for workload %s on %s: it is for ca on a triangle;"
                    " use embedded or packed",
                    nbb_workload_rows[request->workload].name, request->simplex->name);
}

/* Lower slabs compute more rows beside them, but are more warps. The host has no warps to fill. */
static uint32_t choose_slab(const nbb_plan *plan)
{
    uint32_t slab = SLAB_MOST;
    while (slab > SLAB_LEAST && plan->target == NBB_TARGET_CUDA
           && plan->tiles < WARPS_WANTED / (NBB_BITS_SIDE / (int64_t)slab)) {
        slab /= 2;
    }
    return slab;
}

void nbb_plan_shape_bits(nbb_plan *plan)
{
    plan->simplex.slab = choose_slab(plan);
    plan->simplex.parts = NBB_BITS_SIDE / plan->simplex.slab / WARPS;
    plan->block = plan->tile_threads = NBB_BITS_BLOCK;
    plan->steps_a_launch = NBB_BITS_STEPS;
}
