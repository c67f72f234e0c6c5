/* test_plan.c - the choices of a plan, and what it refuses and why. */
#include "tests/works.h"
#include "gen/plan/plan.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "layouts.h"
#include "plans.h"

static const struct {
    const char *fractal;
    nbb_request request;
    const char *message;
} refused[] = {
    { "vicsek", { .r = -1 }, "--r -1: a level is from 0 to 19, the largest r of vicsek" },
    { "vicsek",
      { .r = 20 },
      "--r 20 is past the limits: n would be 3486784401 cells on x (at most 2147483648); the largest r of vicsek is"
      " 19" },
    { "vicsek", { .r = 2, .tile = 4 }, "--tile 4: a tile of vicsek at r = 2 is one of 1, 3, 9 cells a side" },
    { "vicsek", { .r = 2, .tile = 27 }, "--tile 27: a tile of vicsek at r = 2 is one of 1, 3, 9 cells a side" },
    { "vicsek",
      { .r = 9, .tile = 243, .map = NBB_MAP_COMPACT },
      "--tile 243: a tile of vicsek at r = 9 is one of 1, 3, 9, 27, 81 cells a side" },
    { "vicsek",
      { .r = 9, .tile = 81, .map = NBB_MAP_LANES },
      "--tile 81: a tile of vicsek at r = 9 is one of 1, 3, 9, 27 cells a side" },
    { "vicsek",
      { .r = 9, .tc = 1, .map = NBB_MAP_LANES },
      "--tc=1 has no effect on map lanes: it finds neighbours by carry, without sums; use lambda or compact" },
    { "sierpinski",
      { .r = 9, .lanes = 32 },
      "--lanes 32: a word of sierpinski at r = 9 has one of 1, 3, 9, 27, 81, 243, 729 lanes" },
    { "point", { .r = 9, .lanes = 2 }, "--lanes 2: a word of point at r = 9 has one of 1 lanes" },
    { "sierpinski",
      { .r = 4, .lanes = 81, .tile = 2 },
      "--tile 2: a tile of sierpinski at r = 4 is one of 1 cells a side" },
    { "sierpinski",
      { .r = 9, .workload = NBB_WORKLOAD_CA, .tile = 4, .steps_a_launch = 5 },
      "--steps-per-launch 5: with tiles of level 2 of sierpinski it is from 1 to 4, for cells farther off are past"
      " the neighbour tiles" },
    { "sierpinski",
      { .r = 9, .workload = NBB_WORKLOAD_RD, .steps_a_launch = 2 },
      "--steps-per-launch 2 has no effect on workload rd: only ca has steps" },
    { "sierpinski",
      { .r = 9, .workload = NBB_WORKLOAD_SW, .resident = NBB_RESIDENT_NO },
      "--resident no has no effect on workload sw: only ca has steps" },
    { "sierpinski",
      { .r = 9, .workload = NBB_WORKLOAD_RD, .crossed = NBB_CROSSING_MEMORY },
      "--crossed memory has no effect on workload rd: only ca has steps" },
    { "sierpinski",
      { .r = 9, .workload = NBB_WORKLOAD_CA, .crossed = NBB_CROSSING_REGISTERS },
      "--crossed registers has no effect on target host: it turns words whose lanes are crossed group by group,"
      " CUDA by"
      " threads" },
    { "sierpinski",
      { .r = 9,
        .workload = NBB_WORKLOAD_CA,
        .target = NBB_TARGET_CUDA,
        .resident = NBB_RESIDENT_GRID,
                      .crossed = NBB_CROSSING_MEMORY },
      "--resident grid and --crossed memory: a launch that stays turns crossed lanes in registers; give one of the"
      " two" },
    { "vicsek",
      { .r = 2, .map = NBB_MAP_COMPACT, .crossed = NBB_CROSSING_MEMORY },
      "--crossed memory has no effect on map compact: it is an option of map lanes" },
    { "sierpinski",
      { .r = 9, .block = 64 },
      "--block 64 has no effect on target host: it has no blocks of threads, CUDA"
      " has" },
    { "sierpinski",
      { .r = 9, .block = 65, .target = NBB_TARGET_CUDA },
      "--block 65: a block has whole warps, of 32 threads, and at most 1024 threads" },
    { "vicsek",
      { .r = 2, .map = NBB_MAP_COMPACT, .lanes = 5 },
      "--lanes 5 has no effect on map compact: it is an option of map lanes" },
    { "vicsek",
      { .r = 2, .map = NBB_MAP_LAMBDA, .steps_a_launch = 2 },
      "--steps-per-launch 2 has no effect on map lambda: it is an option of map lanes" },
    { "vicsek",
      { .r = 2, .map = NBB_MAP_BB, .block = 64 },
      "--block 64 has no effect on map bb: it is an option of map lanes" },
    { "vicsek",
      { .r = 2, .map = NBB_MAP_COMPACT, .workload = NBB_WORKLOAD_CA, .buffers = 1 },
      "--buffers 1 has no effect on map compact: it is an option of map lanes" },
    { "sierpinski",
      { .r = 9, .workload = NBB_WORKLOAD_RD, .buffers = 2 },
      "--buffers 2 has no effect on workload rd: only ca has steps" },
    { "sierpinski",
      { .r = 9, .hash = NBB_HASH_ARITH, .map = NBB_MAP_LANES },
      "--hash arith has no effect on map lanes: it evaluates no lambda; use lambda or compact" },
    { "chandelier",
      { .r = 3, .tile = 4 },
      "--tile 4: a tile of chandelier at r = 3 is one of 1, 3, 9, 27 cells a side" },
    { "pillar", { .r = 2, .tile = 3 }, "--tile 3: a tile of pillar at r = 2 is one of 1, 4, 16 cells a side" },
    { "vicsek", { .r = 2, .map = NBB_MAP_BB, .tile = 3 }, "--tile 3 has no effect on map bb: it has no tiles" },
    { "vicsek",
      { .r = 2, .map = NBB_MAP_BB, .workload = NBB_WORKLOAD_CA, .tc = 1 },
      "--tc=1 has no effect on map bb: the identity needs no product; use lambda or compact" },
    { "vicsek",
      { .r = 2, .map = NBB_MAP_COMPACT, .workload = NBB_WORKLOAD_SW, .tc = NBB_TC_BEST },
      "--tc has no effect on map compact with workload sw: only ca looks for neighbour tiles; use map lambda" },
    { "vicsek",
      { .r = 2, .map = NBB_MAP_COMPACT, .workload = NBB_WORKLOAD_RD, .tc = 1 },
      "--tc=1 has no effect on map compact with workload rd: only ca looks for neighbour tiles; use map lambda" },
    { "vicsek",
      { .r = 2, .map = NBB_MAP_COMPACT, .workload = NBB_WORKLOAD_CA, .tc = 2 },
      "--tc=2 has no effect on map compact: it is a variant of lambda alone; compact has 1 (halves) and 4 (bytes)" },
    { "vicsek",
      { .r = 2, .map = NBB_MAP_COMPACT, .workload = NBB_WORKLOAD_CA, .tc = 3 },
      "--tc=3 has no effect on map compact: it is a variant of lambda alone; compact has 1 (halves) and 4 (bytes)" },
    { "sierpinski",
      { .r = 9, .map = NBB_MAP_LAMBDA, .tc = 3, .tile = 64 },
      "--tile 64: a tile of sierpinski at r = 9 with --tc=3, which maps 256 words of four cells, is one of 1, 2, 4,"
      " 8, 16, 32 cells a side" },
    { "candy",
      { .r = 9, .map = NBB_MAP_LAMBDA, .tc = 3, .tile = 64 },
      "--tile 64: a tile of candy at r = 9 with --tc=3, which maps 256 words of four cells, is one of 1, 4, 16 cells"
      " a side" },
    { "vicsek",
      { .r = 9, .map = NBB_MAP_LAMBDA, .tc = 3, .tile = 81 },
      "--tile 81: a tile of vicsek at r = 9 with --tc=3, which maps 256 words of four cells, is one of 1, 3, 9, 27"
      " cells a side" },
    { "vicsek",
      { .r = 5, .map = NBB_MAP_LAMBDA, .workload = NBB_WORKLOAD_CA, .halo = NBB_HALO_DIRECT },
      "--halo direct has no effect on map lambda: it has no neighbour tiles to look up; use compact" },
    { "vicsek",
      { .r = 5, .map = NBB_MAP_LAMBDA, .workload = NBB_WORKLOAD_CA, .named = 1u << NBB_CHOICE_HALO },
      "--halo shared has no effect on map lambda: it has no neighbour tiles to look up; use compact" },
    { "vicsek",
      { .r = 5, .named = 1u << NBB_CHOICE_EVAL },
      "--eval unrolled has no effect on map lanes: it evaluates no lambda; use lambda or compact" },
    { "vicsek",
      { .r = 5, .map = NBB_MAP_COMPACT, .workload = NBB_WORKLOAD_RD, .named = 1u << NBB_CHOICE_HASH },
      "--hash table has no effect on map compact with workload rd: only ca evaluates lambda; use map lambda" },
    { "vicsek",
      { .r = 5, .map = NBB_MAP_BB, .named = 1u << NBB_CHOICE_INTRA },
      "--intra box has no effect on map bb: it has no tiles of bytes; use lambda or compact" },
    { "vicsek",
      { .r = 5, .map = NBB_MAP_LAMBDA, .tc = NBB_TC_HALVES, .named = 1u << NBB_CHOICE_EVAL },
      "--eval unrolled has no effect on map lambda with --tc=1: the product sums the levels; use one of the two" },
    { "vicsek",
      { .r = 5, .map = NBB_MAP_COMPACT, .workload = NBB_WORKLOAD_SW, .halo = NBB_HALO_DIRECT },
      "--halo direct has no effect on workload sw: only ca has a halo" },
    { "vicsek",
      { .r = 5, .map = NBB_MAP_COMPACT, .workload = NBB_WORKLOAD_CA, .halo = NBB_HALO_DIRECT },
      "--halo direct has no effect on target host: its box is in the processor's cache; use --halo shared" },
    { "point",
      { .r = 9,
        .tile = 8,
        .map = NBB_MAP_COMPACT,
        .workload = NBB_WORKLOAD_CA,
        .halo = NBB_HALO_DIRECT,
                 .target = NBB_TARGET_CUDA },
      "--halo direct has no effect on point with tiles of 8 x 8: no cell of one touches another's; use --halo"
      " shared" },
    { "vicsek",
      { .r = 2, .map = NBB_MAP_BB, .hash = NBB_HASH_ARITH },
      "--hash arith has no effect on map bb: it evaluates no lambda; use lambda or compact" },
    { "vicsek",
      { .r = 2, .map = NBB_MAP_LAMBDA, .hash = NBB_HASH_SHARED },
      "--hash shared has no effect on target host: it has no shared memory; use --hash table or arith" },
    { "vicsek",
      { .r = 2, .map = NBB_MAP_COMPACT, .workload = NBB_WORKLOAD_RD, .hash = NBB_HASH_ARITH },
      "--hash arith has no effect on map compact with workload rd: only ca evaluates lambda; use map lambda" },
    { "vicsek",
      { .r = 2, .map = NBB_MAP_LAMBDA, .eval = NBB_EVAL_SHUFFLE },
      "--eval shuffle has no effect on target host: it has no warp to shuffle in; use --eval unrolled" },
    { "vicsek",
      { .r = 2, .map = NBB_MAP_LAMBDA, .eval = NBB_EVAL_SHUFFLE, .tc = 1, .target = NBB_TARGET_CUDA },
      "--eval shuffle has no effect on map lambda with --tc=1: the product sums the levels; use one of the two" },
    { "vicsek",
      { .r = 2,
        .map = NBB_MAP_COMPACT,
        .workload = NBB_WORKLOAD_CA,
        .eval = NBB_EVAL_SHUFFLE,
        .tc = NBB_TC_BYTES,
        .target = NBB_TARGET_CUDA },
      "--eval shuffle has no effect on map compact with --tc=4: the product sums the levels; use one of the two" },
    { "vicsek",
      { .r = 2, .map = NBB_MAP_LAMBDA, .intra = NBB_INTRA_UNROLL, .tc = NBB_TC_THREADS },
      "--intra unroll: --tc=3 gives the place of each word of a tile's box, not of each cell; use --intra box, or"
      " another variant" },
    { "vicsek",
      { .r = 2,
        .map = NBB_MAP_COMPACT,
        .workload = NBB_WORKLOAD_SW,
        .eval = NBB_EVAL_SHUFFLE,
                  .target = NBB_TARGET_CUDA },
      "--eval shuffle has no effect on map compact with workload sw: only ca evaluates lambda; use map lambda" },
    { "vicsek",
      { .r = 2, .map = NBB_MAP_BB, .intra = NBB_INTRA_LUT },
      "--intra lut has no effect on map bb: it has no tiles of bytes; use lambda or compact" },
    { "vicsek",
      { .r = 2, .map = NBB_MAP_LANES, .intra = NBB_INTRA_UNROLL },
      "--intra unroll has no effect on map lanes: it has no tiles of bytes; use lambda or compact" },
    { "vicsek",
      { .r = 2, .map = NBB_MAP_COMPACT, .workload = NBB_WORKLOAD_SW, .intra = NBB_INTRA_LUT, .hash = NBB_HASH_ARITH },
      "--hash arith has no effect on map compact with workload sw: only ca evaluates lambda; use map lambda" },
    { "full",
      { .r = 5, .map = NBB_MAP_LAMBDA, .tile = 243, .intra = NBB_INTRA_LUT, .target = NBB_TARGET_CUDA },
      "--tile 243: a tile of full at r = 5 is one of 1, 3, 9, 27, 81 cells a side with --intra lut" },
    { "vicsek",
      { .r = 2, .eval = NBB_EVAL_SHUFFLE, .target = NBB_TARGET_CUDA },
      "--eval shuffle has no effect on map lanes: it evaluates no lambda; use lambda or compact" },
    { "carpet",
      { .r = 19, .map = NBB_MAP_LAMBDA, .target = NBB_TARGET_CUDA, .tile = 1 },
      "carpet at r = 19 with map lambda needs a grid of 18014398509481984 blocks, CUDA allows 2147483647; the"
      " largest r that has one is 11; larger tiles (--tile) may reach further" },
};

