/* given.c - a field's first values: from a pattern, or from an array of the box in a file or in memory. */
#include "runtime/run/given.h"

#include "runtime/device/machine.h"

#include <xxhash.h>

static nbb_npy_type type_of(const nbb_field *field)
{
    static const nbb_npy_type types[] = {
        [NBB_FIELD_BITS] = NBB_NPY_U8, [NBB_FIELD_I8] = NBB_NPY_I8,   [NBB_FIELD_I16] = NBB_NPY_I16,
        [NBB_FIELD_U16] = NBB_NPY_U16, [NBB_FIELD_I32] = NBB_NPY_I32, [NBB_FIELD_U32] = NBB_NPY_U32,
        [NBB_FIELD_F32] = NBB_NPY_F32, [NBB_FIELD_F64] = NBB_NPY_F64
    };
    return types[field->kind];
}

nbb_npy_type nbb_array_npy_type(const nbb_traits *traits, int field)
{
    nbb_cell_kind kind = traits->cell->kind;
    return kind == NBB_CELL_F16   ? NBB_NPY_F16
           : kind == NBB_CELL_F32 ? NBB_NPY_F32
           : kind == NBB_CELL_F64 ? NBB_NPY_F64
                                  : type_of(&traits->fields[field]);
}

/* Fails (usage) on a value that is not 0, of a place of the box, where there is no cell, or none at a bond's other
   end, or which the field cannot hold; `run` is where it stands in a pattern, or NULL. */
static nbb_status check_array(const char *path, const nbb_rle_run *run, const nbb_given_fields *given, int field,
                              nbb_vector place, uint64_t value)
{
    const nbb_field *fields = given->program->fields, *of = &fields[field];
    nbb_vector end;
    NBB_FILL(axis, NBB_AXES_MAX, end.at[axis], place.at[axis] + (of->bond != NULL ? of->forward.at[axis] : 0));
    bool is_cell = value == 0 || (nbb_domain_member(&given->domain, place) && nbb_domain_member(&given->domain, end));
    NBB_DONE_IF(is_cell && (of->kind != NBB_FIELD_BITS || value >> of->bits == 0));
    NBB_LOCAL_TEXT what = NBB_TEXT_EMPTY;
    NBB_TEXT_ADD_IF(run != NULL, &what, "column %d: ", run->column);
    nbb_text_add(&what, "field %s at (", of->name);
    nbb_domain_print(&given->domain, place, ", ", &what);
    if (is_cell) {
        nbb_text_add(&what, ") is %" PRIu64 ", and u%d holds less than %d", value, of->bits, 1 << of->bits);
    } else {
        nbb_text_add(&what, ") is not 0, and there is no cell%s", of->bond != NULL ? " or no neighbour" : "");
    }
    return nbb_fail_at(NBB_ERROR_USAGE, path, run != NULL ? run->line : 0, "%s", nbb_text_string(&what));
}

uint64_t nbb_given_value(const nbb_given_fields *given, int field, nbb_vector cell)
{
    const nbb_given_values *values = &given->values[field];
    int64_t place = 0;
    uint64_t value = 0;
    for (int axis = NBB_AXES_MAX - 1; axis >= 0; --axis) {
        int64_t at = cell.at[axis] - values->origin.at[axis];
        NBB_RETURN_IF(at < 0 || at >= values->side.at[axis], 0);
        place = place * values->side.at[axis] + at;
    }
    uint32_t bytes = nbb_field_bytes(&given->program->fields[field]);
    /* All machines that this runs on have low bytes first. */
    memcpy(&value, values->at + (size_t)place * bytes, bytes);
    return value;
}

uint64_t nbb_given_hash(const nbb_given_fields *given, int field)
{
    const nbb_given_values *values = &given->values[field];
    size_t bytes = nbb_field_bytes(&given->program->fields[field]) * (size_t)nbb_box_places(values->side);
    const nbb_vector place[] = { values->origin, values->side };
    return values->at == NULL
               ? 0
               : XXH3_64bits_withSeed(values->at, bytes, XXH3_64bits(place, sizeof place)) | 1; /* never 0 */
}

