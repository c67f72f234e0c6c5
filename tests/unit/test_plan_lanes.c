/* test_plan_lanes.c - the choices of map lanes: steps a launch, where crossed lanes are turned, one buffer or two. */
#include "gen/plan/plan.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "plans.h"
#include "programs.h"

/* Steps a launch on CUDA: what was the fastest of all on an H200; the host has one where compilation would take
   longer. */
static void test_steps_a_launch(void **state)
{
    (void)state;
    static const struct {
        const char *fractal;
        int r, steps;
    } fastest[] = { { "sierpinski", 22, 5 }, { "vicsek", 14, 7 }, { "carpet", 11, 3 }, { "hfractal", 11, 3 },
                    { "bottles", 11, 3 }, { "candy", 9, 3 }, { "chandelier", 16, 6 }, { "xfractal", 14, 6 } };
    for (size_t i = 0; i < sizeof fastest / sizeof fastest[0]; ++i) {
        nbb_fractal fractal = load_fractal(fastest[i].fractal);
        nbb_request request = {
            .r = fastest[i].r, .workload = NBB_WORKLOAD_CA, .target = NBB_TARGET_CUDA, .resident = NBB_RESIDENT_NO
        };
        nbb_plan plan = choose(&fractal, request);
        assert_int_equal(plan.steps_a_launch, fastest[i].steps);
        nbb_plan_free(&plan);
        request.target = NBB_TARGET_HOST;
        request.resident = NBB_RESIDENT_AUTO;
        request.r = 5;
        plan = choose(&fractal, request);
        assert_int_equal(plan.steps_a_launch, 1);
        nbb_plan_free(&plan);
        nbb_fractal_free(&fractal);
    }
}

#define REFUSED(steps, most)                                                                                       \
    "--steps-per-launch " #steps ": with tiles of level 2 of carpet it is from 1 to " #most ", for "

/* What draws does a step a launch unless more are asked for, up to as many as others; then few threads share a
   multiprocessor, for their words. Where each step is a turn, or asks for the first cell, there is no more. */
static void test_steps_that_draw(void **state)
{
    (void)state;
    nbb_fractal fractal = load_fractal("carpet");
    nbb_program program = read_bits("synchronous", "if (chance(0.5)) s = count(s) == 1;");
    nbb_request request = { .r = 10,
                            .workload = NBB_WORKLOAD_PROGRAM,
                            .program = &program,
                            .map = NBB_MAP_LANES,
                            .target = NBB_TARGET_CUDA,
                            .resident = NBB_RESIDENT_NO };
    for (int steps = 0; steps <= 9; ++steps) {
        request.steps_a_launch = steps;
        nbb_plan plan = choose(&fractal, request);
        assert_int_equal(plan.steps_a_launch, steps == 0 ? 1 : steps);
        assert_int_equal(plan.rest.closure.steps, steps > 1);
        assert_true(nbb_plan_has(&plan, NBB_ENTRY_REST) == (steps > 1));
        nbb_plan_free(&plan);
    }
    request.steps_a_launch = 10;
    check_failure("carpet", request, NBB_ERROR_USAGE,
                  REFUSED(10, 9) "cells farther off are past the neighbour tiles");
    request.resident = NBB_RESIDENT_GRID;
    request.r = 6;
    request.steps_a_launch = 2;
    nbb_plan plan = choose(&fractal, request);
    assert_true(plan.resident && plan.steps_a_launch == 2);
    nbb_plan_free(&plan);
    nbb_program_free(&program);
    request.resident = NBB_RESIDENT_NO;
    program = read_bits("synchronous", "s = count(s) == 1 || first;");
    check_failure("carpet", request, NBB_ERROR_USAGE,
                  REFUSED(2, 1) "a launch tells which cell is the first for a tile's own alone");
    nbb_program_free(&program);
    program = read_bits("sublattices", "if (chance(0.5)) s = count(s) == 1;");
    check_failure("carpet", request, NBB_ERROR_USAGE, REFUSED(2, 1) "each colour's turn is a launch");
    nbb_program_free(&program);
    nbb_fractal_free(&fractal);
}

enum { SCRATCH_BYTES = 8 << 20 };

/* Where STEP turns words of crossed lanes: the faster way on an H200, or as fast (vicsek at r = 13 was not
   compared). */
