/* job.c - the steps from options to a loaded run. */
#include "library/job.h"

#include "library/bench/bench.h"
#include "runtime/device/machine.h"

/* Reads the points of workload edm, as many as the side where --n is given: `sized` is the options with their number
   as --n and their dimensions. Without --points nbb_points_draw draws as many as the plan's side. Fails (usage) where
   --n is missing too. There are none for other workloads, and for a fractal, which the plan refuses. */
static nbb_status read_points(const nbb_options *options, nbb_kind kind, nbb_options *sized, nbb_points *points)
{
    *sized = *options;
    *points = (nbb_points){ .at = NULL };
    NBB_DONE_IF(nbb_workload_rows[options->workload].start != NBB_START_POINTS || kind != NBB_KIND_SIMPLEX);
    if (options->points == NULL) {
        NBB_REFUSE_IF(!nbb_options_given(options, "n"),
                      "--workload edm: --n is missing, the number of points to draw, or --points,"
                      " a .npy file of them");
        return NBB_OK;
    }
    NBB_TRY(nbb_options_refuse(options, "seed dimensions",
                               " has no effect with --points: points are drawn where no file holds them"));
    NBB_TRY(nbb_points_read(options->points, options->out, points));
    NBB_REFUSE_IF(nbb_options_given(options, "n") && options->n != points->count,
                  "--n %" PRId64 ": %s holds %" PRId64 " points", options->n, options->points, points->count);
    sized->n = points->count;
    nbb_options_give(sized, "n", nbb_options_text(options, "n"));
    sized->dimensions = points->dimensions;
    sized->out = options->out == NBB_OUT_AUTO && points->are_wide ? NBB_OUT_F64 : options->out;
    return NBB_OK;
}

nbb_status nbb_job_read(const nbb_options *options, nbb_ranks *ranks, nbb_job *job)
{
    *job = (nbb_job){ .options = *options, .ranks = ranks };
    NBB_TRY(nbb_options_definition(options, &job->definition));
    job->domain = nbb_definition_domain(&job->definition, 0);
    NBB_TRY(read_points(options, job->definition.kind, &job->options, &job->points));
    return nbb_options_program(&job->options, nbb_domain_axes(&job->domain), &job->program);
}

nbb_status nbb_job_request(nbb_job *job)
{
    NBB_TRY(nbb_options_request(&job->options, job->domain, &job->request));
    job->domain.size = job->domain.simplex != NULL ? job->request.n : job->request.r;
    /* Fails when an option was given that --tuned chooses. */
    for (const char *axis = NULL; job->options.tuned && (axis = nbb_options_axis(axis)) != NULL;) {
        bool is_asked = nbb_options_is_work(axis) || strcmp(axis, "map") == 0;
        NBB_REFUSE_IF(!is_asked && nbb_options_given(&job->options, axis),
                      "--%s and --tuned: the choice that was tuned says it; give one of the two", axis);
    }
    return NBB_OK;
}

void nbb_job_ask_device(const nbb_device *device, int ranks, nbb_request *request)
{
    request->ranks = ranks;
    request->multiprocessors = device->multiprocessors * (uint32_t)ranks;
    request->cluster_blocks = device->cluster_blocks;
    request->shared_bytes = device->shared_bytes;
    request->target = device->is_cuda ? NBB_TARGET_CUDA : NBB_TARGET_HOST;
}

