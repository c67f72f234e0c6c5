/* run_scan.c - opens, shows and closes what watches a run; --sweep: one run after another with the same kernels. */
#include "library/run_whole.h"

#include "gen/base/file.h"
#include "library/bench/plot.h"
#include "gen/base/json.h"
#include "library/job_saving.h"
#include "library/provenance.h"
#include "runtime/run/every.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool averages(const nbb_options *options)
{
    return nbb_options_given(options, "average");
}

/* Fails when observables are asked for, which only programs may be, and there are none. */
static nbb_status check_observables(const nbb_options *options)
{
    const char *const asking[] = { "series", "average", "sweep", "samples" };
    for (int i = 0; i < 4; ++i) {
        if (nbb_options_given(options, asking[i]) && options->program->observable_count == 0) {
            return nbb_fail(NBB_ERROR_USAGE, "--%s: program %s has no observables", asking[i],
                            options->program->name);
        }
    }
    return NBB_OK;
}

nbb_status nbb_run_watching_check(const nbb_options *options, const nbb_every *every)
{
    int64_t steps = every->steps[NBB_LOOK_SERIES];
    NBB_TRY(check_observables(options));
    if (averages(options) && options->average > options->steps) {
        return nbb_fail(NBB_ERROR_USAGE, "--average %" PRId64 ": the run ends after %" PRId64 " steps (--steps)",
                        options->average, options->steps);
    }
    if (averages(options) && steps < 0) {
        return nbb_fail(NBB_ERROR_USAGE,
                        "--average %" PRId64 " and --every log:%" PRId64
                        ": averages are of steps that are equally far apart",
                        options->average, -steps);
    }
    if (averages(options) && options->average > nbb_every_last(steps, options->steps)) {
        return nbb_fail(NBB_ERROR_USAGE,
                        "--average %" PRId64 ": of the steps from there to %" PRId64 " --every %" PRId64
                        " takes none",
                        options->average, options->steps, steps);
    }
    size_t length = options->samples_file != NULL ? strlen(options->samples_file) : 0;
    if (options->samples_file != NULL && (length < 5 || strcmp(options->samples_file + length - 4, ".npz") != 0)) {
        return nbb_fail(NBB_ERROR_USAGE, "--samples %s: expected a name that ends in .npz", options->samples_file);
    }
    return options->series != NULL ? nbb_rows_check("series", options->series) : NBB_OK;
}

/* Frames are of multiples; the observables of the last step are always seen. */
static nbb_status see_frame(void *context, nbb_run *run, int64_t step)
{
    nbb_run_watching *watching = context;
    return nbb_every_has(watching->frames_every, step) ? nbb_frames_take(&watching->frames, run) : NBB_OK;
}

static nbb_status open_series(const nbb_options *options, const nbb_every *every, const char *parameter, nbb_run *run,
                              nbb_run_watching *watching)
{
    json_t *provenance = options->samples_file != NULL ? nbb_provenance(options, run) : NULL;
    NBB_TRY(provenance != NULL ? nbb_json_print(provenance, 2, "a JSON value", &watching->provenance) : NBB_OK);
    bool looks_at_steps = options->series != NULL || options->samples_file != NULL || averages(options)
                          || options->program->stop != NULL;
    /* no steps in between are seen where nobody asks for them */
    nbb_series_request request = { .program = options->program,
                                   .domain = &run->request.plan->asked.domain,
                                   .path = options->series,
                                   .samples = options->samples_file,
                                   .provenance = nbb_text_string(&watching->provenance),
                                   .parameter = parameter,
                                   .every = looks_at_steps       ? every->steps[NBB_LOOK_SERIES]
                                            : options->steps > 0 ? options->steps
                                                                 : 1,
                                   .first = run->first,
                                   .average_from = averages(options) ? options->average : -1 };
    NBB_TRY(nbb_series_open(&request, &watching->series));
    run->watches[NBB_LOOK_SERIES] = (nbb_run_watch){ .every = request.every,
                                                     .see = nbb_series_see,
                                                     .context = &watching->series };
    watching->has_series = true;
    if (run->first > 0 && options->series != NULL && watching->series.rows.begins != 0) {
        int64_t begins = watching->series.rows.begins;
        nbb_remark(options, "%s: has no rows before step %" PRId64, options->series,
                   begins < 0 ? run->first : begins);
    }
    return NBB_OK;
}

/* The frames before the step that the run goes on from are there, or none is. */
static nbb_status resume_frames(const nbb_options *options, nbb_run *run, nbb_run_watching *watching)
{
    int64_t every = watching->frames_every;
    int begins = 0;
    NBB_TRY(nbb_frames_resume(&watching->frames, (int)nbb_every_count(every, run->first), every, &begins));
    if (begins > 0) {
        nbb_remark(options, "%s: has no frames before number %06d", options->frames, begins);
    }
    return NBB_OK;
}

