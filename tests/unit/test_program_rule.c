/* test_program_rule.c - programs that are rules, remarks on numbers that are lost, names and arguments in C. */
#include "library/program_text.h"
#include "gen/program/program_value.h"
#include "unit.h"
#include "layouts.h"
#include "programs.h"

static void check_rule(nbb_rule rule, int axes)
{
    LOCAL_PROGRAM program;
    double density = 0;
    assert_int_equal(nbb_program_from_rule(rule, axes, &program), NBB_OK);
    assert_int_equal(nbb_program_bind(&program, axes, NULL), NBB_OK);
    assert_true(program.is_rule);
    assert_int_equal(program.rule.birth, rule.birth);
    assert_int_equal(program.rule.survival, rule.survival);
    assert_int_equal(nbb_program_set(&program, "--set", "density=0.3"), NBB_OK);
    assert_true(nbb_program_density(&program, &density));
    assert_true(density == 0.3);
}

TEST(test_rules)
{
    for (uint32_t birth = 0; birth < 512; birth += nbb_unit_is_quick() ? 35 : 7) {
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
    NBB_LOCAL_TEXT notation = NBB_TEXT_EMPTY;
    LOCAL_PROGRAM program = read_program("text", 2, "return program { state = { s = 'u1' }, %s update = [[ %s ]] }",
                                         more, update);
    if (program.is_rule) {
        nbb_rule_print_on(program.rule, 2, &notation);
    }
    snprintf(words, sizeof words, "%s", nbb_text_string(&notation));
    return words;
}

TEST(test_however_written)
{
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

TEST(test_none)
{
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

TEST(test_starts)
{
    static const char format[] = "return program { state = { s = 'u1' }, neighbours = 'moore', param = { p = 2 },"
                                 " init = 's = chance(p / 8);%s', update = 's = count(s);' }";
    LOCAL_PROGRAM inverted = read_program("text", 2, format, " s = !s;"), plain = read_program("text", 2, format, "");
    double density = 0;
    assert_false(nbb_program_density(&inverted, &density));
    assert_true(nbb_program_density(&plain, &density));
    assert_true(density == 0.25);
}

static void note(const char *remark, void *context)
{
    nbb_text_add(context, "%.*s\n", (int)strcspn(remark, "\n"), remark);
}

static void expect(const char *fields, const char *wanted)
{
    NBB_LOCAL_TEXT remarks = NBB_TEXT_EMPTY;
    LOCAL_PROGRAM program = read_program("p", 2, "return program { state = { s = 'u1' }, neighbours = 'moore',\n%s }",
                                         fields);
    nbb_program_remarks(&program, note, &remarks);
    assert_string_equal(nbb_text_string(&remarks), wanted);
}

TEST(test_quotients)
{
    expect("update = 's = sum(s) / 2;', observe = { m = 'real(sum(s)) / cells', k = '1.0 / 3 * max(s) / 2 + 6 / 3' }",
           "");
    expect("update = 's = y / n + sum(s * (dx != 0 ? 1 / dx : 0)) + sum(s * (4 / (1 + dx * dx)));'", "");
    expect("update = 's = x / n + y * 2 / n;'",
           "p:2: update:17: this quotient of two ints is always 0; real(...) around one of them makes it a real\n");
    expect("update = 's = sum(1 / (dx * dx + dy * dy) * s) > 2;'",
           "p:2: update:21: the quotient of two ints is an int, cut towards 0; with 1.0 it is a real\n");
    expect("schedule = { p = '1 / 3 + step / 7' }, param = { p = 1 }, update = 's = p > 0;'", "");
    expect("update = 's = sum(s) / 9;'",
           "p:2: update:22: this quotient of two ints is always 0; real(...) around one of them makes it a real\n");
    expect("update = 's = 1 / 6 * sum(s);'",
           "p:2: update:17: 1 / 6 is 0, the quotient of two ints; 1.0 / 6 is a real\n");
    expect("update = 's = 0;', observe = { m = 'sum(s) / cells' }",
           "p:2: observe.m:44: the quotient of two ints is an int, cut towards 0; "
           "real(...) around the sum keeps the rest\n");
}

TEST(test_chances)
{
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

TEST(test_names)
{
    static const char *const names[][2] = {
        { "aligned", "aligned" },  { "T", "T" },
        { "heads", "heads" },      { "s1", "s1_" },
        { "s1_", "s1__" },         { "s_", "s__" },
        { "class", "class_" },     { "linux", "linux_" },
        { "N_X", "N_X_" },         { "value", "value_" },
        { "expf", "expf_" },       { "u32", "u32_" },
        { "nbb_mix", "nbb_mix_" }, { "threadIdx", "threadIdx" },
        { "_Bool", "v_Bool_" },
    };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
        NBB_LOCAL_TEXT text = NBB_TEXT_EMPTY;
        nbb_program_spell(names[i][0], &text);
        assert_string_equal(nbb_text_string(&text), names[i][1]);
    }
}

static const char ising[] = "return program { state = { s = \"u1\" }, neighbours = \"vonneumann\","
                            " order = \"sublattices\", param = { T = 2.0, density = 0.25 },"
                            " init = { s = \"chance(density)\" },"
                            " update = [[ if (chance(exp(-2.0 * (2 * count(s == here.s) - degree) / T))) s = !s; ]],"
                            " observe = { here = \"at(1, 1, s)\" } }";

TEST(test_values)
{
    LOCAL_FRACTAL fractal = fractal_of_rows(2, (const char *const[]){ "#.", "##" });
    nbb_domain domain = { .fractal = &fractal, .size = 1 };
    LOCAL_PROGRAM program = read_program("test.lua", 2, "%s", ising);
    NBB_AT_END(nbb_arguments_free) nbb_arguments arguments;
    uint64_t bytes[17];
    assert_int_equal(nbb_arguments_build(&program, 0, 0, &arguments), NBB_OK);
    assert_int_equal(nbb_arguments_fill(&arguments, &program, &domain, 7, bytes, NULL), NBB_OK);
    assert_int_equal(bytes[0], 7);
    assert_int_equal(bytes[1 + 4], UINT64_C(1) << 32); /* of equally many: p = 1 */
    assert_int_equal(bytes[1 + 6], (uint64_t)(exp(-2.0 * 2 / 2.0) * 0x1p32));
    assert_int_equal(bytes[14], UINT64_C(1) << 30);
    assert_int_equal(bytes[15], 1);
    domain.size = 0; /* a single cell, at 0 */
    assert_int_equal(nbb_arguments_fill(&arguments, &program, &domain, 7, bytes, NULL), NBB_ERROR_USAGE);
    assert_string_equal(nbb_message(), "program test observes at(1, 1): test has no cell there");
    nbb_message_free();
}

/* What the structure has no room for stands in a table, the chances of most cases first. */
TEST(test_table)
{
    LOCAL_PROGRAM program = read_program(
        "test.lua", 2,
        "return program { state = { a = 'u8', b = 'u1' }, neighbours = 'moore', init = { a = 'uniform(256)' }, "
        "update = 'b = chance(a * 0.001) != chance((a + 256 * b) / 512.0); a = a ^ chance(count(b) / 9.0);' }");
    NBB_AT_END(nbb_arguments_free) nbb_arguments arguments;
    uint64_t bytes[1 + 256 + 9 + 1], table[512];
    assert_int_equal(nbb_arguments_build(&program, 0, 0, &arguments), NBB_OK);
    assert_int_equal(nbb_arguments_find(&arguments, NBB_ARGUMENT_CHANCE, 1)->offset, 0);
    assert_true(nbb_arguments_find(&arguments, NBB_ARGUMENT_CHANCE, 1)->in_table);
    assert_false(nbb_arguments_find(&arguments, NBB_ARGUMENT_CHANCE, 0)->in_table);
    assert_int_equal(arguments.table, 512);
    assert_int_equal(arguments.bytes, sizeof bytes);
    assert_int_equal(nbb_arguments_fill(&arguments, &program, NULL, 7, bytes, table), NBB_OK);
    assert_int_equal(bytes[1 + 255], (uint64_t)(255 * 0.001 * 0x1p32));
    assert_int_equal(bytes[1 + 256 + 9], 0); /* who has the table in memory fills its address in */
    assert_int_equal(table[300], UINT64_C(300) << 23);
}
