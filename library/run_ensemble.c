/* run_ensemble.c - --sweep and --seed A..B: copies with values and seeds of their own, side by side in one state.

   The same launches advance all of them, batch after batch where memory is short. Copies are numbered: the last
   sweep's values change faster than those before it, and seeds fastest of all. */
#include "library/run_ensemble.h"

#include "library/bench/plot.h"
#include "library/job_saving.h"
#include "runtime/run/run_copies.h"

/* --- what is asked for --- */

/* The parameter is the program's, and is given its values once. */
static nbb_status find_parameter(const nbb_options *options, nbb_ensemble *ensemble, nbb_swept *swept)
{
    NBB_LOCAL_TEXT asked = nbb_text_of("--sweep %s", swept->text);
    NBB_LOCAL_TEXT first = nbb_text_of("%s=%.17g", swept->name, swept->values[0]);
    NBB_TRY(nbb_text_status(&first, "a parameter's value"));
    NBB_TRY(nbb_program_set(ensemble->program, nbb_text_string(&asked), first.data));
    swept->parameter = nbb_program_parameter_index(ensemble->program, swept->name);
    if (nbb_options_assigns(options, swept->name)) {
        return nbb_fail(NBB_ERROR_USAGE, "--sweep %s and --set %s=...: give the parameter its values once",
                        swept->text, swept->name);
    }
    for (const nbb_swept *other = ensemble->swept; other < swept; ++other) {
        if (other->parameter == swept->parameter) {
            return nbb_fail(NBB_ERROR_USAGE, "--sweep %s and --sweep %s: give the parameter its values once",
                            other->text, swept->text);
        }
    }
    return NBB_OK;
}

/* Sizes, which change slowest of all. */
static nbb_status take_sizes(const nbb_options *options, nbb_ensemble *ensemble)
{
    nbb_swept *swept = &ensemble->swept[--ensemble->swept_count];
    if (ensemble->sizes.count > 0) {
        return nbb_fail(NBB_ERROR_USAGE, "--sweep %s and --sweep %s: give the size its values once",
                        ensemble->sizes.text, swept->text);
    }
    ensemble->sizes = *swept;
    *swept = (nbb_swept){ .text = NULL };
    if (nbb_options_given(options, ensemble->sizes.name)) {
        return nbb_fail(NBB_ERROR_USAGE, "--sweep %s and --%s: give the size its values once", ensemble->sizes.text,
                        ensemble->sizes.name);
    }
    return nbb_options_refuse(options, "exchange", " and a --sweep of the size: rates of acceptance are of one size");
}

/* A sweep of r or n is of the size, but where the program has a parameter of this name and the size is given. */
static nbb_status read_sweeps(const nbb_options *options, const char *size, nbb_ensemble *ensemble)
{
    bool is_given = nbb_options_given(options, size) && nbb_program_parameter_index(ensemble->program, size) >= 0;
    for (int i = 0; i < options->sweeps.count; ++i) {
        nbb_swept *swept = &ensemble->swept[ensemble->swept_count++];
        NBB_TRY(nbb_swept_read(options->sweeps.items[i], is_given ? NULL : size, swept));
        if (!is_given && strcmp(swept->name, size) == 0) {
            NBB_TRY(take_sizes(options, ensemble));
            continue;
        }
        NBB_TRY(find_parameter(options, ensemble, swept));
        double least = swept->values[0], most = least;
        for (int64_t value = 1; value < swept->count; ++value) {
            least = fmin(least, swept->values[value]);
            most = fmax(most, swept->values[value]);
        }
        nbb_program_sweep(ensemble->program, swept->name, least, most);
        ensemble->copies *= ensemble->copies <= NBB_COPIES_MAX ? swept->count : 1;
    }
    return NBB_OK;
}

