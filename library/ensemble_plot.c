/* ensemble_plot.c - --plot: what an ensemble's rows say, drawn over the values of its sweep. */
#include "library/ensemble.h"

#include "library/page.h"

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
