/* library_write.c - a field's values of cells by number, by coordinates, and of the box, from and into the state; and
   a pattern, the text of an .rle, drawn on it.

   Cells are written column by column (transfer.h), in stretches of a piece at most: one that is not written whole is
   read before. */
#include "library/library_job.h"

#include "runtime/run/rle.h"

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

static nbb_status read_cells(const reading *asked, nbb_cell_of *cell_of, int64_t count, void *values)
{
    NBB_TRY(nbb_library_check_field(asked->job, asked->field));
    NBB_TRY(cell_of == by_number  ? nbb_library_check_range(asked->job, asked->first, count)
            : cell_of == by_place ? nbb_library_check_box(asked->job)
                                  : nbb_library_check_count(count));
    count = cell_of == by_place ? nbb_domain_places(&asked->job->job.plan.asked.domain) : count;
    nbb_library_copies copies = nbb_library_chosen(asked->job);
    for (int64_t copy = copies.first; copy < copies.end; ++copy) {
        int64_t before = (copy - copies.first) * count;
        NBB_TRY(nbb_run_read(nbb_library_at(asked->job, copy), asked->field, cell_of, asked, 0, count,
                             (char *)values + (size_t)before * nbb_library_bytes(asked->job, asked->field)));
    }
    return NBB_OK;
}

nbbgen_status nbbgen_read(nbbgen_job *job, int field, int64_t first, int64_t count, void *values)
{
    const reading asked = { .job = job, .field = field, .first = first };
    return NBB_LIBRARY_DO(job, read_cells(&asked, by_number, count, values));
}

nbbgen_status nbbgen_read_at(nbbgen_job *job, int field, int64_t count, const uint32_t *coordinates, void *values)
{
    const reading asked = { .job = job, .field = field, .coordinates = coordinates };
    return NBB_LIBRARY_DO(job, read_cells(&asked, by_coordinates, count, values));
}

nbbgen_status nbbgen_read_box(nbbgen_job *job, int field, void *values)
{
    const reading asked = { .job = job, .field = field };
    return NBB_LIBRARY_DO(job, read_cells(&asked, by_place, 0, values));
}

/* A cell that is named by coordinates, and its place among those given. */
typedef struct named {
    int64_t number, i;
} named;

/* Cells to write, in the order of their numbers. */
typedef struct writing {
    nbbgen_job *job;
    int field;
    const char *values;
    int64_t first, count;
    const named *cells; /* by coordinates */
    bool is_box;
} writing;

static int64_t number_of(const writing *w, int64_t i)
{
    return w->cells != NULL ? w->cells[i].number : w->first + i;
}

/* Where the value of the cell stands among those given. */
static int64_t place_of(const writing *w, int64_t i)
{
    if (!w->is_box) {
        return w->cells != NULL ? w->cells[i].i : i;
    }
    const nbb_plan *plan = &w->job->job.plan;
    nbb_vector cell = nbb_domain_cell(&plan->asked.domain, i);
    return (cell.at[2] * plan->asked.n.at[1] + cell.at[1]) * plan->asked.n.at[0] + cell.at[0];
}

/* Puts the values of cells i to end - 1 into elements, the first of which is that of cell number `begin`. */
static void put(const writing *w, nbb_column column, int64_t begin, int64_t i, int64_t end, char *elements)
{
    size_t bytes = nbb_library_bytes(w->job, w->field);
    for (; i < end; ++i) {
        int64_t at = number_of(w, i) - begin;
        const char *value = w->values + (size_t)place_of(w, i) * bytes;
        if (column.bits > 1) {
            memcpy(elements + (size_t)at * bytes, value, bytes);
            continue;
        }
        unsigned char *byte = (unsigned char *)elements + at / 8;
        unsigned bit = (unsigned char)*value >> column.bit & 1u;
        *byte = (unsigned char)((*byte & ~(1u << at % 8)) | bit << at % 8);
    }
}

static nbb_status write_columns(const writing *w, int64_t copy)
{
    nbb_column columns[NBB_COLUMNS_MAX];
    nbb_transfer *transfer;
    int count = nbb_columns_of(&w->job->job.plan.asked.traits, columns);
    NBB_TRY(nbb_library_transfer(w->job, copy, &transfer));
    w->job->run.origin.altered = w->job->run.step;
    size_t room = nbb_column_bytes(columns[0], nbb_transfer_piece(columns[0])); /* a piece of any column's */
    NBB_LOCAL_MAKE(char, elements, room, "cells that are written");
    for (int c = 0; c < count; ++c) {
        for (int64_t i = 0; columns[c].field == w->field && i < w->count;) {
            /* The cells from number i on that lie in one piece. */
            int64_t cells = w->job->job.plan.asked.cells, from = i, begin = number_of(w, from) / 64 * 64;
            int64_t limit = begin + nbb_transfer_piece(columns[c]);
            while (i < w->count && number_of(w, i) < limit) {
                ++*&i;
            }
            int64_t end = number_of(w, i - 1) / 64 * 64 + 64;
            end = end < cells ? end : cells;
            bool is_whole = w->cells == NULL && i - from == end - begin;
            NBB_TRY(is_whole ? NBB_OK : nbb_transfer_read(transfer, columns[c], begin, end - begin, elements));
            put(w, columns[c], begin, from, i, elements);
            NBB_TRY(nbb_transfer_write(transfer, columns[c], begin, end - begin, elements));
        }
    }
    return NBB_OK;
}

