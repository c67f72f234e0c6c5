/* cuda_module.h - modules of the CUDA target. The functions are those of device.h, of a driver whose context is the
   thread's current one. */
#ifndef NBB_CUDA_MODULE_H
#define NBB_CUDA_MODULE_H

#include "runtime/device/device.h"
#include "runtime/device/driver.h"

struct nbb_kernel {
    nbb_kernel *next;                                 /* of its module */
    CUfunction function;
};

/* `architecture` as "sm_90". Fails (device) when NVRTC or the driver refuses, with their reasons. */
nbb_status nbb_cuda_load(const nbb_driver *driver, const char *architecture, const nbb_module_request *request,
                         nbb_module **modules, nbb_module_facts *facts);

void nbb_cuda_unload(const nbb_driver *driver, nbb_module *module);

/* The kernel is the module's and ends with it. */
nbb_status nbb_cuda_find(const nbb_driver *driver, nbb_module *module, const char *name, nbb_kernel **kernel);

#endif
