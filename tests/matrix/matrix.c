/* matrix.c - the one list of cases that every map, tile, variant, workload and target must agree on.

     nbb_matrix run cpu|cuda[:N] [FRACTAL]   runs each case on the device and compares population and digest
     nbb_matrix list [CELLS [OPERATIONS]]    prints the cases whose box has at most CELLS places and whose launch of
                                             lanes has at most OPERATIONS, without sw on other tiles than the plan's
                                             own and odd fractals' second level, one a line:
                                             options for nbbgen emit | population0 population digest0 digest
     nbb_matrix sides cpu|cuda[:N]|list [FIRST STRIDE]
                                             sw on simplices of sides FIRST, FIRST + STRIDE and so on (1 and 1), run
                                             or printed

   The checkout is $NBB_SOURCE_DIR, or the current folder. What is expected comes from tests/oracle/ca.json (an
   independent brute force) for the automata there, and from runtime/run/reference.c, which is tested against that, for
   all else. */
#include "case.h"
#include "sides.h"

#include "gen/definition/definition.h"
#include "gen/domain/state.h"
#include "runtime/run/reference.h"

#include <inttypes.h>
#include <jansson.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A workload on every map, with and without tensor cores where these make sense. */
static void try_maps(const start *from, nbb_workload workload, sink *into)
{
    static const nbb_map maps[] = { NBB_MAP_BB, NBB_MAP_LAMBDA, NBB_MAP_COMPACT, NBB_MAP_LANES };
    for (int i = 0; i < 4; ++i) {
        try_case(from, (nbb_request){ .workload = workload, .map = maps[i] }, into);
        try_case(from, (nbb_request){ .workload = workload, .map = maps[i], .tc = NBB_TC_BEST }, into);
    }
}

/* The side of a tile of level t, as --tile names it. */
static int64_t tile_side(const start *from, int t)
{
    nbb_vector rho = nbb_fractal_side(from->domain.fractal, 0, t);
    return from->domain.fractal->levels[0]->s.at[0] > 1 ? rho.at[0] : rho.at[1];
}

/* Whether plans are for CUDA: those that a list prints are. */
static bool for_cuda(const sink *into)
{
    return into->device == NULL || into->device->is_cuda;
}

/* A workload with every tile, a launch for every few steps; variants of --tc and of the halo take turns. */
static void try_tiles(const start *from, nbb_workload workload, sink *into)
{
    for (int t = 0; t <= from->domain.size; ++t) {
        nbb_request request = { .workload = workload, .tile = tile_side(from, t) };
        for (int map = NBB_MAP_LAMBDA; map <= NBB_MAP_LANES; ++map) {
            request.map = (nbb_map)map;
            bool may_stay = map == NBB_MAP_LANES && workload == NBB_WORKLOAD_CA && for_cuda(into);
            request.resident = may_stay ? NBB_RESIDENT_NO : NBB_RESIDENT_AUTO;
            try_case(from, request, into);
        }
        request.resident = NBB_RESIDENT_AUTO;
        request.map = NBB_MAP_LAMBDA;
        request.tc = 1 + t % NBB_TC_BYTES;
        try_case(from, request, into);
        request.map = NBB_MAP_COMPACT;
        request.tc = t % 2 == 0 ? NBB_TC_BYTES : NBB_TC_HALVES;
        request.halo = t / 2 % 2 == 0 && for_cuda(into) ? NBB_HALO_DIRECT : NBB_HALO_SHARED;
        try_case(from, request, into);
    }
}

/* Every product and halo, on tiles that leave an orthotope of odd sides. Of all fractals on a GPU, else of a few. */
static void try_products(const start *from, sink *into)
{
    static const char *const few[] = { "sierpinski", "chandelier", "seven" };
    bool chosen = into->device != NULL && into->device->is_cuda;
    for (size_t i = 0; i < sizeof few / sizeof *few; ++i) {
        chosen = chosen || strcmp(nbb_domain_name(&from->domain), few[i]) == 0;
    }
    int64_t tile = tile_side(from, from->domain.size > 3 ? (int)from->domain.size - 3 : 0);
    for (int tc = NBB_TC_NONE; tc <= NBB_TC_BYTES && chosen; ++tc) {
        for (int workload = NBB_WORKLOAD_SW; workload <= NBB_WORKLOAD_CA && tc != NBB_TC_NONE; ++workload) {
            try_case(from, (nbb_request){ .workload = (nbb_workload)workload, .map = NBB_MAP_LAMBDA, .tile = tile,
                                          .tc = tc }, into);
        }
        for (int halo = NBB_HALO_SHARED; halo <= NBB_HALO_DIRECT; ++halo) {
            try_case(from, (nbb_request){ .workload = NBB_WORKLOAD_CA, .map = NBB_MAP_COMPACT, .tile = tile, .tc = tc,
                                          .halo = (nbb_halo)halo }, into);
        }
    }
}

