/* run_ensemble.c - the work of an ensemble: copies side by side in one state, which the same launches advance, batch
   after batch where memory is short; and --plot: what its rows say, drawn over the values of its sweep. */
#include "library/ensemble.h"

#include "library/page.h"
#include "runtime/run/run_copies.h"

static int64_t size_of(const nbb_ensemble *ensemble)
{
    return ensemble->sizes.count > 0 ? (int64_t)ensemble->sizes.values[ensemble->level] : 0;
}

/* What the copy's rows begin with, and its averages. */
static void begin_copy(const nbb_ensemble *ensemble, nbb_run *run, nbb_run_watching *watching, int64_t copy)
{
    nbb_number leads[NBB_OPTION_TEXTS_MAX + 2] = { nbb_number_of_integer(size_of(ensemble)) };
    nbb_run_choose_copy(run, copy);
    int count = ensemble->sizes.count > 0;
    for (int i = 0; i < ensemble->swept_count; ++i, ++count) {
        leads[count] = nbb_number_of_real(ensemble->program->parameters[ensemble->swept[i].parameter].value);
    }
    leads[count] = nbb_number_of_integer((int64_t)nbb_ensemble_seed_of(ensemble, copy));
    nbb_series_choose(&watching->series, copy);
    nbb_averages_clear(watching->series.averages);
    memcpy(watching->series.row, leads, (size_t)watching->series.request.leads->count * sizeof *leads);
}

/* A copy that is over: what is reported of it. */
static nbb_status end_copy(nbb_ensemble *ensemble, nbb_run *run, nbb_run_watching *watching, int64_t copy,
                           nbb_run_check *check)
{
    nbb_run one = nbb_run_at_copy(run, copy);
    nbb_series *series = watching->has_series ? &watching->series : NULL;
    json_t *values = json_object();
    if (ensemble->sizes.count > 0) {
        nbb_json_set(values, ensemble->sizes.name, json_integer((json_int_t)size_of(ensemble)));
    }
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
    NBB_TRY(is_row ? ensemble->tell(ensemble->context, &ensemble->scan, series) : NBB_OK);
    NBB_TRY(check(ensemble->options, &one, watching));
    return ensemble->write(ensemble, &one, ensemble->level * ensemble->copies + ensemble->first + copy);
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
        NBB_TRY(ensemble->first > 0 ? nbb_run_restart(run) : NBB_OK);
    }
    ensemble->goes_on = false;
    int64_t behind = (left - run->copies + ensemble->batch - 1) / ensemble->batch;
    run->steps_before = ensemble->done++ * run->request.steps;
    run->steps_behind = (behind + nbb_ensemble_levels(ensemble) - ensemble->level - 1) * run->request.steps;
    watching->series.first_copy = ensemble->level * ensemble->copies + ensemble->first;
    return NBB_OK;
}

static nbb_status do_batch(nbb_ensemble *ensemble, nbb_run *run, nbb_run_watching *watching, nbb_run_check *check)
{
    NBB_TRY(begin_batch(ensemble, run, watching));
    for (int64_t copy = 0; watching->has_series && copy < run->copies; ++copy) {
        begin_copy(ensemble, run, watching, copy);
        if (nbb_run_copy_is_over(run, copy)) { /* as a checkpoint says: nobody looks at it again */
            nbb_series_record(&watching->series, run->each[copy].steps);
        }
    }
    NBB_TRY(nbb_run_saving_work(ensemble->saving, watching, run));
    NBB_TRY(nbb_run_watching_read(watching, run));
    nbb_tempering_add(&ensemble->tempering, run, ensemble->tempering.accepted);
    for (int64_t copy = 0; copy < run->copies; ++copy) {
        NBB_TRY(end_copy(ensemble, run, watching, copy, check));
    }
    return NBB_OK;
}

/* Copies exchange, if that was asked for, by totals of this series. */
static void exchange_by(nbb_ensemble *ensemble, nbb_series *series, nbb_run *run)
{
    ensemble->tempering.series = series;
    run->exchange = (nbb_run_watch){ .every = ensemble->tempering.every,
                                     .by_totals = true,
                                     .see = ensemble->tempering.every > 0 ? nbb_temper : NULL,
                                     .context = &ensemble->tempering };
}