static void test_refusals(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; ++i) {
        check_failure(refused[i].fractal, refused[i].request, NBB_ERROR_USAGE, refused[i].message);
    }
}

/* The definition's form of tau(beta) where it gives one, else one that is found; none for a large wild layout. */
static void test_arithmetic_hash(void **state)
{
    (void)state;
    nbb_fractal given = load_fractal("vicsek"), silent = load_fractal("five"), large = scattered_fractal(16);
    nbb_request request = { .r = 2, .map = NBB_MAP_LAMBDA, .hash = NBB_HASH_ARITH };
    nbb_plan plan = choose(&given, request);
    assert_ptr_equal(plan.tau[1], given.levels[0]->hash[1]);
    assert_null(plan.tau_found[1]);
    nbb_plan_free(&plan);
    plan = choose(&silent, request);
    assert_non_null(plan.tau_found[1]);
    assert_ptr_equal(plan.tau[1], plan.tau_found[1]);
    nbb_plan_free(&plan);
    request.fractal = &large;
    assert_int_equal(choose_plan(&request, &plan), NBB_ERROR_USAGE);
    assert_string_equal(nbb_message(),
                        "--hash arith: the definition of test gives no arithmetic form of tau(beta),"
                        " and none was found that is short enough for its k = 221 replicas; add the field 'hash', or"
                        " use --hash table");
    nbb_fractal_free(&given);
    nbb_fractal_free(&silent);
    nbb_fractal_free(&large);
}

