/* test_plan_wide.c - plans of programs of wide cells on map lanes: layout, steps a launch, refusals. */
#include "tests/works.h"
#include "gen/plan/plan_tile.h"
#include "gen/plan/plan.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "layouts.h"

#define START "return program { neighbours = \"vonneumann\", "
static const char heat[] = START
    "state = { u = \"f32\" }, init = { u = \"first\" }, update = \"u += 0.2 * sum(u - here.u);\" }";
static const char two[] = START
    "state = { a = \"u8\", u = \"f64\" }, init = { u = \"1\" }, update = \"u = a + 1;\" }";

typedef struct made_plan {
    nbb_fractal fractal;
    nbb_program program;
    nbb_plan plan;
} made_plan;

static nbb_status plan_of(const char *text, int r, nbb_map map, int steps, made_plan *made)
{
    made->fractal = fractal_of_rows(2, (const char *const[]){ "#.", "##" });
    assert_int_equal(nbb_program_read(text, "test.lua", &made->program), NBB_OK);
    assert_int_equal(nbb_program_bind(&made->program, 2, NULL), NBB_OK);
    nbb_request request = { .fractal = &made->fractal,
                            .r = r,
                            .map = map,
                            .target = NBB_TARGET_CUDA,
                            .workload = NBB_WORKLOAD_PROGRAM,
                            .program = &made->program,
                            .steps_a_launch = steps };
    return choose_plan(&request, &made->plan);
}

static void free_made(made_plan *made)
{
    nbb_plan_free(&made->plan);
    nbb_program_free(&made->program);
    nbb_fractal_free(&made->fractal);
}

static void test_layout(void **state)
{
    (void)state;
    made_plan made;
    assert_int_equal(plan_of(heat, 10, NBB_MAP_AUTO, 0, &made), NBB_OK);
    assert_int_equal(made.plan.map, NBB_MAP_LANES);
    assert_true(nbb_plan_has_wide_lanes(&made.plan));
    assert_int_equal(made.plan.t, 4);
    assert_int_equal(made.plan.lanes.lanes, 1);
    assert_int_equal(made.plan.state_bytes, (4 * 32 * 81 * ((729 + 31) / 32) + 255) / 256 * 256);
    assert_int_equal(made.plan.buffers, 2);
    assert_true(made.plan.steps_a_launch >= 3);
    assert_int_equal(made.plan.step.closure.steps, made.plan.steps_a_launch);
    assert_int_equal(made.plan.rest.closure.steps, 1);
    assert_int_equal(nbb_plan_grid(&made.plan, NBB_ENTRY_INIT, 0, 0).blocks, (32 * 81 * 23 + 127) / 128);
    free_made(&made);
}

/* Fields follow each other in the order of names, each from a multiple of 256 bytes on. */
static void test_fields(void **state)
{
    (void)state;
    static const nbb_map maps[] = { NBB_MAP_LANES, NBB_MAP_COMPACT, NBB_MAP_BB };
    for (size_t i = 0; i < sizeof maps / sizeof maps[0]; ++i) {
        made_plan made;
        assert_int_equal(plan_of(two, 3, maps[i], 0, &made), NBB_OK);
        nbb_request request = { .fractal = made.plan.fractal, .r = made.plan.r };
        uint64_t places = maps[i] == NBB_MAP_LANES ? made.plan.lanes.words
                                                   : nbb_plan_places(&request, maps[i], made.plan.t);
        uint64_t bytes = (places + 255) / 256 * 256;
        assert_int_equal(made.plan.offsets[0], 0);
        assert_int_equal(made.plan.offsets[1], bytes);
        assert_int_equal(made.plan.state_bytes, bytes + (8 * places + 255) / 256 * 256);
        free_made(&made);
    }
}

static void check_refusal(const char *text, int steps, const char *message)
{
    made_plan made;
    assert_int_equal(plan_of(text, 4, NBB_MAP_LANES, steps, &made), NBB_ERROR_USAGE);
    assert_string_equal(nbb_message(), message);
    nbb_message_free();
    free_made(&made);
}

#define TURNS \
    START "state = { u = \"f32\" }, order = \"sublattices\", init = { u = \"1\" }, update = \"u = sum(u);\" }"
