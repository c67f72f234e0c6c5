/* samples.c - draws windows of a plan's box and finds what its cells come to. */
#include "runtime/run/verify.h"

enum { SIDE = 4, WINDOWS_MIN = 2 };
enum { DIGITS = 2048, NUMBERS = 512 }; /* answers, of cells that live or do not and of fields: a text stays short */
static const double WORK = 5e7;        /* of all windows, in units of nbb_verify_work: some 50 ms */
static const double WORK_A_STEP = 2e6; /* of a window, above which fewer steps do */

/* As few steps as launches of several leave: past a launch of several steps to one of a single step, of persistent
   launches past two rounds. A persistent launch waits at least once. */
static int64_t choose_steps(const nbb_plan *plan, nbb_vector extent, int64_t steps)
{
    int64_t launch = plan->code.steps_a_launch, least = plan->launch.persistent ? 2 : 1;
    int64_t most = plan->launch.persistent ? 2 * launch + 1 : launch > 1 ? launch + 1 : 4;
    if (!plan->asked.work->evolves) {
        return 1;
    }
    steps = steps < most ? steps : most;
    while (launch == 1 && steps > least && nbb_verify_work(plan, extent, steps) > WORK_A_STEP) {
        --steps;
    }
    return steps;
}

/* What PROBE answers for a window's places: of a cell that lives or does not 0 or 1, or 2 off the domain; of others
   the bits of their fields, and whether there is a cell. */
static nbb_status find_cells(const nbb_plan *plan, uint64_t seed, const nbb_samples *samples, nbb_vector corner,
                             uint64_t *answers)
{
    nbb_program_case run = {
        .program = plan->asked.program, .domain = plan->asked.domain, .seed = seed, .steps = samples->steps
    };
    NBB_LOCAL_HEAP uint64_t *fields = NULL;
    NBB_TRY(nbb_program_reference_window(&run, corner, samples->extent, &fields));
    int count = run.program->field_count;
    for (int64_t i = 0; i < samples->places; ++i, answers += samples->fields) {
        bool exists = nbb_domain_member(&plan->asked.domain, nbb_box_place(corner, samples->extent, i));
        if (plan->asked.traits.lives) {
            answers[0] = exists ? fields[i] : 2;
        } else {
            memcpy(answers, fields + i * count, (size_t)count * sizeof *answers);
            answers[count] = exists;
        }
    }
    return NBB_OK;
}

/* The distances of a window's places, -1 off the triangle. */
static void find_distances(const nbb_plan *plan, const nbb_points *points, const nbb_samples *samples,
                           nbb_vector corner, uint64_t *answers)
{
    static const uint64_t none[] = {
        [NBB_CELL_F16] = 0xbc00, [NBB_CELL_F32] = 0xbf800000, [NBB_CELL_F64] = 0xbff0000000000000
    };
    nbb_cell_kind kind = plan->asked.traits.cell->kind;
    for (int64_t i = 0; i < samples->places; ++i) {
        nbb_vector cell = nbb_box_place(corner, samples->extent, i);
        nbb_vector pair = nbb_pair_of(plan->asked.domain.size, cell);
        answers[i] = none[kind];
        if (nbb_domain_member(&plan->asked.domain, cell)) {
            answers[i] = 0; /* a distance may have fewer bytes */
            nbb_points_distance(points, kind, pair.at[0], pair.at[1], &answers[i]);
        }
    }
}

nbb_status nbb_samples_find(const nbb_plan *plan, uint64_t seed, int64_t steps, nbb_samples *samples)
{
    NBB_AT_END(nbb_points_free) nbb_points points = { .at = NULL };
    *samples = (nbb_samples){ .places = 1, .fields = 1 };
    for (int axis = 0; axis < NBB_AXES_MAX; ++axis) {
        samples->extent.at[axis] = plan->asked.n.at[axis] < SIDE ? plan->asked.n.at[axis] : SIDE;
        samples->places *= samples->extent.at[axis];
    }
    if (plan->asked.program != NULL && !plan->asked.traits.lives) {
        samples->fields = plan->asked.program->field_count + 1;
    }
    samples->steps = nbb_verify_knows(plan, 1) ? choose_steps(plan, samples->extent, steps) : 0;
    double windows = WORK / nbb_verify_work(plan, samples->extent, samples->steps);
    double most = (plan->asked.traits.lives ? DIGITS : NUMBERS) / (double)(samples->places * samples->fields);
    windows = windows < most ? windows : most;
    samples->windows = samples->places == nbb_domain_places(&plan->asked.domain) ? 1
                       : windows < WINDOWS_MIN                                   ? WINDOWS_MIN
                                                                                 : (int)windows;
    size_t count = (size_t)(samples->windows * samples->places * samples->fields);
    samples->corners = calloc((size_t)samples->windows, sizeof *samples->corners);
    samples->answers = calloc(count, sizeof *samples->answers);
    NBB_FAIL_IF(samples->corners == NULL || samples->answers == NULL,
                nbb_fail_memory(count * sizeof *samples->answers, "a standalone's samples"));
    NBB_TRY(plan->asked.program == NULL ? nbb_points_draw(plan, seed, &points) : NBB_OK);
    for (int i = 0; i < samples->windows; ++i) {
        uint64_t *answers = samples->answers + i * samples->places * samples->fields;
        samples->corners[i] = nbb_verify_origin(plan, samples->extent, (uint64_t)i);
        if (plan->asked.program != NULL) {
            NBB_TRY(find_cells(plan, seed, samples, samples->corners[i], answers));
        } else {
            find_distances(plan, &points, samples, samples->corners[i], answers);
        }
    }
    return NBB_OK;
}

void nbb_samples_free(nbb_samples *samples)
{
    free(samples->corners);
    free(samples->answers);
    *samples = (nbb_samples){ .windows = 0 };
}
