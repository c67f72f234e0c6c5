/* run_watching.c - opens, shows and closes what watches a run; which program and command made a result. */
#include "library/run_whole.h"

#include <xxhash.h>

nbb_status nbb_run_watching_check(const nbb_options *options, const nbb_every *every)
{
    int64_t steps = every->steps[NBB_LOOK_SERIES];
    /* Fails when observables are asked for and there are none. */
    const char *const asking[] = { "series", "average", "samples", "csv", "plot" };
    for (size_t i = 0; i < sizeof asking / sizeof *asking; ++i) {
        bool is_given = nbb_options_given(options, asking[i]);
        NBB_REFUSE_IF(is_given && options->program_name == NULL,
                      "--%s has no effect on workload %s: it is an option of programs: give --program", asking[i],
                      nbb_workload_names.names[options->workload]);
        NBB_REFUSE_IF(is_given && options->program->observable_count == 0, "--%s: program %s has no observables",
                      asking[i], options->program->name);
    }
    NBB_REFUSE_IF(options->average > options->steps,
                  "--average %" PRId64 ": the run ends after %" PRId64 " steps (--steps)", options->average,
                  options->steps);
    NBB_REFUSE_IF(options->average >= 0 && steps < 0,
                  "--average %" PRId64 " and --every log:%" PRId64
                  ": averages are of steps that are equally far apart",
                  options->average, -steps);
    NBB_REFUSE_IF(options->average > nbb_every_last(steps, options->steps),
                  "--average %" PRId64 ": of the steps from there to %" PRId64 " --every %" PRId64 " takes none",
                  options->average, options->steps, steps);
    NBB_REFUSE_IF(options->samples_file != NULL && !nbb_ends_in(options->samples_file, ".npz"),
                  "--samples %s: expected a name that ends in .npz", options->samples_file);
    return options->series != NULL ? nbb_rows_check("series", options->series) : NBB_OK;
}

/* Frames are of multiples; the observables of the last step are always seen. */
static nbb_status see_frame(void *context, nbb_run *run, int64_t step)
{
    nbb_run_watching *watching = context;
    return nbb_every_has(watching->frames_every, step) ? nbb_frames_take(&watching->frames, run) : NBB_OK;
}

static nbb_status open_series(const nbb_options *options, const nbb_every *every, nbb_run_kept *kept, nbb_run *run,
                              nbb_run_watching *watching)
{
    NBB_TRY(nbb_json_print(nbb_provenance(options, run), 0, "a JSON value", &watching->provenance));
    NBB_TRY_IF(options->samples_file != NULL && kept->recorded.copies == 0,
               nbb_recorded_open(options->program, (int)kept->leads.count, kept->copies, &kept->recorded));
    bool looks_at_steps = options->series != NULL || options->samples_file != NULL || options->average >= 0
                          || options->program->stop != NULL;
    /* no steps in between are seen where nobody asks for them */
    nbb_series_request request = { .program = options->program,
                                   .domain = &run->request.plan->asked.domain,
                                   .path = options->series,
                                   .recorded = options->samples_file != NULL ? &kept->recorded : NULL,
                                   .provenance = nbb_text_string(&watching->provenance),
                                   .leads = &kept->leads,
                                   .kept = &kept->series,
                                   .copies = run->request.copies,
                                   .every = looks_at_steps       ? every->steps[NBB_LOOK_SERIES]
                                            : options->steps > 0 ? options->steps
                                                                 : 1,
                                   .first = run->first,
                                   .rows_before = kept->rows_before,
                                   .average_from = options->average };
    NBB_TRY(nbb_series_open(&request, &watching->series));
    run->watches[NBB_RUN_OTHERS + NBB_LOOK_SERIES] = (nbb_run_watch){
        .every = request.every,
        .by_totals = run->request.plan->asked.program->stop == NULL,
        .see = nbb_series_see,
        .context = &watching->series
    };
    watching->has_series = true;
    if (run->first > 0 && options->series != NULL && watching->series.rows.begins != 0) {
        int64_t begins = watching->series.rows.begins;
        nbb_remark(options, "%s: has no rows before step %" PRId64, options->series,
                   begins < 0 ? run->first : begins);
    }
    return NBB_OK;
}

static nbb_status open_frames(const nbb_options *options, const nbb_every *every, nbb_run *run,
                              nbb_run_watching *watching)
{
    int64_t steps = watching->frames_every = every->steps[NBB_LOOK_FRAMES];
    int begins = 0;
    NBB_TRY(nbb_frames_open(run->request.plan, options->frames, options->apng, &watching->frames));
    watching->has_frames = true;
    /* The frames before the step that the run goes on from are there, or none is. */
    int before = run->first > 0 ? (int)nbb_every_count(steps, run->first) : 0;
    NBB_TRY_IF(run->first > 0, nbb_frames_resume(&watching->frames, before, steps, &begins));
    NBB_REMARK_IF(begins > 0, options, "%s: has no frames before number %06d", options->frames, begins);
    NBB_TRY(nbb_frames_clear(&watching->frames));
    run->watches[NBB_RUN_OTHERS + NBB_LOOK_FRAMES] = (nbb_run_watch){ .every = watching->frames_every,
                                                                      .see = see_frame,
                                                                      .context = watching };
    return NBB_OK;
}