/* Plans again with the choice that is remembered for the plan's work. */
static nbb_status plan_tuned(nbb_job *job)
{
    nbb_options tuned = job->options;
    nbb_plan *plan = &job->plan;
    NBB_LOCAL_TEXT choice = NBB_TEXT_EMPTY, remark = NBB_TEXT_EMPTY;
    NBB_LOCAL_LIST words = { NULL, 0 };
    NBB_TRY(nbb_tuned_recall(job->device->name, &job->options, plan, &choice, &remark));
    nbb_remark(&job->options, "tuned: %s", nbb_text_string(&remark));
    NBB_TRY(nbb_list_split(nbb_text_string(&choice), &words));
    for (const char *axis = NULL; (axis = nbb_options_axis(axis)) != NULL;) {
        NBB_TRY(nbb_options_set(&tuned, axis, nbb_options_word(&words, axis)));
    }
    nbb_request found;
    NBB_TRY(nbb_options_request(&tuned, plan->asked.domain, &found));
    nbb_job_ask_device(job->device, job->request.ranks, &found);
    found.copies = job->request.copies;
    found.available = job->request.available;
    found.card = job->request.card;
    found.map = job->request.map != NBB_MAP_AUTO ? job->request.map : plan->space.map;
    nbb_plan_free(plan);
    return nbb_plan_choose(&found, plan);
}

/* Fails (device) where the host has no memory for the state and the rings that are put aside, if these are known. */
static nbb_status check_host_memory(const nbb_job *job)
{
    uint64_t total = 0, left = 0, wanted = nbb_state_parts_host_bytes(&job->plan, &job->parts);
    wanted -= job->options.state != NULL ? job->plan.space.state_bytes : 0;
    NBB_TRY(nbb_machine_memory("", &total, &left));
    nbb_request smaller = job->request;
    smaller.parted = false;
    smaller.available = left;
    smaller.buffers = 1;
    NBB_STOP_IF(wanted > left, NBB_ERROR_DEVICE,
                "%s at r = %d: its state takes %" PRIu64 " bytes of the host's memory, which has %" PRIu64
                " free; the largest r that fits there is %" PRId64,
                job->plan.asked.fractal->name, job->plan.asked.r, wanted, left,
                nbb_plan_largest(&smaller, NBB_MAP_LANES));
    return NBB_OK;
}

/* For a state in the host's memory, of which the device has parts of so many bytes. Copies go one after another. */
static nbb_status plan_parts(nbb_job *job, uint64_t available)
{
    nbb_plan_free(&job->plan);
    nbb_state_parts_free(&job->parts);
    job->request.available = 0;
    job->request.is_asked = false;
    job->request.parted = true;
    job->request.copies = 0;
    NBB_TRY(nbb_plan_choose(&job->request, &job->plan));
    NBB_TRY(check_host_memory(job));
    nbb_parting parting = nbb_state_parting(&job->plan, available, job->device->page, job->device->is_cuda,
                                            job->options.pass_steps);
    parting.in_files = job->options.state != NULL && job->device->is_cuda;
    NBB_TRY(nbb_state_parts_choose(&parting, &job->parts));
    return check_host_memory(job);
}

enum { OTHERS = 16 }; /* the share of a card's memory that all else may take */

/* A state that does not fit is the host's, where --memory asks for it, or a GPU has less memory than the host. Where
   parts do not fit, too, the message has what both need. */
static nbb_status plan_too_large(nbb_job *job, uint64_t room)
{
    bool asked = job->options.memory > 0;
    NBB_FAIL_IF(job->ranks != NULL || (!asked && !job->device->is_cuda), NBB_ERROR_DEVICE);
    NBB_LOCAL_TEXT why = nbb_text_of("%s", nbb_message());
    nbb_status status = plan_parts(job, asked ? room : room - room / OTHERS);
    NBB_DONE_IF(status == NBB_OK);
    job->request.parted = false;
    return asked || status == NBB_ERROR_DEVICE
               ? nbb_fail(status, "%s; by parts: %s", nbb_text_string(&why), nbb_message())
               : nbb_fail(NBB_ERROR_DEVICE, "%s", nbb_text_string(&why));
}

static nbb_status plan_whole(nbb_job *job, uint64_t room)
{
    nbb_plan_free(&job->plan);
    nbb_state_parts_free(&job->parts);
    job->request.available = room;
    job->request.is_asked = room == job->options.memory;
    job->request.parted = false;
    job->request.copies = job->ranks == NULL ? job->copies : 0; /* ranks do one after another */
    return nbb_plan_choose(&job->request, &job->plan);
}

