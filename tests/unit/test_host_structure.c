/* test_host_structure.c - kernels on the host that take a structure, as programs' do, and how many letters. */
#include "runtime/device/device.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "support.h"

static const char source[] = "#include <stdint.h>\n"
                             "typedef struct given { uint64_t seed; float T; } given;\n"
                             "void store(uint64_t *out, uint32_t step, const given *g, uint32_t turn)\n"
                             "{\n"
                             "    out[0] = g->seed;\n"
                             "    out[1] = (uint64_t)(g->T * 4) + step + turn;\n"
                             "}\n";

static void test_structure(void **state)
{
    (void)state;
    nbb_device *device = NULL;
    nbb_module *module = NULL;
    nbb_kernel *kernel = NULL;
    nbb_address out = 0;
    bool hit = false;
    struct {
        uint64_t seed;
        float T;
    } given = { UINT64_C(0xfedcba9876543210), 2.5F };
    uint32_t step = 100, turn = 1000;
    uint64_t got[2] = { 0 };
    assert_int_equal(nbb_host_open(1, &device), NBB_OK);
    assert_int_equal(support_load(device, source, false, &module, &hit), NBB_OK);
    assert_int_equal(device->operations->find(device, module, "store", "pISI", &kernel), NBB_OK);
    assert_int_equal(device->operations->allocate(device, sizeof got, &out), NBB_OK);
    void *arguments[] = { &out, &step, &given, &turn };
    nbb_launch shape = { .blocks = 1, .threads = 1 };
    assert_int_equal(device->operations->launch(device, kernel, shape, arguments), NBB_OK);
    assert_int_equal(device->operations->download(device, got, out, sizeof got), NBB_OK);
    assert_int_equal(got[0], given.seed);
    assert_int_equal(got[1], 10 + 100 + 1000);
    assert_int_equal(device->operations->find(device, module, "store", "pIIIIIIII", &kernel), NBB_ERROR_DEVICE);
    assert_string_equal(nbb_message(), "kernel store: signature 'pIIIIIIII' has more than 8 letters");
    nbb_message_free();
    device->operations->release(device, out);
    device->operations->unload(device, module);
    device->operations->close(device);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_structure) };
    return cmocka_run_group_tests_name("host_structure", tests, NULL, NULL);
}
