/* bench_sets.h - the ready sets of `nbbgen bench --set`: the sweeps behind the papers' figures, as data. */
#pragma once

#include "gen/plan/plan.h"

/* X(enumerator, name). */
#define NBB_BENCH_SETS(X) X(M20, "m20") X(Q20, "q20") X(S21, "s21")

/* What an axis of a sweep runs over, as on the command line. */
typedef struct nbb_bench_axis {
    const char *name, *values;
} nbb_bench_axis;

/* A sweep: fractals with their levels and rules ("sierpinski@6..16:B2/S023 carpet@4..9:B2/S23") and the axes that are
   not as by default. There is room for more axes than bench has options that take lists. */
enum { NBB_BENCH_AXES = 24 };
typedef struct nbb_bench_sweep {
    const char *fractals;
    nbb_bench_axis axes[NBB_BENCH_AXES];
} nbb_bench_sweep;

extern const nbb_spellings nbb_bench_set_names;

/* The sweeps of a set; one without fractals follows the last. */
const nbb_bench_sweep *nbb_bench_set(int set);
