/* library_layout.c - how a state's cells lie in memory, as JSON. */
#include "library/library_job.h"

#include "gen/base/json.h"

#include <stdlib.h>
#include <string.h>

/* [z, y, x] of an array that is the box. */
static json_t *shape_of(const nbb_plan *plan)
{
    json_t *shape = json_array();
    for (int axis = nbb_domain_axes(&plan->domain) - 1; axis >= 0; --axis) {
        nbb_json_add(shape, json_integer(plan->n.at[axis]));
    }
    return shape;
}

/* Bytes from an element to the next one on each axis; rows of a simplex are filled up. */
static json_t *strides_of(const nbb_plan *plan, size_t bytes)
{
    int64_t row = plan->fractal != NULL ? plan->n.at[0] : plan->simplex.pitch;
    const int64_t elements[] = { 1, row, row * plan->n.at[1] };
    json_t *strides = json_array();
    for (int axis = nbb_domain_axes(&plan->domain) - 1; axis >= 0; --axis) {
        nbb_json_add(strides, json_integer(elements[axis] * (int64_t)bytes));
    }
    return strides;
}

static json_t *describe_fields(const nbbgen_job *job)
{
    const nbb_plan *plan = &job->job.plan;
    bool is_box = plan->storage == NBB_STORAGE_EMBEDDED;
    bool shares_words = plan->map == NBB_MAP_LANES && plan->traits.word != NBB_WORD_VALUES;
    json_t *fields = json_array();
    for (int i = 0; i < nbbgen_fields(job); ++i) {
        nbb_json_add(fields, json_pack("{s:s, s:s, s:o, s:o, s:o}", "name", nbbgen_field_name(job, i), "type",
                                        nbbgen_field_type(job, i), "offset",
                                        shares_words ? json_null() : json_integer((json_int_t)plan->offsets[i]),
                                        "shape", is_box ? shape_of(plan) : json_null(), "strides",
                                        is_box ? strides_of(plan, nbb_library_bytes(job, i)) : json_null()));
    }
    return fields;
}

/* What an array that is not the box holds. */
static const char *words_of(const nbb_plan *plan)
{
    if (plan->storage == NBB_STORAGE_EMBEDDED) {
        return "the box, row by row; what lies off the fractal is 0";
    }
    if (plan->storage == NBB_STORAGE_PACKED) {
        return plan->fractal != NULL
                   ? "tiles one behind the other in digit order, row by row; rows are filled up to 4 elements"
                   : "tiles one behind the other by their numbers, row by row";
    }
    return plan->traits.word != NBB_WORD_VALUES
               ? "words of 32 bits; a word has a bit of as many cells as there are lanes, far apart: docs/lanes.md"
               : "an element a cell, in words of lanes that lie far apart: docs/lanes.md";
}

static json_t *device_of(const nbbgen_job *job)
{
    const char *name = job->job.options.device;
    const char *colon = strchr(name, ':');
    return job->job.device->is_cuda ? json_integer(colon != NULL ? atoi(colon + 1) : 0) : json_string("cpu");
}

static nbb_status describe(nbbgen_job *job)
{
    const nbb_plan *plan = &job->job.plan;
    NBB_TRY(nbb_library_require(job, NBB_STAGE_STARTED));
    json_t *layout = json_pack("{s:o, s:s, s:s, s:s, s:o, s:I, s:s}", "device", device_of(job), "device_name",
                               job->job.device->name, "map", nbb_map_names.names[plan->map], "storage",
                               nbb_storage_names.names[plan->storage], "fields", describe_fields(job), "bytes",
                               (json_int_t)plan->state_bytes, "words", words_of(plan));
    return nbb_json_print(nbb_json_whole(layout), 0, "a layout's description", &job->answer);
}

const char *nbbgen_layout(nbbgen_job *job)
{
    nbb_library_enter(job);
    nbb_text_free(&job->answer);
    nbbgen_status status = nbb_library_leave(job, describe(job));
    return status == NBBGEN_OK ? nbb_text_string(&job->answer) : NULL;
}
