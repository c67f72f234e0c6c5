/* library_work.c - the work of a whole run that is started: steps, checks, files, rows, --plot, the report. An
   ensemble's copies stand side by side in one state, which the same launches advance, batch after batch where memory
   is short.

   Samples stay on the device until many are read, checkpoints are written while the steps go on, ranks share them,
   and the report has times of launches: who asked for each by itself would wait for the device at each. */
#include "library/library_job.h"

#include "runtime/run/verify.h"

/* Remarks what a file holds; of several fields, each of the files. */
static void remark_files(const nbb_options *options, const nbb_run *run, const char *path, const char *holds)
{
    const nbb_traits *traits = &run->request.plan->asked.traits;
    for (int i = 0; i < traits->arrays; ++i) {
        NBB_LOCAL_TEXT name = NBB_TEXT_EMPTY;
        NBB_REMARK_IF(nbb_field_path(traits->fields, traits->arrays, i, path, &name) == NBB_OK, options, "%s: %s",
                      nbb_text_string(&name), holds);
    }
}

/* The files that were asked for, and what they hold. */
static nbb_status export_files(const nbb_options *options, nbb_run *run)
{
    nbb_array_form form;
    if (options->png != NULL) {
        nbb_picture_size size;
        NBB_TRY(nbb_export_png(run, options->png, &size));
        if (size.scale > 1) {
            const nbb_fractal *fractal = run->request.plan->asked.fractal;
            const char *stands = fractal != NULL && nbb_fractal_axes(fractal) > 2 ? "cube" : "pixel";
            NBB_LOCAL_TEXT holds = nbb_text_of("scaled down, a %s stands for %u x %u cells", stands, size.scale,
                                               size.scale);
            remark_files(options, run, options->png, nbb_text_string(&holds));
        }
    }
    if (options->npy != NULL) {
        static const char *const forms[] = {
            "the box, array[y][x]",
            "the box is past 2^30 cells; the orthotope of cells instead, array[omega_y][omega_x]",
            "the box is past 2^30 cells; the cells alone instead, row after row",
            "the matrix, array[i][j] for i <= j",
            "the matrix is past 2^30 numbers; its upper triangle alone instead, row after row"
        };
        NBB_TRY(nbb_export_npy(run, false, options->npy, &form));
        remark_files(options, run, options->npy, forms[form]);
    }
    NBB_TRY_IF(options->vti != NULL, nbb_export_npy(run, true, options->vti, &form));
    return options->rle != NULL ? nbb_export_rle(run, options->rle) : NBB_OK;
}

static nbb_status verify(const nbb_options *options, nbb_run *run, const nbb_run_watching *watching)
{
    nbb_verified verified;
    NBB_DONE_IF(!options->verify);
    NBB_TRY(nbb_verify(run, &verified));
    nbb_remark(options, "verified: %" PRId64 " place%s compared with brute force, %s", verified.cells,
               verified.cells == 1 ? "" : "s",
               verified.whole ? "the whole box" : "in windows about cells drawn at random");
    return verified.whole && watching->has_series ? nbb_verify_observables(run, watching->series.observables)
                                                  : NBB_OK;
}

/* Those of copy `number` of an ensemble: NAME.N.EXT, or where --copy asks for one copy its own names. */
static nbb_status export_copy(const nbb_options *asked, nbb_run *run, int64_t number)
{
    nbb_options options = *asked;
    NBB_LOCAL_LIST names = { NULL, 0 };
    const char **const paths[] = { &options.png, &options.npy, &options.vti, &options.rle };
    NBB_RETURN_IF(options.copy >= 0, number == options.copy ? export_files(&options, run) : NBB_OK);
    for (int i = 0; i < NBB_COUNT(paths); ++i) {
        const char *path = *paths[i] != NULL ? *paths[i] : "", *end = strrchr(path, '.');
        end = end != NULL && strchr(end, '/') == NULL ? end : path + strlen(path);
        NBB_LOCAL_TEXT_OF(name, "a file's name", "%.*s.%" PRId64 "%s", (int)(end - path), path, number, end);
        NBB_TRY(nbb_list_add(&names, nbb_text_string(&name), name.length));
        *paths[i] = *paths[i] != NULL ? names.items[i] : NULL;
    }
    return export_files(&options, run);
}

