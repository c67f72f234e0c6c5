/* fatbin.h - fat binaries: images of one source for several architectures, of which the driver loads the one that
   fits the card.

   NVRTC makes the images. The container's format is NVIDIA's own: `fatbinary`, a program of the CUDA toolkit, writes
   it, from $CUDA_HOME/bin, $CUDA_PATH/bin, /usr/local/cuda/bin or $PATH. */
#ifndef NBB_FATBIN_H
#define NBB_FATBIN_H

#include "runtime/device/nvrtc.h"

/* Appends the fat binary of the request's source for a list of architectures: a cubin for each "sm_90", PTX for each
   "compute_90". Its `image` is not looked at. Fails as nbb_nvrtc_compile does, and (device) without fatbinary. */
nbb_status nbb_fatbin_compile(const nbb_nvrtc_request *request, nbb_text *image);

/* The least compute capability of a list of architectures. Fails (usage) on another text. */
nbb_status nbb_fatbin_capability(const char *architectures, int *number);

#endif
