/* run_start.c - what a run starts with: a program's arguments and first state, and the values of given fields,
   which are collected by the cells' numbers, piece by piece. */
#include "runtime/run/run_inside.h"

#include "runtime/device/machine.h"
#include "runtime/run/transfer.h"

static nbb_status fill_copy(nbb_run *run, int64_t copy, uint64_t *table)
{
    const nbb_arguments *rows = &run->rows;
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
    nbb_device *device = run->request.device;
    const nbb_arguments *rows = &run->rows;
    bool is_ensemble = run->request.plan->asked.copies;
    uint64_t most = is_ensemble ? (uint64_t)run->request.copies : 1;
    NBB_TRY(nbb_run_settle(run));
    /* Makes room for the structures and their tables, the first time. */
    NBB_TRY_IF(rows->rows == NULL, nbb_plan_build_arguments(run->request.plan, &run->rows));
    run->arguments = run->arguments != NULL ? run->arguments : nbb_arena_take(&run->arena, rows->bytes * most);
    NBB_FAIL_IF(run->arguments == NULL, NBB_ERROR_RUN);
    NBB_LOCAL_MAKE(uint64_t, table, most * (rows->table + 1), "a program's arguments");
    NBB_TRY_IF(is_ensemble, nbb_run_take(run, most * rows->bytes, &run->records));
    NBB_TRY_IF(rows->table > 0, nbb_run_take(run, most * rows->table * sizeof *table, &run->thresholds));
    for (int64_t copy = 0; copy < run->copies; ++copy) {
        NBB_TRY_IF(!nbb_run_copy_is_over(run, copy), fill_copy(run, copy, table + (size_t)copy * rows->table));
    }
    NBB_DONE_IF(rows->table == 0 && run->records == 0);
    NBB_TRY(device->operations->wait(device)); /* launches that were started read the tables */
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

/* A launch takes its arguments by value, or is done before others are uploaded. */
nbb_status nbb_run_initialise_program(nbb_run *run)
{
    run->step = 0;
    NBB_TRY(nbb_run_fill(run));
    void *arguments[] = { &run->state, nbb_run_arguments(run) };
    NBB_TRY(set_seeds(run, true));
    NBB_TRY(nbb_run_launch_each(run, NBB_ENTRY_INIT, true, arguments));
    return set_seeds(run, false);
}

/* A piece of a column that is being filled; its elements are 0 before. */
typedef struct filling {
    const nbb_given_fields *given;
    nbb_column column;
    int64_t first, count;
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

/* Replicas without a value are left out; of a simplex cells come row by row. */
static nbb_status give_column(const nbb_transfer *transfer, filling *job)
{
    const nbb_given_values *values = &job->given->values[job->column.field];
    const nbb_domain *domain = &job->given->domain;
    int64_t cells = transfer->run->request.plan->asked.cells, piece = nbb_transfer_piece(job->column);
    size_t bytes = (size_t)nbb_column_bytes(job->column, cells < piece ? cells : piece) + 3; /* words are read */
    NBB_LOCAL_HEAP unsigned char *elements = NULL;
    NBB_TRY(nbb_make(&elements, bytes, 1, "cells in digit order"));
    job->elements = elements;
    for (job->first = 0; job->first < cells; job->first += piece) {
        job->count = cells - job->first < piece ? cells - job->first : piece;
        memset(elements, 0, bytes);
        const nbb_fractal_box box = { values->origin, values->side, job->first, job->first + job->count };
        for (int64_t number = box.first, row; domain->simplex != NULL && number < box.end; number += row) {
            nbb_vector cell = nbb_domain_cell(domain, number);
            row = domain->size - cell.at[0] - cell.at[1] - cell.at[2];
            row = row < box.end - number ? row : box.end - number;
            for (int64_t i = 0; i < row; ++i, ++cell.at[0]) {
                put(job, number + i, cell);
            }
        }
        if (domain->fractal != NULL) {
            nbb_fractal_walk(domain->fractal, (int)domain->size, box, put, job);
        }
        NBB_TRY(nbb_interrupt_check());
        NBB_TRY(nbb_transfer_write(transfer, job->column, job->first, job->count, elements));
    }
    return NBB_OK;
}

nbb_status nbb_give(nbb_run *run)
{
    nbb_run one = *run;
    NBB_AT_END(nbb_transfer_close) nbb_transfer transfer = { .run = &one };
    NBB_TRY(nbb_transfer_open(&one, run->request.templates, &transfer));
    const nbb_given_fields *given = run->request.given;
    nbb_column columns[NBB_COLUMNS_MAX];
    int count = nbb_columns_of(&run->request.plan->asked.traits, columns);
    for (int64_t i = 0; i < count * run->copies; ++i) {
        filling job = { .given = given, .column = columns[i % count] };
        one = nbb_run_at_copy(run, i / count);
        NBB_TRY_IF(given->values[job.column.field].at != NULL, give_column(&transfer, &job));
    }
    return NBB_OK;
}