void nbb_given_free(nbb_given_fields *given)
{
    nbb_arena_free(&given->arena);
    *given = (nbb_given_fields){ .program = NULL };
}

enum { FILE_BYTES_MAX = 1 << 30 };

static nbb_status check_rule(const nbb_rle *rle, const nbb_rule *wanted)
{
    nbb_rule found;
    NBB_DONE_IF(rle->rule == NULL || wanted == NULL);
    NBB_LOCAL_TEXT_OF(name, "a pattern's rule", "%.*s", rle->rule_length, rle->rule);
    bool is_rule = nbb_rule_parse(nbb_text_string(&name), 2, &found) == NBB_OK;
    NBB_DONE_IF(is_rule && found.birth == wanted->birth && found.survival == wanted->survival);
    NBB_LOCAL_TEXT what = nbb_text_of("the pattern is one of rule %s, the run has ", nbb_text_string(&name));
    nbb_rule_print_on(*wanted, 2, &what);
    nbb_text_add(&what, ": say by --rule which one it is to have");
    return nbb_rle_fail(rle, rle->rule, nbb_text_string(&what));
}

static nbb_status read_places(nbb_rle *rle, int field, nbb_given_fields *given)
{
    nbb_rle_run run;
    do {
        NBB_TRY(nbb_interrupt_check());
        NBB_TRY(nbb_rle_next(rle, &run));
        nbb_given_values *values = &given->values[field];
        for (int64_t i = 0; i < run.count; ++i) {
            nbb_vector place = { { values->origin.at[0] + run.first.at[0] + i,
                                   values->origin.at[1] + run.first.at[1] } };
            NBB_TRY(check_array(rle->path, &run, given, field, place, (uint64_t)run.state));
        }
        memset(values->at + run.first.at[1] * rle->side.at[0] + run.first.at[0], run.state, (size_t)run.count);
    } while (run.count > 0);
    return NBB_OK;
}

nbb_status nbb_given_read_rle(const char *path, int field, const nbb_vector *at, const nbb_rule *rule,
                              nbb_given_fields *given)
{
    NBB_LOCAL_TEXT text = NBB_TEXT_EMPTY;
    NBB_REFUSE_IF(given->program->fields[field].kind != NBB_FIELD_BITS || nbb_domain_axes(&given->domain) > 2,
                  "--init %s: a pattern has two axes and states up to 255: it is for fields uN;"
                  " give an array (.npy)",
                  path);
    NBB_TRY(nbb_text_read_file(&text, path, FILE_BYTES_MAX, NBB_ERROR_USAGE));
    nbb_rle rle;
    NBB_TRY(nbb_rle_open(path, nbb_text_string(&text), text.length, &rle));
    NBB_TRY(check_rule(&rle, rule));
    NBB_FAIL_IF(rle.side.at[0] > 0 && rle.side.at[1] > NBB_NPY_BOX_MAX / rle.side.at[0],
                NBB_REFUSE_AT(path, "has more than 2^30 places; it is too large to be given"));
    nbb_given_values *values = &given->values[field];
    *values = (nbb_given_values){ .origin = at != NULL ? *at : rle.pos, .side = rle.side };
    NBB_TRY(NBB_ARRAYS(&given->arena, NBB_ARRAY(values->at, (size_t)(rle.side.at[0] * rle.side.at[1]))));
    return read_places(&rle, field, given);
}

typedef struct reading {
    const char *path;
    FILE *file;
    const nbb_given_fields *given;
    int number;
    const nbb_field *field;
    nbb_vector side;
} reading;

/* What a good file would hold: "uint8 ('|u1') of shape (81, 81), array[y][x]". */
static nbb_status fail_header(const reading *job, const char *found)
{
    int axes = nbb_domain_axes(&job->given->domain);
    NBB_LOCAL_TEXT shape = NBB_TEXT_EMPTY;
    for (int axis = axes - 1; axis >= 0; --axis) {
        nbb_text_add(&shape, "%" PRId64 "%s", job->side.at[axis], axis > 0 ? ", " : "");
    }
    return NBB_REFUSE_AT(job->path,
                         "field %s is given by numbers '%s'%s of shape (%s), array%s[y][x], in C order; found %s",
                         job->field->name, nbb_npy_type_names[type_of(job->field)],
                         job->field->kind == NBB_FIELD_BITS ? " or a mask '|b1'" : "", nbb_text_string(&shape),
                         axes > 2 ? "[z]" : "", found);
}