/* The names of what tells copies apart. */
static nbb_status list_leads(nbb_ensemble *ensemble)
{
    const nbb_swept *sizes = &ensemble->sizes;
    NBB_TRY(sizes->count > 0 ? nbb_list_add(&ensemble->leads, sizes->name, strlen(sizes->name)) : NBB_OK);
    for (int i = 0; i < ensemble->swept_count; ++i) {
        NBB_TRY(nbb_list_add(&ensemble->leads, ensemble->swept[i].name, strlen(ensemble->swept[i].name)));
    }
    return ensemble->seeds > 1 ? nbb_list_add(&ensemble->leads, "seed", 4) : NBB_OK;
}

uint64_t nbb_ensemble_seed_of(const nbb_ensemble *ensemble, int64_t copy)
{
    return ensemble->given_seeds != NULL ? ensemble->given_seeds[copy]
                                         : ensemble->seed + (uint64_t)((ensemble->first + copy) % ensemble->seeds);
}

/* As nbb_run_choose has it. With noise of their own values have other seeds, and init's is that of all. */
static uint64_t choose(void *context, int64_t copy)
{
    nbb_ensemble *ensemble = context;
    int64_t number = ensemble->first + copy, values = number / ensemble->seeds;
    for (int i = ensemble->swept_count - 1; i >= 0; --i) {
        const nbb_swept *swept = &ensemble->swept[i];
        ensemble->program->parameters[swept->parameter].value = swept->values[values % swept->count];
        values /= swept->count;
    }
    for (int i = 0; i < ensemble->program->parameter_count; ++i) {
        double *value = &ensemble->program->parameters[i].value;
        *value = ensemble->given[i] != NULL ? ensemble->given[i][copy] : *value;
    }
    if (!ensemble->own_noise) {
        return nbb_ensemble_seed_of(ensemble, copy);
    }
    if (!ensemble->init_apart) {
        ensemble->program->seeds_apart = true;
        ensemble->program->init_seed = nbb_ensemble_seed_of(ensemble, copy);
    }
    return nbb_ensemble_seed_of(ensemble, copy) + ((uint64_t)(number / ensemble->seeds) << 32);
}

static int64_t levels_of(const nbb_ensemble *ensemble)
{
    return ensemble->sizes.count > 0 ? ensemble->sizes.count : 1;
}

/* Options that an ensemble does not go with, and those that need one. */
static nbb_status check_options(const nbb_options *options, const nbb_ensemble *ensemble)
{
    if (ensemble->copies == 0) {
        return nbb_options_refuse(options, "csv plot copy batch own-noise",
                                  " has no effect without --sweep or --seed A..B: it is of an ensemble");
    }
    NBB_TRY(nbb_job_check_steps(options, options->sweeps.count > 0 ? "sweep" : "seed A..B"));
    NBB_TRY(ensemble->sizes.count == 0 ? NBB_OK
                                       : nbb_options_refuse(options, "checkpoint resume",
                                                            " and --sweep of a size: a checkpoint is of one size"));
    NBB_TRY(nbb_options_refuse(options, "frames apng samples",
                               " and --sweep or --seed A..B: the file is of one run; --set a value, give a seed"));
    if (options->plot != NULL && options->sweeps.count != 1) {
        return nbb_fail(NBB_ERROR_USAGE, "--plot %s: it draws over the values of one --sweep, here are %d",
                        options->plot, options->sweeps.count);
    }
    if (nbb_options_given(options, "copy") && options->copy >= ensemble->copies * levels_of(ensemble)) {
        return nbb_fail(NBB_ERROR_USAGE, "--copy %" PRId64 ": the copies have numbers from 0 to %" PRId64,
                        options->copy, ensemble->copies * levels_of(ensemble) - 1);
    }
    NBB_TRY(options->csv != NULL ? nbb_rows_check("csv", options->csv) : NBB_OK);
    return options->plot != NULL ? nbb_plot_check(options->plot) : NBB_OK;
}

