/* test_host.c - the host device: compiling, caching, calling, memory and time. */
#include "unit.h"
#include "runtime/device/machine.h"
#include "runtime/device/device.h"
#include "support.h"

#include <dlfcn.h>
#include <unistd.h>

/* Stores each of its arguments, so that a wrong width or order shows. */
static const char
    store_source[] = "#include <stdint.h>\n"
                     "void store(uint64_t *out, uint64_t wide, uint32_t narrow, uint64_t *more, uint32_t last)\n"
                     "{\n"
                     "    out[0] = wide;\n"
                     "    out[1] = narrow;\n"
                     "    more[0] = last;\n"
                     "}\n"
                     "void nothing(void)\n"
                     "{\n"
                     "}\n";

static const char threads_source[] = "#include <stdint.h>\n"
                                     "void sum(uint64_t *out, uint64_t n)\n"
                                     "{\n"
                                     "    uint64_t total = 0;\n"
                                     "#pragma omp parallel for reduction(+ : total)\n"
                                     "    for (uint64_t i = 0; i < n; i++) {\n"
                                     "        total += i;\n"
                                     "    }\n"
                                     "    *out = total;\n"
                                     "}\n";

static void launch(nbb_device *device, nbb_kernel *kernel, void **arguments)
{
    nbb_launch shape = { .blocks = 1, .threads = 1 };
    assert_int_equal(device->operations->launch(device, kernel, shape, arguments), NBB_OK);
    assert_int_equal(device->operations->wait(device), NBB_OK);
}

/* Runs the kernel `store` of the module and checks what arrived. */
static void expect_store(nbb_device *device, nbb_module *module)
{
    nbb_address out = 0;
    nbb_address more = 0;
    uint64_t wide = UINT64_C(0xfedcba9876543210);
    uint32_t narrow = UINT32_C(0x89abcdef);
    uint32_t last = UINT32_MAX;
    uint64_t got[3] = { 0 };
    assert_int_equal(device->operations->allocate(device, 16, &out), NBB_OK);
    assert_int_equal(device->operations->allocate(device, 8, &more), NBB_OK);
    void *arguments[] = { &out, &wide, &narrow, &more, &last };
    launch(device, support_find(device, module, "store", "pQIpI"), arguments);
    assert_int_equal(device->operations->download(device, got, out, 16), NBB_OK);
    assert_int_equal(device->operations->download(device, got + 2, more, 8), NBB_OK);
    assert_int_equal(got[0], wide);
    assert_int_equal(got[1], narrow);
    assert_int_equal(got[2], last);
    device->operations->release(device, out);
    device->operations->release(device, more);
}

TEST_BETWEEN(test_description, support_enter, support_leave)
{
    setenv("OMP_NUM_THREADS", "3", 1);
    LOCAL_DEVICE device = support_open_host();
    unsetenv("OMP_NUM_THREADS");
    assert_false(device->is_cuda);
    assert_int_equal(device->multiprocessors, 3);
    assert_true(device->memory > 0);
    assert_non_null(strstr(device->name, ", 3 threads"));
    assert_true(strlen(device->architecture) > 0);
}

TEST_BETWEEN(test_every_signature_letter, support_enter, support_leave)
{
    LOCAL_DEVICE device = support_open_host();
    nbb_module *module = NULL;
    bool hit = false;
    assert_int_equal(support_load(device, store_source, true, &module, &hit), NBB_OK);
    expect_store(device, module);
    launch(device, support_find(device, module, "nothing", ""), NULL);
    device->operations->unload(device, module);
    device->operations->unload(device, NULL);
}

TEST_BETWEEN(test_wrong_letter_and_missing_kernel, support_enter, support_leave)
{
    LOCAL_DEVICE device = support_open_host();
    nbb_module *module = NULL;
    nbb_kernel *kernel = NULL;
    bool hit = false;
    assert_int_equal(support_load(device, store_source, true, &module, &hit), NBB_OK);
    assert_int_equal(device->operations->find(device, module, "store", "pQx", &kernel), NBB_ERROR_DEVICE);
    assert_non_null(strstr(nbb_message(), "'x'"));
    assert_int_equal(device->operations->find(device, module, "absent", "p", &kernel), NBB_ERROR_DEVICE);
    assert_non_null(strstr(nbb_message(), "absent"));
    assert_null(kernel);
    device->operations->unload(device, module);
}

