/* report.c - a finished run in words. */
#include "runtime/run/report.h"

double nbb_report_rate(const nbb_run *run)
{
    return run->times.median > 0 ? (double)(run->request.plan->asked.cells * run->copies) / (run->times.median * 1e-3)
                                 : 0;
}

/* Appends ": ising, T = 1.5, J = 1; neighbours vonneumann", without a newline. */
static void print_program(const nbb_program *program, nbb_text *text)
{
    nbb_text_add(text, " %s", program->name);
    for (int i = 0; i < nbb_program_given_count(program); ++i) {
        nbb_text_add(text, "%s%s = %g", i == 0 ? " with " : ", ", program->parameters[i].name,
                     program->parameters[i].value);
    }
    if (*program->neighbours.name != '\0') {
        nbb_text_add(text, "; neighbours %s", program->neighbours.name);
    } else {
        nbb_text_add(text, "; %d neighbours", nbb_program_near(program));
    }
    nbb_text_add(text, "%s", program->inexact ? "; rounded as the device rounds" : "");
}

/* The domain, and what is done on it. */
static void print_work(const nbb_report *report, const nbb_plan *plan, nbb_text *text)
{
    int64_t steps = report->run->step;
    nbb_text_add(text, "%s %s = %" PRId64 ": %" PRId64 " x %" PRId64, nbb_domain_name(&plan->asked.domain),
                 nbb_domain_size_name(&plan->asked.domain), plan->asked.domain.size, plan->asked.n.at[0],
                 plan->asked.n.at[1]);
    if (nbb_domain_axes(&plan->asked.domain) > 2) {
        nbb_text_add(text, " x %" PRId64, plan->asked.n.at[2]);
    }
    nbb_text_add(text, " box, %" PRId64 " cell%s\nworkload    %s", plan->asked.cells,
                 plan->asked.cells == 1 ? "" : "s", plan->asked.work->name);
    if (plan->asked.work->law == NBB_LAW_RULE) {
        nbb_text_add(text, " ");
        nbb_rule_print_on(plan->asked.rule, nbb_domain_axes(&plan->asked.domain), text);
    } else if (plan->asked.work->law == NBB_LAW_PROGRAM) {
        print_program(plan->asked.program, text);
    }
    nbb_text_add(text, ", %" PRId64 " step%s", steps, steps == 1 ? "" : "s");
    if (report->run->is_over) {
        nbb_text_add(text, ", stopped by %s", plan->asked.program->stop);
    }
    nbb_text_add(text, "\n");
}

/* How it is done: the plan's choices. */
static void print_map(const nbb_plan *plan, nbb_text *text)
{
    nbb_text_add(text, "map         %s", nbb_map_names.names[plan->space.map]);
    if (plan->space.map != NBB_MAP_BB) {
        nbb_text_add(text, ", tiles of ");
        nbb_domain_print(&plan->asked.domain, plan->space.rho, " x ", text);
    }
    if (plan->launch.persistent) {
        nbb_text_add(text, ", a persistent launch%s, %d step%s between two waits",
                     plan->launch.cluster > 0 ? " with the states in shared memory" : "", plan->code.steps_a_launch,
                     plan->code.steps_a_launch == 1 ? "" : "s");
    }
    if (plan->asked.fractal == NULL && plan->space.map == NBB_MAP_LAMBDA) {
        nbb_text_add(text, ", from %s", nbb_from_names.names[plan->space.simplex.cover.from]);
    }
    if (plan->space.simplex.cover.levels > 0) {
        nbb_text_add(text, " in %d launches", plan->space.simplex.cover.levels);
    }
    nbb_text_add(text, ", %s storage", nbb_storage_names.names[plan->space.storage]);
    if (plan->space.map == NBB_MAP_LANES && plan->asked.work->law == NBB_LAW_PROGRAM) {
        nbb_text_add(text, ", values in %s", plan->asked.traits.word == NBB_WORD_VALUES ? "words" : "bits of words");
    }
    if (plan->asked.fractal == NULL) {
        nbb_text_add(text, ", %.3g places a cell", (double)nbb_plan_simplex_places(plan) / (double)plan->asked.cells);
    }
    if (plan->space.tc != NBB_TC_NONE) {
        const char *idle = nbb_plan_idle_products(plan);
        nbb_text_add(text, ", tensor cores (variant %d%s%s)", plan->space.tc, idle != NULL ? ", not used: " : "",
                     idle != NULL                            ? idle
                     : plan->asked.target == NBB_TARGET_HOST ? ", evaluated on the host"
                                                             : "");
    }
    nbb_plan_print_evaluation(plan, ", ", true, text);
    nbb_text_add(text, "\n");
}

/* Without the sign of a NaN, which is the machine's. */
static double real_of(double number)
{
    return isnan(number) ? (double)NAN : number;
}

