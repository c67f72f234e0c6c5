/* plan_choose.c - makes the choices: what is asked, where it stands, how it is laid out, and whether it all fits. */
#include "gen/plan/plan.h"

enum { GRID_BLOCKS_MAX = INT32_MAX }; /* on x, of a CUDA grid */

/* --- map lanes, before it is sized --- */

/* Fails (usage) when --lanes is no power of k that a word and r levels can hold; names those that are. */
static nbb_status check_lanes(const nbb_request *request)
{
    NBB_LOCAL_TEXT list = NBB_TEXT_EMPTY;
    int most = nbb_fractal_adds_cells(request->fractal) ? request->r : 0;
    for (int a = 0; a <= most && nbb_request_lanes_of(request, a) <= NBB_LANES_MAX; ++a) {
        int64_t lanes = nbb_request_lanes_of(request, a);
        NBB_DONE_IF(request->lanes == 0 || request->lanes == lanes);
        nbb_text_add(&list, "%s%" PRId64, a == 0 ? "" : ", ", lanes);
    }
    return NBB_REFUSE("--lanes %" PRId64 ": a word of %s at r = %d has one of %s lanes", request->lanes,
                      request->fractal->name, request->r, nbb_text_string(&list));
}

/* Fails where words of bits cannot compute the program; then the lowering has the reason. */
static nbb_status settle_lanes(nbb_plan *plan)
{
    const nbb_request *asked = &plan->asked;
    bool has_code = asked->work->evolves && asked->traits.word == NBB_WORD_PLANES;
    NBB_TRY(check_lanes(asked));
    NBB_TRY_IF(has_code,
               nbb_lowering_begin(&plan->arena, asked->program, asked->traits.by_spans, 0, &plan->code.lowering));
    const char *why = has_code ? nbb_turned_refusal(asked->fractal, asked->program) : NULL;
    NBB_FAIL_IF(has_code && asked->schedule == NBB_SCHEDULE_CELLS,
                nbb_lowering_refuse(&plan->code.lowering, "--schedule cells goes from value to value"));
    if (why != NULL) {
        NBB_LOCAL_TEXT subject = nbb_text_of("program %s: replicas of %s are turned, and %s", asked->program->name,
                                          asked->fractal->name, why);
        return nbb_lowering_refuse(&plan->code.lowering, nbb_text_string(&subject));
    }
    NBB_TRY_IF(asked->work->evolves, nbb_constraints_check_settled(asked));
    bool by_schedule = asked->schedule == NBB_SCHEDULE_PERSISTENT, by_option = asked->persistent > NBB_PERSISTENCE_NO;
    bool both = asked->schedule != NBB_SCHEDULE_AUTO && asked->persistent != NBB_PERSISTENCE_AUTO;
    NBB_REFUSE_IF(both && by_schedule != by_option, "--schedule %s contradicts --persistent %s; give one of the two",
                  nbb_schedule_names.names[asked->schedule], nbb_persistence_names.names[asked->persistent]);
    /* a persistent launch, or one of a small state, which choose a tile and steps of their own */
    return has_code && !asked->traits.by_spans ? nbb_plan_settle_lanes(plan) : NBB_OK;
}

#define FRACTAL(built, of) .size = nbb_plan_size_fractal, .build = built, .grid = nbb_plan_##of##_grid
static const nbb_layout box = { FRACTAL(nbb_plan_build_tiles, box) };
static const nbb_layout tiles = { FRACTAL(nbb_plan_build_tiles, tiles) };
static const nbb_layout lanes = { FRACTAL(nbb_plan_build_lanes, lanes), .settle = settle_lanes };

/* --- choices --- */

/* Whether steps on a GPU copy regions to patches: fastest with map compact, whose tiles' rows become those of a patch
   (patches.txt). */
static bool goes_by_patches(const nbb_request *request)
{
    return request->target != NBB_TARGET_HOST && request->law == NBB_LAW_PROGRAM
           && request->traits.word == NBB_WORD_VALUES && nbb_values_by_cells(request)
           && nbb_constraints_check_request(request, NBB_MAP_COMPACT) == NBB_OK
           && nbb_plan_has_patches(request, NBB_MAP_COMPACT);
}

