/* source.c - prepares a plan's code and expands the templates. */
#include "gen/source/source_values.h"
#include "gen/source/template.h"

/* Expands the template at `path` with the plan's values. */
static nbb_status expand(const nbb_source_request *request, const char *path, nbb_text *source)
{
    NBB_AT_END(nbb_arguments_free) nbb_arguments arguments = { .count = 0 };
    nbb_source_request made = *request;
    NBB_AT_END(nbb_template_close) nbb_template *engine = NULL;
    const nbb_plan *plan = request->plan;
    bool is_host = plan->asked.target == NBB_TARGET_HOST;
    made.arguments = &arguments;
    NBB_TRY_IF(plan->asked.program != NULL, nbb_plan_build_arguments(plan, &arguments));
    /* The folder of a target's own sections: GPUs have one in common. */
    NBB_TRY(nbb_template_open(&engine, request->templates, is_host ? "host" : "cuda"));
    NBB_TRY(nbb_template_define(engine, nbb_source_define, &made));
    /* How the target spells things, after what GPUs have in common. */
    NBB_LOCAL_TEXT_OF(dialect, "a file name", "dialects/%s.lua", nbb_target_names.names[plan->asked.target]);
    const char *const files[] = { "dialects/gpu.lua", nbb_text_string(&dialect),
                                  "prelude.lua",      "expressions.lua",
                                  "patch.lua",        "program.lua" };
    int first = is_host, count = NBB_COUNT(files);
    NBB_TRY(NBB_EACH(i, count - first, nbb_template_run(engine, files[first + i])));
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
