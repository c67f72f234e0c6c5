/* cuda_context.c - makes a device's primary context on a thread of its own. */
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
