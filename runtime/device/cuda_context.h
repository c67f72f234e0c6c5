/* cuda_context.h - a device's primary context, made beside the caller: the driver takes some 100 ms for it, in which
   a plan can be made, its source printed and compiled. */
#ifndef NBB_CUDA_CONTEXT_H
#define NBB_CUDA_CONTEXT_H

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

#endif
