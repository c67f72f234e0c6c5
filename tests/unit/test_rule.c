/* test_rule.c - B/S notation. */
#include "gen/domain/domain.h"
#include "unit.h"

/* --- notation --- */

static void assert_rule(const char *text, uint32_t birth, uint32_t survival)
{
    nbb_rule rule = { 0, 0 };
    assert_int_equal(nbb_rule_parse(text, 2, &rule), NBB_OK);
    assert_int_equal(rule.birth, birth);
    assert_int_equal(rule.survival, survival);
}

TEST(parses_rules)
{
    assert_rule("B2/S23", 1u << 2, 1u << 2 | 1u << 3);
    assert_rule("b3/s32", 1u << 3, 1u << 2 | 1u << 3);
    assert_rule("B/S", 0, 0);
    assert_rule("B876543210/S0", 0x1ff, 1);
    assert_rule("B1/S012345678", 2, 0x1ff);
    assert_rule("B3S23", 1u << 3, 1u << 2 | 1u << 3);
    assert_rule("23/3", 1u << 3, 1u << 2 | 1u << 3);
    assert_rule("/", 0, 0);
    assert_rule("life", 1u << 3, 1u << 2 | 1u << 3);
    assert_rule("HighLife", 1u << 3 | 1u << 6, 1u << 2 | 1u << 3);
    assert_rule("2x2", 1u << 3 | 1u << 6, 1u << 1 | 1u << 2 | 1u << 5);
}

typedef struct rejected {
    const char *text, *message;
} rejected;

TEST(rejects_what_is_no_rule)
{
    static const rejected cases[] = {
        { "", "expected 'B' at column 1, where it ends" },
        { "23", "expected a neighbour count from 0 to 8 or '/' at column 3, where it ends" },
        { "29/3", "expected a neighbour count from 0 to 8 or '/' at column 2, found \"9/3\"" },
        { "23/3/2", "or the end at column 5, found \"/2\"" },
        { "2x3", "expected a neighbour count from 0 to 8 or '/' at column 2" },
        { "higlife", "rule \"higlife\": did you mean \"highlife\"?" },
        { "conway", "expected 'B' at column 1" },
        { "B2", "expected a neighbour count from 0 to 8 or '/' at column 3, where it ends" },
        { "B2T23", "or '/' at column 3, found \"T23\"" },
        { "B9/S23", "expected a neighbour count from 0 to 8 or '/' at column 2, found \"9/S23\"" },
        { "B22/S23", "expected each neighbour count only once at column 3, found \"2/S23\"" },
        { "B2/", "expected 'S' at column 4, where it ends" },
        { "B2/23", "expected 'S' at column 4, found \"23\"" },
        { "B2/S239", "or the end at column 7, found \"9\"" },
        { "B2/S232", "only once at column 7" },
        { "B2/S23 ", "or the end at column 7, found \" \"" },
        { " B2/S23", "expected 'B' at column 1" },
        { "B2/S23/C4", "or the end at column 7, found \"/C4\"" },
        { "B-1/S2", "at column 2, found \"-1/S2\"" },
        { "\"2/S3", "expected 'B' at column 1" },
        { "B2/\0S", "expected 'S' at column 4, where it ends" },
        { "B2/\x13", "expected 'S' at column 4" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        nbb_rule rule = { 77, 78 };
        assert_int_equal(nbb_rule_parse(cases[i].text, 2, &rule), NBB_ERROR_USAGE);
        if (strstr(nbb_message(), cases[i].message) == NULL) {
            fail_msg("\"%s\" gave: %s", cases[i].text, nbb_message());
        }
        assert_int_equal(rule.birth, 77);
        assert_int_equal(rule.survival, 78);
    }
}

TEST(prints_canonically)
{
    static const char *const cases[][2] = {
        { "b2/s32", "B2/S23" },
        { "B/S", "B/S" },
        { "b876543210/S80", "B012345678/S08" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        nbb_rule rule;
        NBB_LOCAL_TEXT text = NBB_TEXT_EMPTY;
        assert_int_equal(nbb_rule_parse(cases[i][0], 2, &rule), NBB_OK);
        nbb_rule_print_on(rule, 2, &text);
        assert_string_equal(nbb_text_string(&text), cases[i][1]);
    }
}

TEST(next_state_reads_the_right_set)
{
    nbb_rule rule = { 1u << 3, 1u << 2 | 1u << 8 };
    for (int count = 0; count <= 8; count++) {
        assert_int_equal(nbb_rule_next(rule, 0, count), count == 3);
        assert_int_equal(nbb_rule_next(rule, 1, count), count == 2 || count == 8);
    }
}

/* --- rules for 26 neighbours --- */

TEST(rules_of_space_are_read_and_printed)
{
    static const struct {
        const char *text, *printed;
        uint32_t birth, survival;
    } rows[] = { { "B5/S4,5", "B5/S4,5", 1u << 5, 1u << 4 | 1u << 5 },
                 { "b10,2/s26,0", "B2,10/S0,26", 1u << 10 | 1u << 2, 1u << 26 | 1u },
                 { "B/S", "B/S", 0, 0 },
                 { "B012/S10", "B12/S10", 1u << 12, 1u << 10 } };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        nbb_rule rule;
        NBB_LOCAL_TEXT text = NBB_TEXT_EMPTY;
        assert_int_equal(nbb_rule_parse(rows[i].text, 3, &rule), NBB_OK);
        assert_int_equal(rule.birth, rows[i].birth);
        assert_int_equal(rule.survival, rows[i].survival);
        nbb_rule_print_on(rule, 3, &text);
        assert_string_equal(nbb_text_string(&text), rows[i].printed);
        assert_int_equal(nbb_rule_next(rule, 0, 10), (int)(rows[i].birth >> 10 & 1));
    }
}

TEST(others_of_space_are_refused)
{
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
        assert_int_equal(nbb_rule_parse(texts[i][0], 3, &rule), NBB_ERROR_USAGE);
        if (strstr(nbb_message(), texts[i][1]) == NULL) {
            fail_msg("%s: %s", texts[i][0], nbb_message());
        }
        assert_int_equal(rule.birth, 7);
    }
    nbb_message_free();
}
