/* cuda_graph.h - many launches as a CUDA graph, which the device starts without the processor. */
#ifndef NBB_CUDA_GRAPH_H
#define NBB_CUDA_GRAPH_H

#include "runtime/device/driver.h"

/* Makes a graph of `count` launches in a row that alternates between nodes[0] and nodes[1], ready to be launched.
   cuGraphExecDestroy destroys it. */
nbb_status nbb_cuda_graph_make(const nbb_driver *driver, const nbb_kernel_node nodes[2], int count,
                               CUgraphExec *graph);

#endif
