/* report.c - a finished run in words, or as JSON. */
#include "runtime/run/report.h"

#include "gen/base/json.h"
#include "gen/plan/plan_simplex.h"
#include "gen/program/program_rule.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>

static double cells_per_second(const nbb_run *run)
{
    return run->times.median > 0 ? (double)run->request.plan->cells / (run->times.median * 1e-3) : 0;
}

/* ", from below in 3 launches" */
static void print_cover(const nbb_plan *plan, nbb_text *text)
{
    if (plan->fractal == NULL && plan->map == NBB_MAP_LAMBDA) {
        nbb_text_add(text, ", from %s", nbb_from_names.names[plan->simplex.cover.from]);
    }
    if (plan->simplex.cover.levels > 0) {
        nbb_text_add(text, " in %d launches", plan->simplex.cover.levels);
    }
}

static void print_nothing(const nbb_report *report, nbb_text *text)
{
    (void)report, (void)text;
}

static void print_rule(const nbb_report *report, nbb_text *text)
{
    const nbb_plan *plan = report->run->request.plan;
    nbb_text_add(text, " ");
    nbb_rule_print_on(plan->rule, nbb_domain_axes(&plan->domain), text);
}

/* The domain, and what is done on it. */
static void print_work(const nbb_report *report, const nbb_plan *plan, nbb_text *text)
{
    static void (*const print_law[NBB_LAW_COUNT])(const nbb_report *, nbb_text *) = {
        [NBB_LAW_NONE] = print_nothing, [NBB_LAW_RULE] = print_rule, [NBB_LAW_PROGRAM] = nbb_report_print_program
    };
    int64_t steps = report->run->request.steps;
    nbb_text_add(text, "%s %s = %" PRId64 ": %" PRId64 " x %" PRId64, nbb_domain_name(&plan->domain),
           nbb_domain_size_name(&plan->domain), plan->domain.size, plan->n.at[0], plan->n.at[1]);
    if (nbb_domain_axes(&plan->domain) > 2) {
        nbb_text_add(text, " x %" PRId64, plan->n.at[2]);
    }
    nbb_text_add(text, " box, %" PRId64 " cell%s\nworkload    %s", plan->cells, plan->cells == 1 ? "" : "s",
                 plan->work->name);
    print_law[plan->work->law](report, text);
    nbb_text_add(text, ", %" PRId64 " step%s\n", steps, steps == 1 ? "" : "s");
}

static void print_tensor_cores(const nbb_plan *plan, nbb_text *text)
{
    const char *idle = nbb_plan_idle_products(plan);
    nbb_text_add(text, ", tensor cores (variant %d%s%s)", plan->tc, idle != NULL ? ", not used: " : "",
           idle != NULL                      ? idle
           : plan->target == NBB_TARGET_HOST ? ", evaluated on the host"
                                             : "");
}

/* How it is done: the plan's choices. */
static void print_map(const nbb_plan *plan, nbb_text *text)
{
    nbb_text_add(text, "map         %s", nbb_map_names.names[plan->map]);
    if (plan->map != NBB_MAP_BB) {
        nbb_text_add(text, ", tiles of %" PRId64 " x %" PRId64, plan->rho.at[0], plan->rho.at[1]);
    }
    if (plan->persistent) {
        nbb_text_add(text, ", a launch that stays%s, %d step%s between two waits",
               plan->cluster > 0 ? " with the states in shared memory" : "", plan->steps_a_launch,
               plan->steps_a_launch == 1 ? "" : "s");
    }
    print_cover(plan, text);
    nbb_text_add(text, ", %s storage", nbb_storage_names.names[plan->storage]);
    if (plan->map == NBB_MAP_LANES && plan->work->law == NBB_LAW_PROGRAM) {
        nbb_text_add(text, ", values in %s", plan->traits.word == NBB_WORD_VALUES ? "words" : "bits of words");
    }
    if (plan->fractal == NULL) {
        nbb_text_add(text, ", %.3g places a cell", (double)nbb_plan_simplex_places(plan) / (double)plan->cells);
    }
    if (plan->tc != NBB_TC_NONE) {
        print_tensor_cores(plan, text);
    }
    nbb_plan_print_evaluation(plan, ", ", true, text);
    nbb_text_add(text, "\n");
}

static void print_results(const nbb_report *report, const nbb_run *run, nbb_text *text)
{
    nbb_text_add(text, "population  %" PRIu64 " -> %" PRIu64 "\n", run->population0, run->population);
    if (run->request.plan->work->pass == NBB_ENTRY_SUM) {
        nbb_text_add(text, "sum         %" PRIu64 "\n", run->sum);
    }
    if (report->with_digest) {
        nbb_text_add(text, "digest      0x%016" PRIx64 " -> 0x%016" PRIx64 "\n", run->digest0, run->digest);
    }
    if (report->series != NULL) {
        nbb_report_print_observables(report->series, text);
    }
}

