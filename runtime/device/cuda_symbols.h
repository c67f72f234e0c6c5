/* cuda_symbols.h - the types and symbols of the CUDA driver and of NVRTC that nbbgen uses, with their signatures.

   Both libraries are loaded at run time, so neither a CUDA header nor a library is needed to build or to start. The
   names come from the libraries' own ABI: cuda.h calls cuMemAlloc_v2 cuMemAlloc. */
#pragma once

#include "gen/base/status.h" /* alone: C++ reads it too, for the stub GPUs (tests/stubs/gpus) */

typedef int CUresult;
typedef int CUdevice;
typedef unsigned long long CUdeviceptr;
typedef struct CUctx_st *CUcontext;
typedef struct CUmod_st *CUmodule;
typedef struct CUfunc_st *CUfunction;
typedef struct CUevent_st *CUevent;
typedef struct CUstream_st *CUstream;
typedef struct CUgraph_st *CUgraph;
typedef struct CUgraphNode_st *CUgraphNode;
typedef struct CUgraphExec_st *CUgraphExec;
typedef int nvrtcResult;
typedef struct _nvrtcProgram *nvrtcProgram;

typedef unsigned long long CUmemory; /* CUmemGenericAllocationHandle of cuda.h */

enum {
    CUDA_SUCCESS = 0,
    CUDA_ERROR_OUT_OF_MEMORY = 2,
    CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT = 16,
    CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR = 75,
    CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR = 76,
    CU_DEVICE_P2P_ATTRIBUTE_ACCESS_SUPPORTED = 2,
    CU_DEVICE_P2P_ATTRIBUTE_NATIVE_ATOMIC_SUPPORTED = 3,
    CU_MEM_ALLOCATION_TYPE_PINNED = 1,
    CU_MEM_LOCATION_TYPE_DEVICE = 1,
    CU_MEM_ACCESS_FLAGS_PROT_READWRITE = 3,
    CU_MEMHOSTALLOC_PORTABLE = 1,
    CU_MEMHOSTALLOC_DEVICEMAP = 2,
    CU_STREAM_NON_BLOCKING = 1,
    CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION = 4,
    CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES = 8,
    CU_EVENT_DISABLE_TIMING = 2,
    NVRTC_SUCCESS = 0
};

/* A launch in a graph: CUDA_KERNEL_NODE_PARAMS_v1 of cuda.h. */
typedef struct nbb_kernel_node {
    CUfunction function;
    unsigned grid[3], block[3];
    unsigned shared;
    void **parameters;
    void **extra;
} nbb_kernel_node;

/* CUlaunchAttribute, of a cluster's shape, and CUlaunchConfig of cuda.h. */
typedef struct nbb_launch_attribute {
    int id, unused;
    unsigned value[16];
} nbb_launch_attribute;
typedef struct nbb_launch_config {
    unsigned grid[3], block[3];
    unsigned shared;
    CUstream stream;
    nbb_launch_attribute *attributes;
    unsigned attribute_count;
} nbb_launch_config;

/* CUmemLocation, CUmemAllocationProp and CUmemAccessDesc of cuda.h. */
typedef struct CUmemory_location {
    int type, id;
} CUmemory_location;
typedef struct CUmemory_properties {
    int type, handle_types;
    CUmemory_location location;
    void *unused;
    unsigned char flags[8];
} CUmemory_properties;
typedef struct CUmemory_access {
    CUmemory_location location;
    int flags;
} CUmemory_access;

