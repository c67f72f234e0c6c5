/* verify.c - compares a run with brute force: cells of its own kinds, or the fields of a program's cells. */
#include "runtime/run/verify.h"

/* Roundings of one step that another target may do otherwise, in units of the type's last digit. */
static const double ULPS = 64;

/* A window of the box, and its places by number, for nbb_run_probe. */
typedef struct nbb_window {
    nbb_vector origin, extent;
} nbb_window;

bool nbb_verify_field(const nbb_program *program, int number, int64_t steps, uint64_t found, uint64_t wanted)
{
    const nbb_field *field = &program->fields[number];
    NBB_RETURN_IF(found == wanted || !program->inexact || !nbb_field_is_real(field), found == wanted);
    double a = nbb_field_number(field, found), b = nbb_field_number(field, wanted);
    double unit = field->kind == NBB_FIELD_F32 ? (double)FLT_EPSILON : DBL_EPSILON;
    return fabs(a - b) <= ULPS * unit * (double)(steps + 1) * fmax(1, fabs(b)) || (isnan(a) && isnan(b));
}

static nbb_vector window_place(const void *context, int64_t i)
{
    const nbb_window *window = context;
    return nbb_box_place(window->origin, window->extent, i);
}

/* The numbers that PROBE answers for a place: of a cell that lives or does not 0 or 1, or 2 off the domain; of a
   distance its bits, off the triangle those of -1; of others the bits of their fields, and whether there is one. */
static int answers_of(const nbb_plan *plan)
{
    return plan->asked.program == NULL || plan->asked.traits.lives ? 1 : plan->asked.traits.arrays + 1;
}

/* In double precision for F64, and in single precision for the others: sums, products and roots of singles come to
   the same singles where they are found as doubles. */
static double rounded(nbb_cell_kind kind, double number)
{
    return kind == NBB_CELL_F64 ? number : (double)(float)number;
}

/* The Euclidean distance, as cells of the kind have it: the squares added in order, each step rounded by itself, so
   that every target comes to the same bits. Of F16 the distance in single precision is then rounded to the nearest
   half, of two as near to the even one. A triangle's cell (i, n - 1 - j) holds the distance of the points i <= j. */
static uint64_t distance_of(const nbb_plan *plan, const nbb_points *points, nbb_vector cell)
{
    static const uint64_t none[] = {
        [NBB_CELL_F16] = 0xbc00, [NBB_CELL_F32] = 0xbf800000, [NBB_CELL_F64] = 0xbff0000000000000
    };
    nbb_cell_kind kind = plan->asked.traits.cell->kind;
    NBB_RETURN_IF(!nbb_domain_member(&plan->asked.domain, cell), none[kind]);
    int64_t i = cell.at[0], j = plan->asked.domain.size - 1 - cell.at[1];
    double sum = 0;
    for (int c = 0; c < points->dimensions; ++c) {
        double apart = rounded(kind, nbb_points_coordinate(points, i, c) - nbb_points_coordinate(points, j, c));
        sum = rounded(kind, sum + rounded(kind, apart * apart));
    }
    double found = sqrt(sum);
    float single = (float)found;
    uint16_t half = nbb_half_nearest(single);
    uint64_t distance = 0; /* which may have fewer bytes */
    const void *number = kind == NBB_CELL_F64 ? (const void *)&found : kind == NBB_CELL_F32 ? &single : (void *)&half;
    memcpy(&distance, number, nbb_cell_types[kind].bytes);
    return distance;
}

/* By the brute force, those of all places of a window. */
static nbb_status find_answers(const nbb_plan *plan, const nbb_program_case *run, const nbb_points *points,
                               const nbb_window *window, uint64_t *answers)
{
    int count = plan->asked.traits.arrays;
    NBB_LOCAL_HEAP uint64_t *fields = NULL;
    NBB_TRY_IF(run->program != NULL, nbb_program_reference_window(run, window->origin, window->extent, &fields));
    for (int64_t i = 0; i < nbb_box_places(window->extent); ++i, answers += answers_of(plan)) {
        nbb_vector at = window_place(window, i);
        bool exists = nbb_domain_member(&plan->asked.domain, at);
        if (fields == NULL) {
            answers[0] = distance_of(plan, points, at);
        } else if (plan->asked.traits.lives) {
            answers[0] = exists ? fields[i] : 2;
        } else {
            memcpy(answers, fields + i * count, (size_t)count * sizeof *answers);
            answers[count] = exists;
        }
    }
    return NBB_OK;
}

