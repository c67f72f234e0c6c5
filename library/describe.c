/* describe.c - failures, fractals, simplices, shares of ranks, and what maps take of programs, as JSON. */
#include "library/library_job.h"

#include "runtime/device/machine.h"

json_t *nbb_describe_failure(const nbb_failed *failure)
{
    const char *message = failure->message != NULL ? failure->message : "no memory";
    return json_pack("{s:i, s:o, s:o, s:o}", "code", nbb_interrupt_exit_code(failure->status), "message",
                     nbb_json_text(message), "file",
                     failure->file != NULL ? nbb_json_text(failure->file) : json_null(), "line",
                     failure->line > 0 ? json_integer(failure->line) : json_null());
}

/* tau(beta) by arithmetic, as --hash arith computes it, by axis; null where there is none. */
static json_t *hash_of(const nbb_replicas *replicas)
{
    NBB_RETURN_IF(!nbb_hash_has_form(replicas), json_null());
    nbb_text forms[NBB_AXES_MAX] = { NBB_TEXT_EMPTY };
    return NBB_JSON_LIST(
        axis, replicas->axes,
        (nbb_hash_print(replicas, axis, nbb_hash_scope(replicas)->names, &forms[axis]), nbb_json_take(&forms[axis])));
}

/* Rows, or a list of slices; and what letters mean, if there are some: "b: flip-x". */
static void add_layout(const nbb_replicas *replicas, json_t *object)
{
    json_t *layout = json_array(), *rows = replicas->axes > 2 ? NULL : layout;
    json_auto_t *turns = json_array();
    nbb_text row = NBB_TEXT_EMPTY;
    for (int64_t i = 0; i < nbb_box_places(replicas->s); ++i) {
        nbb_vector place = nbb_box_place((nbb_vector){ { 0 } }, replicas->s, i);
        if (replicas->axes > 2 && place.at[0] == 0 && place.at[1] == 0) {
            rows = json_array();
            nbb_json_add(layout, rows);
        }
        nbb_text_add(&row, "%c", nbb_layout_sign(replicas, i));
        if (place.at[0] + 1 == replicas->s.at[0]) {
            nbb_json_add(rows, nbb_json_take(&row));
            row = NBB_TEXT_EMPTY;
        }
    }
    nbb_json_set(object, "layout", layout);
    for (int isometry = 1; isometry < NBB_ISOMETRIES; ++isometry) {
        if (memchr(replicas->isometry, isometry, (size_t)replicas->k) != NULL) {
            nbb_json_add(turns, json_sprintf("%c: %s", 'a' + isometry - 1, nbb_isometry_names.names[isometry]));
            nbb_json_set(object, "turns", json_incref(turns));
        }
    }
    nbb_json_put(object, "{s:b, s:b}", "own_hash", replicas->hash[0] != NULL, "own_member", replicas->member != NULL);
}

/* The layout of all levels in the fractal's object; of levels that differ each in its own. */
void nbb_describe_layout(const nbb_fractal *fractal, bool with_hash, json_t *object)
{
    const nbb_replicas *alike = nbb_fractal_alike(fractal, 0, NBB_LEVELS_MAX);
    const json_t *layouts = json_object_get(object, "layouts");
    for (int i = 0; i < (alike != NULL ? 1 : fractal->table_count); ++i) {
        const nbb_replicas *replicas = alike != NULL ? alike : &fractal->tables[i];
        json_t *into = alike != NULL ? object : json_array_get(layouts, (size_t)i);
        add_layout(replicas, into);
        NBB_JSON_SET_IF(with_hash, into, "hash", hash_of(replicas));
    }
}

/* { "schedule", "others" } of a plan for the request: its own, and null of those that --schedule has, or why not. */
static json_t *describe_schedules(const nbb_request *request, const nbb_plan *plan)
{
    nbb_schedule chosen = nbb_plan_schedule(plan);
    json_t *others = json_object();
    for (nbb_schedule other = NBB_SCHEDULE_AUTO + 1; other < NBB_SCHEDULE_COUNT; ++other) {
        const char *why = nbb_plan_schedule_refusal(plan, other);
        nbb_request asked = *request;
        asked.schedule = other;
        NBB_AT_END(nbb_plan_free) nbb_plan tried = { 0 };
        bool may = why == NULL || request->simplex != NULL; /* whose storage is open */
        bool has = other != chosen && may && nbb_plan_choose(&asked, &tried) == NBB_OK;
        NBB_JSON_SET_IF(other != chosen, others, nbb_schedule_names.names[other],
                        has ? json_null() : nbb_json_text(why != NULL ? why : nbb_message()));
    }
    return json_pack("{s:s, s:o}", "schedule", nbb_schedule_names.names[chosen], "others", others);
}

