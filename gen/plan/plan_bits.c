/* plan_bits.c - the choices of storage bits. */
#include "gen/plan/plan_bits.h"

#include <inttypes.h>

enum {
    WARP = 32,
    WARPS = 4,                                        /* of a block on a triangle */
    ROW_WORDS = WARP - 2,                             /* a word a thread, less those left and right of the tile */
    TRIANGLE_SIDE = ROW_WORDS * 32,
    TRIANGLE_STEPS = 8,                               /* of a launch, fewer than a word has bits */
    TETRAHEDRON_SIDE = 32,
    WARPS_WANTED = 132 * 20,                          /* as many as an H200 runs at once */
    SLAB_MOST = TRIANGLE_SIDE / WARPS,
    SLAB_LEAST = 30                                   /* with 16 rows computed beside it */
};

int64_t nbb_plan_bits_side(int axes)
{
    return axes == 2 ? TRIANGLE_SIDE : TETRAHEDRON_SIDE;
}

static bool has_tile(const nbb_request *request)
{
    return request->tile == 0 || request->tile == nbb_plan_bits_side(request->simplex->m);
}

static bool may_have_bits(const nbb_request *request)
{
    return request->workload == NBB_WORKLOAD_CA && request->recursion != NBB_RECURSION_BRANCHES && has_tile(request);
}

bool nbb_plan_prefers_bits(const nbb_request *request)
{
    static const int64_t from[][4] = {
        /* so many cells a side they were faster than bytes */
        [NBB_TARGET_HOST] = { [2] = 400, [3] = 32 },
        [NBB_TARGET_CUDA] = { [2] = 1, [3] = 512 },
    };
    return may_have_bits(request) && request->n >= from[request->target][request->simplex->m];
}

nbb_status nbb_plan_check_bits(const nbb_request *request, nbb_storage storage)
{
    const char *name = request->simplex->name;
    if (storage != NBB_STORAGE_BITS || may_have_bits(request)) {
        return NBB_OK;
    }
    if (request->workload != NBB_WORKLOAD_CA) {
        return nbb_fail(NBB_ERROR_USAGE,
                        "--storage bits cannot be had for workload %s on %s: it is for ca; use"
                        " embedded or packed",
                        nbb_workload_rows[request->workload].name, name);
    }
    if (has_tile(request)) {
        return nbb_fail(NBB_ERROR_USAGE,
                        "--recursion branches contradicts --storage bits, whose tiles one pass covers;"
                        " give one of the two");
    }
    return nbb_fail(NBB_ERROR_USAGE,
                    "--tile %" PRId64 ": a tile of storage bits has %" PRId64 " cells a side on %s,"
                    " by the words that a warp holds",
                    request->tile, nbb_plan_bits_side(request->simplex->m), name);
}

/* Lower slabs compute more rows beside them, but are more warps. The host has no warps to fill. */
static uint32_t choose_slab(const nbb_plan *plan)
{
    uint32_t slab = SLAB_MOST;
    while (slab > SLAB_LEAST && plan->target == NBB_TARGET_CUDA
           && plan->tiles < WARPS_WANTED / (TRIANGLE_SIDE / (int64_t)slab)) {
        slab /= 2;
    }
    return slab;
}

void nbb_plan_shape_bits(nbb_plan *plan)
{
    bool is_flat = plan->domain.simplex->m == 2;
    plan->simplex.slab = is_flat ? choose_slab(plan) : 0;
    plan->simplex.parts = is_flat ? TRIANGLE_SIDE / plan->simplex.slab / WARPS : 1;
    plan->block = plan->tile_threads = is_flat ? WARPS * WARP : WARP;
    plan->steps_a_launch = is_flat ? TRIANGLE_STEPS : 1;
}
