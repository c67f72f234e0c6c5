/* test_program_known.c - the brute force of programs against what is known exactly. */
#include "runtime/run/program_reference.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "layouts.h"
#include "small_programs.h"

static const char *const gasket[] = { "#.", "##" };
static const char *const vicsek[] = { ".#.", "###", ".#." };

/* --- the Hanoi graph: gasket and triangular neighbours --- */

enum { HANOI_LEVELS = 8 };

/* The eigenvector of the lowest eigenvalue but 0, level by level. A cell of level r - 1 becomes three, each of which
   has at most one neighbour outside them. With S the vector of level r - 1, whose eigenvalue is lambda (5 - lambda),
   (4 - lambda) S(own) + S(that neighbour's), S(own) where there is none, is an eigenvector for lambda: what the
   equations of both cells give. */
typedef struct hanoi {
    double lambda;
    int side;
    double *values; /* side x side */
} hanoi;

static double *hanoi_at(const hanoi *of, int64_t x, int64_t y)
{
    return &of->values[y * of->side + x];
}

static bool on_gasket(int64_t x, int64_t y)
{
    return (x & ~y) == 0;
}

/* S of the cell that the neighbour outside belongs to. */
static double beyond(const hanoi *coarse, const nbb_neighbours *list, int x, int y)
{
    for (int i = 0; i < list->count; ++i) {
        int64_t u = x + list->offsets[i].at[0], v = y + list->offsets[i].at[1];
        bool inside = u >= 0 && v >= 0 && u < 2 * coarse->side && v < 2 * coarse->side && on_gasket(u, v);
        if (inside && (u / 2 != x / 2 || v / 2 != y / 2)) {
            return *hanoi_at(coarse, u / 2, v / 2);
        }
    }
    return *hanoi_at(coarse, x / 2, y / 2);
}

static hanoi refine(const hanoi *coarse, const nbb_neighbours *list)
{
    hanoi fine = { .lambda = (5 - sqrt(25 - 4 * coarse->lambda)) / 2, .side = 2 * coarse->side };
    fine.values = calloc((size_t)fine.side * (size_t)fine.side, sizeof *fine.values);
    double most = 0;
    for (int i = 0; i < fine.side * fine.side; ++i) {
        int x = i % fine.side, y = i / fine.side;
        if (on_gasket(x, y)) {
            fine.values[i] = (4 - fine.lambda) * *hanoi_at(coarse, x / 2, y / 2) + beyond(coarse, list, x, y);
            most = fmax(most, fabs(fine.values[i]));
        }
    }
    for (int i = 0; i < fine.side * fine.side; ++i) {
        fine.values[i] /= most;
    }
    return fine;
}

/* The eigenvector as a field's first values. */
typedef struct hanoi_start {
    const hanoi *of;
    const nbb_field *field;
} hanoi_start;

static void hanoi_initial(const void *context, nbb_vector cell, uint64_t *fields)
{
    const hanoi_start *start = context;
    nbb_value_of value = { .real = *hanoi_at(start->of, cell.at[0], cell.at[1]) };
    fields[0] = nbb_program_field_bits(start->field, value);
}

/* The largest difference from values * (1 - D lambda)^steps, where the largest value was 1. */
static double decay_error(const nbb_program_case *run, const hanoi_start *start)
{
    const hanoi *of = start->of;
    uint64_t *fields;
    nbb_vector n = { { of->side, of->side, 1 } };
    double error = 0, share = pow(1 - 0.15 * of->lambda, (double)run->steps);
    assert_ok(nbb_program_reference_window(run, (nbb_vector){ { 0 } }, n, &fields));
    for (int i = 0; i < of->side * of->side; ++i) {
        double found = nbb_program_field_value(start->field, fields[i]).real;
        error = fmax(error, fabs(found - of->values[i] * share));
    }
    free(fields);
    return error;
}

static void check_decay(const hanoi *of, int r, const char *type, double tolerance)
{
    nbb_text text = NBB_TEXT_EMPTY;
    nbb_text_add(&text,
                 "return program { state = { u = \"%s\" }, neighbours = \"triangular\", param = { D = 0.15 },"
                 "init = { u = \"uniform()\" }, update = \"u += D * sum(u - here.u);\" }",
                 type);
    nbb_program program = read_program(nbb_text_string(&text), NULL);
    nbb_text_free(&text);
    nbb_fractal fractal = fractal_of_rows(2, gasket);
    hanoi_start start = { of, &program.fields[0] };
    nbb_program_case run = { &program, { &fractal, NULL, r }, 1, 20, hanoi_initial, &start };
    assert_true(decay_error(&run, &start) < tolerance);
    nbb_fractal_free(&fractal);
    nbb_program_free(&program);
}

