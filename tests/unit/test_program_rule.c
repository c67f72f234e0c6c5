/* test_program_rule.c - every B/S rule is a program, and a program that is a rule is known for it. */
#include "gen/program/program_rule.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static void check_rule(nbb_rule rule, int axes)
{
    nbb_program program;
    nbb_rule found;
    double density = 0;
    assert_int_equal(nbb_program_from_rule(rule, axes, &program), NBB_OK);
    assert_int_equal(nbb_program_bind(&program, axes, NULL), NBB_OK);
    assert_true(nbb_program_rule(&program, &found));
    assert_int_equal(found.birth, rule.birth);
    assert_int_equal(found.survival, rule.survival);
    assert_int_equal(nbb_program_set(&program, "--set", "density=0.3"), NBB_OK);
    assert_true(nbb_program_density(&program, &density));
    assert_true(density == 0.3);
    nbb_program_free(&program);
}

static void test_rules(void **state)
{
    (void)state;
    for (uint32_t birth = 0; birth < 512; birth += 7) {
        for (uint32_t survival = 0; survival < 512; survival += 13) {
            check_rule((nbb_rule){ birth, survival }, 2);
        }
    }
    check_rule((nbb_rule){ 511, 511 }, 2);
    check_rule((nbb_rule){ 1u << 5, 1u << 4 | 1u << 5 }, 3);
    check_rule((nbb_rule){ 1u << 26 | 1, 1u << 26 }, 3);
}

/* The rule of a program in the plane with these neighbours and this update, or "" where it is none. */
static const char *rule_of(const char *more, const char *update)
{
    static char words[256];
    nbb_text text = NBB_TEXT_EMPTY, notation = NBB_TEXT_EMPTY;
    nbb_program program;
    nbb_rule rule;
    nbb_text_add(&text, "return program { state = { s = 'u1' }, %s update = [[ %s ]] }", more, update);
    if (nbb_program_read(nbb_text_string(&text), "text", &program) != NBB_OK
        || nbb_program_bind(&program, 2, NULL) != NBB_OK) {
        fail_msg("%s", nbb_message());
    }
    if (nbb_program_rule(&program, &rule)) {
        nbb_rule_print(rule, &notation);
    }
    snprintf(words, sizeof words, "%s", nbb_text_string(&notation));
    nbb_program_free(&program);
    nbb_text_free(&text);
    nbb_text_free(&notation);
    return words;
}

static void test_however_written(void **state)
{
    (void)state;
    static const char moore[] = "neighbours = 'moore',";
    assert_string_equal(rule_of(moore, "int a = sum(s); s = a == 3 || (a == 2 && s);"), "B3/S23");
    assert_string_equal(rule_of(moore, "if (count(s == 1) != 2) s = count(s != 0) == 3;"), "B3/S23");
    assert_string_equal(rule_of(moore, "s = abs(count(s) - 2.5) < 1 && (s || count(s) == 3);"), "B3/S23");
    assert_string_equal(rule_of(moore, "s = degree - count(!s) == 2;"), "B2/S2");
    assert_string_equal(rule_of(moore, "s = any(s);"), "B12345678/S12345678");
    assert_string_equal(rule_of(moore, "s = max(s) > min(s) || s;"), "");
    assert_string_equal(rule_of(moore, "s = any(s != here.s);"), "");
    assert_string_equal(rule_of(moore, "s = count(s) == maxdegree;"), "B8/S8");
    assert_string_equal(rule_of("neighbours = { {1,1}, {1,0}, {1,-1}, {0,1}, {0,-1}, {-1,1}, {-1,0}, {-1,-1} },",
                                "s = count(s) == 1;"),
                        "B1/S1");
}

static void test_none(void **state)
{
    (void)state;
    static const char moore[] = "neighbours = 'moore',";
    assert_string_equal(rule_of("neighbours = 'vonneumann',", "s = count(s) == 2;"), "");
    assert_string_equal(rule_of("neighbours = 'moore', order = 'sublattices',", "s = count(s) == 2;"), "");
    assert_string_equal(rule_of("neighbours = 'moore', param = { q = 2 },", "s = count(s) == q;"), "");
    assert_string_equal(rule_of(moore, "s = count(!s) == 2;"), "");
    assert_string_equal(rule_of(moore, "s = count(s) == 2 && degree == 8;"), "");
    assert_string_equal(rule_of(moore, "s = degree - count(s) == 1;"), "");
    assert_string_equal(rule_of(moore, "s = s[1, 0];"), "");
    assert_string_equal(rule_of(moore, "s = exists[1, 0];"), "");
    assert_string_equal(rule_of(moore, "s = chance(0.5);"), "");
    assert_string_equal(rule_of(moore, "s = x == 1;"), "");
    assert_string_equal(rule_of(moore, "s = step & 1;"), "");
    assert_string_equal(rule_of(moore, "s = sum(s * x) == 2;"), "");
    assert_string_equal(rule_of(moore, "s = sum(degree) == 2;"), "");
}

static void test_starts(void **state)
{
    (void)state;
    nbb_program program;
    double density = 0;
    assert_int_equal(
        nbb_program_read("return program { state = { s = 'u1' }, neighbours = 'moore', param = { p = 2 },"
                         " init = 's = chance(p / 8); s = !s;', update = 's = count(s);' }",
                         "text", &program),
        NBB_OK);
    assert_int_equal(nbb_program_bind(&program, 2, NULL), NBB_OK);
    assert_false(nbb_program_density(&program, &density));
    nbb_program_free(&program);
    assert_int_equal(
        nbb_program_read("return program { state = { s = 'u1' }, neighbours = 'moore', param = { p = 2 },"
                         " init = 's = chance(p / 8);', update = 's = count(s);' }",
                         "text", &program),
        NBB_OK);
    assert_int_equal(nbb_program_bind(&program, 2, NULL), NBB_OK);
    assert_true(nbb_program_density(&program, &density));
    assert_true(density == 0.25);
    nbb_program_free(&program);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_rules), cmocka_unit_test(test_however_written),
                                        cmocka_unit_test(test_none), cmocka_unit_test(test_starts) };
    int failures = cmocka_run_group_tests(tests, NULL, NULL);
    nbb_message_free();
    return failures;
}
