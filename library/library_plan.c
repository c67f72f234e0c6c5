/* library_plan.c - plans a job; returns text, images, how its kernels are launched, its fields and observables. */
#include "library/library_job.h"

#include "library/option_row.h"
#include "runtime/device/nvrtc.h"
#include "runtime/run/verify.h"

/* --- a plan's output, source text, PTX, a cubin or a fat binary; and the description of its kernels --- */

/* The names of nbb_image_choice: "source", and those of the options, "ptx". */
static const char *const forms[] = { "source", "ptx", "cubin", "fatbin" };

/* Fails (usage) on options that contradict each other or have no effect on what is emitted. */
static nbb_status check_emitted(const nbb_options *options)
{
    const char *image = forms[options->image], *first = NULL;
    bool compiled = options->image != NBB_EMIT_SOURCE;
    for (int form = NBB_EMIT_PTX; form <= NBB_EMIT_FATBIN; ++form) {
        const char *given = nbb_options_given(options, forms[form]) ? forms[form] : NULL;
        NBB_REFUSE_IF(first != NULL && given != NULL, "--%s and --%s: one of them at a time", first, given);
        first = given != NULL ? given : first;
    }
    NBB_REFUSE_IF(compiled && options->target != NBB_TARGET_CUDA, "--%s needs --target cuda", image);
    NBB_REFUSE_IF(compiled && options->kernel_only,
                  "--kernel-only has no effect with --%s, which holds kernels alone; give one of the two", image);
    NBB_TRY_IF(
        !compiled,
        nbb_options_refuse(options, "arch", " has no effect on source text; use it with --ptx, --cubin or --fatbin"));
    NBB_REFUSE_IF(options->points != NULL && !compiled && !options->kernel_only,
                  "--points has no effect on a program of its own, which draws its points;"
                  " give --n and --dimensions, or add --kernel-only");
    NBB_REFUSE_IF(options->steps == 0, "--steps 0: an emitted program checks and times steps, of which it needs one;"
                                       " 'nbbgen run' shows the initial state");
    NBB_DONE_IF(!compiled && !options->kernel_only);
    return nbb_options_refuse(options, "steps seed init-seed density",
                              " has no effect on kernels without a main, as --kernel-only, --ptx, --cubin and"
                              " --fatbin give them");
}

/* With a main of its own. */
static bool is_standalone(const nbb_options *options)
{
    return !options->kernel_only && options->image == NBB_EMIT_SOURCE;
}

/* Appends the command line that emits the plan's source again. */
static nbb_status say_command(const nbb_options *options, const nbb_plan *plan, nbb_text *command)
{
    nbb_emit_command(options, plan, is_standalone(options), command);
    return nbb_text_status(command, "a command");
}

static nbb_status print_source(const nbb_options *options, const nbb_plan *plan, nbb_text *source)
{
    NBB_LOCAL_TEXT command = NBB_TEXT_EMPTY;
    NBB_LOCAL_ARENA arena = { .purpose = "a standalone's samples" };
    nbb_samples samples = { .windows = 0 };
    NBB_TRY(say_command(options, plan, &command));
    NBB_REFUSE_IF(is_standalone(options) && options->program != NULL && options->program->stop != NULL,
                  "program %s has a stop, and an emitted program does all its steps: add --kernel-only, or take"
                  " the stop out",
                  options->program->name);
    NBB_TRY_IF(is_standalone(options), nbb_samples_find(&arena, plan, options->seed, options->steps, &samples));
    nbb_source_request request = { .plan = plan,
                                   .command = nbb_text_string(&command),
                                   .templates = options->templates,
                                   .standalone = is_standalone(options),
                                   .described = options->kernel_only,
                                   .steps = options->steps,
                                   .seed = options->seed,
                                   .samples = &samples };
    return nbb_source_print(&request, source);
}

nbb_status nbb_emit_make(const nbb_options *options, const nbb_plan *plan, nbb_text *made)
{
    NBB_RETURN_IF(options->image == NBB_EMIT_SOURCE, print_source(options, plan, made));
    NBB_LOCAL_TEXT source = NBB_TEXT_EMPTY;
    NBB_TRY(print_source(options, plan, &source));
    nbb_nvrtc_request request = { nbb_text_string(&source), plan->name, options->architecture,
                                  options->image == NBB_EMIT_PTX ? NBB_IMAGE_PTX : NBB_IMAGE_CUBIN };
    return options->image == NBB_EMIT_FATBIN ? nbb_fatbin_compile(&request, made) : nbb_nvrtc_compile(&request, made);
}

