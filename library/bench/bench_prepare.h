/* bench_prepare.h - the kernels of a whole bench, to be compiled before anything is measured: side by side, and while
   no time is being taken. */
#ifndef NBB_BENCH_PREPARE_H
#define NBB_BENCH_PREPARE_H

#include "library/bench/bench_measure.h"

/* Kernels that wait for it; zero-initialised, none. */
typedef struct nbb_bench_kernels {
    struct nbb_bench_kernel *items;
    int count;
} nbb_bench_kernels;

/* Takes over the entry's units, unless they are among the kernels by their row's source. */
nbb_status nbb_bench_kernels_take(nbb_bench_kernels *kernels, nbb_bench_entry *entry);

/* Leaves all of them in the cache of the device's modules. */
nbb_status nbb_bench_kernels_compile(const nbb_bench_kernels *kernels, nbb_device *device);

void nbb_bench_kernels_free(nbb_bench_kernels *kernels);

#endif
