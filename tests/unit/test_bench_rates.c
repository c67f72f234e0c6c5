/* test_bench_rates.c - the kernels that measure memory and logic do what their names say, and every way is tried. */
#include "library/bench/bench.h"
#include "unit.h"
#include "support.h"

enum { WORDS = 1000, ITEMS = 48 };

/* What an item's words add up to after so many rounds of logic. */
static uint32_t computed(uint32_t item, int rounds)
{
    uint32_t word[8], sum = 0;
    for (uint32_t i = 0; i < 8; ++i) {
        word[i] = 8 * item + i;
    }
    for (int i = 0; i < 8 * rounds; ++i) {
        word[i % 8] ^= ~word[(i + 1) % 8] & word[(i + 2) % 8];
    }
    for (int i = 0; i < 8; ++i) {
        sum ^= word[i];
    }
    return sum;
}

TEST_BETWEEN(host_logic, support_enter, support_leave)
{
    static _Alignas(64) uint32_t sums[ITEMS];
    LOCAL_DEVICE device = support_open_host();
    nbb_module *module = NULL;
    bool hit = false;
    uint64_t items = ITEMS, rounds = 37;
    void *to = sums, *arguments[] = { &to, &items, &rounds };
    assert_int_equal(support_load(device, nbb_rates_text, false, &module, &hit), NBB_OK);
    nbb_kernel *kernel = support_find(device, module, "nbb_rates_logic", "pQQ");
    assert_int_equal(device->operations->launch(device, kernel, (nbb_launch){ .blocks = 1, .threads = 1 }, arguments),
                     NBB_OK);
    for (uint32_t i = 0; i < ITEMS; ++i) {
        assert_int_equal(sums[i], computed(i, 37));
    }
    device->operations->unload(device, module);
}

/* The CUDA kernels run on the emulator, in suites/bench.sh. */
TEST_BETWEEN(host_kernels, support_enter, support_leave)
{
    static uint64_t from[WORDS], to[WORDS];
    LOCAL_DEVICE device = support_open_host();
    nbb_module *module = NULL;
    bool hit = false;
    uint64_t found = 0, words = WORDS;
    void *a = from, *b = to, *sum = &found;
    assert_int_equal(support_load(device, nbb_rates_text, false, &module, &hit), NBB_OK);
    for (int i = 0; i < WORDS; ++i) {
        from[i] = UINT64_C(1) << (i % 50);
    }
    void *copying[] = { &a, &b, &words }, *writing[] = { &b, &words }, *reading[] = { &a, &sum, &words };
    nbb_launch shape = { .blocks = 1, .threads = 1 };
    nbb_kernel *copy = support_find(device, module, "nbb_rates_copy", "ppQ");
    nbb_kernel *write = support_find(device, module, "nbb_rates_write", "pQ");
    nbb_kernel *read = support_find(device, module, "nbb_rates_read", "ppQ");
    assert_int_equal(device->operations->launch(device, copy, shape, copying), NBB_OK);
    assert_memory_equal(from, to, sizeof from);
    assert_int_equal(device->operations->launch(device, read, shape, reading), NBB_OK);
    assert_int_equal(found, (UINT64_C(1) << 50) - 1);
    assert_int_equal(device->operations->launch(device, write, shape, writing), NBB_OK);
    for (int i = 0; i < WORDS; ++i) {
        assert_int_equal(to[i], 1);
    }
    device->operations->unload(device, module);
}

/* Three kernels in three shapes and the one of logic, the driver's copy and its fill, each once to warm up and five
   times. */
TEST_BETWEEN(every_way_is_tried, support_enter_cuda, support_leave)
{
    LOCAL_DEVICE device = support_open_cuda();
    nbb_rates rates;
    assert_int_equal(nbb_rates_measure(device, false, &rates), NBB_OK);
    assert_true(rates.copy > 0 && rates.write > 0 && rates.read > 0 && rates.logic > 0);
    assert_int_equal(support_fake_calls("cuLaunchKernel"), (3 * 3 + 1) * 6);
    assert_int_equal(support_fake_calls("cuMemcpyDtoD_v2"), 6);
    assert_int_equal(support_fake_calls("cuMemsetD8_v2"), 6 + 3);
    assert_int_equal(support_fake_used(), 0);
    setenv("NBB_FAKE_FAIL", "cuMemAlloc_v2:2", 1);
    assert_int_equal(nbb_rates_measure(device, false, &rates), NBB_ERROR_DEVICE);
    assert_int_equal(support_fake_used(), 0);
}

/* Of the driver's copy, the eleventh of what is measured, a millisecond is two; the first of all repeats warms up. */
static nbb_status own_copy_is_fast(nbb_device *device, int from, int to, double *milliseconds)
{
    static int asked;
    (void)device, (void)from, (void)to;
    *milliseconds = asked % 6 == 0 ? 0.125 : asked / 6 == 10 ? 0.5 : 1;
    ++asked;
    return NBB_OK;
}

TEST_BETWEEN(the_best_rate_counts, support_enter_cuda, support_leave)
{
    nbb_device *device = support_open_cuda();
    nbb_rates rates;
    const nbb_device_operations *own = device->operations;
    nbb_device_operations timed = *own;
    timed.elapsed = own_copy_is_fast;
    device->operations = &timed;
    assert_int_equal(nbb_rates_measure(device, false, &rates), NBB_OK);
    assert_true(rates.copy == 4 * rates.write && rates.read == rates.write);
    device->operations = own;
    own->close(device);
}
