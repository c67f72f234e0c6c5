/* test_status.c - the recorded failure: its message, its status, and a message that cannot be had. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "gen/base/status.h"

#include <wchar.h>

static void test_failure_is_recorded(void **state)
{
    (void)state;
    assert_int_equal(nbb_failure(), NBB_OK);
    assert_string_equal(nbb_message(), "");
    assert_int_equal(nbb_fail(NBB_ERROR_DEVICE, "%s: %d", "a.c", 7), NBB_ERROR_DEVICE);
    assert_int_equal(nbb_failure(), NBB_ERROR_DEVICE);
    assert_string_equal(nbb_message(), "a.c: 7");
    nbb_fail(NBB_ERROR_USAGE, "in %s", nbb_message());  /* the old message in the new one */
    assert_string_equal(nbb_message(), "in a.c: 7");
    nbb_message_free();
    assert_int_equal(nbb_failure(), NBB_OK);
    assert_string_equal(nbb_message(), "");
}

/* A place opens the message; a failure that is kept comes back with it, whatever failed meanwhile. */
static void test_failure_is_kept(void **state)
{
    (void)state;
    assert_int_equal(nbb_fail_at(NBB_ERROR_DEFINITION, "a.lua", 7, "no %s", "layout"), NBB_ERROR_DEFINITION);
    assert_string_equal(nbb_message(), "a.lua:7: no layout");
    nbb_failed failure = nbb_failure_take();
    assert_int_equal(nbb_failure(), NBB_OK);
    assert_string_equal(failure.file, "a.lua");
    assert_int_equal(failure.line, 7);
    nbb_fail_at(NBB_ERROR_RUN, "b.png", 0, "cannot be written");
    assert_string_equal(nbb_message(), "b.png: cannot be written");
    assert_int_equal(nbb_failure_give(&failure), NBB_ERROR_DEFINITION);
    assert_string_equal(nbb_message(), "a.lua:7: no layout");
    assert_int_equal(nbb_failure_give(&failure), NBB_OK);
    assert_string_equal(nbb_message(), "");
    nbb_fail(NBB_ERROR_USAGE, "no place");
    failure = nbb_failure_take();
    assert_null(failure.file);
    nbb_failure_give(&failure);
    nbb_message_free();
}

/* Want of memory is a failure at run time, whatever failed before. */
static void test_memory_is_a_failure(void **state)
{
    (void)state;
    nbb_fail(NBB_ERROR_DEFINITION, "before");
    assert_int_equal(nbb_fail_memory(7, "a tree"), NBB_ERROR_RUN);
    assert_int_equal(nbb_failure(), NBB_ERROR_RUN);
    assert_string_equal(nbb_message(), "no memory: 7 bytes asked for, for a tree");
    nbb_message_free();
}

/* A message that cannot be formatted, as if there were no memory: no older failure poses as this one. */
static void test_lost_message(void **state)
{
    (void)state;
    const wchar_t no_character[] = { 0x7fffffff, 0 };
    nbb_fail(NBB_ERROR_USAGE, "older");
    assert_int_equal(nbb_fail(NBB_ERROR_RUN, "%ls", no_character), NBB_ERROR_RUN);
    assert_int_equal(nbb_failure(), NBB_ERROR_RUN);
    assert_string_equal(nbb_message(), "no memory is left, not even to say for what");
    nbb_message_free();
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_failure_is_recorded),
                                        cmocka_unit_test(test_failure_is_kept),
                                        cmocka_unit_test(test_memory_is_a_failure),
                                        cmocka_unit_test(test_lost_message) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