/* "schedules" of an automaton, B2/S23, by map, and of a fractal bytes of one state buffer, and the largest level with
   a CUDA kernel. */
static nbb_status add_automaton(const nbb_domain *domain, json_t *object)
{
    const nbb_rule rule = { .birth = 1u << 2, .survival = 1u << 2 | 1u << 3 };
    const nbb_fractal *fractal = domain->fractal;
    NBB_AT_END(nbb_program_free) nbb_program program;
    NBB_TRY(nbb_workload_program(&nbb_workload_rows[NBB_WORKLOAD_CA], rule, nbb_domain_axes(domain), 0.5, &program));
    NBB_AT_END(nbb_launches_free) nbb_launches launches = { .count = 0 };
    nbb_request automaton = { NBB_REQUEST_ON(domain), .workload = NBB_WORKLOAD_CA, .program = &program,
                              .target = NBB_TARGET_CUDA, .launches = &launches };
    json_t *schedules = json_object(), *bytes = fractal != NULL ? json_object() : NULL;
    json_t *largest = fractal != NULL ? json_object() : NULL;
    nbb_json_put(object, "{s:o, s:o*, s:o*}", "schedules", schedules, "bytes", bytes, "largest_r", largest);
    for (nbb_map map = NBB_MAP_BB; map <= NBB_MAP_ENUM; ++map) {
        NBB_AT_END(nbb_plan_free) nbb_plan plan = { 0 };
        const char *name = nbb_map_names.names[map];
        uint64_t amount = 0;
        automaton.map = map;
        NBB_JSON_SET_IF(nbb_plan_choose(&automaton, &plan) == NBB_OK, schedules, name,
                        describe_schedules(&automaton, &plan));
        if (fractal != NULL && map < NBB_MAP_ENUM) {
            nbb_request any = automaton;
            any.r = nbb_fractal_largest_level(fractal);
            NBB_TRY(nbb_plan_state_bytes(&automaton, &amount));
            nbb_json_set(bytes, name, json_integer((json_int_t)amount));
            nbb_json_set(largest, name, json_integer(nbb_plan_largest(&any, map)));
        }
    }
    return NBB_OK;
}

nbb_status nbb_describe_fractal(const nbb_domain *domain, json_t *object)
{
    int axes = nbb_domain_axes(domain), r = (int)domain->size;
    nbb_json_put(object, "{s:i, s:o, s:I, s:o}", "r", r, "n", nbb_json_integers(nbb_domain_side(domain).at, axes),
                 "cells", (json_int_t)nbb_domain_cells(domain), "orthotope",
                 nbb_json_integers(nbb_fractal_orthotope(domain->fractal, 0, r).at, axes));
    return add_automaton(domain, object);
}

/* An automaton or a program by the options, planned for CUDA with what else its request says. */
static nbb_status plan_job(const nbb_options *options, const nbb_domain *domain, nbb_job *made)
{
    made->options = *options;
    made->request.workload = options->workload;
    made->request.target = NBB_TARGET_CUDA;
    made->request.program = options->program != NULL ? options->program : &made->program;
    NBB_TRY_IF(options->program == NULL,
               nbb_options_program(&made->options, nbb_domain_axes(domain), &made->program));
    return nbb_plan_choose(&made->request, &made->plan);
}

