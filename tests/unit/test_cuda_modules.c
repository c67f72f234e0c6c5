/* test_cuda_modules.c - modules of the CUDA device over the fake driver and NVRTC: images, cache, failures. */
#include "unit.h"
#include "runtime/device/device.h"
#include "runtime/device/nvrtc.h"
#include "support.h"

#include <unistd.h>

static const char source[] = "void store(...) { } void other(...) { }";

static void load_and_unload(nbb_device *device, const char *text, bool use_cache, bool wanted_hit)
{
    nbb_module *module = NULL;
    bool hit = !wanted_hit;
    assert_int_equal(support_load(device, text, use_cache, &module, &hit), NBB_OK);
    assert_int_equal(hit, wanted_hit);
    device->operations->unload(device, module);
}

TEST_BETWEEN(test_cache, support_enter_cuda, support_leave)
{
    LOCAL_DEVICE device = support_open_cuda();
    load_and_unload(device, source, true, false);
    load_and_unload(device, source, true, true);
    assert_int_equal(support_fake_calls("nvrtcCompileProgram"), 1);
    load_and_unload(device, "void store(...) { } // another", true, false);
    assert_int_equal(support_fake_calls("nvrtcCompileProgram"), 2);
    load_and_unload(device, source, false, false);
    assert_int_equal(support_fake_calls("nvrtcCompileProgram"), 3);
    assert_int_equal(support_count_files("cache/nbbgen"), 2);
    assert_int_equal(support_fake_calls("nvrtcCreateProgram"), support_fake_calls("nvrtcDestroyProgram"));
}

/* Two sources at once are compiled and kept one by one. */
TEST_BETWEEN(test_two_sources, support_enter_cuda, support_leave)
{
    const char *const sources[] = { "void first(...) { }", "void second(...) { }" };
    nbb_module_request request = { sources, 2, "nbb_test", true };
    LOCAL_DEVICE device = support_open_cuda();
    nbb_module_facts facts;
    nbb_module *modules[2] = { NULL, NULL };
    nbb_kernel *kernel = NULL;
    load_and_unload(device, sources[0], true, false);
    assert_int_equal(device->operations->load(device, &request, modules, &facts), NBB_OK);
    assert_false(facts.cache_hit);
    assert_int_equal(support_fake_calls("nvrtcCompileProgram"), 2);
    assert_int_equal(device->operations->find(device, modules[0], "first", "p", &kernel), NBB_OK);
    assert_int_equal(device->operations->find(device, modules[1], "second", "p", &kernel), NBB_OK);
    assert_int_equal(device->operations->find(device, modules[1], "first", "p", &kernel), NBB_ERROR_DEVICE);
    assert_non_null(strstr(nbb_message(), "kernel first: cuModuleGetFunction: "));
    for (int i = 0; i < 2; i++) {
        device->operations->unload(device, modules[i]);
    }
    assert_int_equal(device->operations->load(device, &request, modules, &facts), NBB_OK);
    assert_true(facts.cache_hit);
    for (int i = 0; i < 2; i++) {
        device->operations->unload(device, modules[i]);
    }
    assert_int_equal(support_fake_calls("nvrtcCompileProgram"), 2);
    assert_int_equal(support_count_files("cache/nbbgen"), 2);
    assert_int_equal(support_fake_calls("cuModuleLoadData"), support_fake_calls("cuModuleUnload"));
}

/* All of many requests are compiled and kept, once; what does not compile is reported when it is loaded. */
TEST_BETWEEN(test_prepare, support_enter_cuda, support_leave)
{
    enum { COUNT = 20 };
    char texts[COUNT][64];
    const char *sources[COUNT + 1];
    nbb_module_request requests[COUNT / 2 + 1];
    LOCAL_DEVICE device = support_open_cuda();
    nbb_module_facts facts;
    nbb_module *modules[2] = { NULL, NULL };
    for (int i = 0; i < COUNT; i++) {
        snprintf(texts[i], sizeof texts[i], "void store(...) { } // %d", i);
        sources[i] = texts[i];
        requests[i / 2] = (nbb_module_request){ &sources[i / 2 * 2], 2, "nbb_test", true };
    }
    sources[COUNT] = "#error one";
    requests[COUNT / 2] = (nbb_module_request){ &sources[COUNT], 1, "nbb_bad", true };
    device->operations->prepare(device, requests, COUNT / 2 + 1);
    assert_int_equal(support_fake_calls("nvrtcCompileProgram"), COUNT + 1);
    assert_int_equal(support_fake_calls("cuModuleLoadData"), 0);
    device->operations->prepare(device, requests, COUNT / 2);
    assert_int_equal(support_fake_calls("nvrtcCompileProgram"), COUNT + 1);
    for (int i = 0; i < COUNT / 2; i++) {
        assert_int_equal(device->operations->load(device, &requests[i], modules, &facts), NBB_OK);
        assert_true(facts.cache_hit);
        device->operations->unload(device, modules[0]);
        device->operations->unload(device, modules[1]);
    }
    assert_int_equal(device->operations->load(device, &requests[COUNT / 2], modules, &facts), NBB_ERROR_DEVICE);
    assert_non_null(strstr(nbb_message(), "nbb_bad.cu(1): error: as told"));
}

/* The kernel module's own version where it tells it, else the one of CUDA. */
TEST_BETWEEN(test_driver_version, support_enter_cuda, support_leave)
{
    NBB_LOCAL_TEXT root = support_path("root"), text = NBB_TEXT_EMPTY;
    nbb_cuda_version(root.data, &text);
    assert_string_equal(text.data, "CUDA 12.4");
    nbb_text_free(&text);
    support_write("root/sys/module/nvidia/version", "580.159.04\n", 0600);
    nbb_cuda_version(root.data, &text);
    assert_string_equal(text.data, "580.159.04 (CUDA 12.4)");
}

