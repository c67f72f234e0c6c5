/* source.c - prepares a plan's texts and expands the templates. */
#include "gen/source/source.h"

#include "gen/domain/minimise.h"
#include "gen/source/finish.h"
#include "gen/source/fold.h"
#include "gen/source/source_values.h"
#include "gen/source/template.h"

/* The texts that only fractals have. */
static nbb_status prepare_fractal(nbb_source_texts *given)
{
    const nbb_plan *plan = given->request->plan;
    const nbb_replicas *replicas = nbb_fractal_table(plan->fractal);
    nbb_text constants[3] = { NBB_TEXT_EMPTY, NBB_TEXT_EMPTY, NBB_TEXT_EMPTY };
    nbb_text_add(&constants[0], "%d", replicas->k);
    nbb_text_add(&constants[1], "%d", (int)replicas->s.at[0]);
    nbb_text_add(&constants[2], "%d", (int)replicas->s.at[1]);
    const char *variables[] = { NULL, nbb_text_string(&constants[0]), nbb_text_string(&constants[1]),
                                nbb_text_string(&constants[2]) };
    for (int axis = 0; axis < replicas->axes && plan->tau[axis] != NULL; ++axis) {
        variables[0] = plan->tau_found[axis] != NULL ? "beta" : "(int)beta"; /* a definition's may be negative */
        nbb_formula_print(plan->tau[axis], variables, &given->hash[axis]);
    }
    for (int i = 0; i < 3; ++i) {
        nbb_text_free(&constants[i]);
    }
    if (plan->r > 0 && nbb_membership_is_bitwise(replicas)) {
        NBB_TRY(nbb_membership_print_holes(replicas, plan->r, &given->holes, &given->hole_mask));
    }
    if (plan->map == NBB_MAP_LANES && !nbb_plan_has_wide_lanes(plan)) {
        nbb_entry_set kernels = given->request->kernels != 0 ? given->request->kernels : NBB_ENTRY_SET_ALL;
        NBB_TRY(nbb_source_code_build(plan, kernels, &given->code));
    }
    return NBB_OK;
}

/* The rule's text, and its function of the bits of the neighbours' number. */
static nbb_status prepare_rule(nbb_source_texts *given)
{
    const nbb_plan *plan = given->request->plan;
    const nbb_rule_names names = { "one", "two", "four", "eight", "sixteen", "self" };
    nbb_rule_print_on(plan->rule, nbb_domain_axes(&plan->domain), &given->rule);
    NBB_TRY(nbb_text_status(&given->rule, "a rule's text"));
    if (plan->storage == NBB_STORAGE_BITS) {
        nbb_formulas_find(&given->code.formulas);
        return NBB_OK;
    }
    int most = plan->tile.most_neighbours;
    most = plan->map == NBB_MAP_BB && most < NBB_NEIGHBOURS_MAX ? NBB_NEIGHBOURS_MAX : most;
    return nbb_rule_print_function(plan->rule, most, &names, "0u", "~0u", &given->function);
}

static nbb_status prepare_program(nbb_source_texts *given)
{
    const nbb_plan *plan = given->request->plan;
    NBB_TRY(nbb_source_program_build(plan, given->request->standalone, &given->program));
    nbb_program_writer writer = nbb_source_program_writer(plan, &given->program);
    nbb_formulas_find(&given->code.formulas);
    return nbb_plan_has_wide_lanes(plan) ? nbb_source_wide_build(&writer, &given->wide) : NBB_OK;
}

/* The texts that C prepares for the templates. */
static nbb_status prepare(nbb_source_texts *given)
{
    const nbb_plan *plan = given->request->plan;
    NBB_TRY(plan->law == NBB_LAW_RULE ? prepare_rule(given) : NBB_OK);
    NBB_TRY(plan->program != NULL ? prepare_program(given) : NBB_OK);
    return plan->fractal != NULL ? prepare_fractal(given) : NBB_OK;
}