/* Bytes by hand: lambda 243^2; compact 25 tiles of 27 rows of 28 bytes; lanes 25 words, 32 apart, for a single tile.
   */
static void test_too_large(void **state)
{
    (void)state;
    nbb_request request = { .r = 5, .workload = NBB_WORKLOAD_CA, .map = NBB_MAP_LAMBDA, .available = 100000 };
    check_failure("vicsek", request, NBB_ERROR_DEVICE,
                  "vicsek at r = 5 with map lambda needs 118098 bytes (2 x 59049), the device has 100000 free; maps"
                  " that fit: compact (37800 bytes), lanes (6400 bytes); the largest r that fits map lambda is 4");
    request.workload = NBB_WORKLOAD_RD;
    request.available = 59048;
    check_failure("vicsek", request, NBB_ERROR_DEVICE,
                  "vicsek at r = 5 with map lambda needs 59049 bytes (1 x 59049), the device has 59048 free; maps"
                  " that fit: compact (18900 bytes), lanes (3200 bytes); the largest r that fits map lambda is 4");
    request.map = NBB_MAP_BB;
    request.available = 10;
    check_failure("vicsek", request, NBB_ERROR_DEVICE,
                  "vicsek at r = 5 with map bb needs 59049 bytes (1 x 59049), the device has 10 free; maps that fit:"
                  " none; the largest r that fits map bb is 1");
}