/* Whether a case of try_choices is wanted. On a device: each choice alone with ca, and on few fractals all crosses
   with all workloads. A list, of cases that take longer, has each choice alone on one map; of crosses each hash with
   each intra, the evals by turns, and on two fractals alone for the other workloads. */
static bool is_wanted(const start *from, const nbb_request *request, const sink *into)
{
    static const char *const crossed[] = { "vicsek", "seven", "sierpinski", "five" };
    bool automaton = nbb_workload_rows[request->workload].evolves, listed = into->device == NULL;
    int unusual = (request->eval != 0) + (request->hash != 0) + (request->intra != 0);
    bool its_map = (request->map == NBB_MAP_LAMBDA) == (request->intra == NBB_INTRA_BOX);
    if (unusual == 1 && automaton && (!listed || its_map)) {
        return true;
    }
    bool is_crossed = false;
    for (int i = 0; i < (listed && !automaton ? 2 : 4); ++i) {
        is_crossed = is_crossed || strcmp(nbb_domain_name(&from->domain), crossed[i]) == 0;
    }
    bool its_turn = (int)request->eval == ((int)request->hash + (int)request->intra) % 2;
    return is_crossed && unusual > 0 && (!listed || its_turn);
}

/* The workload by each way to evaluate lambda and to find a tile's cells on both maps that have these, in small
   tiles, so that there are levels outside and inside them. */
static void try_choices(const start *from, nbb_workload workload, sink *into)
{
    const nbb_fractal *fractal = from->domain.fractal;
    nbb_vector rho = nbb_fractal_side(fractal, 0, from->domain.size > 1 ? (int)from->domain.size / 2 : 0);
    int evals = nbb_eval_names.count, hashes = nbb_hash_names.count, intras = nbb_intra_names.count;
    for (int i = 0; i < 2 * evals * hashes * intras; ++i) {
        nbb_request request = { .workload = workload, .map = i % 2 == 0 ? NBB_MAP_LAMBDA : NBB_MAP_COMPACT,
                                .eval = (nbb_eval)(i / 2 % evals), .hash = (nbb_hash)(i / 2 / evals % hashes),
                                .intra = (nbb_intra)(i / 2 / evals / hashes),
                                .tile = fractal->levels[0]->s.at[0] > 1 ? rho.at[0] : rho.at[1] };
        bool has_halo = workload == NBB_WORKLOAD_CA && request.map == NBB_MAP_COMPACT;
        if (has_halo && for_cuda(into) && request.intra != NBB_INTRA_BOX && request.hash != NBB_HASH_TABLE) {
            request.halo = NBB_HALO_DIRECT;           /* has its own way to read a cell and those around it */
        }
        if (is_wanted(from, &request, into)) {
            try_case(from, request, into);
        }
    }
}

/* Lanes with one to three steps a launch, of which some leave a rest, from buffer to buffer, in place and in a launch
   that stays: on the smallest tiles that allow them, so that code is short, and with one lane digit where there are
   levels for it, so that others number tiles. */
static void try_launches(const start *from, sink *into)
{
    const nbb_fractal *fractal = from->domain.fractal;
    static const struct way {
        int buffers;
        nbb_resident resident;
        nbb_crossing crossed;
    } on_cuda[] = { { 2, NBB_RESIDENT_NO, NBB_CROSSING_REGISTERS }, { 2, NBB_RESIDENT_NO, NBB_CROSSING_MEMORY },
                    { 1, NBB_RESIDENT_NO, NBB_CROSSING_REGISTERS }, { 1, NBB_RESIDENT_NO, NBB_CROSSING_MEMORY },
                    { 2, NBB_RESIDENT_GRID, NBB_CROSSING_AUTO }, { 2, NBB_RESIDENT_CLUSTER, NBB_CROSSING_AUTO } },
      on_host[] = { { 2, NBB_RESIDENT_AUTO, NBB_CROSSING_AUTO }, { 1, NBB_RESIDENT_AUTO, NBB_CROSSING_AUTO } };
    const struct way *ways = for_cuda(into) ? on_cuda : on_host;
    int count = for_cuda(into) ? 6 : 2;
    for (int i = 0; i < 3 * count; ++i) {
        int steps = 1 + i / count, t = 0, r = (int)from->domain.size;
        while (t < r && nbb_closure_most_steps(fractal, t) < steps) {
            ++t;
        }
        try_case(from, (nbb_request){ .workload = NBB_WORKLOAD_CA, .map = NBB_MAP_LANES, .steps_a_launch = steps,
                                      .buffers = ways[i % count].buffers, .resident = ways[i % count].resident,
                                      .crossed = ways[i % count].crossed,
                                      .tile = tile_side(from, t),
                                      .lanes = nbb_fractal_cells(fractal, 0, t < r) }, into);
    }
}

