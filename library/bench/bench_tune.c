/* bench_tune.c - a search along one option at a time: the product of all would be hundreds of kernels. */
#include "library/bench/bench.h"

enum { ROUNDS = 3 };
#define WORTH 0.98 /* of the best time: what a round must reach for another one */

/* The search for one map. */
typedef struct search {
    nbb_bench_group group;
    nbb_options options;       /* with the lists of what is tried */
    const nbb_options *asked;  /* with those that were given */
    const char *map, *planned; /* as named, and as the plan and so the rows name it */
    nbb_text rule;             /* of ca, else "" */
    nbb_list best;             /* the words of the best row's choice */
} search;

/* Whether the search has values of the axis to choose from. */
static bool is_free(const char *axis)
{
    return !nbb_options_is_work(axis) && strcmp(axis, "map") != 0 && strcmp(axis, "ranks") != 0;
}

/* The search's fastest row so far, or NULL. */
static const nbb_bench_row *find_best(const search *job, const nbb_bench *bench)
{
    const nbb_bench_group *group = &job->group;
    const nbb_bench_row *best = NULL;
    for (size_t i = 0; i < bench->row_count; ++i) {
        const nbb_bench_row *row = &bench->rows[i];
        bool is_of_search = row->skipped == NULL && nbb_bench_is_of_group(row, group)
                            && (row->dimensions == 0 || row->dimensions == group->options->dimensions)
                            && strcmp(row->out, nbb_bench_out(nbb_workload_named(row->workload), group->options->out))
                                   == 0
                            && strcmp(row->rule, nbb_text_string(&job->rule)) == 0
                            && strcmp(row->map, job->planned) == 0;
        best = is_of_search && (best == NULL || row->ms_median < best->ms_median) ? row : best;
    }
    return best;
}

/* Measures the values that were listed for `axis` (NULL: none), or all of them, beside the best of the other axes. */
static nbb_status try_axis(search *job, const char *axis, nbb_bench *bench)
{
    const char *name, *listed = axis != NULL ? nbb_options_list(job->asked, axis) : NULL;
    nbb_options_give(&job->options, "map", job->map);
    for (int i = 0; (name = nbb_options_axis(i)) != NULL; ++i) {
        if (is_free(name)) {
            nbb_options_give(&job->options, name, nbb_options_word(&job->best, name));
        }
    }
    if (axis != NULL) {
        nbb_options_give(&job->options, axis, listed != NULL ? listed : "all");
    }
    job->group.only_possible = axis != NULL;
    NBB_TRY(nbb_bench_do_group(&job->group, bench));
    const nbb_bench_row *best = find_best(job, bench);
    nbb_list_free(&job->best);
    return best != NULL ? nbb_list_split(best->choice, &job->best) : NBB_OK;
}

/* One round over all axes; *better tells whether it was worth another one. */
static nbb_status try_axes(search *job, nbb_bench *bench, bool *better)
{
    const char *name;
    double before = find_best(job, bench)->ms_median;
    for (int i = 0; (name = nbb_options_axis(i)) != NULL; ++i) {
        /* Not where nothing was listed and the map says it, as a fractal's does the storage. */
        bool is_said = strcmp(name, "storage") == 0 && job->group.domain.fractal != NULL
                       && nbb_options_list(job->asked, name) == NULL;
        NBB_TRY(is_free(name) && !is_said ? try_axis(job, name, bench) : NBB_OK);
    }
    *better = find_best(job, bench)->ms_median < WORTH * before;
    return NBB_OK;
}

static nbb_status tune_map(search *job, nbb_bench *bench)
{
    bool better = true;
    NBB_TRY(try_axis(job, NULL, bench));
    if (find_best(job, bench) == NULL) {
        return NBB_OK; /* the plan refuses the map; the row says why */
    }
    for (int round = 0; round < ROUNDS && better; ++round) {
        NBB_TRY(try_axes(job, bench, &better));
    }
    const nbb_bench_row *best = find_best(job, bench);
    NBB_LOCAL_TEXT path = NBB_TEXT_EMPTY;
    NBB_TRY(nbb_tuned_remember(best, &path));
    nbb_remark(job->asked, "%s: %s %s remembered, %.4g ms a step", nbb_text_string(&path), best->map,
               *best->choice != '\0' ? best->choice : "by the plan's own choice", best->ms_median);
    return NBB_OK;
}

/* The search's next map. One that the domain has not keeps its name, for its row to say why. */
static nbb_status name_map(search *job, const char *map)
{
    nbb_options named = job->options;
    NBB_TRY(nbb_options_set(&named, "map", map));
    nbb_request request = { .fractal = job->group.domain.fractal,
                            .simplex = job->group.domain.simplex,
                            .map = named.map };
    nbb_map planned;
    nbb_storage storage;
    job->map = map;
    job->planned = nbb_storage_settle(&request, &planned, &storage) == NBB_OK ? nbb_map_names.names[planned] : map;
    return NBB_OK;
}

nbb_status nbb_bench_tune_group(const nbb_bench_group *group, nbb_bench *bench)
{
    NBB_LOCAL_LIST maps = { NULL, 0 };
    search job = { .group = *group, .options = *group->options, .asked = group->options, .rule = NBB_TEXT_EMPTY };
    nbb_options_clear_axes(&job.options);
    job.group.options = &job.options;
    nbb_bench_print_rule(group, &job.rule);
    nbb_status status = nbb_options_values(group->options, "map", nbb_sweep_default("map"), &maps);
    for (size_t i = 0; i < maps.count && status == NBB_OK; ++i) {
        nbb_list_free(&job.best);
        status = name_map(&job, maps.items[i]);
        status = status == NBB_OK ? tune_map(&job, bench) : status;
    }
    nbb_list_free(&job.best);
    nbb_text_free(&job.rule);
    return status;
}
