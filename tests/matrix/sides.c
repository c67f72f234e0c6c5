/* sides.c - the simplices of every side: where lambda is wrong on one of them, a cell is missing or one too many. */
#include "sides.h"

#include "gen/definition/definition.h"

#include <inttypes.h>

enum {
    TILE = 4                                          /* the smallest: covers of many steps, edges that cut tiles */
};

/* One side by every cover: from above, from below, and of a tetrahedron by branches. */
static nbb_status try_side(const start *from, sink *into)
{
    static const struct {
        nbb_from from;
        nbb_recursion recursion;
    } covers[] = { { NBB_FROM_ABOVE, NBB_RECURSION_ONE_PASS },
                   { NBB_FROM_BELOW, NBB_RECURSION_ONE_PASS },
                   { NBB_FROM_AUTO, NBB_RECURSION_BRANCHES } };
    bool is_flat = from->domain.simplex->m == 2;
    for (int i = 0; i < (is_flat ? 2 : 3); ++i) {
        nbb_request request = { .workload = NBB_WORKLOAD_SW,
                                .map = NBB_MAP_LAMBDA,
                                .tile = TILE,
                                .from = covers[i].from,
                                .recursion = is_flat ? NBB_RECURSION_AUTO : covers[i].recursion };
        if (!try_case(from, request, into)) {
            return NBB_ERROR_USAGE;                   /* with the plan's message */
        }
    }
    return NBB_OK;
}

nbb_status try_sides(const char *folder, int64_t first, int64_t stride, sink *into)
{
    static const struct {
        const char *name;
        int64_t largest;
    } rows[] = { { "triangle", 512 }, { "tetrahedron", 128 } };
    if (first < 1 || stride < 1) {
        return nbb_fail(NBB_ERROR_USAGE, "first side %" PRId64 ", stride %" PRId64 ": expected whole numbers from 1",
                        first, stride);
    }
    nbb_status status = NBB_OK;
    for (size_t i = 0; i < sizeof rows / sizeof *rows && status == NBB_OK; ++i) {
        nbb_definition definition = { 0 };
        nbb_text path = NBB_TEXT_EMPTY;
        nbb_text_add(&path, "%s/%s.lua", folder, rows[i].name);
        status = nbb_definition_load(nbb_text_string(&path), &definition);
        for (int64_t n = first; n <= rows[i].largest && status == NBB_OK; n += stride) {
            status = try_side(&(start){ .domain = { .simplex = &definition.simplex, .size = n }, .steps = 1 }, into);
        }
        nbb_definition_free(&definition);
        nbb_text_free(&path);
    }
    return status;
}