nbb_status nbb_run_watching_open(const nbb_options *options, const nbb_every *every, nbb_run_kept *kept, nbb_run *run,
                                 nbb_run_watching *watching)
{
    *watching = (nbb_run_watching){ .has_series = false };
    const nbb_program *program = run->request.plan->asked.program;
    bool observes = program != NULL && program->observable_count > 0;
    nbb_status status = observes ? open_series(options, every, kept, run, watching) : NBB_OK;
    if (status == NBB_OK && (options->frames != NULL || options->apng != NULL)) {
        status = open_frames(options, every, run, watching);
    }
    return status == NBB_OK ? NBB_OK : nbb_run_watching_close(watching, run, status);
}

nbb_status nbb_run_watching_sync(nbb_run_watching *watching, nbb_run *run)
{
    NBB_TRY_IF(watching->has_series, nbb_series_read(&watching->series, run));
    if (watching->has_series && watching->series.rows.file >= 0) {
        NBB_TRY(nbb_file_sync(watching->series.rows.path));
        NBB_TRY(nbb_file_sync_name(watching->series.rows.path));
    }
    return watching->has_frames ? nbb_frames_sync(&watching->frames) : NBB_OK;
}

/* What waits on the device after an interrupt was still computed: it is read if it can be. */
nbb_status nbb_run_watching_close(nbb_run_watching *watching, nbb_run *run, nbb_status status)
{
    if (watching->has_series) {
        if (status != NBB_OK && status != NBB_ERROR_DEVICE) {
            NBB_LOCAL_TEXT message = nbb_text_of("%s", nbb_message());
            nbb_series_read(&watching->series, run);
            nbb_fail(status, "%s", nbb_text_string(&message));
        }
        nbb_series_close(&watching->series);
    }
    nbb_text_free(&watching->provenance);
    run->watches[NBB_RUN_OTHERS + NBB_LOOK_SERIES] = run->watches[NBB_RUN_OTHERS + NBB_LOOK_FRAMES] = (nbb_run_watch){
        .see = NULL
    };
    return watching->has_frames ? nbb_frames_close(&watching->frames, status) : status;
}

/* Of its one form, with parameters of 0: values are told beside. */
static uint64_t hash_of(const nbb_program *program)
{
    nbb_parameter parameters[NBB_PARAMETERS_MAX];
    nbb_program without = *program;
    NBB_LOCAL_TEXT form = NBB_TEXT_EMPTY;
    for (int i = 0; i < program->parameter_count; ++i) {
        parameters[i] = program->parameters[i];
        parameters[i].value = 0;
    }
    without.parameters = parameters;
    nbb_program_print(&without, &form);
    return XXH3_64bits(nbb_text_string(&form), form.length);
}

json_t *nbb_provenance(const nbb_options *options, const nbb_run *run)
{
    const nbb_request *asked = &run->request.plan->asked;
    NBB_LOCAL_TEXT command = NBB_TEXT_EMPTY;
    nbb_options_command(options, &command);
    json_t *object = json_pack("{s:s, s:s, s:o, s:o}", "version", NBB_VERSION, "commit", nbb_commit, "command",
                               nbb_json_text(nbb_text_string(&command)),
                               asked->domain.simplex != NULL ? "simplex" : "fractal",
                               nbb_json_text(nbb_domain_name(&asked->domain)));
    NBB_JSON_SET_IF(!options->sweeps_size, object, nbb_domain_size_name(&asked->domain),
                    json_integer((json_int_t)asked->domain.size));
    bool is_ensemble = run->request.ensemble != NULL;
    NBB_JSON_SET_IF(is_ensemble, object, "ensemble", nbb_json_text(run->request.ensemble));
    if (asked->program != NULL) {
        uint64_t seed = is_ensemble ? options->seed : run->request.seed;
        json_t *parameters = nbb_report_parameters(asked->program);
        for (int i = 0; parameters != NULL && i < options->sweeps.count; ++i) { /* of which copies have their own */
            const char *sweep = options->sweeps.items[i];
            NBB_LOCAL_TEXT name = nbb_text_of("%.*s", (int)strcspn(sweep, "="), sweep);
            json_object_del(parameters, nbb_text_string(&name));
        }
        nbb_json_put(object, "{s:o, s:o, s:o, s:I}", "program", nbb_json_text(asked->program->name), "program_hash",
                     json_sprintf("0x%016" PRIx64, hash_of(asked->program)), "param", parameters, "seed",
                     (json_int_t)seed);
        NBB_JSON_SET_IF(!is_ensemble || nbb_options_given(options, "init-seed"), object, "init_seed",
                        json_integer((json_int_t)nbb_program_init_seed(asked->program, seed)));
    }
    return nbb_json_whole(object);
}
