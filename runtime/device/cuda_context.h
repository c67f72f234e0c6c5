/* cuda_context.h - a device's primary context, made beside the caller: the driver takes some 100 ms for it, in which
   a plan can be made, its source printed and compiled. In it a second order of launches beside the default stream's,
   time marks in that one, and many launches as a CUDA graph, which the device starts without the processor. */
#ifndef NBB_CUDA_CONTEXT_H
#define NBB_CUDA_CONTEXT_H

#include "runtime/device/device.h"
#include "runtime/device/driver.h"

#include <pthread.h>
#include <stdbool.h>

/* Zeroed, there is none. */
typedef struct nbb_cuda_context {
    const nbb_driver *driver;
    CUdevice device;
    CUcontext handle;                                 /* once it is made */
    CUcontext before;                                 /* the thread's own, while this one is current */
    CUresult result;                                  /* of making it */
    pthread_t thread;
    bool making;                                      /* by the thread, which is to be joined */
    bool current;                                     /* of the thread that uses it, until nbb_cuda_context_rest */
} nbb_cuda_context;

/* Begins to make the context. It stays where it is until nbb_cuda_context_end. */
void nbb_cuda_context_begin(nbb_cuda_context *context, const nbb_driver *driver, CUdevice device);

/* Waits until it is made; it is then the calling thread's current one. Fails (device) as the driver did. */
nbb_status nbb_cuda_context_use(nbb_cuda_context *context);

/* The thread's current context is the one from before nbb_cuda_context_use again: another thread may use this one. */
void nbb_cuda_context_rest(nbb_cuda_context *context);

/* Waits until it is made, and gives it back. */
void nbb_cuda_context_end(nbb_cuda_context *context);

/* Zeroed at first; made in the context that is current when they are asked for. */
typedef struct nbb_cuda_orders {
    CUevent marks[NBB_MARKS];                         /* NULL: never set */
    CUstream second;                                  /* NULL: there was none */
    CUevent forked, joined;
} nbb_cuda_orders;

/* As device.h has them; the stream of the second order, and the default one again, are the caller's to take. */
nbb_status nbb_cuda_orders_fork(const nbb_driver *driver, nbb_cuda_orders *orders);
nbb_status nbb_cuda_orders_join(const nbb_driver *driver, const nbb_cuda_orders *orders);
nbb_status nbb_cuda_orders_mark(const nbb_driver *driver, nbb_cuda_orders *orders, int mark);
nbb_status nbb_cuda_orders_elapsed(const nbb_driver *driver, const nbb_cuda_orders *orders, int from, int to,
                                   double *milliseconds);

void nbb_cuda_orders_end(const nbb_driver *driver, const nbb_cuda_orders *orders);

/* Makes a graph of `count` launches in a row that alternates between nodes[0] and nodes[1], ready to be launched.
   cuGraphExecDestroy destroys it. */
nbb_status nbb_cuda_graph_make(const nbb_driver *driver, const nbb_kernel_node nodes[2], int count,
                               CUgraphExec *graph);

#endif
