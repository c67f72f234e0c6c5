/* run_start.c - what a run starts with: a program's arguments and first state, and the values of given fields,
   which are collected by the cells' numbers, piece by piece. */
#include "runtime/run/run_inside.h"

#include "runtime/run/transfer.h"

static nbb_status fill_copy(nbb_run *run, int64_t copy, uint64_t *table)
{
    const nbb_arguments *rows = &run->rows;
    NBB_DONE_IF(nbb_run_copy_is_over(run, copy));
    uint64_t seed = nbb_run_choose_copy(run, copy);
    nbb_address there = run->thresholds + (uint64_t)copy * rows->table * sizeof *table;
    const nbb_program *program = run->request.plan->asked.program;
    const nbb_value_of *globals = run->globals != NULL ? run->globals + copy * program->total_count : NULL;
    unsigned char *structure = nbb_run_arguments_of(run, copy);
    NBB_TRY(nbb_plan_fill_arguments(run->request.plan, run->step, globals, rows, seed, structure, table));
    if (rows->table > 0) {
        memcpy(structure + nbb_arguments_find(rows, NBB_ARGUMENT_TABLE, 0)->offset, &there, sizeof there);
    }
    return NBB_OK;
}

nbb_status nbb_run_fill(nbb_run *run)
{
    const nbb_arguments *rows = &run->rows;
    bool is_ensemble = run->request.plan->asked.copies;
    uint64_t most = is_ensemble ? (uint64_t)run->request.copies : 1;
    NBB_TRY(nbb_run_settle(run));
    NBB_TRY_IF(rows->rows == NULL, nbb_plan_build_arguments(run->request.plan, &run->rows));
    run->arguments = run->arguments != NULL ? run->arguments : nbb_arena_take(&run->arena, rows->bytes * most);
    NBB_FAIL_IF(run->arguments == NULL, NBB_ERROR_RUN);
    NBB_LOCAL_MAKE(uint64_t, table, most * (rows->table + 1), "a program's arguments");
    NBB_TRY_IF(is_ensemble, nbb_run_take(run, most * rows->bytes, &run->records));
    NBB_TRY_IF(rows->table > 0, nbb_run_take(run, most * rows->table * sizeof *table, &run->thresholds));
    NBB_TRY(NBB_EACH(copy, run->copies, fill_copy(run, copy, table + (size_t)copy * rows->table)));
    NBB_DONE_IF(rows->table == 0 && run->records == 0);
    NBB_TRY(NBB_DO(run, wait)); /* launches that were started read the tables */
    NBB_TRY(nbb_run_upload_records(run));
    NBB_TRY(nbb_run_fill_tempered(run));
    return NBB_ON(run, upload, run->thresholds, table, (uint64_t)run->copies * rows->table * sizeof *table);
}

/* The seeds of init, or of all else. */
static nbb_status set_seeds(nbb_run *run, bool of_init)
{
    const nbb_argument *row = nbb_arguments_find(&run->rows, NBB_ARGUMENT_SEED, 0);
    for (int64_t copy = 0; copy < run->copies; ++copy) {
        uint64_t seed = nbb_run_choose_copy(run, copy);
        seed = of_init ? nbb_program_init_seed(run->request.plan->asked.program, seed) : seed;
        memcpy(nbb_run_arguments_of(run, copy) + row->offset, &seed, sizeof seed);
    }
    return nbb_run_upload_records(run);
}

/* A piece of a column that is being filled; its elements are 0 before. */
typedef struct filling {
    const nbb_given_fields *given;
    nbb_column column;
    int64_t first;
    unsigned char *elements;
} filling;

/* As nbb_fractal_visit. */
static bool put(void *context, int64_t number, nbb_vector cell)
{
    const filling *job = context;
    uint64_t value = nbb_given_value(job->given, job->column.field, cell);
    int64_t i = number - job->first;
    if (job->column.bits == 1) {
        job->elements[i / 8] |= (unsigned char)((value >> job->column.bit & 1) << i % 8);
    } else {
        size_t bytes = (size_t)job->column.bits / 8;
        memcpy(job->elements + (size_t)i * bytes, &value, bytes);
    }
    return false;
}

/* As nbb_transfer_pieces_of. Of a simplex cells come row by row. */
static nbb_status fill_pieces(void *context, int number, const nbb_piece *pieces, int count)
{
    const nbb_run *run = context;
    const nbb_given_fields *given = run->request.given;
    const nbb_domain *domain = &given->domain;
    nbb_column columns[NBB_COLUMNS_MAX];
    nbb_column column = columns[number % nbb_columns_of(&run->request.plan->asked.traits, columns)];
    const nbb_given_values *values = &given->values[column.field];
    for (int i = 0; i < count; ++i) {
        filling job = { given, column, pieces[i].first, pieces[i].elements };
        const nbb_fractal_box box = { values->origin, values->side, job.first, job.first + pieces[i].count };
        memset(job.elements, 0, nbb_column_bytes(column, pieces[i].count));
        for (int64_t at = box.first, row; domain->simplex != NULL && at < box.end; at += row) {
            nbb_vector cell = nbb_domain_cell(domain, at);
            row = domain->size - cell.at[0] - cell.at[1] - cell.at[2];
            row = row < box.end - at ? row : box.end - at;
            for (int64_t j = 0; j < row; ++j, ++cell.at[0]) {
                put(&job, at + j, cell);
            }
        }
        if (domain->fractal != NULL) {
            nbb_fractal_walk(domain->fractal, (int)domain->size, box, put, &job);
        }
        NBB_TRY(nbb_interrupt_check());
    }
    return NBB_OK;
}

static nbb_status give(nbb_run *run)
{
    NBB_AT_END(nbb_transfer_close) nbb_transfer transfer = { .run = run };
    NBB_TRY(nbb_transfer_open(run, &transfer));
    transfer.given = run->request.given;
    return nbb_transfer_move(&transfer, true, fill_pieces, run);
}

nbb_run_origin nbb_run_origin_of(const nbb_given_fields *given)
{
    nbb_run_origin origin = { .altered = -1 };
    bool has_fields = given != NULL && given->program != NULL;
    NBB_FILL(i, has_fields ? given->program->field_count : 0, origin.files[i], nbb_given_hash(given, i));
    return origin;
}

nbb_status nbb_run_make_initial(nbb_run *run)
{
    run->over = 0;
    run->tempered.has_moved = false;
    NBB_FILL(copy, run->copies, run->each[copy], (nbb_run_copy){ .place = copy });
    nbb_start start = run->request.plan->asked.work->start;
    if (start == NBB_START_POINTS) {
        uint64_t bytes = nbb_points_bytes(run->request.points);
        NBB_TRY(nbb_run_take(run, bytes, &run->points));
        NBB_TRY(NBB_ON(run, upload, run->points, run->request.points->at, bytes));
    } else if (start != NBB_START_EMPTY) {
        run->step = 0;
        NBB_TRY(nbb_run_fill(run));
        void *arguments[] = { &run->state, nbb_run_arguments(run) };
        NBB_TRY(set_seeds(run, true));
        NBB_TRY(nbb_run_launch_each(run, NBB_ENTRY_INIT, true, arguments));
        NBB_TRY(set_seeds(run, false)); /* a launch takes its arguments by value, or is done before */
    }
    NBB_TRY_IF(run->request.given != NULL, give(run));
    run->origin = nbb_run_origin_of(run->request.given);
    return NBB_OK;
}
