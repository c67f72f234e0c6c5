/* run_tempered.c - copies that exchange on the device, and what the host hears of it. */
#include "runtime/run/run_inside.h"

/* Words of nbb_tempered (templates/shared/tempered.in), before the parameters. */
enum { VALUE, NEXT, BEFORE, SEED, GIVEN };

static nbb_status make_room(nbb_run *run)
{
    const nbb_plan *plan = run->request.plan;
    uint64_t most = (uint64_t)run->request.copies, given = (uint64_t)plan->asked.program->parameter_count;
    nbb_run_tempered *of = &run->tempered;
    NBB_DONE_IF(of->values != 0);
    NBB_TRY(nbb_run_take(run, most * (GIVEN + given) * sizeof(uint64_t), &of->values));
    NBB_TRY(nbb_run_take(run, 3 * most * sizeof(uint64_t), &of->places));
    /* what copies need to exchange within launches, where all of them run at once */
    NBB_DONE_IF(!nbb_plan_looks(plan));
    nbb_grid grid = nbb_plan_grid(plan, NBB_ENTRY_PERSISTENT, 0, 0);
    nbb_launch launch = { .blocks = grid.blocks, .threads = grid.threads, .copies = (uint32_t)most };
    bool fits = false;
    NBB_TRY(NBB_ON(run, holds, run->kernels[NBB_ENTRY_PERSISTENT], launch, plan->launch.cluster, &fits));
    return fits ? nbb_run_take(run, most * run->rows.bytes, &of->moved) : NBB_OK;
}

static void describe(nbb_run *run, int64_t copy, nbb_value_of *words)
{
    const nbb_run_tempered *of = &run->tempered;
    const nbb_program *program = run->request.plan->asked.program;
    int64_t value = copy / of->stride % of->count;
    nbb_parameter parameters[NBB_PARAMETERS_MAX];
    const nbb_value_of *globals = run->globals != NULL ? run->globals + copy * program->total_count : NULL;
    words[SEED].integer = (int64_t)nbb_run_choose_copy(run, copy);
    const nbb_program at = nbb_program_at(program, run->step, globals, parameters);
    words[VALUE].integer = value;
    words[NEXT].integer = value + 1 < of->count ? copy + of->stride : copy;
    words[BEFORE].integer = value > 0 ? copy - of->stride : copy;
    NBB_FILL(i, at.parameter_count, words[GIVEN + i].real, at.parameters[i].value);
}

nbb_status nbb_run_fill_tempered(nbb_run *run)
{
    nbb_run_tempered *of = &run->tempered;
    uint64_t copies = (uint64_t)run->copies,
             width = GIVEN + (uint64_t)run->request.plan->asked.program->parameter_count;
    NBB_DONE_IF(of->count == 0);
    NBB_TRY(make_room(run));
    NBB_LOCAL_MAKE(nbb_value_of, words, copies * width, "values of copies that exchange");
    NBB_LOCAL_MAKE(uint64_t, places, 2 * copies, "places of copies");
    for (uint64_t copy = 0; copy < copies; ++copy) {
        describe(run, (int64_t)copy, words + copy * width);
        places[copy] = (uint64_t)run->each[copy].place;
        places[copies + copy] = (uint64_t)run->each[copy].accepted;
    }
    NBB_TRY(NBB_ON(run, upload, of->values, words, copies * width * sizeof *words));
    return NBB_ON(run, upload, of->places, places, 2 * copies * sizeof *places);
}

nbb_status nbb_run_temper(nbb_run *run, nbb_address totals, int64_t step, bool odd)
{
    nbb_run_tempered *of = &run->tempered;
    uint64_t copies = (uint64_t)run->copies;
    uint32_t number = (uint32_t)step, parity = odd;
    void *arguments[] = { &run->records, &totals, &of->values, &of->places, &copies, &number, &parity };
    of->has_moved = true;
    run->looks.count = 0; /* totals may depend on what was exchanged */
    return nbb_run_launch(run, NBB_ENTRY_TEMPER, copies, arguments);
}

/* Structures of arguments have moved, too; whoever uploads them again fills all of them before. */
nbb_status nbb_run_settle(nbb_run *run)
{
    uint64_t count = 2 * (uint64_t)run->copies;
    NBB_DONE_IF(!run->tempered.has_moved);
    NBB_LOCAL_MAKE(uint64_t, places, count, "places of copies");
    NBB_TRY(NBB_ON(run, download, places, run->tempered.places, count * sizeof *places));
    run->tempered.has_moved = false;
    for (int64_t copy = 0; copy < run->copies; ++copy) {
        run->each[copy].place = (int64_t)places[copy];
        run->each[copy].accepted = (int64_t)places[run->copies + copy];
    }
    return NBB_OK;
}