static nbb_status fail_answer(const nbb_plan *plan, nbb_vector at, int i, uint64_t found, uint64_t wanted)
{
    bool lives = plan->asked.traits.lives;
    NBB_LOCAL_TEXT place = NBB_TEXT_EMPTY;
    nbb_domain_print(&plan->asked.domain, at, ", ", &place);
    if (lives ? (found == 2) != (wanted == 2) : i == plan->asked.traits.arrays) {
        return nbb_fail(NBB_ERROR_VERIFY, "%s: the run finds %s at (%s), the definition says otherwise", plan->name,
                        found != (lives ? 2 : 0) ? "a cell" : "no cell", nbb_text_string(&place));
    }
    return nbb_fail(NBB_ERROR_VERIFY,
                    "%s: field %s of cell (%s) is %.17g (0x%" PRIx64 "), the brute force says %.17g (0x%" PRIx64 ")",
                    plan->name, plan->asked.traits.fields[i].name, nbb_text_string(&place),
                    nbb_run_number(plan, i, found), found, nbb_run_number(plan, i, wanted), wanted);
}

static nbb_program_case case_of(const nbb_run *run)
{
    const nbb_run_request *request = &run->request;
    const nbb_request *asked = &request->plan->asked;
    return (nbb_program_case){ asked->program, asked->domain, request->seed, run->step, request->given };
}

/* Compares every answer for every place: bit by bit, or, of a program whose reals are inexact, reals with a
   tolerance. The first difference fails with NBB_ERROR_VERIFY and says where and what. */
static nbb_status verify_window(nbb_run *run, const nbb_program_case *reference, const nbb_window *window)
{
    const nbb_plan *plan = run->request.plan;
    int64_t count = nbb_box_places(window->extent);
    int numbers = answers_of(plan);
    size_t bytes = plan->asked.traits.answer_bytes / (size_t)numbers;
    NBB_LOCAL_MAKE(uint64_t, wanted, count * numbers, "a window to verify");
    NBB_LOCAL_MAKE(char, found, (size_t)count * plan->asked.traits.answer_bytes, "a window to verify");
    NBB_TRY(find_answers(plan, reference, run->request.points, window, wanted));
    NBB_TRY(nbb_run_probe(run, window_place, window, 0, count, found));
    for (int64_t i = 0; i < count * numbers; ++i) {
        uint64_t answer = 0;
        int number = (int)(i % numbers);
        memcpy(&answer, found + (size_t)i * bytes, bytes);
        bool is_right = number + 1 < numbers
                            ? nbb_verify_field(reference->program, number, reference->steps, answer, wanted[i])
                            : answer == wanted[i];
        NBB_FAIL_IF(!is_right, fail_answer(plan, window_place(window, i / numbers), number, answer, wanted[i]));
    }
    return NBB_OK;
}

nbb_status nbb_verify_observables(const nbb_run *run, const nbb_number *observables)
{
    const nbb_program *program = run->request.plan->asked.program;
    nbb_program_case reference = case_of(run);
    nbb_program_figures figures;
    NBB_TRY(nbb_program_reference_whole(&reference, &figures));
    for (int i = 0; i < program->observable_count; ++i) {
        nbb_number found = observables[i], wanted = figures.observed[i];
        /* Sums of reals depend on their order, and inexact cells on the target. */
        double a = found.of.real, b = wanted.of.real;
        double tolerance = (program->inexact ? 1e-3 : 1e-9) * fmax(1, fabs(b));
        bool is_near = fabs(a - b) <= tolerance || (isnan(a) && isnan(b)) || a == b;
        NBB_STOP_IF(found.is_real ? !is_near : found.of.integer != wanted.of.integer, NBB_ERROR_VERIFY,
                    "%s: observable %s is %.17g, the brute force says %.17g", run->request.plan->name,
                    program->observables[i].name, nbb_number_real(observables[i]), nbb_number_real(wanted));
    }
    return NBB_OK;
}

enum { WINDOW = 64, WINDOWS_MAX = 64 };
static const int64_t WHOLE_CELLS = INT64_C(1) << 22; /* a box up to this is compared whole, if the work allows */
static const double WORK = 4e9;                      /* cells times steps that take some seconds */
static const double WORK_MAX = 1e11;                 /* and that take too long for a single window */
static const double PROGRAM_WORK = 500;              /* a step of a cell, in those of a program that counts */

