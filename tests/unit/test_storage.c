/* test_storage.c - maps and storages: what each pair of names means on both kinds of domain, in plans too. */
#include "tests/works.h"
#include "gen/plan/storage.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "tests/unit/fractals.h"

/* By --map down and --storage across: the plan's map and storage; "" where the pair is refused. */
typedef const char *meanings[6][5];
static const meanings on_fractal = {
    /* auto               embedded           packed            lanes          bits */
    { "auto auto",        "lambda embedded", "compact packed", "lanes lanes", "" },  /* auto */
    { "bb embedded",      "bb embedded",     "",               "",            "" },  /* bb */
    { "lambda embedded",  "lambda embedded", "compact packed", "",            "" },  /* lambda */
    { "compact packed",   "",                "compact packed", "",            "" },  /* compact */
    { "lanes lanes",      "",                "",               "lanes lanes", "" },  /* lanes */
    { "",                 "",                "",               "",            "" },  /* enum */
};
static const meanings on_simplex = {
    { "auto auto",     "lambda embedded", "lambda packed", "", "lambda bits" },
    { "bb embedded",   "bb embedded",     "",              "", "" },
    { "lambda auto",   "lambda embedded", "lambda packed", "", "lambda bits" },
    { "lambda packed", "",                "lambda packed", "", "" },
    { "",              "",                "",              "", "" },
    { "enum auto",     "enum embedded",   "enum packed",   "", "enum bits" },
};
static const nbb_simplex triangle = { .name = "triangle", .m = 2 };

static void print_pair(nbb_map map, nbb_storage storage, char pair[32])
{
    snprintf(pair, 32, "%s %s", nbb_map_names.names[map], nbb_storage_names.names[storage]);
}

/* A plan has what is settled, and has chosen what was left open. */
static void check_plan(const nbb_request *request, nbb_map map, nbb_storage storage)
{
    nbb_plan plan;
    if (choose_plan(request, &plan) != NBB_OK) {
        fail_msg("%s", nbb_message());
    }
    assert_int_equal(plan.map, map != NBB_MAP_AUTO ? map : request->simplex != NULL ? NBB_MAP_LAMBDA : NBB_MAP_LANES);
    assert_int_not_equal(plan.storage, NBB_STORAGE_AUTO);
    assert_true(storage == NBB_STORAGE_AUTO || plan.storage == storage);
    if (request->fractal != NULL) {
        assert_int_equal(plan.storage, nbb_storage_of_fractal(plan.map));
    }
    nbb_plan_free(&plan);
}

static void check_pair(nbb_request request, const meanings *expected)
{
    char asked[32], found[32] = "";
    nbb_map map;
    nbb_storage storage;
    print_pair(request.map, request.storage, asked);
    bool is_had = nbb_storage_settle(&request, &map, &storage) == NBB_OK;
    if (is_had) {
        print_pair(map, storage, found);
        check_plan(&request, map, storage);
    } else {
        nbb_plan plan;
        assert_int_equal(choose_plan(&request, &plan), NBB_ERROR_USAGE);
    }
    if (strcmp(found, (*expected)[request.map][request.storage]) != 0) {
        fail_msg("%s on a %s: %s", asked, request.simplex != NULL ? "simplex" : "fractal", found);
    }
}

static void test_every_pair(void **state)
{
    nbb_fractal fractal = load_fractal("vicsek");
    (void)state;
    assert_int_equal(nbb_map_names.count * nbb_storage_names.count, sizeof(meanings) / sizeof(char *));
    for (int i = 0; i < nbb_map_names.count * nbb_storage_names.count; ++i) {
        nbb_request request = { .r = 3,
                                .n = 20,
                                .map = (nbb_map)(i / nbb_storage_names.count),
                                .storage = (nbb_storage)(i % nbb_storage_names.count),
                                .workload = NBB_WORKLOAD_CA };
        request.fractal = &fractal;
        check_pair(request, &on_fractal);
        request.fractal = NULL;
        request.simplex = &triangle;
        check_pair(request, &on_simplex);
    }
    nbb_message_free();
    nbb_fractal_free(&fractal);
}

/* What is refused is named, with the reason and what there is instead. */
static void test_refusals(void **state)
{
    static const struct {
        bool is_simplex;
        nbb_map map;
        nbb_storage storage;
        const char *message;
    } cases[] = {
        { false, NBB_MAP_ENUM, 0,
          "--map enum cannot be had on vicsek: it enumerates the tiles of a simplex; use bb, lambda, compact or"
          " lanes" },
        { true, NBB_MAP_LANES, 0,
          "--map lanes cannot be had on triangle: a simplex has no replicas for lanes; its bits are storage bits; use"
          " bb, lambda, compact or enum" },
        { true, 0, NBB_STORAGE_LANES,
          "--storage lanes cannot be had on triangle: a simplex has no replicas for lanes; its bits are storage bits;"
          " use embedded, packed or bits" },
        { false, 0, NBB_STORAGE_BITS,
          "--storage bits cannot be had on vicsek: its rows have holes; its bits are storage lanes; use embedded,"
          " packed or lanes" },
        { true, NBB_MAP_BB, NBB_STORAGE_PACKED,
          "--map bb contradicts --storage packed: map bb has storage embedded; storage packed goes with map lambda,"
          " compact or enum" },
        { false, NBB_MAP_COMPACT, NBB_STORAGE_EMBEDDED,
          "--map compact contradicts --storage embedded: map compact has storage packed; storage embedded goes with"
          " map bb or lambda" },
        { false, NBB_MAP_LAMBDA, NBB_STORAGE_LANES,
          "--map lambda contradicts --storage lanes: map lambda has storage embedded or packed; storage lanes goes"
          " with map lanes" },
    };
    nbb_fractal fractal = load_fractal("vicsek");
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        nbb_request request = { .fractal = cases[i].is_simplex ? NULL : &fractal,
                                .simplex = cases[i].is_simplex ? &triangle : NULL,
                                .map = cases[i].map,
                                .storage = cases[i].storage };
        nbb_map map;
        nbb_storage storage;
        assert_int_equal(nbb_storage_settle(&request, &map, &storage), NBB_ERROR_USAGE);
        assert_string_equal(nbb_message(), cases[i].message);
    }
    nbb_message_free();
    nbb_fractal_free(&fractal);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_pair),
        cmocka_unit_test(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