/* Values that say the same are the same in another form. */
static nbb_status say(const nbb_options *options, nbb_ensemble *ensemble)
{
    nbb_text *said = &ensemble->said;
    nbb_text_add(said, "%" PRId64 " seed%s", ensemble->seeds, ensemble->seeds > 1 ? "s" : "");
    for (int i = 0; i < ensemble->swept_count; ++i) {
        const nbb_swept *swept = &ensemble->swept[i];
        nbb_text_add(said, "; %s = ", swept->name);
        for (int64_t value = 0; value < swept->count; ++value) {
            nbb_text_add(said, "%s", value > 0 ? ", " : "");
            nbb_number_print(nbb_number_of_real(swept->values[value]), false, said);
        }
    }
    nbb_text_add(said, "%s", options->own_noise ? "; noise of their own" : "");
    if (options->exchange > 0) {
        nbb_text_add(said, "; exchange every %" PRId64 " steps", options->exchange);
    }
    return nbb_text_status(said, "what an ensemble is");
}

nbb_status nbb_ensemble_size(const nbb_ensemble *ensemble, nbb_options *options)
{
    if (ensemble->sizes.count == 0) {
        return NBB_OK;
    }
    NBB_LOCAL_TEXT size = nbb_text_of("%.0f", ensemble->sizes.values[ensemble->level]);
    NBB_TRY(nbb_text_status(&size, "a size"));
    options->sweeps_size = true;
    return nbb_options_set(options, ensemble->sizes.name, nbb_text_string(&size));
}

bool nbb_ensemble_next(nbb_ensemble *ensemble)
{
    if (ensemble->level + 1 >= levels_of(ensemble)) {
        return false;
    }
    ++ensemble->level;
    ensemble->first = 0;
    return true;
}

nbb_status nbb_ensemble_begin(const nbb_options *options, const nbb_domain *domain, nbb_program *program,
                              nbb_ensemble *ensemble)
{
    *ensemble = (nbb_ensemble){ .program = program,
                                .seed = options->seed,
                                .seeds = (int64_t)(options->last_seed - options->seed) + 1,
                                .own_noise = options->own_noise,
                                .init_apart = nbb_options_given(options, "init-seed"),
                                .rows = { .file = -1 },
                                .series_rows = { .file = -1 } };
    ensemble->seeds = nbb_options_given(options, "seed") ? ensemble->seeds : 1;
    ensemble->copies = ensemble->seeds;
    NBB_TRY(options->program_name != NULL ? read_sweeps(options, nbb_domain_size_name(domain), ensemble) : NBB_OK);
    NBB_TRY(list_leads(ensemble));
    if (ensemble->copies > NBB_COPIES_MAX) {
        return nbb_fail(NBB_ERROR_USAGE, "--sweep and --seed: they come to more than %d copies", NBB_COPIES_MAX);
    }
    bool is_ensemble = ensemble->seeds > 1 || ensemble->swept_count > 0 || ensemble->sizes.count > 0;
    ensemble->copies = is_ensemble ? ensemble->copies : 0;
    const nbb_sweeps sweeps = { ensemble->swept, ensemble->swept_count, ensemble->seeds, ensemble->copies };
    NBB_TRY(nbb_tempering_read(options, program, &sweeps, &ensemble->tempering));
    NBB_TRY(ensemble->copies > 0 ? say(options, ensemble) : NBB_OK);
    NBB_TRY(check_options(options, ensemble));
    for (int64_t values = ensemble->swept_count > 0 ? ensemble->copies / ensemble->seeds - 1 : -1; values >= 0;
         --values) {
        choose(ensemble, values * ensemble->seeds);
        NBB_TRY(nbb_program_require(program));
    }
    return NBB_OK;
}

nbb_status nbb_ensemble_attach(const nbb_options *options, nbb_ensemble *ensemble, nbb_run *run)
{
    if (ensemble->copies > 0) {
        ensemble->batch = run->request.copies;
        NBB_TRY(nbb_tempering_fit(options, &ensemble->tempering, run, &ensemble->batch));
        run->tempered.count = ensemble->tempering.count;
        run->tempered.stride = ensemble->tempering.stride;
        run->choose = choose;
        run->chooser = ensemble;
        run->copies = ensemble->batch;
    }
    return NBB_OK;
}

/* --- other values between steps --- */

static nbb_status require_each(nbb_ensemble *ensemble, nbb_run *run)
{
    for (int64_t copy = 0; copy < run->copies; ++copy) {
        nbb_run_choose_copy(run, copy);
        NBB_TRY(nbb_program_require(ensemble->program));
    }
    return nbb_run_change(run);
}

