/* test_process.c - another program's output. */
#include "runtime/device/process.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "gen/base/say.h"
#include "runtime/device/interrupt.h"

/* More output than a pipe holds, on both outputs. */
static void test_process_output_is_whole(void **state)
{
    (void)state;
    nbb_text words = NBB_TEXT_EMPTY;
    nbb_text output = NBB_TEXT_EMPTY;
    int exit_code = -1;
    nbb_process_words(&words, "sh -c");
    nbb_process_word(&words, "head -c 200000 /dev/zero; head -c 5 /dev/zero >&2; exit 7");
    assert_int_equal(nbb_process_run(&words, NULL, &output, &exit_code), NBB_OK);
    assert_int_equal(exit_code, 7);
    assert_int_equal(output.length, 200005);
    nbb_text_free(&words);
    nbb_text_free(&output);
}

/* A program that a signal ends, and whose environment has what this one's has. */
static void test_ends(void **state)
{
    (void)state;
    nbb_text words = NBB_TEXT_EMPTY, output = NBB_TEXT_EMPTY;
    int exit_code = -1;
    setenv("NBB_FIRST", "1", 1);
    setenv("NBB_SECOND", "2", 1);
    nbb_process_words(&words, "sh -c");
    nbb_process_word(&words, "echo $NBB_FIRST$NBB_SECOND; kill -9 $$");
    assert_int_equal(nbb_process_run(&words, NULL, &output, &exit_code), NBB_OK);
    assert_int_equal(exit_code, 128 + 9);
    assert_string_equal(nbb_text_string(&output), "12\n");
    nbb_text_free(&words);
    nbb_text_free(&output);
}

static bool stop(void *context, int64_t done, int64_t total)
{
    (void)context, (void)done, (void)total;
    return true;
}

/* What stops the work may have ended the program: hooks that were asked just now are asked again. */
static void test_hooks_are_asked_after_a_failure(void **state)
{
    (void)state;
    for (int fails = 0; fails < 2; ++fails) {
        nbb_text words = NBB_TEXT_EMPTY, output = NBB_TEXT_EMPTY;
        nbb_hooks hooks = { .stops = stop, .next = 1e300 };
        int exit_code = -1;
        nbb_process_words(&words, fails ? "false" : "true");
        nbb_hooks_use(&hooks);
        assert_int_equal(nbb_process_run(&words, NULL, &output, &exit_code), NBB_OK);
        assert_int_equal(nbb_interrupt_came(), fails);
        nbb_hooks_use(NULL);
        nbb_text_free(&words);
        nbb_text_free(&output);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_process_output_is_whole), cmocka_unit_test(test_ends),
                                        cmocka_unit_test(test_hooks_are_asked_after_a_failure) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
