/* show_simplex.c - what list, info and check say of a simplex. */
#include "cli/show.h"

#include "cli/show_ranks.h"
#include "gen/base/json.h"
#include "gen/plan/plan_simplex.h"

#include <inttypes.h>
#include <stdio.h>

enum { CHECK_TILES = 64 }; /* a side, up to which `check` goes through the cover */

json_t *nbb_describe_simplex(const nbb_simplex *simplex)
{
    return json_pack("{s:s, s:i}", "name", simplex->name, "m", simplex->m);
}

void nbb_list_simplex(const nbb_simplex *simplex)
{
    printf("%-12s simplex, m = %d   largest n %" PRId64 "\n", simplex->name, simplex->m,
           nbb_simplex_largest_side(simplex->m));
}

/* The ways to visit the cells. The first of lambda is the plan's own choice. */
static const struct {
    const char *name;
    nbb_map map;
    const char *label;
    nbb_from from;
    nbb_recursion recursion;
} ways[] = { { "bb", NBB_MAP_BB, "bb", NBB_FROM_AUTO, NBB_RECURSION_AUTO },
             { "above", NBB_MAP_LAMBDA, "lambda from above", NBB_FROM_ABOVE, NBB_RECURSION_AUTO },
             { "below", NBB_MAP_LAMBDA, "lambda from below", NBB_FROM_BELOW, NBB_RECURSION_AUTO },
             { "enum", NBB_MAP_ENUM, "enum", NBB_FROM_AUTO, NBB_RECURSION_AUTO },
             { "branches", NBB_MAP_LAMBDA, "lambda, branches", NBB_FROM_ABOVE, NBB_RECURSION_BRANCHES } };

/* The ways there are for a simplex: branches only with three axes. */
static int count_ways(const nbb_simplex *simplex)
{
    return (int)(sizeof ways / sizeof ways[0]) - (simplex->m != 3);
}

static nbb_request request_of(nbb_request pass, int way, nbb_storage storage, nbb_target target)
{
    pass.map = ways[way].map;
    pass.from = ways[way].from;
    pass.recursion = ways[way].recursion;
    pass.storage = storage;
    pass.target = target;
    return pass;
}

/* What a way takes at a side, by sw with the tiles of the plan's choice. */
typedef struct figures {
    int64_t largest, largest_cuda; /* n with a kernel: of any target, of CUDA */
    uint64_t places, threads;      /* 0 where there is no kernel; threads are CUDA's */
    uint64_t embedded, packed;     /* bytes of a state; 0 where it cannot be */
} figures;

/* The plan of a storage, if there is one: its bytes, or 0. */
static uint64_t bytes_of(const nbb_request *request, nbb_plan *plan)
{
    nbb_plan tried;
    if (nbb_plan_choose(request, &tried) != NBB_OK) {
        return 0;
    }
    *plan = tried;
    return tried.state_bytes;
}

static void take_figures(nbb_request pass, int way, figures *taken)
{
    nbb_request embedded = request_of(pass, way, NBB_STORAGE_EMBEDDED, NBB_TARGET_HOST);
    nbb_request packed = request_of(pass, way, NBB_STORAGE_PACKED, NBB_TARGET_HOST);
    nbb_request any = request_of(pass, way, NBB_STORAGE_AUTO, NBB_TARGET_HOST), cuda = any;
    nbb_plan plan;
    cuda.target = NBB_TARGET_CUDA;
    *taken = (figures){ nbb_plan_simplex_largest(&any), nbb_plan_simplex_largest(&cuda), 0, 0, 0, 0 };
    taken->embedded = bytes_of(&embedded, &plan);
    taken->packed = bytes_of(&packed, &plan);
    if (taken->embedded != 0 || taken->packed != 0) {
        taken->places = nbb_plan_simplex_places(&plan);
        taken->threads = pass.n <= taken->largest_cuda ? nbb_plan_simplex_threads(&plan) : 0;
    }
}

static nbb_from chosen_from(nbb_request pass)
{
    nbb_plan plan;
    return nbb_plan_choose(&pass, &plan) == NBB_OK ? plan.simplex.cover.from : NBB_FROM_AUTO;
}

static json_t *integer_or_null(uint64_t value)
{
    return value != 0 && value <= INT64_MAX ? json_integer((json_int_t)value) : json_null();
}

/* Adds n, cells, from, and by way places, threads, embedded and packed bytes, and the largest n with a CUDA kernel.
   */
static void add_sized(json_t *object, nbb_request pass)
{
    const nbb_simplex *simplex = pass.simplex;
    int64_t n = pass.n;
    json_t *by_way = json_object();
    nbb_json_set(object, "n", json_integer(n));
    nbb_json_set(object, "cells", json_integer(nbb_simplex_cells(simplex->m, n)));
    nbb_json_set(object, "from", nbb_json_text(nbb_from_names.names[chosen_from(pass)]));
    for (int way = 0; way < count_ways(simplex); ++way) {
        figures taken;
        take_figures(pass, way, &taken);
        nbb_json_set(by_way, ways[way].name,
                     json_pack("{s:o, s:o, s:o, s:o, s:I}", "places", integer_or_null(taken.places), "threads",
                               integer_or_null(taken.threads), "embedded", integer_or_null(taken.embedded), "packed",
                               integer_or_null(taken.packed), "largest_n", (json_int_t)taken.largest_cuda));
    }
    nbb_json_set(object, "maps", by_way);
}