/* --- copies --- */

static int64_t size_of(const nbb_ensemble *ensemble)
{
    return ensemble->sizes.count > 0 ? (int64_t)ensemble->sizes.values[ensemble->level] : 0;
}

/* A copy that is over: what is reported of it. */
static nbb_status end_copy(nbbgen_job *job, nbb_run_watching *watching, int64_t copy)
{
    nbb_ensemble *ensemble = &job->ensemble;
    const nbb_options *options = &job->job.options;
    nbb_run one = nbb_run_at_copy(&job->run, copy);
    nbb_series *series = watching->has_series ? &watching->series : NULL;
    json_t *values = json_object();
    NBB_JSON_SET_IF(ensemble->sizes.count > 0, values, ensemble->sizes.name,
                    json_integer((json_int_t)size_of(ensemble)));
    for (int i = 0; i < ensemble->swept_count; ++i) {
        const nbb_parameter *parameter = &ensemble->program->parameters[ensemble->swept[i].parameter];
        nbb_json_set(values, parameter->name, nbb_json_real(parameter->value));
    }
    if (series != NULL) {
        nbb_series_choose(series, copy);
    }
    uint64_t drawn_by = one.request.seed;
    one.request.seed = nbb_ensemble_seed_of(ensemble, copy);
    nbb_json_add(ensemble->described, nbb_report_describe_copy(&one, values, series));
    one.request.seed = drawn_by;
    bool is_row = series != NULL && nbb_scan_add(&ensemble->scan, series); /* one is whole */
    if (is_row && ensemble->rows.file >= 0) {
        nbb_rows_add(&ensemble->rows, nbb_scan_row(&ensemble->scan, ensemble->scan.count - 1));
        NBB_TRY(nbb_rows_flush(&ensemble->rows));
    }
    if (is_row && job->rows != NULL) { /* who made the job hears of it */
        const nbb_scan *scan = &ensemble->scan;
        NBB_LOCAL_TEXT words = NBB_TEXT_EMPTY;
        nbb_report_print_row(scan, scan->count - 1, series, &words);
        NBB_TRY(nbb_text_status(&words, "a row of a sweep"));
        NBB_TRY(nbb_library_report_row(job, nbb_report_describe_row(scan, scan->count - 1), &words));
    }
    NBB_TRY(verify(options, &one, watching));
    return export_copy(options, &one, ensemble->level * ensemble->copies + ensemble->first + copy);
}

/* To the first state of the next copies, unless the run is in one that a checkpoint had. */
static nbb_status begin_batch(nbb_ensemble *ensemble, nbb_run *run, nbb_run_watching *watching)
{
    int64_t left = ensemble->copies - ensemble->first;
    if (!ensemble->goes_on) {
        run->copies = left < ensemble->batch ? left : ensemble->batch;
        run->copies_before = ensemble->first;
        ensemble->kept.rows_before = ensemble->first > 0 ? watching->series.rows.whole : 0;
        ensemble->tempering.last = 0;
        NBB_TRY_IF(ensemble->first > 0, nbb_run_restart(run));
    }
    ensemble->goes_on = false;
    int64_t behind = (left - run->copies + ensemble->batch - 1) / ensemble->batch;
    run->steps_before = ensemble->done++ * run->request.steps;
    run->steps_behind = (behind + nbb_ensemble_levels(ensemble) - ensemble->level - 1) * run->request.steps;
    watching->series.first_copy = ensemble->level * ensemble->copies + ensemble->first;
    return NBB_OK;
}

