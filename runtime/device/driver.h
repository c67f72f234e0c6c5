/* driver.h - the CUDA driver, loaded on first use: $NBBGEN_LIBCUDA where it is set, else libcuda.so.1. */
#ifndef NBB_DRIVER_H
#define NBB_DRIVER_H

#include "gen/base/status.h"
#include "runtime/device/cuda_symbols.h"

/* Loads and initialises the driver once. Fails (device) with the names tried, or with the driver's reason. */
nbb_status nbb_driver_load(const nbb_driver **driver);

/* NBB_OK for CUDA_SUCCESS, else NBB_ERROR_DEVICE: the call, the error's name and the driver's words for it. */
nbb_status nbb_driver_check(const nbb_driver *driver, CUresult result, const char *call);

/* A checked call: NBB_TRY(NBB_CALL(driver, cuDeviceGet, &device, 0)). Needs one argument at least. */
#define NBB_CALL(driver, name, ...) nbb_driver_check((driver), (driver)->name(__VA_ARGS__), #name)

#endif
