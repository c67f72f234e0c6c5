/* tempering.c - attempts to exchange neighbouring copies, and how many of them came through. */
#include "runtime/run/observed.h"

#include "runtime/run/run_copies.h"

nbb_status nbb_tempering_open(nbb_tempering *tempering)
{
    NBB_TRY(NBB_MAKE(tempering->tried, tempering->count, "rates of exchange"));
    return NBB_MAKE(tempering->accepted, tempering->count, "rates of exchange");
}

void nbb_tempering_close(nbb_tempering *tempering)
{
    free(tempering->tried);
    free(tempering->accepted);
    *tempering = (nbb_tempering){ .every = 0 };
}

void nbb_tempering_add(const nbb_tempering *tempering, const nbb_run *run, int64_t *accepted)
{
    for (int64_t copy = 0; tempering->every > 0 && copy < run->copies; ++copy) {
        accepted[copy / tempering->stride % tempering->count] += run->each[copy].accepted;
    }
}

static nbb_status attempt(nbb_series *series, nbb_run *run, int64_t step, bool odd)
{
    NBB_TRY(nbb_series_count(series, run, step));
    NBB_TRY(nbb_run_temper(run, nbb_run_slot(run, series->waiting), step, odd));
    series->counted = nbb_run_totals_change(series->request.program) ? -1 : series->counted;
    return NBB_OK;
}

/* Even values exchange with the next ones in even attempts, odd values in odd ones. */
nbb_status nbb_temper(void *context, nbb_run *run, int64_t step)
{
    nbb_tempering *tempering = context;
    int64_t odd = step / tempering->every % 2;
    if (step <= tempering->last || step % tempering->every != 0) {
        return NBB_OK; /* a run that a signal ends may have done the step and not come to its attempt */
    }
    NBB_TRY(nbb_run_has_exchanged(run, step) ? NBB_OK : attempt(tempering->series, run, step, odd == 1));
    tempering->last = step;
    for (int64_t value = odd; value + 1 < tempering->count; value += 2) {
        tempering->tried[value] += run->copies / tempering->count;
    }
    return NBB_OK;
}