/* Plans for so much free memory. Files leave most of it to the system's cache. */
static nbb_status plan_for(nbb_job *job, uint64_t available)
{
    enum { FILES_SHARE = 4 };
    uint64_t asked = job->options.memory, room = asked > 0 && asked < available ? asked : available;
    if (job->options.state != NULL) {
        NBB_REFUSE_IF(job->device->is_cuda && nbb_shards_correlate(job->request.program),
                      "--state %s: a correlation asks for cells of other parts, of which a GPU has one alone;"
                      " --device cpu has all",
                      job->options.state);
        return plan_parts(job, asked > 0 ? room : job->device->is_cuda ? room - room / OTHERS : room / FILES_SHARE);
    }
    nbb_status status = plan_whole(job, room);
    NBB_RETURN_IF(status == NBB_ERROR_DEVICE, plan_too_large(job, room));
    NBB_TRY(status);
    /* A state that fits by --memory only if it is updated in place goes by parts instead, between two buffers: on an
       H100 the gasket of r = 20 came to 1e13 cells/s in place with 512 MB, and to 2.9e13 by parts with 256 MB. */
    bool alone = job->ranks == NULL && job->copies == 0, is_free = job->request.buffers == 0;
    bool is_slow = alone && asked > 0 && job->device->is_cuda && nbb_plan_in_place(&job->plan) && is_free;
    NBB_TRY_IF(is_slow, plan_parts(job, room) == NBB_OK ? NBB_OK : plan_whole(job, room));
    return job->options.tuned ? plan_tuned(job) : NBB_OK;
}

nbb_status nbb_job_free_memory(nbb_ranks *ranks, nbb_device *device, int count, uint64_t *available)
{
    NBB_TRY(device->operations->available(device, available));
    *available /= ranks == NULL || device->is_cuda ? 1 : (uint64_t)ranks->count_here;
    NBB_TRY(nbb_ranks_least(ranks, available));
    *available *= (uint64_t)count;
    return NBB_OK;
}

/* A device that is starting gives its free memory late. Until then the plan is one for all of its memory: where that
   fits what is free, it is the plan for what is free as well, for less memory only takes choices away. */
nbb_status nbb_job_plan(nbb_job *job)
{
    uint64_t available = 0;
    NBB_TRY_IF(job->device == NULL, nbb_options_device(&job->options, job->ranks, &job->device));
    nbb_job_ask_device(job->device, job->ranks != NULL ? job->ranks->count : 1, &job->request);
    if (job->options.tuned) { /* plans by the device's constants where there are some */
        NBB_LOCAL_TEXT remark = NBB_TEXT_EMPTY;
        NBB_TRY(nbb_tuned_recall_card(job->device->name, &job->card, &job->request.card, &remark));
        NBB_REMARK_IF(job->request.card != NULL, &job->options, "tuned: %s", nbb_text_string(&remark));
    }
    NBB_DONE_IF(job->device->is_starting && job->ranks == NULL && plan_for(job, job->device->memory) == NBB_OK);
    NBB_TRY(nbb_job_free_memory(job->ranks, job->device, job->request.ranks, &available));
    return plan_for(job, available);
}