/* The steps after which the state is compared: of passes that do not evolve those after the first change nothing. */
static int64_t reference_steps(const nbb_plan *plan, int64_t steps)
{
    return plan->asked.work->evolves || steps == 0 ? steps : 1;
}

static double cell_work(const nbb_plan *plan)
{
    return plan->asked.program != NULL && !nbb_program_reference_counts(plan->asked.program) ? PROGRAM_WORK : 1;
}

/* What the brute force takes for a window of these sides with its margin, cut off at the box: cells times steps, in
   those of a program that counts, of which a processor does some 1e9 a second. */
static double work_of(const nbb_plan *plan, nbb_vector extent, int64_t steps)
{
    double cells = cell_work(plan);
    bool is_whole = plan->asked.program != NULL && plan->asked.program->has_globals && steps > 0;
    for (int axis = 0; axis < NBB_AXES_MAX; ++axis) {
        double side = (double)extent.at[axis] + 2 * (double)steps * plan->asked.traits.reach;
        cells *= !is_whole && side < (double)plan->asked.sides.at[axis] ? side : (double)plan->asked.sides.at[axis];
    }
    return cells * (double)(steps + 1);
}

/* Of a window whose sides have so many cells, where the box has them. */
static nbb_vector window_extent(const nbb_plan *plan, int64_t side)
{
    nbb_vector extent = plan->asked.sides;
    NBB_FILL(axis, NBB_AXES_MAX, extent.at[axis], extent.at[axis] < side ? extent.at[axis] : side);
    return extent;
}

static bool may_compare_whole(const nbb_plan *plan, int64_t steps)
{
    return nbb_domain_places(&plan->asked.domain) <= WHOLE_CELLS && work_of(plan, plan->asked.sides, steps) <= WORK;
}

/* Whether the brute force knows the globals of a program's steps, which are of all cells: of a small box. */
static bool knows(const nbb_plan *plan, int64_t steps)
{
    return plan->asked.program == NULL || !plan->asked.program->has_globals || may_compare_whole(plan, steps);
}

nbb_status nbb_verify_possible(const nbb_plan *plan, int64_t steps)
{
    double work = work_of(plan, window_extent(plan, WINDOW), reference_steps(plan, steps));
    double a_cell = cell_work(plan);
    NBB_REFUSE_IF(!knows(plan, steps),
                  "--verify: globals are of all cells, and this box is too large to compute with brute force");
    NBB_REFUSE_IF(work > WORK_MAX,
                  "--verify: after %" PRId64 " steps even one window of %d cells a side takes"
                  " %.1e cell updates of brute force, at most %.1e are done; ask for fewer --steps",
                  steps, WINDOW, work / a_cell, WORK_MAX / a_cell);
    return NBB_OK;
}

/* Where a window of these sides begins that is about a cell drawn at random: the same for the same number. */
static nbb_vector origin_of(const nbb_plan *plan, nbb_vector extent, uint64_t draw)
{
    nbb_vector cell = nbb_domain_cell(&plan->asked.domain, (int64_t)(nbb_mix(draw) % (uint64_t)plan->asked.cells));
    for (int axis = 0; axis < NBB_AXES_MAX; ++axis) {
        int64_t origin = cell.at[axis] - extent.at[axis] / 2;
        int64_t last = plan->asked.sides.at[axis] - extent.at[axis];
        cell.at[axis] = origin < 0 ? 0 : origin > last ? last : origin;
    }
    return cell;
}

