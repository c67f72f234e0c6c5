/* bench_tune.c - a search along one option at a time: the product of all would be hundreds of kernels. */
#include "library/bench/bench.h"

enum { ROUNDS = 3 };
#define WORTH 0.98 /* of the best time: what a round must reach for another one */

/* The search for one map. */
typedef struct search {
    nbb_bench_group group;
    nbb_options options;      /* with the lists of what is tried */
    const nbb_options *asked; /* with those that were given */
    const char *map;          /* as it was named */
    json_t *wanted;           /* what its rows have: the map as the plan names it */
    nbb_list best;            /* the words of the best row's choice */
} search;

/* Whether the search has values of the axis to choose from. */
static bool is_free(const char *axis)
{
    return !nbb_options_is_work(axis) && strcmp(axis, "map") != 0 && strcmp(axis, "ranks") != 0;
}

static double time_of(const json_t *row)
{
    return nbb_bench_number(row, "ms_median");
}

/* The search's fastest row so far, or NULL. */
static json_t *find_best(const search *job, const json_t *bench)
{
    json_t *best = NULL;
    NBB_JSON_ELEMENTS (json_object_get(bench, "rows"), i, row) {
        bool is_of_search = json_object_get(row, "skipped") == NULL
                            && nbb_bench_agree(row, job->wanted, NBB_BENCH_WORK "r n map");
        best = is_of_search && (best == NULL || time_of(row) < time_of(best)) ? row : best;
    }
    return best;
}

/* Measures the values that were listed for `axis` (NULL: none), or all of them, beside the best of the other axes. */
static nbb_status try_axis(search *job, const char *axis, json_t *bench)
{
    const char *listed = axis != NULL ? nbb_options_text(job->asked, axis) : NULL;
    nbb_options_give(&job->options, "map", job->map);
    for (const char *name = NULL; (name = nbb_options_axis(name)) != NULL;) {
        if (is_free(name)) {
            nbb_options_give(&job->options, name, nbb_options_word(&job->best, name));
        }
    }
    if (axis != NULL) {
        nbb_options_give(&job->options, axis, listed != NULL ? listed : "all");
    }
    job->group.only_possible = axis != NULL;
    NBB_TRY(nbb_bench_do_group(&job->group, bench));
    const json_t *best = find_best(job, bench);
    nbb_list_free(&job->best);
    return best != NULL ? nbb_list_split(nbb_bench_text(best, "choice"), &job->best) : NBB_OK;
}

/* The search's next map. One that the domain has not keeps its name, for its row to say why. */
static nbb_status name_map(search *job, const char *map)
{
    nbb_options named = job->options;
    NBB_TRY(nbb_options_set(&named, nbb_domain_size_name(&job->group.domain), job->group.size));
    NBB_TRY(nbb_options_set(&named, "map", map));
    nbb_bench_identify(job->group.device->name, &job->group.domain, &named, job->wanted);
    nbb_request request = { .fractal = job->group.domain.fractal,
                            .simplex = job->group.domain.simplex,
                            .map = named.map };
    nbb_map planned;
    nbb_storage storage;
    job->map = map;
    bool has_plan = nbb_storage_settle(&request, &planned, &storage) == NBB_OK;
    nbb_json_set(job->wanted, "map", json_string(has_plan ? nbb_map_names.names[planned] : map));
    return NBB_OK;
}

static nbb_status tune_map(search *job, const char *map, json_t *bench)
{
    bool better = true;
    nbb_list_free(&job->best);
    NBB_TRY(name_map(job, map));
    NBB_TRY(try_axis(job, NULL, bench));
    NBB_DONE_IF(find_best(job, bench) == NULL); /* the plan refuses the map; the row says why */
    for (int round = 0; round < ROUNDS && better; ++round) {
        double before = time_of(find_best(job, bench));
        for (const char *name = NULL; (name = nbb_options_axis(name)) != NULL;) {
            /* Not where nothing was listed and the map says it, as a fractal's does the storage. */
            bool is_said = strcmp(name, "storage") == 0 && job->group.domain.fractal != NULL
                           && nbb_options_text(job->asked, name) == NULL;
            NBB_TRY_IF(is_free(name) && !is_said, try_axis(job, name, bench));
        }
        better = time_of(find_best(job, bench)) < WORTH * before;
    }
    json_t *best = find_best(job, bench);
    const char *choice = nbb_bench_text(best, "choice");
    NBB_LOCAL_TEXT path = NBB_TEXT_EMPTY;
    NBB_TRY(nbb_tuned_remember("rows", best, &path));
    nbb_remark(job->asked, "%s: %s %s remembered, %.4g ms a step", nbb_text_string(&path),
               nbb_bench_text(best, "map"), *choice != '\0' ? choice : "by the plan's own choice", time_of(best));
    return NBB_OK;
}

nbb_status nbb_bench_tune_group(const nbb_bench_group *group, json_t *bench)
{
    NBB_LOCAL_LIST maps = { NULL, 0 };
    json_auto_t *wanted = json_object();
    search job = { .group = *group, .options = *group->options, .asked = group->options, .wanted = wanted };
    nbb_options_clear_axes(&job.options);
    job.group.options = &job.options;
    NBB_TRY(nbb_options_values(group->options, "map", &maps));
    nbb_status status = NBB_EACH(i, maps.count, tune_map(&job, maps.items[i], bench));
    nbb_list_free(&job.best);
    return status;
}
