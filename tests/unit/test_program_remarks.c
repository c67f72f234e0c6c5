/* test_program_remarks.c - what is said of numbers that a program loses. */
#include "gen/program/program.h"

#include "gen/base/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void note(const char *remark, void *context)
{
    nbb_text_add(context, "%.*s\n", (int)strcspn(remark, "\n"), remark);
}

static void expect(const char *fields, const char *wanted)
{
    nbb_text text = NBB_TEXT_EMPTY, told = NBB_TEXT_EMPTY;
    nbb_program program;
    nbb_text_add(&text, "return program { state = { s = 'u1' }, neighbours = 'moore',\n%s }", fields);
    if (nbb_program_read(nbb_text_string(&text), "p", &program) != NBB_OK) {
        fail_msg("%s", nbb_message());
    }
    assert_int_equal(nbb_program_bind(&program, 2, NULL), NBB_OK);
    nbb_program_remarks(&program, note, &told);
    assert_string_equal(nbb_text_string(&told), wanted);
    nbb_program_free(&program);
    nbb_text_free(&told);
    nbb_text_free(&text);
}

static void test_quotients(void **state)
{
    (void)state;
    expect("update = 's = sum(s) / 2;', observe = { m = 'real(sum(s)) / cells', k = '1.0 / 3 * max(s) / 2 + 6 / 3' }",
           "");
    expect("update = 's = sum(s) / 9;'",
           "p:2: update:22: this quotient of two ints is always 0; real(...) around one of them makes it a real\n");
    expect("update = 's = 1 / 6 * sum(s);'",
           "p:2: update:17: 1 / 6 is 0, the quotient of two ints; 1.0 / 6 is a real\n");
    expect("update = 's = 0;', observe = { m = 'sum(s) / cells' }",
           "p:2: observe.m:44: the quotient of two ints is an int, cut towards 0; "
           "real(...) around the sum keeps the rest\n");
}

static void test_chances(void **state)
{
    (void)state;
    expect(
        "param = { p = 0.25 }, init = { s = 'chance(p)' }, update = 's = chance(0.1) + chance(0.0) + chance(4e-8);'",
        "");
    expect("param = { p = 1e-10 }, update = 's = chance(p) && chance(exp(-p * s));'",
           "p:2: update:38: a chance of 1e-10 is taken as 0: chances are multiples of 2^-32 here\n");
    expect("update = 's = chance(1e-9);'",
           "p:2: update:15: a chance of 1e-09 is taken as 9.31e-10: chances are multiples of 2^-32 here\n");
    expect("init = { s = 'chance(5.9e-8)' }, update = 's = 0;'",
           "p:2: init.s:15: a chance of 5.9e-08 is taken as 0: chances are multiples of 2^-24 here\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_quotients), cmocka_unit_test(test_chances) };
    int failures = cmocka_run_group_tests(tests, NULL, NULL);
    nbb_message_free();
    return failures;
}
