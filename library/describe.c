/* describe.c - failures, fractals, simplices and shares of ranks as JSON. */
#include "library/describe.h"

#include "runtime/checkpoint/checkpoint.h"
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

json_t *nbb_describe_plan_schedules(const nbb_request *request, const nbb_plan *plan)
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
static nbb_status add_automaton(nbb_request automaton, json_t *object)
{
    const nbb_rule rule = { .birth = 1u << 2, .survival = 1u << 2 | 1u << 3 };
    const nbb_fractal *fractal = automaton.fractal;
    int axes = fractal != NULL ? nbb_fractal_axes(fractal) : automaton.simplex->m;
    NBB_AT_END(nbb_program_free) nbb_program program;
    NBB_TRY(nbb_workload_program(&nbb_workload_rows[NBB_WORKLOAD_CA], rule, axes, 0.5, &program));
    automaton.workload = NBB_WORKLOAD_CA;
    automaton.program = &program;
    automaton.target = NBB_TARGET_CUDA;
    NBB_AT_END(nbb_launches_free) nbb_launches launches = { .count = 0 };
    automaton.launches = &launches;
    json_t *schedules = json_object(), *bytes = fractal != NULL ? json_object() : NULL;
    json_t *largest = fractal != NULL ? json_object() : NULL;
    nbb_json_put(object, "{s:o, s:o*, s:o*}", "schedules", schedules, "bytes", bytes, "largest_r", largest);
    for (nbb_map map = NBB_MAP_BB; map <= NBB_MAP_ENUM; ++map) {
        NBB_AT_END(nbb_plan_free) nbb_plan plan = { 0 };
        const char *name = nbb_map_names.names[map];
        uint64_t amount = 0;
        automaton.map = map;
        NBB_JSON_SET_IF(nbb_plan_choose(&automaton, &plan) == NBB_OK, schedules, name,
                        nbb_describe_plan_schedules(&automaton, &plan));
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

nbb_status nbb_describe_fractal(const nbb_fractal *fractal, int r, json_t *object)
{
    int axes = nbb_fractal_axes(fractal);
    nbb_json_put(object, "{s:i, s:o, s:I, s:o}", "r", r, "n",
                 nbb_json_integers(nbb_fractal_side(fractal, 0, r).at, axes), "cells",
                 (json_int_t)nbb_fractal_cells(fractal, 0, r), "orthotope",
                 nbb_json_integers(nbb_fractal_orthotope(fractal, 0, r).at, axes));
    return add_automaton((nbb_request){ .fractal = fractal, .r = r }, object);
}

/* An automaton or a program by the options, planned for CUDA with what else the request says. */
typedef struct described {
    nbb_program automaton; /* unless the options have a program */
    nbb_request request;
    nbb_plan plan;
} described;

static nbb_status open_described(const nbb_options *options, const nbb_domain *domain, described *made)
{
    nbb_options given = *options;
    made->request.fractal = domain->fractal;
    made->request.r = options->r;
    made->request.simplex = domain->simplex;
    made->request.n = options->n;
    made->request.workload = options->workload;
    made->request.target = NBB_TARGET_CUDA;
    made->request.program = options->program != NULL ? options->program : &made->automaton;
    NBB_TRY_IF(options->program == NULL, nbb_options_program(&given, nbb_domain_axes(domain), &made->automaton));
    return nbb_plan_choose(&made->request, &made->plan);
}

static void close_described(described *made)
{
    nbb_plan_free(&made->plan);
    nbb_program_free(&made->automaton);
}

nbb_status nbb_describe_ranks(const nbb_options *options, const nbb_domain *domain, json_t *object)
{
    nbb_map map = domain->simplex != NULL ? NBB_MAP_LAMBDA : NBB_MAP_LANES;
    NBB_AT_END(close_described) described made = { .request = { .map = map, .ranks = options->ranks } };
    NBB_TRY(open_described(options, domain, &made));
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
    NBB_AT_END(close_described) described made = { .request = { .map = NBB_MAP_LANES, .parted = true } };
    NBB_AT_END(close_described)
    described whole = { .request = { .map = NBB_MAP_LANES, .available = options->memory } };
    NBB_AT_END(nbb_state_parts_free) nbb_state_parts parts = { .count = 0 };
    bool fits = open_described(options, domain, &whole) == NBB_OK && !nbb_plan_in_place(&whole.plan);
    if (fits && options->state == NULL) {
        nbb_json_set(object, "whole_bytes", json_integer((json_int_t)whole.plan.launch.memory_bytes));
        return NBB_OK;
    }
    NBB_TRY(open_described(options, domain, &made));
    const nbb_plan *plan = &made.plan;
    nbb_parting parting = nbb_state_parting(plan, options->memory, PAGE, true, options->pass_steps);
    bool in_files = parting.in_files = options->state != NULL;
    parting.by_sample = true;
    NBB_TRY(nbb_state_parts_choose(&parting, &parts));
    const double link = 5e10; /* bytes a second each way, by PCIe 5 */
    /* Globals are totals of the state where it lies: it is read once more. */
    double moved = (double)plan->space.state_bytes * (plan->asked.program->has_globals ? 2 : 1);
    double step = nbb_lanes_step_ns(plan) / 1e6, pass = in_files ? 0 : moved / link * 1e3 / (double)parts.steps;
    uint64_t beside = nbb_state_parts_host_bytes(plan, &parts) - (in_files ? plan->space.state_bytes : 0);
    json_t *told = json_pack("{s:i, s:I, s:i, s:I, s:I, s:f, s:o}", "count", parts.count, "steps_a_pass",
                             (json_int_t)parts.steps, "buffers", nbb_state_parts_buffers(plan), "device_bytes",
                             (json_int_t)parts.bytes, "host_bytes", (json_int_t)beside, "ms_per_step",
                             step > pass ? step : pass, "link_ms_per_step", in_files ? json_null() : json_real(pass));
    nbb_json_set(object, "parts", told);
    if (in_files) { /* where the two files of the state will lie */
        uint64_t available = 0;
        NBB_TRY(nbb_state_room(options->state, &available));
        nbb_json_set(told, "files",
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

nbb_status nbb_describe_simplex(const nbb_simplex *simplex, int64_t n, json_t *object)
{
    NBB_AT_END(nbb_program_free) nbb_program program;
    nbb_request pass = { .simplex = simplex, .n = n, .workload = NBB_WORKLOAD_SW, .program = &program };
    NBB_TRY(nbb_workload_program(&nbb_workload_rows[NBB_WORKLOAD_SW], (nbb_rule){ 0, 0 }, simplex->m, 0, &program));
    if (n > 0) {
        NBB_AT_END(nbb_plan_free) nbb_plan plan;
        nbb_from from = nbb_plan_choose(&pass, &plan) == NBB_OK ? plan.space.simplex.cover.from : NBB_FROM_AUTO;
        nbb_json_put(object, "{s:I, s:I, s:s}", "n", (json_int_t)n, "cells",
                     (json_int_t)nbb_simplex_cells(simplex->m, n), "from", nbb_from_names.names[from]);
    }
    int count = (int)(sizeof ways / sizeof ways[0]) - (simplex->m != 3); /* branches only with three axes */
    nbb_json_set(object, "maps", NBB_JSON_TABLE(way, count, ways[way].name, describe_way(pass, way)));
    return n > 0 ? add_automaton((nbb_request){ .simplex = simplex, .n = n }, object) : NBB_OK;
}
