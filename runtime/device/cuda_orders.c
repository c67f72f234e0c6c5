/* cuda_orders.c - streams and events of a CUDA device. */
#include "runtime/device/cuda_orders.h"

/* Others wait for what is launched there, so its blocks go before those of the default stream that have not begun. A
   stream that is not NON_BLOCKING would wait for the default one, and the reverse. */
static nbb_status make_second(const nbb_driver *driver, nbb_cuda_orders *orders)
{
    enum { FIRST_OF_ALL = -1000 };                    /* the driver takes the highest priority that there is */
    NBB_TRY(NBB_CALL(driver, cuEventCreate, &orders->forked, CU_EVENT_DISABLE_TIMING));
    NBB_TRY(NBB_CALL(driver, cuEventCreate, &orders->joined, CU_EVENT_DISABLE_TIMING));
    return NBB_CALL(driver, cuStreamCreateWithPriority, &orders->second, CU_STREAM_NON_BLOCKING, FIRST_OF_ALL);
}

nbb_status nbb_cuda_orders_fork(const nbb_driver *driver, nbb_cuda_orders *orders)
{
    NBB_TRY(orders->second == NULL ? make_second(driver, orders) : NBB_OK);
    NBB_TRY(NBB_CALL(driver, cuEventRecord, orders->forked, NULL));
    return NBB_CALL(driver, cuStreamWaitEvent, orders->second, orders->forked, 0);
}

nbb_status nbb_cuda_orders_join(const nbb_driver *driver, const nbb_cuda_orders *orders)
{
    NBB_TRY(NBB_CALL(driver, cuEventRecord, orders->joined, orders->second));
    return NBB_CALL(driver, cuStreamWaitEvent, NULL, orders->joined, 0);
}

nbb_status nbb_cuda_orders_mark(const nbb_driver *driver, nbb_cuda_orders *orders, int mark)
{
    CUevent *event = &orders->marks[mark];
    NBB_TRY(*event == NULL ? NBB_CALL(driver, cuEventCreate, event, 0) : NBB_OK);
    return NBB_CALL(driver, cuEventRecord, *event, NULL);
}

nbb_status nbb_cuda_orders_elapsed(const nbb_driver *driver, const nbb_cuda_orders *orders, int from, int to,
                                   double *milliseconds)
{
    const CUevent *marks = orders->marks;
    float between = 0;
    if (marks[from] == NULL || marks[to] == NULL) {
        return nbb_fail(NBB_ERROR_DEVICE, "time mark %d or %d was never set", from, to);
    }
    NBB_TRY(NBB_CALL(driver, cuEventSynchronize, marks[to]));
    NBB_TRY(NBB_CALL(driver, cuEventElapsedTime, &between, marks[from], marks[to]));
    *milliseconds = (double)between;
    return NBB_OK;
}

static void destroy_event(const nbb_driver *driver, CUevent event)
{
    if (event != NULL) {
        driver->cuEventDestroy_v2(event);
    }
}

void nbb_cuda_orders_end(const nbb_driver *driver, const nbb_cuda_orders *orders)
{
    for (int i = 0; i < NBB_MARKS; i++) {
        destroy_event(driver, orders->marks[i]);
    }
    destroy_event(driver, orders->forked);
    destroy_event(driver, orders->joined);
    if (orders->second != NULL) {
        driver->cuStreamDestroy_v2(orders->second);
    }
}