static nbb_status open_frames(const nbb_options *options, const nbb_every *every, nbb_run *run,
                              nbb_run_watching *watching)
{
    watching->frames_every = every->steps[NBB_LOOK_FRAMES];
    NBB_TRY(nbb_frames_open(run->request.plan, options->frames, options->apng, &watching->frames));
    watching->has_frames = true;
    NBB_TRY(run->first > 0 ? resume_frames(options, run, watching) : NBB_OK);
    run->watches[NBB_LOOK_FRAMES] = (nbb_run_watch){ .every = watching->frames_every,
                                                     .see = see_frame,
                                                     .context = watching };
    return NBB_OK;
}

nbb_status nbb_run_watching_open(const nbb_options *options, const nbb_every *every, const char *parameter,
                                 nbb_run *run, nbb_run_watching *watching)
{
    *watching = (nbb_run_watching){ .has_series = false };
    const nbb_program *program = run->request.plan->asked.program;
    bool observes = program != NULL && program->observable_count > 0;
    nbb_status status = observes ? open_series(options, every, parameter, run, watching) : NBB_OK;
    if (status == NBB_OK && (options->frames != NULL || options->apng != NULL)) {
        status = open_frames(options, every, run, watching);
    }
    return status == NBB_OK ? NBB_OK : nbb_run_watching_close(watching, run, status);
}

nbb_status nbb_run_watching_read(nbb_run_watching *watching, nbb_run *run)
{
    return watching->has_series ? nbb_series_read(&watching->series, run) : NBB_OK;
}

nbb_status nbb_run_watching_sync(nbb_run_watching *watching, nbb_run *run)
{
    NBB_TRY(nbb_run_watching_read(watching, run));
    NBB_TRY(watching->has_series && watching->series.rows.file >= 0 ? nbb_rows_sync(&watching->series.rows) : NBB_OK);
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
        status = nbb_series_close(&watching->series, status);
    }
    nbb_text_free(&watching->provenance);
    run->watches[NBB_LOOK_SERIES] = run->watches[NBB_LOOK_FRAMES] = (nbb_run_watch){ .see = NULL };
    return watching->has_frames ? nbb_frames_close(&watching->frames, status) : status;
}

/* --- sweeps --- */

/* What --csv and --plot are without --sweep, and what files of one state are with it. */
static nbb_status check_options(const nbb_options *options)
{
    NBB_TRY(options->sweep == NULL
                ? nbb_options_refuse(options, "csv plot",
                                     " has no effect without --sweep: it has a row for each of its values")
                : nbb_options_refuse(options, "png npy frames apng samples",
                                     " and --sweep: a picture or an array is of one run; --set a value"));
    if (options->csv != NULL) {
        NBB_TRY(nbb_rows_check("csv", options->csv));
    }
    return options->plot != NULL ? nbb_plot_check(options->plot) : NBB_OK;
}

/* Reads a number up to `end`; returns what is behind it, or NULL. */
static const char *read_number(const char *text, const char *end, double *number)
{
    char *behind = NULL;
    *number = strtod(text, &behind);
    size_t length = strlen(end);
    if (behind > text + 1 && behind[-1] == '.' && behind[0] == '.' && behind[1] != '.') {
        --behind; /* "1..2" begins with 1, not with "1." */
    }
    return behind > text && isfinite(*number) && strncmp(behind, end, length) == 0 ? behind + length : NULL;
}

static nbb_status parse(const char *text, nbb_run_scanning *scanning)
{
    const char *equals = strchr(text, '='), *at = NULL;
    char *end = NULL;
    if (equals != NULL && equals > text) {
        at = read_number(equals + 1, "..", &scanning->from);
        at = at != NULL ? read_number(at, "/", &scanning->to) : NULL;
    }
    scanning->count = at != NULL ? strtoll(at, &end, 10) : 0;
    if (at == NULL || end == at || *end != '\0' || scanning->count < 2 || scanning->count > NBB_SCAN_VALUES_MAX) {
        return nbb_fail(NBB_ERROR_USAGE,
                        "--sweep %s: expected NAME=FROM..TO/COUNT, as T=1.0..2.0/21, COUNT from 2 to %d", text,
                        NBB_SCAN_VALUES_MAX);
    }
    scanning->name = strndup(text, (size_t)(equals - text));
    return scanning->name != NULL ? NBB_OK : nbb_fail_memory((size_t)(equals - text), "a parameter's name");
}

/* Both ends are met exactly. */
static double value_of(const nbb_run_scanning *scanning, int64_t i)
{
    double share = (double)i / (double)(scanning->count - 1);
    return i + 1 == scanning->count ? scanning->to : scanning->from + (scanning->to - scanning->from) * share;
}

static nbb_status set_value(const nbb_run_scanning *scanning, int64_t i)
{
    NBB_LOCAL_TEXT asked = nbb_text_of("--sweep %s", scanning->text);
    NBB_LOCAL_TEXT assignment = nbb_text_of("%s=%.17g", scanning->name, value_of(scanning, i));
    NBB_TRY(nbb_text_status(&assignment, "a parameter's value"));
    NBB_TRY(nbb_program_set(scanning->program, nbb_text_string(&asked), assignment.data));
    return nbb_program_require(scanning->program);
}

