/* test_cuda.c - the CUDA device over the fake driver: what it says of itself, does, and reports when a call fails. */
#include "unit.h"
#include "runtime/device/cuda_symbols.h"
#include "runtime/device/device.h"
#include "support.h"

static const char source[] = "void store(...) { } void other(...) { }";

TEST_BETWEEN(test_memory_and_time, support_enter_cuda, support_leave)
{
    nbb_device *device = support_open_cuda();
    support_check_memory(device, 1000);
    assert_int_equal(support_fake_used(), 0);
    support_check_marks(device);
    assert_int_equal(support_fake_calls("cuEventCreate"), 2);
    device->operations->close(device);
    assert_int_equal(support_fake_calls("cuEventDestroy_v2"), 2);
}

/* Pages in which a range lies have memory of their own, runs of them together; the others share one page, or as many
   as are mapped at once. All is given back. */
TEST_BETWEEN(test_reserved_addresses, support_enter_cuda, support_leave)
{
    enum { PAGE = 4096, PAGES = 2048, AT_ONCE = 2 };
    LOCAL_DEVICE device = support_open_cuda();
    nbb_address address = 0;
    const nbb_reserved ranges[] = { { 36 * PAGE + 100, 38 * PAGE, 0 }, { 0, 1, 0 }, { PAGE - 1, PAGE, 0 } };
    int created = support_fake_calls("cuMemCreate");
    setenv("NBB_FAKE_MEMORY", "200000", 1);
    assert_int_equal(device->operations->reserve(device, PAGES * PAGE, ranges, 3, &address), NBB_OK);
    assert_int_equal(support_fake_calls("cuMemCreate") - created, 4);
    assert_int_equal(support_fake_used(), (1 + 2 + 1 + AT_ONCE) * PAGE);
    char bytes[2] = { 1, 1 };
    assert_int_equal(device->operations->download(device, bytes, address + 37 * PAGE, 2), NBB_OK);
    assert_int_equal(bytes[0] | bytes[1], 0);
    device->operations->release(device, address);
    assert_int_equal(support_fake_used(), 0);
    setenv("NBB_FAKE_MEMORY", "20000", 1);
    assert_int_equal(device->operations->reserve(device, PAGES * PAGE, ranges, 3, &address), NBB_ERROR_DEVICE);
    assert_int_equal(support_fake_used(), 0);
    unsetenv("NBB_FAKE_MEMORY");
}

/* Pages of unlike phases share memory, those of one phase never do, whatever a page has beside. */
TEST(test_pages_of_unlike_phases)
{
    enum { PAGE = 10 };
    const nbb_reserved ranges[] = { { 0, 20, 0 },  { 15, 35, 1 }, { 40, 41, 1 }, { 50, 60, 2 }, { 40, 50, 2 },
                                    { 60, 61, 3 }, { 20, 30, 3 }, { 69, 71, 3 }, { 70, 71, 2 } };
    uint32_t memory[9] = { 0 }, shared = 0;
    uint64_t bytes = 0;
    const uint32_t wanted[9] = { NBB_PAGE_OWN, NBB_PAGE_OWN, 2, 3, 4, 2, 3, 5, 0 };
    assert_int_equal(nbb_reserved_pages(ranges, 9, PAGE, memory, &shared, &bytes), NBB_OK);
    assert_int_equal(shared, 4);
    assert_int_equal(bytes, 6 * PAGE);
    assert_memory_equal(memory, wanted, sizeof wanted);
}

TEST_BETWEEN(test_out_of_memory_says_how_much, support_enter_cuda, support_leave)
{
    LOCAL_DEVICE device = support_open_cuda();
    nbb_address address = 0;
    nbb_address more = 0;
    assert_int_equal(device->operations->allocate(device, 60000, &address), NBB_OK);
    assert_int_equal(device->operations->allocate(device, 7000, &more), NBB_ERROR_DEVICE);
    assert_string_equal(nbb_message(), "cuMemAlloc_v2: CUDA_ERROR_OUT_OF_MEMORY: 7000 bytes asked for, 5536 of 65536 "
                                       "are free on Fake GPU 0");
    assert_int_equal(more, 0);
    device->operations->release(device, address);
}

TEST_BETWEEN(test_launch_passes_arguments_and_shape, support_enter_cuda, support_leave)
{
    LOCAL_DEVICE device = support_open_cuda();
    nbb_module *module = NULL;
    nbb_kernel *kernel = support_kernel(device, source, "store", "pQI", &module);
    nbb_address out = 0;
    uint64_t wide = UINT64_C(0xfedcba9876543210);
    uint32_t narrow = UINT32_C(0x89abcdef);
    uint64_t got[4] = { 0 };
    nbb_launch shape = { .blocks = INT_MAX, .threads = 256 };
    assert_int_equal(device->operations->allocate(device, sizeof got, &out), NBB_OK);
    void *arguments[] = { &out, &wide, &narrow };
    assert_int_equal(device->operations->launch(device, kernel, shape, arguments), NBB_OK);
    assert_int_equal(device->operations->wait(device), NBB_OK);
    assert_int_equal(device->operations->download(device, got, out, sizeof got), NBB_OK);
    const uint64_t wanted[4] = { wide, narrow, INT_MAX, 256 };
    assert_memory_equal(got, wanted, sizeof got);
    device->operations->release(device, out);
    device->operations->unload(device, module);
}

