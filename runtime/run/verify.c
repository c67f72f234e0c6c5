/* verify.c - compares a run with brute force: cells of its own kinds, or the fields of a program's cells. */
#include "runtime/run/verify.h"

#include "gen/program/program_rule.h"
#include "runtime/device/interrupt.h"
#include "runtime/run/run_answers.h"

/* Roundings of one step that another target may do otherwise, in units of the type's last digit. */
static const double ULPS = 64;

/* A window of the box, and its places by number, for nbb_run_probe. */
typedef struct nbb_window {
    nbb_vector origin, extent;
} nbb_window;

bool nbb_verify_field(const nbb_program *program, int number, int64_t steps, uint64_t found, uint64_t wanted)
{
    const nbb_field *field = &program->fields[number];
    if (found == wanted || !program->inexact || !nbb_field_is_real(field)) {
        return found == wanted;
    }
    double a = nbb_field_number(field, found), b = nbb_field_number(field, wanted);
    double unit = field->kind == NBB_FIELD_F32 ? (double)FLT_EPSILON : DBL_EPSILON;
    return fabs(a - b) <= ULPS * unit * (double)(steps + 1) * fmax(1, fabs(b)) || (isnan(a) && isnan(b));
}

static nbb_status fail_field(const nbb_run *run, nbb_vector at, int field, const uint64_t *found,
                             const uint64_t *wanted)
{
    const nbb_plan *plan = run->request.plan;
    const nbb_field *of = &plan->asked.traits.fields[field];
    NBB_LOCAL_TEXT place = NBB_TEXT_EMPTY;
    nbb_domain_print(&plan->asked.domain, at, ", ", &place);
    return nbb_fail(NBB_ERROR_VERIFY,
                    "%s: field %s of cell (%s) is %.17g (0x%" PRIx64 "), the brute force says %.17g (0x%" PRIx64 ")",
                    plan->name, of->name, nbb_text_string(&place), nbb_field_number(of, found[field]), found[field],
                    nbb_field_number(of, wanted[field]), wanted[field]);
}

static nbb_vector window_place(const void *context, int64_t i)
{
    const nbb_window *window = context;
    return nbb_box_place(window->origin, window->extent, i);
}

static nbb_status compare(const nbb_run *run, const nbb_program_case *reference, const nbb_window *window,
                          int64_t count, const uint64_t *found, const uint64_t *wanted)
{
    const nbb_plan *plan = run->request.plan;
    int fields = reference->program->field_count;
    for (int64_t i = 0; i < count; ++i, found += fields + 1, wanted += fields) {
        nbb_vector at = window_place(window, i);
        bool member = nbb_domain_member(&plan->asked.domain, at);
        if ((found[fields] != 0) != member) {
            NBB_LOCAL_TEXT place = NBB_TEXT_EMPTY;
            nbb_domain_print(&plan->asked.domain, at, ", ", &place);
            return nbb_fail(NBB_ERROR_VERIFY, "%s: the run finds %s at (%s), the definition says otherwise",
                            plan->name, found[fields] != 0 ? "a cell" : "no cell", nbb_text_string(&place));
        }
        for (int field = 0; field < fields && member; ++field) {
            NBB_FAIL_IF(!nbb_verify_field(reference->program, field, reference->steps, found[field], wanted[field]),
                        fail_field(run, at, field, found, wanted));
        }
    }
    return NBB_OK;
}

/* What a run must come to by its program. */
static nbb_program_case case_of(const nbb_run *run)
{
    const nbb_run_request *request = &run->request;
    return (nbb_program_case){ .program = request->plan->asked.program,
                               .domain = request->plan->asked.domain,
                               .seed = request->seed,
                               .steps = run->step,
                               .initial = request->given != NULL ? nbb_given_cell : NULL,
                               .context = request->given };
}

/* Compares every field of every place: bit by bit, or, of a program whose reals are inexact, reals with a tolerance.
   The first difference fails with NBB_ERROR_VERIFY and says where and what. */
