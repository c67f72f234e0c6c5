/* test_rule_listed.c - rules for 26 neighbours: read, printed again, refused. */
#include "gen/domain/rule.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

static void rules_are_read_and_printed(void **state)
{
    (void)state;
    static const struct {
        const char *text, *printed;
        uint32_t birth, survival;
    } rows[] = { { "B5/S4,5", "B5/S4,5", 1u << 5, 1u << 4 | 1u << 5 },
                 { "b10,2/s26,0", "B2,10/S0,26", 1u << 10 | 1u << 2, 1u << 26 | 1u },
                 { "B/S", "B/S", 0, 0 },
                 { "B012/S10", "B12/S10", 1u << 12, 1u << 10 } };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        nbb_rule rule;
        nbb_text text = NBB_TEXT_EMPTY;
        assert_int_equal(nbb_rule_parse_listed(rows[i].text, &rule), NBB_OK);
        assert_int_equal(rule.birth, rows[i].birth);
        assert_int_equal(rule.survival, rows[i].survival);
        nbb_rule_print_listed(rule, &text);
        assert_string_equal(nbb_text_string(&text), rows[i].printed);
        nbb_text_free(&text);
        assert_int_equal(nbb_rule_next(rule, 0, 10), (int)(rows[i].birth >> 10 & 1));
    }
}

static void others_are_refused(void **state)
{
    (void)state;
    static const char *const texts[][2] = { { "", "'B' at column 1" },
                                            { "S4/B5", "'B' at column 1" },
                                            { "B27/S", "0 to 26" },
                                            { "B5,5/S", "only once" },
                                            { "B5/S45", "0 to 26" },
                                            { "B5,/S", "',' and a count, or '/' at column 3" },
                                            { "B5S4", "'/' at column 3" },
                                            { "B5/4", "'S' at column 4" },
                                            { "B5/S4 ", "or the end at column 6" },
                                            { "B4294967296/S", "0 to 26" },
                                            { "B0123/S", "0 to 26" } };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; ++i) {
        nbb_rule rule = { 7, 7 };
        assert_int_equal(nbb_rule_parse_listed(texts[i][0], &rule), NBB_ERROR_USAGE);
        if (strstr(nbb_message(), texts[i][1]) == NULL) {
            fail_msg("%s: %s", texts[i][0], nbb_message());
        }
        assert_int_equal(rule.birth, 7);
    }
    nbb_message_free();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rules_are_read_and_printed),
        cmocka_unit_test(others_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
