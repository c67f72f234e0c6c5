/* cuda_device.h - a CUDA device as its files share it. Operations are as device.h has them. */
#pragma once

#include "runtime/device/cuda_symbols.h"
#include "runtime/device/device.h"

#include <pthread.h>

/* Loads and initialises the driver once, $NBBGEN_LIBCUDA where it is set, else libcuda.so.1, and counts its devices.
   Fails (device) with the names tried, with the driver's reason, or where there is no device. */
nbb_status nbb_driver_count(int *count);

/* NBB_OK for CUDA_SUCCESS, else NBB_ERROR_DEVICE: the call, the error's name and the driver's words for it. */
nbb_status nbb_driver_check(CUresult result, const char *call);

/* A checked call: NBB_TRY(NBB_CALL(cuDeviceGet, &device, 0)). */
#define NBB_CALL(name, ...) nbb_driver_check(nbb_driver.name(__VA_ARGS__), #name)

typedef struct nbb_cuda_reservation nbb_cuda_reservation;

enum { NBB_CUDA_FORKED = NBB_MARKS, NBB_CUDA_JOINED, NBB_CUDA_GONE, NBB_CUDA_EVENTS };
typedef struct nbb_cuda_device {
    nbb_device base;
    CUdevice device;
    int ordinal;
    /* The primary context is made beside the caller: the driver takes some 100 ms for it, in which a plan can be
       made, its source printed and compiled. */
    CUcontext context;                                /* once it is made, or NULL */
    CUcontext before;                                 /* the thread's own, while this one is current */
    CUresult result;                                  /* of making it */
    pthread_t thread;
    bool is_making;                                   /* by the thread, which is to be joined */
    bool is_current;                                  /* of the thread that uses it, until nbb_cuda_rest */
    SLIST_HEAD(, nbb_cuda_reservation) reservations;
    /* Made when they are asked for; NULL before: marks, then others. */
    CUevent events[NBB_CUDA_EVENTS];
    CUstream second, outward;                         /* the latter of copies to the host, beside those from there */
    bool is_forked, is_outward;                       /* the second: copies have begun there since the fork ... */
    bool goes;                                        /* ... and since the last that came */
} nbb_cuda_device;

/* Its modules, kernels and sequences are the driver's own by other names: a CUmodule, a CUfunction, a CUgraphExec. */

/* Begins to make the context. The device stays where it is until nbb_cuda_end_context, which waits until it is made,
   and gives it back or keeps it for who comes next. */
void nbb_cuda_begin_context(nbb_cuda_device *cuda);
void nbb_cuda_end_context(nbb_cuda_device *cuda);

/* The thread's current context is the one from before nbb_cuda_use again: another thread may use this one. */
void nbb_cuda_rest(nbb_device *device);

static inline nbb_cuda_device *nbb_cuda_of(nbb_device *device)
{
    return (nbb_cuda_device *)device;
}

/* Waits until the context is made; it is then the calling thread's current one. Fails (device) as the driver did. */
nbb_status nbb_cuda_use(nbb_device *device);

/* The same in the device's context. */
#define NBB_CUDA_CALL(device, name, ...) \
    (nbb_cuda_use(device) != NBB_OK ? NBB_ERROR_DEVICE : NBB_CALL(name, __VA_ARGS__))

/* cuda_module.c: loading adds its time to the facts. */
nbb_status nbb_cuda_load(nbb_device *device, const nbb_module_request *request, nbb_module **modules,
                         nbb_module_facts *facts);
void nbb_cuda_prepare(nbb_device *device, const nbb_module_request *requests, int count);
void nbb_cuda_unload(nbb_device *device, nbb_module *module);
nbb_status nbb_cuda_find(nbb_device *device, nbb_module *module, const char *name, const char *signature,
                         nbb_kernel **kernel);

/* The bytes of the pages below. */
nbb_status nbb_cuda_page(CUdevice device, uint64_t *bytes);

/* Addresses of which a part has memory: a shard's, and pages with words of others. Pages, of 2 MiB, that have any
   get memory of their own. All others share a piece that is 0, so that whatever reads them finds an address. */
nbb_status nbb_cuda_reserve(nbb_device *device, uint64_t bytes, const nbb_reserved *ranges, int64_t count,
                            nbb_address *address);

/* Whether the address was reserved; then its memory is given back. */
bool nbb_cuda_release_reserved(nbb_cuda_device *cuda, CUdeviceptr address);