#define LAUNCH(steps) "--steps-per-launch " steps ": with tiles of level 4 of test it is from 1 to "
static void test_refusals(void **state)
{
    (void)state;
    check_refusal(TURNS, 2, LAUNCH("2") "1, for each colour's turn is a launch");
    check_refusal(START "state = { u = \"f32\" }, init = { u = \"1\" }, update = \"u = sum(degree);\" }", 16,
        LAUNCH("16") "15, for cells farther off are past the neighbour tiles");
}

/* Sublattices take turns in one state. */
static void test_sublattices(void **state)
{
    (void)state;
    made_plan made;
    assert_int_equal(plan_of(TURNS, 4, NBB_MAP_AUTO, 0, &made), NBB_OK);
    assert_int_equal(made.plan.map, NBB_MAP_LANES);
    assert_int_equal(made.plan.buffers, 1);
    assert_int_equal(made.plan.step.closure.colours, 2);
    assert_false(nbb_plan_in_place(&made.plan));
    assert_true(nbb_plan_has(&made.plan, NBB_ENTRY_STEP));
    assert_false(nbb_plan_has(&made.plan, NBB_ENTRY_TOTALS));
    assert_string_equal(nbb_plan_signature(&made.plan, NBB_ENTRY_STEP), "ppIIS");
    free_made(&made);
}

/* A step reads and writes all fields of the tiles' places, or of a simplex's cells. */
static void test_step_bytes(void **state)
{
    (void)state;
    made_plan made;
    assert_int_equal(plan_of(two, 6, NBB_MAP_LAMBDA, 0, &made), NBB_OK);
    uint64_t places = (uint64_t)(made.plan.tiles * made.plan.rho.at[0] * made.plan.rho.at[1]);
    assert_int_equal(made.plan.step_bytes, 2 * (1 + 8) * places);
    const nbb_simplex triangle = { .name = "triangle", .m = 2 };
    nbb_request request = {
        .simplex = &triangle, .n = 64, .workload = NBB_WORKLOAD_PROGRAM, .program = &made.program
    };
    nbb_plan plan;
    assert_int_equal(choose_plan(&request, &plan), NBB_OK);
    assert_int_equal(plan.step_bytes, 2 * (1 + 8) * (64 * 65 / 2));
    nbb_plan_free(&plan);
    free_made(&made);
}

/* Programs of bits that words of bits cannot compute have words, and the plan says why; others stay in bits. */
static void test_bits_in_words(void **state)
{
    (void)state;
    static const struct {
        const char *update, *because;
    } cases[] = {
        { "s = x;", "bits of words cannot compute this: cells of a word differ in coordinates" },
        { "s = uniform() < 0.5;", "bits of words cannot compute this: a real that differs from cell to cell" },
        { "s = chance(1.0 / cells);", "bits of words cannot compute this: its integers have more than 4096 values" },
        { "s = uniform(cells);", "bits of words cannot compute this: uniform's argument may be" },
        { "s = sum(s);", "" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        made_plan made;
        nbb_text text = NBB_TEXT_EMPTY;
        bool words = cases[i].because[0] != '\0';
        nbb_text_add(&text, START "state = { s = \"u3\" }, init = { s = \"1\" }, update = \"%s\" }", cases[i].update);
        assert_int_equal(plan_of(nbb_text_string(&text), 6, NBB_MAP_AUTO, 0, &made), NBB_OK);
        assert_int_equal(made.plan.map, NBB_MAP_LANES);
        assert_int_equal(nbb_plan_has_wide_lanes(&made.plan), words);
        assert_int_equal(made.plan.lowering.program != NULL, !words);
        assert_non_null(strstr(nbb_text_string(&made.plan.wide_because), cases[i].because));
        assert_int_equal(made.plan.wide_because.length > 0, words);
        assert_int_equal(strstr(made.plan.name, "_words") != NULL, words);
        assert_null(strchr(nbb_text_string(&made.plan.wide_because), '\n'));
        nbb_text_free(&text);
        free_made(&made);
    }
    nbb_message_free();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_layout),     cmocka_unit_test(test_step_bytes),  cmocka_unit_test(test_fields),
        cmocka_unit_test(test_refusals),   cmocka_unit_test(test_sublattices), cmocka_unit_test(test_bits_in_words),
    };
    return cmocka_run_group_tests_name("plan_wide", tests, NULL, NULL);
}
