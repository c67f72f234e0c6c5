/* cuda_context.c - makes a device's primary context on a thread of its own; its streams, events and graphs. */
#include "runtime/device/cuda_context.h"

static void *make(void *argument)
{
    nbb_cuda_context *context = argument;
    context->result = context->driver->cuDevicePrimaryCtxRetain(&context->handle, context->device);
    return NULL;
}

static void join(nbb_cuda_context *context)
{
    if (context->making) {
        pthread_join(context->thread, NULL);
        context->making = false;
    }
}

/* Where no thread can be had, the caller waits here and not later. */
void nbb_cuda_context_begin(nbb_cuda_context *context, const nbb_driver *driver, CUdevice device)
{
    *context = (nbb_cuda_context){ .driver = driver, .device = device };
    context->making = pthread_create(&context->thread, NULL, make, context) == 0;
    if (!context->making) {
        make(context);
    }
}

nbb_status nbb_cuda_context_use(nbb_cuda_context *context)
{
    if (context->current) {
        return NBB_OK;
    }
    join(context);
    NBB_TRY(nbb_driver_check(context->driver, context->result, "cuDevicePrimaryCtxRetain"));
    NBB_TRY(NBB_CALL(context->driver, cuCtxGetCurrent, &context->before));
    NBB_TRY(NBB_CALL(context->driver, cuCtxSetCurrent, context->handle));
    context->current = true;
    return NBB_OK;
}

/* What fails on the way out is not told: there is nobody left to act on it. */
void nbb_cuda_context_rest(nbb_cuda_context *context)
{
    if (context->current) {
        context->driver->cuCtxSetCurrent(context->before);
        context->current = false;
    }
}

void nbb_cuda_context_end(nbb_cuda_context *context)
{
    join(context);
    nbb_cuda_context_rest(context);
    if (context->driver != NULL && context->result == CUDA_SUCCESS) {
        context->driver->cuDevicePrimaryCtxRelease_v2(context->device);
    }
    *context = (nbb_cuda_context){ .driver = NULL };
}

/* Others wait for what is launched there, so its blocks go before those of the default stream that have not begun. A
   stream that is not NON_BLOCKING would wait for the default one, and the reverse. */
static nbb_status make_second(const nbb_driver *driver, nbb_cuda_orders *orders)
{
    enum { FIRST_OF_ALL = -1000 };                    /* the driver takes the highest priority that there is */
    NBB_TRY(NBB_CALL(driver, cuEventCreate, &orders->forked, CU_EVENT_DISABLE_TIMING));
    NBB_TRY(NBB_CALL(driver, cuEventCreate, &orders->joined, CU_EVENT_DISABLE_TIMING));
    return NBB_CALL(driver, cuStreamCreateWithPriority, &orders->second, CU_STREAM_NON_BLOCKING, FIRST_OF_ALL);
}

nbb_status nbb_cuda_orders_fork(const nbb_driver *driver, nbb_cuda_orders *orders)
{
    NBB_TRY(orders->second == NULL ? make_second(driver, orders) : NBB_OK);
    NBB_TRY(NBB_CALL(driver, cuEventRecord, orders->forked, NULL));
    return NBB_CALL(driver, cuStreamWaitEvent, orders->second, orders->forked, 0);
}

nbb_status nbb_cuda_orders_join(const nbb_driver *driver, const nbb_cuda_orders *orders)
{
    NBB_TRY(NBB_CALL(driver, cuEventRecord, orders->joined, orders->second));
    return NBB_CALL(driver, cuStreamWaitEvent, NULL, orders->joined, 0);
}

nbb_status nbb_cuda_orders_mark(const nbb_driver *driver, nbb_cuda_orders *orders, int mark)
{
    CUevent *event = &orders->marks[mark];
    NBB_TRY(*event == NULL ? NBB_CALL(driver, cuEventCreate, event, 0) : NBB_OK);
    return NBB_CALL(driver, cuEventRecord, *event, NULL);
}

nbb_status nbb_cuda_orders_elapsed(const nbb_driver *driver, const nbb_cuda_orders *orders, int from, int to,
                                   double *milliseconds)
{
    const CUevent *marks = orders->marks;
    float between = 0;
    if (marks[from] == NULL || marks[to] == NULL) {
        return nbb_fail(NBB_ERROR_DEVICE, "time mark %d or %d was never set", from, to);
    }
    NBB_TRY(NBB_CALL(driver, cuEventSynchronize, marks[to]));
    NBB_TRY(NBB_CALL(driver, cuEventElapsedTime, &between, marks[from], marks[to]));
    *milliseconds = (double)between;
    return NBB_OK;
}

static void destroy_event(const nbb_driver *driver, CUevent event)
{
    if (event != NULL) {
        driver->cuEventDestroy_v2(event);
    }
}

void nbb_cuda_orders_end(const nbb_driver *driver, const nbb_cuda_orders *orders)
{
    for (int i = 0; i < NBB_MARKS; i++) {
        destroy_event(driver, orders->marks[i]);
    }
    destroy_event(driver, orders->forked);
    destroy_event(driver, orders->joined);
    if (orders->second != NULL) {
        driver->cuStreamDestroy_v2(orders->second);
    }
}

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
