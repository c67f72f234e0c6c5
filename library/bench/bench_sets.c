/* bench_sets.c - what each set sweeps over. */
#include "library/bench/bench_sets.h"

/* The rules are those of tests/oracle/rules.txt, under which cells live on: under the papers' B2/S23 some fractals
   are empty after a few steps, and an automaton that changes nothing may be faster than one that works. */

#define X(name, text) text,
static const char *const names[] = { NBB_BENCH_SETS(X) };
#undef X
const nbb_spellings nbb_bench_set_names = { names, (int)(sizeof names / sizeof names[0]) };

/* [M20]: the speed-up of lambda over bb as n grows, the size of the block, and the tensor cores, for the three
   workloads; then the other fractals at a large n. */
static const nbb_bench_sweep m20[] = {
    { "sierpinski@8..16:B2/S023", { { "workload", "sw,rd,ca" }, { "map", "bb,lambda" } } },
    { "sierpinski@8..16:B2/S023", { { "workload", "sw,rd,ca" }, { "map", "lambda" }, { "tc", "1,4" } } },
    { "sierpinski@16:B2/S023", { { "workload", "sw,rd,ca" }, { "map", "lambda" }, { "tile", "all" } } },
    { "chandelier@9:B2/S023 hfractal@9:B2/S023 candy@7:B2/S23 carpet@9:B2/S23 xfractal@9:B12/S23 vicsek@9:B23/S23"
      " bottles@9:B2/S023",
      { { "workload", "sw,rd,ca" }, { "map", "bb,lambda" } } },
    { NULL, { { NULL, NULL } } },
};

/* [Q20]: every variant on tensor cores against lambda unrolled and by shuffles, and against bb; then by size of the
   block. */
static const nbb_bench_sweep q20[] = {
    { "sierpinski@10,12,14,16:B2/S023", { { "workload", "sw,rd,ca" }, { "map", "bb" } } },
    { "sierpinski@10,12,14,16:B2/S023",
      { { "workload", "sw,rd,ca" }, { "map", "lambda" }, { "tc", "all" }, { "eval", "default,shuffle" } } },
    { "sierpinski@16:B2/S023", { { "workload", "sw" }, { "map", "lambda" }, { "tc", "all" }, { "tile", "all" } } },
    { NULL, { { NULL, NULL } } },
};

/* [S21]: compact storage against bb, in time and in memory, and past the levels at which bb fits no longer. */
static const nbb_bench_sweep s21[] = {
    { "sierpinski@8..18,20,22,23:B2/S023", { { "map", "bb,compact" }, { "tc", "none,1,4" } } },
    { "vicsek@6..14:B23/S23 carpet@6..10:B2/S23 hfractal@6..11:B2/S023", { { "map", "bb,compact" } } },
    { "sierpinski@16:B2/S023", { { "map", "compact" }, { "tile", "all" } } },
    { NULL, { { NULL, NULL } } },
};

const nbb_bench_sweep *nbb_bench_set(int set)
{
    static const nbb_bench_sweep *const sets[] = { m20, q20, s21 };
    return sets[set];
}
