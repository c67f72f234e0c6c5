// gpus.cu - a machine of GPUs that has none: one library that stands for the CUDA driver, NVRTC and NCCL at once. For
// suites/gpus.sh, where ranks of the CUDA target run as they do on GPUs.
//
//     nvcc-emu -shared gpus.cu -o gpus.so -I the sources
//     export NBBGEN_LIBCUDA=gpus.so NBBGEN_NVRTC=gpus.so NBBGEN_NCCL=gpus.so NBB_STUB_SOURCE=the sources
//
// Kernels run in the emulator (tests/emulator); a process has one GPU. Work on a stream is done when somebody waits for
// it, and where two streams have some, in the order that NBB_STUB_FIRST tells: so work that nothing orders is done once
// in one order and once in the other.
//
//     NBB_STUB_GPUS    how many there are: 2 unless given
//     NBB_STUB_MEMORY  bytes that a GPU says are free
//     NBB_STUB_ARCH    their compute capability, 80 unless given: 90 has clusters of several blocks
//     NBB_STUB_CLUSTERS  clusters of blocks that it says run at once: a million unless given
//     NBB_STUB_FIRST   default: the default stream's work as soon as can be, unless given; others: that of others
//     NBB_STUB_LOG     FILE.N gets a line for each launch and exchange on GPU N, in the order of the calls
#include "runtime/device/cuda_symbols.h"

#include "streams.h"

#include "driver.h"
#include "nccl.h"
#include "nvrtc.h"
