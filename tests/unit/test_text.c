/* test_text.c - the growable string: an addition that fails, of a text and of what is made of it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "gen/base/text.h"

#include <wchar.h>

/* Adds what cannot be printed, as if there were no memory for it. */
static void lose(nbb_text *text)
{
    nbb_text_add(text, "%lc", (wint_t)0x7fffffff);
    assert_true(text->failed);
}

static void test_loss_is_of_what_is_made_of_it_too(void **state)
{
    (void)state;
    nbb_text whole = NBB_TEXT_EMPTY, part = NBB_TEXT_EMPTY;
    assert_int_equal(nbb_text_status(&whole, "a whole"), NBB_OK);
    lose(&part);
    nbb_text_add(&whole, "(%s)", nbb_text_string(&part));
    nbb_text_free(&part);
    assert_int_equal(nbb_text_status(&whole, "a whole"), NBB_ERROR_RUN);
    assert_string_equal(nbb_message(), "no memory for a whole");
    assert_int_equal(nbb_text_whole("all"), NBB_ERROR_RUN);
    assert_string_equal(nbb_message(), "no memory for all");
    assert_true(nbb_text_loss_use(false));
    assert_int_equal(nbb_text_status(&whole, "a whole"), NBB_OK);
    nbb_text_free(&whole);
    nbb_message_free();
}

/* Work of its own amid other work: a handle's, whose failure is told, and is not the caller's. */
static void test_loss_is_given_back(void **state)
{
    (void)state;
    nbb_text text = NBB_TEXT_EMPTY;
    lose(&text);
    nbb_text_free(&text);
    assert_false(text.failed);
    bool was_lost = nbb_text_loss_use(false);
    assert_true(was_lost);
    assert_int_equal(nbb_text_whole("all"), NBB_OK);
    nbb_text_loss_use(was_lost);
    assert_int_equal(nbb_text_whole("all"), NBB_ERROR_RUN);
    nbb_text_loss_use(false);
    nbb_message_free();
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_loss_is_of_what_is_made_of_it_too),
                                        cmocka_unit_test(test_loss_is_given_back) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
