/* cuda_graph.c - many launches as a CUDA graph. */
#include "runtime/device/cuda_graph.h"

/* Adds the launches, each depending on the one before it. */
static nbb_status add_launches(const nbb_driver *driver, CUgraph graph, const nbb_kernel_node nodes[2], int count)
{
    CUgraphNode before = NULL;
    for (int i = 0; i < count; ++i) {
        CUgraphNode added = NULL;
        NBB_TRY(NBB_CALL(driver, cuGraphAddKernelNode, &added, graph, i > 0 ? &before : NULL, i > 0, &nodes[i % 2]));
        before = added;
    }
    return NBB_OK;
}

nbb_status nbb_cuda_graph_make(const nbb_driver *driver, const nbb_kernel_node nodes[2], int count,
                               CUgraphExec *graph)
{
    CUgraph launches = NULL;
    NBB_TRY(NBB_CALL(driver, cuGraphCreate, &launches, 0));
    nbb_status status = add_launches(driver, launches, nodes, count);
    if (status == NBB_OK) {
        status = NBB_CALL(driver, cuGraphInstantiateWithFlags, graph, launches, 0);
    }
    driver->cuGraphDestroy(launches);
    return status;
}
