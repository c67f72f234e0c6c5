/* cuda_graph.c - many launches of one kernel as a CUDA graph. */
#include "cuda_graph.h"

/* Adds the launches, each depending on the one before it. */
static nbb_status add_launches(const nbb_driver *driver, CUgraph graph, nbb_kernel_node node, void **first,
                               void **second, int count)
{
    CUgraphNode before = NULL;
    for (int i = 0; i < count; ++i) {
        CUgraphNode added = NULL;
        node.parameters = i % 2 == 0 ? first : second;
        NBB_TRY(NBB_CALL(driver, cuGraphAddKernelNode, &added, graph, i > 0 ? &before : NULL, i > 0, &node));
        before = added;
    }
    return NBB_OK;
}

nbb_status nbb_cuda_graph_make(const nbb_driver *driver, CUfunction function, nbb_launch launch, void **first,
                               void **second, int count, CUgraphExec *graph)
{
    nbb_kernel_node node = { .function = function, .grid = { (unsigned)launch.blocks, 1, 1 },
                             .block = { launch.threads, 1, 1 } };
    CUgraph nodes = NULL;
    NBB_TRY(NBB_CALL(driver, cuGraphCreate, &nodes, 0));
    nbb_status status = add_launches(driver, nodes, node, first, second, count);
    if (status == NBB_OK) {
        status = NBB_CALL(driver, cuGraphInstantiateWithFlags, graph, nodes, 0);
    }
    driver->cuGraphDestroy(nodes);
    return status;
}