nbb_status nbb_emit_open(const nbb_options *options, nbb_job *job)
{
    NBB_TRY(check_emitted(options));
    NBB_TRY(nbb_job_read(options, NULL, job));
    NBB_TRY(nbb_job_request(job));
    if (options->image != NBB_EMIT_SOURCE) { /* unlike text, an image has no clusters before compute capability 9.0 */
        int capability = 0;
        NBB_TRY(options->image == NBB_EMIT_FATBIN ? nbb_fatbin_capability(options->architecture, &capability)
                                                  : nbb_nvrtc_capability(options->architecture, &capability));
        job->request.cluster_blocks = nbb_cuda_cluster_blocks(capability) == 1 ? 1 : 0;
        job->request.shared_bytes = nbb_cuda_shared_bytes(capability);
    }
    NBB_TRY(nbb_plan_choose(&job->request, &job->plan));
    nbb_remark_plan(&job->options, &job->plan);
    return NBB_OK;
}

enum { SCHEMA = 1 };

/* Past what JSON's readers hold in a signed number there is no plan: an address could not reach it. */
static json_t *number(uint64_t value)
{
    return json_integer((json_int_t)value);
}

/* Parameters are [{"name", "type"}]: a type that ends in a star is an address on the device. Launches are [{"blocks",
   "threads"}]; of PROBE blocks is null: as many as its cells need, a thread each. The host's functions have none. */
static json_t *describe_kernel(const nbb_plan *plan, nbb_entry entry)
{
    nbb_interface interface = nbb_interface_of(plan, entry);
    json_t *launches = json_array();
    json_t *parameters = NBB_JSON_LIST(
        i, interface.count,
        json_pack("{s:s, s:s}", "name", interface.parameters[i].name, "type", interface.parameters[i].type));
    for (int level = 0; level < nbb_plan_launches(plan, entry) && plan->asked.target != NBB_TARGET_HOST; ++level) {
        nbb_grid grid = nbb_plan_grid(plan, entry, level, 0);
        nbb_json_add(launches, json_pack("{s:o, s:i, s:i}", "blocks",
                                         interface.counts_cells ? json_null() : number(grid.blocks), "threads",
                                         (int)grid.threads, "shared", (int)nbb_plan_shared(plan, entry)));
    }
    NBB_LOCAL_TEXT name = nbb_text_of("%s_%s", plan->name, nbb_entry_suffixes[entry]);
    return json_pack("{s:s, s:s, s:s, s:i, s:o, s:o, s:b}", "kernel", nbb_entry_suffixes[entry], "name",
                     nbb_text_string(&name), "does", interface.does, "steps", interface.steps, "parameters",
                     parameters, "launches", launches, "cooperative", interface.at_once);
}

