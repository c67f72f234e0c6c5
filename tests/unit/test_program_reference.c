/* test_program_reference.c - the brute force against the oracles: the cases of four independent ones; its windows,
   and what is past its limits. */
#include "runtime/run/verify.h"
#include "tests/works.h"

#include "unit.h"
#include "fractals.h"
#include "layouts.h"
#include "programs.h"

#include <jansson.h>

enum { AUTOMATA = 68, ORACLE_CASES = 11, MORE_CASES = 17, OWN_CASES = 8 };

static const char *const gasket[] = { "#.", "##" };

/* --- the oracle --- */

static nbb_fractal fractal_of_json(const json_t *rows)
{
    const char *texts[NBB_SIDE_MAX] = { NULL };
    for (size_t i = 0; i < json_array_size(rows); ++i) {
        texts[i] = json_string_value(json_array_get(rows, i));
    }
    return fractal_of_rows((int)json_array_size(rows), texts);
}

/* The case's definition; sets the size. */
static nbb_definition definition_of_json(const json_t *entry, int64_t *size)
{
    const char *domain = json_string_value(json_object_get(entry, "domain"));
    char path[256], name[32];
    nbb_definition definition = { .kind = NBB_KIND_FRACTAL };
    *size = json_integer_value(json_object_get(entry, "r"));
    if (domain == NULL) {
        const json_t *level = json_array_get(json_object_get(entry, "levels"), 0);
        definition.fractal = fractal_of_json(json_object_get(level, "rows"));
        return definition;
    }
    assert_int_equal(sscanf(domain, "%31s --%*1[rn] %" SCNd64, name, size), 2);
    snprintf(path, sizeof path, "%s/%s.lua", NBB_FRACTALS_DIR, name);
    assert_ok(nbb_definition_read(NULL, path, &definition));
    return definition;
}

static nbb_program load_program(const json_t *entry, int axes)
{
    const char *text = json_string_value(json_object_get(entry, "text")), *name;
    nbb_program program;
    char path[256], assignment[64];
    snprintf(path, sizeof path, NBB_TESTS_DIR "/oracle/programs/%s.lua",
             text == NULL ? json_string_value(json_object_get(entry, "program")) : "");
    assert_ok(text != NULL ? nbb_program_read(text, "oracle", &program) : nbb_program_read(NULL, path, &program));
    json_t *value;
    json_object_foreach (json_object_get(entry, "param"), name, value) {
        snprintf(assignment, sizeof assignment, "%s=%.17g", name, json_number_value(value));
        assert_ok(nbb_program_set(&program, "--set", assignment));
    }
    assert_ok(nbb_program_bind(&program, axes, json_string_value(json_object_get(entry, "neighbours"))));
    return program;
}

static uint64_t hexadecimal(const json_t *entry, const char *key)
{
    return strtoull(json_string_value(json_object_get(entry, key)), NULL, 16);
}

static void assert_observed(const nbb_program *program, const nbb_program_figures *figures, const json_t *expected)
{
    assert_int_equal(program->observable_count, json_object_size(expected));
    for (int i = 0; i < program->observable_count; ++i) {
        const json_t *wanted = json_object_get(expected, program->observables[i].name);
        if (!figures->observed[i].is_real) {
            assert_int_equal(figures->observed[i].of.integer, json_integer_value(wanted));
        } else {
            double number = json_number_value(wanted);
            assert_true(fabs(figures->observed[i].of.real - number) <= 1e-12 * fabs(number));
        }
    }
}

static void check_oracle_case(const json_t *entry)
{
    int64_t size;
    LOCAL_DEFINITION definition = definition_of_json(entry, &size);
    nbb_domain domain = nbb_definition_domain(&definition, size);
    LOCAL_PROGRAM program = load_program(entry, nbb_domain_axes(&domain));
    nbb_program_case run = { .program = &program,
                             .domain = domain,
                             .seed = (uint64_t)json_integer_value(json_object_get(entry, "seed")) };
    nbb_program_figures figures;
    assert_ok(nbb_program_reference_whole(&run, &figures));
    assert_int_equal(figures.digest, hexadecimal(entry, "digest0"));
    run.steps = json_integer_value(json_object_get(entry, "steps"));
    assert_ok(nbb_program_reference_whole(&run, &figures));
    assert_int_equal(figures.digest, hexadecimal(entry, "digest"));
    assert_int_equal(figures.population, json_integer_value(json_object_get(entry, "population")));
    assert_observed(&program, &figures, json_object_get(entry, "observe"));
}