static void test_crossed(void **state)
{
    (void)state;
    static const struct {
        const char *fractal;
        int r;
        nbb_crossing fastest;
    } rows[] = { { "sierpinski", 17, NBB_CROSSING_REGISTERS }, { "sierpinski", 18, NBB_CROSSING_MEMORY },
                 { "vicsek", 12, NBB_CROSSING_REGISTERS },     { "vicsek", 13, NBB_CROSSING_MEMORY },
                 { "carpet", 9, NBB_CROSSING_REGISTERS },      { "carpet", 10, NBB_CROSSING_MEMORY },
                 { "hfractal", 9, NBB_CROSSING_REGISTERS },    { "hfractal", 10, NBB_CROSSING_MEMORY },
                 { "candy", 7, NBB_CROSSING_REGISTERS },       { "candy", 8, NBB_CROSSING_MEMORY } };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        nbb_fractal fractal = load_fractal(rows[i].fractal);
        nbb_request request = {
            .r = rows[i].r, .workload = NBB_WORKLOAD_CA, .target = NBB_TARGET_CUDA, .resident = NBB_RESIDENT_NO
        };
        for (request.multiprocessors = 0; request.multiprocessors <= 132; request.multiprocessors += 132) {
            nbb_plan plan = choose(&fractal, request);
            assert_int_equal(plan.crossed, rows[i].fastest);
            assert_int_equal(plan.scratch_bytes, plan.crossed == NBB_CROSSING_MEMORY ? SCRATCH_BYTES : 0);
            assert_int_equal(plan.memory_bytes, 2 * plan.state_bytes + plan.scratch_bytes);
            nbb_plan_free(&plan);
        }
        nbb_fractal_free(&fractal);
    }
}

/* A small card has work for all its threads sooner; the memory must be there; what was asked for is done or
   refused. */
static void test_crossed_by_device(void **state)
{
    (void)state;
    nbb_fractal fractal = load_fractal("sierpinski");
    nbb_request request = { .r = 17,
                            .workload = NBB_WORKLOAD_CA,
                            .target = NBB_TARGET_CUDA,
                            .multiprocessors = 20,
                            .resident = NBB_RESIDENT_NO };
    nbb_plan plan = choose(&fractal, request);
    assert_int_equal(plan.crossed, NBB_CROSSING_MEMORY);
    request.available = plan.memory_bytes - 1;
    nbb_plan_free(&plan);
    plan = choose(&fractal, request);
    assert_int_equal(plan.crossed, NBB_CROSSING_REGISTERS);
    nbb_plan_free(&plan);
    request.crossed = NBB_CROSSING_MEMORY;
    check_failure("sierpinski", request, NBB_ERROR_DEVICE,
                  "--crossed memory: sierpinski at r = 17 needs 34027776 bytes and 8388608 to turn words in,"
                  " the device"
                  " has 42416383 free; use --crossed registers");
    request = (nbb_request){
        .r = 5, .workload = NBB_WORKLOAD_CA, .target = NBB_TARGET_CUDA, .crossed = NBB_CROSSING_REGISTERS
    };
    plan = choose(&fractal, request);
    assert_false(plan.resident);
    assert_int_equal(plan.crossed, NBB_CROSSING_REGISTERS);
    nbb_plan_free(&plan);
    nbb_fractal_free(&fractal);
    fractal = load_fractal("cantor");                 /* whose tiles of several cells touch none */
    request.r = 8;
    request.crossed = NBB_CROSSING_MEMORY;
    plan = choose(&fractal, request);
    assert_int_equal(plan.scratch_bytes, 0);
    nbb_plan_free(&plan);
    nbb_fractal_free(&fractal);
}

/* Passes have blocks of 512 threads. WRITE has a thread for every four words; SUM has one for sixteen, but no more
   blocks than run at once: a multiprocessor has 2048 threads. The gasket at r = 20 has 44287 groups of 32 x 81
   words, at r = 9 one. */
static void test_grids_of_passes(void **state)
{
    (void)state;
    static const struct {
        int r;
        uint32_t multiprocessors, block;
        uint64_t write, sum;
        uint32_t threads;
    } rows[] = { { 20, 0, 0, 56051, 528, 512 }, { 20, 20, 0, 56051, 80, 512 }, { 20, 20, 1024, 28026, 40, 1024 },
                 { 20, 1, 96, 298938, 21, 96 }, { 9, 132, 0, 2, 1, 512 }, { 9, 132, 32, 21, 6, 32 } };
    nbb_fractal fractal = load_fractal("sierpinski");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        nbb_request request = { .r = rows[i].r,
                                .workload = NBB_WORKLOAD_RD,
                                .target = NBB_TARGET_CUDA,
                                .map = NBB_MAP_LANES,
                                .multiprocessors = rows[i].multiprocessors,
                                .block = rows[i].block };
        nbb_plan plan = choose(&fractal, request);
        nbb_grid sum = nbb_plan_grid(&plan, NBB_ENTRY_SUM, 0, 0), write = nbb_plan_grid(&plan, NBB_ENTRY_WRITE, 0, 0);
        assert_int_equal(sum.blocks, rows[i].sum);
        assert_int_equal(sum.threads, rows[i].threads);
        assert_int_equal(write.blocks, rows[i].write);
        assert_int_equal(write.threads, rows[i].threads);
        nbb_plan_free(&plan);
    }
    nbb_fractal_free(&fractal);
}

