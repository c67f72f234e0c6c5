/* run_answers.c - asks a run for cells: their states one by one, and how many live in each pixel; and for a program's
   totals: a kernel adds up parts of the cells, what is read back adds up the parts.

       slot 0:  total 0: part 0, part 1, ...   total 1: part 0, part 1, ...     slot 1: ...        8 bytes each

   Of an ensemble a slot has so much for each copy, one behind the other. */
#include "runtime/run/program_area.h"
#include "runtime/run/run_inside.h"

/* Memory of a device, until a block ends. */
typedef struct lent {
    nbb_device *device;
    nbb_address at;
} lent;

static void release(lent *memory)
{
    memory->device->operations->release(memory->device, memory->at);
}

/* Cells that are asked for, and who answers: of ranks each for its own cells, the others leave their answers 0 and
   all are added up; of a state apart (run_inside.h) each part, which has a shard as ranks have. NULL: the one. */
typedef struct asking {
    nbb_address asked, found;
    uint64_t count;
    const int *owners;
    const nbb_plan *shared; /* the plan whose ranks these are */
    char *answers, *states;
} asking;

/* As nbb_run_work_on_part: takes the answers for cells of this shard. */
static nbb_status probe_shard(nbb_run *run, void *context)
{
    asking *job = context;
    size_t each = run->request.plan->asked.traits.answer_bytes;
    nbb_shard own = run->sharing.shard;
    void *arguments[] = { &run->state, &job->asked, &job->count, &job->found };
    NBB_TRY(nbb_run_launch(run, NBB_ENTRY_PROBE, job->count, arguments));
    NBB_TRY(NBB_ON(run, download, job->answers, job->found, job->count * each));
    for (uint64_t i = 0; job->owners != NULL && i < job->count; ++i) {
        if (own.count > 0 && nbb_plan_shard(job->shared, job->owners[i]).first == own.first) {
            memcpy(job->states + i * each, job->answers + i * each, each);
        }
    }
    return NBB_OK;
}

nbb_status nbb_run_probe(nbb_run *run, nbb_cell_of *cell_of, const void *context, int64_t first, int64_t count,
                         void *states)
{
    const nbb_plan *plan = run->request.plan;
    int axes = nbb_domain_axes(&plan->asked.domain), parts = nbb_run_parts_apart(run);
    uint64_t bytes = (uint64_t)(count * axes) * sizeof(uint32_t), each = plan->asked.traits.answer_bytes;
    bool is_shared = parts > 0 || run->request.ranks != NULL;
    nbb_plan shared = parts > 0 ? nbb_run_cut(run) : *plan;
    NBB_AT_END(release) lent asked = { run->request.device, 0 }, found = { run->request.device, 0 };
    NBB_LOCAL_ARENA arena = { .purpose = "cells to ask for" };
    uint32_t *cells;
    int *owners;
    bool *wanted;
    char *answers;
    size_t others = is_shared ? (size_t)count : 0;
    NBB_TRY(NBB_ARRAYS(&arena, NBB_ARRAY(cells, count * axes), NBB_ARRAY(owners, others),
                       NBB_ARRAY(wanted, parts + 1), NBB_ARRAY(answers, others * each)));
    for (int64_t i = 0; i < count; ++i) {
        nbb_vector cell = cell_of(context, first + i);
        NBB_FILL(axis, axes, cells[i * axes + axis], (uint32_t)cell.at[axis]);
        if (is_shared) {
            bool is_one = nbb_domain_member(&plan->asked.domain, cell); /* of what is none, any rank answers */
            owners[i] = is_one ? nbb_plan_owner(&shared, nbb_plan_item_of(&shared, cell)) : 0;
            wanted[parts > 0 ? owners[i] : 0] = true;
        }
    }
    NBB_TRY(NBB_ON(run, allocate, bytes, &asked.at));
    NBB_TRY(NBB_ON(run, allocate, (uint64_t)count * each, &found.at));
    NBB_TRY(NBB_ON(run, upload, asked.at, cells, bytes));
    asking job = {
        asked.at, found.at, (uint64_t)count, is_shared ? owners : NULL, &shared, is_shared ? answers : states, states
    };
    memset(states, 0, (size_t)count * each);
    NBB_TRY(nbb_run_each_part(run, wanted, false, probe_shard, &job));
    uint64_t number = each == 1 ? 1 : sizeof(uint64_t);
    return nbb_run_add(run, states, (uint64_t)count * (each / number), number);
}

/* What PROBE answered as elements of a field: the low bytes of its bits, which come first on all machines that this
   runs on. What lies off the domain counts as dead, or as no distance. */
