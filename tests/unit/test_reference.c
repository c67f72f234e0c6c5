/* test_reference.c - the brute force of automata against the oracle (an independent one), its windows against the
   whole, and steps by what is known against steps by the tree. */
#include "tests/works.h"
#include "gen/domain/domain.h"
#include "gen/program/program_rule.h"
#include "runtime/run/program_reference.h"
#include "layouts.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <jansson.h>

#include "small_programs.h"

enum { ORACLE_CASES = 68 };

/* --- the oracle --- */

static nbb_fractal fractal_of_json(const json_t *layout)
{
    const char *rows[NBB_SIDE_MAX] = { NULL };
    size_t height = json_array_size(layout);
    assert_in_range(height, 1, NBB_SIDE_MAX);
    for (size_t i = 0; i < height; i++) {
        rows[i] = json_string_value(json_array_get(layout, i));
        assert_non_null(rows[i]);
    }
    return fractal_of_rows((int)height, rows);
}

static int64_t integer(const json_t *object, const char *key)
{
    assert_true(json_is_integer(json_object_get(object, key)));
    return json_integer_value(json_object_get(object, key));
}

static void assert_figures(nbb_program_case run, int64_t steps, const json_t *entry, const char *population_key,
                           const char *digest_key)
{
    run.steps = steps;
    nbb_program_figures figures;
    assert_int_equal(nbb_program_reference_whole(&run, &figures), NBB_OK);
    assert_int_equal(figures.population, integer(entry, population_key));
    assert_int_equal(figures.digest, strtoull(json_string_value(json_object_get(entry, digest_key)), NULL, 16));
}

static void check_oracle_case(const json_t *layouts, const json_t *entry)
{
    const char *name = json_string_value(json_object_get(entry, "fractal"));
    nbb_fractal fractal = fractal_of_json(json_object_get(layouts, name));
    double density = json_number_value(json_object_get(entry, "density"));
    nbb_rule rule;
    assert_int_equal(nbb_rule_parse(json_string_value(json_object_get(entry, "rule")), &rule), NBB_OK);
    nbb_program_case run = { .program = program_of(NBB_WORKLOAD_CA, rule, 2, density),
                             .domain = { .fractal = &fractal, .size = integer(entry, "r") },
                             .seed = (uint64_t)integer(entry, "seed") };
    assert_figures(run, 0, entry, "population0", "digest0");
    assert_figures(run, integer(entry, "steps"), entry, "population", "digest");
    nbb_fractal_free(&fractal);
}

static void agrees_with_the_oracle(void **state)
{
    (void)state;
    json_error_t error;
    json_t *oracle = json_load_file(NBB_TESTS_DIR "/oracle/ca.json", 0, &error);
    if (oracle == NULL) {
        fail_msg("%s:%d: %s", error.source, error.line, error.text);
    }
    const json_t *cases = json_object_get(oracle, "cases");
    assert_int_equal(json_array_size(cases), ORACLE_CASES);
    for (size_t i = 0; i < ORACLE_CASES; i++) {
        check_oracle_case(json_object_get(oracle, "layouts"), json_array_get(cases, i));
    }
    json_decref(oracle);
}

/* --- windows --- */

static const char *const vicsek[] = { ".#.", "###", ".#." };
static const char *const chandelier[] = { ".#.", "###" };
static const char *const gasket[] = { "#.", "##" };
static const char *const full[] = { "##", "##" };

enum { SEED = 9 };

static nbb_program_case life_on(const nbb_fractal *fractal, int r, int64_t steps)
{
    return (nbb_program_case){ .program = program_of(NBB_WORKLOAD_CA, (nbb_rule){ 4, 12 }, 2, 0.6),
                               .domain = { .fractal = fractal, .size = r },
                               .seed = SEED,
                               .steps = steps };
}

static void assert_window(const nbb_program_case *run, const uint64_t *whole, nbb_vector origin, nbb_vector extent)
{
    nbb_vector n = nbb_domain_side(&run->domain);
    uint64_t *window;
    assert_int_equal(nbb_program_reference_window(run, origin, extent, &window), NBB_OK);
    for (int64_t i = 0; i < extent.at[0] * extent.at[1]; i++) {
        int64_t x = origin.at[0] + i % extent.at[0], y = origin.at[1] + i / extent.at[0];
        bool inside = x >= 0 && y >= 0 && x < n.at[0] && y < n.at[1];
        assert_int_equal(window[i], inside ? whole[y * n.at[0] + x] : 0);
    }
    free(window);
}

