/* test_average.c - observables from totals, averages with their errors, and the times of samples. */
#include "runtime/run/observed.h"
#include "unit.h"

/* The program of observables e, m and mm whose `average` this is. */
static nbb_status open_program(const char *average, nbb_program *program)
{
    NBB_LOCAL_TEXT text = nbb_text_of(
        "return program { state = { s = 'u1' }, neighbours = 'moore', update = 's = 0;', "
                 "observe = { e = '1.0', m = 'sum(s)', mm = '2' }, average = { %s } }",
                 average);
    return nbb_program_read(nbb_text_string(&text), "p", program);
}

static void check_averages(const char *asked, const char *const *names, int name_count)
{
    LOCAL_PROGRAM program;
    assert_int_equal(open_program(asked, &program), NBB_OK);
    assert_int_equal(program.average_count, name_count);
    for (int i = 0; i < name_count; ++i) {
        assert_string_equal(program.averages[i].name, names[i]);
    }
}

TEST(of_what_is_asked)
{
    static const char *const all[] = { "e", "m", "mm", "abs(mm)", "m^2", "m^9" };
    check_averages("", all, 3);
    check_averages("'abs(mm)', 'm^2', 'm', 'm^9', 'e^1'", all, 6);
    static const char *const named[] = { "e", "m", "mm", "chi", "square" };
    check_averages("chi = 'mean(m^2) - mean(m)^2', square = 'mean(m^2)'", named, 5);
}

static const nbb_domain no_domain = { 0 };

TEST(of_steps)
{
    LOCAL_PROGRAM program;
    NBB_LOCAL_ARENA arena = { 0 };
    nbb_averages averages;
    assert_int_equal(open_program("'abs(m)', 'm^4', '-m^2'", &program), NBB_OK);
    assert_int_equal(nbb_averages_open(&arena, &program, &no_domain, &averages), NBB_OK);
    for (int round = 0; round < 2; ++round) {
        for (int i = 0; i < 4; ++i) {
            nbb_number row[3] = { nbb_number_of_real(0.5 * i), nbb_number_of_integer(i % 2 == 0 ? -2 : 2),
                                  nbb_number_of_integer(1) };
            nbb_averages_add(&averages, i, row);
        }
        static const double means[] = { 0.75, 0, 1, 2, 16, -4 };
        for (int i = 0; i < 6; ++i) {
            nbb_blocked found = nbb_averages_result(&averages, i);
            assert_true(found.samples == 4 && found.mean == means[i]);
        }
        nbb_averages_clear(&averages);
    }
}

/* 2 * sum + cells, step / 4.0 as written, and whether there are cells. */
TEST(of_totals)
{
    nbb_expression total = { .kind = NBB_EXPRESSION_TOTAL, .type = NBB_TYPE_I64, .number = 1 };
    nbb_expression two = { .kind = NBB_EXPRESSION_INTEGER, .type = NBB_TYPE_I64, .integer = 2 };
    nbb_expression cells = { .kind = NBB_EXPRESSION_BUILTIN, .type = NBB_TYPE_I64, .number = NBB_BUILTIN_CELLS };
    nbb_expression product = { .kind = NBB_EXPRESSION_OPERATOR,
                               .type = NBB_TYPE_I64,
                               .number = NBB_OP_MUL,
                               .from = { &two, &total },
                               .from_count = 2 };
    nbb_expression sum = { .kind = NBB_EXPRESSION_OPERATOR,
                           .type = NBB_TYPE_I64,
                           .number = NBB_OP_ADD,
                           .from = { &product, &cells },
                           .from_count = 2 };
    nbb_expression step = { .kind = NBB_EXPRESSION_BUILTIN, .type = NBB_TYPE_I64, .number = NBB_BUILTIN_STEP };
    nbb_expression real = {
        .kind = NBB_EXPRESSION_CONVERT, .type = NBB_TYPE_F64, .from = { &step }, .from_count = 1
    };
    nbb_expression n = { .kind = NBB_EXPRESSION_BUILTIN, .type = NBB_TYPE_I64, .number = NBB_BUILTIN_N };
    nbb_observable asked[] = { { .name = "a", .value = &sum },
                               { .name = "b", .value = &real },
                               { .name = "c", .value = &n } };
    nbb_program program = { .observables = asked, .observable_count = 3 };
    nbb_simplex simplex = { .m = 2 };
    nbb_domain domain = { .simplex = &simplex, .size = 5 };
    nbb_value_of totals[] = { { .integer = 0 }, { .integer = INT64_C(1) << 40 } };
    nbb_number values[3];
    nbb_observe(&program, &domain, 7, totals, values);
    assert_false(values[0].is_real);
    assert_int_equal(values[0].of.integer, (INT64_C(1) << 41) + 15);
    assert_true(values[1].is_real && values[1].of.real == 7.0);
    assert_int_equal(values[2].of.integer, 5);
}

