/* report.c - a finished run as JSON, and what its series observed in words. */
#include "runtime/run/report.h"

/* Near's: "[[-1, 0], [1, 0]]" of a list without a name. */
static json_t *neighbours_of(const nbb_program *program)
{
    const nbb_neighbours *list = &program->neighbours;
    return *list->name != '\0'
               ? nbb_json_text(list->name)
               : NBB_JSON_LIST(i, nbb_program_near(program), nbb_json_integers(list->offsets[i].at, list->axes));
}

json_t *nbb_report_parameters(const nbb_program *program)
{
    const nbb_parameter *given = program->parameters;
    return NBB_JSON_TABLE(i, program->given_count, given[i].name, nbb_json_real(given[i].value));
}

static json_t *number_of(nbb_number number)
{
    return number.is_real ? nbb_json_real(number.of.real) : json_integer((json_int_t)number.of.integer);
}

static json_t *observe(const nbb_series *series)
{
    const nbb_program *program = series->request.program;
    json_t *values = json_object();
    for (int i = 0; i < program->observable_count; ++i) {
        const nbb_observable *observable = &program->observables[i];
        json_t *number = number_of(series->observables[i]);
        if (observable->array == NULL) {
            nbb_json_set(values, observable->name, number);
            continue;
        }
        NBB_JSON_SET_IF(observable->element == 0, values, observable->array, json_array());
        nbb_json_add(json_object_get(values, observable->array), number);
    }
    return values;
}

static json_t *average(nbb_blocked found)
{
    return json_pack("{s:I, s:o, s:o, s:o, s:o, s:b}", "samples", (json_int_t)found.samples, "mean",
                     nbb_json_real(found.mean), "variance", nbb_json_real(found.variance), "error",
                     nbb_json_real(found.error), "tau", nbb_json_real(found.tau), "settled", found.settled);
}

/* Adds observe, {"m": -252, "e": -4916.0}, and if there are some averages, {"m": {"samples": ..., "mean": ...,
   "variance": ..., "error": ..., "tau": ..., "settled": ...}, ...}; null for what is no finite number. */
static void add_observables(json_t *object, const nbb_series *series)
{
    int count = series != NULL ? nbb_averages_count(series->averages) : 0;
    NBB_JSON_SET_IF(series != NULL, object, "observe", observe(series));
    NBB_JSON_SET_IF(count > 0, object, "averages",
                    NBB_JSON_TABLE(i, count, series->request.program->averages[i].name,
                                   average(nbb_averages_result(series->averages, i))));
}

json_t *nbb_report_describe_row(const nbb_scan *scan, int64_t i)
{
    const nbb_number *row = nbb_scan_row(scan, i);
    return NBB_JSON_TABLE(column, scan->columns.count, scan->columns.items[column], number_of(row[column]));
}

static json_t *hexadecimal(uint64_t value)
{
    return json_sprintf("0x%016" PRIx64, value);
}

json_t *nbb_report_describe_copy(const nbb_run *run, json_t *values, const nbb_series *series)
{
    json_t *object = json_pack("{s:I, s:o, s:I, s:o, s:o}", "seed", (json_int_t)run->request.seed, "values", values,
                               "population", (json_int_t)run->counted.population, "digest0",
                               hexadecimal(run->counted.digest0), "digest", hexadecimal(run->counted.digest));
    NBB_JSON_SET_IF(run->request.plan->asked.program->stop != NULL, object, "steps", json_integer(run->step));
    add_observables(object, series);
    return object;
}

static void add_simplex(json_t *object, const nbb_plan *plan)
{
    const nbb_cover *cover = &plan->space.simplex.cover;
    bool covers = plan->space.map == NBB_MAP_LAMBDA, is_cuda = plan->asked.target == NBB_TARGET_CUDA;
    nbb_json_put(object, "{s:o, s:i, s:s?}", "simplex", nbb_json_text(plan->asked.domain.simplex->name), "m",
                 plan->asked.domain.simplex->m, "from", covers ? nbb_from_names.names[cover->from] : NULL);
    NBB_JSON_SET_IF(cover->levels > 0, object, "launches", json_integer(cover->levels));
    if (plan->asked.work->start == NBB_START_POINTS) {
        nbb_json_put(object, "{s:i, s:s}", "dimensions", plan->asked.dimensions, "out",
                     nbb_out_names.names[plan->asked.out]);
    }
    nbb_json_put(object, "{s:I, s:o}", "places", (json_int_t)nbb_plan_simplex_places(plan), "threads",
                 is_cuda ? json_integer((json_int_t)nbb_plan_simplex_threads(plan)) : json_null());
}