static void check_windows(int height, const char *const *rows, int r)
{
    nbb_fractal fractal = fractal_of_rows(height, rows);
    nbb_program_case run = life_on(&fractal, r, 5);
    nbb_vector n = nbb_fractal_side(&fractal, 0, r);
    uint64_t *whole;
    assert_int_equal(nbb_program_reference_window(&run, (nbb_vector){ { 0, 0 } }, n, &whole), NBB_OK);
    for (int64_t y = -20; y < n.at[1] + 8; y += 7) {
        for (int64_t x = -20; x < n.at[0] + 8; x += 37) {
            assert_window(&run, whole, (nbb_vector){ { x, y } }, (nbb_vector){ { 23, 11 } });
        }
    }
    assert_window(&run, whole, (nbb_vector){ { -3, -5 } }, (nbb_vector){ { n.at[0] + 9, n.at[1] + 7 } });
    free(whole);
    nbb_fractal_free(&fractal);
}

static void windows_agree_with_the_whole(void **state)
{
    (void)state;
    check_windows(3, vicsek, 5);
    check_windows(2, chandelier, 6);
    check_windows(2, gasket, 8);
}

static void members_are_the_fractals(void **state)
{
    (void)state;
    nbb_fractal fractal = fractal_of_rows(2, chandelier);
    nbb_program_case run = life_on(&fractal, 4, 0);
    run.program = program_of(NBB_WORKLOAD_CA, (nbb_rule){ 0, 0 }, 2, 1);
    nbb_vector n = nbb_fractal_side(&fractal, 0, 4);
    uint64_t *cells;
    assert_int_equal(nbb_program_reference_window(&run, (nbb_vector){ { 0, 0 } }, n, &cells), NBB_OK);
    for (int64_t i = 0; i < n.at[0] * n.at[1]; i++) {
        nbb_vector cell = { { i % n.at[0], i / n.at[0] } };
        assert_int_equal(cells[i], nbb_fractal_member(&fractal, 4, cell));
    }
    free(cells);
    nbb_fractal_free(&fractal);
}

/* Far out in a fractal of 2^31 cells a side nothing is computed but the window and its margin. */
static void windows_of_the_largest_fractal_are_cheap(void **state)
{
    (void)state;
    nbb_fractal fractal = fractal_of_rows(2, gasket);
    nbb_program_case run = life_on(&fractal, 31, 0);
    nbb_vector origin = { { 700, (INT64_C(1) << 31) - 900 } }, extent = { { 64, 900 } };
    uint64_t *window;
    assert_int_equal(nbb_program_reference_window(&run, origin, extent, &window), NBB_OK);
    for (int64_t i = 0; i < 64 * 900; i++) {
        nbb_vector cell = { { origin.at[0] + i % 64, origin.at[1] + i / 64 } };
        bool alive = nbb_fractal_member(&fractal, 31, cell)
                     && nbb_state_initial(SEED, nbb_density_threshold(0.6), NBB_AXES, cell);
        assert_int_equal(window[i], alive);
    }
    free(window);
    nbb_fractal_free(&fractal);
}

/* A margin wider than the box: life dies out or cycles, the box alone is computed. */
static void more_steps_than_the_box_is_wide(void **state)
{
    (void)state;
    nbb_fractal fractal = fractal_of_rows(3, vicsek);
    nbb_program_case run = life_on(&fractal, 3, 1000);
    uint64_t *whole;
    nbb_vector zero = { { 0, 0 } }, n = { { 27, 27 } };
    assert_int_equal(nbb_program_reference_window(&run, zero, n, &whole), NBB_OK);
    assert_window(&run, whole, (nbb_vector){ { 5, 6 } }, (nbb_vector){ { 7, 8 } });
    free(whole);
    nbb_fractal_free(&fractal);
}

/* --- programs that count --- */

