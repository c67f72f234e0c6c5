/* test_blocking.c - means, variances and errors of sequences whose correlation is known. */
#include "runtime/run/blocking.h"

#include "gen/domain/domain.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>

static void close_to(double found, double wanted, double share)
{
    if (!(fabs(found - wanted) <= share * fabs(wanted))) {
        fail_msg("%.17g, wanted %.17g within %g of it", found, wanted, share);
    }
}

/* Normal with variance 1, the same for the same i [Box and Muller 1958]. */
static double noise(uint64_t i)
{
    double u = ((double)(nbb_mix(2 * i) >> 11) + 1) * 0x1p-53, v = (double)(nbb_mix(2 * i + 1) >> 11) * 0x1p-53;
    return sqrt(-2 * log(u)) * cos(2 * acos(-1) * v);
}

static void of_few(void **state)
{
    (void)state;
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
    close_to(found.error, 1, 1e-15);                  /* of two blocks, 7.5 and 9.5 */
    assert_true(found.block == 2);
    blocking = (nbb_blocking){ 0 };
    for (uint64_t i = 0; i < 12; ++i) {
        nbb_blocking_add(&blocking, noise(i));
    }
    assert_false(nbb_blocking_result(&blocking).settled); /* its blocks of 4 would look long enough, but are 3 */
}

static void of_a_constant(void **state)
{
    (void)state;
    nbb_blocking blocking = { 0 };
    for (int i = 0; i < 1000; ++i) {
        nbb_blocking_add(&blocking, -0.1);
    }
    nbb_blocked found = nbb_blocking_result(&blocking);
    assert_true(found.samples == 1000 && found.mean == -0.1 && found.variance == 0 && found.error == 0);
    assert_true(found.tau == 0.5 && found.settled);
}

/* x' = a x + sqrt(1 - a^2) noise has variance 1 and the autocorrelation a^t, so tau = (1 + a) / (1 - a) / 2. */
static void of_an_autoregression(void **state)
{
    (void)state;
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
static void of_a_slope(void **state)
{
    (void)state;
    nbb_blocking blocking = { 0 };
    for (int i = 0; i < 64; ++i) {
        nbb_blocking_add(&blocking, i);
    }
    nbb_blocked found = nbb_blocking_result(&blocking);
    assert_true(!found.settled && found.block == 32 && found.error == 16 && found.mean == 31.5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(of_few),
        cmocka_unit_test(of_a_constant),
        cmocka_unit_test(of_an_autoregression),
        cmocka_unit_test(of_a_slope),
    };
    return cmocka_run_group_tests_name("blocking", tests, NULL, NULL);
}
