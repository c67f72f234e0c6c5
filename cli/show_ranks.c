/* show_ranks.c - shards and exchanges of a plan, without a device. */
#include "cli/show_ranks.h"

#include "library/request.h"
#include "gen/base/json.h"
#include "gen/plan/needs.h"

#include <inttypes.h>
#include <stdio.h>

/* Bytes that a rank gets of another before each launch. */
static int64_t bytes_from(const nbb_word_list *list, int other)
{
    return (list->first[other + 1] - list->first[other]) * (int64_t)sizeof(uint32_t);
}

static void print_rank(const nbb_plan *plan, int rank, const nbb_word_list *received)
{
    nbb_shard shard = nbb_plan_shard(plan, rank);
    int64_t all = 0;
    printf("    rank %-3d  %" PRId64 " items; a step gets", rank, shard.count);
    for (int other = 0; other < plan->ranks; ++other) {
        int64_t bytes = bytes_from(received, other);
        all += bytes;
        if (bytes > 0) {
            printf(" %.6g bytes from %d,", (double)bytes / plan->steps_a_launch, other);
        }
    }
    printf(" %.6g bytes in all\n", (double)all / plan->steps_a_launch);
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

static nbb_status show_plan(const nbb_plan *plan, json_t *object)
{
    json_t *list = object != NULL ? json_array() : NULL;
    nbb_status status = NBB_OK;
    if (object == NULL) {
        printf("  %-9d  ranks, map %s, %d step%s a launch\n", plan->ranks, nbb_map_names.names[plan->map],
               plan->steps_a_launch, plan->steps_a_launch == 1 ? "" : "s");
    }
    for (int rank = 0; rank < plan->ranks && status == NBB_OK; ++rank) {
        nbb_needs needs;
        status = nbb_needs_build(plan, rank, &needs);
        if (status == NBB_OK && object == NULL) {
            print_rank(plan, rank, &needs.received);
        } else if (status == NBB_OK) {
            nbb_json_add(list, describe_rank(plan, rank, &needs.received));
        }
        nbb_needs_free(&needs);
    }
    if (object != NULL) {
        nbb_json_set(object, "steps_a_launch", json_integer(plan->steps_a_launch));
        nbb_json_set(object, "ranks", list);
    }
    return status;
}

nbb_status nbb_show_ranks(const nbb_options *options, const nbb_domain *domain, json_t *object)
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
    status = status == NBB_OK ? show_plan(&plan, object) : status;
    nbb_plan_free(&plan);
    nbb_program_free(&program);
    return status;
}