nbb_status nbb_run_scanning_begin(const nbb_options *options, nbb_program *program, nbb_run_scanning *scanning)
{
    *scanning = (nbb_run_scanning){ .rows = { .file = -1 }, .tell = scanning->tell, .context = scanning->context };
    NBB_TRY(check_options(options));
    if (options->sweep == NULL || options->program_name == NULL) {
        return NBB_OK;
    }
    scanning->program = program;
    scanning->text = options->sweep;
    NBB_TRY(parse(options->sweep, scanning));
    if (nbb_options_assigns(options, scanning->name)) {
        return nbb_fail(NBB_ERROR_USAGE, "--sweep %s and --set %s=...: give the parameter its values once",
                        options->sweep, scanning->name);
    }
    for (int64_t i = scanning->count - 1; i >= 0; --i) {
        NBB_TRY(set_value(scanning, i));
    }
    nbb_program_sweep(program, scanning->name, scanning->from, scanning->to);
    return NBB_OK;
}

/* Does the run that is begun, and takes its row. */
static nbb_status do_run(nbb_run_scanning *scanning, nbb_run *run, nbb_run_watching *watching, int64_t i)
{
    nbb_series *series = &watching->series;
    nbb_scan *scan = &scanning->scan;
    double value = value_of(scanning, i);
    series->parameter = nbb_number_of_real(value);
    NBB_TRY(nbb_run_work(run));
    NBB_TRY(nbb_run_watching_read(watching, run));
    nbb_scan_add(scan, series, value);
    if (scanning->rows.file >= 0) {
        nbb_rows_add(&scanning->rows, nbb_scan_row(scan, i));
        NBB_TRY(nbb_rows_flush(&scanning->rows));
    }
    return scanning->tell(scanning->context, scan, series);
}

nbb_status nbb_run_scanning_work(const nbb_options *options, nbb_run_scanning *scanning, nbb_run *run,
                                 nbb_run_watching *watching, nbb_run_check *check)
{
    NBB_TRY(nbb_scan_open(&watching->series, scanning->name, scanning->count, &scanning->scan));
    if (options->csv != NULL) {
        NBB_TRY(nbb_rows_open(options->csv, &scanning->scan.columns, &scanning->rows));
    }
    for (int64_t i = 0; i < scanning->count; ++i) {
        NBB_TRY(set_value(scanning, i));
        NBB_TRY(i > 0 ? nbb_run_restart(run) : NBB_OK);
        nbb_averages_clear(&watching->series.averages);
        NBB_TRY(do_run(scanning, run, watching, i));
        NBB_TRY(check(options, run, watching));
    }
    return NBB_OK;
}

/* Panel number i: a mean with its errors or, where nothing is averaged, an observable, over the parameter. What is no
   finite number is left out. */
static void add_panel(nbb_sheet *sheet, const nbb_scan *scan, int i)
{
    bool is_mean = scan->averages > 0;
    int column = is_mean ? nbb_scan_column(scan, i, NBB_SCAN_MEAN) : 1 + i;
    for (int64_t row = 0; row < scan->count; ++row) {
        const nbb_number *numbers = nbb_scan_row(scan, row);
        double y = nbb_number_real(numbers[column]);
        double error = is_mean ? nbb_number_real(numbers[nbb_scan_column(scan, i, NBB_SCAN_ERROR)]) : 0;
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

static nbb_status write_plot(const nbb_options *options, const nbb_run_scanning *scanning, const nbb_run *run)
{
    const nbb_plan *plan = run->request.plan;
    NBB_LOCAL_TEXT command = NBB_TEXT_EMPTY, script = NBB_TEXT_EMPTY, svg = NBB_TEXT_EMPTY;
    nbb_sheet sheet = { .width = 0 };
    NBB_LOCAL_TEXT title = nbb_text_of("%s on %s, %s = %" PRId64 ", %" PRId64 " steps each",
                                       plan->asked.program->name, nbb_domain_name(&plan->asked.domain),
                                       nbb_domain_size_name(&plan->asked.domain), plan->asked.domain.size,
                                       run->request.steps);
    nbb_options_command(options, &command);
    nbb_sheet_add_title(&sheet, nbb_text_string(&title));
    add_panels(&sheet, &scanning->scan);
    NBB_TRY(nbb_sheet_print(&sheet, &script));
    NBB_TRY(nbb_plot_draw(&script, nbb_text_string(&command), &svg));
    return nbb_file_put(options->plot, &svg);
}

nbb_status nbb_run_scanning_write(const nbb_options *options, const nbb_run_scanning *scanning, const nbb_run *run)
{
    return options->plot != NULL ? write_plot(options, scanning, run) : NBB_OK;
}

nbb_status nbb_run_scanning_end(nbb_run_scanning *scanning, nbb_status status)
{
    status = nbb_rows_close(&scanning->rows, status);
    nbb_scan_free(&scanning->scan);
    free(scanning->name);
    *scanning = (nbb_run_scanning){ .program = NULL, .rows = { .file = -1 } };
    return status;
}
