/* test_source_lanes.c - small captures of what is printed for lanes: functions of cells, spellings of sums. */
#include "gen/source/source.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "fractals.h"
#include "sources.h"

#include <string.h>

/* Lanes: a cell of six neighbours, three of whom are counted for other cells too. */
static void test_kinds(void **state)
{
    (void)state;
    nbb_request request = { .r = 11, .map = NBB_MAP_LANES, .workload = NBB_WORKLOAD_CA };
    check_section("hfractal", request,
        "nbb_words nbb_next_6(nbb_words a, nbb_words b, nbb_words c, nbb_words d,\n"
        "    nbb_words e, nbb_words self)\n"
        "{\n"
        "    const nbb_words carry1 = (a & b) | (c & (a ^ b));\n"
        "    const nbb_words sum1 = a ^ b ^ c;\n"
        "    const nbb_words carry2 = d & sum1;\n"
        "    const nbb_words one = d ^ sum1;\n"
        "    const nbb_words two = (e | carry1) ^ ((e & carry1) | carry2);\n"
        "    return (~one | self) & two;\n"
        "}\n");
    request.target = NBB_TARGET_CUDA;
    check_section("hfractal", request,
        "u32 nbb_next_6(u32 a, u32 b, u32 c, u32 d, u32 e, u32 self)\n"
        "{\n"
        "    u32 next;\n"
        "    asm(\"{\\n\\t\"\n"
        "        \".reg .b32 carry1, sum1, carry2, one, two, x, y;\\n\\t\"\n"
        "        // majority\n"
        "        \"and.b32 x, %1, %2; and.b32 y, %1, %3; or.b32 x, x, y; and.b32 y, %2, %3; "
        "or.b32 carry1, x, y;\\n\\t\"\n"
        "        \"xor.b32 x, %1, %2; xor.b32 sum1, x, %3;\\n\\t\"  // sum\n"
        "        \"and.b32 carry2, %4, sum1;\\n\\t\"  // d & sum1\n"
        "        \"xor.b32 one, %4, sum1;\\n\\t\"  // d ^ sum1\n"
        "        \"lop3.b32 two, %5, carry1, carry2, 0x16;\\n\\t\"  // once\n"
        "        \"not.b32 x, one; or.b32 x, x, %6; and.b32 %0, x, two;\\n\\t\"  // (~one | self) & two\n"
        "        \"}\" : \"=r\"(next) : \"r\"(a), \"r\"(b), \"r\"(c), \"r\"(d), \"r\"(e), \"r\"(self));\n"
        "    return next;\n"
        "}\n");
}

/* No lop3 stands where ptxas may find two of its words alike: rules that do not ask for the cell itself, or do not
   with two neighbours, as B2/S23; a single tile, beside which there is none. */
static void test_alike(void **state)
{
    (void)state;
    static const struct {
        const char *fractal, *rule;
        int r;
        int64_t tile;
        bool alike;
    } rows[] = { { "hfractal", "B2/S23", 11, 0, false }, { "hfractal", "B2/S2", 11, 0, true },
                 { "full", "B2/S23", 5, 9, false },      { "full", "B2/S23", 2, 9, true },
                 { "candy", "B3/S23", 7, 0, false },     { "chandelier", "B2/S23", 10, 27, true } };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        nbb_request request = { .r = rows[i].r,
                                .map = NBB_MAP_LANES,
                                .workload = NBB_WORKLOAD_CA,
                                .tile = rows[i].tile,
                                .target = NBB_TARGET_CUDA,
                                .resident = NBB_RESIDENT_NO,
                                .steps_a_launch = 2 };
        nbb_text source = print_by_rule(rows[i].fractal, rows[i].rule, request);
        if ((strstr(source.data, "lop3") == NULL) != rows[i].alike) {
            fail_msg("%s, %s: lop3 where words may be alike, or not where they are not", rows[i].fractal,
                     rows[i].rule);
        }
        nbb_text_free(&source);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kinds),
        cmocka_unit_test(test_alike),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