nbb_status nbb_ensemble_exchange(nbb_ensemble *ensemble, nbb_run *run)
{
    const nbb_series_request request = { .program = ensemble->program,
                                         .domain = &run->request.plan->asked.domain,
                                         .leads = &ensemble->kept.leads,
                                         .kept = &ensemble->kept.series,
                                         .copies = run->request.copies,
                                         .every = 1,
                                         .average_from = -1 };
    if (ensemble->tempering.every == 0) {
        return NBB_OK;
    }
    nbb_series *made = NULL;
    NBB_TRY(NBB_MAKE(made, 1, "a series"));
    NBB_TRY_OR(nbb_series_open(&request, made), free(made));
    ensemble->energies = made;
    exchange_by(ensemble, made, run);
    return NBB_OK;
}

nbb_status nbb_ensemble_work(const nbb_options *options, nbb_ensemble *ensemble, nbb_run *run,
                             nbb_run_watching *watching, nbb_run_check *check)
{
    int64_t values = ensemble->copies / ensemble->seeds * nbb_ensemble_levels(ensemble);
    ensemble->options = options;
    ensemble->saving->describe = nbb_ensemble_save;
    ensemble->saving->context = ensemble;
    ensemble->described = ensemble->level == 0 ? json_array() : ensemble->described;
    if (watching->has_series && ensemble->level == 0) {
        NBB_TRY(nbb_scan_open(&watching->series, options->sweeps.count, ensemble->seeds, values, &ensemble->scan));
        NBB_TRY(options->csv != NULL ? nbb_rows_open(options->csv, &ensemble->scan.columns,
                                                     nbb_text_string(&watching->provenance), &ensemble->rows)
                                     : NBB_OK);
    }
    exchange_by(ensemble, &watching->series, run);
    const nbb_run_saving *saving = ensemble->saving;
    NBB_TRY(saving->resumes ? nbb_ensemble_recall(ensemble, run, &watching->series, saving->resumption.manifest.run)
                            : NBB_OK);
    for (; ensemble->first < ensemble->copies; ensemble->first += run->copies) {
        NBB_TRY(do_batch(ensemble, run, watching, check));
    }
    ensemble->first -= run->copies; /* the last batch is still there */
    return NBB_OK;
}

nbb_status nbb_ensemble_draw(const nbb_options *options, const nbb_ensemble *ensemble, const nbb_run *run)
{
    if (options->plot == NULL) {
        return NBB_OK;
    }
    const nbb_plan *plan = run->request.plan;
    const nbb_scan *scan = &ensemble->scan;
    NBB_LOCAL_TEXT command = NBB_TEXT_EMPTY, script = NBB_TEXT_EMPTY, svg = NBB_TEXT_EMPTY;
    nbb_text title = nbb_text_of("%s on %s", plan->asked.program->name, nbb_domain_name(&plan->asked.domain));
    if (ensemble->sizes.count == 0) {
        nbb_text_add(&title, ", %s = %" PRId64, nbb_domain_size_name(&plan->asked.domain), plan->asked.domain.size);
    }
    nbb_text_add(&title, ", %" PRId64 " steps each", run->request.steps);
    /* A panel is of a mean or, where nothing is averaged, of an observable. */
    json_t *names = json_array(), *rows = json_array();
    for (int i = 0; i < (scan->averages > 0 ? scan->averages : scan->observables); ++i) {
        int column = scan->averages > 0 ? nbb_scan_column(scan, i, NBB_SCAN_MEAN) : nbb_scan_observable(scan, i);
        nbb_json_add(names, nbb_json_text(scan->columns.items[column]));
    }
    for (int64_t row = 0; row < scan->count; ++row) {
        nbb_json_add(rows, nbb_report_describe_row(scan, row));
    }
    json_t *figure = json_pack("{s:o, s:s, s:o, s:o}", "title", nbb_json_take(&title), "parameter",
                               scan->columns.items[0], "names", names, "rows", rows);
    nbb_options_command(options, &command);
    NBB_TRY(nbb_page_print(&nbb_plot_pages, "ensemble", figure, &script));
    NBB_TRY(nbb_plot_draw(&script, nbb_text_string(&command), &svg));
    return nbb_file_put(options->plot, &svg);
}
