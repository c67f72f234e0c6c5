/* sides.c - the simplices of every side: where lambda is wrong on one of them, a cell is missing or one too many. */
#include "sides.h"

#include "gen/definition/definition.h"

enum {
    TILE = 4                                          /* the smallest: covers of many steps, edges that cut tiles */
};

/* From above, from below, and of a tetrahedron by branches. */
nbb_status try_covers(const char *top, const nbb_domain *domain, sink *into)
{
    (void)top;
    static const struct {
        nbb_from from;
        nbb_recursion recursion;
    } covers[] = { { NBB_FROM_ABOVE, NBB_RECURSION_ONE_PASS },
                   { NBB_FROM_BELOW, NBB_RECURSION_ONE_PASS },
                   { NBB_FROM_AUTO, NBB_RECURSION_BRANCHES } };
    const start from = { .domain = *domain, .steps = 1 };
    bool is_flat = domain->simplex->m == 2;
    for (int i = 0; i < (is_flat ? 2 : 3); ++i) {
        nbb_request request = { .workload = NBB_WORKLOAD_SW,
                                .map = NBB_MAP_LAMBDA,
                                .tile = TILE,
                                .from = covers[i].from,
                                .recursion = is_flat ? NBB_RECURSION_AUTO : covers[i].recursion };
        if (!try_case(&from, request, into)) {
            return NBB_ERROR_USAGE;                   /* with the plan's message */
        }
    }
    return NBB_OK;
}

nbb_status try_sides(const char *top, int64_t first, int64_t stride, try_domain *does, sink *into)
{
    static const struct {
        const char *name;
        int64_t largest, alone;                       /* and the largest that may be the only one */
    } rows[] = { { "triangle", 512, 4096 }, { "tetrahedron", 128, 300 } };
    if (first < 1 || stride < 1) {
        return nbb_fail(NBB_ERROR_USAGE, "first side %" PRId64 ", stride %" PRId64 ": expected whole numbers from 1",
                        first, stride);
    }
    nbb_status status = NBB_OK;
    for (size_t i = 0; i < sizeof rows / sizeof *rows && status == NBB_OK; ++i) {
        NBB_AT_END(nbb_definition_free) nbb_definition definition = { 0 };
        NBB_LOCAL_TEXT path = nbb_text_of("%s/fractals/%s.lua", top, rows[i].name);
        status = nbb_definition_read(NULL, nbb_text_string(&path), &definition);
        int64_t last = first <= rows[i].largest ? rows[i].largest : first <= rows[i].alone ? first : 0;
        for (int64_t n = first; n <= last && status == NBB_OK; n += stride) {
            status = does(top, &(nbb_domain){ .simplex = &definition.simplex, .size = n }, into);
        }
    }
    return status;
}
