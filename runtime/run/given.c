/* given.c - a cell's value in the files of an initial state. */
#include "runtime/run/given.h"

#include "gen/base/text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

nbb_npy_type nbb_field_npy_type(const nbb_field *field)
{
    static const nbb_npy_type types[] = { [NBB_FIELD_BITS] = NBB_NPY_U8,
                                          [NBB_FIELD_I32] = NBB_NPY_I32,
                                          [NBB_FIELD_U32] = NBB_NPY_U32,
                                          [NBB_FIELD_F32] = NBB_NPY_F32,
                                          [NBB_FIELD_F64] = NBB_NPY_F64 };
    return types[field->kind];
}

nbb_npy_type nbb_cell_npy_type(nbb_cell_kind kind)
{
    static const nbb_npy_type types[NBB_CELL_COUNT] = { [NBB_CELL_U8] = NBB_NPY_U8,
                                                        [NBB_CELL_F16] = NBB_NPY_F16,
                                                        [NBB_CELL_F32] = NBB_NPY_F32,
                                                        [NBB_CELL_F64] = NBB_NPY_F64,
                                                        [NBB_CELL_FIELDS] = NBB_NPY_U8 };
    return types[kind];
}

static nbb_status fail_place(nbb_given_where where, const nbb_given_fields *given, const nbb_field *field,
                             nbb_vector place, const char *what)
{
    NBB_LOCAL_TEXT at = NBB_TEXT_EMPTY;
    if (where.line > 0) {
        nbb_text_add(&at, "column %d: ", where.column);
    }
    nbb_text_add(&at, "field %s at (", field->name);
    nbb_domain_print(&given->domain, place, ", ", &at);
    return nbb_fail_at(NBB_ERROR_USAGE, where.path, where.line, "%s) %s", nbb_text_string(&at), what);
}

nbb_status nbb_given_check(nbb_given_where where, const nbb_given_fields *given, int field, nbb_vector place,
                           uint64_t value)
{
    const nbb_field *fields = given->program->fields;
    const nbb_field *of = &fields[field];
    if (value == 0) {
        return NBB_OK;
    }
    if (!nbb_domain_member(&given->domain, place)) {
        return fail_place(where, given, of, place, "is not 0, and there is no cell");
    }
    if (of->kind == NBB_FIELD_BITS && value >> of->bits != 0) {
        char what[64];
        snprintf(what, sizeof what, "is %" PRIu64 ", and u%d holds less than %d", value, of->bits, 1 << of->bits);
        return fail_place(where, given, of, place, what);
    }
    return NBB_OK;
}

uint64_t nbb_given_value(const nbb_given_fields *given, int field, nbb_vector cell)
{
    const nbb_given_values *values = &given->values[field];
    const nbb_field *fields = given->program->fields;
    int64_t place = 0;
    uint64_t value = 0;
    for (int axis = NBB_AXES_MAX - 1; axis >= 0; --axis) {
        int64_t at = cell.at[axis] - values->origin.at[axis];
        if (at < 0 || at >= values->side.at[axis]) {
            return 0;
        }
        place = place * values->side.at[axis] + at;
    }
    uint32_t bytes = nbb_field_bytes(&fields[field]);
    memcpy(&value, values->at + (size_t)place * bytes,
           bytes); /* all machines that this runs on have low bytes first */
    return value;
}

void nbb_given_cell(const void *context, nbb_vector cell, uint64_t *bits)
{
    const nbb_given_fields *given = context;
    int count = given->program->field_count;
    for (int field = 0; field < count; ++field) {
        if (given->values[field].at != NULL) {
            bits[field] = nbb_given_value(given, field, cell);
        }
    }
}

uint64_t nbb_given_hash(const nbb_given_fields *given, int field)
{
    const nbb_given_values *values = &given->values[field];
    size_t bytes = nbb_field_bytes(&given->program->fields[field]);
    for (int axis = 0; axis < NBB_AXES_MAX; ++axis) {
        bytes *= (size_t)values->side.at[axis];
    }
    const nbb_vector place[] = { values->origin, values->side };
    return values->at == NULL
               ? 0
               : XXH3_64bits_withSeed(values->at, bytes, XXH3_64bits(place, sizeof place)) | 1; /* never 0 */
}

void nbb_given_free(nbb_given_fields *given)
{
    for (int field = 0; field < NBB_FIELDS_MAX; ++field) {
        free(given->values[field].at);
        given->values[field].at = NULL;
    }
}
