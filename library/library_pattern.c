/* library_pattern.c - draws a pattern, the text of an .rle, on the state. */
#include "library/library_job.h"

#include "runtime/run/rle.h"

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
