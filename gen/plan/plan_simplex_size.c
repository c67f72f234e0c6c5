/* plan_simplex_size.c - whether a kernel can have a simplex of that size by the choices made, and the largest one. */
#include "gen/plan/plan_simplex_size.h"

#include <inttypes.h>

enum { TILE_LEVEL_MAX = 7, CUBE_LEVEL_MAX = 4 };       /* larger cubes pass shared memory */

int nbb_plan_simplex_tile_level(int m)
{
    return m == 2 ? TILE_LEVEL_MAX : CUBE_LEVEL_MAX;
}

static bool has_roots(const nbb_plan *plan)
{
    return plan->map != NBB_MAP_ENUM || plan->simplex.cover.side <= NBB_ENUM_DOUBLE_MAX;
}

static bool fits(const nbb_request *request, const nbb_plan *plan)
{
    return plan->memory_bytes <= (request->available != 0 ? request->available : NBB_BYTES_MAX);
}

bool nbb_plan_simplex_fits(const nbb_request *request, const nbb_plan *plan)
{
    return has_roots(plan) && fits(request, plan) && nbb_plan_has_grid(plan);
}

static nbb_status fail_grid(const nbb_request *request, const nbb_plan *plan, int64_t largest)
{
    bool has_sides = plan->storage != NBB_STORAGE_BITS;
    const char *further = plan->map == NBB_MAP_BB ? "; map lambda reaches further"
                          : has_sides && plan->t < nbb_plan_simplex_tile_level(request->simplex->m)
                              ? "; larger tiles (--tile) reach further"
                                                                            : "";
    return nbb_fail(NBB_ERROR_USAGE,
                    "%s at n = %" PRId64 " with map %s needs a grid of %" PRIu64 " blocks, CUDA allows"
                    " %d; the largest n that has one so is %" PRId64 "%s",
                    request->simplex->name, request->n, nbb_map_names.names[plan->map], nbb_plan_most_blocks(plan),
                    NBB_GRID_BLOCKS_MAX, largest, further);
}

static nbb_status fail_roots(const nbb_request *request, const nbb_plan *plan, int64_t largest)
{
    return nbb_fail(NBB_ERROR_USAGE,
                    "--map enum: a square root in double precision tells the rows of at most %" PRId64
                    " tiles a side apart, %s at n = %" PRId64 " has %" PRId64 "; the largest n so is %" PRId64
                    "; larger tiles (--tile) or map lambda reach further",
                    NBB_ENUM_DOUBLE_MAX, request->simplex->name, request->n, plan->simplex.cover.side, largest);
}

static nbb_status fail_too_large(const nbb_request *request, const nbb_plan *plan, int64_t largest)
{
    bool known = request->available != 0;
    return nbb_fail(known ? NBB_ERROR_DEVICE : NBB_ERROR_USAGE,
                    "%s at n = %" PRId64 " with map %s, %s, needs %s%" PRIu64 " bytes, %s %" PRIu64
                    "%s; the largest n that fits so is %" PRId64 "%s",
                    request->simplex->name, request->n, nbb_map_names.names[plan->map],
                    nbb_storage_names.names[plan->storage], plan->memory_bytes == UINT64_MAX ? "at least " : "",
                    plan->memory_bytes, known ? "the device has" : "an address reaches",
                    known ? request->available : NBB_BYTES_MAX, known ? " free" : "", largest,
                    plan->map == NBB_MAP_BB                                ? "; map lambda needs fewer bytes"
                    : plan->storage == NBB_STORAGE_EMBEDDED ? "; --storage packed needs fewer bytes"
                                                                    : "");
}

nbb_status nbb_plan_simplex_fail_size(const nbb_request *request, const nbb_plan *plan, int64_t largest)
{
    return !nbb_plan_has_grid(plan) ? fail_grid(request, plan, largest)
           : !has_roots(plan)       ? fail_roots(request, plan, largest)
                                    : fail_too_large(request, plan, largest);
}