static void close_to(double found, double wanted, double share)
{
    if (!(fabs(found - wanted) <= share * fabs(wanted))) {
        fail_msg("%.17g, wanted %.17g within %g of it", found, wanted, share);
    }
}

/* The means of three runs are 1, 2 and 4: at theirs f is (7/3)^2, without one of them 3^2, 2.5^2 and 1.5^2. */
TEST(of_runs)
{
    LOCAL_PROGRAM program;
    NBB_LOCAL_ARENA arena = { 0 };
    nbb_averages averages;
    double means[16 * 3];
    assert_int_equal(open_program("f = 'mean(m)^2'", &program), NBB_OK);
    assert_int_equal(nbb_averages_open(&arena, &program, &no_domain, &averages), NBB_OK);
    for (int i = 0; i < 16 * 3; ++i) {
        means[i] = 1 << i % 3;
    }
    nbb_blocked found = nbb_averages_over_runs(&averages, 3, means, 3);
    close_to(found.mean, 49 / 9.0, 1e-15);
    close_to(found.error, sqrt(553 / 36.0), 1e-15);
}

/* Normal with variance 1, the same for the same i [Box and Muller 1958]. */
static double noise(uint64_t i)
{
    double u = ((double)(nbb_mix(2 * i) >> 11) + 1) * 0x1p-53, v = (double)(nbb_mix(2 * i + 1) >> 11) * 0x1p-53;
    return sqrt(-2 * log(u)) * cos(2 * acos(-1) * v);
}

TEST(of_few)
{
    nbb_blocking blocking = { 0 };
    nbb_blocked found = nbb_blocking_result(&blocking);
    assert_true(found.samples == 0 && isnan(found.mean) && isnan(found.variance) && isnan(found.error));
    nbb_blocking_add(&blocking, 7);
    found = nbb_blocking_result(&blocking);
    assert_true(found.samples == 1 && found.mean == 7 && isnan(found.variance) && isnan(found.error));
    for (int i = 1; i <= 3; ++i) {
        nbb_blocking_add(&blocking, 7 + i);
    }
    found = nbb_blocking_result(&blocking);
    assert_true(found.samples == 4 && found.mean == 8.5 && !found.settled);
    close_to(found.variance, 5.0 / 3, 1e-15);
    close_to(found.error, 1, 1e-15); /* of two blocks, 7.5 and 9.5 */
    assert_true(found.block == 2);
    blocking = (nbb_blocking){ 0 };
    for (uint64_t i = 0; i < 12; ++i) {
        nbb_blocking_add(&blocking, noise(i));
    }
    assert_false(nbb_blocking_result(&blocking).settled); /* its blocks of 4 would look long enough, but are 3 */
}

/* Of eight members without correlation, in blocks of two: 1.5, 3, 6 and 1.5 are e's means, 2.5, 10, 40 and 2.5 those
   of its square; without one of them each they are x and y in y - x^2. */
TEST(of_a_function)
{
    static const double members[] = { 1, 2, 2, 4, 4, 8, 2, 1 };
    static const double x[] = { 10.5 / 3, 9.0 / 3, 6.0 / 3, 10.5 / 3 },
                        y[] = { 52.5 / 3, 45.0 / 3, 15.0 / 3, 52.5 / 3 };
    LOCAL_PROGRAM program;
    NBB_LOCAL_ARENA arena = { 0 };
    nbb_averages averages;
    double sum = 0, squares = 0;
    assert_int_equal(open_program("v = 'mean(e^2) - mean(e)^2'", &program), NBB_OK);
    assert_int_equal(nbb_averages_open(&arena, &program, &no_domain, &averages), NBB_OK);
    for (int i = 0; i < 8; ++i) {
        nbb_number row[3] = { nbb_number_of_real(members[i]), nbb_number_of_integer(1), nbb_number_of_integer(1) };
        nbb_averages_add(&averages, i, row);
    }
    for (int i = 0; i < 4; ++i) {
        double estimate = y[i] - x[i] * x[i];
        sum += estimate / 4;
        squares += estimate * estimate;
    }
    nbb_blocked found = nbb_averages_result(&averages, 3);
    assert_true(found.mean == 110.0 / 8 - 9 && !found.settled && isnan(found.variance));
    assert_int_equal(found.block, 2);
    close_to(found.error, sqrt((squares - 4 * sum * sum) * 3 / 4), 1e-12);
}