static bool fits(const reading *job, const nbb_npy_shape *shape)
{
    int axes = nbb_domain_axes(&job->given->domain);
    return ((shape->type == NBB_NPY_BOOL && job->field->kind == NBB_FIELD_BITS) || shape->type == type_of(job->field))
           && shape->axes == axes && NBB_ALL(axis, axes, shape->at[axis] == job->side.at[axes - 1 - axis]);
}

/* Reads the header; the file then stands at its data. */
static nbb_status read_header(const reading *job)
{
    NBB_AT_END(nbb_npy_header_free) nbb_npy_header header = { .text = NULL };
    NBB_LOCAL_MAKE(char, bytes, NBB_NPY_HEADER_MAX, "a .npy header");
    NBB_TRY(nbb_npy_parse(job->path, bytes, fread(bytes, 1, NBB_NPY_HEADER_MAX, job->file), &header));
    NBB_FAIL_IF(!(header.is_known && fits(job, &header.shape)), fail_header(job, header.text));
    return fseeko(job->file, (off_t)header.begin, SEEK_SET) != 0
               ? NBB_REFUSE_AT(job->path, "cannot be read: %s", strerror(errno))
               : NBB_OK;
}

static nbb_status check_values(const reading *job, const unsigned char *values)
{
    uint32_t bytes = nbb_field_bytes(job->field);
    for (int64_t i = 0; i < nbb_box_places(job->side); ++i) {
        uint64_t value = 0;
        NBB_TRY_IF(i % (1 << 20) == 0, nbb_interrupt_check());
        memcpy(&value, values + (size_t)i * bytes, bytes);
        if (value != 0) {
            nbb_vector place = nbb_box_place((nbb_vector){ { 0 } }, job->side, i);
            NBB_TRY(check_array(job->path, NULL, job->given, job->number, place, value));
        }
    }
    return NBB_OK;
}

static nbb_status begin(const char *path, int field, nbb_given_fields *given, reading *job, uint64_t *bytes)
{
    *job = (reading){ path, NULL, given, field, &given->program->fields[field], nbb_domain_side(&given->domain) };
    NBB_REFUSE_IF(nbb_domain_places(&given->domain) > NBB_NPY_BOX_MAX,
                  "--init %s: the box has more than 2^30 places; it is too large to be given", path);
    *bytes = (uint64_t)nbb_box_places(job->side) * nbb_field_bytes(job->field);
    given->values[field] = (nbb_given_values){ .side = job->side };
    return NBB_ARRAYS(&given->arena, NBB_ARRAY(given->values[field].at, *bytes));
}

nbb_status nbb_given_read_npy(const char *path, int field, nbb_given_fields *given)
{
    reading job;
    uint64_t bytes;
    NBB_TRY(begin(path, field, given, &job, &bytes));
    NBB_TRY(nbb_text_open_file(path, NBB_ERROR_USAGE, &job.file));
    nbb_status status = read_header(&job);
    if (status == NBB_OK) {
        size_t found = fread(given->values[field].at, 1, bytes, job.file);
        bool is_right = found == bytes && fgetc(job.file) == EOF;
        status = is_right ? check_values(&job, given->values[field].at)
                          : NBB_REFUSE_AT(path, "holds %s than the %" PRIu64 " bytes of numbers that its shape needs",
                                          found != bytes ? "less" : "more", bytes);
    }
    fclose(job.file);
    return status;
}

nbb_status nbb_given_take(const char *name, const nbb_given_array *array, int field, nbb_given_fields *given)
{
    reading job;
    uint64_t bytes;
    NBB_TRY(begin(name, field, given, &job, &bytes));
    NBB_FAIL_IF(!fits(&job, &array->shape), fail_header(&job, array->found));
    memcpy(given->values[field].at, array->values, bytes);
    return check_values(&job, given->values[field].at);
}
