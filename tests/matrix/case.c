/* case.c - what becomes of a case: it is run and compared, or listed. */
#include "runtime/run/run_state.h"
#include "tests/works.h"
#include "case.h"

#include "edm.h"

#include "runtime/run/program_area.h"

/* Multiprocessors of the emulator, on which 4096 threads can wait for each other (emulator/engine/launch.cpp): 512 on
   each, as a plan has them. */
enum { EMULATED = 8 };

/* Adds the options for the work and its start, to those that name the workload. */
static void add_work(const start *from, const nbb_plan *plan, nbb_text *line)
{
    if (from->said != NULL) {
        nbb_text_add(line, "%s --seed %" PRIu64, from->said, from->seed);
        return;
    }
    if (plan->asked.work->evolves) {
        nbb_text_add(line, plan->asked.work->law == NBB_LAW_PROGRAM ? " --program " : " --rule ");
        nbb_rule_print_on(plan->asked.rule, nbb_domain_axes(&plan->asked.domain), line);
    }
    if (plan->asked.work->law == NBB_LAW_PROGRAM) {
        nbb_text_add(line, " --seed %" PRIu64 " --set density=%.17g", from->seed, from->density);
    } else if (plan->asked.work->start == NBB_START_DRAWN) {
        nbb_text_add(line, " --seed %" PRIu64 " --density %.17g", from->seed, from->density);
    } else if (plan->asked.work->start == NBB_START_POINTS) {
        nbb_text_add(line, " --seed %" PRIu64 " --dimensions %d --out %s", from->seed, EDM_DIMENSIONS,
                     nbb_out_names.names[plan->asked.out]);
    }
}

static nbb_status print_case(const start *from, const nbb_plan *plan, figures expected, FILE *list)
{
    bool is_simplex = from->domain.simplex != NULL;
    NBB_LOCAL_TEXT line = nbb_text_of("%s --%s %" PRId64 " --workload %s --map %s --steps %" PRId64,
                                      is_simplex ? from->domain.simplex->path : from->domain.fractal->path,
                                      is_simplex ? "n" : "r", from->domain.size, plan->asked.work->name,
                                      nbb_map_names.names[plan->space.map], from->steps);
    add_work(from, plan, &line);
    nbb_plan_print_options(plan, &line);
    fprintf(list != NULL ? list : stdout, "%s | %" PRIu64 " %" PRIu64 " 0x%016" PRIx64 " 0x%016" PRIx64 "\n",
            nbb_text_string(&line), expected.population0, expected.population, expected.digest0, expected.digest);
    return NBB_OK;
}

/* The first figure that differs, as a failure. */
static nbb_status compare(const nbb_run *run, figures expected)
{
    const uint64_t got[] = { run->counted.population0, run->counted.digest0, run->counted.population,
                             run->counted.digest };
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
    return nbb_box_place((nbb_vector){ { 0 } }, plan->asked.sides, i);
}

/* Every cell's state, asked for cell by cell, must come to the same census: the probe's test. */
static nbb_status compare_alive(const nbb_run *run, const void *states)
{
    const nbb_plan *plan = run->request.plan;
    const uint8_t *alive = states;
    uint64_t digest = 0;
    for (int64_t i = 0; i < nbb_domain_places(&plan->asked.domain); ++i) {
        nbb_vector cell = place_of(plan, i);
        digest += alive[i] == 1 ? nbb_state_hash(0, nbb_domain_axes(&plan->asked.domain), cell) : 0;
        if ((alive[i] == 2) == nbb_domain_member(&plan->asked.domain, cell)) {
            return nbb_fail(NBB_ERROR_VERIFY, "probe (%" PRId64 ", %" PRId64 ", %" PRId64 ") gives %d", cell.at[0],
                            cell.at[1], cell.at[2], alive[i]);
        }
    }
    return digest == run->counted.digest
               ? NBB_OK
           : nbb_fail(NBB_ERROR_VERIFY, "the probes' digest is 0x%" PRIx64 ", the census's 0x%" PRIx64, digest,
                      run->counted.digest);
}

/* The same of distances, which must be the definition's to the bit. */
static nbb_status compare_distances(const nbb_run *run, const void *states)
{
    const nbb_plan *plan = run->request.plan;
    const nbb_cell_type *cells = plan->asked.traits.cell;
    for (int64_t i = 0; i < nbb_domain_places(&plan->asked.domain); ++i) {
        nbb_vector cell = place_of(plan, i);
        uint64_t expected = expected_distance(&plan->asked.domain, run->request.points, cells->kind, cell), found = 0;
        memcpy(&found, (const char *)states + (size_t)i * cells->bytes, cells->bytes);
        if (found != expected) {
            return nbb_fail(NBB_ERROR_VERIFY,
                            "probe (%" PRId64 ", %" PRId64 ") gives 0x%" PRIx64 ", expected 0x%" PRIx64, cell.at[0],
                            cell.at[1], found, expected);
        }
    }
    return NBB_OK;
}

static nbb_status compare_probes(nbb_run *run)
{
    const nbb_plan *plan = run->request.plan;
    int64_t places = nbb_domain_places(&plan->asked.domain);
    void *states = calloc((size_t)places, plan->asked.traits.cell->bytes);
    nbb_status status = states == NULL ? nbb_fail_memory((uint64_t)places * plan->asked.traits.cell->bytes, "probes")
                                       : nbb_run_probe(run, place_of, plan, 0, places, states);
    if (status == NBB_OK) {
        status = (plan->asked.work->start == NBB_START_POINTS ? compare_distances : compare_alive)(run, states);
    }
    free(states);
    return status;
}