/* Appends what the template at `path` expands to, in lines that are not too long. */
static nbb_status expand_folded(nbb_template *engine, const char *path, nbb_text *source)
{
    nbb_text text = NBB_TEXT_EMPTY;
    nbb_status status = nbb_template_expand(engine, path, &text);
    if (status == NBB_OK) {
        nbb_fold(nbb_text_string(&text), text.length, source);
        status = nbb_text_status(source, "source text");
    }
    nbb_text_free(&text);
    return status;
}

/* The folder of a target's own sections: GPUs have one in common. */
static const char *folder_of(nbb_target target)
{
    return target == NBB_TARGET_HOST ? "host" : "cuda";
}

/* Runs what says how the target spells things. */
static nbb_status run_dialect(nbb_template *engine, nbb_target target)
{
    nbb_text path = NBB_TEXT_EMPTY;
    nbb_text_add(&path, "dialects/%s.lua", nbb_target_names.names[target]);
    nbb_status status = nbb_text_status(&path, "a file name");
    status = status == NBB_OK ? nbb_template_run(engine, nbb_text_string(&path)) : status;
    nbb_text_free(&path);
    return status;
}

/* Expands the template at `path` with the plan's values. */
static nbb_status expand(const nbb_source_request *request, const char *path, nbb_text *source)
{
    nbb_source_texts given = { .request = request };
    nbb_target target = request->plan->target;
    nbb_template *engine = NULL;
    nbb_status status = prepare(&given);
    if (status == NBB_OK) {
        status = nbb_template_open(&engine, request->templates, folder_of(target));
    }
    if (status == NBB_OK) {
        status = nbb_template_define(engine, nbb_source_define, &given);
    }
    if (status == NBB_OK) {
        status = run_dialect(engine, target);
    }
    if (status == NBB_OK) {
        status = nbb_template_run(engine, "prelude.lua");
    }
    if (status == NBB_OK) {
        status = expand_folded(engine, path, source);
    }
    nbb_template_close(engine);
    nbb_text_free(&given.rule);
    nbb_text_free(&given.function);
    for (int axis = 0; axis < NBB_AXES_MAX; ++axis) {
        nbb_text_free(&given.hash[axis]);
    }
    nbb_text_free(&given.holes);
    nbb_source_code_free(&given.code);
    nbb_source_program_free(&given.program);
    nbb_source_wide_free(&given.wide);
    return status;
}

nbb_status nbb_source_print(const nbb_source_request *request, nbb_text *source)
{
    if (!request->described && !request->standalone) {
        return expand(request, "module.in", source);
    }
    nbb_text text = NBB_TEXT_EMPTY;
    nbb_status status = expand(request, "module.in", &text);
    status = status == NBB_OK ? nbb_finish(request->plan->name, nbb_text_string(&text), source) : status;
    nbb_text_free(&text);
    return status;
}

nbb_status nbb_source_print_transfer(const nbb_plan *plan, const char *templates, nbb_text *source)
{
    nbb_source_request request = {
        .plan = plan, .command = "", .templates = templates, .steps = 1, .kernels = 1u << NBB_ENTRY_PROBE
    }; /* none whose code takes long to make */
    return expand(&request, "transfer.in", source);
}

nbb_status nbb_source_print_units(const nbb_source_request *request, nbb_units *units)
{
    nbb_source_request unit = *request;
    *units = (nbb_units){ .count = 0 };
    while ((unit.kernels = nbb_plan_unit(request->plan, units->count)) != 0) {
        NBB_TRY(nbb_source_print(&unit, &units->texts[units->count++]));
    }
    return NBB_OK;
}

void nbb_units_free(nbb_units *units)
{
    while (units->count > 0) {
        nbb_text_free(&units->texts[--units->count]);
    }
}

nbb_status nbb_source_print_rates(nbb_target target, const char *templates, nbb_text *source)
{
    static const char *const paths[] = { [NBB_TARGET_HOST] = "host/rates.in", [NBB_TARGET_CUDA] = "cuda/rates.in" };
    nbb_template *engine = NULL;
    NBB_TRY(nbb_template_open(&engine, templates, folder_of(target)));
    nbb_status status = expand_folded(engine, paths[target], source);
    nbb_template_close(engine);
    return status;
}
