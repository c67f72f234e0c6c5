/* given_npy.c - reads a field's first values from an array of the box, in a file or in memory. */
#include "runtime/run/given.h"

#include "gen/base/text.h"
#include "runtime/device/interrupt.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* A file that is being read. */
typedef struct reading {
    const char *path;
    FILE *file;
    const nbb_given_fields *given;
    int number;
    const nbb_field *field;
    nbb_vector side;
} reading;

static int64_t places_of(const reading *job)
{
    return job->side.at[0] * job->side.at[1] * job->side.at[2];
}

/* What a good file would hold: "uint8 ('|u1') of shape (81, 81), array[y][x]". */
static nbb_status fail_header(const reading *job, const char *found)
{
    int axes = nbb_domain_axes(&job->given->domain);
    nbb_text shape = NBB_TEXT_EMPTY;
    for (int axis = axes - 1; axis >= 0; --axis) {
        nbb_text_add(&shape, "%" PRId64 "%s", job->side.at[axis], axis > 0 ? ", " : "");
    }
    nbb_status status = nbb_fail_at(NBB_ERROR_USAGE, job->path, 0,
                                    "field %s is given by numbers '%s'%s of shape (%s), array%s[y][x], in C order;"
                                    " found %s",
                                    job->field->name, nbb_npy_type_names[nbb_field_npy_type(job->field)],
                                    job->field->kind == NBB_FIELD_BITS ? " or a mask '|b1'" : "",
                                    nbb_text_string(&shape), axes > 2 ? "[z]" : "", found);
    nbb_text_free(&shape);
    return status;
}

static bool fits(const reading *job, const nbb_npy_shape *shape)
{
    int axes = nbb_domain_axes(&job->given->domain);
    bool is_mask = shape->type == NBB_NPY_BOOL && job->field->kind == NBB_FIELD_BITS;
    bool is = (is_mask || shape->type == nbb_field_npy_type(job->field)) && shape->axes == axes;
    for (int axis = 0; axis < axes && is; ++axis) {
        is = shape->at[axis] == job->side.at[axes - 1 - axis];
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
    if (status == NBB_OK && !(header.is_known && fits(job, &header.shape))) {
        status = fail_header(job, header.text);
    }
    if (status == NBB_OK && fseeko(job->file, (off_t)header.begin, SEEK_SET) != 0) {
        status = nbb_fail_at(NBB_ERROR_USAGE, job->path, 0, "cannot be read: %s", strerror(errno));
    }
    nbb_npy_header_free(&header);
    free(bytes);
    return status;
}

static nbb_status check_values(const reading *job, const unsigned char *values)
{
    uint32_t bytes = nbb_field_bytes(job->field);
    for (int64_t i = 0; i < places_of(job); ++i) {
        uint64_t value = 0;
        if (i % (1 << 20) == 0) {
            NBB_TRY(nbb_interrupt_check());
        }
        memcpy(&value, values + (size_t)i * bytes, bytes);
        if (value != 0) {
            nbb_vector place = nbb_box_place((nbb_vector){ { 0 } }, job->side, i);
            NBB_TRY(nbb_given_check((nbb_given_where){ .path = job->path }, job->given, job->number, place, value));
        }
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

/* What reads a field, with room for its values. */
static nbb_status begin(const char *path, int field, nbb_given_fields *given, reading *job, uint64_t *bytes)
{
    const nbb_field *fields = given->program->fields;
    *job = (reading){ path, NULL, given, field, &fields[field], nbb_domain_side(&given->domain) };
    if (nbb_domain_places(&given->domain) > NBB_NPY_BOX_MAX) {
        return nbb_fail(NBB_ERROR_USAGE, "--init %s: the box has more than 2^30 places; it is too large to be given",
                        path);
    }
    *bytes = (uint64_t)places_of(job) * nbb_field_bytes(job->field);
    given->values[field] = (nbb_given_values){ .side = job->side, .at = malloc(*bytes) };
    return given->values[field].at != NULL ? NBB_OK : nbb_fail_memory(*bytes, "a field's initial values");
}

nbb_status nbb_given_read_npy(const char *path, int field, nbb_given_fields *given)
{
    reading job;
    uint64_t bytes;
    NBB_TRY(begin(path, field, given, &job, &bytes));
    NBB_TRY(nbb_text_open_file(path, NBB_ERROR_USAGE, &job.file));
    nbb_status status = read_values(&job, given->values[field].at, bytes);
    fclose(job.file);
    return status;
}

nbb_status nbb_given_take(const char *name, const nbb_given_array *array, int field, nbb_given_fields *given)
{
    reading job;
    uint64_t bytes;
    NBB_TRY(begin(name, field, given, &job, &bytes));
    NBB_TRY(fits(&job, &array->shape) ? NBB_OK : fail_header(&job, array->found));
    memcpy(given->values[field].at, array->values, bytes);
    return check_values(&job, given->values[field].at);
}
