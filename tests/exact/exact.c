/* exact.c - prints kernels together with tiles and what their maps must give, in 64-bit integers, for harness.cu.

     nbb_exact FRACTAL.lua cuda|host lambda|compact TC|EVAL TILE all|random
     nbb_exact SIMPLEX.lua cuda|host above|below TC TILE all|random

   The text of a plan with that map, variant of --tc (or --eval, of lambda without it) and tile, then tables: of every
   tile of a fractal of a few levels (all), or of drawn tiles of the largest one that the target can have (random).
   lambda: where each tile stands; compact: the numbers of its neighbours. Of a simplex, covered from above or below:
   where each tile of a side of 13 or 11 tiles stands (all), or of drawn tiles of the largest one. harness.cu is to be
   appended. */
#include "tests/works.h"
#include "gen/definition/definition.h"
#include "gen/plan/plan.h"
#include "gen/source/source.h"

enum { ALL_MAX = 1024, DRAWN = 256, TRIANGLE_SIDE = 27, TETRAHEDRON_SIDE = 11 };

static uint64_t draw(void)
{
    static uint64_t seed = 1;
    seed ^= seed << 13;
    seed ^= seed >> 7;
    return seed ^= seed << 17;
}

/* Where tile number `tile` stands: of a fractal the sum of tau(beta_mu) by the sides below; levels take their digits
   of omega by one axis after the other. */
static nbb_vector place_of(const nbb_plan *plan, int64_t tile)
{
    if (plan->asked.fractal == NULL) {
        return nbb_cover_place(&plan->space.simplex.cover, tile);
    }
    nbb_vector omega = { { 0 } }, place = { { 0 } }, side = { { 1, 1, 1 } };
    int axes = nbb_fractal_axes(plan->asked.fractal);
    for (int axis = 0; axis < axes; tile /= plan->space.orthotope.at[axis++]) {
        omega.at[axis] = tile % plan->space.orthotope.at[axis];
    }
    for (int mu = 0; mu < plan->space.r_b; ++mu) {
        const nbb_replicas *replicas = plan->asked.fractal->levels[plan->space.t + mu];
        int beta = (int)(omega.at[mu % axes] % replicas->k);
        omega.at[mu % axes] /= replicas->k;
        for (int axis = 0; axis < replicas->axes; ++axis) {
            place.at[axis] += replicas->tau[beta][axis] * side.at[axis];
            side.at[axis] *= replicas->s.at[axis];
        }
    }
    return place;
}

/* The number of the tile at a place, or -1 where the fractal has none. */
static int64_t tile_at(const nbb_plan *plan, nbb_vector place)
{
    int axes = nbb_fractal_axes(plan->asked.fractal);
    int64_t weight[NBB_AXES_MAX] = { 1 }, tile = 0;
    for (int axis = 0; axis < axes; ++axis) {
        if (place.at[axis] < 0 || place.at[axis] >= plan->space.n_b.at[axis]) {
            return -1;
        }
        weight[axis] = axis == 0 ? 1 : weight[axis - 1] * plan->space.orthotope.at[axis - 1];
    }
    for (int mu = 0; mu < plan->space.r_b; ++mu) {
        const nbb_replicas *replicas = plan->asked.fractal->levels[plan->space.t + mu];
        nbb_vector in_layout = { { 0 } };
        for (int axis = 0; axis < axes; ++axis) {
            in_layout.at[axis] = place.at[axis] % replicas->s.at[axis];
            place.at[axis] /= replicas->s.at[axis];
        }
        int beta = nbb_replica_at(replicas, in_layout);
        if (beta < 0) {
            return -1;
        }
        tile += beta * weight[mu % axes];
        weight[mu % axes] *= replicas->k;
    }
    return tile;
}

static void print_tables(const nbb_plan *plan, const int64_t *tiles, int count)
{
    const nbb_directions *list = nbb_directions_of(nbb_domain_axes(&plan->asked.domain));
    bool compact = plan->space.map == NBB_MAP_COMPACT;
    int axes = nbb_domain_axes(&plan->asked.domain);
    unsigned directions = 0;
    for (int d = 0; d < NBB_DIRECTIONS_MAX; ++d) {
        directions |= (unsigned)plan->space.tile.direction_used[d] << d;
    }
    printf("#define VARIANT %d\n#define COMPACT %d\n#define HOST %d\n#define SAMPLES %d\n#define DIRECTIONS 0x%xu\n"
           "#define AXES %d\n#define LAMBDA %s\n",
           plan->space.tc, compact, plan->asked.target == NBB_TARGET_HOST, count, directions, axes,
           plan->asked.fractal == NULL ? "nbb_place_by_product"
           : plan->space.tc == 0       ? "nbb_lambda"
                                       : "nbb_lambda_product");
    printf("#define ORTHOTOPE_X %" PRId64 "ull\n#define ORTHOTOPE_Y %" PRId64 "ull\n", plan->space.orthotope.at[0],
           plan->space.orthotope.at[1]);
    printf("static const u64 sample_tiles[SAMPLES] = {\n");
    for (int i = 0; i < count; ++i) {
        printf("    %" PRId64 "ull,\n", tiles[i]);
    }
    printf("};\nstatic const u32 sample_places[SAMPLES][AXES] = {\n");
    for (int i = 0; i < count; ++i) {
        nbb_vector place = place_of(plan, tiles[i]);
        printf("    { ");
        for (int axis = 0; axis < axes; ++axis) {
            printf("%" PRId64 "u, ", place.at[axis]);
        }
        printf("},\n");
    }
    printf("};\n#define NOTHING (~0ull)\n");
    printf("static const u64 sample_neighbours[%s][%d] = {\n", compact ? "SAMPLES" : "1", list->count);
    for (int i = 0; i < (compact ? count : 1); ++i) {
        nbb_vector place = place_of(plan, tiles[i]);
        printf("    { ");
        for (int d = 0; d < list->count; ++d) {
            int64_t tile = compact ? tile_at(plan, nbb_direction_from(list, d, place)) : -1;
            if (tile < 0) {
                printf("NOTHING, ");
            } else {
                printf("%" PRId64 "ull, ", tile);
            }
        }
        printf("},\n");
    }
    printf("};\n");
}

