/* describe_program.c - a program as JSON: its cell and step, and what each map takes of it. */
#include "library/describe.h"

#include "runtime/run/report.h"

/* "list": the neighbours' name, or null; "order": "x + 2 y", which modulo "colours" is a cell's colour, or null. */
static void add_order(const nbb_program *program, json_t *object)
{
    static const char *const axes[] = { "x", "y", "z" };
    const char *list = program->neighbours.name;
    nbb_text sum = NBB_TEXT_EMPTY;
    for (int axis = 0; program->sublattices && axis < NBB_AXES_MAX; ++axis) {
        int factor = program->colouring.factors[axis];
        const char *between = sum.length > 0 ? " + " : "";
        if (factor > 1) {
            nbb_text_add(&sum, "%s%d %s", between, factor, axes[axis]);
        } else if (factor != 0) {
            nbb_text_add(&sum, "%s%s", between, axes[axis]);
        }
    }
    nbb_json_put(object, "{s:o, s:o}", "list", *list != '\0' ? nbb_json_text(list) : json_null(), "order",
                 program->sublattices ? nbb_json_take(&sum) : json_null());
}

json_t *nbb_describe_program(const nbb_program *program)
{
    const nbb_field *of = program->fields;
    int bytes = NBB_SUM(i, program->field_count, (int)nbb_field_bytes(&of[i]));
    json_t *fields = NBB_JSON_TABLE(i, program->field_count, of[i].name, nbb_json_text(of[i].type));
    json_t *schedule = json_object(); /* of globals there is no such text */
    for (int i = 0; i < program->schedule_count; ++i) {
        const nbb_parameter *parameter = &program->parameters[program->schedules[i].parameter];
        nbb_text text = NBB_TEXT_EMPTY;
        if (!parameter->is_global) {
            nbb_expression_print(program, NULL, program->schedules[i].value, &text);
            nbb_json_set(schedule, parameter->name, nbb_json_take(&text));
        }
    }
    json_t *observables = NBB_JSON_LIST(i, program->observable_count, nbb_json_text(program->observables[i].name));
    json_t *object = json_pack(
        "{s:s, s:o, s:o, s:i, s:o, s:i, s:i, s:i, s:o, s:o, s:o, s:b}", "program", program->name, "path",
        program->path != NULL ? nbb_json_text(program->path) : json_null(), "cell", fields, "cell_bytes", bytes,
        "cell_bits", program->bits ? json_integer(program->planes) : json_null(), "neighbours",
        nbb_program_near(program), "colours", program->colouring.q, "requests", program->update.requests,
        "parameters", nbb_report_parameters(program), "schedule", schedule, "observables", observables, "exact",
        !program->inexact);
    add_order(program, object);
    if (program->is_rule) {
        nbb_text notation = NBB_TEXT_EMPTY;
        nbb_rule_print_on(program->rule, program->neighbours.axes, &notation);
        nbb_json_set(object, "rule", nbb_json_take(&notation));
    }
    return object;
}

void nbb_describe_values(const nbb_program *program, json_t *object)
{
    NBB_LOCAL_ARENA arena = { 0 };
    nbb_lowering lowering;
    nbb_row_code code;
    nbb_spans spans;
    bool by_spans = !nbb_neighbours_fit_words(&program->neighbours) && nbb_spans_take(program, 0);
    nbb_status status = nbb_lowering_begin(&arena, program, by_spans, 0, &lowering);
    if (status == NBB_OK) {
        nbb_lowering_clear(&lowering, false);
        status = by_spans ? nbb_spans_build(&lowering, 1, &spans) : nbb_row_code_build(&lowering, &code);
    }
    nbb_json_set(object, "values", nbb_json_text(status == NBB_OK ? "bits" : "words"));
    if (status == NBB_OK) {
        int operations = by_spans ? spans.operations : code.operations;
        nbb_json_set(object, "operations_per_word", json_integer(operations));
    } else {
        nbb_json_set(object, "values_because", nbb_json_text(nbb_message()));
    }
}

/* What a map takes of a program: bytes of a state, or why it has no plan; on lanes, into the object, also whether and
   why values are words, not bits, and of bits the operations a cell and step, and why observables go by cells. */
static void describe_map(const nbb_program *program, const nbb_domain *domain, nbb_map map, json_t *object,
                         json_t *bytes, json_t *none)
{
    nbb_request request = { .map = map, .workload = NBB_WORKLOAD_PROGRAM, .target = NBB_TARGET_CUDA };
    request.program = program;
    request.fractal = domain->fractal;
    request.simplex = domain->simplex;
    request.r = domain->fractal != NULL ? (int)domain->size : 0;
    request.n = domain->simplex != NULL ? domain->size : 0;
    NBB_AT_END(nbb_plan_free) nbb_plan plan;
    const char *name = nbb_map_names.names[map];
    if (nbb_plan_choose(&request, &plan) != NBB_OK) {
        nbb_json_set(bytes, name, json_null());
        nbb_json_set(none, name, nbb_json_text(nbb_message()));
        return;
    }
    bool is_wide = plan.asked.traits.word == NBB_WORD_VALUES;
    nbb_json_set(bytes, name, json_integer((json_int_t)plan.space.state_bytes));
    nbb_json_set(json_object_get(object, "schedules"), name, nbb_describe_plan_schedules(&request, &plan));
    NBB_LEAVE_IF(map != NBB_MAP_LANES);
    if (is_wide && plan.asked.wide_because == NULL) {
        nbb_describe_values(program, object);
    } else if (is_wide) {
        nbb_json_put(object, "{s:s, s:o}", "values", "words", "values_because",
                     nbb_json_text(plan.asked.wide_because));
    } else {
        double operations = (double)plan.launch.step_operations / (double)plan.asked.cells;
        nbb_json_put(object, "{s:s, s:o}", "values", "bits", "operations_per_cell", nbb_json_real(operations));
        NBB_JSON_SET_IF(plan.code.totals.because != NULL, object, "observe_because",
                        nbb_json_text(plan.code.totals.because));
    }
}

void nbb_describe_program_on(const nbb_program *program, const nbb_domain *domain, json_t *object)
{
    /* The 32-bit words that a step draws at most: by planes a word has one digit of all its lanes' chances. */
    nbb_draw_layout layout = nbb_draw_layout_of(domain, program->bits);
    int64_t words = program->bits ? 32 * layout.parts * layout.below : nbb_domain_cells(domain);
    json_t *bytes = json_object(), *none = json_object();
    nbb_json_put(object, "{s:I, s:I, s:I, s:{}}", nbb_domain_size_name(domain), (json_int_t)domain->size, "cells",
                 (json_int_t)nbb_domain_cells(domain), "random_words", (json_int_t)(words * program->update.requests),
                 "schedules");
    for (int map = NBB_MAP_BB; map <= NBB_MAP_ENUM; ++map) {
        if (domain->simplex != NULL ? map != NBB_MAP_COMPACT && map != NBB_MAP_LANES : map < NBB_MAP_ENUM) {
            describe_map(program, domain, (nbb_map)map, object, bytes, none);
        }
    }
    nbb_json_put(object, "{s:o, s:o}", "bytes", bytes, "none", none);
}
