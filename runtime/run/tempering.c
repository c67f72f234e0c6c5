/* tempering.c - attempts to exchange neighbouring copies. Their numbers change places, and no state moves. */
#include "runtime/run/tempering.h"

#include "gen/program/program_draw.h"
#include "runtime/run/run_copies.h"

nbb_status nbb_tempering_open(nbb_tempering *tempering, int64_t copies)
{
    NBB_TRY(NBB_MAKE(tempering->tried, tempering->count, "rates of exchange"));
    NBB_TRY(NBB_MAKE(tempering->accepted, tempering->count, "rates of exchange"));
    return NBB_MAKE(tempering->energies, copies, "energies of copies");
}

void nbb_tempering_close(nbb_tempering *tempering)
{
    free(tempering->tried);
    free(tempering->accepted);
    free(tempering->energies);
    *tempering = (nbb_tempering){ .every = 0 };
}

/* Word 0 of the generator's block (value, 0, step, all ones), which no cell draws, as a number in [0, 1). */
static double draw(uint64_t seed, int64_t value, int64_t step)
{
    const uint32_t key[2] = { (uint32_t)seed, (uint32_t)(seed >> 32) };
    uint32_t block[4] = { (uint32_t)value, 0, (uint32_t)step, UINT32_MAX };
    nbb_draw_philox(block, key);
    return (block[0] >> 8) * 0x1p-24;
}

/* A copy and the one with the next value. */
static bool is_accepted(const nbb_tempering *tempering, const nbb_run *run, int64_t copy, int64_t step)
{
    int64_t value = copy / tempering->stride % tempering->count;
    const double *values = tempering->values + value, *energies = tempering->energies + copy;
    double weight = (1 / values[0] - 1 / values[1]) * (energies[0] - energies[tempering->stride]);
    return draw(run->each[copy].seed, value, step) < exp(weight);
}

/* Even values exchange with the next ones in even attempts, odd values in odd ones. */
static nbb_status attempt(nbb_tempering *tempering, nbb_run *run, int64_t step)
{
    int64_t parity = step / tempering->every % 2;
    for (int64_t copy = 0; copy < run->copies; ++copy) {
        int64_t value = copy / tempering->stride % tempering->count;
        if (value % 2 != parity || value + 1 == tempering->count) {
            continue;
        }
        ++tempering->tried[value];
        if (is_accepted(tempering, run, copy, step)) {
            ++tempering->accepted[value];
            nbb_run_trade(run, copy, copy + tempering->stride);
        }
    }
    return nbb_run_upload_records(run);
}

nbb_status nbb_temper(void *context, nbb_run *run, int64_t step)
{
    nbb_tempering *tempering = context;
    if (step <= tempering->last || step % tempering->every != 0) {
        return NBB_OK; /* a run that a signal ends may have done the step and not come to its attempt */
    }
    NBB_TRY(nbb_series_energies(tempering->series, run, step, tempering->energies));
    tempering->last = step;
    return attempt(tempering, run, step);
}
