/* test_program.c - programs are read, typed and bound; wrong ones are refused with the place. `test_program --bless`
   rewrites what is expected. */
#include "gen/program/program.h"
#include "unit.h"
#include "programs.h"
#include "rejected.h"

static const char
    ising[] = "return program {\n"
              "  state = { s = \"u1\" }, neighbours = \"vonneumann\", order = \"sublattices\",\n"
              "  param = { T = 2.0, J = 1.0, density = 0.5 },\n"
              "  init = { s = \"chance(density)\" },\n"
              "  update = [[\n"
              "    int field = 2 * count(s == here.s) - degree;\n"
              "    if (chance(exp(-2 * J * field / T))) s = !s;\n"
              "  ]],\n"
              "  observe = { m = \"sum(2 * s - 1)\", e = \"-J * pairs(here.s == there.s ? 1 : -1)\" },\n"
              "}\n";

static const char heat[] = "return program {\n"
                           "  state = { u = \"f32\" }, neighbours = \"vonneumann\", param = { D = 0.2 },\n"
                           "  require = { \"D * maxdegree <= 1\" },\n"
                           "  init = { u = \"first ? 1 : 0\" },\n"
                           "  update = \"u += D * sum(u - here.u);\",\n"
                           "  observe = { mass = \"sum(u)\", home = \"sum(first ? u : 0)\",\n"
                           "    r2 = \"sum(u * ((x - x0) * (x - x0) + (y - y0) * (y - y0)))\" },\n"
                           "}\n";

TEST(test_ising)
{
    LOCAL_PROGRAM program = read_program("test.lua", 2, "%s", ising);
    assert_string_equal(program.name, "test");
    assert_int_equal(program.field_count, 1);
    assert_true(program.bits && program.planes == 1 && program.sublattices && !program.inexact);
    assert_int_equal(program.parameter_count, 3);
    assert_string_equal(program.parameters[0].name, "J");
    assert_int_equal(program.colouring.q, 2);
    assert_int_equal(program.init.requests, 1);
    assert_int_equal(program.update.requests, 1);
    const nbb_statement *field = program.update.first, *flip = field->next;
    assert_int_equal(field->kind, NBB_STATEMENT_LOCAL);
    assert_true(field->declares);
    assert_int_equal(field->value->low, -4);
    assert_int_equal(field->value->high, 8);
    assert_int_equal(flip->kind, NBB_STATEMENT_IF);
    const nbb_expression *chance = flip->value;
    assert_int_equal(chance->kind, NBB_EXPRESSION_CHANCE);
    assert_true(chance->on_processor);
    assert_int_equal(chance->from[0]->type, NBB_TYPE_F64);
    const nbb_expression *flipped = flip->body->value;
    assert_int_equal(flipped->kind, NBB_EXPRESSION_CONVERT);
    assert_int_equal(flipped->type, NBB_TYPE_I32);
    assert_int_equal(flipped->from[0]->kind, NBB_EXPRESSION_OPERATOR);
    assert_int_equal(flipped->from[0]->number, NBB_OP_NOT);
    assert_int_equal(flipped->from[0]->from[0]->kind, NBB_EXPRESSION_CONVERT);
    assert_int_equal(program.observable_count, 2);
    assert_string_equal(program.observables[1].name, "m");
    assert_int_equal(program.total_count, 2);
    assert_int_equal(program.totals[0].kind, NBB_TOTAL_PAIRS);
}

TEST(test_heat)
{
    LOCAL_PROGRAM program = read_program("test.lua", 2, "%s", heat);
    assert_true(!program.bits && program.real == NBB_TYPE_F32 && program.colouring.q == 1);
    assert_int_equal(program.update.first->kind, NBB_STATEMENT_FIELD);
    assert_int_equal(program.update.first->value->type, NBB_TYPE_F32);
    assert_int_equal(program.totals[0].value->type, NBB_TYPE_F64);
    assert_int_equal(nbb_program_require(&program), NBB_OK);
    assert_int_equal(nbb_program_set(&program, "--set", "D=0.3"), NBB_OK);
    assert_int_equal(nbb_program_require(&program), NBB_ERROR_USAGE);
    assert_non_null(strstr(nbb_message(), "test.lua:3: require:"));
    assert_int_equal(nbb_program_set(&program, "--set", "d=0.3"), NBB_ERROR_USAGE);
    assert_non_null(strstr(nbb_message(), "test has no parameter 'd': did you mean 'D'? (the parameters are D)"));
    assert_int_equal(nbb_program_set(&program, "--set", "D=0.3x"), NBB_ERROR_USAGE);
    assert_int_equal(nbb_program_set(&program, "--set", "D"), NBB_ERROR_USAGE);
}

static nbb_status load(const char *path)
{
    LOCAL_PROGRAM program;
    nbb_status status = nbb_program_read(NULL, path, &program);
    if (status == NBB_OK) {
        status = nbb_program_bind(&program, 2, NULL);
    }
    return status;
}

TEST(test_rejected)
{
    assert_true(check_rejected(NBB_TESTS_DIR "/rejected/programs.txt", load, nbb_unit_blesses) >= 100);
}
