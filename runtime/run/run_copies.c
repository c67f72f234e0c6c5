/* run_copies.c - where an ensemble's copies are. A launch goes over the first places: a copy that is over changes
   places with the last one that goes on, and its state moves there. */
#include "runtime/run/run_state.h"

uint64_t nbb_run_choose_copy(nbb_run *run, int64_t copy)
{
    return run->choose != NULL ? run->choose(run->chooser, copy) : run->request.seed;
}

void nbb_run_look_at(nbb_run *run, int64_t copy)
{
    run->request.seed = nbb_run_choose_copy(run, copy);
    run->counted = run->each[copy];
}

static uint64_t stride_of(const nbb_run *run)
{
    return nbb_plan_stride(run->request.plan, "in");
}

bool nbb_run_copy_is_over(const nbb_run *run, int64_t copy)
{
    return run->each[copy].place >= run->copies - run->over;
}

nbb_run nbb_run_at_copy(nbb_run *run, int64_t copy)
{
    nbb_run one = *run;
    nbb_run_look_at(&one, copy);
    one.state += (uint64_t)run->each[copy].place * stride_of(run);
    one.step = nbb_run_copy_is_over(run, copy) ? run->each[copy].steps : run->step;
    return one;
}

unsigned char *nbb_run_arguments_of(const nbb_run *run, int64_t copy)
{
    return (unsigned char *)run->arguments + (size_t)run->each[copy].place * run->rows.bytes;
}

nbb_status nbb_run_upload_records(nbb_run *run)
{
    uint64_t bytes = (uint64_t)run->copies * run->rows.bytes;
    return run->records != 0 ? NBB_ON(run, upload, run->records, run->arguments, bytes) : NBB_OK;
}

/* Exchanges two places' states. The memory that one passes through is taken for that long: a copy ends once. */
static nbb_status swap_states(nbb_run *run, int64_t place, int64_t other)
{
    uint64_t bytes = run->request.plan->space.state_bytes, stride = stride_of(run);
    nbb_address spare = 0, from = run->state + (uint64_t)place * stride, to = run->state + (uint64_t)other * stride;
    NBB_TRY(NBB_ON(run, allocate, bytes, &spare));
    const nbb_address ways[] = { spare, from, to, spare };
    nbb_status status = NBB_EACH(i, 3, NBB_ON(run, copy, ways[i], ways[i + 1], bytes));
    NBB_ON(run, release, spare);
    return status;
}

/* No step writes its state again: of two buffers both have it. */
nbb_status nbb_run_end_copy(nbb_run *run, int64_t copy)
{
    int64_t place = run->each[copy].place, last = run->copies - run->over - 1;
    run->each[copy].steps = run->step;
    ++run->over;
    run->is_over = run->over == run->copies;
    if (place != last) {
        int64_t other = NBB_FIND(i, run->copies, run->each[i].place == last);
        unsigned char *here = nbb_run_arguments_of(run, copy), *there = nbb_run_arguments_of(run, other);
        NBB_TRY(swap_states(run, place, last));
        /* Each has the other's place from here on. Structures are swapped byte by byte, the pointers to tables among
           them: these stay where they are. */
        for (size_t i = 0; i < run->rows.bytes; ++i) {
            unsigned char byte = here[i];
            here[i] = there[i];
            there[i] = byte;
        }
        run->each[copy].place = last;
        run->each[other].place = place;
        NBB_TRY(nbb_run_upload_records(run));
    }
    const nbb_plan *plan = run->request.plan;
    uint64_t begin = (uint64_t)last * stride_of(run);
    NBB_DONE_IF(plan->launch.buffers != 2 || run->is_over);
    return NBB_ON(run, copy, run->other + begin, run->state + begin, plan->space.state_bytes);
}
