/* record_driver.c - stands for the CUDA driver's library: memory is the processor's, and a launch prints its kernel's
   name and shape. For programs that others would link with the driver, where there is no GPU. */
#include <cuda.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

CUresult cuInit(unsigned flags)
{
    (void)flags;
    return CUDA_SUCCESS;
}

CUresult cuDeviceGet(CUdevice *device, int ordinal)
{
    *device = ordinal;
    return CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice device)
{
    (void)device;
    *context = NULL;
    return CUDA_SUCCESS;
}

CUresult cuCtxSetCurrent(CUcontext context)
{
    (void)context;
    return CUDA_SUCCESS;
}

CUresult cuGetErrorString(CUresult error, const char **text)
{
    *text = error == CUDA_ERROR_FILE_NOT_FOUND ? "file not found" : "another error";
    return CUDA_SUCCESS;
}

/* A module stands for its file, and a function for its name. */
CUresult cuModuleLoad(CUmodule *module, const char *path)
{
    *module = (CUmodule)fopen(path, "rb");
    return *module != NULL ? CUDA_SUCCESS : CUDA_ERROR_FILE_NOT_FOUND;
}

CUresult cuModuleGetFunction(CUfunction *function, CUmodule module, const char *name)
{
    (void)module;
    *function = (CUfunction)name;
    return CUDA_SUCCESS;
}

CUresult cuLaunchKernel(CUfunction function, unsigned x, unsigned y, unsigned z, unsigned threads_x,
                        unsigned threads_y, unsigned threads_z, unsigned shared, CUstream stream, void **parameters,
                        void **extra)
{
    (void)shared;
    (void)stream;
    (void)extra;
    printf("%s %u %u%s\n", (const char *)function, x * y * z, threads_x * threads_y * threads_z,
           parameters[0] != NULL ? "" : " without parameters");
    return CUDA_SUCCESS;
}

CUresult cuMemAlloc(CUdeviceptr *address, size_t bytes)
{
    *address = (CUdeviceptr)malloc(bytes);
    return CUDA_SUCCESS;
}

CUresult cuMemsetD8(CUdeviceptr address, unsigned char value, size_t bytes)
{
    memset((void *)address, value, bytes);
    return CUDA_SUCCESS;
}

CUresult cuMemcpyDtoH(void *to, CUdeviceptr from, size_t bytes)
{
    memcpy(to, (void *)from, bytes);
    return CUDA_SUCCESS;
}