static void check_oracle(const char *path, size_t count)
{
    json_t *cases = json_load_file(path, 0, NULL);
    assert_int_equal(json_array_size(cases), count);
    for (size_t i = 0; i < count; ++i) {
        const json_t *entry = json_array_get(cases, i);
        if (json_integer_value(json_object_get(entry, "carry")) == 0) { /* of templates alone */
            check_oracle_case(entry);
        }
    }
    json_decref(cases);
}

TEST(test_oracle)
{
    check_oracle(NBB_TESTS_DIR "/oracle/programs.json", ORACLE_CASES);
    check_oracle(NBB_TESTS_DIR "/oracle/programs-more.json", MORE_CASES);
    check_oracle(NBB_TESTS_DIR "/oracle/programs-own.json", OWN_CASES);
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

static void check_automaton(const json_t *layouts, const json_t *entry)
{
    const char *name = json_string_value(json_object_get(entry, "fractal"));
    LOCAL_FRACTAL fractal = fractal_of_json(json_object_get(layouts, name));
    double density = json_number_value(json_object_get(entry, "density"));
    nbb_rule rule;
    assert_int_equal(nbb_rule_parse(json_string_value(json_object_get(entry, "rule")), 2, &rule), NBB_OK);
    nbb_program_case run = { .program = program_of(NBB_WORKLOAD_CA, rule, 2, density),
                             .domain = { .fractal = &fractal, .size = integer(entry, "r") },
                             .seed = (uint64_t)integer(entry, "seed") };
    assert_figures(run, 0, entry, "population0", "digest0");
    assert_figures(run, integer(entry, "steps"), entry, "population", "digest");
}

TEST(test_automata)
{
    json_error_t error;
    json_t *oracle = json_load_file(NBB_TESTS_DIR "/oracle/ca.json", 0, &error);
    if (oracle == NULL) {
        fail_msg("%s:%d: %s", error.source, error.line, error.text);
    }
    const json_t *cases = json_object_get(oracle, "cases");
    assert_int_equal(json_array_size(cases), AUTOMATA);
    for (size_t i = 0; i < AUTOMATA; i += nbb_unit_is_quick() ? 2 : 1) {
        check_automaton(json_object_get(oracle, "layouts"), json_array_get(cases, i));
    }
    json_decref(oracle);
}

/* --- windows --- */

/* A list that reaches two cells far, asks for neighbours' degrees, and whose colours take turns. */
static const char
    *const far_program = "return program { state = { a = \"u3\", b = \"i32\" }, order = \"sublattices\","
                                       "neighbours = { {2,1}, {-1,0}, {0,-2} },"
                                       "init = { a = \"uniform(8)\", b = \"uniform(100)\" },"
                                       "update = [[ b += sum(b * degree) + a;"
                                       "if (chance(0.4)) a = sum(a) + degree; ]] }";

TEST(test_windows)
{
    LOCAL_PROGRAM program = read_program("test", 2, "%s", far_program);
    LOCAL_FRACTAL fractal = fractal_of_rows(2, gasket);
    nbb_program_case run = { .program = &program, .domain = { &fractal, NULL, 6 }, .seed = 4, .steps = 3 };
    uint64_t *whole, *part;
    nbb_vector n = { { 64, 64, 1 } }, origin = { { 9, 21, 0 } }, extent = { { 17, 11, 1 } };
    assert_ok(nbb_program_reference_window(&run, (nbb_vector){ { 0 } }, n, &whole));
    assert_ok(nbb_program_reference_window(&run, origin, extent, &part));
    uint64_t any = 0;
    for (int64_t i = 0; i < extent.at[0] * extent.at[1]; ++i) {
        nbb_vector at = nbb_box_place(origin, extent, i);
        assert_memory_equal(part + 2 * i, whole + 2 * (at.at[1] * 64 + at.at[0]), 2 * sizeof *part);
        any |= part[2 * i];
    }
    assert_int_equal(any, 7);
    free(whole);
    free(part);
    /* Off the domain, but not as far as the first steps reach. */
    assert_ok(nbb_program_reference_window(&run, (nbb_vector){ { 66, 5, 0 } }, (nbb_vector){ { 2, 1, 1 } }, &part));
    assert_memory_equal(part, ((const uint64_t[4]){ 0 }), 4 * sizeof *part);
    free(part);
    run.domain.size = 20;
    run.steps = INT64_C(1) << 40;
    assert_int_equal(nbb_program_reference_window(&run, origin, extent, &part), NBB_ERROR_RUN);
}

static nbb_vector beside(nbb_vector cell, nbb_vector offset)
{
    return (nbb_vector){ { cell.at[0] + offset.at[0], cell.at[1] + offset.at[1], 0 } };
}

static int64_t degree_of(const nbb_domain *domain, const nbb_neighbours *list, nbb_vector cell)
{
    int64_t degree = 0;
    for (int i = 0; i < list->count; ++i) {
        degree += nbb_domain_member(domain, beside(cell, list->offsets[i]));
    }
    return degree;
}

static int64_t degrees_beside(const nbb_domain *domain, const nbb_neighbours *list, nbb_vector cell)
{
    int64_t sum = 0;
    for (int i = 0; i < list->count; ++i) {
        nbb_vector neighbour = beside(cell, list->offsets[i]);
        sum += nbb_domain_member(domain, neighbour) ? degree_of(domain, list, neighbour) : 0;
    }
    return sum;
}

/* Neighbours at the edge of the box have neighbours past it. */
TEST(test_degrees)
{
    LOCAL_PROGRAM program = read_program(
        "test", 2,
        "return program { state = { a = \"i32\" }, neighbours = { {2,1}, {-1,0}, {0,-2} },"
        "init = { a = \"0\" }, update = \"a = sum(degree);\" }");
    LOCAL_FRACTAL fractal = fractal_of_rows(2, gasket);
    nbb_program_case run = { .program = &program, .domain = { &fractal, NULL, 4 }, .steps = 1 };
    uint64_t *found;
    assert_ok(nbb_program_reference_window(&run, (nbb_vector){ { 0 } }, (nbb_vector){ { 16, 16, 1 } }, &found));
    for (int64_t j = 0; j < nbb_domain_cells(&run.domain); ++j) {
        nbb_vector cell = nbb_domain_cell(&run.domain, j);
        assert_int_equal(found[cell.at[1] * 16 + cell.at[0]], degrees_beside(&run.domain, &program.neighbours, cell));
    }
    free(found);
}

static const char *const full[] = { "##", "##" };

static nbb_program_case life_on(const nbb_fractal *fractal, int r, int64_t steps)
{
    return (nbb_program_case){ .program = program_of(NBB_WORKLOAD_CA, (nbb_rule){ 4, 12 }, 2, 0.6),
                               .domain = { .fractal = fractal, .size = r },
                               .seed = 9,
                               .steps = steps };
}

static void assert_refused(nbb_program_case run, nbb_vector origin, nbb_vector extent, const char *message)
{
    uint64_t *window = &(uint64_t){ 0 };
    assert_int_not_equal(nbb_program_reference_window(&run, origin, extent, &window), NBB_OK);
    assert_null(window);
    if (strstr(nbb_message(), message) == NULL) {
        fail_msg("expected \"%s\", the message is: %s", message, nbb_message());
    }
}

TEST(test_refusals)
{
    LOCAL_FRACTAL fractal = fractal_of_rows(2, full);
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
}

/* --- what --verify compares --- */

TEST(test_tolerance)
{
    nbb_field fields[2] = { { .kind = NBB_FIELD_F32, .bits = 32 }, { .kind = NBB_FIELD_I32, .bits = 32 } };
    nbb_program program = { .fields = fields, .field_count = 2 };
    uint64_t one = 0x3f800000;
    assert_true(nbb_verify_field(&program, 0, 3, one, one));
    assert_false(nbb_verify_field(&program, 0, 3, one + 1, one));
    program.inexact = true;
    assert_true(nbb_verify_field(&program, 0, 3, one + 1, one));
    assert_false(nbb_verify_field(&program, 0, 3, one + 1000, one));
    assert_true(nbb_verify_field(&program, 0, 30, one + 1000, one));
    assert_false(nbb_verify_field(&program, 1, 30, 8, 7));
}