static void check_choice(const char *name, nbb_request request, nbb_map map, int t, const char *kernels)
{
    nbb_fractal fractal = load_fractal(name);
    nbb_plan plan = choose(&fractal, request);
    assert_string_equal(nbb_map_names.names[plan.map], nbb_map_names.names[map]);
    assert_int_equal(plan.t, t);
    assert_string_equal(plan.name, kernels);
    nbb_plan_free(&plan);
    nbb_fractal_free(&fractal);
}

/* 118098 bytes hold lambda's two states of vicsek at r = 5. */
static void test_map(void **state)
{
    (void)state;
    nbb_request request = { .r = 5, .workload = NBB_WORKLOAD_CA, .program = life_of((nbb_rule){ 0, 0 }) };
    check_choice("vicsek", request, NBB_MAP_LANES, 2, "nbb_vicsek_ca_lanes_r5_t2_a3");
    request.target = NBB_TARGET_CUDA;
    check_choice("vicsek", request, NBB_MAP_LANES, 2, "nbb_vicsek_ca_lanes_r5_t2_a2_s6_cluster1");
    request.resident = NBB_RESIDENT_NO;
    check_choice("vicsek", request, NBB_MAP_LANES, 2, "nbb_vicsek_ca_lanes_r5_t2_a0_s8");
    request.resident = NBB_RESIDENT_AUTO;
    request.target = NBB_TARGET_HOST;
    request.tc = NBB_TC_BEST;
    check_choice("vicsek", request, NBB_MAP_LAMBDA, 3, "nbb_vicsek_ca_lambda_r5_t3_tc4");
    request.available = 118098;
    check_choice("vicsek", request, NBB_MAP_LAMBDA, 3, "nbb_vicsek_ca_lambda_r5_t3_tc4");
    request.available = 118097;
    check_choice("vicsek", request, NBB_MAP_COMPACT, 3, "nbb_vicsek_ca_compact_r5_t3_tc1");
    request.halo = NBB_HALO_DIRECT;
    request.target = NBB_TARGET_CUDA;
    check_choice("vicsek", request, NBB_MAP_COMPACT, 3, "nbb_vicsek_ca_compact_r5_t3_tc1_direct");
    request = (nbb_request){ .r = 3, .workload = NBB_WORKLOAD_RD, .map = NBB_MAP_BB };
    check_choice("candy", request, NBB_MAP_BB, 0, "nbb_candy_rd_bb_r3");
    request = (nbb_request){ .r = 3, .workload = NBB_WORKLOAD_SW, .map = NBB_MAP_LAMBDA, .tile = 9, .tc = 1 };
    check_choice("chandelier", request, NBB_MAP_LAMBDA, 2, "nbb_chandelier_sw_lambda_r3_t2_tc1");
}