static void print_costs(const nbb_run *run, const nbb_plan *plan, nbb_text *text)
{
    nbb_text_add(text, "time        %.4g ms a step (median of %d; %.4g to %.4g), %.3g cells a second\nmemory      ",
           run->times.median, run->times.samples, run->times.min, run->times.max, cells_per_second(run));
    nbb_text_amount(text, plan->memory_bytes);
    nbb_text_add(text, "%s; a step moves ", nbb_plan_in_place(plan) ? ", updated in place" : "");
    nbb_text_amount(text, plan->step_bytes);
    nbb_text_add(text, "%s\nmodule      %.0f ms, %s\n", plan->cluster > 0 ? " in shared memory" : "",
                 run->facts.compile_ms, run->facts.cache_hit ? "from the cache" : "compiled");
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
    nbb_text_add(text, "\n");
    print_results(report, run, text);
    print_costs(run, plan, text);
}

/* As many elements as the domain has axes. */
static json_t *by_axis(const nbb_plan *plan, nbb_vector vector)
{
    json_t *array = json_array();
    for (int axis = 0; axis < nbb_domain_axes(&plan->domain); ++axis) {
        nbb_json_add(array, json_integer((json_int_t)vector.at[axis]));
    }
    return array;
}

static json_t *hexadecimal(uint64_t value)
{
    return json_sprintf("0x%016" PRIx64, value);
}

static void add_fractal(json_t *object, const nbb_plan *plan)
{
    nbb_json_set(object, "fractal", nbb_json_text(plan->fractal->name));
    nbb_json_set(object, "k", json_integer(nbb_fractal_table(plan->fractal)->k));
    nbb_json_set(object, "s", by_axis(plan, nbb_fractal_table(plan->fractal)->s));
    nbb_json_set(object, "r", json_integer(plan->r));
}

static void add_simplex(json_t *object, const nbb_plan *plan)
{
    bool covers = plan->map == NBB_MAP_LAMBDA;
    nbb_json_set(object, "simplex", nbb_json_text(plan->domain.simplex->name));
    nbb_json_set(object, "m", json_integer(plan->domain.simplex->m));
    nbb_json_set(object, "from",
                 covers ? nbb_json_text(nbb_from_names.names[plan->simplex.cover.from]) : json_null());
    if (plan->simplex.cover.levels > 0) {
        nbb_json_set(object, "launches", json_integer(plan->simplex.cover.levels));
    }
    if (plan->work->start == NBB_START_POINTS) {
        nbb_json_set(object, "dimensions", json_integer(plan->simplex.dimensions));
        nbb_json_set(object, "out", nbb_json_text(nbb_out_names.names[plan->simplex.out]));
    }
    nbb_json_set(object, "places", json_integer((json_int_t)nbb_plan_simplex_places(plan)));
    nbb_json_set(object, "threads",
                 plan->target == NBB_TARGET_CUDA ? json_integer((json_int_t)nbb_plan_simplex_threads(plan))
                                                 : json_null());
}

/* A program may be a rule too. */
static json_t *rule_of(const nbb_plan *plan)
{
    nbb_text rule = NBB_TEXT_EMPTY;
    if (plan->law != NBB_LAW_RULE) {
        return json_null();
    }
    nbb_rule_print_on(plan->rule, nbb_domain_axes(&plan->domain), &rule);
    return nbb_json_take(&rule);
}

/* The share of cells that live at first, as the program's init says it. */
static json_t *density_of(const nbb_plan *plan)
{
    double density = 0;
    bool is_drawn = plan->program != NULL && nbb_program_density(plan->program, &density);
    return is_drawn ? nbb_json_real(density) : json_null();
}

/* Each choice of the plan by its option's name, as `nbbgen run` takes it: a number, or a word. */
static json_t *choices_of(const nbb_plan *plan)
{
    json_t *object = json_object();
    for (nbb_choice choice = 0; choice < NBB_CHOICES; ++choice) {
        nbb_text value = NBB_TEXT_EMPTY;
        if (nbb_plan_chosen(plan, choice, &value)) {
            char *end = NULL;
            long long number = strtoll(nbb_text_string(&value), &end, 10);
            nbb_json_set(object, nbb_choice_names[choice],
                         *end == '\0' ? json_integer(number) : nbb_json_text(nbb_text_string(&value)));
        }
        nbb_text_free(&value);
    }
    return object;
}