/* The map and the storage, and whether all options have an effect there. */
static nbb_status choose_map(nbb_plan *plan)
{
    const nbb_request *request = &plan->asked;
    NBB_TRY(nbb_storage_settle(request, &plan->space.map, &plan->space.storage));
    if (request->simplex != NULL) {
        plan->space.map = plan->space.map == NBB_MAP_AUTO ? NBB_MAP_LAMBDA : plan->space.map;
        NBB_TRY(nbb_plan_settle_bits(plan)); /* or leaves the storage open */
    } else if (plan->space.map == NBB_MAP_AUTO) {
        /* auto: the layout with the fewest bytes a step, which is lanes, and alone has parts; with --tc lambda where
           its box fits, else compact. The map says how a fractal's cells are stored. */
        bool has_lanes = request->parted || (nbb_plan_has_lanes_tile(request) && !goes_by_patches(request));
        plan->space.map = !has_lanes                                  ? NBB_MAP_COMPACT
                          : request->tc == NBB_TC_NONE                ? NBB_MAP_LANES
                          : nbb_plan_fits(request, NBB_MAP_LAMBDA, 0) ? NBB_MAP_LAMBDA
                                                                      : NBB_MAP_COMPACT;
        plan->space.storage = nbb_storage_of_fractal(plan->space.map);
    }
    NBB_REFUSE_IF(request->tc == NBB_TC_THREADS && request->fractal != NULL
                      && nbb_fractal_axes(request->fractal) != 2,
                  "--tc=3 cannot be had on %s: it is for two axes; leave it out", request->fractal->name);
    NBB_TRY(nbb_shards_check(plan));
    return nbb_constraints_check_request(request, plan->space.map);
}

/* Without room there is no code and no name. */
static bool has_room(const nbb_plan *plan)
{
    return plan->launch.memory_bytes <= nbb_request_room(&plan->asked);
}

/* The stages after what is asked: space, its tables if the state has room, and then code with its launch. */
static nbb_status lay_out(nbb_plan *plan)
{
    const nbb_layout *layout = plan->asked.simplex != NULL        ? nbb_plan_simplex_layout(plan)
                               : plan->space.map == NBB_MAP_BB    ? &box
                               : plan->space.map == NBB_MAP_LANES ? &lanes
                                                                  : &tiles;
    plan->space.layout = layout;
    NBB_TRY_IF(layout->settle != NULL, layout->settle(plan));
    NBB_TRY(layout->size(plan));
    NBB_DONE_IF(!has_room(plan));
    return layout->build != NULL ? layout->build(plan) : NBB_OK;
}

/* A plan of nothing but its request, whose domain must be within the limits; the arena becomes its own. */
static nbb_status begin(nbb_plan *plan, const nbb_request *asked, nbb_arena arena)
{
    *plan = (nbb_plan){ .arena = arena };
    plan->asked = nbb_request_of(*asked);
    NBB_TRY(nbb_domain_check_size(&plan->asked.domain));
    plan->asked.cells = nbb_domain_cells(&plan->asked.domain);
    plan->asked.sides = nbb_domain_side(&plan->asked.domain);
    plan->code.steps_a_launch = 1;
    plan->launch.turns = plan->asked.traits.turns;
    return NBB_OK;
}

/* Every choice but whether a kernel can have that size. */
static nbb_status choose(const nbb_request *asked, nbb_plan *plan)
{
    NBB_TRY(begin(plan, asked, (nbb_arena){ 0 }));
    const nbb_request *request = &plan->asked;
    NBB_REFUSE_IF(request->work->start == NBB_START_POINTS && (request->simplex == NULL || request->simplex->m != 2),
                  "--workload edm: the distances of pairs of points are the cells of a triangle; %s is none: use sw,"
                  " rd or ca",
                  nbb_domain_name(&request->domain));
    bool branches = request->simplex != NULL && request->recursion == NBB_RECURSION_BRANCHES;
    NBB_REFUSE_IF(branches && request->from == NBB_FROM_BELOW,
                  "--from below: --recursion branches covers from above alone, by one"
                  " tetrahedron whose side is a power of two; give one of the two");
    NBB_REFUSE_IF(branches && request->tc != NBB_TC_NONE,
                  "--tc: --recursion branches has a launch for each level, which leaves no sum"
                  " over levels; give one of the two");
    NBB_TRY(choose_map(plan));
    nbb_status status = lay_out(plan);
    const char *why = plan->code.lowering.refusal;
    if (plan->space.map == NBB_MAP_LANES && why != NULL) {
        /* Words of bits cannot compute the program: a word for each value. What was laid out for bits is dropped. */
        nbb_request wide = *asked;
        nbb_arena kept = { 0 };
        nbb_map map = plan->space.map;
        nbb_storage storage = plan->space.storage;
        wide.wide_because = nbb_arena_copy(&kept, why, strlen(why));
        nbb_plan_free(plan);
        NBB_TRY(begin(plan, &wide, kept));
        plan->space.map = map;
        plan->space.storage = storage;
        status = wide.wide_because != NULL ? lay_out(plan) : NBB_ERROR_RUN;
    }
    NBB_DONE_IF(status == NBB_OK && !has_room(plan));
    NBB_TRY(status);
    NBB_TRY(nbb_plan_check_schedule(plan));
    return nbb_plan_name(plan);
}

