/* driver.c - finds the CUDA driver and its devices, and puts its errors into words. */
#include "runtime/device/cuda_device.h"

#include "runtime/device/loaded.h"

static const char *const names[] = {
    "libcuda.so.1",
    "/usr/local/nvidia/lib64/libcuda.so.1",
    "/usr/lib/x86_64-linux-gnu/libcuda.so.1",
    NULL,
};

static nbb_status begin(const void *table)
{
    const nbb_driver *driver = table;
    return NBB_CALL(driver, cuInit, 0);
}

static nbb_status load(const nbb_driver **driver)
{
    static const char *const symbols[] = { NBB_DRIVER_SYMBOLS(NBB_LOADED_NAME) NULL };
    static nbb_driver table;
    static nbb_loaded loaded = { .variable = "NBBGEN_LIBCUDA",
                                 .names = names,
                                 .none = "no CUDA driver: ",
                                 .help = "",
                                 .remedy = "a newer CUDA driver is needed",
                                 .symbols = symbols,
                                 .table = &table,
                                 .begin = begin,
                                 .lock = PTHREAD_MUTEX_INITIALIZER };
    *driver = &table;
    return nbb_loaded_once(&loaded);
}

nbb_status nbb_driver_count(const nbb_driver **driver, int *count)
{
    NBB_TRY(load(driver));
    NBB_TRY(NBB_CALL(*driver, cuDeviceGetCount, count));
    NBB_STOP_IF(*count == 0, NBB_ERROR_DEVICE, "the CUDA driver has no device");
    return NBB_OK;
}

int nbb_cuda_count(nbb_text *reason)
{
    const nbb_driver *driver = NULL;
    int count = 0;
    NBB_RETURN_IF(nbb_driver_count(&driver, &count) == NBB_OK, count);
    NBB_TEXT_ADD_IF(reason != NULL, reason, "%s", nbb_message());
    return 0;
}

nbb_cuda_link nbb_cuda_link_of(int from, int to)
{
    static const int attributes[] = { CU_DEVICE_P2P_ATTRIBUTE_ACCESS_SUPPORTED,
                                      CU_DEVICE_P2P_ATTRIBUTE_NATIVE_ATOMIC_SUPPORTED };
    const nbb_driver *driver = NULL;
    CUdevice devices[2] = { 0, 0 };
    int values[2] = { 0, 0 }, count = 0;
    bool found = nbb_driver_count(&driver, &count) == NBB_OK && from < count && to < count
                 && driver->cuDeviceGet(&devices[0], from) == CUDA_SUCCESS
                 && driver->cuDeviceGet(&devices[1], to) == CUDA_SUCCESS
                 && NBB_ALL(i, 2,
                            driver->cuDeviceGetP2PAttribute(&values[i], attributes[i], devices[0], devices[1])
                                == CUDA_SUCCESS);
    return !found || values[0] == 0 ? NBB_LINK_NONE : values[1] == 0 ? NBB_LINK_DIRECT : NBB_LINK_ATOMIC;
}

void nbb_cuda_version(const char *root, nbb_text *text)
{
    const nbb_driver *driver = NULL;
    int version = 0;
    NBB_LEAVE_IF(load(&driver) != NBB_OK || driver->cuDriverGetVersion(&version) != CUDA_SUCCESS);
    /* Appends the first line of a file, if there is one. */
    NBB_LOCAL_TEXT content = NBB_TEXT_EMPTY;
    NBB_LOCAL_TEXT where = nbb_text_of("%s%s", root, "/sys/module/nvidia/version");
    if (nbb_text_read_file(&content, nbb_text_string(&where), 4096, NBB_ERROR_DEVICE) == NBB_OK) {
        nbb_text_put(text, nbb_text_string(&content), strcspn(nbb_text_string(&content), "\n"));
    }
    nbb_text_add(text, text->length > 0 ? " (CUDA %d.%d)" : "CUDA %d.%d", version / 1000, version % 1000 / 10);
}

nbb_status nbb_driver_check(const nbb_driver *driver, CUresult result, const char *call)
{
    NBB_DONE_IF(result == CUDA_SUCCESS);
    const char *name = NULL, *words = NULL;
    NBB_STOP_IF(driver->cuGetErrorName(result, &name) != CUDA_SUCCESS || name == NULL
                    || driver->cuGetErrorString(result, &words) != CUDA_SUCCESS || words == NULL,
                NBB_ERROR_DEVICE, "%s: CUDA error %d", call, result);
    return nbb_fail(NBB_ERROR_DEVICE, "%s: %s (%s)", call, name, words);
}
