/* driver.c - finds the CUDA driver and puts its errors into words. */
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

nbb_status nbb_driver_load(const nbb_driver **driver)
{
#define SYMBOL(name, parameters) { #name, offsetof(nbb_driver, name) },
    static const nbb_symbol symbols[] = { NBB_DRIVER_SYMBOLS(SYMBOL) };
    static nbb_driver table;
    static nbb_loaded loaded = { .variable = "NBBGEN_LIBCUDA",
                                 .names = names,
                                 .none = "no CUDA driver: ",
                                 .help = "",
                                 .remedy = "a newer CUDA driver is needed",
                                 .symbols = symbols,
                                 .count = sizeof symbols / sizeof symbols[0],
                                 .table = &table,
                                 .begin = begin,
                                 .lock = PTHREAD_MUTEX_INITIALIZER };
    *driver = &table;
    return nbb_loaded_once(&loaded);
}

void nbb_cuda_version(const char *root, nbb_text *text)
{
    const nbb_driver *driver = NULL;
    int version = 0;
    if (nbb_driver_load(&driver) != NBB_OK || driver->cuDriverGetVersion(&version) != CUDA_SUCCESS) {
        return;
    }
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
    if (result == CUDA_SUCCESS) {
        return NBB_OK;
    }
    const char *name = NULL;
    const char *words = NULL;
    NBB_FAIL_IF(driver->cuGetErrorName(result, &name) != CUDA_SUCCESS || name == NULL
                    || driver->cuGetErrorString(result, &words) != CUDA_SUCCESS || words == NULL,
                nbb_fail(NBB_ERROR_DEVICE, "%s: CUDA error %d", call, result));
    return nbb_fail(NBB_ERROR_DEVICE, "%s: %s (%s)", call, name, words);
}
