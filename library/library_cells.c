/* library_cells.c - cells by number, by coordinates and of the box: where they are, a field's values from and into
   the state; and a pattern, the text of an .rle, drawn on it. Cells are written column by column (transfer.h), in
   stretches of a piece at most, which are read before if they are not written whole. */
#include "library/library_job.h"

#include "runtime/run/npy.h"

/* Cells that are asked for: so many by number, by coordinates, or all places of the box, [z][y][x]. */
typedef enum naming { BY_NUMBER, BY_COORDINATES, BOX } naming;
typedef struct cell_list {
    nbbgen_job *job;
    naming by;
    int64_t first, count;
    const uint32_t *coordinates;
} cell_list;

/* As nbb_cell_of. */
static nbb_vector cell_of(const void *context, int64_t i)
{
    const cell_list *asked = context;
    const nbb_plan *plan = &asked->job->job.plan;
    nbb_vector cell = { { 0 } };
    if (asked->by != BY_COORDINATES) {
        return asked->by == BOX ? nbb_box_place(cell, plan->asked.sides, i)
                                : nbb_domain_cell(&plan->asked.domain, asked->first + i);
    }
    int axes = nbbgen_axes(asked->job);
    NBB_FILL(axis, axes, cell.at[axis], asked->coordinates[i * axes + axis]);
    return cell;
}

/* Fails (usage) without a plan, or where there are not so many or too many at once. A box has all its places. */
static nbb_status check_cells(cell_list *asked)
{
    int64_t all = nbbgen_cells(asked->job), first = asked->first, count = asked->count;
    NBB_TRY(nbb_library_require(asked->job, NBB_STAGE_PLANNED));
    if (asked->by == BOX) {
        asked->count = nbb_domain_places(&asked->job->job.plan.asked.domain);
        NBB_REFUSE_IF(asked->count > NBB_NPY_BOX_MAX,
                      "the box has more than 2^30 places: ask for cells by their numbers");
        return NBB_OK;
    }
    NBB_REFUSE_IF(asked->by == BY_COORDINATES && (count < 0 || count > INT64_C(1) << 48),
                  "%" PRId64 " cells by their coordinates: expected from 0 to 2^48", count);
    NBB_REFUSE_IF(asked->by == BY_NUMBER && (first < 0 || count < 0 || first > all || count > all - first),
                  "%" PRId64 " cells from number %" PRId64 " on: there are %" PRId64, count, first, all);
    return NBB_OK;
}

/* --- where they are --- */

NBB_LIBRARY_FUNCTION(nbbgen_coordinates, (nbbgen_job *const job, int64_t first, int64_t count, uint32_t *coordinates),
                     (job, first, count, coordinates))
{
    cell_list asked = { job, BY_NUMBER, first, count, NULL };
    int axes = nbbgen_axes(job);
    NBB_TRY(check_cells(&asked));
    for (int64_t i = 0; i < asked.count; ++i) {
        nbb_vector cell = cell_of(&asked, i);
        NBB_FILL(axis, axes, coordinates[i * axes + axis], (uint32_t)cell.at[axis]);
    }
    return NBB_OK;
}

NBB_LIBRARY_FUNCTION(nbbgen_numbers,
                     (nbbgen_job *const job, int64_t count, const uint32_t *coordinates, int64_t *numbers),
                     (job, count, coordinates, numbers))
{
    cell_list asked = { job, BY_COORDINATES, 0, count, coordinates };
    NBB_TRY(check_cells(&asked));
    for (int64_t i = 0; i < asked.count; ++i) {
        numbers[i] = nbb_domain_index(&job->job.plan.asked.domain, cell_of(&asked, i));
    }
    return NBB_OK;
}

/* Bytes of an element of a field's arrays. */
static size_t bytes_of(const nbbgen_job *job, int field)
{
    return (size_t)job->job.plan.asked.traits.bytes[field];
}