/* What was asked for and chosen; null where it has no meaning for the workload or the map. */
static void add_plan(json_t *object, const nbb_report *report)
{
    const nbb_run *run = report->run;
    const nbb_plan *plan = run->request.plan;
    nbb_start start = plan->work->start;
    bool seeded = start != NBB_START_EMPTY && (start != NBB_START_POINTS || run->request.points->is_drawn);
    nbb_json_set(object, "schema", json_integer(1));
    if (plan->fractal != NULL) {
        add_fractal(object, plan);
    } else {
        add_simplex(object, plan);
    }
    nbb_json_set(object, "n", by_axis(plan, plan->n));
    nbb_json_set(object, "cells", json_integer(plan->cells));
    nbb_json_set(object, "workload", nbb_json_text(plan->work->name));
    nbb_json_set(object, "rule", rule_of(plan));
    if (plan->work->law == NBB_LAW_PROGRAM) {
        nbb_report_add_program(object, plan->program);
    }
    nbb_json_set(object, "steps", json_integer(run->request.steps));
    nbb_json_set(object, "seed", seeded ? json_integer((json_int_t)run->request.seed) : json_null());
    nbb_json_set(object, "density", density_of(plan));
    nbb_json_set(object, "map", nbb_json_text(nbb_map_names.names[plan->map]));
    nbb_json_set(object, "storage", nbb_json_text(nbb_storage_names.names[plan->storage]));
    if (plan->map == NBB_MAP_LANES && plan->work->evolves) {
        nbb_json_set(object, "values", nbb_json_text(plan->traits.word == NBB_WORD_VALUES ? "words" : "bits"));
    }
    if (plan->wide_because.length > 0) {
        nbb_json_set(object, "values_because", nbb_json_text(nbb_text_string(&plan->wide_because)));
    }
    nbb_json_set(object, "tc", plan->tc == NBB_TC_NONE ? json_null() : json_integer(plan->tc));
    if (nbb_plan_idle_products(plan) != NULL) {
        nbb_json_set(object, "tc_idle", nbb_json_text(nbb_plan_idle_products(plan)));
    }
    nbb_json_set(object, "tile", plan->map == NBB_MAP_BB ? json_null() : by_axis(plan, plan->rho));
    nbb_json_set(object, "choices", choices_of(plan));
    nbb_json_set(object, "target", nbb_json_text(nbb_target_names.names[plan->target]));
    nbb_json_set(object, "device", nbb_json_text(run->request.device->name));
    if (run->request.ranks != NULL) {
        nbb_json_set(object, "ranks", json_integer(run->request.ranks->count));
    }
}

static void add_costs(json_t *object, const nbb_run *run)
{
    const nbb_plan *plan = run->request.plan;
    nbb_json_set(object, "ms_per_step",
                        json_pack("{s:o, s:o, s:o, s:i}", "median", nbb_json_real(run->times.median), "min",
                                  nbb_json_real(run->times.min), "max", nbb_json_real(run->times.max), "samples",
                                  run->times.samples));
    nbb_json_set(object, "cells_per_second", nbb_json_real(cells_per_second(run)));
    if (plan->work->evolves) { /* a step updates every cell once */
        nbb_json_set(object, "updates_per_second", nbb_json_real(cells_per_second(run)));
    }
    nbb_json_set(object, "bytes_per_step", json_integer((json_int_t)plan->step_bytes));
    nbb_json_set(object, "memory_bytes", json_integer((json_int_t)plan->memory_bytes));
    if (plan->persistent) {
        nbb_json_set(object, "resident", json_true());
        nbb_json_set(object, "cluster", json_integer(plan->cluster));
    }
    if (plan->crossed != NBB_CROSSING_AUTO) {
        nbb_json_set(object, "crossed", nbb_json_text(nbb_crossing_names.names[plan->crossed]));
    }
    if (plan->draws != NBB_DRAWS_AUTO) {
        nbb_json_set(object, "draws", json_string(nbb_draws_names.names[plan->draws]));
    }
    if (nbb_plan_in_place(plan)) {
        nbb_json_set(object, "in_place", json_true());
    }
    nbb_json_set(object, "compile_ms", nbb_json_real(run->facts.compile_ms));
    nbb_json_set(object, "cache", nbb_json_text(run->facts.cache_hit ? "hit" : "miss"));
}

static void add_results(json_t *object, const nbb_report *report)
{
    const nbb_run *run = report->run;
    nbb_json_set(object, "population0", json_integer((json_int_t)run->population0));
    nbb_json_set(object, "population", json_integer((json_int_t)run->population));
    if (run->request.plan->work->pass == NBB_ENTRY_SUM) {
        nbb_json_set(object, "sum", json_integer((json_int_t)run->sum));
    }
    if (report->with_digest) {
        nbb_json_set(object, "digest0", hexadecimal(run->digest0));
        nbb_json_set(object, "digest", hexadecimal(run->digest));
    }
    if (report->series != NULL) {
        nbb_report_add_observables(object, report->series);
    }
    if (report->scan != NULL) {
        nbb_report_add_scan(object, report->scan);
    }
    if (report->verified) {
        nbb_json_set(object, "verified", json_true());
    }
}

json_t *nbb_report_describe(const nbb_report *report)
{
    json_t *object = json_object();
    add_plan(object, report);
    add_results(object, report);
    add_costs(object, report->run);
    return object;
}