nbb_status nbb_ensemble_set(nbb_ensemble *ensemble, nbb_run *run, int parameter, const double *values, int64_t count)
{
    double **given = &ensemble->given[parameter], *before = *given;
    *given = NULL;
    NBB_TRY_OR(NBB_MAKE(*given, run->copies, "values of a parameter"), *given = before);
    for (int64_t copy = 0; copy < run->copies; ++copy) {
        (*given)[copy] = values[copy % count];
    }
    nbb_status status = require_each(ensemble, run);
    free(status == NBB_OK ? before : *given);
    *given = status == NBB_OK ? *given : before;
    return status;
}

nbb_status nbb_ensemble_seed(nbb_ensemble *ensemble, nbb_run *run, const uint64_t *seeds, int64_t count)
{
    ensemble->seed = seeds[0];
    if (count > 1 && ensemble->given_seeds == NULL) {
        NBB_TRY(NBB_MAKE(ensemble->given_seeds, run->copies, "seeds"));
    }
    for (int64_t copy = 0; copy < run->copies && ensemble->given_seeds != NULL; ++copy) {
        ensemble->given_seeds[copy] = count > 1 ? seeds[copy]
                                                : seeds[0] + (uint64_t)((ensemble->first + copy) % ensemble->seeds);
    }
    return nbb_run_restart(run);
}

/* --- checkpoints: what they say of copies beside their states --- */

static json_t *counts_of(const int64_t *counts, int64_t count)
{
    json_t *array = json_array();
    for (int64_t i = 0; i < count; ++i) {
        nbb_json_add(array, json_integer(counts[i]));
    }
    return array;
}

/* As nbb_run_saving has it. "steps" of a copy is -1 while it goes on. */
static nbb_status describe_saved(const void *context, const nbb_run *run, json_t *into)
{
    const nbb_ensemble *ensemble = context;
    const nbb_tempering *tempering = &ensemble->tempering;
    json_t *over = json_array();
    for (int64_t copy = 0; copy < run->copies; ++copy) {
        nbb_json_add(over, json_integer(nbb_run_copy_is_over(run, copy) ? run->each[copy].steps : -1));
    }
    nbb_json_set(into, "over", over);
    if (tempering->every > 0) {
        nbb_json_set(into, "exchanged", json_integer(tempering->last));
        nbb_json_set(into, "tried", counts_of(tempering->tried, tempering->count));
        NBB_LOCAL_HEAP int64_t *accepted = NULL;
        NBB_TRY(NBB_MAKE(accepted, tempering->count, "rates of exchange"));
        memcpy(accepted, tempering->accepted, (size_t)tempering->count * sizeof *accepted);
        nbb_tempering_add(tempering, run, accepted);
        nbb_json_set(into, "accepted", counts_of(accepted, tempering->count));
    }
    return NBB_OK;
}

static void recall_counts(const json_t *counts, int64_t count, int64_t *into)
{
    for (int64_t i = 0; i < count; ++i) {
        into[i] = json_integer_value(json_array_get(counts, (size_t)i));
    }
}

/* Nobody looks at a copy again that was over: it is observed here, in the step that it has come to. */
static nbb_status recall_saved(nbb_ensemble *ensemble, nbb_run *run, nbb_series *series, const json_t *saved)
{
    nbb_tempering *tempering = &ensemble->tempering;
    const json_t *over = json_object_get(saved, "over");
    for (int64_t copy = 0; copy < run->copies; ++copy) {
        const json_t *steps = json_array_get(over, (size_t)copy);
        run->step = json_is_integer(steps) ? json_integer_value(steps) : -1;
        if (run->step >= 0) {
            NBB_TRY(nbb_series_observe(series, run, copy));
            NBB_TRY(nbb_run_end_copy(run, copy));
        }
    }
    run->step = run->first;
    tempering->last = json_integer_value(json_object_get(saved, "exchanged"));
    recall_counts(json_object_get(saved, "tried"), tempering->count, tempering->tried);
    recall_counts(json_object_get(saved, "accepted"), tempering->count, tempering->accepted);
    return NBB_OK;
}