static void print_way(nbb_request pass, int way, nbb_from chosen)
{
    figures taken;
    take_figures(pass, way, &taken);
    bool is_choice = ways[way].map == NBB_MAP_LAMBDA && ways[way].from == chosen
                     && ways[way].recursion == NBB_RECURSION_AUTO;
    printf("  %-20s", ways[way].label);
    if (taken.places == 0) {
        printf("no kernel past n = %" PRId64 ", on CUDA %" PRId64 "\n", taken.largest, taken.largest_cuda);
        return;
    }
    printf("%" PRIu64 " places, %.4g times the cells; ", taken.places,
           (double)taken.places / (double)nbb_simplex_cells(pass.simplex->m, pass.n));
    if (taken.threads != 0) {
        printf("%" PRIu64 " threads; a state", taken.threads);
    } else {
        printf("no CUDA kernel past n = %" PRId64 "; a state", taken.largest_cuda);
    }
    if (taken.embedded != 0) {
        printf(" embedded %" PRIu64 " bytes%s", taken.embedded, taken.packed != 0 ? "," : "");
    }
    if (taken.packed != 0) {
        printf(" packed %" PRIu64, taken.packed);
    }
    printf("%s\n", is_choice ? " (the choice)" : "");
}

/* The largest sides with a CUDA kernel by way, on one line. */
static void print_largest(nbb_request pass)
{
    pass.n = 1;
    printf("on CUDA   ");
    for (int way = 0; way < count_ways(pass.simplex); ++way) {
        nbb_request request = request_of(pass, way, NBB_STORAGE_AUTO, NBB_TARGET_CUDA);
        printf("%s %s %" PRId64, way == 0 ? "" : ";", ways[way].label, nbb_plan_simplex_largest(&request));
    }
    printf("\n");
}

/* `pass` is of the side that was given, if one was. */
static nbb_status show_sized(const nbb_options *options, nbb_request pass)
{
    const nbb_simplex *simplex = pass.simplex;
    bool sized = nbb_options_given(options, "n");
    nbb_domain domain = { .simplex = simplex, .size = options->n };
    if (options->json) {
        json_t *object = nbb_describe_simplex(simplex);
        if (sized) {
            add_sized(object, pass);
        }
        nbb_status status = options->ranks > 0 ? nbb_show_ranks(options, &domain, object) : NBB_OK;
        if (status != NBB_OK) {
            json_decref(object);
            return status;
        }
        return nbb_print_json(object);
    }
    printf("%s (%s)\nsimplex    m = %d: the cells whose coordinates add up to less than n\nlargest n  %" PRId64 "\n",
           simplex->name, simplex->path, simplex->m, nbb_simplex_largest_side(simplex->m));
    print_largest(pass);
    if (sized) {
        nbb_from chosen = chosen_from(pass);
        printf("at n = %" PRId64 "\n  cells           %" PRId64 "\n", options->n,
               nbb_simplex_cells(simplex->m, options->n));
        for (int way = 0; way < count_ways(simplex); ++way) {
            print_way(pass, way, chosen);
        }
    }
    return options->ranks > 0 ? nbb_show_ranks(options, &domain, NULL) : NBB_OK;
}

/* What is counted is counted for a pass that writes all cells. */
nbb_status nbb_show_simplex(const nbb_options *options, const nbb_simplex *simplex)
{
    nbb_program program;
    nbb_status status = nbb_workload_program(&nbb_workload_rows[NBB_WORKLOAD_SW], (nbb_rule){ 0, 0 }, simplex->m, 0,
                                             &program);
    nbb_request pass = { .simplex = simplex, .n = options->n, .workload = NBB_WORKLOAD_SW, .program = &program };
    status = status == NBB_OK ? show_sized(options, pass) : status;
    nbb_program_free(&program);
    return status;
}

/* Every tile of a cover has a number, and every number of the simplex's tiles one tile. */
static nbb_status check_cover(const nbb_simplex *simplex, int64_t side, nbb_from from)
{
    nbb_cover cover;
    int64_t inside = 0;
    nbb_cover_build(simplex->m, side, from, &cover);
    for (int64_t number = 0; number < cover.tiles; ++number) {
        nbb_vector place = nbb_cover_place(&cover, number);
        if (nbb_simplex_member(simplex->m, side, place)) {
            ++inside;
            if (nbb_cover_number(&cover, place) != number) {
                return nbb_fail(
                    NBB_ERROR_DEFINITION,
                    "%s: of %" PRId64 " tiles a side, from %s, tile %" PRId64 " stands where %" PRId64 " is",
                    simplex->path, side, nbb_from_names.names[from], number, nbb_cover_number(&cover, place));
            }
        }
    }
    return inside == nbb_simplex_cells(simplex->m, side)
               ? NBB_OK
               : nbb_fail(NBB_ERROR_DEFINITION, "%s: of %" PRId64 " tiles a side, from %s, %" PRId64 " are met",
                          simplex->path, side, nbb_from_names.names[from], inside);
}

nbb_status nbb_check_simplex(const nbb_simplex *simplex)
{
    int64_t n = 1;
    while (nbb_simplex_cells(simplex->m, n + 1) <= NBB_CHECK_CELLS) {
        ++n;
    }
    NBB_TRY(nbb_check_inverse(&(nbb_domain){ .simplex = simplex, .size = n }, simplex->path));
    for (int64_t side = 1; side <= CHECK_TILES; ++side) {
        NBB_TRY(check_cover(simplex, side, NBB_FROM_ABOVE));
        NBB_TRY(check_cover(simplex, side, NBB_FROM_BELOW));
    }
    printf("%s: a valid definition of %s\nsimplex    m = %d\n"
           "maps       lambda and its inverse agree on every tile of all sides up to %d tiles, from above and"
           " below\n",
           simplex->path, simplex->name, simplex->m, CHECK_TILES);
    return NBB_OK;
}
