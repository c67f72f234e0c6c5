/* test_json.c - values of JSON for numbers and texts that JSON has no words for. */
#include "gen/base/json.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void numbers_are_finite_or_null(void **state)
{
    (void)state;
    const double none[] = { (double)INFINITY, -(double)INFINITY, (double)NAN };
    for (int i = 0; i < 3; ++i) {
        json_t *value = nbb_json_real(none[i]);
        assert_true(json_is_null(value));
        json_decref(value);
    }
    json_t *value = nbb_json_real(0.25);
    assert_true(json_real_value(value) == 0.25);
    json_decref(value);
}

static void assert_text(const char *text, const char *expected)
{
    json_t *value = nbb_json_text(text);
    assert_non_null(value);
    assert_string_equal(json_string_value(value), expected);
    json_decref(value);
}

static void texts_are_utf8(void **state)
{
    (void)state;
    assert_text("", "");
    assert_text("caf\xc3\xa9\n", "caf\xc3\xa9\n");
    assert_text("caf\xe9 \xc3\xa9", "caf\\xe9 \xc3\xa9");
    assert_text("\xff", "\\xff");
    assert_text("\xed\xa0\x80", "\\xed\\xa0\\x80");
}

/* What cannot be put into a value spoils the whole, once. */
static void what_is_lost_is_told(void **state)
{
    (void)state;
    for (int is_array = 0; is_array < 2; ++is_array) {
        nbb_text text = NBB_TEXT_EMPTY;
        json_t *value = is_array ? json_array() : json_object();
        if (is_array) {
            nbb_json_add(value, NULL);
        } else {
            nbb_json_set(value, "name", NULL);
        }
        assert_int_equal(nbb_json_print(value, 0, "a value", &text), NBB_ERROR_RUN);
        assert_string_equal(nbb_message(), "no memory for a value");
        nbb_text_free(&text);
        assert_int_equal(nbb_json_print(json_pack("{s:i}", "name", 1), 0, "a value", &text), NBB_OK);
        assert_string_equal(nbb_text_string(&text), "{\"name\": 1}\n");
        nbb_text_free(&text);
    }
}

/* A text that memory was wanting for is no value. */
static void failed_texts_are_none(void **state)
{
    (void)state;
    nbb_text text = NBB_TEXT_EMPTY;
    nbb_text_add(&text, "ab");
    json_t *value = nbb_json_take(&text);
    assert_string_equal(json_string_value(value), "ab");
    assert_null(text.data);
    json_decref(value);
    text.failed = true;
    assert_null(nbb_json_take(&text));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_lost_is_told),
        cmocka_unit_test(failed_texts_are_none),
        cmocka_unit_test(numbers_are_finite_or_null),
        cmocka_unit_test(texts_are_utf8),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
