/* run_start.c - what a run starts with: a program's arguments and first state, and the values of given fields,
   which are collected by the cells' numbers, piece by piece. */
#include "runtime/run/run_start.h"

#include "runtime/device/interrupt.h"
#include "runtime/run/run_shards.h"
#include "runtime/run/transfer.h"

#include <stdlib.h>
#include <string.h>

/* Makes room for the structure and its table, the first time. */
static nbb_status make_room(nbb_run *run, uint64_t **table)
{
    nbb_device *device = run->request.device;
    const nbb_arguments *rows = &run->rows;
    NBB_TRY(run->rows.rows == NULL ? nbb_plan_build_arguments(run->request.plan, &run->rows) : NBB_OK);
    NBB_TRY(run->arguments == NULL ? nbb_make(&run->arguments, rows->bytes, 1, "a program's arguments") : NBB_OK);
    NBB_TRY(NBB_MAKE(*table, rows->table + 1, "a program's arguments"));
    return rows->table > 0 && run->thresholds == 0
               ? device->operations->allocate(device, rows->table * sizeof **table, &run->thresholds)
               : NBB_OK;
}

nbb_status nbb_run_fill(nbb_run *run)
{
    nbb_device *device = run->request.device;
    const nbb_arguments *rows = &run->rows;
    NBB_LOCAL_HEAP uint64_t *table = NULL;
    NBB_TRY(make_room(run, &table));
    NBB_TRY(nbb_plan_fill_arguments(run->request.plan, run->step, run->globals, rows, run->request.seed,
                                    run->arguments, table));
    if (rows->table == 0) {
        return NBB_OK;
    }
    const nbb_argument *address = nbb_arguments_find(rows, NBB_ARGUMENT_TABLE, 0);
    memcpy((unsigned char *)run->arguments + address->offset, &run->thresholds, sizeof run->thresholds);
    NBB_TRY(device->operations->wait(device)); /* launches that were started read the table */
    return device->operations->upload(device, run->thresholds, table, rows->table * sizeof *table);
}

static void set_seed(nbb_run *run, uint64_t seed)
{
    const nbb_argument *row = nbb_arguments_find(&run->rows, NBB_ARGUMENT_SEED, 0);
    memcpy((unsigned char *)run->arguments + row->offset, &seed, sizeof seed);
}

/* A launch takes its arguments by value: the others have the run's seed again. */
nbb_status nbb_run_initialise_program(nbb_run *run)
{
    run->step = 0;
    NBB_TRY(nbb_run_fill(run));
    void *arguments[] = { &run->state, run->arguments };
    set_seed(run, nbb_program_init_seed(run->request.plan->asked.program, run->request.seed));
    nbb_status status = nbb_run_launch(run, NBB_ENTRY_INIT, 0, arguments);
    set_seed(run, run->request.seed);
    return status;
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

/* Replicas without a value are left out. */
static void fill_fractal(filling *job)
{
    const nbb_given_values *values = &job->given->values[job->column.field];
    const nbb_domain *domain = &job->given->domain;
    const nbb_fractal_box box = { values->origin, values->side, job->first, job->first + job->count };
    nbb_fractal_walk(domain->fractal, (int)domain->size, box, put, job);
}

/* Row by row. */
static void fill_simplex(filling *job)
{
    const nbb_domain *domain = &job->given->domain;
    int64_t end = job->first + job->count, row;
    for (int64_t number = job->first; number < end; number += row) {
        nbb_vector cell = nbb_domain_cell(domain, number);
        row = domain->size - cell.at[0] - cell.at[1] - cell.at[2];
        row = row < end - number ? row : end - number;
        for (int64_t i = 0; i < row; ++i, ++cell.at[0]) {
            put(job, number + i, cell);
        }
    }
}

static nbb_status give_column(const nbb_transfer *transfer, filling *job)
{
    int64_t cells = transfer->run->request.plan->asked.cells, piece = nbb_transfer_piece(job->column);
    size_t bytes = (size_t)nbb_column_bytes(job->column, cells < piece ? cells : piece) + 3; /* words are read */
    NBB_TRY(nbb_make(&job->elements, bytes, 1, "cells in digit order"));
    nbb_status status = NBB_OK;
    for (job->first = 0; job->first < cells && status == NBB_OK; job->first += piece) {
        job->count = cells - job->first < piece ? cells - job->first : piece;
        memset(job->elements, 0, bytes);
        (job->given->domain.simplex != NULL ? fill_simplex : fill_fractal)(job);
        status = nbb_interrupt_check();
        status = status == NBB_OK ? nbb_transfer_write(transfer, job->column, job->first, job->count, job->elements)
                                  : status;
    }
    free(job->elements);
    return status;
}

nbb_status nbb_give(nbb_run *run)
{
    NBB_AT_END(nbb_transfer_close) nbb_transfer transfer = { .run = run };
    NBB_TRY(nbb_transfer_open(run, run->request.templates, &transfer));
    const nbb_given_fields *given = transfer.run->request.given;
    nbb_column columns[NBB_COLUMNS_MAX];
    int count = nbb_columns_of(&transfer.run->request.plan->asked.traits, columns);
    for (int i = 0; i < count; ++i) {
        filling job = { .given = given, .column = columns[i] };
        NBB_TRY(given->values[columns[i].field].at != NULL ? give_column(&transfer, &job) : NBB_OK);
    }
    return NBB_OK;
}