/* The error of a linear function is that of the blocks' means, also where blocks were made longer. */
TEST(of_a_long_run)
{
    LOCAL_PROGRAM program;
    NBB_LOCAL_ARENA arena = { 0 };
    nbb_averages averages;
    enum { MEMBERS = 5000 };
    assert_int_equal(open_program("twice = '2 * mean(e) + mean(mm)'", &program), NBB_OK);
    assert_int_equal(nbb_averages_open(&arena, &program, &no_domain, &averages), NBB_OK);
    for (uint64_t i = 0; i < MEMBERS; ++i) {
        nbb_number row[3] = { nbb_number_of_real(noise(i)), nbb_number_of_integer(1), nbb_number_of_integer(3) };
        nbb_averages_add(&averages, (int64_t)i, row);
    }
    nbb_blocked found = nbb_averages_result(&averages, 3), one = nbb_averages_result(&averages, 0);
    assert_true(found.settled && found.samples == MEMBERS && found.block == 8);
    close_to(found.mean, 2 * one.mean + 3, 1e-12);
    close_to(found.error, 2 * one.error, 0.1);
}

TEST(of_a_constant)
{
    nbb_blocking blocking = { 0 };
    for (int i = 0; i < 1000; ++i) {
        nbb_blocking_add(&blocking, -0.1);
    }
    nbb_blocked found = nbb_blocking_result(&blocking);
    assert_true(found.samples == 1000 && found.mean == -0.1 && found.variance == 0 && found.error == 0);
    assert_true(found.tau == 0.5 && found.settled);
}

/* x' = a x + sqrt(1 - a^2) noise has variance 1 and the autocorrelation a^t, so tau = (1 + a) / (1 - a) / 2. */
TEST(of_an_autoregression)
{
    static const double as[] = { 0, 0.5, 0.9, 0.98 };
    enum { MEMBERS = 1 << 20 };
    for (int i = 0; i < 4; ++i) {
        double a = as[i], x = noise(UINT64_C(1) << 40), tau = (1 + a) / (1 - a) / 2;
        nbb_blocking blocking = { 0 };
        for (uint64_t j = 0; j < MEMBERS; ++j) {
            nbb_blocking_add(&blocking, 1000 + x);
            x = a * x + sqrt(1 - a * a) * noise((uint64_t)i << 32 | j);
        }
        nbb_blocked found = nbb_blocking_result(&blocking);
        double error = sqrt(2 * tau / MEMBERS);
        assert_true(found.samples == MEMBERS && found.settled);
        assert_true(fabs(found.mean - 1000) < 3 * error);
        close_to(found.variance, 1, 10 * sqrt(tau / MEMBERS));
        close_to(found.error, error, 0.12);
        close_to(found.tau, tau, 0.24);
    }
}

/* Too short for its correlation: the error is the largest, and said not to have settled. */
TEST(of_a_slope)
{
    nbb_blocking blocking = { 0 };
    for (int i = 0; i < 64; ++i) {
        nbb_blocking_add(&blocking, i);
    }
    nbb_blocked found = nbb_blocking_result(&blocking);
    assert_true(!found.settled && found.block == 32 && found.error == 16 && found.mean == 31.5);
}

enum { MOST = 12 };

TEST(of_known_samples)
{
    double odd[] = { 5, 1, 9, 2, 100 };
    nbb_times times = nbb_times_of(odd, 5);
    assert_true(times.median == 5 && times.min == 1 && times.max == 100 && times.samples == 5);
    assert_true(times.spread == 4); /* distances 0 3 4 4 95 */
    double even[] = { 4, 1, 3, 10 };
    times = nbb_times_of(even, 4);
    assert_true(times.median == 3.5);
    assert_true(times.spread == 1.5); /* distances 0.5 0.5 2.5 6.5 */
    double one[] = { 7 };
    times = nbb_times_of(one, 1);
    assert_true(times.median == 7 && times.min == 7 && times.max == 7 && times.spread == 0);
}

static void sort(double *values, int count)
{
    for (int i = 0; i < count; ++i) {
        for (int j = i + 1; j < count; ++j) {
            if (values[j] < values[i]) {
                double least = values[j];
                values[j] = values[i];
                values[i] = least;
            }
        }
    }
}

static double middle(double *values, int count)
{
    sort(values, count);
    return (values[(count - 1) / 2] + values[count / 2]) / 2;
}

TEST(of_random_samples)
{
    uint64_t seed = 1;
    for (int round = 0; round < 2000; ++round) {
        double samples[MOST], copy[MOST];
        int count = round % MOST + 1;
        for (int i = 0; i < count; ++i) {
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            samples[i] = (double)(seed >> 60); /* few values, so that equal ones are met */
        }
        memcpy(copy, samples, sizeof copy);
        double median = middle(copy, count);
        for (int i = 0; i < count; ++i) {
            copy[i] = fabs(samples[i] - median);
        }
        double spread = middle(copy, count);
        nbb_times times = nbb_times_of(samples, count);
        assert_true(times.median == median);
        assert_true(times.spread == spread);
    }
}