/* Each choice of the plan by its option's name, as `nbbgen run` takes it: a number, or a word. */
static json_t *choices_of(const nbb_plan *plan)
{
    json_t *object = json_object();
    for (nbb_choice choice = 0; choice < NBB_CHOICES; ++choice) {
        NBB_LOCAL_TEXT value = NBB_TEXT_EMPTY;
        if (nbb_plan_chosen(plan, choice, &value)) {
            char *end = NULL;
            long long number = strtoll(nbb_text_string(&value), &end, 10);
            nbb_json_set(object, nbb_choice_names[choice],
                         *end == '\0' ? json_integer(number) : nbb_json_text(nbb_text_string(&value)));
        }
    }
    return object;
}

/* What was asked for and chosen; null where it has no meaning for the workload or the map. */
static void add_plan(json_t *object, const nbb_report *report)
{
    const nbb_run *run = report->run;
    const nbb_plan *plan = run->request.plan;
    const nbb_request *asked = &plan->asked;
    nbb_start start = asked->work->start;
    int axes = nbb_domain_axes(&asked->domain);
    bool seeded = start != NBB_START_EMPTY && (start != NBB_START_POINTS || run->request.points->is_drawn);
    bool evolves = asked->work->evolves, is_rule = asked->has_rule; /* a program may be one */
    nbb_json_set(object, "schema", json_integer(1));
    if (asked->fractal != NULL) {
        const nbb_replicas *alike = nbb_fractal_alike(asked->fractal, 0, asked->r);
        nbb_json_put(object, "{s:o, s:o, s:o, s:i}", "fractal", nbb_json_text(asked->fractal->name), "k",
                     alike != NULL ? json_integer(alike->k) : json_null(), "s",
                     alike != NULL ? nbb_json_integers(alike->s.at, alike->axes) : json_null(), "r", asked->r);
    } else {
        add_simplex(object, plan);
    }
    nbb_text rule = NBB_TEXT_EMPTY;
    if (is_rule) {
        nbb_rule_print_on(asked->rule, axes, &rule);
    }
    nbb_json_put(object, "{s:o, s:I, s:s, s:o}", "n", nbb_json_integers(asked->sides.at, axes), "cells",
                 (json_int_t)asked->cells, "workload", asked->work->name, "rule",
                 is_rule ? nbb_json_take(&rule) : json_null());
    if (asked->work->law == NBB_LAW_PROGRAM) {
        const nbb_program *program = asked->program;
        nbb_json_put(object, "{s:o, s:o, s:o, s:b, s:o}", "program", nbb_json_text(program->name), "param",
                     nbb_report_parameters(program), "neighbours", neighbours_of(program), "inexact",
                     program->inexact, "init_seed",
                     program->seeds_apart ? json_integer((json_int_t)program->init_seed) : json_null());
    }
    /* The share of cells that live at first, as the program's init says it. */
    double density = 0;
    bool is_drawn = asked->program != NULL && nbb_program_density(asked->program, &density);
    nbb_json_put(object, "{s:I, s:o, s:o, s:s, s:s, s:s*}", "steps", (json_int_t)run->step, "seed",
                 seeded ? json_integer((json_int_t)run->request.seed) : json_null(), "density",
                 is_drawn ? nbb_json_real(density) : json_null(), "map", nbb_map_names.names[plan->space.map],
                 "storage", nbb_storage_names.names[plan->space.storage], "schedule",
                 evolves ? nbb_schedule_names.names[nbb_plan_schedule(plan)] : NULL);
    NBB_JSON_SET_IF(plan->space.map == NBB_MAP_LANES && evolves, object, "values",
                    json_string(asked->traits.word == NBB_WORD_VALUES ? "words" : "bits"));
    NBB_JSON_SET_IF(asked->wide_because != NULL, object, "values_because", nbb_json_text(asked->wide_because));
    nbb_json_put(object, "{s:o, s:s*, s:o, s:o, s:s, s:o}", "tc",
                 plan->space.tc == NBB_TC_NONE ? json_null() : json_integer(plan->space.tc), "tc_idle",
                 nbb_plan_idle_products(plan), "tile",
                 plan->space.map == NBB_MAP_BB ? json_null() : nbb_json_integers(plan->space.rho.at, axes), "choices",
                 choices_of(plan), "target", nbb_target_names.names[asked->target], "device",
                 nbb_json_text(run->request.device->name));
    NBB_JSON_SET_IF(run->request.ranks != NULL, object, "ranks", json_integer(run->request.ranks->count));
}