/* The same of each copy, which has so many values. */
static nbb_status write_copies(const writing *w, int64_t count)
{
    nbb_library_copies copies = nbb_library_chosen(w->job);
    for (int64_t copy = copies.first; copy < copies.end; ++copy) {
        writing one = *w;
        one.values += (size_t)((copy - copies.first) * count) * nbb_library_bytes(w->job, w->field);
        NBB_TRY(write_columns(&one, copy));
    }
    return NBB_OK;
}

/* Values of all copies that are written. */
static int64_t values_of(const writing *w, int64_t count)
{
    nbb_library_copies copies = nbb_library_chosen(w->job);
    return (copies.end - copies.first) * count;
}

/* A field of bits, as an automaton's, holds no more than these. */
static nbb_status check_values(const writing *w, int64_t count)
{
    const nbb_field *field = nbb_library_field(w->job, w->field);
    int bits = field->kind == NBB_FIELD_BITS ? field->bits : 0;
    for (int64_t i = 0; i < count && bits > 0; ++i) {
        unsigned value = (unsigned char)w->values[i];
        NBB_REFUSE_IF(value >> bits != 0, "value number %" PRId64 " of field %s is %u: expected less than %d", i,
                      nbbgen_field_name(w->job, w->field), value, 1 << bits);
    }
    return NBB_OK;
}

static nbb_status fail_place(const nbbgen_job *job, nbb_vector place, const char *what)
{
    NBB_LOCAL_TEXT where = NBB_TEXT_EMPTY;
    nbb_domain_print(&job->job.plan.asked.domain, place, ", ", &where);
    return NBB_REFUSE("(%s) %s", nbb_text_string(&where), what);
}

static nbb_status check_holes(const writing *w)
{
    static const char zero[8];
    const nbb_plan *plan = &w->job->job.plan;
    size_t bytes = nbb_library_bytes(w->job, w->field);
    int64_t places = nbb_domain_places(&plan->asked.domain);
    for (int64_t i = 0; i < values_of(w, places); ++i) {
        nbb_vector place = nbb_box_place((nbb_vector){ { 0 } }, plan->asked.n, i % places);
        NBB_FAIL_IF(memcmp(w->values + (size_t)i * bytes, zero, bytes) != 0
                        && !nbb_domain_member(&plan->asked.domain, place),
                    fail_place(w->job, place, "is not 0, and there is no cell"));
    }
    return NBB_OK;
}

static nbb_status check(const nbbgen_job *job, int field)
{
    NBB_TRY(nbb_library_check_field(job, field));
    return nbb_library_require_steps(job, "its cells cannot be given");
}

static nbb_status check_write(const writing *w)
{
    NBB_TRY(check(w->job, w->field));
    NBB_TRY(w->is_box ? nbb_library_check_box(w->job) : nbb_library_check_range(w->job, w->first, w->count));
    NBB_TRY(w->is_box ? check_holes(w) : NBB_OK);
    int64_t count = w->is_box ? nbb_domain_places(&w->job->job.plan.asked.domain) : w->count;
    NBB_TRY(check_values(w, values_of(w, count)));
    return write_copies(w, count);
}

nbbgen_status nbbgen_write(nbbgen_job *job, int field, int64_t first, int64_t count, const void *values)
{
    const writing w = { .job = job, .field = field, .values = values, .first = first, .count = count };
    return NBB_LIBRARY_DO(job, check_write(&w));
}

nbbgen_status nbbgen_write_box(nbbgen_job *job, int field, const void *values)
{
    const writing w = { .job = job, .field = field, .values = values, .count = nbbgen_cells(job), .is_box = true };
    return NBB_LIBRARY_DO(job, check_write(&w));
}

/* Of two that name the same cell the one that is given later comes later. */
static int compare(const void *a, const void *b)
{
    const named *one = a, *other = b;
    return one->number != other->number ? (one->number > other->number) - (one->number < other->number)
                                        : (one->i > other->i) - (one->i < other->i);
}