/* In place a border takes what scratch memory would: the gasket at r = 20 for 4 steps. */
static void test_crossed_in_place(void **state)
{
    (void)state;
    const uint64_t needed = UINT64_C(459167616) + 175730816;
    nbb_fractal fractal = load_fractal("sierpinski");
    nbb_request request = {
        .r = 20, .workload = NBB_WORKLOAD_CA, .target = NBB_TARGET_CUDA, .buffers = 1, .steps_a_launch = 4
    };
    for (uint64_t spare = 0; spare <= SCRATCH_BYTES; spare += SCRATCH_BYTES / 2) {
        bool fits = spare == SCRATCH_BYTES;
        request.available = needed + spare;
        nbb_plan plan = choose(&fractal, request);
        assert_int_equal(plan.crossed, fits ? NBB_CROSSING_MEMORY : NBB_CROSSING_REGISTERS);
        assert_int_equal(plan.memory_bytes, needed + (fits ? SCRATCH_BYTES : 0));
        nbb_plan_free(&plan);
    }
    nbb_fractal_free(&fractal);
    request.crossed = NBB_CROSSING_MEMORY;
    request.available -= 1;
    check_failure("sierpinski", request, NBB_ERROR_DEVICE,
                  "--crossed memory: sierpinski at r = 20 needs 634898432 bytes and 8388608 to turn words in,"
                  " the device"
                  " has 643287039 free; use --crossed registers");
}

/* The gasket at r = 25 on a card with 149.4e9 bytes: 10761681 groups of 32 x 81 words; a border of one step has 5
   positions, of three 19, of four 31. */
static void test_in_place(void **state)
{
    (void)state;
    const uint64_t position = UINT64_C(10761681) * 32 * 4, states = 81 * position;
    nbb_fractal gasket = load_fractal("sierpinski");
    nbb_request request = {
        .r = 25, .workload = NBB_WORKLOAD_CA, .target = NBB_TARGET_CUDA, .available = UINT64_C(149400000000)
    };
    nbb_plan plan = choose(&gasket, request);
    assert_string_equal(plan.name, "nbb_sierpinski_ca_lanes_r25_t4_a5_s3_in_place");
    assert_true(nbb_plan_in_place(&plan));
    assert_true(nbb_plan_has(&plan, NBB_ENTRY_BORDER));
    assert_int_equal(plan.border_bytes, 19 * position);
    assert_int_equal(plan.memory_bytes, states + 19 * position + SCRATCH_BYTES);
    assert_int_equal(plan.step_bytes, (2 * states + 3 * 19 * position) / 3);
    /* a thread for each tile and part of a word, which has 243 lanes, computes three steps */
    assert_int_equal(plan.step_operations, UINT64_C(43046721) * 8 * (uint64_t)plan.step.code.operations / 3);
    nbb_plan_free(&plan);
    request.available = 2 * states + SCRATCH_BYTES;   /* both fit */
    plan = choose(&gasket, request);
    assert_string_equal(plan.name, "nbb_sierpinski_ca_lanes_r25_t4_a5_s5");
    assert_int_equal(plan.memory_bytes, request.available);
    nbb_plan_free(&plan);
    request.available = 2 * states;                   /* they alone do */
    plan = choose(&gasket, request);
    assert_int_equal(plan.crossed, NBB_CROSSING_REGISTERS);
    assert_int_equal(plan.memory_bytes, request.available);
    assert_false(nbb_plan_has(&plan, NBB_ENTRY_BORDER));
    nbb_plan_free(&plan);
    request.available = states + 5 * position;
    plan = choose(&gasket, request);
    assert_string_equal(plan.name, "nbb_sierpinski_ca_lanes_r25_t4_a5_in_place");
    nbb_plan_free(&plan);
    nbb_fractal_free(&gasket);
}

/* What does not fit even so is refused with all that it needs. */
static void test_in_place_too_large(void **state)
{
    (void)state;
    nbb_request request = { .r = 25,
                            .workload = NBB_WORKLOAD_CA,
                            .target = NBB_TARGET_CUDA,
                            .steps_a_launch = 4,
                            .available = UINT64_C(149400000000) };
    check_failure("sierpinski", request, NBB_ERROR_DEVICE,
                  "--steps-per-launch 4: updated in place, sierpinski at r = 25 needs 111577108608 bytes for its"
                  " state and 42702350208 for its tiles' borders, the device has 149400000000 free; fewer steps have"
                  " a smaller border");
    request.buffers = 2;
    check_failure("sierpinski", request, NBB_ERROR_DEVICE,
                  "sierpinski at r = 25 with map lanes needs 223154217216 bytes (2 x 111577108608), the device has"
                  " 149400000000 free; maps that fit: none; the largest r that fits map lanes is 24");
    request.buffers = 0;
    request.available = UINT64_C(118464584447);
    check_failure("sierpinski", request, NBB_ERROR_DEVICE,
                  "sierpinski at r = 25 with map lanes needs 118464584448 bytes (1 x 111577108608 and a border of"
                  " 6887475840), the device has 118464584447 free; maps that fit: none; the largest r that fits map"
                  " lanes is 24");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_steps_a_launch),       cmocka_unit_test(test_crossed),
        cmocka_unit_test(test_crossed_by_device),    cmocka_unit_test(test_crossed_in_place),
        cmocka_unit_test(test_grids_of_passes),      cmocka_unit_test(test_in_place),
        cmocka_unit_test(test_in_place_too_large),   cmocka_unit_test(test_steps_that_draw),
    };
    return cmocka_run_group_tests_name("plan_lanes", tests, NULL, NULL);
}
