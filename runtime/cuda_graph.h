/* cuda_graph.h - many launches of one kernel as a CUDA graph, which the device starts without the processor. */
#ifndef NBB_CUDA_GRAPH_H
#define NBB_CUDA_GRAPH_H

#include "device.h"
#include "driver.h"

/* Makes a graph of `count` launches in a row, with the arguments `first` and `second` by turns, ready to be launched;
   destroyed by cuGraphExecDestroy. */
nbb_status nbb_cuda_graph_make(const nbb_driver *driver, CUfunction function, nbb_launch launch, void **first,
                               void **second, int count, CUgraphExec *graph);

#endif
