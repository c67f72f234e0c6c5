/* bench_rates.h - how fast a device's memory copies, writes and reads: what a row of a bench is a share of. */
#ifndef NBB_BENCH_RATES_H
#define NBB_BENCH_RATES_H

#include "runtime/device/device.h"

/* Bytes a second; a copy counts the bytes read and those written. 0: not measured. */
typedef struct nbb_rates {
    double copy, write, read;
} nbb_rates;

/* Measures with the kernels of templates/TARGET/rates.in, whose text `source` is, in buffers sized by the free
   memory, and with the device's own copy and fill; each rate is the best of what was tried. */
nbb_status nbb_rates_measure(nbb_device *device, const char *source, bool use_cache, nbb_rates *rates);

#endif