/* X(symbol, parameters); every one returns CUresult. */
#define NBB_DRIVER_SYMBOLS(X)                                                                                      \
    X(cuInit, (unsigned flags))                                                                                    \
    X(cuDriverGetVersion, (int *version))                                                                          \
    X(cuGetErrorName, (CUresult error, const char **name))                                                         \
    X(cuGetErrorString, (CUresult error, const char **text))                                                       \
    X(cuDeviceGetCount, (int *count))                                                                              \
    X(cuDeviceGet, (CUdevice * device, int ordinal))                                                               \
    X(cuDeviceGetName, (char *name, int length, CUdevice device))                                                  \
    X(cuDeviceGetAttribute, (int *value, int attribute, CUdevice device))                                          \
    X(cuDeviceGetP2PAttribute, (int *value, int attribute, CUdevice from, CUdevice to))                            \
    X(cuDeviceTotalMem_v2, (size_t * bytes, CUdevice device))                                                      \
    X(cuDevicePrimaryCtxRetain, (CUcontext * context, CUdevice device))                                            \
    X(cuDevicePrimaryCtxRelease_v2, (CUdevice device))                                                             \
    X(cuCtxGetCurrent, (CUcontext * context))                                                                      \
    X(cuCtxSetCurrent, (CUcontext context))                                                                        \
    X(cuCtxSynchronize, (void))                                                                                    \
    X(cuMemGetInfo_v2, (size_t * available, size_t * total))                                                       \
    X(cuMemAlloc_v2, (CUdeviceptr * address, size_t bytes))                                                        \
    X(cuMemFree_v2, (CUdeviceptr address))                                                                         \
    X(cuMemHostAlloc, (void **memory, size_t bytes, unsigned flags))                                               \
    X(cuMemFreeHost, (void *memory))                                                                               \
    X(cuMemAddressReserve,                                                                                         \
      (CUdeviceptr * address, size_t bytes, size_t alignment, CUdeviceptr wanted, unsigned long long flags))       \
    X(cuMemAddressFree, (CUdeviceptr address, size_t bytes))                                                       \
    X(cuMemGetAllocationGranularity, (size_t * bytes, const CUmemory_properties *properties, int option))          \
    X(cuMemCreate,                                                                                                 \
      (CUmemory * memory, size_t bytes, const CUmemory_properties *properties, unsigned long long flags))          \
    X(cuMemRelease, (CUmemory memory))                                                                             \
    X(cuMemMap, (CUdeviceptr address, size_t bytes, size_t offset, CUmemory memory, unsigned long long flags))     \
    X(cuMemUnmap, (CUdeviceptr address, size_t bytes))                                                             \
    X(cuMemSetAccess, (CUdeviceptr address, size_t bytes, const CUmemory_access *access, size_t count))            \
    X(cuMemsetD8_v2, (CUdeviceptr address, unsigned char value, size_t bytes))                                     \
    X(cuMemcpyHtoD_v2, (CUdeviceptr to, const void *from, size_t bytes))                                           \
    X(cuMemcpyDtoH_v2, (void *to, CUdeviceptr from, size_t bytes))                                                 \
    X(cuMemcpyDtoD_v2, (CUdeviceptr to, CUdeviceptr from, size_t bytes))                                           \
    X(cuMemcpyAsync, (CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream))                            \
    X(cuModuleLoadData, (CUmodule * module, const void *image))                                                    \
    X(cuModuleUnload, (CUmodule module))                                                                           \
    X(cuModuleGetFunction, (CUfunction * function, CUmodule module, const char *name))                             \
    X(cuFuncSetAttribute, (CUfunction function, int attribute, int value))                                         \
    X(cuLaunchKernel,                                                                                              \
      (CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x, unsigned block_y, \
       unsigned block_z, unsigned shared, CUstream stream, void **parameters, void **extra))                       \
    X(cuLaunchCooperativeKernel,                                                                                   \
      (CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x, unsigned block_y, \
       unsigned block_z, unsigned shared, CUstream stream, void **parameters))                                     \
    X(cuOccupancyMaxActiveClusters, (int *clusters, CUfunction function, const nbb_launch_config *config))         \
    X(cuGraphCreate, (CUgraph * graph, unsigned flags))                                                            \
    X(cuGraphDestroy, (CUgraph graph))                                                                             \
    X(cuGraphAddKernelNode, (CUgraphNode * node, CUgraph graph, const CUgraphNode *dependencies, size_t count,     \
                             const nbb_kernel_node *parameters))                                                   \
    X(cuGraphInstantiateWithFlags, (CUgraphExec * graph, CUgraph from, unsigned long long flags))                  \
    X(cuGraphExecDestroy, (CUgraphExec graph))                                                                     \
    X(cuGraphLaunch, (CUgraphExec graph, CUstream stream))                                                         \
    X(cuStreamCreateWithPriority, (CUstream * stream, unsigned flags, int priority))                               \
    X(cuStreamDestroy_v2, (CUstream stream))                                                                       \
    X(cuStreamWaitEvent, (CUstream stream, CUevent event, unsigned flags))                                         \
    X(cuEventCreate, (CUevent * event, unsigned flags))                                                            \
    X(cuEventDestroy_v2, (CUevent event))                                                                          \
    X(cuEventRecord, (CUevent event, CUstream stream))                                                             \
    X(cuEventSynchronize, (CUevent event))                                                                         \
    X(cuEventElapsedTime, (float *milliseconds, CUevent from, CUevent to))