/* --- the work --- */

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
    nbb_series_begin(&watching->series, copy, leads);
}

/* A row that is whole. */
static nbb_status add_row(nbb_ensemble *ensemble, const nbb_series *series)
{
    if (ensemble->rows.file >= 0) {
        nbb_rows_add(&ensemble->rows, nbb_scan_row(&ensemble->scan, ensemble->scan.count - 1));
        NBB_TRY(nbb_rows_flush(&ensemble->rows));
    }
    return ensemble->tell(ensemble->context, &ensemble->scan, series);
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
    NBB_TRY(series != NULL && nbb_scan_add(&ensemble->scan, series) ? add_row(ensemble, series) : NBB_OK);
    NBB_TRY(check(ensemble->options, &one, watching));
    return ensemble->write(ensemble, &one, ensemble->level * ensemble->copies + ensemble->first + copy);
}

static nbb_status do_batch(nbb_ensemble *ensemble, nbb_run *run, nbb_run_watching *watching, nbb_run_check *check)
{
    int64_t left = ensemble->copies - ensemble->first, batches = (left + ensemble->batch - 1) / ensemble->batch;
    run->copies = left < ensemble->batch ? left : ensemble->batch;
    run->steps_before = ensemble->done++ * run->request.steps;
    run->steps_behind = (batches - 1 + levels_of(ensemble) - ensemble->level - 1) * run->request.steps;
    NBB_TRY(ensemble->first > 0 ? nbb_run_restart(run) : NBB_OK);
    for (int64_t copy = 0; watching->has_series && copy < run->copies; ++copy) {
        begin_copy(ensemble, run, watching, copy);
    }
    ensemble->tempering.last = ensemble->first > 0 || ensemble->level > 0 ? 0 : ensemble->tempering.last;
    NBB_TRY(nbb_run_saving_work(ensemble->saving, watching, run));
    NBB_TRY(nbb_run_watching_read(watching, run));
    nbb_tempering_add(&ensemble->tempering, run, ensemble->tempering.accepted);
    for (int64_t copy = 0; copy < run->copies; ++copy) {
        NBB_TRY(end_copy(ensemble, run, watching, copy, check));
    }
    return NBB_OK;
}

nbb_status nbb_ensemble_work(const nbb_options *options, nbb_ensemble *ensemble, nbb_run *run,
                             nbb_run_watching *watching, nbb_run_check *check)
{
    int64_t values = ensemble->copies / ensemble->seeds * levels_of(ensemble);
    ensemble->options = options;
    ensemble->saving->describe = describe_saved;
    ensemble->saving->context = ensemble;
    ensemble->described = ensemble->level == 0 ? json_array() : ensemble->described;
    if (watching->has_series && ensemble->level == 0) {
        NBB_TRY(nbb_scan_open(&watching->series, options->sweeps.count, ensemble->seeds, values, &ensemble->scan));
        NBB_TRY(options->csv != NULL ? nbb_rows_open(options->csv, &ensemble->scan.columns, &ensemble->rows)
                                     : NBB_OK);
    }
    ensemble->tempering.series = &watching->series;
    run->exchange = (nbb_run_watch){ .every = ensemble->tempering.every,
                                     .see = ensemble->tempering.every > 0 ? nbb_temper : NULL,
                                     .context = &ensemble->tempering };
    const nbb_run_saving *saving = ensemble->saving;
    NBB_TRY(saving->resumes ? recall_saved(ensemble, run, &watching->series, saving->resumption.manifest.run)
                            : NBB_OK);
    for (; ensemble->first < ensemble->copies; ensemble->first += ensemble->batch) {
        NBB_TRY(do_batch(ensemble, run, watching, check));
    }
    ensemble->first -= ensemble->batch; /* the last batch is still there */
    return NBB_OK;
}

/* --- --plot --- */

/* Panel number i: a mean with its errors or, where nothing is averaged, an observable, over the parameter. What is no
   finite number is left out. */
