/* case.c - what becomes of a case: it is run and compared, or listed. */
#include "case.h"

#include "gen/source/source.h"
#include "gen/domain/state.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static nbb_status print_case(const start *from, const nbb_plan *plan, figures expected)
{
    nbb_text line = NBB_TEXT_EMPTY;
    bool is_simplex = from->domain.simplex != NULL;
    nbb_text_add(&line, "%s --%s %" PRId64 " --workload %s --map %s --steps %" PRId64,
                 is_simplex ? from->domain.simplex->path : from->domain.fractal->path, is_simplex ? "n" : "r",
                 from->domain.size, nbb_workload_names.names[plan->workload], nbb_map_names.names[plan->map],
                 from->steps);
    if (plan->workload == NBB_WORKLOAD_CA) {
        nbb_text_add(&line, " --rule ");
        nbb_rule_print_on(plan->rule, nbb_domain_axes(&plan->domain), &line);
    }
    if (plan->workload != NBB_WORKLOAD_SW) {
        nbb_text_add(&line, " --seed %" PRIu64 " --density %.17g", from->seed, from->density);
    }
    nbb_plan_print_options(plan, &line);
    printf("%s | %" PRIu64 " %" PRIu64 " 0x%016" PRIx64 " 0x%016" PRIx64 "\n", nbb_text_string(&line),
           expected.population0, expected.population, expected.digest0, expected.digest);
    nbb_text_free(&line);
    return NBB_OK;
}

/* The first figure that differs, as a failure. */
static nbb_status compare(const nbb_run *run, figures expected)
{
    const uint64_t got[] = { run->population0, run->digest0, run->population, run->digest };
    const uint64_t wanted[] = { expected.population0, expected.digest0, expected.population, expected.digest };
    static const char *const names[] = { "population0", "digest0", "population", "digest" };
    for (int i = 0; i < 4; ++i) {
        if (got[i] != wanted[i]) {
            return nbb_fail(NBB_ERROR_VERIFY, "%s is 0x%" PRIx64 ", expected 0x%" PRIx64, names[i], got[i],
                            wanted[i]);
        }
    }
    if (run->kernels[NBB_ENTRY_SUM] != NULL && run->sum != expected.population0) {
        return nbb_fail(NBB_ERROR_VERIFY, "the sum is %" PRIu64 ", expected %" PRIu64, run->sum,
                        expected.population0);
    }
    return NBB_OK;
}

static nbb_vector place_of(const void *context, int64_t i)
{
    const nbb_plan *plan = context;
    return nbb_box_place((nbb_vector){ { 0 } }, plan->n, i);
}

/* Every cell's state, asked for cell by cell, must come to the same census: the probe's test. */
static nbb_status compare_probes(nbb_run *run)
{
    const nbb_plan *plan = run->request.plan;
    int64_t places = nbb_domain_places(&plan->domain);
    uint8_t *alive = calloc((size_t)places, 1);
    uint64_t digest = 0;
    nbb_status status = alive == NULL ? nbb_fail_memory((uint64_t)places, "probes")
                                      : nbb_run_probe(run, place_of, plan, 0, places, alive);
    for (int64_t i = 0; i < places && status == NBB_OK; ++i) {
        nbb_vector cell = place_of(plan, i);
        digest += alive[i] == 1 ? nbb_state_digest(nbb_domain_axes(&plan->domain), cell) : 0;
        if ((alive[i] == 2) == nbb_domain_member(&plan->domain, cell)) {
            status = nbb_fail(NBB_ERROR_VERIFY, "probe (%" PRId64 ", %" PRId64 ", %" PRId64 ") gives %d", cell.at[0],
                              cell.at[1], cell.at[2], alive[i]);
        }
    }
    free(alive);
    if (status == NBB_OK && digest != run->digest) {
        status = nbb_fail(NBB_ERROR_VERIFY, "the probes' digest is 0x%" PRIx64 ", the census's 0x%" PRIx64, digest,
                          run->digest);
    }
    return status;
}

static nbb_status run_case(const start *from, const nbb_plan *plan, figures expected, nbb_device *device)
{
    nbb_units units;
    nbb_source_request printing = { .plan = plan, .command = "nbb_matrix", .steps = from->steps };
    nbb_run run;
    nbb_status status = nbb_source_print_units(&printing, &units);
    if (status == NBB_OK) {
        nbb_run_request request = { plan, device, &units, true, from->steps, from->seed,
                                    nbb_density_threshold(from->density), NULL };
        status = nbb_run_start(&request, &run);
    }
    nbb_units_free(&units);
    NBB_TRY(status);
    status = nbb_run_work(&run);
    status = status == NBB_OK ? compare(&run, expected) : status;
    status = status == NBB_OK ? compare_probes(&run) : status;
    nbb_run_end(&run);
    return status;
}

/* What the workload makes of the start. */
static figures expected_figures(const start *from, nbb_workload workload)
{
    figures expected = from->expected;
    if (workload == NBB_WORKLOAD_RD) {
        expected.population = expected.population0;
        expected.digest = expected.digest0;
    } else if (workload == NBB_WORKLOAD_SW) {
        expected = (figures){ .population = (uint64_t)nbb_domain_cells(&from->domain) };
        for (int64_t i = 0; i < (int64_t)expected.population; ++i) {
            expected.digest += nbb_state_digest(nbb_domain_axes(&from->domain), nbb_domain_cell(&from->domain, i));
        }
    }
    return expected;
}

/* Whether a case is within the limits of a list: its box, and the straight-line code of lanes, which takes long to
   compile. */
static bool is_small(const nbb_plan *plan, const sink *into)
{
    return nbb_domain_places(&plan->domain) <= into->largest_box
           && (plan->map != NBB_MAP_LANES || plan->workload != NBB_WORKLOAD_CA
               || plan->step.code.operations <= into->most_operations);
}

bool try_case(const start *from, nbb_request request, sink *into)
{
    nbb_plan plan;
    request.fractal = from->domain.fractal;
    request.simplex = from->domain.simplex;
    request.r = request.fractal != NULL ? (int)from->domain.size : 0;
    request.n = request.simplex != NULL ? from->domain.size : 0;
    request.rule = from->rule;
    request.target = into->device != NULL && !into->device->is_cuda ? NBB_TARGET_HOST : NBB_TARGET_CUDA;
    if (nbb_plan_choose(&request, &plan) != NBB_OK) {
        return false;
    }
    bool is_case = is_small(&plan, into);
    if (is_case) {
        figures expected = expected_figures(from, request.workload);
        nbb_status status = into->device != NULL ? run_case(from, &plan, expected, into->device)
                                                 : print_case(from, &plan, expected);
        if (status == NBB_OK) {
            ++into->passed;
        } else {
            ++into->failed;
            fprintf(stderr, "%s: %s\n", plan.name, nbb_message());
        }
    }
    nbb_plan_free(&plan);
    return is_case;
}
