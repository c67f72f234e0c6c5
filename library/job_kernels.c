/* job_kernels.c - describes a plan's kernels: state, arguments, launches. */
#include "library/job_emit.h"

#include "gen/base/json.h"
#include "gen/plan/plan_program.h"
#include "gen/source/interface.h"

#include <inttypes.h>
#include <stdlib.h>

enum { SCHEMA = 1 };

/* Past what JSON's readers hold in a signed number there is no plan: an address could not reach it. */
static json_t *number(uint64_t value)
{
    return json_integer((json_int_t)value);
}

/* [{"name", "type"}]: a type that ends in a star is an address on the device. */
static json_t *describe_parameters(const nbb_interface *interface)
{
    json_t *list = json_array();
    for (int i = 0; i < interface->count; ++i) {
        nbb_json_add(list, json_pack("{s:s, s:s}", "name", interface->parameters[i].name, "type",
                                     interface->parameters[i].type));
    }
    return list;
}

/* [{"blocks", "threads"}], a launch each; of PROBE blocks is null: as many as its cells need, a thread each. The
   host's functions have none. */
static json_t *describe_launches(const nbb_plan *plan, nbb_entry entry, const nbb_interface *interface)
{
    json_t *list = json_array();
    for (int level = 0; level < nbb_plan_launches(plan, entry) && plan->target == NBB_TARGET_CUDA; ++level) {
        nbb_grid grid = nbb_plan_grid(plan, entry, level, 0);
        nbb_json_add(list,
                     json_pack("{s:o, s:i}", "blocks", interface->counts_cells ? json_null() : number(grid.blocks),
                               "threads", (int)grid.threads));
    }
    return list;
}

static json_t *describe_kernel(const nbb_plan *plan, nbb_entry entry)
{
    nbb_interface interface = nbb_interface_of(plan, entry);
    nbb_text name = NBB_TEXT_EMPTY;
    nbb_text_add(&name, "%s_%s", plan->name, nbb_entry_suffixes[entry]);
    json_t *kernel = json_pack("{s:s, s:s, s:s, s:i, s:o, s:o, s:b}", "kernel", nbb_entry_suffixes[entry], "name",
                               nbb_text_string(&name), "does", interface.does, "steps", interface.steps, "parameters",
                               describe_parameters(&interface), "launches",
                               describe_launches(plan, entry, &interface), "cooperative", interface.at_once);
    nbb_text_free(&name);
    return kernel;
}

static json_t *describe_kernels(const nbb_plan *plan)
{
    json_t *list = json_array();
    for (int entry = 0; entry < NBB_ENTRY_COUNT; ++entry) {
        if (nbb_plan_has(plan, (nbb_entry)entry)) {
            nbb_json_add(list, describe_kernel(plan, (nbb_entry)entry));
        }
    }
    return list;
}

/* The rows of nbb_arguments that are in the table, or not; count is null for a single value. */
static json_t *describe_rows(const nbb_arguments *arguments, bool in_table)
{
    static const char *const types[] = {
#define X(name, text, bytes) text,
        NBB_ARGUMENT_TYPES(X)
#undef X
    };
    json_t *rows = json_array();
    for (int i = 0; i < arguments->count; ++i) {
        const nbb_argument *row = &arguments->rows[i];
        if (row->in_table != in_table) {
            continue;
        }
        nbb_json_add(rows, json_pack("{s:s, s:s, s:o, s:o}", "name", nbb_text_string(&row->name), "type",
                                     types[row->type], "offset", number(row->offset), "count",
                                     row->count > 0 ? json_integer(row->count) : json_null()));
    }
    return rows;
}

/* Bytes as hexadecimal digits. */
static json_t *describe_bytes(const void *bytes, size_t count)
{
    const unsigned char *at = bytes;
    nbb_text digits = NBB_TEXT_EMPTY;
    for (size_t i = 0; i < count; ++i) {
        nbb_text_add(&digits, "%02x", at[i]);
    }
    return nbb_json_take(&digits);
}

/* The structure that kernels take by value, INIT among them: its rows, and its bytes with the parameters' values. The
   same of the table whose address it has, if there is one. */
static nbb_status describe_values(const nbb_options *options, const nbb_plan *plan, const nbb_arguments *arguments,
                                  json_t **described)
{
    unsigned char *bytes = calloc(1, arguments->bytes + 1);
    uint64_t *table = calloc(arguments->table + 1, sizeof *table);
    nbb_status status = bytes != NULL && table != NULL
                            ? nbb_plan_fill_arguments(plan, arguments, options->seed, bytes, table)
                            : nbb_fail_memory(arguments->bytes, "a program's arguments");
    if (status == NBB_OK) {
        *described = json_pack("{s:o, s:o, s:o}", "bytes", number(arguments->bytes), "rows",
                               describe_rows(arguments, false), "values", describe_bytes(bytes, arguments->bytes));
    }
    if (status == NBB_OK && arguments->table > 0) {
        nbb_json_set(*described, "table",
                     json_pack("{s:o, s:o}", "rows", describe_rows(arguments, true), "values",
                               describe_bytes(table, arguments->table * sizeof *table)));
    }
    free(bytes);
    free(table);
    return status;
}

/* null where kernels take no structure. */
static nbb_status describe_arguments(const nbb_options *options, const nbb_plan *plan, json_t **described)
{
    nbb_arguments arguments = { .rows = NULL };
    *described = NULL;
    if (!nbb_plan_has(plan, NBB_ENTRY_INIT)) {
        *described = json_null();
        return NBB_OK;
    }
    nbb_status status = nbb_plan_build_arguments(plan, &arguments);
    status = status == NBB_OK ? describe_values(options, plan, &arguments, described) : status;
    nbb_arguments_free(&arguments);
    return status;
}

nbb_status nbb_job_describe(const nbb_options *options, const nbb_plan *plan, nbb_text *described)
{
    bool compiled = options->image != NBB_EMIT_SOURCE;
    json_t *arguments = NULL;
    nbb_text command = NBB_TEXT_EMPTY;
    nbb_status status = nbb_emit_say(options, plan, &command);
    status = status == NBB_OK ? describe_arguments(options, plan, &arguments) : status;
    if (status != NBB_OK) {
        nbb_text_free(&command);
        return status;
    }
    json_t *kernels = json_pack(
        "{s:i, s:s, s:o, s:n, s:s, s:s, s:s?, s:s, s:I, s:s, s:s, s:o, s:i, s:o, s:i, s:i, s:o, s:o}", "schema",
        SCHEMA, "version", NBB_VERSION, "command", nbb_json_take(&command), "file", "form",
        nbb_emit_forms[options->image], "target", nbb_target_names.names[plan->target], "architecture",
        compiled ? options->architecture : NULL, "fractal", nbb_domain_name(&plan->domain),
        nbb_domain_size_name(&plan->domain), (json_int_t)plan->domain.size, "map", nbb_map_names.names[plan->map],
        "name", plan->name, "state_bytes", number(plan->state_bytes), "states", plan->buffers, "border_bytes",
        number(plan->border_bytes), "cluster", (int)plan->cluster, "turns", plan->resident ? 1 : plan->traits.turns,
        "arguments", arguments, "kernels", describe_kernels(plan));
    return nbb_json_print(nbb_json_whole(kernels), 0, "a description of kernels", described);
}
