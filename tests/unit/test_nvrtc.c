/* test_nvrtc.c - the real NVRTC, where there is one; without it every test is skipped. No GPU is needed. */
#include "unit.h"
#include "runtime/device/nvrtc.h"
#include "support.h"

static const char plain_source[] = "extern \"C\" __global__ void nbb_plain(unsigned long long *out)\n"
    "{\n"
    "    out[threadIdx.x] = blockIdx.x;\n"
    "}\n";

static const char wmma_source[] = "#include <mma.h>\n";

/* Skips the test where there is no NVRTC. */
static void require_nvrtc(void)
{
    NBB_LOCAL_TEXT path = NBB_TEXT_EMPTY;
    nbb_status status = nbb_nvrtc_location(&path);
    if (status != NBB_OK) {
        skip();
    }
}

static nbb_status compile(const char *source, const char *architecture, nbb_image form, nbb_text *image)
{
    nbb_nvrtc_request request = { .source = source, .name = "nbb_test", .architecture = architecture, .image = form };
    return nbb_nvrtc_compile(&request, image);
}

TEST_BETWEEN(test_card_newer_than_nvrtc, support_enter, support_leave)
{
    require_nvrtc();
    NBB_LOCAL_TEXT image = NBB_TEXT_EMPTY;
    assert_int_equal(compile(plain_source, "sm_999", NBB_IMAGE_CUBIN, &image), NBB_ERROR_USAGE);
    assert_non_null(strstr(nbb_message(), "no sm_999"));
    assert_int_equal(compile(plain_source, "sm_999", NBB_IMAGE_LOADABLE, &image), NBB_OK);
    assert_non_null(strstr(image.data, ".target sm_"));
}

static nbb_text key_of(const char *source, const char *architecture, nbb_image form)
{
    nbb_text key = NBB_TEXT_EMPTY;
    nbb_nvrtc_request request = { .source = source, .name = "nbb_test", .architecture = architecture, .image = form };
    assert_int_equal(nbb_nvrtc_key(&request, &key), NBB_OK);
    return key;
}

TEST_BETWEEN(test_key, support_enter, support_leave)
{
    require_nvrtc();
    nbb_text keys[] = {
        key_of(plain_source, "sm_80", NBB_IMAGE_CUBIN),
        key_of(plain_source, "sm_90", NBB_IMAGE_CUBIN),
        key_of(plain_source, "sm_80", NBB_IMAGE_PTX),
        key_of(wmma_source, "sm_80", NBB_IMAGE_CUBIN),
    };
    NBB_LOCAL_TEXT again = key_of(plain_source, "sm_80", NBB_IMAGE_CUBIN);
    assert_string_equal(again.data, keys[0].data);
    for (int i = 1; i < 4; i++) {
        assert_string_not_equal(keys[i].data, keys[0].data);
    }
    for (int i = 0; i < 4; i++) {
        nbb_text_free(&keys[i]);
    }
}

/* The key never loads the library, so any file stands for it: a new one is a new key. Headers beside it are the
   first to be taken. */
TEST_BETWEEN(test_library_and_headers_that_are_found, support_enter, support_leave)
{
    unsetenv("NBBGEN_NVRTC");                         /* it would be the only place; this test comes last */
    support_write("cuda/lib64/libnvrtc.so.13", "no library", 0600);
    support_write("cuda/include/mma.h", "", 0600);
    support_write("cuda/include/crt/mma.h", "", 0600);
    NBB_LOCAL_TEXT folder = support_path("cuda/lib64");
    NBB_LOCAL_TEXT headers = support_path("cuda/lib64/../include");
    setenv("LD_LIBRARY_PATH", folder.data, 1);
    NBB_LOCAL_TEXT location = NBB_TEXT_EMPTY;
    assert_int_equal(nbb_nvrtc_location(&location), NBB_OK);
    assert_memory_equal(location.data, folder.data, folder.length);
    NBB_LOCAL_TEXT before = key_of(wmma_source, "sm_80", NBB_IMAGE_CUBIN);
    assert_non_null(strstr(before.data, headers.data));
    support_write("cuda/lib64/libnvrtc.so.13", "a newer library", 0600);
    NBB_LOCAL_TEXT after = key_of(wmma_source, "sm_80", NBB_IMAGE_CUBIN);
    assert_string_not_equal(before.data, after.data);
    unsetenv("LD_LIBRARY_PATH");
}
