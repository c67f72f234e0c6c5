/* choices.c - the columns of the table of cases, and the rows that the plan takes. */
#include "tests/works.h"
#include "choices.h"

/* --- of all domains --- */

static bool always(const nbb_request *request)
{
    (void)request;
    return true;
}

static bool has_tiles(const nbb_request *request)
{
    return request->map != NBB_MAP_BB;
}

static void take_start(const start *from, int value, nbb_request *request)
{
    (void)value;                                      /* which start it is: `from` */
    aim_request(from, request);
}

/* Takes a value of `value` and `from` as a member of the request. */
#define TAKE(name, member, taken)                                               \
    static void take_##name(const start *from, int value, nbb_request *request) \
    {                                                                           \
        (void)from;                                                             \
        request->member = taken;                                                \
    }

/* The automaton by the start's program, where it has one. */
static void take_workload(const start *from, int value, nbb_request *request)
{
    static const nbb_workload values[] = { NBB_WORKLOAD_CA, NBB_WORKLOAD_SW, NBB_WORKLOAD_RD, NBB_WORKLOAD_EDM };
    bool by_program = values[value] == NBB_WORKLOAD_CA && from->program.name != NULL;
    request->workload = by_program ? NBB_WORKLOAD_PROGRAM : values[value];
    request->program = by_program ? &from->program : work_program(from, values[value]);
}

static bool is_automaton(const nbb_request *request)
{
    return nbb_workload_rows[request->workload].evolves;
}

/* --- of fractals --- */

enum { FRACTAL_WORKLOADS = 3, FRACTAL_MAPS = 4, VARIANTS = NBB_TC_BYTES + 1 };

static bool has_lambda(const nbb_request *request)
{
    return request->map == NBB_MAP_LAMBDA || request->map == NBB_MAP_COMPACT;
}

static bool has_halo(const nbb_request *request)
{
    return request->map == NBB_MAP_COMPACT && is_automaton(request);
}

static bool has_lanes(const nbb_request *request)
{
    return request->map == NBB_MAP_LANES;
}

static bool has_blocks(const nbb_request *request)
{
    return request->map == NBB_MAP_LANES && request->target == NBB_TARGET_CUDA;
}

static bool has_steps(const nbb_request *request)
{
    return request->map == NBB_MAP_LANES && is_automaton(request);
}

static bool has_launches(const nbb_request *request)
{
    return has_steps(request) && has_blocks(request);
}

TAKE(map, map, (nbb_map)(NBB_MAP_BB + value))
TAKE(tile, tile, nbb_plan_tile_side(from->domain.fractal, value))
TAKE(tc, tc, value)
TAKE(eval, eval, (nbb_eval)value)
TAKE(hash, hash, (nbb_hash)value)
TAKE(intra, intra, (nbb_intra)value)
TAKE(halo, halo, (nbb_halo)value)

/* As many lanes as the plan likes, or those of 0, 1 and 2 levels. */
TAKE(lanes, lanes, value == 0 ? 0 : nbb_fractal_cells(from->domain.fractal, 0, value - 1))
TAKE(steps, steps_a_launch, value + 1)
TAKE(buffers, buffers, 2 - value)
TAKE(persistent, persistent,
     ((const nbb_persistence[]){ NBB_PERSISTENCE_NO, NBB_PERSISTENCE_GRID, NBB_PERSISTENCE_CLUSTER })[value])
TAKE(permuted, permuted, (nbb_permutation)value)

/* The plan's own threads, or three warps, which share no power of two with anything. */
TAKE(block, block, value == 0 ? 0 : 96)

static const choice of_fractals[] = {
    { "start", 0, always, take_start },
    { "workload", FRACTAL_WORKLOADS, always, take_workload },
    { "map", FRACTAL_MAPS, always, take_map },
    { "tile", 0, has_tiles, take_tile },
    { "tc", VARIANTS, has_lambda, take_tc },
    { "eval", 4, has_lambda, take_eval },
    { "hash", 3, has_lambda, take_hash },
    { "intra", 3, has_lambda, take_intra },
    { "halo", 2, has_halo, take_halo },
    { "lanes", 4, has_lanes, take_lanes },
    { "steps-per-launch", 3, has_steps, take_steps },
    { "buffers", 2, has_steps, take_buffers },
    { "persistent", 3, has_launches, take_persistent },
    { "permuted", 3, has_launches, take_permuted },
    { "block", 2, has_blocks, take_block },
    { NULL, 0, NULL, NULL },
};

/* --- of simplices --- */

enum { SIMPLEX_WORKLOADS = 4, SIMPLEX_MAPS = 3, SIMPLEX_TILES = 4 };

static bool has_recursion(const nbb_request *request)
{
    return request->map == NBB_MAP_LAMBDA;
}

TAKE(simplex_map, map, ((const nbb_map[]){ NBB_MAP_BB, NBB_MAP_LAMBDA, NBB_MAP_ENUM })[value])

/* The plan's own tile, or one of 4, 8 or 16 cells a side: covers of few tiles, and of many. */
TAKE(simplex_tile, tile, value == 0 ? 0 : 2 << value)
TAKE(storage, storage, ((const nbb_storage[]){ NBB_STORAGE_EMBEDDED, NBB_STORAGE_PACKED, NBB_STORAGE_BITS })[value])

/* From above, from below, and by branches, which are of tetrahedra. */
static void take_cover(const start *from, int value, nbb_request *request)
{
    (void)from;
    request->from = value == 1 ? NBB_FROM_BELOW : NBB_FROM_ABOVE;
    request->recursion = value == 2 ? NBB_RECURSION_BRANCHES : NBB_RECURSION_AUTO;
}