static void add_costs(json_t *object, const nbb_run *run)
{
    const nbb_plan *plan = run->request.plan;
    const nbb_state_parts *parts = run->request.parts;
    double cells = (double)(plan->asked.cells * run->copies), ms = run->times.median;
    double rate = ms > 0 ? cells / (ms * 1e-3) : 0;
    nbb_json_put(object, "{s:{s:o, s:o, s:o, s:i}, s:o}", "ms_per_step", "median", nbb_json_real(ms), "min",
                 nbb_json_real(run->times.min), "max", nbb_json_real(run->times.max), "samples", run->times.samples,
                 "cells_per_second", nbb_json_real(rate));
    /* A step updates every cell once. */
    NBB_JSON_SET_IF(plan->asked.work->evolves, object, "updates_per_second", nbb_json_real(rate));
    nbb_json_put(object, "{s:I, s:I}", "bytes_per_step", (json_int_t)plan->launch.step_bytes, "memory_bytes",
                 (json_int_t)(parts != NULL ? parts->bytes : plan->launch.memory_bytes));
    if (parts != NULL) {
        nbb_json_put(object, "{s:i, s:I, s:I}", "parts", parts->count, "steps_a_pass", (json_int_t)parts->steps,
                     "host_bytes", (json_int_t)plan->space.state_bytes);
    }
    NBB_JSON_SET_IF(plan->launch.persistent, object, "persistent", json_true());
    NBB_JSON_SET_IF(plan->launch.persistent, object, "cluster", json_integer(plan->launch.cluster));
    NBB_JSON_SET_IF(plan->launch.permuted != NBB_PERMUTATION_AUTO, object, "permuted",
                    nbb_json_text(nbb_permutation_names.names[plan->launch.permuted]));
    NBB_JSON_SET_IF(nbb_plan_in_place(plan), object, "in_place", json_true());
    nbb_json_put(object, "{s:o, s:s}", "compile_ms", nbb_json_real(run->facts.compile_ms), "cache",
                 run->facts.cache_hit ? "hit" : "miss");
}

static void add_results(json_t *object, const nbb_report *report)
{
    const nbb_run *run = report->run;
    nbb_json_put(object, "{s:I, s:I}", "population0", (json_int_t)run->counted.population0, "population",
                 (json_int_t)run->counted.population);
    NBB_JSON_SET_IF(run->request.plan->asked.work->pass == NBB_ENTRY_SUM, object, "sum",
                    json_integer((json_int_t)run->sum));
    NBB_JSON_SET_IF(report->with_digest, object, "digest0", hexadecimal(run->counted.digest0));
    NBB_JSON_SET_IF(report->with_digest, object, "digest", hexadecimal(run->counted.digest));
    add_observables(object, report->series);
    NBB_JSON_SET_IF(report->scan != NULL, object, "sweep",
                    NBB_JSON_LIST(i, report->scan->count, nbb_report_describe_row(report->scan, i)));
    NBB_JSON_SET_IF(report->copies != NULL, object, "copies", json_incref(report->copies));
    NBB_JSON_SET_IF(report->exchange != NULL, object, "exchange", json_incref(report->exchange));
    NBB_JSON_SET_IF(report->verified, object, "verified", json_true());
}

json_t *nbb_report_describe(const nbb_report *report)
{
    json_t *object = json_object();
    add_plan(object, report);
    add_results(object, report);
    add_costs(object, report->run);
    return object;
}

/* --- in words --- */

/* Without the sign of a NaN, which is the machine's. */
static double real_of(double number)
{
    return isnan(number) ? (double)NAN : number;
}

static void print_observables(const nbb_series *series, nbb_text *text)
{
    const nbb_program *program = series->request.program;
    for (int i = 0; i < program->observable_count; ++i) {
        nbb_text_add(text, "%s%s = ", i == 0 ? "observed    " : ", ", program->observables[i].name);
        nbb_number_print(series->observables[i], false, text);
        nbb_text_add(text, "%s", i + 1 == program->observable_count ? "\n" : "");
    }
    for (int i = 0; i < nbb_averages_count(series->averages); ++i) {
        nbb_blocked found = nbb_averages_result(series->averages, i);
        nbb_text_add(text, "average     %s = %.10g +- %.2g, ", program->averages[i].name, real_of(found.mean),
                     real_of(found.error));
        NBB_TEXT_ADD_IF(program->averages[i].mean >= 0, text, "variance %.6g, ", real_of(found.variance));
        nbb_text_add(text, "of %" PRId64 " sample%s%s\n", found.samples, found.samples == 1 ? "" : "s",
                     found.settled ? "" : "; too few for their error to settle");
    }
}

json_t *nbb_report_more(const nbb_report *report)
{
    const nbb_run *run = report->run;
    nbb_text observed = NBB_TEXT_EMPTY;
    if (report->series != NULL) {
        print_observables(report->series, &observed);
    }
    return json_pack("{s:s*, s:i, s:I, s:b, s:o}", "stop",
                     run->is_over ? run->request.plan->asked.program->stop : NULL, "steps",
                     run->request.plan->code.steps_a_launch, "copies", (json_int_t)run->request.copies, "in_files",
                     run->request.files != NULL, "observed", nbb_json_take(&observed));
}

/* "T = 1, J = 2", and where there are several seeds what they come to, else what the series observed. */
void nbb_report_print_row(const nbb_scan *scan, int64_t i, const nbb_series *series, nbb_text *text)
{
    const nbb_number *row = nbb_scan_row(scan, i);
    for (int column = 0; column < scan->values + (scan->seeds > 1); ++column) {
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
