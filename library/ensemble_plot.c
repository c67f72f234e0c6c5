/* ensemble_plot.c - --plot: what an ensemble's rows say, drawn over the values of its sweep. */
#include "library/ensemble_plot.h"

#include "library/bench/plot.h"

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