static void take_elements(const nbb_traits *traits, int field, const char *answers, int64_t count, char *elements)
{
    nbb_cell_kind kind = traits->cell->kind;
    size_t bytes = traits->bytes[field], offset = kind == NBB_CELL_FIELDS ? sizeof(uint64_t) * (size_t)field : 0;
    for (int64_t i = 0; i < count; ++i, answers += traits->answer_bytes) {
        char *element = elements + (size_t)i * bytes;
        if (kind == NBB_CELL_U8) {
            *element = *answers == 1;
        } else {
            memcpy(element, answers + offset, bytes);
        }
        if (kind != NBB_CELL_FIELDS && kind != NBB_CELL_U8 && nbb_points_number(kind, element) < 0) {
            memset(element, 0, bytes);
        }
    }
}

nbb_status nbb_run_read(nbb_run *run, int field, nbb_cell_of *cell_of, const void *context, int64_t first,
                        int64_t count, void *elements)
{
    const nbb_traits *traits = &run->request.plan->asked.traits;
    int64_t most = count < NBB_RUN_ASKED ? count : NBB_RUN_ASKED;
    NBB_LOCAL_MAKE(char, answers, ((size_t)most + 1) * traits->answer_bytes, "cells that are read");
    for (int64_t done = 0; done < count; done += most) {
        int64_t some = count - done < most ? count - done : most;
        NBB_TRY(nbb_run_probe(run, cell_of, context, first + done, some, answers));
        take_elements(traits, field, answers, some, (char *)elements + (size_t)done * traits->bytes[field]);
    }
    return NBB_OK;
}

double nbb_run_number(const nbb_plan *plan, int field, uint64_t bits)
{
    return plan->asked.program != NULL ? nbb_field_number(&plan->asked.traits.fields[field], bits)
                                       : nbb_points_number(plan->asked.traits.cell->kind, &bits);
}

nbb_status nbb_run_image(nbb_run *run, uint32_t scale, uint32_t width, uint32_t height, uint32_t *live)
{
    uint64_t bytes = (uint64_t)width * height * sizeof *live;
    NBB_AT_END(release) lent pixels = { run->request.device, 0 };
    NBB_TRY(NBB_ON(run, allocate, bytes, &pixels.at));
    NBB_TRY(NBB_ON(run, fill, pixels.at, 0, bytes));
    void *arguments[] = { &run->state, &scale, &width, &pixels.at };
    NBB_TRY(nbb_run_launch_each(run, NBB_ENTRY_IMAGE, false, arguments)); /* pixels are added up */
    NBB_TRY(NBB_ON(run, download, live, pixels.at, bytes));
    return nbb_run_add(run, live, (uint64_t)width * height, sizeof *live);
}

static uint64_t bytes_of(const nbb_run *run, int64_t copies)
{
    return (uint64_t)copies * nbb_plan_stride(run->request.plan, "totals");
}

static uint64_t slot_bytes(const nbb_run *run)
{
    return bytes_of(run, run->copies);
}

int nbb_run_slots(const nbb_run *run)
{
    enum { BYTES = 64 << 20, LEAST = 4 };
    uint64_t bytes = bytes_of(run, run->request.copies), slots = bytes > 0 ? BYTES / bytes : NBB_RUN_SLOTS;
    return !run->request.plan->asked.copies || slots >= NBB_RUN_SLOTS ? NBB_RUN_SLOTS
           : slots < LEAST                                            ? LEAST
                                                                      : (int)slots;
}

nbb_status nbb_run_make_slots(nbb_run *run)
{
    return nbb_run_take(run, ((uint64_t)nbb_run_slots(run) + 1) * bytes_of(run, run->request.copies), &run->totals);
}

nbb_address nbb_run_slot(const nbb_run *run, int slot)
{
    return run->totals + (uint64_t)slot * slot_bytes(run);
}

/* Totals that are reduced into a slot; of a state apart (run_inside.h), part by part. */
typedef struct totalling {
    nbb_address into;
    uint32_t step;
    nbb_value_of *part, *all; /* NULL: the slot has what one launch made */
    bool has_any;
} totalling;

static nbb_status total_part(nbb_run *run, void *context)
{
    totalling *job = context;
    const nbb_program *program = run->request.plan->asked.program;
    uint32_t of_total = nbb_plan_total_parts(run->request.plan);
    void *arguments[] = { &run->state, &job->into, &job->step, nbb_run_arguments(run) };
    NBB_TRY(nbb_run_exchange(run, run->state)); /* pairs have cells of others */
    NBB_TRY(nbb_run_launch(run, NBB_ENTRY_TOTALS, 0, arguments));
    NBB_DONE_IF(job->all == NULL);
    NBB_TRY(NBB_ON(run, download, job->part, job->into, slot_bytes(run)));
    for (uint32_t i = 0; i < (uint32_t)program->total_count * of_total; ++i) {
        const nbb_total *total = &program->totals[i / of_total];
        job->all[i] = job->has_any ? nbb_total_join(total, job->all[i], job->part[i]) : job->part[i];
    }
    job->has_any = true;
    return NBB_ON(run, upload, job->into, job->all, slot_bytes(run));
}