static void test_hanoi(void **state)
{
    (void)state;
    nbb_neighbours list;
    assert_ok(nbb_neighbours_named("triangular", 2, &list));
    hanoi now = { .lambda = 3, .side = 2, .values = calloc(4, sizeof *now.values) };
    now.values[0] = 1;
    now.values[2] = -1;
    for (int r = 1; r <= HANOI_LEVELS; ++r) {
        check_decay(&now, r, "f32", 1e-5);
        check_decay(&now, r, "f64", 1e-12);
        hanoi next = refine(&now, &list);
        free(now.values);
        now = next;
    }
    free(now.values);
}

/* --- what is conserved --- */

static nbb_program_figures figures_after(const nbb_program *program, const nbb_fractal *fractal, int r, uint64_t seed,
                                         int64_t steps)
{
    nbb_program_case run = { program, { fractal, NULL, r }, seed, steps, NULL, NULL };
    nbb_program_figures figures;
    assert_ok(nbb_program_reference_whole(&run, &figures));
    return figures;
}

static void test_conserved(void **state)
{
    (void)state;
    nbb_fractal fractal = fractal_of_rows(3, vicsek);
    nbb_program heat = read_program("return program { state = { u = \"f64\" }, neighbours = \"vonneumann\","
                                    "init = { u = \"uniform()\" }, update = \"u += 0.2 * sum(u - here.u);\","
                                    "observe = { mass = \"sum(u)\" } }",
                                    NULL);
    double before = figures_after(&heat, &fractal, 4, 5, 0).observed[0].of.real;
    double after = figures_after(&heat, &fractal, 4, 5, 40).observed[0].of.real;
    assert_true(before > 100 && fabs(after - before) < 1e-12 * before);
    nbb_program_free(&heat);
    nbb_program sand = read_program("return program { state = { u = \"u8\" }, neighbours = \"vonneumann\","
                                    "init = { u = \"uniform(8)\" },"
                                    "update = \"u = u - (u >= degree ? degree : 0) + count(u >= degree);\","
                                    "observe = { grains = \"sum(u)\" } }",
                                    NULL);
    int64_t grains = figures_after(&sand, &fractal, 4, 5, 0).observed[0].of.integer;
    assert_true(grains > 1000);
    assert_int_equal(figures_after(&sand, &fractal, 4, 5, 40).observed[0].of.integer, grains);
    nbb_program_free(&sand);
    nbb_fractal_free(&fractal);
}

/* --- Ising on trees --- */

enum { ISING_RUNS = 60, ISING_STEPS = 40 };

/* E = -J (N - 1) tanh K, and its variance is J^2 (N - 1) / cosh^2 K: the edges of a tree are independent. */
static void check_tree(int height, const char *const *rows, int r, double temperature)
{
    nbb_program program = read_program("return program { state = { s = \"u1\" }, neighbours = \"vonneumann\","
                                       "order = \"sublattices\", param = { T = 2.0 }, init = { s = \"chance(0.5)\" },"
                                       "update = [[ int field = 2 * count(s == here.s) - degree;"
                                       "if (chance(exp(-2 * field / T))) s = !s; ]],"
                                       "observe = { e = \"-pairs(here.s == there.s ? 1 : -1)\" } }",
                                       NULL);
    program.parameters[0].value = temperature;
    nbb_fractal fractal = fractal_of_rows(height, rows);
    nbb_domain domain = { &fractal, NULL, r };
    double edges = (double)nbb_domain_cells(&domain) - 1, sum = 0;
    for (uint64_t seed = 1; seed <= ISING_RUNS; ++seed) {
        sum += (double)figures_after(&program, &fractal, r, seed, ISING_STEPS).observed[0].of.integer;
    }
    double mean = sum / ISING_RUNS, sigma = sqrt(edges / ISING_RUNS) / cosh(1 / temperature);
    assert_true(fabs(mean + edges * tanh(1 / temperature)) < 3.5 * sigma);
    nbb_fractal_free(&fractal);
    nbb_program_free(&program);
}

static void test_ising(void **state)
{
    (void)state;
    check_tree(2, gasket, 5, 2.0);
    check_tree(2, gasket, 5, 1.2);
    check_tree(3, vicsek, 3, 2.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hanoi),
        cmocka_unit_test(test_conserved),
        cmocka_unit_test(test_ising),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
