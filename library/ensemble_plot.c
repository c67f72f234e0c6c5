/* ensemble_plot.c - --plot: what an ensemble's rows say, drawn over the values of its sweep. */
#include "library/ensemble.h"

#include "library/bench/plot.h"
#include "library/page.h"

/* Panel number i: a mean with its errors or, where nothing is averaged, an observable, over the parameter. What is no
   finite number is left out. */
static json_t *describe_panel(const nbb_scan *scan, int i)
{
    bool is_mean = scan->averages > 0;
    int column = is_mean ? nbb_scan_column(scan, i, NBB_SCAN_MEAN) : nbb_scan_observable(scan, i);
    int error = is_mean           ? nbb_scan_column(scan, i, NBB_SCAN_ERROR)
                : scan->seeds > 1 ? column + scan->observables
                                  : -1;
    json_t *dots = json_array();
    for (int64_t row = 0; row < scan->count; ++row) {
        const nbb_number *numbers = nbb_scan_row(scan, row);
        nbb_json_add(dots, json_pack("{s:f, s:o, s:o}", "x", nbb_number_real(numbers[0]), "y",
                                     nbb_json_real(nbb_number_real(numbers[column])), "error",
                                     nbb_json_real(error >= 0 ? nbb_number_real(numbers[error]) : 0)));
    }
    return json_pack("{s:s, s:o}", "name", scan->columns.items[column], "dots", dots);
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
    json_t *panels = json_array();
    for (int i = 0; i < (scan->averages > 0 ? scan->averages : scan->observables); ++i) {
        nbb_json_add(panels, describe_panel(scan, i));
    }
    json_t *figure = json_pack("{s:o, s:s, s:o}", "title", nbb_json_take(&title), "parameter", scan->columns.items[0],
                               "panels", panels);
    nbb_options_command(options, &command);
    NBB_TRY(nbb_page_print(&nbb_plot_pages, "ensemble", figure, &script));
    NBB_TRY(nbb_plot_draw(&script, nbb_text_string(&command), &svg));
    return nbb_file_put(options->plot, &svg);
}