static nbb_status do_batch(nbbgen_job *job, nbb_run_watching *watching)
{
    nbb_ensemble *ensemble = &job->ensemble;
    nbb_run *run = &job->run;
    NBB_TRY(begin_batch(ensemble, run, watching));
    for (int64_t copy = 0; watching->has_series && copy < run->copies; ++copy) {
        /* What the copy's rows begin with, and its averages. */
        nbb_number leads[NBB_OPTION_TEXTS_MAX + 2] = { nbb_number_of_integer(size_of(ensemble)) };
        nbb_run_choose_copy(run, copy);
        int sizes = ensemble->sizes.count > 0, swept = ensemble->swept_count;
        NBB_FILL(i, swept, leads[sizes + i],
                 nbb_number_of_real(ensemble->program->parameters[ensemble->swept[i].parameter].value));
        leads[sizes + swept] = nbb_number_of_integer((int64_t)nbb_ensemble_seed_of(ensemble, copy));
        nbb_series_choose(&watching->series, copy);
        nbb_averages_clear(watching->series.averages);
        memcpy(watching->series.row, leads, (size_t)watching->series.request.leads->count * sizeof *leads);
        if (nbb_run_copy_is_over(run, copy)) { /* as a checkpoint says: nobody looks at it again */
            nbb_series_record(&watching->series, run->each[copy].steps);
        }
    }
    NBB_TRY(nbb_run_saving_work(&job->saving, watching, run));
    NBB_TRY_IF(watching->has_series, nbb_series_read(&watching->series, run));
    nbb_tempering_add(&ensemble->tempering, run, ensemble->tempering.accepted);
    return NBB_EACH(copy, run->copies, end_copy(job, watching, copy));
}

/* All runs of a size, the first batch of which was begun. */
static nbb_status do_copies(nbbgen_job *job, nbb_run_watching *watching)
{
    nbb_ensemble *ensemble = &job->ensemble;
    const nbb_options *options = &job->job.options;
    nbb_run_saving *saving = &job->saving;
    int64_t values = ensemble->copies / ensemble->seeds * nbb_ensemble_levels(ensemble);
    saving->describe = nbb_ensemble_save;
    saving->context = ensemble;
    ensemble->described = ensemble->level == 0 ? json_array() : ensemble->described;
    if (watching->has_series && ensemble->level == 0) {
        NBB_TRY(nbb_scan_open(&watching->series, options->sweeps.count, ensemble->seeds, values, &ensemble->scan));
        NBB_TRY_IF(options->csv != NULL,
                   nbb_rows_open(options->csv, &ensemble->scan.columns, nbb_text_string(&watching->provenance), 0, 0,
                                 1, &ensemble->rows));
    }
    nbb_tempering_watch(&ensemble->tempering, &watching->series, &job->run);
    NBB_TRY_IF(saving->resumes,
               nbb_ensemble_recall(ensemble, &job->run, &watching->series, saving->resumption.manifest.run));
    for (; ensemble->first < ensemble->copies; ensemble->first += job->run.copies) {
        NBB_TRY(do_batch(job, watching));
    }
    ensemble->first -= job->run.copies; /* the last batch is still there */
    return NBB_OK;
}

static nbb_status do_one(nbbgen_job *job, nbb_run_watching *watching)
{
    NBB_TRY(nbb_run_saving_work(&job->saving, watching, &job->run));
    NBB_TRY_IF(watching->has_series, nbb_series_read(&watching->series, &job->run));
    NBB_TRY(verify(&job->job.options, &job->run, watching));
    return export_files(&job->job.options, &job->run);
}

/* --- what came of it --- */

/* Writes --plot: the rows as a drawing, over the values of the sweep. */
static nbb_status draw_rows(const nbb_options *options, const nbb_ensemble *ensemble, const nbb_run *run)
{
    NBB_DONE_IF(options->plot == NULL);
    const nbb_plan *plan = run->request.plan;
    const nbb_scan *scan = &ensemble->scan;
    NBB_LOCAL_TEXT command = NBB_TEXT_EMPTY, script = NBB_TEXT_EMPTY, svg = NBB_TEXT_EMPTY;
    nbb_text title = nbb_text_of("%s on %s", plan->asked.program->name, nbb_domain_name(&plan->asked.domain));
    NBB_TEXT_ADD_IF(ensemble->sizes.count == 0, &title, ", %s = %" PRId64, nbb_domain_size_name(&plan->asked.domain),
                    plan->asked.domain.size);
    nbb_text_add(&title, ", %" PRId64 " steps each", run->request.steps);
    /* A panel is of a mean or, where nothing is averaged, of an observable. */
    bool has_means = scan->averages > 0;
    json_t *names = NBB_JSON_LIST(
        i, has_means ? scan->averages : scan->observables,
        nbb_json_text(
            scan->columns.items[has_means ? nbb_scan_column(scan, i, NBB_SCAN_MEAN) : nbb_scan_observable(scan, i)]));
    json_t *rows = NBB_JSON_LIST(row, scan->count, nbb_report_describe_row(scan, row));
    json_t *figure = json_pack("{s:o, s:s, s:o, s:o}", "title", nbb_json_take(&title), "parameter",
                               scan->columns.items[0], "names", names, "rows", rows);
    nbb_options_command(options, &command);
    NBB_TRY(nbb_page_print(&nbb_plot_pages, "ensemble", figure, &script));
    NBB_TRY(nbb_plot_draw(&script, nbb_text_string(&command), &svg));
    return nbb_file_put(options->plot, &svg);
}