nbb_status nbb_describe_ranks(const nbb_options *options, const nbb_domain *domain, json_t *object)
{
    nbb_map map = domain->simplex != NULL ? NBB_MAP_LAMBDA : NBB_MAP_LANES;
    NBB_AT_END(nbb_job_close)
    nbb_job made = { .request = { NBB_REQUEST_ON(domain), .map = map, .ranks = options->ranks } };
    NBB_TRY(plan_job(options, domain, &made));
    json_t *list = json_array();
    int ranks = made.plan.asked.ranks;
    nbb_json_put(object, "{s:s, s:i, s:o}", "map", nbb_map_names.names[made.plan.space.map], "steps_a_launch",
                 made.plan.code.steps_a_launch, "ranks", list);
    for (int rank = 0; rank < ranks; ++rank) {
        NBB_LOCAL_ARENA arena = { .purpose = "the words that ranks read of each other" };
        nbb_needs needs;
        NBB_TRY(nbb_needs_build(&arena, &made.plan, rank, true, &needs));
        nbb_shard shard = nbb_plan_shard(&made.plan, rank);
        const int64_t *first = needs.received.first; /* of each other rank's words */
        json_t *from = NBB_JSON_LIST(other, ranks, json_integer(4 * (first[other + 1] - first[other]))); /* bytes */
        nbb_json_add(list, json_pack("{s:I, s:I, s:o}", "first_item", (json_int_t)shard.first, "items",
                                     (json_int_t)shard.count, "bytes_a_launch_from", from));
    }
    return NBB_OK;
}

nbb_status nbb_describe_parts(const nbb_options *options, const nbb_domain *domain, json_t *object)
{
    enum { PAGE = 2 << 20 };
    NBB_AT_END(nbb_job_close)
    nbb_job made = { .request = { NBB_REQUEST_ON(domain), .map = NBB_MAP_LANES, .available = options->memory } };
    bool fits = plan_job(options, domain, &made) == NBB_OK && !nbb_plan_in_place(&made.plan);
    if (fits && options->state == NULL) {
        nbb_json_set(object, "whole_bytes", json_integer((json_int_t)made.plan.launch.memory_bytes));
        return NBB_OK;
    }
    nbb_job_close(&made);
    made.request = (nbb_request){ NBB_REQUEST_ON(domain), .map = NBB_MAP_LANES, .parted = true };
    NBB_TRY(plan_job(options, domain, &made));
    const nbb_plan *plan = &made.plan;
    nbb_parting parting = nbb_state_parting(plan, options->memory, PAGE, true, options->pass_steps);
    bool in_files = parting.in_files = options->state != NULL;
    parting.by_sample = true;
    NBB_TRY(nbb_state_parts_choose(&parting, &made.parts));
    const double link = 5e10; /* bytes a second each way, by PCIe 5 */
    /* Globals are totals of the state where it lies: it is read once more. */
    double moved = (double)plan->space.state_bytes * (plan->asked.program->has_globals ? 2 : 1);
    double step = nbb_lanes_step_ns(plan) / 1e6, pass = in_files ? 0 : moved / link * 1e3 / (double)made.parts.steps;
    uint64_t beside = nbb_state_parts_host_bytes(plan, &made.parts) - (in_files ? plan->space.state_bytes : 0);
    json_t *parts = json_pack("{s:i, s:I, s:i, s:I, s:I, s:f, s:o}", "count", made.parts.count, "steps_a_pass",
                             (json_int_t)made.parts.steps, "buffers", nbb_state_parts_buffers(plan), "device_bytes",
                             (json_int_t)made.parts.bytes, "host_bytes", (json_int_t)beside, "ms_per_step",
                              step > pass ? step : pass, "link_ms_per_step",
                              in_files ? json_null() : json_real(pass));
    nbb_json_set(object, "parts", parts);
    if (in_files) { /* where the two files of the state will lie */
        uint64_t available = 0;
        NBB_TRY(nbb_state_room(options->state, &available));
        nbb_json_set(parts, "files",
                     json_pack("{s:s, s:I, s:I}", "path", options->state, "bytes",
                               (json_int_t)plan->space.state_bytes, "available", (json_int_t)available));
    }
    return NBB_OK;
}

/* --- simplices --- */

/* The ways to visit the cells. The first of lambda is the plan's own choice. */
static const struct {
    const char *name;
    nbb_map map;
    nbb_from from;
    nbb_recursion recursion;
} ways[] = { { "bb", NBB_MAP_BB, NBB_FROM_AUTO, NBB_RECURSION_AUTO },
             { "above", NBB_MAP_LAMBDA, NBB_FROM_ABOVE, NBB_RECURSION_AUTO },
             { "below", NBB_MAP_LAMBDA, NBB_FROM_BELOW, NBB_RECURSION_AUTO },
             { "enum", NBB_MAP_ENUM, NBB_FROM_AUTO, NBB_RECURSION_AUTO },
             { "branches", NBB_MAP_LAMBDA, NBB_FROM_ABOVE, NBB_RECURSION_BRANCHES } };