/* --- sizes --- */

/* Whether the target takes the blocks of its launches. */
static bool has_grid(const nbb_plan *plan)
{
    return plan->asked.target == NBB_TARGET_HOST || nbb_plan_most_blocks(plan) <= GRID_BLOCKS_MAX;
}

static bool has_roots(const nbb_plan *plan)
{
    return plan->space.map != NBB_MAP_ENUM || plan->space.simplex.cover.side <= NBB_ENUM_DOUBLE_MAX;
}

/* Whether a request's other choices have a kernel of its size. */
static bool is_possible(const nbb_request *request)
{
    nbb_plan plan;
    bool possible = choose(request, &plan) == NBB_OK && has_room(&plan) && has_grid(&plan) && has_roots(&plan);
    nbb_plan_free(&plan);
    return possible;
}

int64_t nbb_plan_largest(const nbb_request *request, nbb_map map)
{
    nbb_request tried = *request;
    NBB_AT_END(nbb_launches_free) nbb_launches launches = { .count = 0 };
    tried.launches = request->launches != NULL ? request->launches : &launches;
    if (request->simplex != NULL) {
        int64_t low = 0, high = nbb_simplex_largest_side(request->simplex->m);
        while (low < high) { /* all that a kernel needs grows with n */
            tried.n = low + (high - low + 1) / 2;
            bool possible = is_possible(&tried);
            low = possible ? tried.n : low;
            high = possible ? high : tried.n - 1;
        }
        return low;
    }
    tried.map = map;
    while (tried.r > 0 && !is_possible(&tried)) {
        --tried.r;
    }
    return tried.r;
}

/* The reason why the state cannot be had, with what would fit and the largest size that does. */
static nbb_status fail_too_large(const nbb_plan *plan)
{
    const nbb_request *request = &plan->asked;
    bool known = request->available != 0, is_simplex = plan->asked.fractal == NULL;
    const char *further = !is_simplex                                   ? ""
                          : plan->space.map == NBB_MAP_BB               ? "; map lambda needs fewer bytes"
                          : plan->space.storage == NBB_STORAGE_EMBEDDED ? "; --storage packed needs fewer bytes"
                                                                        : "";
    NBB_LOCAL_TEXT needs = NBB_TEXT_EMPTY, then = NBB_TEXT_EMPTY, room = nbb_request_room_text(request);
    if (is_simplex) {
        nbb_text_add(&needs, ", %s,", nbb_storage_names.names[plan->space.storage]);
        nbb_text_add(&then, "the largest n that fits so is");
    }
    nbb_text_add(&needs, " needs %s%" PRIu64 " bytes",
                 is_simplex && plan->launch.memory_bytes == UINT64_MAX ? "at least " : "", plan->launch.memory_bytes);
    if (!is_simplex) {
        /* what the state is of, and the maps that fit with a tile of their own and take the options that were given;
           the map that does not fit by these options may fit without them */
        NBB_LOCAL_TEXT fitting = NBB_TEXT_EMPTY;
        nbb_text_add(&needs, " (%d x %" PRIu64, plan->launch.buffers, plan->space.state_bytes);
        NBB_TEXT_ADD_IF(nbb_plan_in_place(plan), &needs, " and a boundary of %" PRIu64,
                        plan->launch.memory_bytes - plan->space.state_bytes);
        nbb_text_add(&needs, ")");
        for (nbb_map map = NBB_MAP_BB; map < NBB_MAP_ENUM; ++map) {
            int t = nbb_plan_default_tile(request, map);
            bool is_same = map == plan->space.map;
            NBB_TEXT_ADD_IF(
                nbb_plan_fits(request, map, t) && (is_same || nbb_constraints_check_request(request, map) == NBB_OK),
                &fitting, "%s%s%s (%" PRIu64 " bytes)", fitting.length == 0 ? "" : ", ", nbb_map_names.names[map],
                is_same ? " with tiles of its own choice" : "", nbb_plan_run_bytes(request, map, t));
        }
        nbb_text_add(&then, "maps that fit: %s; the largest r that fits map %s is",
                     fitting.length == 0 ? "none" : nbb_text_string(&fitting), nbb_map_names.names[plan->space.map]);
    }
    return nbb_fail(
        known ? NBB_ERROR_DEVICE : NBB_ERROR_USAGE, "%s at %s = %" PRId64 " with map %s%s, %s; %s %" PRId64 "%s",
        nbb_domain_name(&plan->asked.domain), nbb_domain_size_name(&plan->asked.domain), plan->asked.domain.size,
        nbb_map_names.names[plan->space.map], nbb_text_string(&needs), nbb_text_string(&room), nbb_text_string(&then),
        nbb_plan_largest(request, plan->space.map), further);
}