/* What came of --exchange, by pairs of neighbouring values, as an object; NULL where nothing is exchanged. */
static json_t *describe_exchange(const nbb_tempering *tempering, const nbb_program *program)
{
    NBB_RETURN_IF(tempering->every == 0, NULL);
    json_t *pairs = json_array();
    for (int64_t value = 0; value + 1 < tempering->count; ++value) { /* the first attempt is of odd values */
        json_int_t tried = tempering->tried[value], accepted = tempering->accepted[value];
        nbb_json_add(pairs, json_pack("{s:o, s:o, s:I, s:I, s:o}", "from", nbb_json_real(tempering->values[value]),
                                      "to", nbb_json_real(tempering->values[value + 1]), "tried", tried, "accepted",
                                      accepted, "rate", nbb_json_real((double)accepted / (double)tried)));
    }
    return json_pack("{s:s, s:s, s:I, s:o}", "parameter", program->parameters[program->exchanged].name, "energy",
                     program->observables[program->energy].name, "every", (json_int_t)tempering->every, "pairs",
                     pairs);
}

/* Runs, checks, writes files, reports. Of an ensemble the last copy is reported beside what there is of each. */
static nbb_status work_and_report(nbbgen_job *job, nbb_run_watching *watching)
{
    const nbb_options *options = &job->job.options;
    nbb_ensemble *ensemble = &job->ensemble;
    bool is_ensemble = ensemble->copies > 0;
    NBB_TRY(is_ensemble ? do_copies(job, watching) : do_one(job, watching));
    NBB_DONE_IF(ensemble->level + 1 < ensemble->sizes.count);
    NBB_TRY(draw_rows(options, ensemble, &job->run));
    NBB_TRY_IF(options->samples_file != NULL,
               nbb_recorded_write(&ensemble->kept.recorded, options->program, &ensemble->kept.leads,
                                  nbb_text_string(&watching->provenance), options->samples_file));
    nbb_run last = nbb_run_at_copy(&job->run, job->run.copies - 1);
    json_auto_t *exchange = describe_exchange(&ensemble->tempering, options->program);
    nbb_report report = { .run = &last,
                          .with_digest = options->digest,
                          .verified = options->verify,
                          .series = watching->has_series && !is_ensemble ? &watching->series : NULL,
                          .scan = watching->has_series && is_ensemble ? &ensemble->scan : NULL,
                          .copies = ensemble->described,
                          .exchange = exchange };
    if (nbb_ranks_is_first(job->ranks)) {
        json_t *object = nbb_report_describe(&report);
        nbb_json_put(object, "{s:o, s:o, s:o}", "provenance", nbb_provenance(options, &job->run), "files",
                     nbb_outputs_describe(options, options->program), "more", nbb_report_more(&report));
        job->made = nbb_json_whole(object);
        NBB_FAIL_IF(job->made == NULL, nbb_fail_memory(0, "a report"));
    }
    return NBB_OK;
}

nbb_status nbb_library_work(nbbgen_job *job)
{
    nbb_run_watching watching;
    nbb_run_saving *saving = &job->saving;
    NBB_TRY_IF(job->ensemble.copies > 0 && saving->resumes, nbb_ensemble_place(&job->ensemble, saving, &job->run));
    NBB_TRY(nbb_run_saving_begin(saving, &job->run));
    NBB_TRY(nbb_run_watching_open(&job->job.options, &saving->every, &job->ensemble.kept, &job->run, &watching));
    nbb_status status = work_and_report(job, &watching);
    return nbb_run_watching_close(&watching, &job->run, status);
}
