/* cuda_reserve.h - addresses of a device of which a part has memory: a shard's, and pages with words of others.

   Pages, of 2 MiB, that have something get memory of their own. All others share a piece of memory that is 0, so that
   whatever reads them finds an address. */
#ifndef NBB_CUDA_RESERVE_H
#define NBB_CUDA_RESERVE_H

#include "runtime/device/device.h"
#include "runtime/device/driver.h"

typedef struct nbb_cuda_reservation nbb_cuda_reservation;

/* As `reserve` of device.h, in the current context; adds to the list. */
nbb_status nbb_cuda_reserve(const nbb_driver *driver, CUdevice device, uint64_t bytes, const nbb_byte_range *ranges,
                            int64_t count, nbb_cuda_reservation **list, CUdeviceptr *address);

/* Whether the address is on the list; then its memory is given back. */
bool nbb_cuda_release_reserved(nbb_cuda_reservation **list, CUdeviceptr address);

#endif