static nbb_status write_at(nbbgen_job *job, int field, int64_t count, const uint32_t *coordinates, const void *values)
{
    NBB_TRY(check(job, field));
    NBB_TRY(nbb_library_check_count(count));
    NBB_LOCAL_MAKE(named, cells, count + 1, "cells that are written");
    const writing w = { .job = job, .field = field, .values = values, .count = count, .cells = cells };
    for (int64_t i = 0; i < count; ++i) {
        nbb_vector cell = nbb_library_cell(job, coordinates + i * nbbgen_axes(job));
        cells[i] = (named){ nbb_domain_index(&job->job.plan.asked.domain, cell), i };
        NBB_FAIL_IF(cells[i].number < 0, fail_place(job, cell, "is no cell"));
    }
    qsort(cells, (size_t)count, sizeof *cells, compare);
    NBB_TRY(check_values(&w, values_of(&w, count)));
    return write_copies(&w, count);
}

nbbgen_status nbbgen_write_at(nbbgen_job *job, int field, int64_t count, const uint32_t *coordinates,
                              const void *values)
{
    return NBB_LIBRARY_DO(job, write_at(job, field, count, coordinates, values));
}

enum { PLACES_MAX = 1 << 24 };

/* Cells that the pattern draws on: coordinates, and elements of the field. */
typedef struct drawn {
    int64_t count;
    uint32_t *at;
    char *values;
} drawn;

static void free_drawn(drawn *of)
{
    free(of->at);
    free(of->values);
}

/* Adds those of a run that are cells; without room they are only counted. */
static void add_run(nbbgen_job *job, int field, const int64_t *corner, const nbb_rle_run *run, drawn *to)
{
    const nbb_domain *domain = &job->job.plan.asked.domain;
    int axes = nbb_domain_axes(domain);
    size_t bytes = nbb_library_bytes(job, field);
    nbb_vector place = { { corner[0] + run->first.at[0], corner[1] + run->first.at[1], axes > 2 ? corner[2] : 0 } };
    for (int64_t i = 0; i < run->count; ++i, ++place.at[0]) {
        if (!nbb_domain_member(domain, place)) {
            continue;
        }
        for (int axis = 0; axis < axes && to->at != NULL; ++axis) {
            to->at[to->count * axes + axis] = (uint32_t)place.at[axis];
        }
        if (to->at != NULL) {
            to->values[(size_t)to->count * bytes] = (char)run->state; /* the low byte comes first */
        }
        ++to->count;
    }
}

static nbb_status read_runs(nbbgen_job *job, int field, const int64_t *corner, nbb_rle rle, drawn *to)
{
    nbb_rle_run run;
    to->count = 0;
    do {
        NBB_TRY(nbb_rle_next(&rle, &run));
        add_run(job, field, corner, &run, to);
    } while (run.count > 0);
    return NBB_OK;
}

static nbb_status read_pattern(nbbgen_job *job, int field, const int64_t *corner, const char *text, size_t length,
                               drawn *to)
{
    nbb_run *run;
    nbb_rle rle;
    NBB_TRY(nbb_library_check_field(job, field));
    NBB_TRY(nbb_library_one(job, &run));
    NBB_TRY(nbb_library_check_text(text, "a pattern"));
    NBB_REFUSE_IF(nbb_library_field(job, field)->kind != NBB_FIELD_BITS,
                  "a pattern has states up to 255, for fields uN: %s is none", nbbgen_field_name(job, field));
    NBB_TRY(nbb_rle_open("the pattern", text, length, &rle));
    for (int axis = 0; axis < nbbgen_axes(job); ++axis) {
        NBB_REFUSE_IF(corner[axis] < -INT32_MAX || corner[axis] > INT32_MAX,
                      "the pattern begins at %" PRId64 ", far off the box", corner[axis]);
    }
    NBB_REFUSE_IF(rle.side.at[0] > 0 && rle.side.at[1] > PLACES_MAX / rle.side.at[0],
                  "the pattern has more than %d places", PLACES_MAX);
    NBB_TRY(read_runs(job, field, corner, rle, to));
    size_t count = (size_t)to->count + 1;
    NBB_TRY(NBB_MAKE(to->at, count * (size_t)nbbgen_axes(job), "a pattern's cells"));
    NBB_TRY(nbb_make(&to->values, count, nbb_library_bytes(job, field), "a pattern's cells"));
    return read_runs(job, field, corner, rle, to);
}

nbbgen_status nbbgen_write_rle(nbbgen_job *job, int field, const int64_t *corner, const char *text, size_t length)
{
    NBB_AT_END(free_drawn) drawn cells = { 0, NULL, NULL };
    nbbgen_status status = NBB_LIBRARY_DO(job, read_pattern(job, field, corner, text, length, &cells));
    return status == NBBGEN_OK ? nbbgen_write_at(job, field, cells.count, cells.at, cells.values) : status;
}
