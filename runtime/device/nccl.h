/* nccl.h - NCCL, which moves words from GPU to GPU: found and loaded at run time, as the driver is. */
#pragma once

#include "runtime/device/device.h"
#include "runtime/device/ranks.h"

/* From here on the ranks exchange between their GPUs, this rank's being `device`. Fails (device) on all ranks where
   one has no NCCL, and says what to install. */
nbb_status nbb_nccl_join(nbb_ranks *ranks, nbb_device *device);

/* Appends the version, "2.28.9 (/usr/lib/.../libnccl.so.2)". Fails (device) where there is none, and says what to
   install. */
nbb_status nbb_nccl_version(nbb_text *text);
