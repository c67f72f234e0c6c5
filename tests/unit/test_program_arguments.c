/* test_program_arguments.c - names of C, and the structure that kernels of programs take. */
#include "gen/program/program_arguments.h"
#include "gen/program/program.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <string.h>

#include "layouts.h"

static void check_name(const char *name, const char *wanted)
{
    nbb_text text = NBB_TEXT_EMPTY;
    nbb_program_spell(name, &text);
    assert_string_equal(nbb_text_string(&text), wanted);
    nbb_text_free(&text);
}

static void test_names(void **state)
{
    (void)state;
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
        check_name(names[i][0], names[i][1]);
    }
}

static const char ising[] = "return program { state = { s = \"u1\" }, neighbours = \"vonneumann\","
                            " order = \"sublattices\", param = { T = 2.0, density = 0.25 },"
                            " init = { s = \"chance(density)\" },"
                            " update = [[ if (chance(exp(-2.0 * (2 * count(s == here.s) - degree) / T))) s = !s; ]],"
                            " observe = { here = \"at(1, 1, s)\" } }";

static void load(const char *text, nbb_program *program)
{
    assert_int_equal(nbb_program_read(text, "test.lua", program), NBB_OK);
    assert_int_equal(nbb_program_bind(program, 2, NULL), NBB_OK);
}

static void test_rows(void **state)
{
    (void)state;
    nbb_program program;
    nbb_arguments arguments;
    nbb_text text = NBB_TEXT_EMPTY;
    load(ising, &program);
    assert_int_equal(nbb_arguments_build(&program, &arguments), NBB_OK);
    nbb_arguments_print(&arguments, &text);
    assert_string_equal(nbb_text_string(&text), "typedef struct nbb_arguments {\n"
                                                "    u64 seed;\n"
                                                "    u64 chance0[13];\n"
                                                "    u64 initial0[1];\n"
                                                "    i64 at0[2];\n"
                                                "} nbb_arguments;");
    assert_int_equal(arguments.bytes, 8 * (1 + 13 + 1 + 2));
    nbb_text_free(&text);
    nbb_arguments_free(&arguments);
    nbb_program_free(&program);
}

static void test_values(void **state)
{
    (void)state;
    nbb_fractal fractal = fractal_of_rows(2, (const char *const[]){ "#.", "##" });
    nbb_domain domain = { .fractal = &fractal, .size = 1 };
    nbb_program program;
    nbb_arguments arguments;
    uint64_t bytes[17];
    load(ising, &program);
    assert_int_equal(nbb_arguments_build(&program, &arguments), NBB_OK);
    assert_int_equal(nbb_arguments_fill(&arguments, &program, &domain, 7, bytes, NULL), NBB_OK);
    assert_int_equal(bytes[0], 7);
    assert_int_equal(bytes[1 + 4], UINT64_C(1) << 32);  /* of equally many: p = 1 */
    assert_int_equal(bytes[1 + 6], (uint64_t)(exp(-2.0 * 2 / 2.0) * 0x1p32));
    assert_int_equal(bytes[14], UINT64_C(1) << 30);
    assert_int_equal(bytes[15], 1);
    domain.size = 0;                                    /* a single cell, at 0 */
    assert_int_equal(nbb_arguments_fill(&arguments, &program, &domain, 7, bytes, NULL), NBB_ERROR_USAGE);
    assert_string_equal(nbb_message(), "program test observes at(1, 1): test has no cell there");
    nbb_message_free();
    nbb_arguments_free(&arguments);
    nbb_program_free(&program);
    nbb_fractal_free(&fractal);
}

/* What the structure has no room for stands in a table, the chances of most cases first. */
static void test_table(void **state)
{
    (void)state;
    nbb_program program;
    nbb_arguments arguments;
    uint64_t bytes[1 + 256 + 9 + 1], table[512];
    load("return program { state = { a = 'u8', b = 'u1' }, neighbours = 'moore', init = { a = 'uniform(256)' }, "
         "update = 'b = chance(a * 0.001) != chance((a + 256 * b) / 512.0); a = a ^ chance(count(b) / 9.0);' }",
         &program);
    assert_int_equal(nbb_arguments_build(&program, &arguments), NBB_OK);
    assert_int_equal(nbb_arguments_find(&arguments, NBB_ARGUMENT_CHANCE, 1)->offset, 0);
    assert_true(nbb_arguments_find(&arguments, NBB_ARGUMENT_CHANCE, 1)->in_table);
    assert_false(nbb_arguments_find(&arguments, NBB_ARGUMENT_CHANCE, 0)->in_table);
    assert_int_equal(arguments.table, 512);
    assert_int_equal(arguments.bytes, sizeof bytes);
    assert_int_equal(nbb_arguments_fill(&arguments, &program, NULL, 7, bytes, table), NBB_OK);
    assert_int_equal(bytes[1 + 255], (uint64_t)(255 * 0.001 * 0x1p32));
    assert_int_equal(bytes[1 + 256 + 9], 0); /* who has the table in memory fills its address in */
    assert_int_equal(table[300], UINT64_C(300) << 23);
    nbb_arguments_free(&arguments);
    nbb_program_free(&program);
}

static void test_parameters(void **state)
{
    (void)state;
    nbb_program program;
    nbb_arguments arguments;
    nbb_text text = NBB_TEXT_EMPTY;
    load("return program { state = { u = \"f32\" }, neighbours = \"vonneumann\", param = { D = 0.1, k2 = 3 },"
         " init = { u = \"k2\" }, update = \"u += D * sum(u - here.u);\" }",
         &program);
    assert_int_equal(nbb_arguments_build(&program, &arguments), NBB_OK);
    nbb_arguments_print(&arguments, &text);
    assert_string_equal(nbb_text_string(&text),
                        "typedef struct nbb_arguments {\n    u64 seed;\n    float D;\n    float k2_;\n"
                        "} nbb_arguments;");
    float values[4];
    assert_int_equal(arguments.bytes, sizeof values);
    assert_int_equal(nbb_arguments_fill(&arguments, &program, NULL, 7, values, NULL), NBB_OK);
    assert_true(values[2] == 0.1F && values[3] == 3);
    nbb_text_free(&text);
    nbb_arguments_free(&arguments);
    nbb_program_free(&program);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names), cmocka_unit_test(test_rows),       cmocka_unit_test(test_values),
        cmocka_unit_test(test_table), cmocka_unit_test(test_parameters),
    };
    return cmocka_run_group_tests_name("program_arguments", tests, NULL, NULL);
}