/* Two alternating launches: an odd number of launches ends at the first, whose numbers then stand there, and the
   sequence may be played again. */
TEST_BETWEEN(test_a_sequence_alternates_launches, support_enter_cuda, support_leave)
{
    LOCAL_DEVICE device = support_open_cuda();
    nbb_module *module = NULL;
    nbb_kernel *kernel = support_kernel(device, source, "store", "pQI", &module);
    nbb_sequence *sequence = NULL;
    nbb_address out = 0;
    uint64_t wide[2] = { 11, 22 }, got[4] = { 0 };
    uint32_t narrow = 33;
    assert_int_equal(device->operations->allocate(device, sizeof got, &out), NBB_OK);
    void *first[] = { &out, &wide[0], &narrow }, *second[] = { &out, &wide[1], &narrow };
    nbb_alternate alternates[2] = { { kernel, { .blocks = 5, .threads = 32 }, first },
                                    { kernel, { .blocks = 7, .threads = 64 }, second } };
    for (int count = 2; count <= 3; ++count) {
        assert_int_equal(device->operations->record(device, alternates, count, &sequence), NBB_OK);
        wide[0] += 100; /* the values that were recorded count */
        for (int i = 1; i <= 2; ++i) {
            assert_int_equal(device->operations->play(device, sequence), NBB_OK);
            assert_int_equal(support_fake_calls("cuLaunchKernel"), i * count + (count == 3 ? 4 : 0));
            assert_int_equal(device->operations->download(device, got, out, sizeof got), NBB_OK);
            const uint64_t wanted[2][4] = { { 22, 33, 7, 64 }, { 111, 33, 5, 32 } };
            assert_memory_equal(got, wanted[count - 2], sizeof got);
        }
        device->operations->forget(device, sequence);
    }
    alternates[1].launch.blocks = (uint64_t)INT_MAX + 1;
    assert_int_equal(device->operations->record(device, alternates, 2, &sequence), NBB_ERROR_DEVICE);
    device->operations->release(device, out);
    device->operations->unload(device, module);
}

TEST_BETWEEN(test_launch_of_no_and_of_too_many_blocks, support_enter_cuda, support_leave)
{
    LOCAL_DEVICE device = support_open_cuda();
    nbb_module *module = NULL;
    nbb_kernel *kernel = support_kernel(device, source, "other", "", &module);
    nbb_launch shape = { .blocks = 0, .threads = 256 };
    assert_int_equal(device->operations->launch(device, kernel, shape, NULL), NBB_OK);
    shape.blocks = (uint64_t)INT_MAX + 1;
    assert_int_equal(device->operations->launch(device, kernel, shape, NULL), NBB_ERROR_DEVICE);
    assert_non_null(strstr(nbb_message(), "2147483648 blocks"));
    assert_int_equal(support_fake_calls("cuLaunchKernel"), 0);
    device->operations->unload(device, module);
}

/* All that a run does with an opened device; the first failure. */
static nbb_status use_memory(nbb_device *device, nbb_address *address)
{
    uint64_t left = 0;
    char byte = 1;
    NBB_TRY(device->operations->available(device, &left));
    NBB_TRY(device->operations->allocate(device, 64, address));
    NBB_TRY(device->operations->fill(device, *address, 0, 64));
    NBB_TRY(device->operations->upload(device, *address, &byte, 1));
    NBB_TRY(device->operations->copy(device, *address + 1, *address, 1));
    NBB_TRY(device->operations->download(device, &byte, *address, 1));
    const nbb_reserved range = { 0, 1, 0 };
    nbb_address reserved = 0;
    nbb_status status = device->operations->reserve(device, 2 * 4096, &range, 1, &reserved);
    device->operations->release(device, reserved);
    return status;
}

/* The fake driver refuses launches aside that do not begin after the first order's, and a join with nothing. */
static nbb_status use_two_orders(nbb_device *device, nbb_kernel *kernel, nbb_launch shape)
{
    NBB_TRY(device->operations->fork(device));
    assert_non_null(device->stream);
    NBB_TRY(device->operations->launch(device, kernel, shape, NULL));
    device->operations->aside(device, false);
    assert_null(device->stream);
    NBB_TRY(device->operations->launch(device, kernel, shape, NULL));
    device->operations->aside(device, true);
    NBB_TRY(device->operations->launch(device, kernel, shape, NULL));
    nbb_status status = device->operations->join(device);
    assert_null(device->stream);
    return status;
}