/* The plan of the highest level that has at most `most` tiles and can be had. */
static nbb_status choose(nbb_request request, int64_t most, nbb_plan *plan)
{
    nbb_status status = NBB_ERROR_USAGE;
    for (request.r = nbb_fractal_largest_level(request.fractal); request.r >= 0 && status != NBB_OK; --request.r) {
        status = choose_plan(&request, plan);
        if (status == NBB_OK && (plan->space.tiles > most || plan->space.r_b < 1)) {
            nbb_plan_free(plan);
            status = nbb_fail(NBB_ERROR_USAGE, "no level has up to %" PRId64 " tiles", most);
        }
    }
    return status;
}

static nbb_status choose_simplex(nbb_request request, bool all, nbb_plan *plan)
{
    int64_t side = request.simplex->m == 2 ? TRIANGLE_SIDE : TETRAHEDRON_SIDE;
    int64_t less = request.from == NBB_FROM_BELOW ? request.tile : 0; /* one tile: no power of two */
    request.n = all ? side * request.tile : nbb_plan_largest(&request, request.map) - less;
    return choose_plan(&request, plan);
}

static nbb_status print_case(const nbb_request *request, bool all)
{
    nbb_plan plan;
    NBB_TRY(request->simplex != NULL ? choose_simplex(*request, all, &plan)
                                     : choose(*request, all ? ALL_MAX : INT64_MAX, &plan));
    NBB_LOCAL_TEXT source = NBB_TEXT_EMPTY;
    nbb_source_request printing = { .plan = &plan, .command = "nbb_exact", .steps = 1 };
    nbb_status status = nbb_source_print(&printing, &source);
    if (status == NBB_OK) {
        int64_t tiles[ALL_MAX];
        int count = all ? (int)plan.space.tiles : DRAWN;
        for (int i = 0; i < count; ++i) {
            tiles[i] = all      ? i
                       : i == 0 ? 0
                       : i == 1 ? plan.space.tiles - 1
                                : (int64_t)(draw() % (uint64_t)plan.space.tiles);
        }
        fwrite(source.data, 1, source.length, stdout);
        print_tables(&plan, tiles, count);
    }
    nbb_plan_free(&plan);
    return status;
}

int main(int argc, char **argv)
{
    NBB_AT_END(nbb_definition_free) nbb_definition definition = { 0 };
    if (argc != 7) {
        fprintf(stderr, "usage: nbb_exact FRACTAL.lua cuda|host lambda|compact TC|EVAL TILE all|random\n"
                        "       nbb_exact SIMPLEX.lua cuda|host above|below TC TILE all|random\n");
        return 2;
    }
    bool compact = strcmp(argv[3], "compact") == 0;
    nbb_request request = { .from = strcmp(argv[3], "above") == 0   ? NBB_FROM_ABOVE
                                    : strcmp(argv[3], "below") == 0 ? NBB_FROM_BELOW
                                                                    : NBB_FROM_AUTO,
                            .map = compact ? NBB_MAP_COMPACT : NBB_MAP_LAMBDA,
                            .workload = compact ? NBB_WORKLOAD_CA : NBB_WORKLOAD_SW,
                            .tc = atoi(argv[4]),
                            .tile = atoll(argv[5]),
                            .eval = strcmp(argv[4], "shuffle") == 0   ? NBB_EVAL_SHUFFLE
                                    : strcmp(argv[4], "grouped") == 0 ? NBB_EVAL_GROUPED
                                    : strcmp(argv[4], "unrolled") == 0 ? NBB_EVAL_UNROLLED
                                                                      : NBB_EVAL_AUTO,
                            .target = strcmp(argv[2], "host") == 0 ? NBB_TARGET_HOST : NBB_TARGET_CUDA };
    nbb_status status = nbb_definition_read(NULL, argv[1], &definition);
    request.fractal = definition.kind == NBB_KIND_FRACTAL ? &definition.fractal : NULL;
    request.simplex = definition.kind == NBB_KIND_SIMPLEX ? &definition.simplex : NULL;
    status = status == NBB_OK ? print_case(&request, strcmp(argv[6], "all") == 0) : status;
    if (status != NBB_OK) {
        fprintf(stderr, "nbb_exact: %s\n", nbb_message());
    }
    nbb_message_free();
    return status;
}
