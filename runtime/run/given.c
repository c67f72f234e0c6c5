/* given.c - reads fields' initial values. */
#include "runtime/run/given.h"

#include "gen/base/text.h"
#include "runtime/device/interrupt.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

nbb_npy_type nbb_field_npy_type(const nbb_field *field)
{
    static const nbb_npy_type types[] = { [NBB_FIELD_BITS] = NBB_NPY_U8,
                                          [NBB_FIELD_I32] = NBB_NPY_I32,
                                          [NBB_FIELD_U32] = NBB_NPY_U32,
                                          [NBB_FIELD_F32] = NBB_NPY_F32,
                                          [NBB_FIELD_F64] = NBB_NPY_F64 };
    return types[field->kind];
}

/* A file that is being read. */
typedef struct reading {
    const char *path;
    FILE *file;
    const nbb_field *field;
    const nbb_domain *domain;
    nbb_vector side;
} reading;

static int64_t places_of(const reading *job)
{
    return job->side.at[0] * job->side.at[1] * job->side.at[2];
}

/* What a good file would hold: "uint8 ('|u1') of shape (81, 81), array[y][x]". */
static nbb_status fail_header(const reading *job, const nbb_npy_header *header)
{
    int axes = nbb_domain_axes(job->domain);
    nbb_text shape = NBB_TEXT_EMPTY;
    for (int axis = axes - 1; axis >= 0; --axis) {
        nbb_text_add(&shape, "%" PRId64 "%s", job->side.at[axis], axis > 0 ? ", " : "");
    }
    nbb_status status = nbb_fail_at(NBB_ERROR_USAGE, job->path, 0,
                                    "field %s is given by numbers '%s' of shape (%s), array%s[y][x], in C order;"
                                    " found %s",
                                    job->field->name, nbb_npy_type_names[nbb_field_npy_type(job->field)],
                                 nbb_text_string(&shape), axes > 2 ? "[z]" : "", header->text);
    nbb_text_free(&shape);
    return status;
}

static bool fits(const reading *job, const nbb_npy_header *header)
{
    int axes = nbb_domain_axes(job->domain);
    bool is = header->is_known && header->shape.type == nbb_field_npy_type(job->field) && header->shape.axes == axes;
    for (int axis = 0; axis < axes && is; ++axis) {
        is = header->shape.at[axis] == job->side.at[axes - 1 - axis];
    }
    return is;
}

/* Reads the header; the file then stands at its data. */
static nbb_status read_header(const reading *job)
{
    nbb_npy_header header = { .text = NULL };
    char *bytes = malloc(NBB_NPY_HEADER_MAX);
    if (bytes == NULL) {
        return nbb_fail_memory(NBB_NPY_HEADER_MAX, "a .npy header");
    }
    size_t length = fread(bytes, 1, NBB_NPY_HEADER_MAX, job->file);
    nbb_status status = nbb_npy_parse(job->path, bytes, length, &header);
    if (status == NBB_OK && !fits(job, &header)) {
        status = fail_header(job, &header);
    }
    if (status == NBB_OK && fseeko(job->file, (off_t)header.begin, SEEK_SET) != 0) {
        status = nbb_fail_at(NBB_ERROR_USAGE, job->path, 0, "cannot be read: %s", strerror(errno));
    }
    nbb_npy_header_free(&header);
    free(bytes);
    return status;
}

static nbb_status fail_place(const reading *job, nbb_vector place, const char *what)
{
    nbb_text where = NBB_TEXT_EMPTY;
    nbb_domain_print(job->domain, place, ", ", &where);
    nbb_status status = nbb_fail_at(NBB_ERROR_USAGE, job->path, 0, "field %s at (%s) %s", job->field->name,
                                 nbb_text_string(&where), what);
    nbb_text_free(&where);
    return status;
}

/* A value that is too large for uN, or lies off the domain. */
static nbb_status check_value(const reading *job, const unsigned char *value, int64_t i)
{
    static const unsigned char zero[8];
    bool is_bits = job->field->kind == NBB_FIELD_BITS;
    if (memcmp(value, zero, nbb_field_bytes(job->field)) == 0) {
        return NBB_OK;
    }
    nbb_vector place = nbb_box_place((nbb_vector){ { 0 } }, job->side, i);
    if (!nbb_domain_member(job->domain, place)) {
        return fail_place(job, place, "is not 0, and there is no cell");
    }
    if (is_bits && *value >> job->field->bits != 0) {
        char what[64];
        snprintf(what, sizeof what, "is %d, and u%d holds less than %d", *value, job->field->bits,
                 1 << job->field->bits);
        return fail_place(job, place, what);
    }
    return NBB_OK;
}

static nbb_status check_values(const reading *job, const unsigned char *values)
{
    uint32_t bytes = nbb_field_bytes(job->field);
    for (int64_t i = 0; i < places_of(job); ++i) {
        if (i % (1 << 20) == 0) {
            NBB_TRY(nbb_interrupt_check());
        }
        NBB_TRY(check_value(job, values + (size_t)i * bytes, i));
    }
    return NBB_OK;
}

static nbb_status read_values(const reading *job, void *values, uint64_t bytes)
{
    NBB_TRY(read_header(job));
    size_t found = fread(values, 1, bytes, job->file);
    if (found != bytes || fgetc(job->file) != EOF) {
        return nbb_fail_at(NBB_ERROR_USAGE, job->path, 0,
                           "holds %s than the %" PRIu64 " bytes of numbers that its shape needs",
                           found != bytes ? "less" : "more", bytes);
    }
    return check_values(job, values);
}

nbb_status nbb_given_read(const char *path, int field, const nbb_program *program, const nbb_domain *domain,
                          nbb_given_fields *given)
{
    reading job = { path, NULL, &program->fields[field], domain, nbb_domain_side(domain) };
    given->program = program;
    given->side = job.side;
    if (nbb_domain_places(domain) > NBB_NPY_BOX_MAX) {
        return nbb_fail(NBB_ERROR_USAGE, "--init %s: the box has more than 2^30 places; it is too large to be given",
                        path);
    }
    NBB_TRY(nbb_text_open_file(path, NBB_ERROR_USAGE, &job.file));
    uint64_t bytes = nbb_given_bytes(given, field);
    given->at[field] = malloc(bytes);
    nbb_status status = given->at[field] != NULL ? read_values(&job, given->at[field], bytes)
                                                 : nbb_fail_memory(bytes, "a field's initial values");
    fclose(job.file);
    return status;
}

uint64_t nbb_given_bytes(const nbb_given_fields *given, int field)
{
    return (uint64_t)(given->side.at[0] * given->side.at[1] * given->side.at[2])
           * nbb_field_bytes(&given->program->fields[field]);
}

void nbb_given_cell(const void *context, nbb_vector cell, uint64_t *bits)
{
    const nbb_given_fields *given = context;
    int64_t place = (cell.at[2] * given->side.at[1] + cell.at[1]) * given->side.at[0] + cell.at[0];
    for (int field = 0; field < given->program->field_count; ++field) {
        uint32_t bytes = nbb_field_bytes(&given->program->fields[field]);
        if (given->at[field] != NULL) {
            bits[field] = 0;
            memcpy(&bits[field], (const char *)given->at[field] + (size_t)place * bytes, bytes);
        }
    }
}

void nbb_given_free(nbb_given_fields *given)
{
    for (int field = 0; field < NBB_FIELDS_MAX; ++field) {
        free(given->at[field]);
        given->at[field] = NULL;
    }
}