static bool has_chunk(const nbb_request *request)
{
    return request->target == NBB_TARGET_CUDA
           && (request->workload == NBB_WORKLOAD_SW || request->workload == NBB_WORKLOAD_RD);
}

/* As many cells at once as the plan likes, or 1, 2, 4, 8 or 16. */
TAKE(chunk, chunk, value == 0 ? 0 : 1u << (value - 1))
TAKE(product, tc, value == 0 ? NBB_TC_NONE : NBB_TC_BYTES)

static bool has_points(const nbb_request *request)
{
    return request->workload == NBB_WORKLOAD_EDM;
}

TAKE(out, out, ((const nbb_out[]){ NBB_OUT_F32, NBB_OUT_F16, NBB_OUT_F64 })[value])

static bool has_strips(const nbb_request *request)
{
    return has_tiles(request) && is_automaton(request) && request->target == NBB_TARGET_CUDA;
}

/* Where the plan would have a march. */
static void take_unmarched(const start *from, int value, nbb_request *request)
{
    nbb_schedule other = request->storage == NBB_STORAGE_BITS          ? NBB_SCHEDULE_COLUMNS
                         : request->workload == NBB_WORKLOAD_PROGRAM ? NBB_SCHEDULE_CELLS
                                                                       : NBB_SCHEDULE_TILE;
    (void)from;
    request->schedule = value == 0 ? NBB_SCHEDULE_AUTO : other;
}

static const choice of_simplices[] = {
    { "start", 0, always, take_start },
    { "workload", SIMPLEX_WORKLOADS, always, take_workload },
    { "map", SIMPLEX_MAPS, always, take_simplex_map },
    { "tile", SIMPLEX_TILES, has_tiles, take_simplex_tile },
    { "storage", 3, has_tiles, take_storage },
    { "cover", 3, has_recursion, take_cover },
    { "chunk", 6, has_chunk, take_chunk },
    { "out", 3, has_points, take_out },
    { "tc", 2, has_recursion, take_product },
    { "schedule", 2, has_strips, take_unmarched },
    { NULL, 0, NULL, NULL },
};

/* --- the table --- */

const choice *choices_of(const choice_space *space)
{
    return space->starts->domain.fractal != NULL ? of_fractals : of_simplices;
}

int choice_values(const choice_space *space, const choice *column)
{
    return column->count > 0            ? column->count
           : column->take == take_start ? space->start_count
                                        : (int)space->starts->domain.size + 1;
}

const start *request_of_row(const choice_space *space, const row *asked, nbb_request *request)
{
    const choice *columns = choices_of(space);
    const start *from = &space->starts[asked->at[0]];
    *request = (nbb_request){ .fractal = NULL };
    place_request(space->on, request);
    for (int i = 0; columns[i].name != NULL; ++i) {
        if (asked->at[i] != ABSENT) {
            columns[i].take(from, asked->at[i], request);
        }
    }
    return from;
}

/* Whether a row is wanted for itself; see list_rows. */
static bool is_wanted(const choice_space *space, const row *asked)
{
    enum { START, WORKLOAD, MAP, TILE, FIRST };
    nbb_request request;
    const start *from = request_of_row(space, asked, &request);
    if (from->domain.simplex != NULL) {
        return request.map == NBB_MAP_LAMBDA && is_automaton(&request) && request.tile == 4
               && request.storage == NBB_STORAGE_PACKED;
    }
    int others = 0;
    for (int i = FIRST; i < COLUMNS_MAX; ++i) {
        others += asked->at[i] > 0;
    }
    return asked->at[START] == 0 && is_automaton(&request) && has_lambda(&request)
           && asked->at[TILE] == from->domain.size / 2 && others == 1;
}

/* Adds the rows that begin with those columns of `tried` that are before `column`, and the request they make. */
static nbb_status list_from(const choice_space *space, row *tried, int column, nbb_request request, rows *all)
{
    const choice *chosen = &choices_of(space)[column];
    if (chosen->name == NULL) {
        nbb_plan plan;
        if (choose_plan(&request, &plan) != NBB_OK) {
            return NBB_OK;                            /* a refusal: nothing to cover */
        }
        nbb_plan_free(&plan);
        tried->is_wanted = is_wanted(space, tried);
        return add_row(all, tried);
    }
    if (!chosen->has(&request)) {
        tried->at[column] = ABSENT;
        return list_from(space, tried, column + 1, request, all);
    }
    for (int value = 0; value < choice_values(space, chosen); ++value) {
        nbb_request added = request;
        tried->at[column] = (signed char)value;
        chosen->take(&space->starts[column == 0 ? value : tried->at[0]], value, &added);
        NBB_TRY(list_from(space, tried, column + 1, added, all));
    }
    return NBB_OK;
}

nbb_status list_rows(const choice_space *space, rows *all)
{
    row tried;
    nbb_request request = { .fractal = NULL };
    memset(tried.at, ABSENT, sizeof tried.at);
    place_request(space->on, &request);
    *all = (rows){ NULL, 0 };
    nbb_status status = list_from(space, &tried, 0, request, all);
    if (status != NBB_OK) {
        free_rows(all);
    }
    return status;
}

nbb_status make_rows(const choice_space *space, int strength, rows *array)
{
    rows all;
    NBB_TRY(list_rows(space, &all));
    nbb_status status = choose_rows(&all, strength, array);
    free_rows(&all);
    return status;
}

void try_row(const choice_space *space, const row *asked, sink *into)
{
    nbb_request request;
    const start *from = request_of_row(space, asked, &request);
    try_case(from, request, into);
}

nbb_status try_choices(const choice_space *space, int strength, sink *into)
{
    rows array;
    NBB_TRY(make_rows(space, strength, &array));
    for (int i = 0; i < array.count; ++i) {
        try_row(space, &array.items[i], into);
    }
    free_rows(&array);
    return NBB_OK;
}