static nbb_status verify_program(nbb_run *run, const nbb_program_case *reference, nbb_vector origin,
                                 nbb_vector extent)
{
    nbb_window window = { origin, extent };
    int64_t count = extent.at[0] * extent.at[1] * extent.at[2];
    NBB_LOCAL_HEAP uint64_t *wanted = NULL;
    NBB_TRY(nbb_program_reference_window(reference, origin, extent, &wanted));
    NBB_LOCAL_HEAP uint64_t *found = NULL;
    NBB_TRY(NBB_MAKE(found, count * (reference->program->field_count + 1), "a window to verify"));
    NBB_TRY(nbb_run_probe(run, window_place, &window, 0, count, found));
    if (run->request.plan->asked.traits.lives) {
        /* Of a cell that lives or does not the answer is one byte, 2 where there is none: makes them those of its
           field. */
        const uint8_t *answers = (const uint8_t *)found;
        for (int64_t i = count - 1; i >= 0; --i) { /* what is written lies behind what is yet to be read */
            uint8_t answer = answers[i];
            found[2 * i] = answer == 1;
            found[2 * i + 1] = answer != 2;
        }
    }
    return compare(run, reference, &window, count, found, wanted);
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
        NBB_FAIL_IF(found.is_real ? !is_near : found.of.integer != wanted.of.integer,
                    nbb_fail(NBB_ERROR_VERIFY, "%s: observable %s is %.17g, the brute force says %.17g",
                             run->request.plan->name, program->observables[i].name, nbb_number_real(observables[i]),
                             nbb_number_real(wanted)));
    }
    return NBB_OK;
}

enum { WINDOW = 64, WINDOWS_MAX = 64 };
static const int64_t WHOLE_CELLS = INT64_C(1) << 22; /* a box up to this is compared whole, if the work allows */
static const double WORK = 4e9;                      /* cells times steps that take some seconds */
static const double WORK_MAX = 1e11;                 /* and that take too long for a single window */
static const double PROGRAM_WORK = 500;              /* what a cell and step of a program cost, in those of one that
                                                         counts (program_rule.h) */

/* The steps after which the state is compared: of passes that do not evolve those after the first change nothing. */
static int64_t reference_steps(const nbb_plan *plan, int64_t steps)
{
    return plan->asked.work->evolves || steps == 0 ? steps : 1;
}

static double cell_work(const nbb_plan *plan)
{
    return plan->asked.program != NULL && !nbb_program_counts(plan->asked.program) ? PROGRAM_WORK : 1;
}

double nbb_verify_work(const nbb_plan *plan, nbb_vector extent, int64_t steps)
{
    double cells = cell_work(plan);
    bool is_whole = plan->asked.program != NULL && plan->asked.program->has_globals && steps > 0;
    for (int axis = 0; axis < NBB_AXES_MAX; ++axis) {
        double side = (double)extent.at[axis] + 2 * (double)steps * plan->asked.traits.reach;
        cells *= !is_whole && side < (double)plan->asked.n.at[axis] ? side : (double)plan->asked.n.at[axis];
    }
    return cells * (double)(steps + 1);
}

static nbb_vector window_extent(const nbb_plan *plan)
{
    nbb_vector extent = plan->asked.n;
    for (int axis = 0; axis < NBB_AXES_MAX; ++axis) {
        extent.at[axis] = extent.at[axis] < WINDOW ? extent.at[axis] : WINDOW;
    }
    return extent;
}

static bool may_compare_whole(const nbb_plan *plan, int64_t steps)
{
    return nbb_domain_places(&plan->asked.domain) <= WHOLE_CELLS
           && nbb_verify_work(plan, plan->asked.n, steps) <= WORK;
}

bool nbb_verify_knows(const nbb_plan *plan, int64_t steps)
{
    return plan->asked.program == NULL || !plan->asked.program->has_globals || may_compare_whole(plan, steps);
}

nbb_status nbb_verify_possible(const nbb_plan *plan, int64_t steps)
{
    double work = nbb_verify_work(plan, window_extent(plan), reference_steps(plan, steps));
    double a_cell = cell_work(plan);
    if (!nbb_verify_knows(plan, steps)) {
        return nbb_fail(NBB_ERROR_USAGE,
                        "--verify: globals are of all cells, and this box is too large to compute with brute force");
    }
    NBB_FAIL_IF(work > WORK_MAX,
                nbb_fail(NBB_ERROR_USAGE,
                         "--verify: after %" PRId64 " steps even one window of %d cells a side takes"
                         " %.1e cell updates of brute force, at most %.1e are done; ask for fewer --steps",
                         steps, WINDOW, work / a_cell, WORK_MAX / a_cell));
    return NBB_OK;
}

