/* run_tempering.c - --exchange: which copies of an ensemble exchange their states. */
#include "library/run_whole.h"

void nbb_tempering_add(const nbb_tempering *tempering, const nbb_run *run, int64_t *accepted)
{
    for (int64_t copy = 0; tempering->every > 0 && copy < run->copies; ++copy) {
        accepted[copy / tempering->stride % tempering->count] += run->each[copy].accepted;
    }
}

/* As nbb_run_watch's: an attempt after each `every`-th step, before others look. Even values exchange with the next
   ones in even attempts, odd values in odd ones. */
static nbb_status temper(void *context, nbb_run *run, int64_t step)
{
    nbb_tempering *tempering = context;
    nbb_series *series = tempering->series;
    int64_t odd = step / tempering->every % 2;
    /* a run that a signal ends may have done the step and not come to its attempt */
    NBB_DONE_IF(step <= tempering->last || step % tempering->every != 0);
    if (!nbb_run_has_exchanged(run, step)) {
        NBB_TRY(nbb_series_count(series, run, step));
        NBB_TRY(nbb_run_temper(run, nbb_run_slot(run, series->waiting), step, odd == 1));
        series->counted = nbb_run_totals_change(series->request.program) ? -1 : series->counted;
    }
    tempering->last = step;
    for (int64_t value = odd; value + 1 < tempering->count; value += 2) {
        tempering->tried[value] += run->copies / tempering->count;
    }
    return NBB_OK;
}

void nbb_tempering_watch(nbb_tempering *tempering, nbb_series *series, nbb_run *run)
{
    tempering->series = series;
    run->watches[NBB_RUN_EXCHANGE] = (nbb_run_watch){ .every = tempering->every,
                                                      .by_totals = true,
                                                      .see = tempering->every > 0 ? temper : NULL,
                                                      .context = tempering };
}
