/* describe.c - failures, fractals and shares of ranks as JSON. */
#include "library/describe.h"

#include "gen/base/json.h"
#include "gen/domain/fractal.h"
#include "gen/plan/plan.h"
#include "library/request.h"
#include "runtime/device/interrupt.h"
#include "runtime/run/needs.h"

json_t *nbb_describe_failure(const nbb_failed *failure)
{
    const char *message = failure->message != NULL ? failure->message : "no memory";
    return json_pack("{s:i, s:o, s:o, s:o}", "code", nbb_interrupt_exit_code(failure->status), "message",
                     nbb_json_text(message), "file",
                     failure->file != NULL ? nbb_json_text(failure->file) : json_null(), "line",
                     failure->line > 0 ? json_integer(failure->line) : json_null());
}

static json_t *pair(nbb_vector vector)
{
    return json_pack("[I, I]", (json_int_t)vector.at[0], (json_int_t)vector.at[1]);
}

json_t *nbb_describe_definition(const nbb_definition *definition)
{
    if (definition->kind == NBB_KIND_SIMPLEX) {
        const nbb_simplex *simplex = &definition->simplex;
        return json_pack("{s:s, s:i, s:I}", "name", simplex->name, "m", simplex->m, "largest_n",
                         (json_int_t)nbb_simplex_largest_side(simplex->m));
    }
    const nbb_fractal *fractal = &definition->fractal;
    const nbb_replicas *replicas = nbb_fractal_table(fractal);
    return json_pack("{s:s, s:i, s:o, s:f, s:i}", "name", fractal->name, "k", replicas->k, "s", pair(replicas->s),
                     "dimension", nbb_fractal_dimension(replicas), "levels", nbb_fractal_largest_level(fractal));
}

void nbb_describe_layout(const nbb_fractal *fractal, json_t *object)
{
    const nbb_replicas *replicas = nbb_fractal_table(fractal);
    json_t *rows = json_array();
    for (int64_t y = 0; y < replicas->s.at[1]; ++y) {
        nbb_text row = NBB_TEXT_EMPTY;
        for (int64_t x = 0; x < replicas->s.at[0]; ++x) {
            nbb_text_add(&row, "%c", nbb_replica_at(replicas, (nbb_vector){ { x, y } }) >= 0 ? '#' : '.');
        }
        nbb_json_add(rows, nbb_json_take(&row));
    }
    nbb_json_set(object, "layout", rows);
    nbb_json_set(object, "own_hash", json_boolean(replicas->hash[0] != NULL));
    nbb_json_set(object, "own_member", json_boolean(replicas->member != NULL));
}

/* tau(beta) on an axis by arithmetic, as --hash arith computes it; `form` stays empty where there is none. */
static nbb_status add_form(const nbb_replicas *replicas, int axis, nbb_text *form)
{
    nbb_formula *found = NULL;
    if (replicas->hash[0] == NULL) {
        NBB_TRY(nbb_hash_form(replicas, axis, &found));
    }
    const nbb_formula *formula = replicas->hash[0] != NULL ? replicas->hash[axis] : found;
    if (formula != NULL) {
        nbb_formula_print(formula, nbb_hash_scope.names, form);
    }
    nbb_formula_free(found);
    return NBB_OK;
}

static nbb_status add_hash(const nbb_replicas *replicas, json_t *object)
{
    json_t *forms = json_array();
    nbb_status status = NBB_OK;
    bool found = true;
    for (int axis = 0; axis < replicas->axes && status == NBB_OK && found; ++axis) {
        nbb_text form = NBB_TEXT_EMPTY;
        status = add_form(replicas, axis, &form);
        found = form.length > 0;
        nbb_json_add(forms, nbb_json_take(&form));
    }
    if (!found) {
        json_decref(forms);
        forms = json_null();
    }
    nbb_json_set(object, "hash", forms);
    return status;
}

/* The largest r at which the map has a CUDA kernel. */
static int largest_on_cuda(nbb_request automaton)
{
    automaton.r = nbb_fractal_largest_level(automaton.fractal);
    return (int)nbb_plan_largest(&automaton, automaton.map);
}

