/* test_lanes_drawn.c - what launches of several steps draw: for which cells, at which steps, of which lanes. */
#include "gen/lanes/lanes_code.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "fractals.h"
#include "gen/domain/domain.h"

enum { STEPS = 3, GIVEN_WORDS = NBB_GIVEN_LANES + 1, CENTRE = 4 };

/* Draws twice for each cell. */
#define FOREST                                                                                                      \
    "return program { state = { s = 'u2' }, neighbours = 'moore', param = { p = 0.05, f = 0.001 }, "                \
    "init = { s = '1' }, update = [[ bool burning = any(s == 2); bool grows = chance(p); bool struck = chance(f);"  \
    " if (s == 2) s = 0; else if (s == 1 && (burning || struck)) s = 2; else if (s == 0 && grows) s = 1; ]] }"

typedef struct sample {
    nbb_fractal fractal;
    nbb_program program;
    nbb_lowering lowering;
    nbb_lanes_launch launch;
} sample;

static void begin(const char *fractal, int t, int steps, sample *made)
{
    made->fractal = load_fractal(fractal);
    assert_int_equal(nbb_program_read(FOREST, "forest.lua", &made->program), NBB_OK);
    assert_int_equal(nbb_program_bind(&made->program, 2, NULL), NBB_OK);
    assert_int_equal(nbb_lowering_begin(&made->program, &made->lowering), NBB_OK);
    nbb_lanes_law law = nbb_law_of_program(&made->program);
    law.lowering = &made->lowering;
    assert_true(law.draws && !law.one_step);
    assert_int_equal(nbb_lanes_launch_build(&made->fractal, t, &law, steps, &made->launch), NBB_OK);
}

static void end(sample *made)
{
    nbb_lanes_launch_free(&made->launch);
    nbb_lowering_free(&made->lowering);
    nbb_program_free(&made->program);
    nbb_fractal_free(&made->fractal);
}

/* Each state that a launch computes is drawn for twice, and nothing else is. */
static void check_counts(const sample *made)
{
    const nbb_closure *closure = &made->launch.closure;
    const nbb_code *code = &made->launch.code.code;
    int *counts = calloc((size_t)(closure->count * STEPS), sizeof *counts), beside = 0;
    assert_non_null(counts);
    for (int i = 0; i < code->draw_count; ++i) {
        ++counts[code->draws[i].cell * STEPS + code->draws[i].step];
        beside += closure->cells[code->draws[i].cell].direction != CENTRE;
    }
    for (int i = 0; i < closure->count * STEPS; ++i) {
        bool is_computed = closure->cells[i / STEPS].needed >> (i % STEPS + 1) & 1;
        assert_int_equal(counts[i], is_computed ? 2 : 0);
    }
    assert_int_equal(beside > 0, closure->steps > 1);
    free(counts);
}

static uint32_t digit_of(const nbb_words *words, const nbb_draw *draw, int d)
{
    (void)words;
    return (uint32_t)nbb_mix((uint64_t)(draw->cell * 1000 + draw->step * 100 + draw->request * 40 + d));
}

/* Which lanes care for a draw for a cell beside the tile, at least one, where all tiles exist for these bits. */
static uint32_t cares_beside(const sample *made, uint32_t exists, uint32_t lanes)
{
    const nbb_closure *closure = &made->launch.closure;
    const nbb_code *code = &made->launch.code.code;
    int words = closure->count * made->launch.code.planes;
    uint32_t given[GIVEN_WORDS], any = 0;
    uint64_t rows[64] = { 0 };
    uint32_t *loaded = calloc((size_t)words, sizeof *loaded), *values = calloc((size_t)code->count, sizeof *values);
    assert_true(loaded != NULL && values != NULL && made->lowering.row_count <= 64);
    nbb_lowering_fill(&made->lowering, given, rows);
    for (int i = 0; i < GIVEN_WORDS; ++i) {
        given[i] = i == NBB_GIVEN_LANES ? lanes : exists;
    }
    for (int i = 0; i < words; ++i) {
        bool is_own = closure->cells[i / made->launch.code.planes].direction == CENTRE;
        loaded[i] = (uint32_t)nbb_mix((uint64_t)i) & (is_own ? ~UINT32_C(0) : exists);
    }
    nbb_words from = { .loaded = loaded, .given = given, .rows = rows, .digit = digit_of };
    nbb_code_evaluate(code, &from, values);
    for (int i = 0; i < code->draw_count; ++i) {
        bool beside = closure->cells[code->draws[i].cell].direction != CENTRE;
        any |= beside ? values[code->draw_words[code->draws[i].first]] : 0;
    }
    free(loaded);
    free(values);
    return any;
}

static void check_launch(const char *fractal, int t, int steps)
{
    sample made;
    begin(fractal, t, steps, &made);
    assert_int_equal(made.lowering.word_count, 0); /* so that nbb_lowering_fill writes rows alone */
    check_counts(&made);
    assert_int_equal(cares_beside(&made, 0, ~UINT32_C(0)), 0);
    uint32_t there = cares_beside(&made, 0x00ffff00, ~UINT32_C(0)), lanes = cares_beside(&made, ~UINT32_C(0), 0xff);
    assert_int_equal((there & ~UINT32_C(0x00ffff00)) | (lanes & ~UINT32_C(0xff)), 0);
    assert_true((there != 0) == (steps > 1) && (lanes != 0) == (steps > 1));
    end(&made);
}

static void each_state_is_drawn_for_once(void **state)
{
    (void)state;
    for (int steps = 1; steps <= STEPS; ++steps) {
        check_launch("sierpinski", 3, steps);
        check_launch("carpet", 2, steps);
        check_launch("vicsek", 2, steps);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(each_state_is_drawn_for_once) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