/* X(symbol, parameters, result). */
#define NBB_NVRTC_SYMBOLS(X)                                                                                       \
    X(nvrtcVersion, (int *major, int *minor), nvrtcResult)                                                         \
    X(nvrtcGetErrorString, (nvrtcResult result), const char *)                                                     \
    X(nvrtcGetNumSupportedArchs, (int *count), nvrtcResult)                                                        \
    X(nvrtcGetSupportedArchs, (int *architectures), nvrtcResult)                                                   \
    X(nvrtcCreateProgram,                                                                                          \
      (nvrtcProgram * program, const char *source, const char *name, int header_count, const char *const *headers, \
       const char *const *include_names),                                                                          \
      nvrtcResult)                                                                                                 \
    X(nvrtcDestroyProgram, (nvrtcProgram * program), nvrtcResult)                                                  \
    X(nvrtcCompileProgram, (nvrtcProgram program, int option_count, const char *const *options), nvrtcResult)      \
    X(nvrtcGetProgramLogSize, (nvrtcProgram program, size_t * size), nvrtcResult)                                  \
    X(nvrtcGetProgramLog, (nvrtcProgram program, char *log), nvrtcResult)                                          \
    X(nvrtcGetCUBINSize, (nvrtcProgram program, size_t * size), nvrtcResult)                                       \
    X(nvrtcGetCUBIN, (nvrtcProgram program, char *cubin), nvrtcResult)                                             \
    X(nvrtcGetPTXSize, (nvrtcProgram program, size_t * size), nvrtcResult)                                         \
    X(nvrtcGetPTX, (nvrtcProgram program, char *ptx), nvrtcResult)

/* The libraries' functions, once nbb_driver_count and nbb_nvrtc_load have loaded them. */
#define NBB_DRIVER_MEMBER(name, parameters) CUresult(*name) parameters;
extern struct nbb_driver {
    NBB_DRIVER_SYMBOLS(NBB_DRIVER_MEMBER)
} nbb_driver;
#undef NBB_DRIVER_MEMBER

#define NBB_NVRTC_MEMBER(name, parameters, result) result(*name) parameters;
extern struct nbb_nvrtc {
    NBB_NVRTC_SYMBOLS(NBB_NVRTC_MEMBER)
} nbb_nvrtc;
#undef NBB_NVRTC_MEMBER

/* --- where NVRTC and its headers are (nvrtc_library.c) --- */

/* Appends the path of NVRTC. Fails (device) with the places looked in. */
nbb_status nbb_nvrtc_location(nbb_text *path);

/* Loads NVRTC once. Fails (device) with the places looked in, or the symbol that an old one lacks. */
nbb_status nbb_nvrtc_load(void);

/* Appends the folder of the headers that the source includes (<mma.h>, <cuda_fp16.h>); nothing for a source that
   includes none. Fails (device) with the folders looked in. */
nbb_status nbb_nvrtc_headers(const char *source, nbb_text *folder);
