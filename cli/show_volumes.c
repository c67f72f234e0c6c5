/* show_volumes.c - `info simplex`: the volumes of recursive sets. */
#include "cli/show.h"

#include <float.h>
#include <inttypes.h>
#include <stdio.h>

/* A member that is a number; null stands for infinity. */
static double real(const json_t *object, const char *name)
{
    return json_number_value(json_object_get(object, name));
}

static bool is_finite(const json_t *object, const char *name)
{
    return !json_is_null(json_object_get(object, name));
}

static void show_set(const char *name, const json_t *set)
{
    double n0 = real(set, "n0"), n0_all = real(set, "n0_all");
    printf("%-10s ratio %.6g, arity %" PRId64 ": ", name, real(set, "ratio"), nbb_show_number(set, "arity"));
    if (is_finite(set, "volume")) {
        printf("volume %.6g, %.4g%% above", real(set, "volume"), 100 * real(set, "overhead"));
    } else {
        printf("a volume past %.2g", DBL_MAX);
    }
    printf(is_finite(set, "overhead_limit") ? " (%.4g%% without end)" : " (without limit)",
           100 * real(set, "overhead_limit"));
    if (n0 > 0) {
        printf(", suffices at the sides ratio^-i from %.4g", n0);
        printf(n0_all > 0 ? ", at all from %.0f\n" : ", not at all others\n", n0_all);
    } else {
        printf(", does not suffice\n");
    }
}

void nbb_show_volumes(const json_t *object)
{
    const json_t *searched = json_object_get(object, "searched");
    double covered = real(object, "simplex"), box = real(object, "box");
    printf("simplex    m = %" PRId64 ", n = %.0f: %.6g cells, coordinates adding up to less than n - 1\n",
           nbb_show_number(object, "m"), real(object, "n"), covered);
    printf("box        %.6g places, %.4g times the cells\n", box, box / covered);
    show_set("set", json_object_get(object, "set"));
    show_set("paper's", json_object_get(object, "paper"));
    show_set("best", json_object_get(object, "best"));
    printf("searched   ratios from %.4g to 1 by %g, of each the least arity that suffices from %.4g\n",
           real(searched, "ratio"), real(searched, "step"), real(searched, "n0"));
}