static void expect_failure(nbb_device *device, const char *first, const char *second, const char *words)
{
    const char *const sources[] = { first, second };
    nbb_module_request request = { sources, 2, "nbb_test", false };
    nbb_module_facts facts;
    nbb_module *modules[2] = { NULL, NULL };
    assert_int_equal(device->operations->load(device, &request, modules, &facts), NBB_ERROR_DEVICE);
    if (strstr(nbb_message(), words) == NULL) {
        fail_msg("no \"%s\" in %s", words, nbb_message());
    }
    assert_null(modules[0]);
    assert_null(modules[1]);
    assert_int_equal(support_fake_calls("nvrtcCreateProgram"), support_fake_calls("nvrtcDestroyProgram"));
}

static void expect_kept(const char *name, const char *content)
{
    NBB_LOCAL_TEXT path = support_path(name);
    NBB_LOCAL_TEXT kept = NBB_TEXT_EMPTY;
    assert_int_equal(nbb_text_read_file(&kept, path.data, 1000, NBB_ERROR_RUN), NBB_OK);
    assert_string_equal(kept.data, content);
}

/* Of two sources either or both do not compile: the first one's failure counts, each is kept; or the driver refuses
   the second image, and the first is not held either. */
TEST_BETWEEN(test_two_sources_fail, support_enter_cuda, support_leave)
{
    LOCAL_DEVICE device = support_open_cuda();
    expect_failure(device, "#error one", source, "nbb_test.cu(1): error: as told");
    expect_failure(device, source, "#error two", "nbb_test_2.cu(1): error: as told");
    for (int i = 0; i < 20; i++) {
        expect_failure(device, "#error 1", "#error 2", "nbb_test.cu(1): error: as told");
        expect_kept("cache/nbbgen/failed/nbb_test.cu", "#error 1");
        expect_kept("cache/nbbgen/failed/nbb_test_2.cu", "#error 2");
    }
    assert_int_equal(support_fake_calls("cuModuleLoadData"), 0);
    setenv("NBB_FAKE_FAIL", "cuModuleLoadData@2", 1);
    expect_failure(device, source, source, "module nbb_test_2: cuModuleLoadData: CUDA_ERROR_FAKE");
    assert_int_equal(support_fake_calls("cuModuleLoadData"), 2);
    assert_int_equal(support_fake_calls("cuModuleUnload"), 1);
}

static void expect_image(const char *architecture, nbb_image form, const char *opening)
{
    NBB_LOCAL_TEXT image = NBB_TEXT_EMPTY;
    nbb_nvrtc_request request = { .source = "void f()", .name = "f", .architecture = architecture, .image = form };
    assert_int_equal(nbb_nvrtc_compile(&request, &image), NBB_OK);
    assert_memory_equal(image.data, opening, strlen(opening));
}

TEST_BETWEEN(test_images_by_architecture, support_enter_cuda, support_leave)
{
    expect_image("sm_90", NBB_IMAGE_CUBIN,
                 "cubin --gpu-architecture=sm_90 --std=c++17 --generate-line-info |void f()");
    expect_image("compute_80", NBB_IMAGE_CUBIN, "cubin --gpu-architecture=sm_80 ");
    expect_image("sm_90a", NBB_IMAGE_CUBIN, "cubin --gpu-architecture=sm_90a ");
    expect_image("sm_90", NBB_IMAGE_PTX, "ptx --gpu-architecture=compute_90 ");
    expect_image("sm_90", NBB_IMAGE_LOADABLE, "cubin --gpu-architecture=sm_90 ");
    expect_image("sm_99", NBB_IMAGE_LOADABLE, "ptx --gpu-architecture=compute_90 ");
    expect_image("sm_89", NBB_IMAGE_LOADABLE, "ptx --gpu-architecture=compute_80 ");
}

static void expect_refused(const char *architecture, nbb_image form, const char *words)
{
    nbb_text image = NBB_TEXT_EMPTY;
    nbb_nvrtc_request request = { .source = "void f()", .name = "f", .architecture = architecture, .image = form };
    assert_int_equal(nbb_nvrtc_compile(&request, &image), NBB_ERROR_USAGE);
    assert_non_null(strstr(nbb_message(), words));
    assert_int_equal(image.length, 0);
}

TEST_BETWEEN(test_refused_architectures, support_enter_cuda, support_leave)
{
    expect_refused("sm_99", NBB_IMAGE_CUBIN, "NVRTC 98.7 has no sm_99; it has sm_75 sm_80 sm_90");
    expect_refused("sm_99", NBB_IMAGE_PTX, "NVRTC 98.7 has no sm_99");
    expect_refused("sm_70", NBB_IMAGE_LOADABLE, "NVRTC 98.7 has no sm_70");
    static const char *const wrong[] = {
        "", "90", "sm_", "sm_x", "sm_90ab", "sm_-90", "sm_+9", "compute_90.", "sm_9A",
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        expect_refused(wrong[i], NBB_IMAGE_CUBIN, "no architecture");
    }
}

TEST_BETWEEN(test_unknown_card_gets_ptx, support_enter_cuda, support_leave)
{
    setenv("NBB_FAKE_CAPABILITY", "9.9", 1);
    LOCAL_DEVICE device = support_open_cuda();
    assert_string_equal(device->architecture, "sm_99");
    load_and_unload(device, source, true, false);
    load_and_unload(device, source, true, true);
    assert_int_equal(support_fake_calls("nvrtcGetPTX"), 1);
    assert_int_equal(support_fake_calls("nvrtcGetCUBIN"), 0);
}
