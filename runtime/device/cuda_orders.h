/* cuda_orders.h - a second order of launches beside the default stream's, and time marks in that one. */
#ifndef NBB_CUDA_ORDERS_H
#define NBB_CUDA_ORDERS_H

#include "runtime/device/device.h"
#include "runtime/device/driver.h"

/* Zeroed at first; made in the context that is current when they are asked for. */
typedef struct nbb_cuda_orders {
    CUevent marks[NBB_MARKS];                         /* NULL: never set */
    CUstream second;                                  /* NULL: there was none */
    CUevent forked, joined;
} nbb_cuda_orders;

/* As device.h has them; the stream of the second order, and the default one again, are the caller's to take. */
nbb_status nbb_cuda_orders_fork(const nbb_driver *driver, nbb_cuda_orders *orders);
nbb_status nbb_cuda_orders_join(const nbb_driver *driver, const nbb_cuda_orders *orders);
nbb_status nbb_cuda_orders_mark(const nbb_driver *driver, nbb_cuda_orders *orders, int mark);
nbb_status nbb_cuda_orders_elapsed(const nbb_driver *driver, const nbb_cuda_orders *orders, int from, int to,
                                   double *milliseconds);

void nbb_cuda_orders_end(const nbb_driver *driver, const nbb_cuda_orders *orders);

#endif
