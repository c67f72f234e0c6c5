/* bench_prepare.c - keeps sources until all are known, then has them compiled. */
#include "library/bench/bench_prepare.h"

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
    size_t bytes = ((size_t)kernels->count + 1) * sizeof *kernels->items;
    struct nbb_bench_kernel *items = realloc(kernels->items, bytes);
    if (items == NULL) {
        return nbb_fail_memory(bytes, "the kernels of a bench");
    }
    kernels->items = items;
    struct nbb_bench_kernel *taken = &items[kernels->count++];
    *taken = (struct nbb_bench_kernel){ entry->units, strdup(entry->plan.name), strdup(entry->row.source), { NULL } };
    entry->units = (nbb_units){ .count = 0 };
    for (int i = 0; i < taken->units.count; ++i) {
        taken->texts[i] = nbb_text_string(&taken->units.texts[i]);
    }
    return taken->name != NULL && taken->source != NULL ? NBB_OK : nbb_fail_memory(bytes, "the kernels of a bench");
}

nbb_status nbb_bench_kernels_compile(const nbb_bench_kernels *kernels, nbb_device *device)
{
    nbb_module_request *requests = calloc((size_t)kernels->count + 1, sizeof *requests);
    if (requests == NULL) {
        return nbb_fail_memory((size_t)kernels->count * sizeof *requests, "the kernels of a bench");
    }
    for (int i = 0; i < kernels->count; ++i) {
        const struct nbb_bench_kernel *item = &kernels->items[i];
        requests[i] = (nbb_module_request){ item->texts, item->units.count, item->name, true };
    }
    device->operations->prepare(device, requests, kernels->count);
    free(requests);
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
