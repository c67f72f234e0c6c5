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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_finite_or_null),
        cmocka_unit_test(texts_are_utf8),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