/* Compares one window of distances. */
static nbb_status verify_distances(nbb_run *run, nbb_vector origin, nbb_vector extent)
{
    nbb_window compared = { origin, extent };
    const nbb_plan *plan = run->request.plan;
    int64_t count = extent.at[0] * extent.at[1] * extent.at[2];
    nbb_cell_kind kind = plan->asked.traits.cell->kind;
    size_t bytes = plan->asked.traits.cell->bytes;
    NBB_LOCAL_HEAP char *found = NULL;
    NBB_TRY(NBB_MAKE(found, (size_t)count * bytes, "a window to verify"));
    NBB_TRY(nbb_run_probe(run, window_place, &compared, 0, count, found));
    for (int64_t i = 0; i < count; ++i) {
        nbb_vector cell = window_place(&compared, i);
        if (nbb_domain_member(&plan->asked.domain, cell)) {
            nbb_vector pair = nbb_pair_of(plan->asked.domain.size, cell);
            char wanted[sizeof(double)];
            nbb_points_distance(run->request.points, kind, pair.at[0], pair.at[1], wanted);
            NBB_TRY(memcmp(found + (size_t)i * bytes, wanted, bytes) == 0
                        ? NBB_OK
                        : nbb_fail(NBB_ERROR_VERIFY,
                                   "%s: the distance of points %" PRId64 " and %" PRId64 " is %.17g, the"
                                   " brute force says %.17g",
                                   plan->name, pair.at[0], pair.at[1],
                                   nbb_points_number(kind, found + (size_t)i * bytes),
                                   nbb_points_number(kind, wanted)));
        } else if (nbb_points_number(kind, found + (size_t)i * bytes) != -1) {
            return nbb_fail(NBB_ERROR_VERIFY, "%s: (%" PRId64 ", %" PRId64 ") off the triangle has a distance",
                            plan->name, cell.at[0], cell.at[1]);
        }
    }
    return NBB_OK;
}

nbb_vector nbb_verify_origin(const nbb_plan *plan, nbb_vector extent, uint64_t draw)
{
    nbb_vector cell = nbb_domain_cell(&plan->asked.domain, (int64_t)(nbb_mix(draw) % (uint64_t)plan->asked.cells));
    for (int axis = 0; axis < NBB_AXES_MAX; ++axis) {
        int64_t origin = cell.at[axis] - extent.at[axis] / 2;
        int64_t last = plan->asked.n.at[axis] - extent.at[axis];
        cell.at[axis] = origin < 0 ? 0 : origin > last ? last : origin;
    }
    return cell;
}

static nbb_status verify_windows(nbb_run *run, const nbb_program_case *reference, nbb_verified *verified)
{
    const nbb_plan *plan = run->request.plan;
    int64_t steps = reference->steps;
    verified->whole = may_compare_whole(plan, steps);
    nbb_vector extent = verified->whole ? plan->asked.n : window_extent(plan);
    double windows = WORK / nbb_verify_work(plan, extent, steps);
    verified->windows = verified->whole || windows < 1 ? 1 : windows > WINDOWS_MAX ? WINDOWS_MAX : (int)windows;
    verified->cells = extent.at[0] * extent.at[1] * extent.at[2] * verified->windows;
    for (int i = 0; i < verified->windows; ++i) {
        NBB_TRY(nbb_interrupt_check());
        nbb_vector origin = verified->whole ? (nbb_vector){ { 0 } } : nbb_verify_origin(plan, extent, (uint64_t)i);
        NBB_TRY(reference->program != NULL ? verify_program(run, reference, origin, extent)
                                           : verify_distances(run, origin, extent));
    }
    return NBB_OK;
}

nbb_status nbb_verify(nbb_run *run, nbb_verified *verified)
{
    nbb_program_case reference = case_of(run);
    /* The totals that a workload must give, whatever the cells hold. */
    const nbb_plan *plan = run->request.plan;
    NBB_FAIL_IF(plan->asked.work->pass == NBB_ENTRY_WRITE && run->population != (uint64_t)plan->asked.cells,
                nbb_fail(NBB_ERROR_VERIFY, "%s: %" PRIu64 " cells were written, there are %" PRId64, plan->name,
                         run->population, plan->asked.cells));
    NBB_FAIL_IF(plan->asked.work->pass == NBB_ENTRY_SUM && run->sum != run->population0,
                nbb_fail(NBB_ERROR_VERIFY, "%s: the sum is %" PRIu64 ", %" PRIu64 " cells live", plan->name, run->sum,
                         run->population0));
    reference.steps = reference_steps(run->request.plan, reference.steps);
    return verify_windows(run, &reference, verified);
}
