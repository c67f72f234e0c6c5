/* show_volumes.c - `nbbgen info simplex --m M`: the volumes of recursive sets for simplices of any number of axes. */
#include "gen/domain/recursive_set.h"
#include "cli/show.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

enum { SIDE = 65536, FIRST_SIDE = 32 };               /* without --n; without --n0, for a large n */

/* What is asked for: a set, the side it is looked at, and the least side that the search wants covered. */
typedef struct volumes {
    nbb_recursive_set set;
    double n, first;
} volumes;

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
    if (nbb_options_given(options, "r")) {
        return nbb_fail(NBB_ERROR_USAGE, "--r has no effect on simplices: give a side, --n");
    }
    if (asked->set.ratio <= 0 || asked->set.ratio >= 1) {
        return nbb_fail(NBB_ERROR_USAGE, "--ratio %g: expected a number between 0 and 1, and neither",
                        asked->set.ratio);
    }
    if (asked->first * asked->first > asked->n) {
        return nbb_fail(NBB_ERROR_USAGE, "--n0 %.0f: the search looks at sides from there to n = %.0f; expected n0^2"
                        " at most n", asked->first, asked->n);
    }
    return NBB_OK;
}

static json_t *number_or_null(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

static json_t *describe_set(const nbb_recursive_set *set, double n)
{
    return json_pack("{s:f, s:I, s:f, s:f, s:o, s:f}", "ratio", set->ratio, "arity", (json_int_t)set->arity, "volume",
                     nbb_set_volume(set, n), "overhead", nbb_set_overhead(set, n), "overhead_limit",
                     number_or_null(nbb_set_overhead_limit(set)), "n0", nbb_set_covers_from(set, n));
}

static void print_set(const char *name, const nbb_recursive_set *set, double n)
{
    double limit = nbb_set_overhead_limit(set), n0 = nbb_set_covers_from(set, n);
    printf("%-10s ratio %.6g, arity %" PRId64 ": volume %.6g, %.4g%% above", name, set->ratio, set->arity,
           nbb_set_volume(set, n), 100 * nbb_set_overhead(set, n));
    printf(isfinite(limit) ? " (%.4g%% without end)" : " (without limit)", 100 * limit);
    if (n0 > 0) {
        printf(", suffices from n = %.4g\n", n0);
    } else {
        printf(", does not suffice\n");
    }
}

nbb_status nbb_show_volumes(const nbb_options *options)
{
    volumes asked;
    NBB_TRY(read_volumes(options, &asked));
    int m = asked.set.m;
    double n = asked.n;
    nbb_recursive_set best = nbb_set_best(m, asked.first, n);
    if (options->json) {
        return nbb_show_json(json_pack("{s:i, s:f, s:f, s:f, s:o, s:o}", "m", m, "n", n, "simplex",
                                       nbb_set_covered(m, n), "box", nbb_set_box(m, n), "set",
                                       describe_set(&asked.set, n), "best", describe_set(&best, n)));
    }
    printf("simplex    m = %d, n = %.0f: %.6g cells, coordinates adding up to less than n - 1\n", m, n,
           nbb_set_covered(m, n));
    printf("box        %.6g places, %.4g times the cells\n", nbb_set_box(m, n), 
           nbb_set_box(m, n) / nbb_set_covered(m, n));
    print_set("set", &asked.set, n);
    print_set("best", &best, n);
    return NBB_OK;
}
