/* run_looks.c - what a persistent launch of an ensemble leaves on its way: how often it may, and where it is. */
#include "runtime/run/run_inside.h"

static bool is_exchanged(const nbb_expression *part, const void *context)
{
    const nbb_program *program = context;
    return part->kind == NBB_EXPRESSION_PARAMETER && part->number == program->exchanged;
}

bool nbb_run_totals_change(const nbb_program *program)
{
    return NBB_ANY(i, program->total_count, nbb_has_part(program->totals[i].value, is_exchanged, program));
}

/* Who looks by totals, first who exchanges; or NULL. */
static const nbb_run_watch *first_by_totals(const nbb_run *run)
{
    int i = NBB_FIND(at, NBB_RUN_WATCHES, run->watches[at].see != NULL && run->watches[at].by_totals);
    return i < NBB_RUN_WATCHES ? &run->watches[i] : NULL;
}

/* Whether nobody looks between two steps who looks by totals, or at all. */
static bool is_unseen(const nbb_run *run, bool by_totals, int64_t from, int64_t to)
{
    const nbb_run_watch *all = run->watches;
    return NBB_ALL(i, NBB_RUN_WATCHES,
                   all[i].see == NULL || all[i].by_totals != by_totals || nbb_every_next(all[i].every, from) >= to);
}

int64_t nbb_run_looks_within(nbb_run *run, int64_t step, int64_t to, int64_t *every)
{
    const nbb_plan *plan = run->request.plan;
    const nbb_run_watch *watch = first_by_totals(run);
    int64_t several = plan->code.steps_a_launch, count = 0;
    bool exchanges = run->watches[NBB_RUN_EXCHANGE].see != NULL;
    run->looks.apart = 0;
    if (run->kernels[NBB_ENTRY_PERSISTENT] == NULL || !nbb_plan_looks(plan) || watch == NULL || watch->every <= 0
        || (exchanges && (run->tempered.moved == 0 || nbb_run_totals_change(plan->asked.program)))) {
        return 0;
    }
    int64_t each = watch->every, slots = nbb_run_slots(run) - run->looks.next;
    bool fits = step % each == 0 && each % several == 0;
    while (fits && count < slots && step + (count + 1) * each <= to && (count + 1) * each / several <= NBB_ROUNDS_MAX
           && is_unseen(run, true, step + count * each, step + (count + 1) * each)
           && is_unseen(run, false, step, step + (count + 1) * each)) {
        ++count;
    }
    run->looks.apart = count > 0 ? each : 0;
    *every = each;
    return count;
}

/* Room for the places that slots' totals were looked at in, the first time. */
static nbb_status make_kept(nbb_run *run)
{
    uint64_t bytes = (uint64_t)nbb_run_slots(run) * (uint64_t)run->request.copies * sizeof(uint64_t);
    return nbb_run_take(run, bytes, &run->tempered.kept);
}

/* Every byte of a total that no block has published yet (templates/cuda/lane_looks.in). */
enum { UNTOLD = 0x80 };

/* Copies whose blocks wait for each other's totals. Then the places are those after the last time, and the arguments,
   which stay as they are while blocks read them, are the moved ones. */
static nbb_status launch_exchanging(nbb_run *run, void **arguments)
{
    nbb_run_tempered *of = &run->tempered;
    uint64_t row = (uint64_t)run->copies * sizeof(uint64_t);
    nbb_address records = run->records, first = nbb_run_slot(run, run->looks.slot);
    NBB_TRY(NBB_ON(run, fill, first, UNTOLD, nbb_run_slot(run, run->looks.slot + (int)run->looks.count) - first));
    run->looks.exchanged = true;
    NBB_TRY(nbb_run_launch(run, NBB_ENTRY_PERSISTENT, 0, arguments));
    run->records = of->moved;
    of->moved = records;
    of->has_moved = true;
    return NBB_ON(run, copy, of->places, of->places + 2 * row, row);
}

nbb_status nbb_run_launch_rounds(nbb_run *run, uint32_t rounds, int64_t left)
{
    const nbb_plan *plan = run->request.plan;
    nbb_run_looks *looks = &run->looks;
    int64_t several = plan->code.steps_a_launch;
    nbb_address arrived = run->counts + 3 * sizeof(uint64_t), totals = 0, tempered = 0, kept = 0;
    uint32_t step = (uint32_t)run->step, every = 0, odd = 0;
    bool exchanges = looks->apart > 0 && run->watches[NBB_RUN_EXCHANGE].see != NULL;
    looks->every = looks->apart > 0 ? looks->apart : left;
    looks->apart = looks->count = 0;
    looks->exchanged = false;
    if (nbb_plan_looks(plan) && first_by_totals(run) != NULL && (int64_t)rounds * several == left) {
        NBB_TRY(nbb_run_make_slots(run));
        looks->first = run->step;
        looks->count = left / looks->every;
        looks->slot = looks->next;
        every = (uint32_t)(looks->every / several);
        totals = nbb_run_slot(run, looks->slot);
    }
    if (exchanges) {
        NBB_TRY(make_kept(run));
        tempered = run->tempered.values;
        kept = run->tempered.kept + (uint64_t)looks->slot * (uint64_t)run->copies * sizeof(uint64_t);
        odd = (uint32_t)(run->step / looks->every + 1) % 2;
    }
    void *arguments[] = { &run->state, &run->other,
                          &arrived,    &rounds,
                          &step,       nbb_run_arguments(run),
                          &totals,     &every,
                          &tempered,   &run->tempered.places,
                          &kept,       &run->tempered.moved,
                          &odd };
    NBB_TRY_IF(plan->launch.cluster == 0 || exchanges, /* else nothing is counted there */
               NBB_ON(run, fill, arrived, 0, sizeof(uint64_t)));
    return exchanges ? launch_exchanging(run, arguments) : nbb_run_launch(run, NBB_ENTRY_PERSISTENT, 0, arguments);
}

/* The slot that has a step's totals and places, or -1. */
static int slot_of(const nbb_run_looks *looks, int64_t step)
{
    int64_t behind = step - looks->first;
    bool has = looks->count > 0 && behind > 0 && behind % looks->every == 0 && behind / looks->every <= looks->count;
    return has ? looks->slot + (int)(behind / looks->every) - 1 : -1;
}

nbb_status nbb_run_looked(nbb_run *run, int slot, int64_t step)
{
    int from = slot_of(&run->looks, step);
    NBB_RETURN_IF(from < 0, nbb_run_totals(run, slot, step));
    uint64_t bytes = nbb_run_slot(run, 1) - nbb_run_slot(run, 0);
    return from == slot ? NBB_OK : NBB_ON(run, copy, nbb_run_slot(run, slot), nbb_run_slot(run, from), bytes);
}

bool nbb_run_has_exchanged(const nbb_run *run, int64_t step)
{
    return run->looks.exchanged && slot_of(&run->looks, step) >= 0;
}

nbb_status nbb_run_keep_places(nbb_run *run, int slot, int64_t step)
{
    nbb_run_tempered *of = &run->tempered;
    uint64_t bytes = (uint64_t)run->copies * sizeof(uint64_t);
    int from = nbb_run_has_exchanged(run, step) ? slot_of(&run->looks, step) : -1;
    NBB_DONE_IF(of->count == 0 || from == slot);
    NBB_TRY(make_kept(run));
    nbb_address places = from < 0 ? of->places : of->kept + (uint64_t)from * bytes;
    return NBB_ON(run, copy, of->kept + (uint64_t)slot * bytes, places, bytes);
}