/* The number in the box of a cell's place. */
static int64_t place_in_box(const nbb_plan *plan, int64_t number)
{
    nbb_vector cell = nbb_domain_cell(&plan->asked.domain, number);
    return (cell.at[2] * plan->asked.sides.at[1] + cell.at[1]) * plan->asked.sides.at[0] + cell.at[0];
}

NBB_LIBRARY_FUNCTION(nbbgen_mask, (nbbgen_job *const job, uint8_t *mask), (job, mask))
{
    cell_list box = { .job = job, .by = BOX };
    const nbb_plan *plan = &job->job.plan;
    NBB_TRY(check_cells(&box));
    memset(mask, 0, (size_t)box.count);
    for (int64_t i = 0; i < plan->asked.cells; ++i) {
        mask[place_in_box(plan, i)] = 1;
    }
    return NBB_OK;
}

/* --- their values --- */

static nbb_status read_cells(cell_list asked, int field, void *values)
{
    NBB_TRY(nbb_library_check_field(asked.job, field));
    NBB_TRY(check_cells(&asked));
    nbb_library_copies copies = nbb_library_chosen(asked.job);
    for (int64_t copy = copies.first; copy < copies.end; ++copy) {
        int64_t before = (copy - copies.first) * asked.count;
        NBB_TRY(nbb_run_read(nbb_library_at(asked.job, copy), field, cell_of, &asked, 0, asked.count,
                             (char *)values + (size_t)before * bytes_of(asked.job, field)));
    }
    return NBB_OK;
}

NBB_LIBRARY_DOES(nbbgen_read, (nbbgen_job *const job, int field, int64_t first, int64_t count, void *values),
                 read_cells((cell_list){ job, BY_NUMBER, first, count, NULL }, field, values))
NBB_LIBRARY_DOES(nbbgen_read_at,
                 (nbbgen_job *const job, int field, int64_t count, const uint32_t *coordinates, void *values),
                 read_cells((cell_list){ job, BY_COORDINATES, 0, count, coordinates }, field, values))
NBB_LIBRARY_DOES(nbbgen_read_box, (nbbgen_job *const job, int field, void *values),
                 read_cells((cell_list){ .job = job, .by = BOX }, field, values))

/* A cell that is named by coordinates, and its place among those given. */
typedef struct named {
    int64_t number, i;
} named;

/* Cells to write, in the order of their numbers. */
typedef struct writing {
    cell_list asked;
    int field;
    const char *values;
    int64_t count;      /* of a box less than its places */
    const named *named; /* by coordinates */
} writing;

static int64_t number_of(const writing *w, int64_t i)
{
    return w->named != NULL ? w->named[i].number : w->asked.first + i;
}