static json_t *integer_or_null(uint64_t value)
{
    return value != 0 && value <= INT64_MAX ? json_integer((json_int_t)value) : json_null();
}

/* "largest_n", "largest_n_host": with a kernel, of CUDA and of the processor. At a side also what sw takes with the
   tiles of the plan's choice: "places" and, of CUDA, "threads", null where there is no kernel, and bytes of a state,
   "embedded" and "packed", null where it cannot be. */
static json_t *describe_way(nbb_request pass, int way)
{
    static const nbb_storage storages[] = { NBB_STORAGE_EMBEDDED, NBB_STORAGE_PACKED };
    uint64_t bytes[2] = { 0 }, places = 0, threads = 0;
    pass.map = ways[way].map;
    pass.from = ways[way].from;
    pass.recursion = ways[way].recursion;
    pass.target = NBB_TARGET_CUDA;
    int64_t largest = nbb_plan_largest(&pass, pass.map);
    pass.target = NBB_TARGET_HOST;
    json_t *object = json_pack("{s:I, s:I}", "largest_n", (json_int_t)largest, "largest_n_host",
                               (json_int_t)nbb_plan_largest(&pass, pass.map));
    NBB_RETURN_IF(pass.n == 0, object);
    for (int i = 0; i < 2; ++i) {
        NBB_AT_END(nbb_plan_free) nbb_plan plan;
        pass.storage = storages[i];
        if (nbb_plan_choose(&pass, &plan) == NBB_OK) {
            bytes[i] = plan.space.state_bytes;
            places = nbb_plan_simplex_places(&plan);
            threads = pass.n <= largest ? nbb_plan_simplex_threads(&plan) : 0;
        }
    }
    nbb_json_put(object, "{s:o, s:o, s:o, s:o}", "places", integer_or_null(places), "threads",
                 integer_or_null(threads), "embedded", integer_or_null(bytes[0]), "packed",
                 integer_or_null(bytes[1]));
    return object;
}

nbb_status nbb_describe_simplex(const nbb_domain *domain, json_t *object)
{
    const nbb_simplex *simplex = domain->simplex;
    int64_t n = domain->size;
    NBB_AT_END(nbb_program_free) nbb_program program;
    nbb_request pass = { .simplex = simplex, .n = n, .workload = NBB_WORKLOAD_SW, .program = &program };
    NBB_TRY(nbb_workload_program(&nbb_workload_rows[NBB_WORKLOAD_SW], (nbb_rule){ 0, 0 }, simplex->m, 0, &program));
    if (n > 0) {
        NBB_AT_END(nbb_plan_free) nbb_plan plan;
        nbb_from from = nbb_plan_choose(&pass, &plan) == NBB_OK ? plan.space.simplex.cover.from : NBB_FROM_AUTO;
        nbb_json_put(object, "{s:I, s:I, s:s}", "n", (json_int_t)n, "cells",
                     (json_int_t)nbb_simplex_cells(simplex->m, n), "from", nbb_from_names.names[from]);
    }
    int count = NBB_COUNT(ways) - (simplex->m != 3); /* branches only with three axes */
    nbb_json_set(object, "maps", NBB_JSON_TABLE(way, count, ways[way].name, describe_way(pass, way)));
    return n > 0 ? add_automaton(domain, object) : NBB_OK;
}

/* --- programs --- */

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
    nbb_request request = { NBB_REQUEST_ON(domain), .map = map, .workload = NBB_WORKLOAD_PROGRAM, .program = program,
                            .target = NBB_TARGET_CUDA };
    NBB_AT_END(nbb_plan_free) nbb_plan plan;
    const char *name = nbb_map_names.names[map];
    if (nbb_plan_choose(&request, &plan) != NBB_OK) {
        nbb_json_set(bytes, name, json_null());
        nbb_json_set(none, name, nbb_json_text(nbb_message()));
        return;
    }
    bool is_wide = plan.asked.traits.word == NBB_WORD_VALUES;
    nbb_json_set(bytes, name, json_integer((json_int_t)plan.space.state_bytes));
    nbb_json_set(json_object_get(object, "schedules"), name, describe_schedules(&request, &plan));
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
