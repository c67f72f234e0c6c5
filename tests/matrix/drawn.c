/* drawn.c - draws choices of map lanes. */
#include "drawn.h"

#include "gen/plan/plan.h"

enum { STEPS = 7, SEED = 5, TRIED_MOST = 60 };

static const nbb_persistence persistent[] = { NBB_PERSISTENCE_NO, NBB_PERSISTENCE_GRID, NBB_PERSISTENCE_CLUSTER };

/* One of so many values, from bits that are used up. */
static int draw(uint64_t *bits, int count)
{
    int value = (int)(*bits % (uint64_t)count);
    *bits /= (uint64_t)count;
    return value;
}

/* The levels that a tile may have: those below the fractal's whose code is short, for it takes long to compile. */
static int tile_levels(const nbb_domain *domain)
{
    enum { CELLS_MOST = 32 };
    int levels = 1;
    while (levels + 1 < domain->size && nbb_fractal_cells(domain->fractal, 0, levels + 1) <= CELLS_MOST) {
        ++levels;
    }
    return levels;
}

/* The combination of a number. Lanes are the plan's, by which numbers are drawn, or others. */
static nbb_request request_of(const start *from, int number)
{
    uint64_t bits = nbb_mix((uint64_t)number);
    nbb_request request = { .workload = NBB_WORKLOAD_PROGRAM, .map = NBB_MAP_LANES, .program = &from->program };
    aim_request(from, &request);
    request.tile = nbb_plan_tile_side(from->domain.fractal, 1 + draw(&bits, tile_levels(&from->domain)));
    request.lanes = draw(&bits, 2) == 0 ? 0 : nbb_fractal_cells(from->domain.fractal, 0, draw(&bits, 3));
    request.persistent = persistent[draw(&bits, 3)];
    request.block = draw(&bits, 3) == 0 ? 96 : 0;
    if (request.persistent == NBB_PERSISTENCE_NO) {
        request.buffers = 1 + draw(&bits, 2);
        request.permuted = (nbb_permutation)draw(&bits, 3);
    }
    return request;
}

nbb_status try_drawn(const char *top, const nbb_domain *domain, int first, int count, sink *into)
{
    start from = { .domain = *domain, .seed = SEED, .steps = STEPS };
    NBB_LOCAL_TEXT path = NBB_TEXT_EMPTY, said = NBB_TEXT_EMPTY;
    nbb_text_add(&path, "%s/tests/programs/mixing.lua", top);
    nbb_text_add(&said, " --program %s", nbb_text_string(&path));
    from.said = nbb_text_string(&said);
    nbb_status status = nbb_program_read(NULL, nbb_text_string(&path), &from.program);
    bool is_loaded = status == NBB_OK;
    status = is_loaded ? nbb_program_bind(&from.program, nbb_domain_axes(domain), NULL) : status;
    status = status == NBB_OK ? take_reference(&from, &from.program) : status;
    for (int number = first; status == NBB_OK && count > 0 && number < first + TRIED_MOST; ++number) {
        nbb_request request = request_of(&from, number);
        count -= try_case(&from, request, into);
    }
    if (is_loaded) {
        nbb_program_free(&from.program);
    }
    return status;
}