static uint64_t hexadecimal(const json_t *object, const char *key)
{
    return strtoull(json_string_value(json_object_get(object, key)), NULL, 16);
}

static int64_t integer(const json_t *object, const char *key)
{
    return json_integer_value(json_object_get(object, key));
}

static nbb_status start_of_oracle(const json_t *entry, const nbb_fractal *fractal, start *from)
{
    *from = (start){ { .fractal = fractal, .size = integer(entry, "r") }, { 0, 0 }, (uint64_t)integer(entry, "seed"),
                     json_number_value(json_object_get(entry, "density")), integer(entry, "steps"),
                     { (uint64_t)integer(entry, "population0"), (uint64_t)integer(entry, "population"),
                       hexadecimal(entry, "digest0"), hexadecimal(entry, "digest") } };
    return nbb_rule_parse(json_string_value(json_object_get(entry, "rule")), &from->rule);
}

/* The oracle's cases of one fractal on every map; the first of them also with every tile and workload. */
static nbb_status try_oracle(const json_t *cases, const nbb_fractal *fractal, sink *into)
{
    bool first = true;
    for (size_t i = 0; i < json_array_size(cases); ++i) {
        const json_t *entry = json_array_get(cases, i);
        if (strcmp(json_string_value(json_object_get(entry, "fractal")), fractal->name) != 0) {
            continue;
        }
        start from;
        NBB_TRY(start_of_oracle(entry, fractal, &from));
        try_maps(&from, NBB_WORKLOAD_CA, into);
        if (from.steps > 1) {
            try_launches(&from, into);
        }
        if (first) {
            try_choices(&from, NBB_WORKLOAD_CA, into);
            try_tiles(&from, NBB_WORKLOAD_CA, into);
            try_products(&from, into);
            try_maps(&from, NBB_WORKLOAD_SW, into);
            try_maps(&from, NBB_WORKLOAD_RD, into);
            try_choices(&from, NBB_WORKLOAD_SW, into);
            try_choices(&from, NBB_WORKLOAD_RD, into);
            if (into->device != NULL) {
                try_tiles(&from, NBB_WORKLOAD_SW, into);
            }
        }
        first = false;
    }
    return NBB_OK;
}

/* What the brute force makes of a start: its figures before and after the steps. */
static nbb_status take_reference(start *from)
{
    nbb_reference_case reference = { from->domain, from->rule, from->seed, nbb_density_threshold(from->density), 0 };
    NBB_TRY(nbb_reference_whole(&reference, &from->expected.population0, &from->expected.digest0));
    reference.steps = from->steps;
    return nbb_reference_whole(&reference, &from->expected.population, &from->expected.digest);
}

/* A fractal the oracle has not: rules with births from nothing, to the last neighbour, and that do not ask for the cell
   itself, each at its level. */
static nbb_status try_reference(const nbb_fractal *fractal, sink *into)
{
    static const char *const rules[] = { "B2/S23", "B0135/S24678", "B14/S14" };
    int top = 0;
    while (top < nbb_fractal_largest_level(fractal)
           && nbb_fractal_side(fractal, 0, top + 1).at[0] * nbb_fractal_side(fractal, 0, top + 1).at[1] <= 8192) {
        ++top;
    }
    for (int i = 0; i < (into->device != NULL ? 3 : 1); ++i) {
        start from = { .domain = { .fractal = fractal, .size = top - i < 0 ? 0 : top - i }, .seed = 11 + (uint64_t)i,
                       .density = 0.4, .steps = 5 };
        NBB_TRY(nbb_rule_parse(rules[i], &from.rule));
        NBB_TRY(take_reference(&from));
        try_maps(&from, NBB_WORKLOAD_CA, into);
        try_choices(&from, NBB_WORKLOAD_CA, into);
        try_maps(&from, NBB_WORKLOAD_SW, into);
        try_maps(&from, NBB_WORKLOAD_RD, into);
        try_choices(&from, NBB_WORKLOAD_SW, into);
        try_choices(&from, NBB_WORKLOAD_RD, into);
        try_tiles(&from, NBB_WORKLOAD_CA, into);
        try_launches(&from, into);
        if (i == 0) {
            try_products(&from, into);
        }
    }
    return NBB_OK;
}