static nbb_status use_module(nbb_device *device, nbb_module **module)
{
    nbb_kernel *kernel = NULL;
    bool hit = false;
    double milliseconds = 0;
    nbb_launch shape = { .blocks = 1, .threads = 32, .shared = 65536 };
    NBB_TRY(support_load(device, source, false, module, &hit));
    NBB_TRY(device->operations->find(device, *module, "other", "", &kernel));
    NBB_TRY(device->operations->mark(device, 0));
    NBB_TRY(device->operations->launch(device, kernel, shape, NULL));
    nbb_launch at_once = { .blocks = 1, .threads = 32, .copies = 1, .at_once = true };
    NBB_TRY(device->operations->holds(device, kernel, at_once, 1, &hit));
    NBB_TRY(device->operations->launch(device, kernel, at_once, NULL));
    NBB_TRY(use_two_orders(device, kernel, shape));
    nbb_sequence *sequence = NULL;
    const nbb_alternate alternates[2] = { { kernel, shape, NULL }, { kernel, shape, NULL } };
    nbb_status status = device->operations->record(device, alternates, 2, &sequence);
    status = status == NBB_OK ? device->operations->play(device, sequence) : status;
    device->operations->forget(device, sequence);
    NBB_TRY(status);
    NBB_TRY(device->operations->mark(device, 1));
    NBB_TRY(device->operations->wait(device));
    return device->operations->elapsed(device, 0, 1, &milliseconds);
}

static nbb_status use_host_memory(nbb_device *device, nbb_address address)
{
    nbb_address memory = 0;
    NBB_TRY(device->operations->allocate_host(device, 8, &memory));
    nbb_status status = device->operations->fork(device);
    status = status == NBB_OK ? device->operations->go(device, memory, address, 4) : status;
    status = status == NBB_OK ? device->operations->come(device, address, memory + 4, 4) : status;
    status = status == NBB_OK ? device->operations->join(device) : status;
    device->operations->release_host(device, memory);
    return status;
}

static nbb_status use_device(void)
{
    nbb_device *device = NULL;
    nbb_address address = 0;
    nbb_module *module = NULL;
    NBB_TRY(nbb_cuda_open(0, &device));
    nbb_status status = use_memory(device, &address);
    status = status == NBB_OK ? use_host_memory(device, address) : status;
    if (status == NBB_OK) {
        status = use_module(device, &module);
    }
    device->operations->unload(device, module);
    device->operations->release(device, address);
    device->operations->close(device);
    return status;
}

static bool is_among(const char *list, const char *symbol)
{
    char word[64];
    snprintf(word, sizeof word, " %s ", symbol);
    return strstr(list, word) != NULL;
}

/* Calls that only find words for another failure. */
static bool is_silent(const char *symbol)
{
    static const char
        silent[] = " cuDeviceGetP2PAttribute cuDriverGetVersion cuGetErrorName cuGetErrorString"
                   " cuDevicePrimaryCtxRelease_v2 nvrtcVersion nvrtcGetErrorString nvrtcGetProgramLogSize"
                   " nvrtcGetProgramLog nvrtcGetPTXSize nvrtcGetPTX ";
    return is_among(silent, symbol);
}

/* Calls that only tidy up: what they leave is no failure of theirs. */
static bool leaks(const char *symbol)
{
    static const char tidying[] = " cuMemFree_v2 cuMemFreeHost cuMemAddressFree cuMemRelease cuMemUnmap"
                                  " cuModuleUnload cuEventDestroy_v2 cuStreamDestroy_v2 cuGraphDestroy"
                                  " cuGraphExecDestroy nvrtcDestroyProgram ";
    return is_among(tidying, symbol);
}

/* What a failure of the call is reported as. */
static const char *words_for(const char *symbol)
{
    if (strcmp(symbol, "nvrtcCompileProgram") == 0) {
        return "nbb_test.cu does not compile for sm_90";
    }
    return strcmp(symbol, "nvrtcGetCUBINSize") == 0 ? "nvrtcGetCUBIN:" : symbol;
}

TEST_BETWEEN(test_every_call_may_fail, support_enter_cuda, support_leave)
{
    static const char *const symbols[] = {
#define DRIVER_NAME(name, parameters) #name,
#define NVRTC_NAME(name, parameters, result) #name,
        NBB_DRIVER_SYMBOLS(DRIVER_NAME) NBB_NVRTC_SYMBOLS(NVRTC_NAME)
    };
    for (size_t i = 0; i < sizeof symbols / sizeof symbols[0]; i++) {
        if (leaks(symbols[i])) {
            continue;
        }
        setenv("NBB_FAKE_FAIL", symbols[i], 1);
        nbb_status status = use_device();
        assert_int_equal(status, is_silent(symbols[i]) ? NBB_OK : NBB_ERROR_DEVICE);
        assert_true(status == NBB_OK || strstr(nbb_message(), words_for(symbols[i])) != NULL);
        assert_int_equal(support_fake_used(), 0);
    }
}