/* Appends a line for every observable, with its average if it has one. */
static void print_observables(const nbb_series *series, nbb_text *text)
{
    const nbb_program *program = series->request.program;
    for (int i = 0; i < program->observable_count; ++i) {
        nbb_text_add(text, "%s%s = ", i == 0 ? "observed    " : ", ", program->observables[i].name);
        nbb_number_print(series->observables[i], false, text);
        nbb_text_add(text, "%s", i + 1 == program->observable_count ? "\n" : "");
    }
    for (int i = 0; i < nbb_averages_count(&series->averages); ++i) {
        nbb_blocked found = nbb_averages_result(&series->averages, i);
        nbb_text_add(text, "average     %s = %.10g +- %.2g, ", program->averages[i].name, real_of(found.mean),
                     real_of(found.error));
        if (program->averages[i].mean >= 0) {
            nbb_text_add(text, "variance %.6g, ", real_of(found.variance));
        }
        nbb_text_add(text, "of %" PRId64 " sample%s%s\n", found.samples, found.samples == 1 ? "" : "s",
                     found.settled ? "" : "; too few for their error to settle");
    }
}

static void print_results(const nbb_report *report, const nbb_run *run, nbb_text *text)
{
    nbb_text_add(text, "population  %" PRIu64 " -> %" PRIu64 "\n", run->population0, run->population);
    if (run->request.plan->asked.work->pass == NBB_ENTRY_SUM) {
        nbb_text_add(text, "sum         %" PRIu64 "\n", run->sum);
    }
    if (report->with_digest) {
        nbb_text_add(text, "digest      0x%016" PRIx64 " -> 0x%016" PRIx64 "\n", run->digest0, run->digest);
    }
    if (report->series != NULL) {
        print_observables(report->series, text);
    }
}

/* Its range of rates. */
static void print_exchange(const json_t *exchange, nbb_text *text)
{
    double least = 1, most = 0;
    size_t i;
    json_t *pair;
    json_array_foreach(json_object_get(exchange, "pairs"), i, pair)
    {
        double rate = json_real_value(json_object_get(pair, "rate"));
        bool was_tried = json_integer_value(json_object_get(pair, "tried")) > 0;
        least = was_tried ? fmin(least, rate) : least;
        most = was_tried ? fmax(most, rate) : most;
    }
    nbb_text_add(text, "exchange    %s by %s every %lld steps, accepted %.3g to %.3g of neighbours\n",
                 json_string_value(json_object_get(exchange, "parameter")),
                 json_string_value(json_object_get(exchange, "energy")),
                 (long long)json_integer_value(json_object_get(exchange, "every")), least, most);
}

void nbb_report_text(const nbb_report *report, nbb_text *text)
{
    const nbb_run *run = report->run;
    const nbb_plan *plan = run->request.plan;
    print_work(report, plan, text);
    print_map(plan, text);
    nbb_text_add(text, "device      %s", run->request.device->name);
    if (run->request.ranks != NULL) {
        nbb_text_add(text, ", one of %d ranks", run->request.ranks->count);
    }
    if (report->copies != NULL) {
        nbb_text_add(text, "\ncopies      %zu, at most %" PRId64 " at once; the last one is",
                     json_array_size(report->copies), run->request.copies);
    }
    nbb_text_add(text, "\n");
    if (report->exchange != NULL) {
        print_exchange(report->exchange, text);
    }
    print_results(report, run, text);
    nbb_text_add(text, "time        %.4g ms a step (median of %d; %.4g to %.4g), %.3g cells a second\nmemory      ",
                 run->times.median, run->times.samples, run->times.min, run->times.max, nbb_report_rate(run));
    nbb_text_amount(text, plan->launch.memory_bytes);
    if (run->request.parts != NULL) {
        nbb_text_add(text, " for %d part%s, %" PRId64 " step%s at a time, of a state of ", run->request.parts->count,
                     run->request.parts->count == 1 ? "" : "s", run->request.parts->steps,
                     run->request.parts->steps == 1 ? "" : "s");
        nbb_text_amount(text, plan->space.state_bytes);
        nbb_text_add(text, run->request.files != NULL ? " in files" : " in the host's memory");
    }
    nbb_text_add(text, "%s; a step moves ", nbb_plan_in_place(plan) ? ", updated in place" : "");
    nbb_text_amount(text, plan->launch.step_bytes);
    nbb_text_add(text, "%s\nmodule      %.0f ms, %s\n", plan->launch.cluster > 0 ? " in shared memory" : "",
                 run->facts.compile_ms, run->facts.cache_hit ? "from the cache" : "compiled");
}

/* "T = 1, J = 2", and where there are several seeds what they come to, else what the series observed. */
void nbb_report_print_row(const nbb_scan *scan, int64_t i, const nbb_series *series, nbb_text *text)
{
    const nbb_number *row = nbb_scan_row(scan, i);
    int heads = scan->values + (scan->seeds > 1);
    for (int column = 0; column < heads; ++column) {
        nbb_text_add(text, "%s%s = %g", column > 0 ? ", " : "", scan->columns.items[column],
                     nbb_number_real(row[column]));
    }
    nbb_text_add(text, "\n");
    if (scan->seeds == 1) {
        print_observables(series, text);
        return;
    }
    int count = scan->averages > 0 ? scan->averages : scan->observables;
    for (int of = 0; of < count; ++of) {
        int mean = scan->averages > 0 ? nbb_scan_column(scan, of, NBB_SCAN_MEAN) : nbb_scan_observable(scan, of);
        int error = scan->averages > 0 ? nbb_scan_column(scan, of, NBB_SCAN_ERROR) : mean + scan->observables;
        nbb_text_add(text, "over seeds  %s = %.10g +- %.2g\n", scan->columns.items[mean],
                     real_of(nbb_number_real(row[mean])), real_of(nbb_number_real(row[error])));
    }
}
