/* describe_ranks.c - shards and exchanges of a plan, without a device. */
#include "library/describe.h"

#include "gen/base/json.h"
#include "runtime/run/needs.h"
#include "library/request.h"

/* Bytes that a rank gets of another before each launch. */
static int64_t bytes_from(const nbb_word_list *list, int other)
{
    return (list->first[other + 1] - list->first[other]) * (int64_t)sizeof(uint32_t);
}

static json_t *describe_rank(const nbb_plan *plan, int rank, const nbb_word_list *received)
{
    nbb_shard shard = nbb_plan_shard(plan, rank);
    json_t *from = json_array();
    for (int other = 0; other < plan->ranks; ++other) {
        nbb_json_add(from, json_integer(bytes_from(received, other)));
    }
    return json_pack("{s:I, s:I, s:o}", "first_item", (json_int_t)shard.first, "items", (json_int_t)shard.count,
                     "bytes_a_launch_from", from);
}

static nbb_status describe_plan(const nbb_plan *plan, json_t *object)
{
    json_t *list = json_array();
    nbb_status status = NBB_OK;
    for (int rank = 0; rank < plan->ranks && status == NBB_OK; ++rank) {
        nbb_needs needs;
        status = nbb_needs_build(plan, rank, &needs);
        if (status == NBB_OK) {
            nbb_json_add(list, describe_rank(plan, rank, &needs.received));
        }
        nbb_needs_free(&needs);
    }
    nbb_json_set(object, "map", json_string(nbb_map_names.names[plan->map]));
    nbb_json_set(object, "steps_a_launch", json_integer(plan->steps_a_launch));
    nbb_json_set(object, "ranks", list);
    return status;
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
    nbb_program program;
    nbb_plan plan = { .t = 0 };
    nbb_status status = nbb_options_program(&automaton, nbb_domain_axes(domain), &program);
    request.program = &program;
    status = status == NBB_OK ? nbb_plan_choose(&request, &plan) : status;
    status = status == NBB_OK ? describe_plan(&plan, object) : status;
    nbb_plan_free(&plan);
    nbb_program_free(&program);
    return status;
}
