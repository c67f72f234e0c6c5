/* fake_graph.c - the fake driver's graphs: launches in order, each of which must depend on the one before it;
   arguments are copied as `store` takes them. */
#include "fake_driver.h"

enum { GRAPH_NODES = 64 };

struct CUgraphNode_st {
    nbb_kernel_node launch;
    CUdeviceptr address;
    uint64_t wide;
    uint32_t narrow;
};

struct CUgraph_st {
    struct CUgraphNode_st nodes[GRAPH_NODES];
    int count;
};

struct CUgraphExec_st {
    struct CUgraph_st graph;
};

CUresult cuGraphCreate(CUgraph *graph, unsigned flags)
{
    ENTER(cuGraphCreate);
    *graph = calloc(1, sizeof **graph);
    return flags == 0 ? CUDA_SUCCESS : ERROR_INVALID_VALUE;
}

CUresult cuGraphDestroy(CUgraph graph)
{
    ENTER(cuGraphDestroy);
    free(graph);
    return CUDA_SUCCESS;
}

CUresult cuGraphAddKernelNode(CUgraphNode *node, CUgraph graph, const CUgraphNode *dependencies, size_t count,
                              const nbb_kernel_node *parameters)
{
    ENTER(cuGraphAddKernelNode);
    struct CUgraphNode_st *added = &graph->nodes[graph->count];
    int follows = graph->count == 0 ? count == 0 : count == 1 && dependencies[0] == added - 1;
    if (!follows || graph->count == GRAPH_NODES) {
        return ERROR_INVALID_VALUE;
    }
    added->launch = *parameters;
    if (strcmp(parameters->function->name, "store") == 0) {
        memcpy(&added->address, parameters->parameters[0], sizeof added->address);
        memcpy(&added->wide, parameters->parameters[1], sizeof added->wide);
        memcpy(&added->narrow, parameters->parameters[2], sizeof added->narrow);
    }
    ++graph->count;
    *node = added;
    return CUDA_SUCCESS;
}

CUresult cuGraphInstantiateWithFlags(CUgraphExec *graph, CUgraph from, unsigned long long flags)
{
    ENTER(cuGraphInstantiateWithFlags);
    *graph = malloc(sizeof **graph);
    (*graph)->graph = *from;
    return flags == 0 ? CUDA_SUCCESS : ERROR_INVALID_VALUE;
}

CUresult cuGraphExecDestroy(CUgraphExec graph)
{
    ENTER(cuGraphExecDestroy);
    free(graph);
    return CUDA_SUCCESS;
}

CUresult cuGraphLaunch(CUgraphExec graph, CUstream stream)
{
    ENTER(cuGraphLaunch);
    for (int i = 0; i < graph->graph.count; ++i) {
        struct CUgraphNode_st *node = &graph->graph.nodes[i];
        const nbb_kernel_node *launch = &node->launch;
        void *parameters[] = { &node->address, &node->wide, &node->narrow };
        CUresult result = cuLaunchKernel(launch->function, launch->grid[0], launch->grid[1], launch->grid[2],
                                         launch->block[0], launch->block[1], launch->block[2], launch->shared, stream,
                                         parameters, launch->extra);
        if (result != CUDA_SUCCESS) {
            return result;
        }
    }
    return CUDA_SUCCESS;
}