static void add_panel(nbb_sheet *sheet, const nbb_scan *scan, int i)
{
    bool is_mean = scan->averages > 0;
    int column = is_mean ? nbb_scan_column(scan, i, NBB_SCAN_MEAN) : nbb_scan_observable(scan, i);
    for (int64_t row = 0; row < scan->count; ++row) {
        const nbb_number *numbers = nbb_scan_row(scan, row);
        double y = nbb_number_real(numbers[column]);
        double error = is_mean           ? nbb_number_real(numbers[nbb_scan_column(scan, i, NBB_SCAN_ERROR)])
                       : scan->seeds > 1 ? nbb_number_real(numbers[column + scan->observables])
                                         : 0;
        if (isfinite(y)) {
            nbb_sheet_add_dot(
                sheet,
                &(nbb_plot_dot){ .x = nbb_number_real(numbers[0]), .y = y, .error = isfinite(error) ? error : 0 });
        }
    }
    nbb_sheet_add_panel(sheet, scan->columns.items[column], scan->columns.items[0], true);
}

/* A panel for each average, or for each observable where nothing was averaged, three in a row. */
static void add_panels(nbb_sheet *sheet, const nbb_scan *scan)
{
    enum { IN_A_ROW = 3 };
    int count = scan->averages > 0 ? scan->averages : scan->observables;
    for (int i = 0; i < count; ++i) {
        if (i % IN_A_ROW == 0) {
            nbb_sheet_begin_panels(sheet, count - i < IN_A_ROW ? count - i : IN_A_ROW);
        }
        add_panel(sheet, scan, i);
    }
}

static nbb_status write_plot(const nbb_options *options, const nbb_ensemble *ensemble, const nbb_run *run)
{
    const nbb_plan *plan = run->request.plan;
    NBB_LOCAL_TEXT command = NBB_TEXT_EMPTY, script = NBB_TEXT_EMPTY, svg = NBB_TEXT_EMPTY;
    nbb_sheet sheet = { .width = 0 };
    NBB_LOCAL_TEXT title = nbb_text_of("%s on %s", plan->asked.program->name, nbb_domain_name(&plan->asked.domain));
    if (ensemble->sizes.count == 0) {
        nbb_text_add(&title, ", %s = %" PRId64, nbb_domain_size_name(&plan->asked.domain), plan->asked.domain.size);
    }
    nbb_text_add(&title, ", %" PRId64 " steps each", run->request.steps);
    nbb_options_command(options, &command);
    nbb_sheet_add_title(&sheet, nbb_text_string(&title));
    add_panels(&sheet, &ensemble->scan);
    NBB_TRY(nbb_sheet_print(&sheet, &script));
    NBB_TRY(nbb_plot_draw(&script, nbb_text_string(&command), &svg));
    return nbb_file_put(options->plot, &svg);
}

nbb_status nbb_ensemble_draw(const nbb_options *options, const nbb_ensemble *ensemble, const nbb_run *run)
{
    return options->plot != NULL ? write_plot(options, ensemble, run) : NBB_OK;
}

nbb_status nbb_ensemble_close(nbb_ensemble *ensemble, nbb_status status)
{
    status = nbb_rows_close(&ensemble->series_rows, status);
    return nbb_rows_close(&ensemble->rows, status);
}

void nbb_ensemble_free(nbb_ensemble *ensemble)
{
    nbb_scan_free(&ensemble->scan);
    json_decref(ensemble->described);
    nbb_tempering_close(&ensemble->tempering);
    nbb_text_free(&ensemble->said);
    nbb_list_free(&ensemble->leads);
    for (int i = 0; i < ensemble->swept_count; ++i) {
        nbb_swept_free(&ensemble->swept[i]);
    }
    for (int i = 0; i < NBB_PARAMETERS_MAX; ++i) {
        free(ensemble->given[i]);
    }
    free(ensemble->given_seeds);
    nbb_swept_free(&ensemble->sizes);
    *ensemble = (nbb_ensemble){ .program = NULL, .rows = { .file = -1 }, .series_rows = { .file = -1 } };
}