/* A workload on a simplex by every map, storage and cover; by branches where it has them. */
static void try_covers(const start *from, nbb_workload workload, int64_t tile, sink *into)
{
    for (nbb_storage storage = NBB_STORAGE_EMBEDDED; storage <= NBB_STORAGE_PACKED; ++storage) {
        nbb_request request = { .workload = workload, .map = NBB_MAP_LAMBDA, .tile = tile, .storage = storage };
        request.from = NBB_FROM_ABOVE;
        try_case(from, request, into);
        request.from = NBB_FROM_BELOW;
        try_case(from, request, into);
        request.from = NBB_FROM_AUTO;
        request.recursion = NBB_RECURSION_BRANCHES;
        try_case(from, request, into);
        request.recursion = NBB_RECURSION_AUTO;
        request.map = NBB_MAP_ENUM;
        try_case(from, request, into);
    }
    try_case(from, (nbb_request){ .workload = workload, .map = NBB_MAP_BB }, into);
}

/* A pass over a simplex by every map with each width of a thread's reads and writes, which CUDA alone has. */
static void try_chunks(const start *from, nbb_workload workload, int64_t tile, sink *into)
{
    for (uint32_t chunk = 1; chunk <= NBB_CHUNK_MAX; chunk *= 2) {
        nbb_request request = { .workload = workload, .map = NBB_MAP_BB, .chunk = chunk };
        try_case(from, request, into);
        request.map = NBB_MAP_ENUM;
        request.tile = tile;
        request.storage = NBB_STORAGE_EMBEDDED;
        try_case(from, request, into);
        request.map = NBB_MAP_LAMBDA;
        request.storage = NBB_STORAGE_PACKED;
        try_case(from, request, into);
    }
}

/* A simplex by all maps where a cover has several steps and its edge cuts tiles, and by the plan's own choice at
   other sides, a power of two, one more, and a single cell among them. */
static nbb_status try_simplex(const nbb_simplex *simplex, sink *into)
{
    static const struct {
        int64_t n, tile;
        const char *rule;
    } flat[] = { { 75, 16, "B2/S23" }, { 1, 0, "B0/S0" }, { 37, 4, "B0135/S24678" }, { 64, 0, "B3/S23" },
                 { 65, 0, "B2/S23" },
                 { 200, 0, "B2/S23" } },
      deep[] = { { 19, 4, "B5,6,7,8/S4,5,6,7,8,9,10" }, { 1, 0, "B0/S0" }, { 16, 8, "B0,7,26/S6,7,8,9,10,11" },
                 { 17, 0, "B5,6,7,8/S" }, { 14, 4, "B6,7,8,9/S5,6,7,8,9,10" },
                 { 40, 0, "B5,6,7,8/S4,5,6,7,8,9,10" } };
    for (size_t i = 0; i < sizeof flat / sizeof *flat; ++i) {
        bool is_flat = simplex->m == 2;
        start from = { .domain = { .simplex = simplex, .size = is_flat ? flat[i].n : deep[i].n }, .seed = 11 + i,
                       .density = 0.4, .steps = 5 };
        int64_t tile = is_flat ? flat[i].tile : deep[i].tile;
        NBB_TRY(is_flat ? nbb_rule_parse(flat[i].rule, &from.rule) : nbb_rule_parse_listed(deep[i].rule, &from.rule));
        NBB_TRY(take_reference(&from));
        if (i == 0) {
            try_covers(&from, NBB_WORKLOAD_CA, tile, into);
            try_covers(&from, NBB_WORKLOAD_SW, tile, into);
            try_covers(&from, NBB_WORKLOAD_RD, tile, into);
            try_chunks(&from, NBB_WORKLOAD_SW, tile, into);
            try_chunks(&from, NBB_WORKLOAD_RD, tile, into);
        }
        try_case(&from, (nbb_request){ .workload = NBB_WORKLOAD_CA, .tile = i == 0 ? 0 : tile }, into);
    }
    return NBB_OK;
}

static const char *const shipped[] = { "sierpinski", "chandelier", "hfractal", "candy", "carpet", "xfractal",
                                       "vicsek", "bottles", "cantor", "triangle", "tetrahedron" };
static const char *const odd[] = { "seven", "five", "septa", "full", "point", "pillar",
                                   "line", "given", "bitten" };

