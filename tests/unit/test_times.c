/* test_times.c - median, extremes and spread of samples, against a slow way of the book. */
#include "runtime/run/times.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <string.h>

enum { MOST = 12 };

static void of_known_samples(void **state)
{
    (void)state;
    double odd[] = { 5, 1, 9, 2, 100 };
    nbb_times times = nbb_times_of(odd, 5);
    assert_true(times.median == 5 && times.min == 1 && times.max == 100 && times.samples == 5);
    assert_true(times.spread == 4);                   /* distances 0 3 4 4 95 */
    double even[] = { 4, 1, 3, 10 };
    times = nbb_times_of(even, 4);
    assert_true(times.median == 3.5);
    assert_true(times.spread == 1.5);                 /* distances 0.5 0.5 2.5 6.5 */
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

static void of_random_samples(void **state)
{
    (void)state;
    uint64_t seed = 1;
    for (int round = 0; round < 2000; ++round) {
        double samples[MOST], copy[MOST];
        int count = round % MOST + 1;
        for (int i = 0; i < count; ++i) {
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            samples[i] = (double)(seed >> 60);        /* few values, so that equal ones are met */
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

static void noise(void **state)
{
    (void)state;
    assert_false(nbb_times_are_noisy(100, 5));
    assert_true(nbb_times_are_noisy(100, 5.1));
    assert_false(nbb_times_are_noisy(100, 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(of_known_samples),
        cmocka_unit_test(of_random_samples),
        cmocka_unit_test(noise),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
