/* test_host_library.c - a whole cache entry that cannot be loaded, as where files may not be executed, costs a
   compilation and one warning. */
#include "runtime/device/cache.h"
#include "runtime/device/compiler.h"
#include "runtime/device/host_library.h"

#include "support.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <dlfcn.h>
#include <string.h>

/* Leaves an entry for the source whose image is no library. */
static void plant(const char *source)
{
    nbb_text key = NBB_TEXT_EMPTY, path = NBB_TEXT_EMPTY, image = NBB_TEXT_EMPTY;
    assert_int_equal(nbb_compiler_key(source, &key), NBB_OK);
    nbb_cache_path(&key, ".so", &path);
    nbb_text_add(&image, "no library");
    nbb_cache_write(nbb_text_string(&path), &key, &image);
    nbb_text_free(&key);
    nbb_text_free(&path);
    nbb_text_free(&image);
}

static bool load(const nbb_module_request *request)
{
    void *library = NULL;
    bool hit = true;
    assert_int_equal(nbb_host_library_load(request, &library, &hit), NBB_OK);
    assert_non_null(dlsym(library, "nothing"));
    dlclose(library);
    return hit;
}

static void entries_that_cannot_be_loaded_are_compiled_anew(void **state)
{
    (void)state;
    const char *sources[] = { "void nothing(void) { }\n" };
    nbb_module_request request = { .name = "nbb_test", .sources = sources, .count = 1, .use_cache = true };
    plant(sources[0]);
    support_capture();
    bool is_hit = load(&request);
    plant(sources[0]);
    bool again = load(&request);
    nbb_text said = support_captured();
    assert_false(is_hit || again);
    const char *warning = strstr(nbb_text_string(&said), "warning: the cache entry ");
    assert_non_null(warning);
    assert_non_null(strstr(warning, ".so is of no use here and compiled anew: "));
    assert_null(strstr(warning + 1, "warning"));
    assert_true(load(&request));
    nbb_text_free(&said);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(entries_that_cannot_be_loaded_are_compiled_anew, support_enter,
                                        support_leave),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
