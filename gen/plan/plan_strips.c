/* plan_strips.c - the choices of steps by strips, and by fours. */
#include "gen/plan/plan_strips.h"

#include "gen/plan/shards.h"

enum {
    WARP = 32,
    FOUR = 4,                                         /* cells of a thread: also the room for wrong ones */
    SIDE = FOUR * (WARP - 2),
    BLOCK = 128,
    BYTES_MOST = 32,                                  /* of a cell, in registers three times for each step */
    STATE_BYTES = 16,                                 /* of all steps' cells: 32 registers of two rows */
    WARPS_WANTED = 132 * 24,                          /* as many as an H200 runs at once */
    SLAB_LEAST = 30,
    RESIDENT = 7,                                     /* though a few registers are spilled (strips_trials.txt) */
    RESIDENT_LARGE = 4                                /* of cells of more than 4 bytes: what they need */
};

int64_t nbb_plan_strips_side(void)
{
    return SIDE;
}

bool nbb_plan_has_strips(const nbb_request *request, const nbb_plan *plan)
{
    const nbb_traits *traits = &plan->traits;
    return request->simplex->m == 2 && plan->target == NBB_TARGET_CUDA && plan->work->evolves
           && plan->map != NBB_MAP_BB && plan->storage != NBB_STORAGE_BITS && request->tile == 0
           && request->tc == NBB_TC_NONE && request->ranks <= 1 && !traits->by_turns && !traits->local
           && traits->reach == 1 && nbb_traits_cell_bytes(traits) <= BYTES_MOST;
}

/* As many as registers hold the rows of. */
static int choose_steps(const nbb_plan *plan)
{
    int steps = STATE_BYTES / (int)nbb_traits_cell_bytes(&plan->traits);
    return steps < 1 ? 1 : steps > FOUR ? FOUR : steps;
}

/* Lower slabs compute more rows beside them, but are more warps. */
static uint32_t choose_slab(const nbb_plan *plan)
{
    uint32_t slab = SIDE;
    while (slab > SLAB_LEAST && plan->tiles < WARPS_WANTED / (SIDE / (int64_t)slab)) {
        slab /= 2;
    }
    return slab;
}

void nbb_plan_shape_strips(nbb_plan *plan)
{
    plan->simplex.strip_slab = choose_slab(plan);
    plan->block = plan->tile_threads = BLOCK;
    plan->steps_a_launch = choose_steps(plan);
}

nbb_grid nbb_plan_strips_grid(const nbb_plan *plan)
{
    uint64_t warps = (uint64_t)plan->tiles * (SIDE / plan->simplex.strip_slab), at_once = plan->block / WARP;
    return (nbb_grid){ (warps + at_once - 1) / at_once, plan->block };
}

int nbb_plan_strips_resident(const nbb_plan *plan)
{
    return nbb_traits_cell_bytes(&plan->traits) <= FOUR ? RESIDENT : RESIDENT_LARGE;
}

bool nbb_plan_goes_by_fours(const nbb_plan *plan)
{
    return plan->domain.simplex != NULL && plan->target == NBB_TARGET_CUDA && plan->map != NBB_MAP_BB
           && plan->storage != NBB_STORAGE_BITS && plan->traits.local && !nbb_plan_is_sharded(plan);
}

nbb_grid nbb_plan_fours_grid(const nbb_plan *plan)
{
    uint64_t fours = (uint64_t)(plan->rho.at[0] * plan->rho.at[0]) / FOUR;
    for (int axis = 2; axis < plan->domain.simplex->m; ++axis) {
        fours *= (uint64_t)plan->rho.at[axis];
    }
    return (nbb_grid){ (uint64_t)plan->tiles * ((fours + plan->block - 1) / plan->block), plan->block };
}
