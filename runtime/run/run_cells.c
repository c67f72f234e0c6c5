/* run_cells.c - asks a run for cells: their states one by one, and how many live in each pixel. */
#include "runtime/run/run_kernels.h"
#include "runtime/run/run_shards.h"

#include <stdlib.h>
#include <string.h>

static nbb_status probe_cells(nbb_run *run, const uint32_t *cells, uint64_t bytes, uint64_t count, void *states)
{
    uint64_t state_bytes = count * run->request.plan->traits.answer_bytes;
    nbb_device *device = run->request.device;
    const nbb_device_operations *operations = device->operations;
    nbb_address asked = 0, found = 0;
    nbb_status status = operations->allocate(device, bytes, &asked);
    if (status == NBB_OK) {
        status = operations->allocate(device, state_bytes, &found);
    }
    if (status == NBB_OK) {
        status = operations->upload(device, asked, cells, bytes);
    }
    if (status == NBB_OK) {
        void *arguments[] = { &run->state, &asked, &count, &found };
        status = nbb_run_launch(run, NBB_ENTRY_PROBE, count, arguments);
    }
    if (status == NBB_OK) {
        status = operations->download(device, states, found, state_bytes);
    }
    operations->release(device, asked);
    operations->release(device, found);
    return status;
}

/* Of ranks each answers for its own cells; the others leave their answers 0, and all are added up. */
static nbb_status join_answers(nbb_run *run, nbb_cell_of *cell_of, const void *context, int64_t first, int64_t count,
                               void *states)
{
    size_t bytes = run->request.plan->traits.answer_bytes;
    for (int64_t i = 0; i < count; ++i) {
        if (!nbb_run_answers(run, cell_of(context, first + i))) {
            memset((char *)states + (size_t)i * bytes, 0, bytes);
        }
    }
    bool are_bytes = bytes == 1;
    return nbb_run_add(run, states, (uint64_t)count * (are_bytes ? 1 : bytes / sizeof(uint64_t)),
                       are_bytes ? NBB_ADDEND_U8 : NBB_ADDEND_U64);
}

nbb_status nbb_run_probe(nbb_run *run, nbb_cell_of *cell_of, const void *context, int64_t first, int64_t count,
                         void *states)
{
    int axes = nbb_domain_axes(&run->request.plan->domain);
    uint64_t bytes = (uint64_t)count * (uint64_t)axes * sizeof(uint32_t);
    uint32_t *cells = malloc(bytes);
    if (cells == NULL) {
        return nbb_fail_memory(bytes, "cells to ask for");
    }
    for (int64_t i = 0; i < count; ++i) {
        nbb_vector cell = cell_of(context, first + i);
        for (int axis = 0; axis < axes; ++axis) {
            cells[i * axes + axis] = (uint32_t)cell.at[axis];
        }
    }
    nbb_status status = probe_cells(run, cells, bytes, (uint64_t)count, states);
    free(cells);
    return status == NBB_OK ? join_answers(run, cell_of, context, first, count, states) : status;
}

nbb_status nbb_run_image(nbb_run *run, uint32_t scale, uint32_t width, uint32_t height, uint32_t *live)
{
    nbb_device *device = run->request.device;
    uint64_t bytes = (uint64_t)width * height * sizeof *live;
    nbb_address pixels = 0;
    nbb_status status = nbb_run_allocate(run, bytes, &pixels);
    if (status == NBB_OK) {
        void *arguments[] = { &run->state, &scale, &width, &pixels };
        status = nbb_run_launch(run, NBB_ENTRY_IMAGE, 0, arguments);
    }
    if (status == NBB_OK) {
        status = device->operations->download(device, live, pixels, bytes);
    }
    if (status == NBB_OK) {
        status = nbb_run_add(run, live, (uint64_t)width * height, NBB_ADDEND_U32);
    }
    device->operations->release(device, pixels);
    return status;
}
