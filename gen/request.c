/* request.c - from options to a plan's request, and from a plan back to the command that emits it. */
#include "commands.h"

#include "definition.h"

#include <inttypes.h>

nbb_status nbb_options_fractal(const nbb_options *options, nbb_fractal *fractal)
{
    nbb_text path = NBB_TEXT_EMPTY;
    nbb_status status = nbb_definition_find(options->subject, &path);
    if (status == NBB_OK) {
        status = nbb_definition_load(nbb_text_string(&path), fractal);
    }
    nbb_text_free(&path);
    return status;
}

/* Fails when an option was given that the workload cannot heed. */
static nbb_status check_workload(const nbb_options *options)
{
    static const struct {
        const char *option;
        bool sw, rd;                                  /* whether it has an effect on that workload */
    } rows[] = { { "rule", false, false }, { "seed", false, true }, { "density", false, true } };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        bool heeded = options->workload == NBB_WORKLOAD_CA
                      || (options->workload == NBB_WORKLOAD_SW ? rows[i].sw : rows[i].rd);
        if (!heeded && nbb_options_given(options, rows[i].option)) {
            return nbb_fail(NBB_ERROR_USAGE, "--%s has no effect on workload %s", rows[i].option,
                            nbb_workload_names.names[options->workload]);
        }
    }
    return NBB_OK;
}

nbb_status nbb_options_request(const nbb_options *options, const nbb_fractal *fractal, nbb_request *request)
{
    if (!nbb_options_given(options, "r")) {
        return nbb_fail(NBB_ERROR_USAGE, "nbbgen %s: --r is missing: how many levels, from 0 to %d for %s?",
                        nbb_command_names[options->command], nbb_fractal_largest_level(fractal), fractal->name);
    }
    NBB_TRY(check_workload(options));
    static const struct {
        const char *option, *why;
    } mapped[] = { { "eval", "evaluates no levels" }, { "intra", "has no tiles" } };
    for (int i = 0; i < 2 && options->map == NBB_MAP_BB; ++i) {
        if (nbb_options_given(options, mapped[i].option)) {
            return nbb_fail(NBB_ERROR_USAGE, "--%s has no effect on map bb: it %s", mapped[i].option, mapped[i].why);
        }
    }
    *request = (nbb_request){ .fractal = fractal, .r = options->r, .workload = options->workload, .map = options->map,
                              .hash = options->hash, .target = options->target, .rule = options->rule, .tc = options->tc,
                              .tile = options->tile };
    return NBB_OK;
}

void nbb_emit_command(const nbb_options *options, const nbb_plan *plan, bool standalone, nbb_text *command)
{
    nbb_text_add(command, "nbbgen emit %s --r %d --workload %s", options->subject, plan->r,
                 nbb_workload_names.names[plan->workload]);
    if (plan->workload == NBB_WORKLOAD_CA) {
        nbb_text_add(command, " --rule ");
        nbb_rule_print(plan->rule, command);
    }
    nbb_text_add(command, " --map %s", nbb_map_names.names[plan->map]);
    if (plan->map != NBB_MAP_BB) {
        nbb_text_add(command, " --tile %" PRId64, plan->rho.at[plan->fractal->shared->s.at[0] > 1 ? 0 : 1]);
    }
    if (plan->tc != NBB_TC_NONE) {
        nbb_text_add(command, " --tc=%d", plan->tc);
    }
    if (plan->hash != NBB_HASH_TABLE) {
        nbb_text_add(command, " --hash %s", nbb_hash_names.names[plan->hash]);
    }
    if (standalone) {
        nbb_text_add(command, " --steps %" PRId64, options->steps);
        if (plan->workload != NBB_WORKLOAD_SW) {
            nbb_text_add(command, " --seed %" PRIu64 " --density %.17g", options->seed, options->density);
        }
    }
    nbb_text_add(command, " --target %s%s", nbb_target_names.names[plan->target], standalone ? "" : " --kernel-only");
}
