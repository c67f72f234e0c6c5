/* describe_simplex.c - simplices as JSON: the ways to visit their cells, and volumes of recursive sets. */
#include "library/describe.h"

#include "gen/base/json.h"
#include "gen/domain/recursive_set.h"

#include <math.h>

/* The ways to visit the cells. The first of lambda is the plan's own choice. */
static const struct {
    const char *name;
    nbb_map map;
    nbb_from from;
    nbb_recursion recursion;
} ways[] = { { "bb", NBB_MAP_BB, NBB_FROM_AUTO, NBB_RECURSION_AUTO },
             { "above", NBB_MAP_LAMBDA, NBB_FROM_ABOVE, NBB_RECURSION_AUTO },
             { "below", NBB_MAP_LAMBDA, NBB_FROM_BELOW, NBB_RECURSION_AUTO },
             { "enum", NBB_MAP_ENUM, NBB_FROM_AUTO, NBB_RECURSION_AUTO },
             { "branches", NBB_MAP_LAMBDA, NBB_FROM_ABOVE, NBB_RECURSION_BRANCHES } };

/* The ways there are for a simplex: branches only with three axes. */
static int count_ways(const nbb_simplex *simplex)
{
    return (int)(sizeof ways / sizeof ways[0]) - (simplex->m != 3);
}

/* A pass over the simplex by a way. */
static nbb_request request_of(nbb_request pass, int way, nbb_storage storage, nbb_target target)
{
    pass.map = ways[way].map;
    pass.from = ways[way].from;
    pass.recursion = ways[way].recursion;
    pass.storage = storage;
    pass.target = target;
    return pass;
}

/* The plan of a storage, if there is one: its bytes, or 0. */
static uint64_t bytes_of(const nbb_request *request, nbb_plan *plan)
{
    nbb_plan tried;
    if (nbb_plan_choose(request, &tried) != NBB_OK) {
        return 0;
    }
    *plan = tried;
    return tried.space.state_bytes;
}

static nbb_from chosen_from(nbb_request pass)
{
    nbb_plan plan;
    return nbb_plan_choose(&pass, &plan) == NBB_OK ? plan.space.simplex.cover.from : NBB_FROM_AUTO;
}

static json_t *integer_or_null(uint64_t value)
{
    return value != 0 && value <= INT64_MAX ? json_integer((json_int_t)value) : json_null();
}

/* Adds what a way takes at a side, by sw with the tiles of the plan's choice: "places" and, of CUDA, "threads", null
   where there is no kernel, and bytes of a state, "embedded" and "packed", null where it cannot be. */
static void add_figures(nbb_request pass, int way, bool has_threads, json_t *object)
{
    nbb_request embedded = request_of(pass, way, NBB_STORAGE_EMBEDDED, NBB_TARGET_HOST);
    nbb_request packed = request_of(pass, way, NBB_STORAGE_PACKED, NBB_TARGET_HOST);
    nbb_plan plan;
    uint64_t whole = bytes_of(&embedded, &plan), tiles = bytes_of(&packed, &plan);
    bool is_there = whole != 0 || tiles != 0;
    nbb_json_set(object, "places", integer_or_null(is_there ? nbb_plan_simplex_places(&plan) : 0));
    nbb_json_set(object, "threads", integer_or_null(is_there && has_threads ? nbb_plan_simplex_threads(&plan) : 0));
    nbb_json_set(object, "embedded", integer_or_null(whole));
    nbb_json_set(object, "packed", integer_or_null(tiles));
}

/* "largest_n", "largest_n_host": with a kernel, of CUDA and of the processor. */
static json_t *describe_way(nbb_request pass, int way)
{
    nbb_request host = request_of(pass, way, NBB_STORAGE_AUTO, NBB_TARGET_HOST), cuda = host;
    cuda.target = NBB_TARGET_CUDA;
    int64_t largest = nbb_plan_largest(&cuda, cuda.map);
    json_t *object = json_pack("{s:I, s:I}", "largest_n", (json_int_t)largest, "largest_n_host",
                               (json_int_t)nbb_plan_largest(&host, host.map));
    if (pass.n > 0) {
        add_figures(pass, way, pass.n <= largest, object);
    }
    return object;
}

nbb_status nbb_describe_simplex(const nbb_simplex *simplex, int64_t n, json_t *object)
{
    NBB_AT_END(nbb_program_free) nbb_program program;
    nbb_request pass = { .simplex = simplex, .n = n, .workload = NBB_WORKLOAD_SW, .program = &program };
    NBB_TRY(nbb_workload_program(&nbb_workload_rows[NBB_WORKLOAD_SW], (nbb_rule){ 0, 0 }, simplex->m, 0, &program));
    json_t *by_way = json_object();
    if (n > 0) {
        nbb_json_set(object, "n", json_integer(n));
        nbb_json_set(object, "cells", json_integer(nbb_simplex_cells(simplex->m, n)));
        nbb_json_set(object, "from", nbb_json_text(nbb_from_names.names[chosen_from(pass)]));
    }
    for (int way = 0; way < count_ways(simplex); ++way) {
        nbb_json_set(by_way, ways[way].name, describe_way(pass, way));
    }
    nbb_json_set(object, "maps", by_way);
    return NBB_OK;
}

