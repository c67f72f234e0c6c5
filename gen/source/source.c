/* source.c - prepares a plan's code and expands the templates. */
#include "gen/source/source.h"

#include "gen/source/source_values.h"
#include "gen/source/template.h"

/* The folder of a target's own sections: GPUs have one in common. */
static const char *folder_of(nbb_target target)
{
    return target == NBB_TARGET_HOST ? "host" : "cuda";
}

static void close_engine(nbb_template **engine)
{
    nbb_template_close(*engine);
}

/* Expands the template at `path` with the plan's values. */
static nbb_status expand(const nbb_source_request *request, const char *path, nbb_text *source)
{
    NBB_AT_END(nbb_arguments_free) nbb_arguments arguments = { .count = 0 };
    nbb_source_request made = *request;
    NBB_AT_END(close_engine) nbb_template *engine = NULL;
    const nbb_plan *plan = request->plan;
    nbb_target target = plan->asked.target;
    made.arguments = &arguments;
    NBB_TRY_IF(plan->asked.program != NULL, nbb_plan_build_arguments(plan, &arguments));
    NBB_TRY(nbb_template_open(&engine, request->templates, folder_of(target)));
    NBB_TRY(nbb_template_define(engine, nbb_source_define, &made));
    /* How the target spells things, after what GPUs have in common. */
    NBB_LOCAL_TEXT_OF(dialect, "a file name", "dialects/%s.lua", nbb_target_names.names[target]);
    const char *const files[] = { "dialects/gpu.lua", nbb_text_string(&dialect),
                                  "formulas.lua",     "prelude.lua",
                                  "schedule.lua",     "words.lua",
                                  "expressions.lua",  "program.lua" };
    for (size_t i = target == NBB_TARGET_HOST; i < sizeof files / sizeof *files; ++i) {
        NBB_TRY(nbb_template_run(engine, files[i]));
    }
    return nbb_template_expand(engine, path, request->described || request->standalone ? plan->name : NULL, source);
}

nbb_status nbb_source_print(const nbb_source_request *request, nbb_text *source)
{
    return expand(request, "module.in", source);
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

nbb_status nbb_source_print_rates(const char *templates, nbb_text *source)
{
    NBB_AT_END(close_engine) nbb_template *engine = NULL;
    NBB_TRY(nbb_template_open(&engine, templates, ""));
    return nbb_template_expand(engine, "rates.in", NULL, source);
}
