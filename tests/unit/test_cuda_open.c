/* test_cuda_open.c - what stands between a device and its use: driver, NVRTC, context, the number asked for. */
#include "unit.h"
#include "runtime/device/cuda_symbols.h"
#include "runtime/device/device.h"
#include "runtime/device/nvrtc.h"
#include "support.h"

static const char source[] = "void store(...) { } void other(...) { }";

/* These come first: a driver that was loaded stays. */
TEST_BETWEEN(test_no_driver, support_enter_cuda, support_leave)
{
    nbb_device *device = NULL;
    NBB_LOCAL_TEXT reason = NBB_TEXT_EMPTY;
    NBB_LOCAL_TEXT other = support_path("libcuda[1].so"); /* a name, no pattern */
    support_write("libcuda1.so", "no library", 0600);
    setenv("NBBGEN_LIBCUDA", other.data, 1);
    assert_int_equal(nbb_cuda_count(&reason), 0);
    assert_non_null(strstr(reason.data, other.data));
    nbb_text_free(&reason);
    setenv("NBBGEN_LIBCUDA", "/nowhere/libcuda.so.1", 1);
    assert_int_equal(nbb_cuda_count(&reason), 0);
    assert_non_null(strstr(reason.data, "no CUDA driver"));
    assert_non_null(strstr(reason.data, "/nowhere/libcuda.so.1"));
    assert_int_equal(nbb_cuda_count(NULL), 0);
    assert_int_equal(nbb_cuda_open(0, &device), NBB_ERROR_DEVICE);
    assert_null(device);
}

TEST_BETWEEN(test_driver_without_a_symbol, support_enter_cuda, support_leave)
{
    NBB_LOCAL_TEXT reason = NBB_TEXT_EMPTY;
    setenv("NBBGEN_LIBCUDA", "libm.so.6", 1);
    assert_int_equal(nbb_cuda_count(&reason), 0);
    assert_non_null(strstr(reason.data, "cuInit"));
}

TEST_BETWEEN(test_count, support_enter_cuda, support_leave)
{
    NBB_LOCAL_TEXT reason = NBB_TEXT_EMPTY;
    setenv("NBB_FAKE_DEVICES", "3", 1);
    assert_int_equal(nbb_cuda_count(&reason), 3);
    assert_int_equal(reason.length, 0);
    setenv("NBB_FAKE_DEVICES", "0", 1);
    assert_int_equal(nbb_cuda_count(&reason), 0);
    assert_non_null(strstr(reason.data, "no device"));
}

TEST_BETWEEN(test_description, support_enter_cuda, support_leave)
{
    nbb_device *device = NULL;
    setenv("NBB_FAKE_DEVICES", "2", 1);
    assert_int_equal(nbb_cuda_open(1, &device), NBB_OK);
    assert_true(device->is_cuda);
    assert_string_equal(device->name, "Fake GPU 1");
    assert_string_equal(device->architecture, "sm_90");
    assert_int_equal(device->memory, 65536);
    assert_int_equal(device->multiprocessors, 132);
    assert_int_equal(device->cluster_blocks, 8);
    assert_int_equal(nbb_cuda_cluster_blocks(89), 1);
    assert_int_equal(device->shared_bytes, 232448);
    static const uint32_t bytes[][2] = { { 70, 98304 },  { 75, 65536 },   { 80, 166912 },
                                         { 89, 101376 }, { 100, 232448 }, { 120, 101376 } };
    for (size_t i = 0; i < sizeof bytes / sizeof bytes[0]; ++i) {
        assert_int_equal(nbb_cuda_shared_bytes((int)bytes[i][0]), bytes[i][1]);
    }
    device->operations->close(device);
}

static int releases_of_one(const char *failing)
{
    nbb_device *device = NULL;
    int before = support_fake_calls("cuDevicePrimaryCtxRelease_v2");
    setenv("NBB_FAKE_FAIL", failing, 1);
    assert_int_equal(nbb_cuda_open(0, &device), NBB_OK);
    device->operations->close(device);
    return support_fake_calls("cuDevicePrimaryCtxRelease_v2") - before;
}

/* One hold on a context stays, until it fails. */
TEST_BETWEEN(test_context_is_kept, support_enter_cuda, support_leave)
{
    releases_of_one("cuCtxSynchronize");
    assert_int_equal(releases_of_one(""), 0);
    assert_int_equal(releases_of_one(""), 1);
    assert_int_equal(releases_of_one("cuCtxSynchronize"), 2);
}

/* A context that cannot be made fails whatever comes first and all that follows, and is not given back. */
TEST_BETWEEN(test_context_that_fails, support_enter_cuda, support_leave)
{
    static const char *const words = "cuDevicePrimaryCtxRetain: CUDA_ERROR_OUT_OF_MEMORY (out of memory)";
    nbb_device *device = NULL;
    nbb_module *module = NULL;
    nbb_address address = 0;
    uint64_t left = 0;
    bool hit = false;
    (void)state;
    setenv("NBB_FAKE_FAIL", "cuDevicePrimaryCtxRetain:2", 1);
    assert_int_equal(nbb_cuda_open(0, &device), NBB_OK);
    assert_int_equal(device->operations->available(device, &left), NBB_ERROR_DEVICE);
    assert_string_equal(nbb_message(), words);
    assert_int_equal(device->operations->allocate(device, 1, &address), NBB_ERROR_DEVICE);
    assert_string_equal(nbb_message(), words);
    assert_int_equal(support_load(device, source, false, &module, &hit), NBB_ERROR_DEVICE);
    assert_string_equal(nbb_message(), words);
    assert_null(module);
    assert_int_equal(device->operations->wait(device), NBB_ERROR_DEVICE);
    device->operations->close(device);
    assert_int_equal(support_fake_calls("cuDevicePrimaryCtxRetain"), 1);
    assert_int_equal(support_fake_calls("cuDevicePrimaryCtxRelease_v2"), 0);
    assert_int_equal(support_fake_calls("cuCtxSetCurrent"), 0);
}

TEST_BETWEEN(test_ordinal_out_of_range, support_enter_cuda, support_leave)
{
    nbb_device *device = NULL;
    setenv("NBB_FAKE_DEVICES", "2", 1);
    assert_int_equal(nbb_cuda_open(2, &device), NBB_ERROR_DEVICE);
    assert_string_equal(nbb_message(), "no CUDA device 2: there are 2, numbered from 0");
    assert_int_equal(nbb_cuda_open(-1, &device), NBB_ERROR_DEVICE);
}