nbb_status nbb_verify(nbb_run *run, nbb_verified *verified)
{
    nbb_program_case reference = case_of(run);
    /* The totals that a workload must give, whatever the cells hold. */
    const nbb_plan *plan = run->request.plan;
    NBB_STOP_IF(plan->asked.work->pass == NBB_ENTRY_WRITE && run->counted.population != (uint64_t)plan->asked.cells,
                NBB_ERROR_VERIFY, "%s: %" PRIu64 " cells were written, there are %" PRId64, plan->name,
                run->counted.population, plan->asked.cells);
    NBB_STOP_IF(plan->asked.work->pass == NBB_ENTRY_SUM && run->sum != run->counted.population0, NBB_ERROR_VERIFY,
                "%s: the sum is %" PRIu64 ", %" PRIu64 " cells live", plan->name, run->sum, run->counted.population0);
    int64_t steps = reference.steps = reference_steps(plan, reference.steps);
    verified->whole = may_compare_whole(plan, steps);
    nbb_vector extent = verified->whole ? plan->asked.sides : window_extent(plan, WINDOW);
    double windows = WORK / work_of(plan, extent, steps);
    verified->windows = verified->whole || windows < 1 ? 1 : windows > WINDOWS_MAX ? WINDOWS_MAX : (int)windows;
    verified->cells = nbb_box_places(extent) * verified->windows;
    for (int i = 0; i < verified->windows; ++i) {
        NBB_TRY(nbb_interrupt_check());
        nbb_vector origin = verified->whole ? (nbb_vector){ { 0 } } : origin_of(plan, extent, (uint64_t)i);
        NBB_TRY(verify_window(run, &reference, &(nbb_window){ origin, extent }));
    }
    return NBB_OK;
}

/* --- what a standalone checks itself by --- */

enum { SIDE = 4, WINDOWS_MIN = 2 };
enum { DIGITS = 2048, NUMBERS = 512 };  /* answers, of cells that live or do not and of fields: a text stays short */
static const double SAMPLES_WORK = 5e7; /* of all windows, in units of work_of: some 50 ms */
static const double SAMPLE_WORK_A_STEP = 2e6; /* of a window, above which fewer steps do */

/* work_of; of long lists neighbours are asked one by one, for few cells of a small window are alike. */
static double samples_work(const nbb_plan *plan, nbb_vector extent, int64_t steps)
{
    enum { LONG = 32, USUAL = 8 };
    int count = plan->asked.program != NULL ? plan->asked.program->neighbours.count : 0;
    double work = work_of(plan, extent, steps);
    return count <= LONG ? work : work / cell_work(plan) * PROGRAM_WORK * count / USUAL;
}

/* As few steps as launches of several leave: past a launch of several steps to one of a single step, of persistent
   launches past two rounds. A persistent launch waits at least once. */
static int64_t choose_steps(const nbb_plan *plan, nbb_vector extent, int64_t steps)
{
    int64_t launch = plan->code.steps_a_launch, least = plan->launch.persistent ? 2 : 1;
    int64_t most = plan->launch.persistent ? 2 * launch + 1 : launch > 1 ? launch + 1 : 4;
    NBB_RETURN_IF(!plan->asked.work->evolves, 1);
    steps = steps < most ? steps : most;
    while (launch == 1 && steps > least && samples_work(plan, extent, steps) > SAMPLE_WORK_A_STEP) {
        --steps;
    }
    return steps;
}

nbb_status nbb_samples_find(nbb_arena *arena, const nbb_plan *plan, uint64_t seed, int64_t steps,
                            nbb_samples *samples)
{
    NBB_AT_END(nbb_points_free) nbb_points points = { .at = NULL };
    *samples = (nbb_samples){ .fields = answers_of(plan), .extent = window_extent(plan, SIDE) };
    samples->places = nbb_box_places(samples->extent);
    samples->steps = knows(plan, 1) ? choose_steps(plan, samples->extent, steps) : 0;
    double windows = SAMPLES_WORK / samples_work(plan, samples->extent, samples->steps);
    double most = (plan->asked.traits.lives ? DIGITS : NUMBERS) / (double)(samples->places * samples->fields);
    windows = windows < most ? windows : most;
    samples->windows = samples->places == nbb_domain_places(&plan->asked.domain) ? 1
                       : windows < WINDOWS_MIN                                   ? WINDOWS_MIN
                                                                                 : (int)windows;
    size_t count = (size_t)(samples->windows * samples->places * samples->fields);
    NBB_TRY(NBB_ARRAYS(arena, NBB_ARRAY(samples->corners, samples->windows), NBB_ARRAY(samples->answers, count)));
    NBB_TRY_IF(plan->asked.program == NULL, nbb_points_draw(plan, seed, &points));
    const nbb_program_case run = {
        .program = plan->asked.program, .domain = plan->asked.domain, .seed = seed, .steps = samples->steps
    };
    for (int i = 0; i < samples->windows; ++i) {
        samples->corners[i] = origin_of(plan, samples->extent, (uint64_t)i);
        NBB_TRY(find_answers(plan, &run, &points, &(nbb_window){ samples->corners[i], samples->extent },
                             samples->answers + i * samples->places * samples->fields));
    }
    return NBB_OK;
}
