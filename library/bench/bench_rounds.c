/* bench_rounds.c - which row is sampled when. */
#include "library/bench/bench_rounds.h"

#include "runtime/device/interrupt.h"
#include "runtime/device/machine.h"

#include <math.h>
#include <time.h>

#define ROW_MS 1500.0                                 /* what the samples of a row may take beyond the fewest */

int nbb_bench_rounds_of(int wanted, double milliseconds)
{
    int fewest = wanted < NBB_BENCH_ROUNDS_MIN ? wanted : NBB_BENCH_ROUNDS_MIN;
    double fit = fmin(ceil(ROW_MS / milliseconds), wanted);
    return fit > fewest ? (int)fit : fewest;
}

int nbb_bench_rounds_most(const nbb_bench_rounds *rounds)
{
    int most = 0;
    for (int i = 0; i < rounds->rows; ++i) {
        most = rounds->counts[i] > most ? rounds->counts[i] : most;
    }
    return most;
}

static void sleep_until(double time)
{
    double left = time - nbb_milliseconds();
    if (left > 0) {
        struct timespec span = { .tv_sec = (time_t)(left / 1e3), .tv_nsec = (long)(fmod(left, 1e3) * 1e6) };
        nanosleep(&span, NULL);                       /* a signal ends it early, and is asked for by the caller */
    }
}

nbb_status nbb_bench_rounds_take(const nbb_bench_rounds *rounds, double *samples)
{
    int most = nbb_bench_rounds_most(rounds);
    for (int round = 0; round < most; ++round) {
        double begin = nbb_milliseconds();
        NBB_TRY(nbb_interrupt_check());
        for (int i = 0; i < rounds->rows; ++i) {
            int taken = round * rounds->counts[i] / most, due = (round + 1) * rounds->counts[i] / most;
            if (due > taken) {
                NBB_TRY(rounds->sample(rounds->context, i, &samples[i * most + taken]));
            }
        }
        if (round + 1 < most) {
            sleep_until(begin + rounds->apart);
        }
    }
    return NBB_OK;
}