enum { SIDE = 65536, FIRST_SIDE = 32 };               /* without --n; without --n0, for a large n */

/* What is asked for: a set, the side it is looked at, and the least side that the search wants covered. */
typedef struct volumes {
    nbb_recursive_set set;
    double n, first;
} volumes;

/* Fails on a set or sides that have no volumes to tell. */
static nbb_status check_volumes(const nbb_options *options, const volumes *asked)
{
    double levels = -log(asked->n) / log(asked->set.ratio);
    NBB_TRY(nbb_options_refuse(options, "r", " has no effect on simplices: give a side, --n"));
    if (asked->n < 2) {
        return nbb_fail(NBB_ERROR_USAGE,
                        "--n %.0f: a set covers the cells whose coordinates add up to less than n - 1;"
                        " expected an n of 2 or more",
                        asked->n);
    }
    if (asked->set.ratio <= 0 || asked->set.ratio >= 1) {
        return nbb_fail(NBB_ERROR_USAGE, "--ratio %g: expected a number between 0 and 1, and neither",
                        asked->set.ratio);
    }
    if (levels > NBB_SET_LEVELS_MAX) {
        return nbb_fail(NBB_ERROR_USAGE,
                        "--ratio %.10g: a set of side n = %.0f has %.0f levels; expected a ratio with"
                        " at most %d, such as 0.999",
                        asked->set.ratio, asked->n, levels, NBB_SET_LEVELS_MAX);
    }
    if (nbb_options_given(options, "n0") && asked->first * asked->first > asked->n) {
        return nbb_fail(NBB_ERROR_USAGE,
                        "--n0 %.0f: the search looks at sides from there to n = %.0f; expected n0^2"
                        " at most n",
                        asked->first, asked->n);
    }
    return NBB_OK;
}

static nbb_status read_volumes(const nbb_options *options, volumes *asked)
{
    if (!nbb_options_given(options, "m")) {
        return nbb_fail(NBB_ERROR_USAGE, "nbbgen info simplex: --m is missing: of how many axes, from %d to %d?",
                        NBB_SET_M_MIN, NBB_SET_M_MAX);
    }
    asked->set = (nbb_recursive_set){ options->m, nbb_options_given(options, "ratio") ? options->ratio : 0.5,
                                      nbb_options_given(options, "arity") ? options->arity : 2 };
    asked->n = (double)(nbb_options_given(options, "n") ? options->n : SIDE);
    asked->first = nbb_options_given(options, "n0") ? (double)options->n0 : fmin(FIRST_SIDE, sqrt(asked->n));
    return check_volumes(options, asked);
}

static json_t *describe_set(const nbb_recursive_set *set, double n)
{
    return json_pack("{s:f, s:I, s:o, s:o, s:o, s:f, s:f}", "ratio", set->ratio, "arity", (json_int_t)set->arity,
                     "volume", nbb_json_real(nbb_set_volume(set, n)), "overhead",
                     nbb_json_real(nbb_set_overhead(set, n)), "overhead_limit",
                     nbb_json_real(nbb_set_overhead_limit(set)), "n0", nbb_set_covers_from(set, n), "n0_all",
                     nbb_set_covers_all_from(set, n));
}

/* The set of [X16]: m! orthotopes of its ratio would fill the box, two parts. */
static nbb_recursive_set paper_set(int m)
{
    return (nbb_recursive_set){ m, pow(tgamma(m + 1), -1.0 / m), 2 };
}

nbb_status nbb_describe_volumes(const nbb_options *options, json_t **object)
{
    volumes asked;
    NBB_TRY(read_volumes(options, &asked));
    int m = asked.set.m;
    double n = asked.n;
    nbb_recursive_set paper = paper_set(m), best = nbb_set_best(m, asked.first, n);
    *object = json_pack("{s:i, s:f, s:f, s:f, s:o, s:o, s:o, s:{s:f, s:f, s:f}}", "m", m, "n", n, "simplex",
                        nbb_set_covered(m, n), "box", nbb_set_box(m, n), "set", describe_set(&asked.set, n), "paper",
                        describe_set(&paper, n), "best", describe_set(&best, n), "searched", "n0", asked.first,
                        "ratio", 1 / asked.first, "step", 1.0 / NBB_SET_RATIO_STEPS);
    return NBB_OK;
}
