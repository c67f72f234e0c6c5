/* describe_volumes.c - the volumes that recursive sets cover, as JSON. */
#include "library/describe.h"

#include "gen/domain/recursive_set.h"

enum { SIDE = 65536, FIRST_SIDE = 32 }; /* without --n; without --n0, for a large n */

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
    NBB_FAIL_IF(asked->n < 2, nbb_fail(NBB_ERROR_USAGE,
                                       "--n %.0f: a set covers the cells whose coordinates add up to less than n - 1;"
                                       " expected an n of 2 or more",
                                       asked->n));
    NBB_FAIL_IF(
        asked->set.ratio <= 0 || asked->set.ratio >= 1,
        nbb_fail(NBB_ERROR_USAGE, "--ratio %g: expected a number between 0 and 1, and neither", asked->set.ratio));
    NBB_FAIL_IF(levels > NBB_SET_LEVELS_MAX,
                nbb_fail(NBB_ERROR_USAGE,
                         "--ratio %.10g: a set of side n = %.0f has %.0f levels; expected a ratio with"
                         " at most %d, such as 0.999",
                         asked->set.ratio, asked->n, levels, NBB_SET_LEVELS_MAX));
    NBB_FAIL_IF(nbb_options_given(options, "n0") && asked->first * asked->first > asked->n,
                nbb_fail(NBB_ERROR_USAGE,
                         "--n0 %.0f: the search looks at sides from there to n = %.0f; expected n0^2 at most n",
                         asked->first, asked->n));
    return NBB_OK;
}

static json_t *describe_set(const nbb_recursive_set *set, double n)
{
    return json_pack("{s:f, s:I, s:o, s:o, s:o, s:f, s:f}", "ratio", set->ratio, "arity", (json_int_t)set->arity,
                     "volume", nbb_json_real(nbb_set_volume(set, n)), "overhead",
                     nbb_json_real(nbb_set_overhead(set, n)), "overhead_limit",
                     nbb_json_real(nbb_set_overhead_limit(set)), "n0", nbb_set_covers_from(set, n), "n0_all",
                     nbb_set_covers_all_from(set, n));
}

nbb_status nbb_describe_volumes(const nbb_options *options, json_t **object)
{
    volumes asked;
    NBB_FAIL_IF(!nbb_options_given(options, "m"),
                nbb_fail(NBB_ERROR_USAGE, "nbbgen info simplex: --m is missing: of how many axes, from %d to %d?",
                         NBB_SET_M_MIN, NBB_SET_M_MAX));
    asked.set = (nbb_recursive_set){ options->m, nbb_options_given(options, "ratio") ? options->ratio : 0.5,
                                     nbb_options_given(options, "arity") ? options->arity : 2 };
    asked.n = (double)(nbb_options_given(options, "n") ? options->n : SIDE);
    asked.first = nbb_options_given(options, "n0") ? (double)options->n0 : fmin(FIRST_SIDE, sqrt(asked.n));
    NBB_TRY(check_volumes(options, &asked));
    int m = asked.set.m;
    double n = asked.n;
    /* The set of [X16]: m! orthotopes of its ratio would fill the box, two parts. */
    nbb_recursive_set paper = { m, pow(tgamma(m + 1), -1.0 / m), 2 }, best = nbb_set_best(m, asked.first, n);
    *object = json_pack("{s:i, s:f, s:f, s:f, s:o, s:o, s:o, s:{s:f, s:f, s:f}}", "m", m, "n", n, "simplex",
                        nbb_set_covered(m, n), "box", nbb_set_box(m, n), "set", describe_set(&asked.set, n), "paper",
                        describe_set(&paper, n), "best", describe_set(&best, n), "searched", "n0", asked.first,
                        "ratio", 1 / asked.first, "step", 1.0 / NBB_SET_RATIO_STEPS);
    return NBB_OK;
}