static nbb_status start_run(const start *from, const nbb_plan *plan, const nbb_points *points, nbb_device *device,
                            nbb_run *run)
{
    NBB_AT_END(nbb_units_free) nbb_units units;
    nbb_source_request printing = {
        .plan = plan, .command = "nbb_matrix", .steps = from->steps, .templates = getenv("NBBGEN_TEMPLATES")
    };
    nbb_status status = nbb_source_print_units(&printing, &units);
    if (status == NBB_OK) {
        nbb_run_request request = { .plan = plan,
                                    .device = device,
                                    .units = &units,
                                    .use_cache = true,
                                    .steps = from->steps,
                                    .seed = from->seed,
                                    .points = points };
        status = nbb_run_start(&request, run);
    }
    return status;
}

static nbb_status run_case(const start *from, const nbb_plan *plan, const nbb_points *points, figures expected,
                           nbb_device *device)
{
    nbb_run run;
    NBB_TRY(start_run(from, plan, points, device, &run));
    nbb_status status = nbb_run_work(&run);
    status = status == NBB_OK ? compare(&run, expected) : status;
    bool is_asked_alive = plan->asked.traits.lives || plan->asked.work->start == NBB_START_POINTS;
    status = status == NBB_OK && is_asked_alive ? compare_probes(&run) : status;
    nbb_run_end(&run);
    return status;
}

/* What the workload makes of the start. */
static figures expected_figures(const start *from, const nbb_plan *plan, const nbb_points *points)
{
    const nbb_workload_row *work = plan->asked.work;
    figures expected = from->expected;
    if (work->pass == NBB_ENTRY_SUM) {
        expected.population = expected.population0;
        expected.digest = expected.digest0;
    } else if (work->start == NBB_START_POINTS) {
        expected = expected_distances(&from->domain, points, plan->asked.traits.cell->kind);
    } else if (work->pass == NBB_ENTRY_WRITE) {
        expected = (figures){ .population = (uint64_t)nbb_domain_cells(&from->domain) };
        for (int64_t i = 0; i < (int64_t)expected.population; ++i) {
            expected.digest += nbb_state_hash(0, nbb_domain_axes(&from->domain), nbb_domain_cell(&from->domain, i));
        }
    }
    return expected;
}

static nbb_status hand_over(const start *from, const nbb_plan *plan, sink *into)
{
    nbb_points points = { .at = NULL };
    bool has_points = plan->asked.work->start == NBB_START_POINTS;
    NBB_TRY(has_points ? draw_points(from->domain.size, from->seed, plan->asked.traits.cell->kind, &points) : NBB_OK);
    figures expected = expected_figures(from, plan, &points);
    nbb_status status = into->device != NULL ? run_case(from, plan, &points, expected, into->device)
                                             : print_case(from, plan, expected, into->list);
    nbb_points_free(&points);
    return status;
}

machine machine_of(const sink *into)
{
    const nbb_device *device = into->device;
    return device == NULL    ? (machine){ .target = NBB_TARGET_CUDA, .multiprocessors = EMULATED }
           : device->is_cuda ? (machine){ NBB_TARGET_CUDA, device->multiprocessors, device->cluster_blocks }
                             : (machine){ .target = NBB_TARGET_HOST };
}

void place_request(machine on, nbb_request *request)
{
    request->target = on.target;
    request->multiprocessors = on.multiprocessors;
    request->cluster_blocks = on.cluster_blocks;
}

const nbb_program *work_program(const start *from, nbb_workload workload)
{
    return program_of(workload, from->rule, nbb_domain_axes(&from->domain), from->density);
}

void aim_request(const start *from, nbb_request *request)
{
    request->fractal = from->domain.fractal;
    request->simplex = from->domain.simplex;
    request->r = request->fractal != NULL ? (int)from->domain.size : 0;
    request->n = request->simplex != NULL ? from->domain.size : 0;
    request->dimensions = EDM_DIMENSIONS;
    if (request->workload != NBB_WORKLOAD_PROGRAM) {
        request->program = work_program(from, request->workload);
    }
}

/* $NBB_ONLY is a part of the names of the cases that are wanted. */
static bool is_wanted(const char *name)
{
    const char *only = getenv("NBB_ONLY");
    return only == NULL || strstr(name, only) != NULL;
}

bool try_case(const start *from, nbb_request request, sink *into)
{
    nbb_plan plan;
    place_request(machine_of(into), &request);
    aim_request(from, &request);
    if (choose_plan(&request, &plan) != NBB_OK) {
        return false;
    }
    if (!is_wanted(plan.name)) {
        /* another run has it, or none */
    } else if (hand_over(from, &plan, into) == NBB_OK) {
        ++into->passed;
    } else {
        ++into->failed;
        fprintf(stderr, "%s: %s\n", plan.name, nbb_message());
    }
    nbb_plan_free(&plan);
    return true;
}

nbb_status take_reference(start *from, const nbb_program *program)
{
    nbb_program_figures first = { 0 }, last = { 0 };
    nbb_program_case reference = { .program = program, .domain = from->domain, .seed = from->seed };
    nbb_status status = nbb_program_reference_whole(&reference, &first);
    reference.steps = from->steps;
    status = status == NBB_OK ? nbb_program_reference_whole(&reference, &last) : status;
    from->expected = (figures){ first.population, last.population, first.digest, last.digest };
    return status;
}