/* The threads of the first module's run are idle, not gone, when it is unloaded; the second run meets them. */
TEST_BETWEEN(test_openmp_outlives_a_module, support_enter, support_leave)
{
    LOCAL_DEVICE device = support_open_host();
    for (int round = 0; round < 2; round++) {
        nbb_module *module = NULL;
        bool hit = false;
        uint64_t n = 100001;
        uint64_t got = 0;
        nbb_address out = 0;
        assert_int_equal(support_load(device, threads_source, round > 0, &module, &hit), NBB_OK);
        assert_int_equal(device->operations->allocate(device, 8, &out), NBB_OK);
        void *arguments[] = { &out, &n };
        launch(device, support_find(device, module, "sum", "pQ"), arguments);
        assert_int_equal(device->operations->download(device, &got, out, 8), NBB_OK);
        assert_int_equal(got, n * (n - 1) / 2);
        device->operations->release(device, out);
        device->operations->unload(device, module);
    }
}

TEST_BETWEEN(test_compile_error_shows_log_and_keeps_source, support_enter, support_leave)
{
    static const char source[] = "void f(void)\n{\n    undeclared = 1;\n}\n";
    nbb_device *device = support_open_host();
    nbb_module *module = NULL;
    bool hit = false;
    NBB_LOCAL_TEXT kept = support_path("cache/nbbgen/failed/nbb_test.c");
    NBB_LOCAL_TEXT content = NBB_TEXT_EMPTY;
    assert_int_equal(support_load(device, source, true, &module, &hit), NBB_ERROR_DEVICE);
    assert_non_null(strstr(nbb_message(), kept.data));
    assert_non_null(strstr(nbb_message(), "nbb_test.c:3:5"));
    assert_non_null(strstr(nbb_message(), "undeclared = 1;"));
    assert_int_equal(nbb_text_read_file(&content, kept.data, 1000, NBB_ERROR_RUN), NBB_OK);
    assert_string_equal(content.data, source);
    assert_int_equal(support_count_files("tmp"), 0);
    assert_int_equal(support_count_files("cache/nbbgen"), 1);
    device->operations->close(device);
}

/* Loads with $CC as given; the status. */
static nbb_status load_with(const char *compiler, bool *hit)
{
    LOCAL_DEVICE device = support_open_host();
    nbb_module *module = NULL;
    setenv("CC", compiler, 1);
    nbb_status status = support_load(device, store_source, true, &module, hit);
    unsetenv("CC");
    if (status == NBB_OK) {
        expect_store(device, module);
        device->operations->unload(device, module);
    }
    return status;
}

TEST_BETWEEN(test_compiler_of_several_words, support_enter, support_leave)
{
    bool hit = true;
    assert_int_equal(load_with("  cc  -g0\t-Wall ", &hit), NBB_OK);
    assert_false(hit);
    assert_int_equal(load_with("cc -g0 -Wall", &hit), NBB_OK);
    assert_true(hit);
    assert_int_equal(load_with("cc", &hit), NBB_OK);
    assert_false(hit);
    assert_int_equal(load_with("   ", &hit), NBB_OK);
    assert_true(hit);
}

TEST_BETWEEN(test_compiler_by_relative_path, support_enter, support_leave)
{
    bool hit = false;
    NBB_LOCAL_TEXT folder = support_path("");
    char *here = getcwd(NULL, 0);
    support_write("compiler.sh", "#!/bin/sh\nexec cc \"$@\"\n", 0700);
    assert_int_equal(chdir(folder.data), 0);
    nbb_status status = load_with("./compiler.sh", &hit);
    assert_int_equal(chdir(here), 0);
    assert_int_equal(status, NBB_OK);
    free(here);
}

TEST_BETWEEN(test_missing_compiler, support_enter, support_leave)
{
    bool hit = false;
    assert_int_equal(load_with("no-such-compiler -x", &hit), NBB_ERROR_DEVICE);
    assert_non_null(strstr(nbb_message(), "no-such-compiler"));
    assert_non_null(strstr(nbb_message(), "set CC"));
}

/* A compiler that a signal ends says nothing about the source. */
TEST_BETWEEN(test_killed_compiler, support_enter, support_leave)
{
    bool hit = false;
    support_write("compiler.sh", "#!/bin/sh\n[ \"$1\" = --version ] || kill -9 $$\n", 0700);
    NBB_LOCAL_TEXT compiler = support_path("compiler.sh");
    assert_int_equal(load_with(compiler.data, &hit), NBB_ERROR_DEVICE);
    assert_non_null(strstr(nbb_message(), "signal 9"));
    assert_int_equal(support_count_files("cache/nbbgen/failed"), 0);
}