/* What reaches further where a grid has too few blocks. */
static const char *further_blocks(const nbb_request *request, const nbb_plan *plan)
{
    if (plan->asked.fractal == NULL) {
        bool has_sides = plan->space.storage != NBB_STORAGE_BITS
                         && plan->space.t < (request->simplex->m == 2 ? NBB_TILE_LEVEL_MAX : NBB_CUBE_LEVEL_MAX);
        return plan->space.map == NBB_MAP_BB ? "; map lambda reaches further"
               : has_sides                   ? "; larger tiles (--tile) reach further"
                                             : "";
    }
    return request->tile != 0 ? "; larger tiles (--tile) may reach further"
           : plan->space.map != NBB_MAP_LANES && request->fractal->orientations == 1
                   && nbb_constraints_check_request(request, NBB_MAP_LANES) == NBB_OK
               ? "; map lanes reaches further"
               : "";
}

static nbb_status check_launches(const nbb_request *request, const nbb_plan *plan)
{
    const nbb_domain *domain = &plan->asked.domain;
    NBB_REFUSE_IF(!has_grid(plan),
                  "%s at %s = %" PRId64 " with map %s needs a grid of %" PRIu64 " blocks, CUDA allows %d;"
                  " the largest %s that has one%s is %" PRId64 "%s",
                  nbb_domain_name(domain), nbb_domain_size_name(domain), domain->size,
                  nbb_map_names.names[plan->space.map], nbb_plan_most_blocks(plan), GRID_BLOCKS_MAX,
                  nbb_domain_size_name(domain), plan->asked.fractal == NULL ? " so" : "",
                  nbb_plan_largest(request, plan->space.map), further_blocks(request, plan));
    NBB_REFUSE_IF(!has_roots(plan),
                  "--map enum: a square root in double precision tells the rows of at most %" PRId64
                  " tiles a side apart, %s at n = %" PRId64 " has %" PRId64 "; the largest n so is %" PRId64
                  "; larger tiles (--tile) or map lambda reach further",
                  NBB_ENUM_DOUBLE_MAX, request->simplex->name, request->n, plan->space.simplex.cover.side,
                  nbb_plan_largest(request, plan->space.map));
    return NBB_OK;
}

static nbb_status choose_fitting(const nbb_request *request, nbb_plan *plan)
{
    NBB_TRY(choose(request, plan));
    if (!has_room(plan)) { /* a fractal's launches are not known yet */
        NBB_TRY_IF(request->simplex != NULL, check_launches(request, plan));
        return fail_too_large(plan);
    }
    NBB_TRY(nbb_shards_check_size(plan));
    return check_launches(request, plan);
}

nbb_status nbb_plan_choose(const nbb_request *request, nbb_plan *plan)
{
    NBB_TRY_OR(choose_fitting(request, plan), nbb_plan_free(plan));
    return NBB_OK;
}

void nbb_plan_free(nbb_plan *plan)
{
    nbb_arena_free(&plan->arena);
    nbb_launches_free(&plan->code.launches);
}