/* How many copies stand side by side: as many as memory holds, with what is added up of each. */
static nbb_status size_batch(const nbb_job *job, int64_t *batch)
{
    enum { GRID_MAX = 65535, SLOTS = 4, ARGUMENTS = 8192 };
    const nbb_plan *plan = &job->plan;
    uint64_t available = 0, asked = job->options.batch > 0 ? (uint64_t)job->options.batch : GRID_MAX;
    uint64_t each = plan->launch.memory_bytes + ARGUMENTS + SLOTS * nbb_plan_stride(plan, "totals");
    *batch = job->copies > 0 ? 1 : 0;
    NBB_DONE_IF(!plan->asked.copies);
    NBB_TRY(job->device->operations->available(job->device, &available));
    bool is_asked = job->options.memory > 0 && job->options.memory < available;
    available = is_asked ? job->options.memory : available;
    uint64_t room = available - available / 16, scratch = plan->launch.scratch_bytes;
    uint64_t most = room > scratch ? (room - scratch) / each : 0;
    asked = asked < (uint64_t)job->copies ? asked : (uint64_t)job->copies;
    NBB_STOP_IF(job->options.batch > 0 && asked > most, NBB_ERROR_DEVICE,
                "--batch %" PRId64 ": a copy needs %" PRIu64 " bytes, %s %" PRIu64 "; use --batch %" PRIu64
                " at most",
                job->options.batch, each, is_asked ? "--memory gives" : "the free memory is", available, most);
    most = most < GRID_MAX ? most : GRID_MAX;
    *batch = (int64_t)(asked < most ? asked : most > 0 ? most : 1);
    return NBB_OK;
}

/* Prints the plan's source and loads its kernels. */
static nbb_status load_plan(nbb_job *job, nbb_run *run)
{
    const nbb_options *options = &job->options;
    int64_t batch = 0;
    NBB_LOCAL_TEXT command = NBB_TEXT_EMPTY;
    NBB_AT_END(nbb_units_free) nbb_units units;
    nbb_emit_command(options, &job->plan, false, &command);
    nbb_source_request printing = { .plan = &job->plan,
                                    .command = nbb_text_string(&command),
                                    .templates = options->templates,
                                    .steps = options->steps,
                                    .seed = options->seed };
    NBB_TRY(nbb_source_print_units(&printing, &units));
    NBB_TRY(size_batch(job, &batch)); /* waits for a device that is starting, beside which the text was printed */
    nbb_run_request request = { .plan = &job->plan,
                                .device = job->device,
                                .units = &units,
                                .use_cache = !options->no_cache,
                                .steps = options->steps,
                                .seed = options->seed,
                                .points = &job->points,
                                .ranks = job->ranks,
                                .parts = job->request.parted ? &job->parts : NULL,
                                .files = job->files,
                                .copies = batch,
                                .ensemble = job->ensemble,
                                .given = options->initial.count > 0 ? &job->given : NULL,
                                .templates = options->templates };
    return nbb_run_load(&request, run);
}

nbb_status nbb_job_load(nbb_job *job, nbb_run *run, bool *is_loaded)
{
    uint64_t available = 0;
    *is_loaded = true;
    /* The points of edm, where they do not come from a file. */
    const nbb_plan *plan = &job->plan;
    NBB_TRY_IF(plan->asked.work->start == NBB_START_POINTS && job->points.at == NULL,
               nbb_points_draw(plan, job->options.seed, &job->points));
    NBB_TRY(load_plan(job, run));
    nbb_status status = nbb_job_free_memory(job->ranks, job->device, job->request.ranks, &available);
    uint64_t needed = job->request.parted ? job->parts.bytes : plan->launch.memory_bytes;
    NBB_DONE_IF(job->is_fitted || (status == NBB_OK && needed <= available));
    nbb_run_end(run);
    NBB_TRY(status);
    *is_loaded = false;
    job->is_fitted = true;
    return plan_for(job, available);
}

void nbb_job_unplan(nbb_job *job)
{
    nbb_plan_free(&job->plan);
    nbb_state_parts_free(&job->parts);
    nbb_given_free(&job->given);
    job->is_fitted = false;
}

void nbb_job_close(nbb_job *job)
{
    nbb_job_unplan(job);
    if (job->device != NULL) {
        job->device->operations->close(job->device);
    }
    nbb_points_free(&job->points);
    nbb_program_free(&job->program);
    nbb_definition_free(&job->definition);
    *job = (nbb_job){ .device = NULL };
}
