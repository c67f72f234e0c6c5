/* bench_entry.c - keeps sources until all are known, then has them compiled; makes the first so many of a bench's
   ranks when a row asks for them, and keeps these. */
#include "library/bench/bench_measure.h"

#include "runtime/device/nccl.h"

#include <stdlib.h>
#include <string.h>

struct nbb_bench_kernel {
    nbb_units units;
    char *name, *source;                              /* the plan's name; the sources' hash */
    const char *texts[NBB_UNITS_MAX];
};

static bool is_known(const nbb_bench_kernels *kernels, const char *source)
{
    int i = 0;
    while (i < kernels->count && strcmp(kernels->items[i].source, source) != 0) {
        ++i;
    }
    return i < kernels->count;
}

nbb_status nbb_bench_kernels_take(nbb_bench_kernels *kernels, nbb_bench_entry *entry)
{
    if (is_known(kernels, entry->row.source)) {
        return NBB_OK;
    }
    NBB_TRY(NBB_EXTEND(kernels->items, kernels->count, "the kernels of a bench"));
    struct nbb_bench_kernel *taken = &kernels->items[kernels->count++];
    *taken = (struct nbb_bench_kernel){ entry->units, strdup(entry->plan.name), strdup(entry->row.source), { NULL } };
    entry->units = (nbb_units){ .count = 0 };
    for (int i = 0; i < taken->units.count; ++i) {
        taken->texts[i] = nbb_text_string(&taken->units.texts[i]);
    }
    return taken->name != NULL && taken->source != NULL ? NBB_OK : nbb_fail_memory(0, "the kernels of a bench");
}

nbb_status nbb_bench_kernels_compile(const nbb_bench_kernels *kernels, nbb_device *device)
{
    NBB_LOCAL_HEAP nbb_module_request *requests = NULL;
    NBB_TRY(NBB_MAKE(requests, kernels->count + 1, "the kernels of a bench"));
    for (int i = 0; i < kernels->count; ++i) {
        const struct nbb_bench_kernel *item = &kernels->items[i];
        requests[i] = (nbb_module_request){ item->texts, item->units.count, item->name, true };
    }
    device->operations->prepare(device, requests, kernels->count);
    return NBB_OK;
}

void nbb_bench_kernels_free(nbb_bench_kernels *kernels)
{
    for (int i = 0; i < kernels->count; ++i) {
        nbb_units_free(&kernels->items[i].units);
        free(kernels->items[i].name);
        free(kernels->items[i].source);
    }
    free(kernels->items);
    *kernels = (nbb_bench_kernels){ NULL, 0 };
}

nbb_status nbb_bench_ranks_open(nbb_ranks *all, nbb_device *device, nbb_bench_ranks *ranks)
{
    *ranks = (nbb_bench_ranks){ .all = all, .device = device };
    return all == NULL ? NBB_OK : NBB_MAKE(ranks->parts, all->count + 1, "the ranks");
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
        entry->is_away = ranks->all != NULL && ranks->all->rank >= entry->plan.asked.ranks;
        NBB_TRY(entry->is_away ? NBB_OK : take(ranks, entry->plan.asked.ranks, &entry->ranks));
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
