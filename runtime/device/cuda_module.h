/* cuda_module.h - modules of the CUDA target. Where a function takes the driver, its context is the thread's current
   one. */
#ifndef NBB_CUDA_MODULE_H
#define NBB_CUDA_MODULE_H

#include "runtime/device/device.h"
#include "runtime/device/driver.h"

struct nbb_kernel {
    nbb_kernel *next;                                 /* of its module */
    CUfunction function;
};

/* The images of a request's modules; freed in every case. */
typedef struct nbb_cuda_images {
    struct nbb_making *all;
    int count;
} nbb_cuda_images;

/* Takes the images from the cache, or compiles them; `architecture` as "sm_90". Needs no context. Fails (device) when
   NVRTC refuses, with its reasons. */
nbb_status nbb_cuda_make_images(const char *architecture, const nbb_module_request *request, nbb_cuda_images *images,
                                nbb_module_facts *facts);

/* Loads all, or none. Fails (device) when the driver refuses, with its reasons. Adds its time to the facts. */
nbb_status nbb_cuda_load_images(const nbb_driver *driver, const nbb_cuda_images *images, nbb_module **modules,
                                nbb_module_facts *facts);

void nbb_cuda_free_images(nbb_cuda_images *images);

void nbb_cuda_prepare(const char *architecture, const nbb_module_request *requests, int count);

void nbb_cuda_unload(const nbb_driver *driver, nbb_module *module);

/* The kernel is the module's and ends with it. */
nbb_status nbb_cuda_find(const nbb_driver *driver, nbb_module *module, const char *name, nbb_kernel **kernel);

#endif