/* A program that counts dead neighbours too, and the same where each cell asks for the step and so walks the tree. */
static void known_steps_are_the_trees(void **state)
{
    (void)state;
    static const char
        counts[] = "return program { state = { s = \"u1\" }, neighbours = { {2,1}, {-1,0}, {0,-2}, {1,1} },"
                                 "init = { s = \"chance(0.4)\" }, update = [[ int d = degree - count(s);"
                                 "s = count(s) > d || (s && d == 1); ]] }";
    static const char
        walks[] = "return program { state = { s = \"u1\" }, neighbours = { {2,1}, {-1,0}, {0,-2}, {1,1} },"
                                "init = { s = \"chance(0.4)\" }, update = [[ int d = degree - count(s);"
                                "s = (count(s) > d || (s && d == 1)) && step >= 0; ]] }";
    nbb_program known = read_program(counts, NULL), walked = read_program(walks, NULL);
    nbb_fractal fractal = fractal_of_rows(2, chandelier);
    nbb_program_case run = { .program = &known, .domain = { .fractal = &fractal, .size = 5 }, .seed = 3, .steps = 6 };
    nbb_program_figures one, other;
    assert_true(nbb_program_counts(&known) && !nbb_program_counts(&walked));
    assert_int_equal(nbb_program_reference_whole(&run, &one), NBB_OK);
    run.program = &walked;
    assert_int_equal(nbb_program_reference_whole(&run, &other), NBB_OK);
    assert_true(one.population > 0);
    assert_int_equal(one.population, other.population);
    assert_int_equal(one.digest, other.digest);
    nbb_fractal_free(&fractal);
    nbb_program_free(&known);
    nbb_program_free(&walked);
}

/* --- refusals --- */

static void assert_refused(nbb_program_case run, nbb_vector origin, nbb_vector extent, const char *message)
{
    uint64_t *window = &(uint64_t){ 0 };
    assert_int_not_equal(nbb_program_reference_window(&run, origin, extent, &window), NBB_OK);
    assert_null(window);
    if (strstr(nbb_message(), message) == NULL) {
        fail_msg("expected \"%s\", the message is: %s", message, nbb_message());
    }
}

static void refuses_what_cannot_be_computed(void **state)
{
    (void)state;
    nbb_fractal fractal = fractal_of_rows(2, full);
    nbb_vector zero = { { 0, 0 } }, small = { { 8, 8 } };
    assert_refused(life_on(&fractal, 4, -1), zero, small, "-1 steps, expected 0 or more");
    assert_refused(life_on(&fractal, -1, 1), zero, small, "-1");
    assert_refused(life_on(&fractal, 4, 1), zero, (nbb_vector){ { 0, 8 } }, "a window of 0 x 8 cells at (0, 0)");
    assert_refused(life_on(&fractal, 4, 1), (nbb_vector){ { 0, INT64_MIN } }, small, "at most 2^31 from the origin");
    assert_refused(life_on(&fractal, 4, 1), (nbb_vector){ { INT64_MAX, 0 } }, small, "at most 2^31 from the origin");
    assert_refused(life_on(&fractal, 4, 1), zero, (nbb_vector){ { NBB_N_MAX, NBB_N_MAX } }, "take a smaller window");
    assert_refused(life_on(&fractal, 30, INT64_MAX), zero, small, "take a smaller window or fewer steps");
    nbb_program_figures figures;
    nbb_program_case run = life_on(&fractal, 20, 1);
    assert_int_equal(nbb_program_reference_whole(&run, &figures), NBB_ERROR_RUN);
    assert_non_null(strstr(nbb_message(), "take a smaller window"));
    nbb_fractal_free(&fractal);
}

static int forget_all(void **state)
{
    (void)state;
    nbb_message_free();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_the_oracle),          cmocka_unit_test(windows_agree_with_the_whole),
        cmocka_unit_test(members_are_the_fractals),        cmocka_unit_test(windows_of_the_largest_fractal_are_cheap),
        cmocka_unit_test(more_steps_than_the_box_is_wide), cmocka_unit_test(known_steps_are_the_trees),
        cmocka_unit_test(refuses_what_cannot_be_computed),
    };
    return cmocka_run_group_tests(tests, NULL, forget_all);
}
