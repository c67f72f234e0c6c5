/* plan_options.c - a plan in words of the command line: the options that ask for what it has. */
#include "gen/plan/plan.h"

#include <inttypes.h>

static void print_simplex(const nbb_plan *plan, nbb_text *options)
{
    if (plan->map != NBB_MAP_BB) {
        nbb_text_add(options, " --storage %s", nbb_storage_names.names[plan->storage]);
    }
    if (plan->map == NBB_MAP_LAMBDA) {
        nbb_text_add(options, " --from %s", nbb_from_names.names[plan->simplex.cover.from]);
    }
    if (plan->simplex.cover.levels > 0) {
        nbb_text_add(options, " --recursion %s", nbb_recursion_names.names[NBB_RECURSION_BRANCHES]);
    }
    if (plan->simplex.chunk_asked) {
        nbb_text_add(options, " --chunk %" PRIu32, plan->simplex.chunk);
    }
}

static void print_lanes(const nbb_plan *plan, nbb_text *options)
{
    nbb_text_add(options, " --lanes %" PRIu32, plan->lanes.lanes);
    if (plan->work->evolves) {
        nbb_text_add(options, " --steps-per-launch %d", plan->steps_a_launch);
    }
    if (plan->target == NBB_TARGET_CUDA) {
        nbb_text_add(options, " --block %" PRIu32, plan->block);
    }
    if (nbb_plan_in_place(plan)) {
        nbb_text_add(options, " --buffers 1");
    }
    if (plan->target == NBB_TARGET_CUDA && plan->work->evolves) {
        nbb_text_add(options, " --resident %s", nbb_plan_residence(plan));
    }
    if (plan->crossed != NBB_CROSSING_AUTO) {
        nbb_text_add(options, " --crossed %s", nbb_crossing_names.names[plan->crossed]);
    }
    if (plan->draws != NBB_DRAWS_AUTO) {
        nbb_text_add(options, " --draws %s", nbb_draws_names.names[plan->draws]);
    }
}

void nbb_plan_print_options(const nbb_plan *plan, nbb_text *options)
{
    if (plan->map != NBB_MAP_BB && plan->simplex.strip_slab == 0) { /* strips have tiles that --tile does not name */
        int axis = plan->fractal == NULL ? 0 : nbb_fractal_named_axis(plan->fractal);
        nbb_text_add(options, " --tile %" PRId64, plan->rho.at[axis]);
    }
    if (plan->fractal == NULL) {
        print_simplex(plan, options);
    }
    if (plan->map == NBB_MAP_LANES) {
        print_lanes(plan, options);
    }
    if (plan->tc != NBB_TC_NONE) {
        nbb_text_add(options, " --tc=%d", plan->tc);
    }
    nbb_choice choices[NBB_CHOICES];
    int count = nbb_plan_choices(plan, choices);
    for (int i = 0; i < count; ++i) {
        nbb_text_add(options, " --%s %s", choices[i].option, choices[i].value);
    }
}
