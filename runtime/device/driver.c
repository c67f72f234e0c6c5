/* driver.c - finds the CUDA driver and its devices, and puts its errors into words. */
#include "runtime/device/cuda_device.h"

#include "runtime/device/loaded.h"

static const char *const names[] = {
    "libcuda.so.1",
    "/usr/local/nvidia/lib64/libcuda.so.1",
    "/usr/lib/x86_64-linux-gnu/libcuda.so.1",
    NULL,
};

struct nbb_driver nbb_driver;

static nbb_loaded loaded = { .variable = "NBBGEN_LIBCUDA",
                             .names = names,
                             .none = "no CUDA driver: ",
                             .help = "",
                             .remedy = "a newer CUDA driver is needed",
                             .symbols = (const char *const[]){ NBB_DRIVER_SYMBOLS(NBB_LOADED_NAME) NULL },
                             .table = &nbb_driver,
                             .lock = PTHREAD_MUTEX_INITIALIZER };

/* The driver lets itself be initialised again. */
static nbb_status load(void)
{
    NBB_TRY(nbb_loaded_once(&loaded));
    return NBB_CALL(cuInit, 0);
}

nbb_status nbb_driver_count(int *count)
{
    NBB_TRY(load());
    NBB_TRY(NBB_CALL(cuDeviceGetCount, count));
    NBB_STOP_IF(*count == 0, NBB_ERROR_DEVICE, "the CUDA driver has no device");
    return NBB_OK;
}

int nbb_cuda_count(nbb_text *reason)
{
    int count = 0;
    NBB_RETURN_IF(nbb_driver_count(&count) == NBB_OK, count);
    NBB_TEXT_ADD_IF(reason != NULL, reason, "%s", nbb_message());
    return 0;
}

nbb_cuda_link nbb_cuda_link_of(int from, int to)
{
    static const int attributes[] = { CU_DEVICE_P2P_ATTRIBUTE_ACCESS_SUPPORTED,
                                      CU_DEVICE_P2P_ATTRIBUTE_NATIVE_ATOMIC_SUPPORTED };
    CUdevice devices[2] = { 0, 0 };
    int values[2] = { 0, 0 }, count = 0;
    bool found = nbb_driver_count(&count) == NBB_OK && from < count && to < count
                 && nbb_driver.cuDeviceGet(&devices[0], from) == CUDA_SUCCESS
                 && nbb_driver.cuDeviceGet(&devices[1], to) == CUDA_SUCCESS
                 && NBB_ALL(i, 2,
                            nbb_driver.cuDeviceGetP2PAttribute(&values[i], attributes[i], devices[0], devices[1])
                                == CUDA_SUCCESS);
    return !found || values[0] == 0 ? NBB_LINK_NONE : values[1] == 0 ? NBB_LINK_DIRECT : NBB_LINK_ATOMIC;
}

void nbb_cuda_version(const char *root, nbb_text *text)
{
    int version = 0;
    NBB_LEAVE_IF(load() != NBB_OK || nbb_driver.cuDriverGetVersion(&version) != CUDA_SUCCESS);
    NBB_LOCAL_TEXT content = NBB_TEXT_EMPTY;
    NBB_LOCAL_TEXT where = nbb_text_of("%s%s", root, "/sys/module/nvidia/version");
    if (nbb_text_read_file(&content, nbb_text_string(&where), 4096, NBB_ERROR_DEVICE) == NBB_OK) {
        nbb_text_put(text, nbb_text_string(&content), strcspn(nbb_text_string(&content), "\n"));
    }
    nbb_text_add(text, text->length > 0 ? " (CUDA %d.%d)" : "CUDA %d.%d", version / 1000, version % 1000 / 10);
}

nbb_status nbb_driver_check(CUresult result, const char *call)
{
    NBB_DONE_IF(result == CUDA_SUCCESS);
    const char *name = NULL, *words = NULL;
    NBB_STOP_IF(nbb_driver.cuGetErrorName(result, &name) != CUDA_SUCCESS || name == NULL
                    || nbb_driver.cuGetErrorString(result, &words) != CUDA_SUCCESS || words == NULL,
                NBB_ERROR_DEVICE, "%s: CUDA error %d", call, result);
    return nbb_fail(NBB_ERROR_DEVICE, "%s: %s (%s)", call, name, words);
}