/* About a thousand cells' places, the larger of two tiles as near; never past r; smaller ones to fit. */
static void test_default_tile(void **state)
{
    (void)state;
    nbb_request request = { .r = 10, .workload = NBB_WORKLOAD_CA, .map = NBB_MAP_COMPACT };
    check_choice("sierpinski", request, NBB_MAP_COMPACT, 5, "nbb_sierpinski_ca_compact_r10_t5");
    check_choice("candy", request, NBB_MAP_COMPACT, 3, "nbb_candy_ca_compact_r10_t3");
    check_choice("chandelier", request, NBB_MAP_COMPACT, 4, "nbb_chandelier_ca_compact_r10_t4");
    check_choice("cantor", request, NBB_MAP_COMPACT, 6, "nbb_cantor_ca_compact_r10_t6");
    request.r = 2;
    check_choice("cantor", request, NBB_MAP_COMPACT, 2, "nbb_cantor_ca_compact_r2_t2");
    request.r = 0;
    check_choice("cantor", request, NBB_MAP_COMPACT, 0, "nbb_cantor_ca_compact_r0_t0");
    request = (nbb_request){ .r = 10, .workload = NBB_WORKLOAD_SW, .map = NBB_MAP_LAMBDA, .tc = NBB_TC_THREADS };
    check_choice("hfractal", request, NBB_MAP_LAMBDA, 3, "nbb_hfractal_sw_lambda_r10_t3_tc3");
    check_choice("candy", request, NBB_MAP_LAMBDA, 2, "nbb_candy_sw_lambda_r10_t2_tc3");  /* else 64 a side */
    request.tc = NBB_TC_NONE;
    check_choice("candy", request, NBB_MAP_LAMBDA, 3, "nbb_candy_sw_lambda_r10_t3");
    request = (nbb_request){ .r = 5, .workload = NBB_WORKLOAD_CA, .map = NBB_MAP_COMPACT };
    request.available = 27000;                        /* 2 x 125 x 9 x 12 bytes */
    check_choice("vicsek", request, NBB_MAP_COMPACT, 2, "nbb_vicsek_ca_compact_r5_t2");
    --request.available;
    check_choice("vicsek", request, NBB_MAP_COMPACT, 1, "nbb_vicsek_ca_compact_r5_t1");
}