/* The rows of nbb_arguments that are in the table, or not; count is null for a single value. */
static json_t *describe_rows(const nbb_arguments *arguments, bool in_table)
{
    static const char *const types[] = { NBB_ARGUMENT_TYPES(NBB_SPELLING) };
    json_t *rows = json_array();
    for (int i = 0; i < arguments->count; ++i) {
        const nbb_argument *row = &arguments->rows[i];
        if (row->in_table == in_table) {
            json_t *count = row->count > 0 ? json_integer(row->count) : json_null();
            nbb_json_add(rows, json_pack("{s:s, s:s, s:o, s:o}", "name", row->name, "type", types[row->type],
                                         "offset", number(row->offset), "count", count));
        }
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
   same of the table whose address it has, if there is one. null where kernels take no structure. */
static nbb_status describe_arguments(const nbb_options *options, const nbb_plan *plan, json_t **described)
{
    NBB_AT_END(nbb_arguments_free) nbb_arguments arguments = { .rows = NULL };
    *described = json_null();
    NBB_DONE_IF(!nbb_plan_has(plan, NBB_ENTRY_INIT));
    NBB_TRY(nbb_plan_build_arguments(plan, &arguments));
    NBB_LOCAL_MAKE(unsigned char, bytes, arguments.bytes + 1, "a program's arguments");
    NBB_LOCAL_MAKE(uint64_t, table, arguments.table + 1, "a program's arguments");
    NBB_TRY(nbb_plan_fill_arguments(plan, 0, NULL, &arguments, options->seed, bytes, table));
    *described = json_pack("{s:o, s:o, s:o}", "bytes", number(arguments.bytes), "rows",
                           describe_rows(&arguments, false), "values", describe_bytes(bytes, arguments.bytes));
    if (arguments.table > 0) {
        nbb_json_set(*described, "table",
                     json_pack("{s:o, s:o}", "rows", describe_rows(&arguments, true), "values",
                               describe_bytes(table, arguments.table * sizeof *table)));
    }
    return NBB_OK;
}

/* Appends the object that docs/schemas/emit.json describes, its "file" null. */
static nbb_status describe_kernels(const nbb_options *options, const nbb_plan *plan, nbb_text *described)
{
    bool compiled = options->image != NBB_EMIT_SOURCE;
    json_t *arguments = NULL;
    NBB_LOCAL_TEXT command = NBB_TEXT_EMPTY;
    NBB_TRY(say_command(options, plan, &command));
    NBB_TRY(describe_arguments(options, plan, &arguments));
    json_t *list = json_array();
    for (int entry = 0; entry < NBB_ENTRY_COUNT; ++entry) {
        if (nbb_plan_has(plan, (nbb_entry)entry)) {
            nbb_json_add(list, describe_kernel(plan, (nbb_entry)entry));
        }
    }
    json_t *kernels = json_pack(
        "{s:i, s:s, s:o, s:n, s:s, s:s, s:s?, s:s, s:I, s:s, s:s, s:o, s:i, s:o, s:i, s:i, s:o, s:o}", "schema",
        SCHEMA, "version", NBB_VERSION, "command", nbb_json_take(&command), "file", "form", forms[options->image],
        "target", nbb_target_names.names[plan->asked.target], "architecture", compiled ? options->architecture : NULL,
        "fractal", nbb_domain_name(&plan->asked.domain), nbb_domain_size_name(&plan->asked.domain),
        (json_int_t)plan->asked.domain.size, "map", nbb_map_names.names[plan->space.map], "name", plan->name,
        "state_bytes", number(plan->space.state_bytes), "states", plan->launch.buffers, "border_bytes",
        number(plan->launch.boundary_bytes), "cluster", (int)plan->launch.cluster, "turns",
        plan->launch.persistent ? 1 : plan->launch.turns, "arguments", arguments, "kernels", list);
    return nbb_json_print(nbb_json_whole(kernels), 0, "a description of kernels", described);
}

/* --- of a handle, once it is planned --- */

/* Fails where an option was given whose row has one of the bits, or `without` them. */
static nbb_status refuse(const nbb_options *options, int bits, bool without, const char *why)
{
    for (int i = 0; i < nbb_option_row_count; ++i) {
        NBB_REFUSE_IF(options->given[i] && ((nbb_option_rows[i].commands & bits) == 0) == without,
                      "--%s has no effect on %s", nbb_option_rows[i].name, why);
    }
    return NBB_OK;
}

nbb_status nbb_library_refuse_whole(const nbb_options *options)
{
    return refuse(options, NBB_OPTION_WHOLE, false,
                  "a job that is planned or started: it is an option of nbbgen_run");
}

nbb_status nbb_library_check_described(nbbgen_job *job)
{
    NBB_REFUSE_IF(job->options.subject == NULL,
                  "which fractal? nbbgen_fractal or nbbgen_fractal_text is due before this");
    NBB_TRY(refuse(&job->options, EMIT | RUN | VIEW, true, "a plan or a run: nbbgen_info describes it"));
    return nbb_options_settle_workload(&job->options);
}

NBB_LIBRARY_FUNCTION(nbbgen_plan, (nbbgen_job *const job), (job))
{
    NBB_TRY(nbb_library_check_single(job));
    NBB_REFUSE_IF(job->stage != NBB_STAGE_DESCRIBED, "the job is planned already");
    job->options.command = NBB_COMMAND_EMIT;
    NBB_REFUSE_IF(job->options.last_seed > job->options.seed || job->options.sweeps.count > 0,
                  "--sweep and --seed A..B have no effect on a plan: it is of one run");
    NBB_TRY(nbb_library_refuse_whole(&job->options));
    NBB_TRY(nbb_library_check_described(job));
    NBB_TRY_OR(nbb_emit_open(&job->options, &job->job), nbb_library_stop(job));
    job->stage = NBB_STAGE_PLANNED;
    return NBB_OK;
}

/* The answer is what `say` says of the plan. */
static nbb_status answer(nbbgen_job *job, nbb_status (*say)(const nbb_options *, const nbb_plan *, nbb_text *))
{
    NBB_TRY(nbb_library_require(job, NBB_STAGE_PLANNED));
    return say(&job->job.options, &job->job.plan, &job->answer);
}

NBB_LIBRARY_TEXT(nbbgen_command, answer(job, say_command))
NBB_LIBRARY_TEXT(nbbgen_kernels, answer(job, describe_kernels))

static nbb_status emit(nbbgen_job *job, nbb_text *made)
{
    nbb_options *options = &job->job.options;
    NBB_TRY(nbb_library_require(job, NBB_STAGE_PLANNED));
    options->command = NBB_COMMAND_EMIT;
    options->target = job->job.plan.asked.target;
    NBB_TRY(check_emitted(options));
    NBB_TRY(nbb_emit_make(options, &job->job.plan, made));
    return nbb_text_status(made, "what is emitted");
}

NBB_LIBRARY_GIVES(nbbgen_emit, (nbbgen_job *const job, const char **bytes, size_t *length), emit(job, &job->answer))

/* Defines a function that says something of the plan, and before there is one `none`. */
#define OF_PLAN(type, name, none, value)                           \
    type name(const nbbgen_job *job)                               \
    {                                                              \
        return job->stage >= NBB_STAGE_PLANNED ? (value) : (none); \
    }
OF_PLAN(const char *, nbbgen_name, NULL, job->job.plan.name)
OF_PLAN(int, nbbgen_axes, 0, nbb_domain_axes(&job->job.plan.asked.domain))
OF_PLAN(int64_t, nbbgen_cells, 0, job->job.plan.asked.cells)
OF_PLAN(int, nbbgen_fields, 0, job->job.plan.asked.traits.arrays)

nbb_status nbb_library_check_field(const nbbgen_job *job, int field)
{
    NBB_TRY(nbb_library_require(job, NBB_STAGE_STARTED));
    NBB_REFUSE_IF(field < 0 || field >= nbbgen_fields(job), "no field %d: there %s %d, numbered from 0", field,
                  nbbgen_fields(job) == 1 ? "is" : "are", nbbgen_fields(job));
    return NBB_OK;
}

const nbb_program *nbb_library_observed(const nbbgen_job *job)
{
    const nbb_program *program = job->job.plan.asked.program;
    return program != NULL && program->observable_count > 0 ? program : NULL;
}

int nbbgen_observables(const nbbgen_job *job)
{
    const nbb_program *observed = nbb_library_observed(job);
    return job->stage < NBB_STAGE_PLANNED ? 0 : observed != NULL ? observed->observable_count : 1;
}

/* Defines a function that says something of number i of so many, or nothing. */
#define OF_ITEM(type, name, count, value)                \
    type name(const nbbgen_job *job, int i)              \
    {                                                    \
        return i >= 0 && i < count(job) ? (value) : (0); \
    }
OF_ITEM(int64_t, nbbgen_side, nbbgen_axes, job->job.plan.asked.sides.at[i])
OF_ITEM(const char *, nbbgen_field_name, nbbgen_fields, job->job.plan.asked.traits.fields[i].name)
OF_ITEM(const char *, nbbgen_field_type, nbbgen_fields,
        nbb_npy_type_names[nbb_array_npy_type(&job->job.plan.asked.traits, i)])
OF_ITEM(const char *, nbbgen_observable_name, nbbgen_observables,
        nbb_library_observed(job) != NULL ? nbb_library_observed(job)->observables[i].name : "population")
OF_ITEM(const char *, nbbgen_observable_type, nbbgen_observables,
        nbb_library_observed(job) != NULL && nbb_is_real(nbb_library_observed(job)->observables[i].value->type)
            ? "<f8"
            : "<i8")
