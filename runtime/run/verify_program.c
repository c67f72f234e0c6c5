/* verify_program.c - compares the fields of a program's cells. */
#include "runtime/run/verify_program.h"

#include "runtime/run/program_reference.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

/* Roundings of one step that another target may do otherwise, in units of the type's last digit. */
static const double ULPS = 64;

static bool is_real(const nbb_field *field)
{
    return field->kind == NBB_FIELD_F32 || field->kind == NBB_FIELD_F64;
}

/* A field's bits as a number. */
static double number_of(const nbb_field *field, uint64_t bits)
{
    nbb_value_of value = nbb_program_field_value(field, bits);
    return is_real(field) ? value.real : (double)value.integer;
}

bool nbb_verify_field(const nbb_program *program, int number, int64_t steps, uint64_t found, uint64_t wanted)
{
    const nbb_field *field = &program->fields[number];
    if (found == wanted || !program->inexact || !is_real(field)) {
        return found == wanted;
    }
    double a = number_of(field, found), b = number_of(field, wanted);
    double unit = field->kind == NBB_FIELD_F32 ? (double)FLT_EPSILON : DBL_EPSILON;
    return fabs(a - b) <= ULPS * unit * (double)(steps + 1) * fmax(1, fabs(b)) || (isnan(a) && isnan(b));
}

static nbb_status fail_field(const nbb_run *run, nbb_vector at, int field, const uint64_t *found,
                             const uint64_t *wanted)
{
    const nbb_plan *plan = run->request.plan;
    const nbb_field *of = &plan->traits.fields[field];
    nbb_text place = NBB_TEXT_EMPTY;
    nbb_domain_print(&plan->domain, at, ", ", &place);
    nbb_status status = nbb_fail(NBB_ERROR_VERIFY,
                                 "%s: field %s of cell (%s) is %.17g (0x%" PRIx64 "), the brute force says %.17g"
                                 " (0x%" PRIx64 ")",
                                 plan->name, of->name, nbb_text_string(&place), number_of(of, found[field]),
                                 found[field], number_of(of, wanted[field]), wanted[field]);
    nbb_text_free(&place);
    return status;
}

static nbb_status fail_membership(const nbb_run *run, nbb_vector at, uint64_t found)
{
    const nbb_plan *plan = run->request.plan;
    nbb_text place = NBB_TEXT_EMPTY;
    nbb_domain_print(&plan->domain, at, ", ", &place);
    nbb_status status = nbb_fail(NBB_ERROR_VERIFY, "%s: the run finds %s at (%s), the definition says otherwise",
                                 plan->name, found != 0 ? "a cell" : "no cell", nbb_text_string(&place));
    nbb_text_free(&place);
    return status;
}

nbb_vector nbb_window_place(const void *context, int64_t i)
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
        nbb_vector at = nbb_window_place(window, i);
        bool member = nbb_domain_member(&plan->domain, at);
        if ((found[fields] != 0) != member) {
            return fail_membership(run, at, found[fields]);
        }
        for (int field = 0; field < fields && member; ++field) {
            if (!nbb_verify_field(reference->program, field, reference->steps, found[field], wanted[field])) {
                return fail_field(run, at, field, found, wanted);
            }
        }
    }
    return NBB_OK;
}

nbb_program_case nbb_verify_case(const nbb_run_request *request)
{
    return (nbb_program_case){ .program = request->plan->program,
                               .domain = request->plan->domain,
                               .seed = request->seed,
                               .steps = request->steps,
                               .initial = request->given != NULL ? nbb_given_cell : NULL,
                               .context = request->given };
}

/* Of a cell that lives or does not the answer is one byte, 2 where there is none: makes them those of its field. */
static void widen_answers(int64_t count, uint64_t *found)
{
    const uint8_t *answers = (const uint8_t *)found;
    for (int64_t i = count - 1; i >= 0; --i) {        /* what is written lies behind what is yet to be read */
        uint8_t answer = answers[i];
        found[2 * i] = answer == 1;
        found[2 * i + 1] = answer != 2;
    }
}

nbb_status nbb_verify_program(nbb_run *run, const nbb_program_case *reference, nbb_vector origin, nbb_vector extent)
{
    nbb_window window = { origin, extent };
    int64_t count = extent.at[0] * extent.at[1] * extent.at[2];
    uint64_t bytes = (uint64_t)count * ((uint64_t)reference->program->field_count + 1) * sizeof(uint64_t);
    uint64_t *wanted = NULL;
    NBB_TRY(nbb_program_reference_window(reference, origin, extent, &wanted));
    uint64_t *found = malloc(bytes);
    nbb_status status = found == NULL ? nbb_fail_memory(bytes, "a window to verify")
                                      : nbb_run_probe(run, nbb_window_place, &window, 0, count, found);
    if (status == NBB_OK && run->request.plan->traits.lives) {
        widen_answers(count, found);
    }
    if (status == NBB_OK) {
        status = compare(run, reference, &window, count, found, wanted);
    }
    free(wanted);
    free(found);
    return status;
}

/* Sums of reals depend on their order, and inexact cells on the target. */
static bool is_as_wanted(const nbb_program *program, nbb_number found, nbb_value_of wanted)
{
    if (!found.is_real) {
        return found.of.integer == wanted.integer;
    }
    double tolerance = (program->inexact ? 1e-3 : 1e-9) * fmax(1, fabs(wanted.real));
    return fabs(found.of.real - wanted.real) <= tolerance || (isnan(found.of.real) && isnan(wanted.real))
           || found.of.real == wanted.real;
}

nbb_status nbb_verify_observables(const nbb_run *run, const nbb_number *observables)
{
    const nbb_program *program = run->request.plan->program;
    nbb_program_case reference = nbb_verify_case(&run->request);
    nbb_program_figures figures;
    NBB_TRY(nbb_program_reference_whole(&reference, &figures));
    for (int i = 0; i < program->observable_count; ++i) {
        nbb_number wanted = figures.observed[i];
        if (!is_as_wanted(program, observables[i], wanted.of)) {
            return nbb_fail(NBB_ERROR_VERIFY, "%s: observable %s is %.17g, the brute force says %.17g",
                            run->request.plan->name, program->observables[i].name, nbb_number_real(observables[i]),
                            nbb_number_real(wanted));
        }
    }
    return NBB_OK;
}
