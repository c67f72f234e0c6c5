/* nvrtc.h - NVRTC, the run-time compiler of CUDA: source text in, a cubin or PTX out. Needs no GPU.

   The library is $NBBGEN_NVRTC where it is set, else the first one found in the folders of $LD_LIBRARY_PATH,
   $CUDA_HOME, $CUDA_PATH, /usr/local/cuda and the system. It is found by looking and loaded only to compile: loading
   costs up to half a second from a cold disk, which a module from the cache need not pay. */
#pragma once

#include "runtime/device/cuda_symbols.h"

typedef enum nbb_image {
    NBB_IMAGE_CUBIN,                                  /* for exactly this architecture */
    NBB_IMAGE_PTX,
    NBB_IMAGE_LOADABLE                                /* a cubin; PTX where the card is newer than NVRTC */
} nbb_image;

typedef struct nbb_nvrtc_request {
    const char *source;
    const char *name;                                 /* an identifier: messages say NAME.cu */
    const char *architecture;                         /* "sm_90"; "compute_90" says the same */
    nbb_image image;
} nbb_nvrtc_request;

/* Appends the image. Fails (usage) on an architecture that does not exist or that NVRTC does not know. Fails (device)
   with NVRTC's whole log when the source does not compile; then the source is kept in a file that the message names.
   Several threads may compile at once. */
nbb_status nbb_nvrtc_compile(const nbb_nvrtc_request *request, nbb_text *image);

/* Appends all that the image depends on, a key for the cache. Does not load NVRTC where its file can be found. */
nbb_status nbb_nvrtc_key(const nbb_nvrtc_request *request, nbb_text *key);

/* The compute capability of an architecture, 90 of "sm_90" or "sm_90a". Fails (usage) on another text. */
nbb_status nbb_nvrtc_capability(const char *architecture, int *number);

/* NVRTC's version: 13, 0. Loads it. */
nbb_status nbb_nvrtc_version(int *major, int *minor);

/* Fat binaries are images of one source for several architectures, of which the driver loads the one that fits the
   card. NVRTC makes the images. The container's format is NVIDIA's own: `fatbinary`, a program of the CUDA toolkit,
   writes it, from $CUDA_HOME/bin, $CUDA_PATH/bin, /usr/local/cuda/bin or $PATH.

   Appends the fat binary of the request's source for a list of architectures: a cubin for each "sm_90", PTX for each
   "compute_90". Its `image` is not looked at. Fails as nbb_nvrtc_compile does, and (device) without fatbinary. */
nbb_status nbb_fatbin_compile(const nbb_nvrtc_request *request, nbb_text *image);

/* The least compute capability of a list of architectures. Fails (usage) on another text. */
nbb_status nbb_fatbin_capability(const char *architectures, int *number);

/* The blocks that a cluster may have on every device of a compute capability (90: 9.0); 1: there are no clusters. */
uint32_t nbb_cuda_cluster_blocks(int capability);

/* The bytes of shared memory that a block may ask for on every device of a compute capability (CUDA C++ Programming
   Guide, "Technical Specifications per Compute Capability"). */
uint32_t nbb_cuda_shared_bytes(int capability);