TEST_BETWEEN(test_too_much_memory, support_enter, support_leave)
{
    LOCAL_DEVICE device = support_open_host();
    nbb_address address = 0;
    assert_int_equal(device->operations->allocate(device, UINT64_MAX, &address), NBB_ERROR_DEVICE);
    assert_non_null(strstr(nbb_message(), "18446744073709551615 bytes"));
    assert_int_equal(device->operations->allocate(device, device->memory + 1, &address), NBB_ERROR_DEVICE);
    assert_int_equal(address, 0);
}

TEST_BETWEEN(test_memory_and_time, support_enter, support_leave)
{
    LOCAL_DEVICE device = support_open_host();
    support_check_memory(device, 5 << 20);
    support_check_marks(device);
}

static const char structure_source[] = "#include <stdint.h>\n"
                                       "typedef struct given { uint64_t seed; float T; } given;\n"
                                       "void store(uint64_t *out, uint32_t step, const given *g, uint32_t turn)\n"
                                       "{\n"
                                       "    out[0] = g->seed;\n"
                                       "    out[1] = (uint64_t)(g->T * 4) + step + turn;\n"
                                       "}\n";

/* A structure, as programs' kernels take one, and how many letters there may be. */
TEST_BETWEEN(test_structure, support_enter, support_leave)
{
    LOCAL_DEVICE device = support_open_host();
    nbb_module *module = NULL;
    nbb_kernel *kernel = support_kernel(device, structure_source, "store", "pISI", &module);
    nbb_address out = 0;
    struct {
        uint64_t seed;
        float T;
    } given = { UINT64_C(0xfedcba9876543210), 2.5F };
    uint32_t step = 100, turn = 1000;
    uint64_t got[2] = { 0 };
    assert_int_equal(device->operations->allocate(device, sizeof got, &out), NBB_OK);
    void *arguments[] = { &out, &step, &given, &turn };
    nbb_launch shape = { .blocks = 1, .threads = 1 };
    assert_int_equal(device->operations->launch(device, kernel, shape, arguments), NBB_OK);
    assert_int_equal(device->operations->download(device, got, out, sizeof got), NBB_OK);
    assert_int_equal(got[0], given.seed);
    assert_int_equal(got[1], 10 + 100 + 1000);
    assert_int_equal(device->operations->find(device, module, "store", "pIIIIIIIII", &kernel), NBB_ERROR_DEVICE);
    assert_string_equal(nbb_message(), "kernel store: signature 'pIIIIIIIII' has more than 9 letters");
    nbb_message_free();
    device->operations->release(device, out);
    device->operations->unload(device, module);
}

/* Leaves an entry for the source whose image is no library. */
static void plant(const char *source)
{
    NBB_LOCAL_TEXT key = NBB_TEXT_EMPTY, path = NBB_TEXT_EMPTY, image = NBB_TEXT_EMPTY;
    assert_int_equal(nbb_compiler_key(source, &key), NBB_OK);
    nbb_cache_path(&key, ".so", &path);
    nbb_text_add(&image, "no library");
    nbb_cache_write(nbb_text_string(&path), &key, &image);
}

static bool load_library(const nbb_module_request *request)
{
    void *library = NULL;
    bool hit = true;
    assert_int_equal(nbb_host_library_load(request, &library, &hit), NBB_OK);
    assert_non_null(dlsym(library, "nothing"));
    dlclose(library);
    return hit;
}

TEST_BETWEEN(test_entry_that_is_no_library, support_enter, support_leave)
{
    const char *sources[] = { "void nothing(void) { }\n" };
    nbb_module_request request = { .name = "nbb_test", .sources = sources, .count = 1, .use_cache = true };
    plant(sources[0]);
    support_capture();
    bool is_hit = load_library(&request);
    plant(sources[0]);
    bool again = load_library(&request);
    NBB_LOCAL_TEXT said = support_captured();
    assert_false(is_hit || again);
    const char *warning = strstr(nbb_text_string(&said), "warning: the cache entry ");
    assert_non_null(warning);
    assert_non_null(strstr(warning, ".so is of no use here and compiled anew: "));
    assert_null(strstr(warning + 1, "warning"));
    assert_true(load_library(&request));
}