/* 7 x 7 and no holes: 49^11 cells, a word each, are almost 2^64 bytes; two states are more. */
static void test_saturation(void **state)
{
    (void)state;
    static const char row[] = "#######";
    nbb_fractal fractal = fractal_of_rows(7, (const char *const[]){ row, row, row, row, row, row, row });
    nbb_plan plan;
    nbb_request request = {
        .fractal = &fractal, .r = 11, .tile = 1, .map = NBB_MAP_COMPACT, .workload = NBB_WORKLOAD_CA
    };
    assert_int_equal(choose_plan(&request, &plan), NBB_ERROR_USAGE);
    assert_string_equal(nbb_message(),
                        "test at r = 11 with map compact needs 18446744073709551615 bytes (2 x"
                        " 15639284194331952196), an address reaches 9223372036854775807; maps that fit: lambda"
                        " (7819642097165976098 bytes), compact with tiles of its own choice"
                        " (8298395694951648104 bytes), lanes (1276676260761803776 bytes); the largest r that fits map"
                        " compact is 10");
    nbb_message_free();
    nbb_fractal_free(&fractal);
}

static void test_entries(void **state)
{
    (void)state;
    static const char *const kernels[] = {
        /* by workload; I: init, ..., as in NBB_ENTRIES */
        [NBB_WORKLOAD_SW] = "-----W-CPI----",      [NBB_WORKLOAD_RD] = "I-----SCPI----",
        [NBB_WORKLOAD_CA] = "ISR----CPI----",      [NBB_WORKLOAD_EDM] = "-------CP-D---",
        [NBB_WORKLOAD_PROGRAM] = "ISR----CPI----",
    };
    for (int workload = 0; workload < nbb_workload_names.count; ++workload) {
        nbb_plan plan = { .work = &nbb_workload_rows[workload], .steps_a_launch = 2 };
        for (int entry = 0; entry < NBB_ENTRY_COUNT; ++entry) {
            assert_int_equal(nbb_plan_has(&plan, (nbb_entry)entry), kernels[workload][entry] != '-');
        }
        plan.steps_a_launch = 1;
        assert_false(nbb_plan_has(&plan, NBB_ENTRY_REST));
        plan.ranks = 2;
        assert_true(nbb_plan_has(&plan, NBB_ENTRY_PACK) && nbb_plan_has(&plan, NBB_ENTRY_UNPACK));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_refusals),     cmocka_unit_test(test_too_large),  cmocka_unit_test(test_map),
        cmocka_unit_test(test_default_tile), cmocka_unit_test(test_saturation), cmocka_unit_test(test_entries),
        cmocka_unit_test(test_arithmetic_hash),
    };
    return cmocka_run_group_tests_name("plan", tests, NULL, NULL);
}
