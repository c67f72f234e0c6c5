/* library_layout.c - how a state's cells lie in memory, as JSON and as a tensor of DLPack [dmlc/dlpack, dlpack.h]. */
#include "library/library_job.h"

/* How a field lies in the state: the box, [z][y][x], or elements to its end. */
typedef struct layout {
    const char *type; /* as NumPy spells it; of words that hold bits of many cells "<u4" */
    int64_t bytes;    /* of an element */
    uint64_t offset;  /* of the first one, in bytes */
    bool is_shared;   /* words hold bits of many cells: a field has no elements of its own */
    bool is_box;
    int axes;
    int64_t shape[NBB_AXES_MAX + 1], strides[NBB_AXES_MAX + 1]; /* in elements; of an ensemble, copies first */
} layout;

static layout find_layout(const nbbgen_job *job, int field)
{
    const nbb_plan *plan = &job->job.plan;
    bool is_shared = nbb_plan_shares_words(plan);
    int64_t row = plan->asked.fractal != NULL ? plan->asked.sides.at[0]
                                              : plan->space.simplex.pitch; /* a simplex's rows are filled up */
    const int64_t strides[] = { 1, row, row * plan->asked.sides.at[1] };
    layout found = { .type = is_shared ? "<u4" : nbbgen_field_type(job, field),
                     .offset = is_shared ? 0 : plan->space.offsets[field],
                     .is_shared = is_shared,
                     .is_box = plan->space.storage == NBB_STORAGE_EMBEDDED };
    found.bytes = found.type[2] - '0';
    bool has_copies = job->ensemble.copies > 0;
    int64_t *shape = found.shape + has_copies, *steps = found.strides + has_copies;
    found.axes = found.is_box ? nbb_domain_axes(&plan->asked.domain) : 1;
    shape[0] = (int64_t)(plan->space.state_bytes - found.offset) / found.bytes;
    steps[0] = 1;
    for (int i = 0; found.is_box && i < found.axes; ++i) {
        int axis = found.axes - 1 - i;
        shape[i] = plan->asked.sides.at[axis];
        steps[i] = strides[axis];
    }
    if (has_copies) {
        found.shape[0] = job->run.copies;
        found.strides[0] = (int64_t)nbb_plan_stride(plan, "in") / found.bytes;
        ++found.axes;
    }
    return found;
}

/* Numbers of a box's axes; null of what is no box. */
static json_t *axes_of(const layout *lie, const int64_t *numbers, int64_t times)
{
    return lie->is_box ? NBB_JSON_LIST(i, lie->axes, json_integer(numbers[i] * times)) : json_null();
}

static json_t *describe_field(const nbbgen_job *job, int i)
{
    layout field = find_layout(job, i);
    json_t *offset = field.is_shared ? json_null() : json_integer((json_int_t)field.offset);
    return json_pack("{s:s, s:s, s:o, s:o, s:o}", "name", nbbgen_field_name(job, i), "type",
                     nbbgen_field_type(job, i), "offset", offset, "shape", axes_of(&field, field.shape, 1), "strides",
                     axes_of(&field, field.strides, field.bytes));
}

/* What an array that is not the box holds. */
static const char *words_of(const nbb_plan *plan)
{
    nbb_storage storage = plan->space.storage;
    return storage == NBB_STORAGE_EMBEDDED ? "the box, row by row; what lies off the fractal is 0"
           : storage == NBB_STORAGE_BITS
               ? "words of 32 bits; a word has a bit of cells that lie side by side: docs/simplices.md"
           : storage == NBB_STORAGE_PACKED && plan->asked.fractal == NULL
               ? "tiles one behind the other by their numbers, row by row"
           : storage == NBB_STORAGE_PACKED
               ? "tiles one behind the other in digit order, row by row; rows are filled up to 4 elements"
           : nbb_plan_has_planes(plan)
               ? "words of 32 bits; a word has a bit of as many cells as there are lanes, far apart: docs/lanes.md"
               : "an element a cell, in words of lanes that lie far apart: docs/lanes.md";
}