/* Bytes of one state buffer, and the largest level with a CUDA kernel, by map. */
static nbb_status add_maps(nbb_request automaton, json_t *object)
{
    json_t *bytes = json_object(), *largest = json_object();
    nbb_json_set(object, "bytes", bytes);
    nbb_json_set(object, "largest_r", largest);
    for (int map = NBB_MAP_BB; map < NBB_MAP_ENUM; ++map) {
        const char *name = nbb_map_names.names[map];
        uint64_t amount = 0;
        automaton.map = (nbb_map)map;
        NBB_TRY(nbb_plan_state_bytes(&automaton, &amount));
        nbb_json_set(bytes, name, json_integer((json_int_t)amount));
        nbb_json_set(largest, name, json_integer(largest_on_cuda(automaton)));
    }
    return NBB_OK;
}

nbb_status nbb_describe_fractal(const nbb_fractal *fractal, int r, json_t *object)
{
    NBB_TRY(add_hash(nbb_fractal_table(fractal), object));
    if (r < 0) {
        return NBB_OK;
    }
    nbb_json_set(object, "r", json_integer(r));
    nbb_json_set(object, "n", pair(nbb_fractal_side(fractal, 0, r)));
    nbb_json_set(object, "cells", json_integer((json_int_t)nbb_fractal_cells(fractal, 0, r)));
    nbb_json_set(object, "orthotope", pair(nbb_fractal_orthotope(fractal, 0, r)));
    const nbb_rule rule = { .birth = 1u << 2, .survival = 1u << 2 | 1u << 3 };
    NBB_AT_END(nbb_program_free) nbb_program program;
    NBB_TRY(
        nbb_workload_program(&nbb_workload_rows[NBB_WORKLOAD_CA], rule, nbb_fractal_axes(fractal), 0.5, &program));
    nbb_request automaton = {
        .fractal = fractal, .r = r, .workload = NBB_WORKLOAD_CA, .program = &program, .target = NBB_TARGET_CUDA
    };
    return add_maps(automaton, object);
}

/* Bytes that a rank gets of another before each launch. */
static int64_t bytes_from(const nbb_word_list *list, int other)
{
    return (list->first[other + 1] - list->first[other]) * (int64_t)sizeof(uint32_t);
}

static json_t *describe_rank(const nbb_plan *plan, int rank, const nbb_word_list *received)
{
    nbb_shard shard = nbb_plan_shard(plan, rank);
    json_t *from = json_array();
    for (int other = 0; other < plan->asked.ranks; ++other) {
        nbb_json_add(from, json_integer(bytes_from(received, other)));
    }
    return json_pack("{s:I, s:I, s:o}", "first_item", (json_int_t)shard.first, "items", (json_int_t)shard.count,
                     "bytes_a_launch_from", from);
}

static nbb_status describe_plan(const nbb_plan *plan, json_t *object)
{
    json_t *list = json_array();
    nbb_json_set(object, "map", json_string(nbb_map_names.names[plan->space.map]));
    nbb_json_set(object, "steps_a_launch", json_integer(plan->code.steps_a_launch));
    nbb_json_set(object, "ranks", list);
    for (int rank = 0; rank < plan->asked.ranks; ++rank) {
        NBB_AT_END(nbb_needs_free) nbb_needs needs;
        NBB_TRY(nbb_needs_build(plan, rank, &needs));
        nbb_json_add(list, describe_rank(plan, rank, &needs.received));
    }
    return NBB_OK;
}

nbb_status nbb_describe_ranks(const nbb_options *options, const nbb_domain *domain, json_t *object)
{
    nbb_request request = { .fractal = domain->fractal,
                            .r = options->r,
                            .simplex = domain->simplex,
                            .n = options->n,
                            .map = domain->simplex != NULL ? NBB_MAP_LAMBDA : NBB_MAP_LANES,
                            .workload = NBB_WORKLOAD_CA,
                            .target = NBB_TARGET_CUDA,
                            .ranks = options->ranks };
    nbb_options automaton = *options;
    NBB_AT_END(nbb_program_free) nbb_program program;
    NBB_AT_END(nbb_plan_free) nbb_plan plan = { .name = "" };
    request.program = &program;
    NBB_TRY(nbb_options_program(&automaton, nbb_domain_axes(domain), &program));
    NBB_TRY(nbb_plan_choose(&request, &plan));
    return describe_plan(&plan, object);
}