/* Puts the values of cells i to end - 1 into elements, the first of which is that of cell number `begin`. */
static void put(const writing *w, nbb_column column, int64_t begin, int64_t i, int64_t end, char *elements)
{
    size_t bytes = bytes_of(w->asked.job, w->field);
    for (; i < end; ++i) {
        int64_t at = number_of(w, i) - begin;
        int64_t given = w->asked.by == BOX ? place_in_box(&w->asked.job->job.plan, i)
                        : w->named != NULL ? w->named[i].i
                                           : i;
        const char *value = w->values + (size_t)given * bytes;
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
    int count = nbb_columns_of(&w->asked.job->job.plan.asked.traits, columns);
    NBB_TRY(nbb_library_transfer(w->asked.job, copy, &transfer));
    w->asked.job->run.origin.altered = w->asked.job->run.step;
    size_t room = nbb_column_bytes(columns[0], nbb_transfer_piece(columns[0])); /* a piece of any column's */
    NBB_LOCAL_MAKE(char, elements, room, "cells that are written");
    for (int c = 0; c < count; ++c) {
        for (int64_t i = 0; columns[c].field == w->field && i < w->count;) {
            /* The cells from number i on that lie in one piece. */
            int64_t cells = w->asked.job->job.plan.asked.cells, from = i, begin = number_of(w, from) / 64 * 64;
            int64_t limit = begin + nbb_transfer_piece(columns[c]);
            while (i < w->count && number_of(w, i) < limit) {
                ++i;
            }
            int64_t end = number_of(w, i - 1) / 64 * 64 + 64;
            end = end < cells ? end : cells;
            bool is_whole = w->named == NULL && i - from == end - begin;
            NBB_TRY_IF(!is_whole, nbb_transfer_read(transfer, columns[c], begin, end - begin, elements));
            put(w, columns[c], begin, from, i, elements);
            NBB_TRY(nbb_transfer_write(transfer, columns[c], begin, end - begin, elements));
        }
    }
    return NBB_OK;
}

/* A field of bits, as an automaton's, holds no more than these. */
static nbb_status check_values(const writing *w, int64_t count)
{
    const nbb_field *field = &w->asked.job->job.plan.asked.traits.fields[w->field];
    int bits = field->kind == NBB_FIELD_BITS ? field->bits : 0;
    for (int64_t i = 0; i < count && bits > 0; ++i) {
        unsigned value = (unsigned char)w->values[i];
        NBB_REFUSE_IF(value >> bits != 0, "value number %" PRId64 " of field %s is %u: expected less than %d", i,
                      nbbgen_field_name(w->asked.job, w->field), value, 1 << bits);
    }
    return NBB_OK;
}

static nbb_status fail_place(const nbbgen_job *job, nbb_vector place, const char *what)
{
    NBB_LOCAL_TEXT where = NBB_TEXT_EMPTY;
    nbb_domain_print(&job->job.plan.asked.domain, place, ", ", &where);
    return NBB_REFUSE("(%s) %s", nbb_text_string(&where), what);
}

/* Values off the fractal are 0, of each copy. */
static nbb_status check_holes(const writing *w, int64_t count)
{
    static const char zero[8];
    size_t bytes = bytes_of(w->asked.job, w->field);
    for (int64_t i = 0; i < count; ++i) {
        nbb_vector place = cell_of(&w->asked, i % w->asked.count);
        NBB_FAIL_IF(memcmp(w->values + (size_t)i * bytes, zero, bytes) != 0
                        && !nbb_domain_member(&w->asked.job->job.plan.asked.domain, place),
                    fail_place(w->asked.job, place, "is not 0, and there is no cell"));
    }
    return NBB_OK;
}

/* Of two that name the same cell the one that is given later comes later. */
static int compare(const void *a, const void *b)
{
    const named *one = a, *other = b;
    return one->number != other->number ? (one->number > other->number) - (one->number < other->number)
                                        : (one->i > other->i) - (one->i < other->i);
}

/* Each copy has as many values as cells are named. */
static nbb_status write_cells(cell_list asked, int field, const void *values)
{
    bool is_named = asked.by == BY_COORDINATES;
    NBB_TRY(nbb_library_check_field(asked.job, field));
    NBB_TRY(nbb_library_require_steps(asked.job, "its cells cannot be given"));
    NBB_TRY(check_cells(&asked));
    NBB_LOCAL_MAKE(named, found, is_named ? asked.count + 1 : 1, "cells that are written");
    for (int64_t i = 0; is_named && i < asked.count; ++i) {
        nbb_vector cell = cell_of(&asked, i);
        found[i] = (named){ nbb_domain_index(&asked.job->job.plan.asked.domain, cell), i };
        NBB_FAIL_IF(found[i].number < 0, fail_place(asked.job, cell, "is no cell"));
    }
    qsort(found, is_named ? (size_t)asked.count : 0, sizeof *found, compare);
    nbb_library_copies copies = nbb_library_chosen(asked.job);
    int64_t all = (copies.end - copies.first) * asked.count;
    int64_t count = asked.by == BOX ? nbbgen_cells(asked.job) : asked.count;
    writing w = { asked, field, values, count, is_named ? found : NULL };
    NBB_TRY_IF(asked.by == BOX, check_holes(&w, all));
    NBB_TRY(check_values(&w, all));
    for (int64_t copy = copies.first; copy < copies.end; ++copy) {
        NBB_TRY(write_columns(&w, copy));
        w.values += (size_t)asked.count * bytes_of(asked.job, field);
    }
    return NBB_OK;
}

NBB_LIBRARY_DOES(nbbgen_write, (nbbgen_job *const job, int field, int64_t first, int64_t count, const void *values),
                 write_cells((cell_list){ job, BY_NUMBER, first, count, NULL }, field, values))
NBB_LIBRARY_DOES(nbbgen_write_box, (nbbgen_job *const job, int field, const void *values),
                 write_cells((cell_list){ .job = job, .by = BOX }, field, values))
NBB_LIBRARY_DOES(nbbgen_write_at,
                 (nbbgen_job *const job, int field, int64_t count, const uint32_t *coordinates, const void *values),
                 write_cells((cell_list){ job, BY_COORDINATES, 0, count, coordinates }, field, values))

/* --- patterns --- */

enum { PLACES_MAX = 1 << 24 };

NBB_LIBRARY_FUNCTION(nbbgen_write_rle,
                     (nbbgen_job *const job, int field, const int64_t *corner, const char *text, size_t length),
                     (job, field, corner, text, length))
{
    NBB_LOCAL_ARENA arena = { .purpose = "a pattern's cells" };
    uint32_t *at;
    char *values;
    int64_t count = 0;
    nbb_run *one;
    nbb_rle rle;
    nbb_rle_run run;
    const nbb_domain *domain = &job->job.plan.asked.domain;
    int axes = nbbgen_axes(job);
    NBB_TRY(nbb_library_check_field(job, field));
    NBB_TRY(nbb_library_one(job, &one));
    NBB_TRY(nbb_library_check_text(text, "a pattern"));
    NBB_REFUSE_IF(job->job.plan.asked.traits.fields[field].kind != NBB_FIELD_BITS,
                  "a pattern has states up to 255, for fields uN: %s is none", nbbgen_field_name(job, field));
    NBB_LOCAL_TEXT whole = NBB_TEXT_EMPTY; /* with a 0 behind it */
    nbb_text_put(&whole, text, length);
    NBB_TRY(nbb_text_status(&whole, "a pattern"));
    NBB_TRY(nbb_rle_open("the pattern", nbb_text_string(&whole), whole.length, &rle));
    for (int axis = 0; axis < axes; ++axis) {
        NBB_REFUSE_IF(corner[axis] < -INT32_MAX || corner[axis] > INT32_MAX,
                      "the pattern begins at %" PRId64 ", far off the box", corner[axis]);
    }
    NBB_REFUSE_IF(rle.side.at[0] > 0 && rle.side.at[1] > PLACES_MAX / rle.side.at[0],
                  "the pattern has more than %d places", PLACES_MAX);
    size_t most = (size_t)(rle.side.at[0] * rle.side.at[1]) + 1, bytes = bytes_of(job, field);
    NBB_TRY(NBB_ARRAYS(&arena, NBB_ARRAY(at, most * (size_t)axes), NBB_ARRAY(values, most * bytes)));
    do {
        NBB_TRY(nbb_rle_next(&rle, &run));
        nbb_vector place = { { corner[0] + run.first.at[0], corner[1] + run.first.at[1], axes > 2 ? corner[2] : 0 } };
        for (int64_t i = 0; i < run.count; ++i, ++place.at[0]) {
            if (nbb_domain_member(domain, place)) {
                NBB_FILL(axis, axes, at[count * axes + axis], (uint32_t)place.at[axis]);
                values[(size_t)count++ * bytes] = (char)run.state; /* the low byte comes first */
            }
        }
    } while (run.count > 0);
    return write_cells((cell_list){ job, BY_COORDINATES, 0, count, at }, field, values);
}
