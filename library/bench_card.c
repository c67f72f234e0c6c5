/* bench_card.c - short launches that stay, against the times that they took on the card that card.c is of.

   A round of such a launch waits and works. What a wait adds to the work cannot be measured by itself: some of it
   passes while words are loaded. So a wait here is the default one and what the round takes longer, or less, than on
   the H200 that the default constants were fitted to, by the same kernel. */
#include "library/bench_card.h"

#include "library/request.h"
#include "gen/base/commit.h"
#include "runtime/bench/bench_measure.h"
#include "runtime/bench/bench_tuned.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* A launch that stays, of the gasket under B2/S23, and the nanoseconds of its round on an H200 (tests/device/h200:
   small.txt; the block's was measured by this probe). */
typedef struct probe {
    const char *name;                                 /* of the wait */
    size_t wait;                                      /* its place in nbb_card */
    const char *r, *tile, *steps, *block, *resident;
    double h200_ns;
} probe;
static const probe probes[] = {
    { "grid", offsetof(nbb_card, grid_ns), "12", "8", "2", "32", "grid", 1452 },
    { "cluster", offsetof(nbb_card, cluster_ns), "12", "8", "2", "96", "cluster", 754 },
    { "block", offsetof(nbb_card, block_ns), "9", "4", "1", "96", "cluster", 217 },
};
enum { PROBES = (int)(sizeof probes / sizeof probes[0]) };
#define LEAST_NS 1.0                                  /* of a wait: it is never free */

/* Measures a probe's round; 0 where it cannot be had, which a remark tells. */
static nbb_status measure_round(const nbb_bench_group *gasket, const probe *how, double *round_ns)
{
    nbb_bench found = { .command = "" };
    nbb_bench_sweep sweep = { .axes = { { "map", "lanes" },
                                        { "tile", how->tile },
                                        { "lanes", "27" },
                                        { "steps-per-launch", how->steps },
                                        { "block", how->block },
                                        { "resident", how->resident } } };
    nbb_bench_group group = *gasket;
    group.own = &sweep;
    group.size = how->r;
    *round_ns = 0;
    nbb_status status = nbb_bench_do_group(&group, &found);
    if (status == NBB_OK && found.rows[0].skipped != NULL) {
        nbb_remark(group.options, "the %s's wait stays the default one: %s", how->name, found.rows[0].skipped);
    } else if (status == NBB_OK) {
        *round_ns = found.rows[0].ms_median * 1e6 * atoi(how->steps);
    }
    nbb_bench_free(&found);
    return status;
}

static nbb_status measure_waits(const nbb_bench_group *gasket, nbb_card *card)
{
    for (int i = 0; i < PROBES; ++i) {
        double round_ns = 0, *wait = (double *)((char *)card + probes[i].wait);
        NBB_TRY(measure_round(gasket, &probes[i], &round_ns));
        *wait = round_ns > 0 ? fmax(LEAST_NS, *wait + round_ns - probes[i].h200_ns) : *wait;
    }
    return NBB_OK;
}

/* Keeps the constants in the file and in the bench. */
static nbb_status keep(const nbb_bench_group *group, const nbb_card *card, nbb_bench *bench)
{
    nbb_text path = NBB_TEXT_EMPTY;
    nbb_bench_card kept = {
        strdup(group->device->name), strdup(group->driver), card->grid_ns,  card->cluster_ns, card->block_ns,
        strdup(NBB_VERSION),         strdup(nbb_commit),    nbb_bench_now()
    };
    bool lacks = kept.device == NULL || kept.driver == NULL || kept.version == NULL || kept.commit == NULL
                 || kept.measured == NULL;
    nbb_status status = lacks ? nbb_fail_memory(sizeof kept, "a card's constants")
                              : nbb_tuned_remember_card(&kept, &path);
    if (status == NBB_OK) {
        nbb_remark(group->options, "%s: waits of %.4g ns (grid), %.4g ns (cluster) and %.4g ns (block) remembered",
                   nbb_text_string(&path), card->grid_ns, card->cluster_ns, card->block_ns);
        status = nbb_bench_add_card(bench, &kept);
    }
    if (status != NBB_OK) {
        nbb_bench_free_card(&kept);
    }
    nbb_text_free(&path);
    return status;
}

nbb_status nbb_bench_tune_card(const nbb_bench_group *group, nbb_bench *bench, nbb_card *card)
{
    nbb_definition definition = { 0 };
    nbb_program program = { .name = NULL };
    nbb_options options = nbb_options_defaults(NBB_COMMAND_BENCH);  /* whatever the bench itself is of */
    nbb_bench_group gasket = *group;
    *card = nbb_card_default;
    if (!group->device->is_cuda) {
        nbb_remark(group->options, "no waits are measured: on a processor no launch stays");
        return NBB_OK;
    }
    options.subject = gasket.subject = "sierpinski";
    options.templates = group->options->templates;
    options.samples = group->options->samples;
    options.no_cache = group->options->no_cache;
    options.quiet = group->options->quiet;
    gasket.options = &options;
    gasket.workload = "ca";
    gasket.pass = NBB_BENCH_MEASURE;
    nbb_status status = nbb_options_definition(&options, &definition);
    if (status == NBB_OK) {
        gasket.domain = nbb_definition_domain(&definition, 0);
        status = nbb_options_program(&options, nbb_domain_axes(&gasket.domain), &program);
    }
    if (status == NBB_OK) {
        status = measure_waits(&gasket, card);
    }
    nbb_program_free(&program);
    nbb_definition_free(&definition);
    return status == NBB_OK ? keep(group, card, bench) : status;
}
