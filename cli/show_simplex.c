/* show_simplex.c - what list, info and check say of a simplex. */
#include "cli/show.h"

#include "gen/plan/plan_simplex.h"

#include <inttypes.h>
#include <stdio.h>

enum { CHECK_TILES = 64 };                            /* a side, up to which `check` goes through the cover */

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

/* The plan of a way: its threads, one a place, and the bytes of a state by storage. */
typedef struct figures {
    nbb_plan plan;
    int64_t threads;
    bool possible;                                    /* enumeration has a range */
    uint64_t embedded, packed;                        /* packed: 0 where it cannot be */
} figures;

static void take_figures(const nbb_simplex *simplex, int64_t n, int way, figures *taken)
{
    nbb_request request = { .simplex = simplex, .n = n, .workload = NBB_WORKLOAD_SW, .map = ways[way].map,
                            .from = ways[way].from, .recursion = ways[way].recursion,
                            .storage = NBB_STORAGE_EMBEDDED };
    nbb_plan packed;
    *taken = (figures){ .packed = 0 };
    taken->possible = nbb_plan_choose(&request, &taken->plan) == NBB_OK;
    if (taken->possible) {
        taken->threads = nbb_plan_simplex_threads(&taken->plan);
        taken->embedded = taken->plan.state_bytes;
    }
    request.storage = NBB_STORAGE_PACKED;
    if (taken->possible && nbb_plan_choose(&request, &packed) == NBB_OK) {
        taken->packed = packed.state_bytes;
    }
}

static nbb_from chosen_from(const nbb_simplex *simplex, int64_t n)
{
    nbb_request request = { .simplex = simplex, .n = n, .workload = NBB_WORKLOAD_SW };
    nbb_plan plan;
    return nbb_plan_choose(&request, &plan) == NBB_OK ? plan.simplex.cover.from : NBB_FROM_AUTO;
}

static json_t *integer_or_null(uint64_t value, bool known)
{
    return known && value <= INT64_MAX ? json_integer((json_int_t)value) : json_null();
}

/* Adds n, cells, from, and by way threads, embedded and packed bytes. */
static void add_sized(json_t *object, const nbb_simplex *simplex, int64_t n)
{
    json_t *by_way = json_object();
    json_object_set_new(object, "n", json_integer(n));
    json_object_set_new(object, "cells", json_integer(nbb_simplex_cells(simplex->m, n)));
    json_object_set_new(object, "from", json_string(nbb_from_names.names[chosen_from(simplex, n)]));
    for (int way = 0; way < count_ways(simplex); ++way) {
        figures taken;
        take_figures(simplex, n, way, &taken);
        json_object_set_new(by_way, ways[way].name, json_pack("{s:o, s:o, s:o}",
            "threads", integer_or_null((uint64_t)taken.threads, taken.possible),
            "embedded", integer_or_null(taken.embedded, taken.possible),
            "packed", integer_or_null(taken.packed, taken.packed != 0)));
    }
    json_object_set_new(object, "maps", by_way);
}

static void print_way(const nbb_simplex *simplex, int64_t n, int way, nbb_from chosen)
{
    figures taken;
    take_figures(simplex, n, way, &taken);
    bool is_choice = ways[way].map == NBB_MAP_LAMBDA && ways[way].from == chosen
                     && ways[way].recursion == NBB_RECURSION_AUTO;
    printf("  %-20s", ways[way].label);
    if (!taken.possible) {
        printf("past its range\n");
        return;
    }
    printf("%" PRId64 " threads, %.4g times the cells; a state embedded %" PRIu64 " bytes", taken.threads,
           (double)taken.threads / (double)nbb_simplex_cells(simplex->m, n), taken.embedded);
    if (taken.packed != 0) {
        printf(", packed %" PRIu64, taken.packed);
    }
    printf("%s\n", is_choice ? " (the choice)" : "");
}

nbb_status nbb_show_simplex(const nbb_options *options, const nbb_simplex *simplex)
{
    bool sized = nbb_options_given(options, "n");
    if (options->json) {
        json_t *object = nbb_describe_simplex(simplex);
        if (sized) {
            add_sized(object, simplex, options->n);
        }
        return nbb_show_json(object);
    }
    printf("%s (%s)\nsimplex    m = %d: the cells whose coordinates add up to less than n\nlargest n  %" PRId64 "\n",
           simplex->name, simplex->path, simplex->m, nbb_simplex_largest_side(simplex->m));
    if (sized) {
        nbb_from chosen = chosen_from(simplex, options->n);
        printf("at n = %" PRId64 "\n  cells           %" PRId64 "\n", options->n,
               nbb_simplex_cells(simplex->m, options->n));
        for (int way = 0; way < count_ways(simplex); ++way) {
            print_way(simplex, options->n, way, chosen);
        }
    }
    return NBB_OK;
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
                return nbb_fail(NBB_ERROR_DEFINITION, "%s: of %" PRId64 " tiles a side, from %s, tile %" PRId64
                                " stands where %" PRId64 " is", simplex->path, side,
                                nbb_from_names.names[from], number, nbb_cover_number(&cover, place));
            }
        }
    }
    return inside == nbb_simplex_cells(simplex->m, side) ? NBB_OK
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
           " below\n", simplex->path, simplex->name, simplex->m, CHECK_TILES);
    return NBB_OK;
}