/* The cases of one definition by name. */
static nbb_status try_fractal(const json_t *cases, const char *folder, const char *name, bool has_oracle, sink *into)
{
    nbb_definition definition = { 0 };
    nbb_text path = NBB_TEXT_EMPTY;
    nbb_text_add(&path, "%s/%s.lua", folder, name);
    nbb_status status = nbb_definition_load(nbb_text_string(&path), &definition);
    if (status == NBB_OK && definition.kind == NBB_KIND_SIMPLEX) {
        status = try_simplex(&definition.simplex, into);
    } else if (status == NBB_OK) {
        status = has_oracle ? try_oracle(cases, &definition.fractal, into) : try_reference(&definition.fractal, into);
    }
    nbb_definition_free(&definition);
    nbb_text_free(&path);
    return status;
}

/* The cases of the checkout at `top`. */
static nbb_status try_all(const char *top, const char *only, sink *into)
{
    json_error_t error;
    nbb_text path = NBB_TEXT_EMPTY, fractals = NBB_TEXT_EMPTY, odd_fractals = NBB_TEXT_EMPTY;
    nbb_text_add(&path, "%s/tests/oracle/ca.json", top);
    nbb_text_add(&fractals, "%s/fractals", top);
    nbb_text_add(&odd_fractals, "%s/tests/fractals", top);
    json_t *oracle = json_load_file(nbb_text_string(&path), 0, &error);
    nbb_status status = oracle != NULL ? NBB_OK
                      : nbb_fail(NBB_ERROR_RUN, "%s:%d: %s", error.source, error.line, error.text);
    for (size_t i = 0; i < sizeof shipped / sizeof *shipped && status == NBB_OK; ++i) {
        if (only == NULL || strcmp(only, shipped[i]) == 0) {
            status = try_fractal(json_object_get(oracle, "cases"), nbb_text_string(&fractals), shipped[i], true,
                                 into);
        }
    }
    for (size_t i = 0; i < sizeof odd / sizeof *odd && status == NBB_OK; ++i) {
        if (only == NULL || strcmp(only, odd[i]) == 0) {
            status = try_fractal(NULL, nbb_text_string(&odd_fractals), odd[i], false, into);
        }
    }
    json_decref(oracle);
    nbb_text_free(&path);
    nbb_text_free(&fractals);
    nbb_text_free(&odd_fractals);
    return status;
}

static nbb_status open_device(const char *name, nbb_device **device)
{
    int ordinal = strncmp(name, "cuda:", 5) == 0 ? atoi(name + 5) : 0;
    return strcmp(name, "cpu") == 0 ? nbb_host_open(device) : nbb_cuda_open(ordinal, device);
}

/* What the command line asks for, of the checkout at `top`. */
static nbb_status obey(int argc, char **argv, const char *top, sink *into)
{
    const char *command = argc > 1 ? argv[1] : "";
    if (strcmp(command, "list") == 0) {
        into->largest_box = argc > 2 ? atoll(argv[2]) : INT64_MAX;
        into->most_operations = argc > 3 ? atoi(argv[3]) : INT_MAX;
        return try_all(top, NULL, into);
    }
    bool is_run = strcmp(command, "run") == 0, is_sides = strcmp(command, "sides") == 0;
    if (argc < 3 || (!is_run && !is_sides)) {
        return nbb_fail(NBB_ERROR_USAGE, "usage: nbb_matrix run cpu|cuda[:N] [FRACTAL] | list [CELLS [OPERATIONS]]"
                        " | sides cpu|cuda[:N]|list [FIRST STRIDE]");
    }
    if (is_run || strcmp(argv[2], "list") != 0) {
        NBB_TRY(open_device(argv[2], &into->device));
    }
    if (is_run) {
        return try_all(top, argc > 3 ? argv[3] : NULL, into);
    }
    nbb_text folder = NBB_TEXT_EMPTY;
    nbb_text_add(&folder, "%s/fractals", top);
    nbb_status status = try_sides(nbb_text_string(&folder), argc > 3 ? atoll(argv[3]) : 1,
                                  argc > 4 ? atoll(argv[4]) : 1, into);
    nbb_text_free(&folder);
    return status;
}

int main(int argc, char **argv)
{
    sink into = { .largest_box = INT64_MAX, .most_operations = INT_MAX };
    const char *top = getenv("NBB_SOURCE_DIR");
    nbb_status status = obey(argc, argv, top != NULL ? top : ".", &into);
    if (status != NBB_OK) {
        fprintf(stderr, "nbb_matrix: %s\n", nbb_message());
    } else if (into.device != NULL) {
        printf("%d passed, %d failed\n", into.passed, into.failed);
    }
    if (into.device != NULL) {
        into.device->operations->close(into.device);
    }
    nbb_message_free();
    return status != NBB_OK || into.failed > 0 || into.passed == 0;
}
