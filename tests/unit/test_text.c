/* test_text.c - the growable string: an addition that fails, of a text and of what is made of it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "gen/base/text.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>
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
    assert_true(nbb_lost_use(false));
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
    bool was_lost = nbb_lost_use(false);
    assert_true(was_lost);
    assert_int_equal(nbb_text_whole("all"), NBB_OK);
    nbb_lost_use(was_lost);
    assert_int_equal(nbb_text_whole("all"), NBB_ERROR_RUN);
    nbb_lost_use(false);
    nbb_message_free();
}

/* A file past the limit is refused by its size, not by reading as much of it: this one would take minutes. */
static void test_large_file(void **state)
{
    (void)state;
    char path[] = "large.XXXXXX";
    int file = mkstemp(path);
    nbb_text text = NBB_TEXT_EMPTY;
    assert_true(file >= 0);
    assert_int_equal(ftruncate(file, (off_t)1 << 40), 0);
    assert_int_equal(nbb_text_read_file(&text, path, (size_t)1 << 36, NBB_ERROR_USAGE), NBB_ERROR_USAGE);
    assert_non_null(strstr(nbb_message(), "larger than the 68719476736 bytes allowed"));
    assert_int_equal(text.length, 0);
    assert_int_equal(ftruncate(file, 5), 0);
    assert_int_equal(nbb_text_read_file(&text, path, 5, NBB_ERROR_USAGE), NBB_OK);
    assert_int_equal(text.length, 5);
    nbb_text_free(&text);
    close(file);
    unlink(path);
    nbb_message_free();
}

static void test_numbers(void **state)
{
    (void)state;
    nbb_text text = NBB_TEXT_EMPTY;
    nbb_text_amount(&text, 999400);
    nbb_text_add(&text, ", ");
    nbb_text_amount(&text, 999700);
    nbb_text_add(&text, ", ");
    nbb_text_add_real(&text, 0.1 + 0.2);
    assert_string_equal(nbb_text_string(&text), "999 kB, 1 MB, 0.30000000000000004");
    nbb_text_free(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_loss_is_of_what_is_made_of_it_too),
                                        cmocka_unit_test(test_loss_is_given_back), cmocka_unit_test(test_large_file),
                                        cmocka_unit_test(test_numbers) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
