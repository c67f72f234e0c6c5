/* library_layout.c - how a state's cells lie in memory, as JSON. */
#include "library/library_job.h"

#include "gen/base/json.h"

#include <stdlib.h>
#include <string.h>

/* Whether words of the state hold bits of many cells, so that a field has no elements of its own. */
static bool shares_words(const nbb_plan *plan)
{
    bool has_values = plan->space.map == NBB_MAP_LANES && plan->asked.traits.word == NBB_WORD_VALUES;
    return plan->space.storage != NBB_STORAGE_EMBEDDED && plan->space.storage != NBB_STORAGE_PACKED && !has_values;
}

void nbb_library_lie(const nbbgen_job *job, int field, nbb_lie *lie)
{
    const nbb_plan *plan = &job->job.plan;
    bool is_shared = shares_words(plan);
    int64_t row = plan->asked.fractal != NULL ? plan->asked.n.at[0]
                                              : plan->space.simplex.pitch; /* a simplex's rows are filled up */
    const int64_t strides[] = { 1, row, row * plan->asked.n.at[1] };
    *lie = (nbb_lie){ .type = is_shared ? "<u4" : nbbgen_field_type(job, field),
                      .offset = is_shared ? 0 : plan->space.offsets[field],
                      .is_shared = is_shared,
                      .is_box = plan->space.storage == NBB_STORAGE_EMBEDDED,
                      .axes = 1,
                      .strides = { 1 } };
    lie->bytes = lie->type[2] - '0';
    lie->shape[0] = (int64_t)(plan->space.state_bytes - lie->offset) / lie->bytes;
    if (lie->is_box) {
        lie->axes = nbb_domain_axes(&plan->asked.domain);
        for (int i = 0; i < lie->axes; ++i) {
            int axis = lie->axes - 1 - i;
            lie->shape[i] = plan->asked.n.at[axis];
            lie->strides[i] = strides[axis];
        }
    }
}

/* Numbers of a box's axes; null of what is no box. */
static json_t *axes_of(const nbb_lie *lie, const int64_t *numbers, int64_t times)
{
    json_t *list = lie->is_box ? json_array() : json_null();
    for (int i = 0; lie->is_box && i < lie->axes; ++i) {
        nbb_json_add(list, json_integer(numbers[i] * times));
    }
    return list;
}

static json_t *describe_fields(const nbbgen_job *job)
{
    json_t *fields = json_array();
    for (int i = 0; i < nbbgen_fields(job); ++i) {
        nbb_lie lie;
        nbb_library_lie(job, i, &lie);
        nbb_json_add(fields,
                     json_pack("{s:s, s:s, s:o, s:o, s:o}", "name", nbbgen_field_name(job, i), "type",
                               nbbgen_field_type(job, i), "offset",
                               lie.is_shared ? json_null() : json_integer((json_int_t)lie.offset), "shape",
                               axes_of(&lie, lie.shape, 1), "strides", axes_of(&lie, lie.strides, lie.bytes)));
    }
    return fields;
}

/* What an array that is not the box holds. */
static const char *words_of(const nbb_plan *plan)
{
    if (plan->space.storage == NBB_STORAGE_EMBEDDED) {
        return "the box, row by row; what lies off the fractal is 0";
    }
    if (plan->space.storage == NBB_STORAGE_PACKED) {
        return plan->asked.fractal != NULL
                   ? "tiles one behind the other in digit order, row by row; rows are filled up to 4 elements"
                   : "tiles one behind the other by their numbers, row by row";
    }
    if (plan->space.storage != NBB_STORAGE_LANES) {
        return "words of 32 bits; a word has a bit of cells that lie side by side: docs/simplices.md";
    }
    return shares_words(plan)
               ? "words of 32 bits; a word has a bit of as many cells as there are lanes, far apart: docs/lanes.md"
               : "an element a cell, in words of lanes that lie far apart: docs/lanes.md";
}

int nbb_library_device(const nbbgen_job *job)
{
    const char *colon = strchr(job->job.options.device, ':');
    return !job->job.device->is_cuda ? -1 : colon != NULL ? atoi(colon + 1) : 0;
}

static nbb_status describe(nbbgen_job *job)
{
    const nbb_plan *plan = &job->job.plan;
    NBB_TRY(nbb_library_require(job, NBB_STAGE_STARTED));
    int device = nbb_library_device(job);
    json_t *layout = json_pack("{s:o, s:s, s:s, s:s, s:o, s:I, s:s}", "device",
                               device < 0 ? json_string("cpu") : json_integer(device), "device_name",
                               job->job.device->name, "map", nbb_map_names.names[plan->space.map], "storage",
                               nbb_storage_names.names[plan->space.storage], "fields", describe_fields(job), "bytes",
                               (json_int_t)plan->space.state_bytes, "words", words_of(plan));
    return nbb_json_print(nbb_json_whole(layout), 0, "a layout's description", &job->answer);
}

const char *nbbgen_layout(nbbgen_job *job)
{
    nbb_library_enter(job);
    nbb_text_free(&job->answer);
    nbbgen_status status = nbb_library_leave(job, describe(job));
    return status == NBBGEN_OK ? nbb_text_string(&job->answer) : NULL;
}
