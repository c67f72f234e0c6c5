/* test_source.c - small captures of what no golden has and no run of a test reaches. */
#include "gen/source/source.h"
#include "unit.h"
#include "fractals.h"
#include "programs.h"
#include "sources.h"

/* Items of lanes, eight parts of a word each, are past 32 bits before their tiles are. */
TEST(test_index)
{
    static const struct {
        int r;
        const char *type;
    } cases[] = { { 22, "typedef u32 nbb_index;  // numbers a tile\n" },
                  { 23, "typedef u64 nbb_index;  // numbers a tile\n" } };
    for (int i = 0; i < 4; ++i) {
        nbb_request request = { .r = cases[i / 2].r,
                                .tile = 1,
                                .lanes = 243,
                                .workload = (nbb_workload)(NBB_WORKLOAD_RD + i % 2),
                                .target = (nbb_target)(i % 2) };
        check_section("sierpinski", request, cases[i / 2].type);
    }
}

/* At r_b = 8 level 8 has weight 3^7 = 2187, not a half: it is a row of its own, put together in integers. */
TEST(test_products)
{
    nbb_request request = { .r = 9, .tile = 3, .map = NBB_MAP_LAMBDA, .tc = 1 };
    check_section("vicsek", request,
                  "        nbb_product(x, nbb_lambda_weights[0], 8)"
                  " + nbb_product(x, nbb_lambda_weights[1], 8) * 2187,\n"
                  "        nbb_product(y, nbb_lambda_weights[2], 8)"
                  " + nbb_product(y, nbb_lambda_weights[3], 8) * 2187,\n"
                  "    };\n"
                  "    return place;\n");
    request.target = NBB_TARGET_CUDA;
    check_section("vicsek", request,
                  "        (u32)sums[warp][0] + (u32)sums[warp][16] * 2187,\n"
                  "        (u32)sums[warp][33] + (u32)sums[warp][49] * 2187,\n");
    request.tc = 2;
    check_section("vicsek", request,
                  "        (u32)sums[warp][0 + 2 * part] + (u32)sums[warp][16 + 2 * part] * 2187,\n"
                  "        (u32)sums[warp][32 + 2 * part + 1] + (u32)sums[warp][48 + 2 * part + 1] * 2187,\n");
    request.tc = 3; /* weights from rho = 3 on: one level fewer */
    check_section("vicsek", request, "        cells[i].x += (u32)sums[warp][i] * 2187;\n");
}

/* Reals of a program in CUDA: each product, quotient and root is a call that no compiler contracts with a sum. */
TEST(test_reals)
{
    LOCAL_PROGRAM program = read_program(
        "test", 2,
        "return program { state = { u = \"f32\", v = \"f64\" }, neighbours = { {1,0}, {0,1} }, param = { D = 0.2 },"
        "init = { u = \"uniform()\" }, update = [[ u += D * sum(u * v) - u / 3.0;"
        "v = sqrt(v * u + 1.5) + D * min(v * D); ]] }");
    check_section("sierpinski",
                  (nbb_request){ .r = 4,
                                 .map = NBB_MAP_BB,
                                 .workload = NBB_WORKLOAD_PROGRAM,
                                 .program = &program,
                                 .target = NBB_TARGET_CUDA },
                  "    double reduced0 = 0.0;\n"
                  "    reduced0 += has0 ? __dmul_rn((double)u0, v0) : 0.0;\n"
                  "    reduced0 += has1 ? __dmul_rn((double)u1, v1) : 0.0;\n"
                  "    u = (float)((double)u + (__dmul_rn(arguments.D, reduced0) - "
                  "nbb_ratio_f64((double)u, 3, 1.0 / 3)));\n"
                  "    nbb_extreme_f64 reduced1 = nbb_none_f64();\n"
                  "    reduced1 = nbb_lesser_f64(reduced1, has0, __dmul_rn(v0, arguments.D));\n"
                  "    reduced1 = nbb_lesser_f64(reduced1, has1, __dmul_rn(v1, arguments.D));\n"
                  "    v = __dsqrt_rn(__dmul_rn(v, (double)u) + 1.5) + __dmul_rn(arguments.D, reduced1.value);\n");
}

/* No lop3 stands in the kernels of a single tile, for all tiles beside it have the same words. */
TEST(test_single)
{
    for (int r = 1; r <= 7; r += 6) {
        nbb_request request = { .r = r,
                                .map = NBB_MAP_LANES,
                                .workload = NBB_WORKLOAD_CA,
                                .target = NBB_TARGET_CUDA,
                                .persistent = NBB_PERSISTENCE_NO,
                                .steps_a_launch = 2 };
        NBB_LOCAL_TEXT source = print_by_rule("carpet", "B2/S23", request);
        assert_int_equal(strstr(source.data, "lop3") != NULL, r > 1);
    }
}
