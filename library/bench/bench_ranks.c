/* bench_ranks.c - the first so many of a bench's ranks, made when a row asks for them and kept. */
#include "library/bench/bench_ranks.h"

#include "runtime/device/nccl.h"

#include <stdlib.h>

nbb_status nbb_bench_ranks_open(nbb_ranks *all, nbb_device *device, nbb_bench_ranks *ranks)
{
    *ranks = (nbb_bench_ranks){ .all = all, .device = device };
    if (all == NULL) {
        return NBB_OK;
    }
    ranks->parts = calloc((size_t)all->count + 1, sizeof *ranks->parts);
    return ranks->parts != NULL ? NBB_OK : nbb_fail_memory((size_t)all->count * sizeof *ranks->parts, "the ranks");
}

nbb_status nbb_bench_ranks_count(const nbb_bench_ranks *ranks, const nbb_options *options, int *count)
{
    int all = ranks->all != NULL ? ranks->all->count : 1;
    *count = options->ranks > 0 ? options->ranks : all;
    return *count <= all
               ? NBB_OK
               : nbb_fail(NBB_ERROR_USAGE, "--ranks %d: %d run%s it; more do by --device cuda:all or under mpirun",
                          *count, all, all == 1 ? "s" : "");
}

/* The first so many, of which this is one; NULL of one. */
static nbb_status take(nbb_bench_ranks *ranks, int count, nbb_ranks **part)
{
    *part = NULL;
    if (count == 1) {
        return NBB_OK;
    }
    nbb_ranks **kept = &ranks->parts[count];
    if (count == ranks->all->count) {
        *part = ranks->all;
        return NBB_OK;
    }
    if (*kept == NULL) {
        NBB_TRY(ranks->all->take(ranks->all, count, kept));
        NBB_TRY(ranks->device->is_cuda ? nbb_nccl_join(*kept, ranks->device) : NBB_OK);
    }
    *part = *kept;
    return NBB_OK;
}

nbb_status nbb_bench_ranks_assign(nbb_bench_ranks *ranks, nbb_bench_entry *entries, int count)
{
    for (int i = 0; i < count; ++i) {
        nbb_bench_entry *entry = &entries[i];
        entry->is_away = ranks->all != NULL && ranks->all->rank >= entry->plan.ranks;
        NBB_TRY(entry->is_away ? NBB_OK : take(ranks, entry->plan.ranks, &entry->ranks));
    }
    return NBB_OK;
}

void nbb_bench_ranks_close(nbb_bench_ranks *ranks)
{
    for (int count = 2; ranks->parts != NULL && count < ranks->all->count; ++count) {
        nbb_ranks_close(ranks->parts[count]);
    }
    free(ranks->parts);
    *ranks = (nbb_bench_ranks){ .all = NULL };
}
