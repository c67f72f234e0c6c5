/* bench_rates.h - how fast a device copies, writes, reads and computes: what a row of a bench is a share of. */
#ifndef NBB_BENCH_RATES_H
#define NBB_BENCH_RATES_H

#include "runtime/device/device.h"

/* A second's bytes, where a copy counts the bytes read and those written, and a second's operations of three 32-bit
   words. 0: not measured. */
typedef struct nbb_rates {
    double copy, write, read, logic;
} nbb_rates;

/* Measures with the kernels of templates/TARGET/rates.in, whose text `source` is, in buffers sized by the free
   memory, and with the device's own copy and fill; each rate is the best of what was tried. */
nbb_status nbb_rates_measure(nbb_device *device, const char *source, bool use_cache, nbb_rates *rates);

#endif