static nbb_status launch_totals(nbb_run *run, int slot, int64_t step)
{
    NBB_TRY(nbb_run_make_slots(run));
    NBB_LOCAL_HEAP nbb_value_of *values = NULL;
    uint64_t count = slot_bytes(run) / sizeof *values;
    totalling job = { .into = nbb_run_slot(run, slot), .step = (uint32_t)step };
    if (nbb_run_parts_apart(run) > 0) {
        NBB_TRY(NBB_MAKE(values, 2 * count + 1, "a program's totals"));
        job.part = values;
        job.all = values + count;
    }
    return nbb_run_each_part(run, NULL, false, total_part, &job);
}

/* Each rank's totals become those of all, merged in the order of ranks. */
static nbb_status join_ranks(nbb_run *run, int count, nbb_value_of *totals)
{
    const nbb_program *program = run->request.plan->asked.program;
    nbb_ranks *ranks = run->request.ranks;
    NBB_DONE_IF(ranks == NULL);
    size_t bytes = (size_t)count * sizeof *totals;
    NBB_LOCAL_MAKE(nbb_value_of, all, ranks->count * count + 1, "a program's totals");
    NBB_TRY(ranks->gather(ranks, totals, bytes, all));
    memcpy(totals, all, bytes);
    for (int i = count; i < ranks->count * count; ++i) {
        const nbb_total *total = &program->totals[i % count % program->total_count];
        totals[i % count] = nbb_total_join(total, totals[i % count], all[i]);
    }
    return NBB_OK;
}

/* Of so many slots from one on, with each copy's place in each, or NULL: the places of now. */
static nbb_status read_slots(nbb_run *run, int slot, int count, const uint64_t *places, nbb_value_of *totals)
{
    const nbb_plan *plan = run->request.plan;
    int in_copy = plan->asked.program->total_count, in_slot = in_copy * (int)run->copies;
    uint64_t bytes = (uint64_t)count * slot_bytes(run), each = slot_bytes(run) / sizeof(nbb_value_of);
    NBB_DONE_IF(bytes == 0);
    uint32_t of_total = nbb_plan_total_parts(plan);
    uint64_t most = (uint64_t)nbb_run_slots(run) * bytes_of(run, run->request.copies);
    nbb_value_of *parts = run->parts != NULL ? run->parts : nbb_arena_take(&run->arena, most);
    NBB_FAIL_IF(parts == NULL, NBB_ERROR_RUN);
    run->parts = parts;
    NBB_TRY(NBB_ON(run, download, parts, nbb_run_slot(run, slot), bytes));
    for (int i = 0; i < count * in_slot; ++i) {
        int64_t copy = places != NULL ? (int64_t)places[i / in_copy] : run->each[i % in_slot / in_copy].place;
        int64_t place = copy * in_copy + i % in_copy;
        const nbb_value_of *from = parts + (uint64_t)(i / in_slot) * each + (uint64_t)place * of_total;
        totals[i] = from[0]; /* parts without cells hold what changes nothing */
        for (uint32_t part = 1; part < of_total; ++part) {
            totals[i] = nbb_total_join(&plan->asked.program->totals[i % in_copy], totals[i], from[part]);
        }
    }
    return join_ranks(run, count * in_slot, totals);
}

nbb_status nbb_run_read_totals(nbb_run *run, int count, nbb_value_of *totals)
{
    uint64_t copies = (uint64_t)count * (uint64_t)run->copies;
    NBB_LOCAL_HEAP uint64_t *places = NULL;
    bool has_moved = run->tempered.count > 0;
    NBB_TRY_IF(has_moved, NBB_MAKE(places, copies, "places of copies"));
    NBB_TRY_IF(has_moved, NBB_ON(run, download, places, run->tempered.kept, copies * sizeof *places));
    return read_slots(run, 0, count, places, totals);
}

/* Globals are made of totals, which a schedule may change. Amid a step, or a pass, they are the state's before it. */
nbb_status nbb_run_fill_step(nbb_run *run)
{
    NBB_DONE_IF(!run->request.plan->asked.traits.scheduled);
    if (run->request.plan->asked.program->has_globals && !run->is_amid) {
        NBB_TRY(nbb_run_fill(run));
        size_t count = (size_t)run->request.copies * (size_t)run->request.plan->asked.program->total_count;
        NBB_TRY_IF(run->globals == NULL, NBB_ARRAYS(&run->arena, NBB_ARRAY(run->globals, count)));
        NBB_TRY(launch_totals(run, nbb_run_slots(run), run->step));
        NBB_TRY(read_slots(run, nbb_run_slots(run), 1, NULL, run->globals));
    }
    return nbb_run_fill(run);
}

nbb_status nbb_run_totals(nbb_run *run, int slot, int64_t step)
{
    NBB_DONE_IF(run->request.plan->asked.program->total_count == 0);
    NBB_TRY(nbb_run_fill_step(run));
    return launch_totals(run, slot, step);
}