/* The CUDA device's number; -1: the state is the process's. */
static int device_of(const nbbgen_job *job)
{
    const char *colon = strchr(job->job.options.device, ':');
    return !job->job.device->is_cuda ? -1 : colon != NULL ? atoi(colon + 1) : 0;
}

static nbb_status describe(nbbgen_job *job)
{
    const nbb_plan *plan = &job->job.plan;
    NBB_TRY(nbb_library_require(job, NBB_STAGE_STARTED));
    int device = device_of(job);
    json_t *whole = json_pack("{s:o, s:s, s:s, s:s, s:o, s:I, s:s}", "device",
                              device < 0 ? json_string("cpu") : json_integer(device), "device_name",
                              job->job.device->name, "map", nbb_map_names.names[plan->space.map], "storage",
                              nbb_storage_names.names[plan->space.storage], "fields",
                              NBB_JSON_LIST(i, nbbgen_fields(job), describe_field(job, i)), "bytes",
                              (json_int_t)plan->space.state_bytes, "words", words_of(plan));
    if (job->ensemble.copies > 0) {
        nbb_json_put(whole, "{s:I, s:I}", "copies", (json_int_t)job->run.copies, "stride",
                     (json_int_t)nbb_plan_stride(plan, "in"));
    }
    return nbb_json_print(whole, 0, "a layout's description", &job->answer);
}

NBB_LIBRARY_TEXT(nbbgen_layout, describe(job))

/* --- DLPack --- */

enum { DL_CPU = 1, DL_CUDA = 2, VERSION_MAJOR = 1, VERSION_MINOR = 0 };
static const char codes[] = "iuf"; /* in the order of DLDataTypeCode */

typedef struct dl_tensor {
    void *data;
    int32_t device_type, device_id;
    int32_t axes;
    uint8_t code, bits;
    uint16_t lanes;
    int64_t *shape, *strides;
    uint64_t byte_offset;
} dl_tensor;

typedef struct dl_managed {
    dl_tensor tensor;
    void *context;
    void (*deleter)(void *self);
} dl_managed;

typedef struct dl_versioned {
    uint32_t major, minor;
    void *context;
    void (*deleter)(void *self);
    uint64_t flags;
    dl_tensor tensor;
} dl_versioned;

/* A tensor of either kind, which is where this is, and all that it points at. */
typedef struct exported {
    union {
        dl_managed managed;
        dl_versioned versioned;
    } as;
    nbbgen_job *job;
    layout lie;
} exported;

static void let_go(void *self)
{
    nbbgen_job *job = ((exported *)self)->job;
    free(self);
    nbb_library_drop(job);
}

NBB_LIBRARY_FUNCTION(nbbgen_dlpack, (nbbgen_job *const job, int field, int is_versioned, void **tensor),
                     (job, field, is_versioned, tensor))
{
    *tensor = NULL;
    NBB_TRY(nbb_library_check_field(job, field));
    exported *of = NULL;
    NBB_TRY(NBB_MAKE(of, 1, "a tensor"));
    of->job = job;
    of->lie = find_layout(job, field);
    int device = device_of(job);
    const dl_tensor shown = { .data = (void *)(uintptr_t)(job->run.state + of->lie.offset),
                              .device_type = device < 0 ? DL_CPU : DL_CUDA,
                              .device_id = device < 0 ? 0 : device,
                              .axes = of->lie.axes,
                              .code = (uint8_t)(strchr(codes, of->lie.type[1]) - codes),
                              .bits = (uint8_t)(8 * of->lie.bytes),
                              .lanes = 1,
                              .shape = of->lie.shape,
                              .strides = of->lie.strides };
    if (is_versioned) {
        of->as.versioned = (dl_versioned){ VERSION_MAJOR, VERSION_MINOR, NULL, let_go, 0, shown };
    } else {
        of->as.managed = (dl_managed){ shown, NULL, let_go };
    }
    *tensor = of;
    atomic_fetch_add(&job->holders, 1);
    return NBB_OK;
}
