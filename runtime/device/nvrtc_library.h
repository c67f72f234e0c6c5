/* nvrtc_library.h - where NVRTC and its headers are. For nvrtc.c alone. */
#ifndef NBB_NVRTC_LIBRARY_H
#define NBB_NVRTC_LIBRARY_H

#include "runtime/device/cuda_symbols.h"
#include "runtime/device/nvrtc.h"

/* Loads NVRTC once. Fails (device) with the places looked in, or the symbol that an old one lacks. */
nbb_status nbb_nvrtc_load(const nbb_nvrtc **nvrtc);

/* Appends the folder of the headers that the source includes (<mma.h>, <cuda_fp16.h>); nothing for a source that
   includes none. Fails (device) with the folders looked in. */
nbb_status nbb_nvrtc_headers(const char *source, nbb_text *folder);

#endif
