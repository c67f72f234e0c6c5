/* library_read.c - a field's values of cells by number, by coordinates, and of the box. */
#include "library/library_job.h"
#include "runtime/run/run_answers.h"

#include <stdlib.h>
#include <string.h>

enum { ASKED_AT_ONCE = 1 << 16 }; /* cells */

/* A field of some cells that are asked for. */
typedef struct reading {
    nbbgen_job *job;
    int field;
    int64_t first;               /* by number */
    const uint32_t *coordinates; /* or by these */
} reading;

static nbb_vector by_number(const void *context, int64_t i)
{
    const reading *asked = context;
    return nbb_domain_cell(&asked->job->job.plan.asked.domain, asked->first + i);
}

static nbb_vector by_coordinates(const void *context, int64_t i)
{
    const reading *asked = context;
    return nbb_library_cell(asked->job, asked->coordinates + i * nbbgen_axes(asked->job));
}

static nbb_vector by_place(const void *context, int64_t i)
{
    const reading *asked = context;
    return nbb_box_place((nbb_vector){ { 0 } }, asked->job->job.plan.asked.n, i);
}

/* Bytes of what nbb_run_probe answers for a cell. */
static size_t answer_bytes(const reading *asked)
{
    return asked->job->job.plan.asked.traits.answer_bytes;
}

/* What nbb_run_probe answered, as elements of the field's type: off the domain 0. */
static void take(const reading *asked, const char *answers, int64_t count, void *values)
{
    size_t bytes = nbb_library_bytes(asked->job, asked->field), each = answer_bytes(asked);
    nbb_cell_kind kind = asked->job->job.plan.asked.traits.cell->kind;
    for (int64_t i = 0; i < count; ++i) {
        const char *answer = answers + (size_t)i * each;
        char *value = (char *)values + (size_t)i * bytes;
        if (kind == NBB_CELL_FIELDS) {
            memcpy(value, answer + sizeof(uint64_t) * (size_t)asked->field, bytes);
        } else if (kind == NBB_CELL_U8) {
            *value = *answer == 1;
        } else {
            memcpy(value, answer, bytes);
            nbb_points_take(kind, value, 1);
        }
    }
}

static nbb_status read_cells(const reading *asked, nbb_cell_of *cell_of, int64_t count, void *values)
{
    int64_t most = count < ASKED_AT_ONCE ? count : ASKED_AT_ONCE;
    size_t bytes = nbb_library_bytes(asked->job, asked->field);
    NBB_LOCAL_HEAP char *answers = NULL;
    NBB_TRY(NBB_MAKE(answers, (size_t)(most + 1) * answer_bytes(asked), "cells that are read"));
    for (int64_t done = 0; done < count; done += most) {
        int64_t some = count - done < most ? count - done : most;
        NBB_TRY(nbb_run_probe(&asked->job->run, cell_of, asked, done, some, answers));
        take(asked, answers, some, (char *)values + (size_t)done * bytes);
    }
    return NBB_OK;
}

nbbgen_status nbbgen_read(nbbgen_job *job, int field, int64_t first, int64_t count, void *values)
{
    const reading asked = { .job = job, .field = field, .first = first };
    nbb_library_enter(job);
    nbb_status status = nbb_library_check_field(job, field);
    status = status == NBB_OK ? nbb_library_check_range(job, first, count) : status;
    status = status == NBB_OK ? read_cells(&asked, by_number, count, values) : status;
    return nbb_library_leave(job, status);
}

nbbgen_status nbbgen_read_at(nbbgen_job *job, int field, int64_t count, const uint32_t *coordinates, void *values)
{
    const reading asked = { .job = job, .field = field, .coordinates = coordinates };
    nbb_library_enter(job);
    nbb_status status = nbb_library_check_field(job, field);
    status = status == NBB_OK ? nbb_library_check_count(count) : status;
    status = status == NBB_OK ? read_cells(&asked, by_coordinates, count, values) : status;
    return nbb_library_leave(job, status);
}

nbbgen_status nbbgen_read_box(nbbgen_job *job, int field, void *values)
{
    const reading asked = { .job = job, .field = field };
    nbb_library_enter(job);
    nbb_status status = nbb_library_check_field(job, field);
    status = status == NBB_OK ? nbb_library_check_box(job) : status;
    status = status == NBB_OK ? read_cells(&asked, by_place, nbb_domain_places(&job->job.plan.asked.domain), values)
                              : status;
    return nbb_library_leave(job, status);
}
