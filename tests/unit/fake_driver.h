/* fake_driver.h - a CUDA driver (fake_driver.c, fake_graph.c) and an NVRTC (fake_nvrtc.c) in one library, to test
   without a GPU.

   The library is loaded through NBBGEN_LIBCUDA and NBBGEN_NVRTC. The environment tells it what to be:

       NBB_FAKE_FAIL        "cuMemAlloc_v2" or "cuMemAlloc_v2:2": that call fails, with error 2 (else 999);
                            "cuMemAlloc_v2@3": its third call fails
       NBB_FAKE_AWAIT       "nvrtcCompileProgram": the context is not made before that was called, within ten seconds
       NBB_FAKE_DEVICES     the number of devices, else 1
       NBB_FAKE_CAPABILITY  the compute capability, else "9.0"
       NBB_FAKE_MEMORY      the bytes of device memory, else 65536
       NBB_FAKE_TAKEN       those that others have, else 0
       NBB_FAKE_ELAPSED     the milliseconds between any two events, else what passed
       NBB_FAKE_FAST        a regular expression: half of them after a kernel whose source has it

   NVRTC knows sm_75, sm_80 and sm_90. An image is "cubin " or "ptx ", each option and a blank, "|" and the source; a
   source that holds "#error" does not compile. A kernel is any name that stands in the source as " NAME(". A launch
   of `store` (address, uint64_t, uint32_t) writes its two numbers, the blocks and the threads to the address
   as uint64_t[4]; any other kernel does nothing. */
#ifndef NBB_FAKE_DRIVER_H
#define NBB_FAKE_DRIVER_H

#include "runtime/device/cuda_symbols.h"

/* The signatures are the program's own: a difference does not compile. */
#define DECLARE(name, parameters) CUresult name parameters;
NBB_DRIVER_SYMBOLS(DECLARE)
#undef DECLARE

enum { ERROR_INVALID_VALUE = 1 };

struct CUfunc_st {
    struct CUfunc_st *next;
    char *name;
    bool fast; /* by NBB_FAKE_FAST */
    unsigned shared_limit;
};

/* For tests, found with dlsym: how often a symbol was called since the last reset, and the bytes now allocated. */
int nbb_fake_calls(const char *symbol);
void nbb_fake_reset(void);
size_t nbb_fake_used(void);

/* The host memory that stands for an address. */
void *nbb_fake_memory_at(CUdeviceptr address);

/* Counts a call; the error it was set to fail with, or 0. */
int nbb_fake_enter(const char *symbol);

/* Opens each of the library's functions. */
#define ENTER(name)                                   \
    do {                                              \
        int error_ = nbb_fake_enter(#name);           \
        if (error_ != 0) {                            \
            return error_;                            \
        }                                             \
    } while (0)

#endif
