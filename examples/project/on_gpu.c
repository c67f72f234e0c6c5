/* on_gpu.c - an automaton on the gasket, by a fat binary that nbbgen emitted and the driver API, which takes
   what fits the card. C reads the constants of gasket.cu; its kernels are in the fat binary. */
#include "gasket.cu"

#include <cuda.h>
#include <stdio.h>
#include <stdlib.h>

static void check(CUresult result)
{
    const char *text = "unknown error";
    if (result != CUDA_SUCCESS) {
        cuGetErrorString(result, &text);
        fprintf(stderr, "%s\n", text);
        exit(EXIT_FAILURE);
    }
}

static void launch(CUmodule module, const char *name, unsigned blocks, unsigned threads, void **parameters)
{
    CUfunction kernel;
    check(cuModuleGetFunction(&kernel, module, name));
    check(cuLaunchKernel(kernel, blocks, 1, 1, threads, 1, 1, 0, NULL, parameters, NULL));
}

int main(void)
{
    CUdevice device;
    CUcontext context;
    CUmodule module;
    CUdeviceptr state, other, counts;
    unsigned long long found[2];
    unsigned long long arguments[] = { 1, 1ull << 31 };  /* nbb_arguments: the seed; half of 2^32, the density */
    check(cuInit(0));
    check(cuDeviceGet(&device, 0));
    check(cuDevicePrimaryCtxRetain(&context, device));
    check(cuCtxSetCurrent(context));
    check(cuModuleLoad(&module, IMAGE));
    check(cuMemAlloc(&state, NBB_STATE_BYTES));
    check(cuMemAlloc(&other, NBB_STATE_BYTES));
    check(cuMemAlloc(&counts, sizeof found));
    check(cuMemsetD8(state, 0, NBB_STATE_BYTES));
    check(cuMemsetD8(other, 0, NBB_STATE_BYTES));
    check(cuMemsetD8(counts, 0, sizeof found));
    launch(module, NBB_INIT_NAME, NBB_INIT_BLOCKS, NBB_INIT_THREADS, (void *[]){ &state, arguments });
    for (int step = 0; step < 12; step += NBB_STEP_STEPS) {
        launch(module, NBB_STEP_NAME, NBB_STEP_BLOCKS, NBB_STEP_THREADS, (void *[]){ &state, &other });
        CUdeviceptr last = state;
        state = other;
        other = last;
    }
    launch(module, NBB_CENSUS_NAME, NBB_CENSUS_BLOCKS, NBB_CENSUS_THREADS, (void *[]){ &state, &counts });
    check(cuMemcpyDtoH(found, counts, sizeof found));
    printf("%llu cells live, digest 0x%016llx\n", found[0], found[1]);
    return EXIT_SUCCESS;
}
