/* plan_simplex_size.c - whether a kernel can have a simplex of that size by the choices made, and the largest one. */
#include "gen/plan/plan_simplex_size.h"

#include "gen/plan/plan_bits.h"
#include "gen/plan/plan_simplex.h"

#include <inttypes.h>

static bool has_roots(const nbb_plan *plan)
{
    return plan->map != NBB_MAP_ENUM || plan->simplex.cover.side <= NBB_ENUM_DOUBLE_MAX;
}

static bool fits(const nbb_request *request, const nbb_plan *plan)
{
    return plan->memory_bytes <= (request->available != 0 ? request->available : NBB_BYTES_MAX);
}

int64_t nbb_plan_simplex_largest(const nbb_request *request)
{
    nbb_request tried = *request;
    int64_t low = 0, high = nbb_simplex_largest_side(request->simplex->m);
    while (low < high) {                              /* all that a kernel needs grows with n */
        nbb_plan plan = { .t = 0 };
        tried.n = low + (high - low + 1) / 2;
        if (nbb_plan_simplex_try(&tried, &plan) == NBB_OK && has_roots(&plan) && fits(&tried, &plan)
            && nbb_plan_has_grid(&plan)) {
            low = tried.n;
        } else {
            high = tried.n - 1;
        }
        nbb_plan_free_rows(&plan);
    }
    return low;
}

static nbb_status fail_grid(const nbb_request *request, const nbb_plan *plan)
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
                    NBB_GRID_BLOCKS_MAX, nbb_plan_simplex_largest(request), further);
}

static nbb_status fail_roots(const nbb_request *request, const nbb_plan *plan)
{
    return nbb_fail(NBB_ERROR_USAGE,
                    "--map enum: a square root in double precision tells the rows of at most %" PRId64
                    " tiles a side apart, %s at n = %" PRId64 " has %" PRId64 "; the largest n so is %" PRId64
                    "; larger tiles (--tile) or map lambda reach further",
                    NBB_ENUM_DOUBLE_MAX, request->simplex->name, request->n, plan->simplex.cover.side,
                    nbb_plan_simplex_largest(request));
}

static nbb_status fail_too_large(const nbb_request *request, const nbb_plan *plan)
{
    bool known = request->available != 0;
    return nbb_fail(known ? NBB_ERROR_DEVICE : NBB_ERROR_USAGE,
                    "%s at n = %" PRId64 " with map %s, %s, needs %s%" PRIu64 " bytes, %s %" PRIu64
                    "%s; the largest n that fits so is %" PRId64 "%s",
                    request->simplex->name, request->n, nbb_map_names.names[plan->map],
                    nbb_storage_names.names[plan->storage], plan->memory_bytes == UINT64_MAX ? "at least " : "",
                    plan->memory_bytes, known ? "the device has" : "an address reaches",
                    known ? request->available : NBB_BYTES_MAX, known ? " free" : "",
                    nbb_plan_simplex_largest(request),
                    plan->map == NBB_MAP_BB                                ? "; map lambda needs fewer bytes"
                    : plan->storage == NBB_STORAGE_EMBEDDED ? "; --storage packed needs fewer bytes"
                                                                    : "");
}

nbb_status nbb_plan_simplex_check_size(const nbb_request *request, const nbb_plan *plan)
{
    return !nbb_plan_has_grid(plan) ? fail_grid(request, plan)
         : !has_roots(plan)         ? fail_roots(request, plan)
         : !fits(request, plan)     ? fail_too_large(request, plan)
                                    : NBB_OK;
}
