/* request.c - from options to a plan's request, and to the device that --device names. */
#include "library/program_text.h"
#include "library/options.h"
#include "runtime/base/search.h"

#include <sys/stat.h>

/* Finds the file that a name means, with a remark where another one could be meant. */
static nbb_status find_file(const nbb_options *options, const nbb_search *search, const char *what, nbb_text *path)
{
    NBB_LOCAL_TEXT remark = NBB_TEXT_EMPTY;
    NBB_TRY(nbb_search_find(search, what, path, &remark));
    NBB_REMARK_IF(remark.length > 0, options, "%s", nbb_text_string(&remark));
    return NBB_OK;
}

nbb_status nbb_options_definition(const nbb_options *options, nbb_definition *definition)
{
    static const char *const simplex[] = { "simplex" };
    const char *name = options->subject;
    NBB_LOCAL_TEXT path = NBB_TEXT_EMPTY;
    NBB_RETURN_IF(options->definition_text != NULL, nbb_definition_read(options->definition_text, name, definition));
    nbb_status status = find_file(options, &nbb_definition_search, name, &path);
    NBB_RETURN_IF(status == NBB_OK, nbb_definition_read(NULL, nbb_text_string(&path), definition));
    /* It may be something else, or stand for simplices of any number of axes. */
    NBB_RETURN_IF(nbb_search_is_path(name) || nbb_near_miss(name, simplex, 1) < 0,
                  nbb_report_kind(name, NBB_NAMED_FRACTAL, status));
    return nbb_fail(status, "unknown fractal '%s': did you mean %s?", name,
                    options->command == NBB_COMMAND_INFO ? "'simplex', with --m" : "'triangle' or 'tetrahedron'");
}

/* Those of a request are the plan's to judge. */
static bool given(const void *context, const char *option, NBB_UNUSED unsigned values, NBB_UNUSED nbb_text *text)
{
    const nbb_options *asked = context;
    if (strcmp(option, "set") == 0) { /* bench has another --set */
        return asked->assignments.count > 0;
    }
    if (strcmp(option, "samples") == 0) { /* and another --samples */
        return asked->samples_file != NULL;
    }
    bool is_of_request = nbb_spelling_index(&(nbb_spellings){ nbb_choice_names, NBB_CHOICES }, option) >= 0;
    return !is_of_request && nbb_options_given(context, option);
}

nbb_status nbb_options_check_constraints(const nbb_options *options, const nbb_domain *domain)
{
    const nbb_request of = { .domain = *domain, .work = &nbb_workload_rows[options->workload] };
    return nbb_constraints_check(&of, given, options);
}

nbb_status nbb_options_domain(const nbb_options *options, nbb_domain *domain)
{
    bool is_simplex = domain->simplex != NULL;
    const char *command = nbb_command_names[options->command], *name = nbb_domain_name(domain);
    domain->size = is_simplex ? options->n : options->r;
    NBB_TRY(nbb_options_check_constraints(options, domain));
    NBB_RETURN_IF(nbb_options_given(options, nbb_domain_size_name(domain)), nbb_domain_check_size(domain));
    NBB_REFUSE_IF(is_simplex, "nbbgen %s: --n is missing: how many cells a side, from 1 to %" PRId64 " for %s?",
                  command, nbb_simplex_largest_side(domain->simplex->m), name);
    return NBB_REFUSE("nbbgen %s: --r is missing: how many levels, from 0 to %d for %s?", command,
                      nbb_fractal_largest_level(domain->fractal), name);
}

/* From a text, a rule, `--program B2/S23`, or a file. */
static nbb_status make_program(const nbb_options *options, int axes, nbb_program *program)
{
    nbb_rule rule;
    NBB_LOCAL_TEXT path = NBB_TEXT_EMPTY;
    const char *name = options->program_name;
    NBB_RETURN_IF(options->program_text != NULL, nbb_program_read(options->program_text, name, program));
    if (nbb_rule_is_notation(name)) {
        NBB_TRY(nbb_rule_parse(name, axes, &rule));
        return nbb_program_from_rule(rule, axes, program);
    }
    nbb_status status = find_file(options, &nbb_program_search, name, &path);
    return status == NBB_OK ? nbb_program_read(NULL, nbb_text_string(&path), program)
                            : nbb_report_kind(name, NBB_NAMED_PROGRAM, status);
}

/* For domains of so many axes; for 0, binds it to the plane, or where it cannot be to space. */
static nbb_status bind(nbb_program *program, int axes, const char *neighbours)
{
    nbb_status status = nbb_program_bind(program, axes != 0 ? axes : 2, neighbours);
    NBB_RETURN_IF(status == NBB_OK || axes != 0, status);
    nbb_failed why = nbb_failure_take();
    bool is_bound = nbb_program_bind(program, 3, neighbours) == NBB_OK;
    status = nbb_failure_give(&why);
    return is_bound ? NBB_OK : status;
}

static void remark(const char *words, void *options)
{
    nbb_remark(options, "%s", words);
}

/* The one that --program names. --set gives each parameter a value once. */
static nbb_status take_program(const nbb_options *options, int axes, nbb_program *program)
{
    const char *const *all = options->assignments.items;
    NBB_TRY(make_program(options, axes != 0 ? axes : 2, program));
    for (int i = 0; i < options->assignments.count; ++i) {
        NBB_LOCAL_TEXT asked = nbb_text_of("--set %s", all[i]);
        NBB_TRY(nbb_program_set(program, nbb_text_string(&asked), all[i]));
        int same = NBB_FIND(j, i, strncmp(all[j], all[i], strcspn(all[i], "=") + 1) == 0);
        NBB_REFUSE_IF(same < i, "--set %s and --set %s: give the parameter one value", all[same], all[i]);
    }
    NBB_TRY(bind(program, axes, options->neighbours));
    NBB_TRY(nbb_program_require(program));
    program->seeds_apart = nbb_options_given(options, "init-seed");
    program->init_seed = options->init_seed;
    nbb_program_remarks(program, remark, (void *)(uintptr_t)options);
    return NBB_OK;
}

nbb_status nbb_options_program(nbb_options *options, int axes, nbb_program *program)
{
    const nbb_workload_row *work = &nbb_workload_rows[options->workload];
    bool is_named = options->program_name != NULL;
    nbb_rule rule = { 0, 0 };
    *program = (nbb_program){ .name = NULL };
    options->program = NULL;
    NBB_TRY_IF(!is_named && work->law == NBB_LAW_RULE, nbb_options_rule(options, axes, &rule));
    NBB_TRY(is_named ? take_program(options, axes, program)
                     : nbb_workload_program(work, rule, axes, options->density, program));
    options->program = program->name != NULL ? program : NULL;
    return NBB_OK;
}

nbb_status nbb_options_rule(const nbb_options *options, int axes, nbb_rule *rule)
{
    const char *usual = axes > 2 ? "B5/S4,5" : "B2/S23";
    return nbb_rule_parse(options->rule_text != NULL ? options->rule_text : usual, axes, rule);
}

nbb_status nbb_options_request(const nbb_options *options, nbb_domain domain, nbb_request *request)
{
    const nbb_workload_row *work = &nbb_workload_rows[options->workload];
    NBB_FAIL_IF(
        options->steps == 0 && !work->evolves, /* what is done in passes has no initial state */
        NBB_REFUSE("--steps 0: %s needs a pass at least; 0 is the initial state of ca and programs", work->name));
    NBB_REFUSE_IF(options->workload == NBB_WORKLOAD_PROGRAM && options->program == NULL,
                  "--workload program: which one? --program NAME or --program FILE.lua is missing");
    nbb_rule refused; /* of another number of axes: no program was made of it */
    NBB_TRY_IF(work->law == NBB_LAW_RULE && options->program == NULL,
               nbb_options_rule(options, nbb_domain_axes(&domain), &refused));
    NBB_TRY(nbb_options_domain(options, &domain));
    struct stat facts; /* of a folder that is none, all templates would silently be the program's own */
    NBB_REFUSE_IF(options->templates != NULL && (stat(options->templates, &facts) != 0 || !S_ISDIR(facts.st_mode)),
                  "%s%s: no such folder",
                  nbb_options_given(options, "templates") ? "--templates " : "NBBGEN_TEMPLATES=", options->templates);
    *request = (nbb_request){ NBB_REQUEST_ON(&domain),       .dimensions = options->dimensions,
                              .workload = options->workload, .program = options->program,
                              .map = options->map,           .target = options->target };
    for (int i = 0; i < NBB_CHOICES; ++i) { /* for the plan, which knows the map, to refuse what has no effect */
        request->named |= nbb_options_given(options, nbb_choice_names[i]) ? 1u << i : 0;
    }
#define X(name, type, field, ...) request->field = options->field;
    NBB_ASKED_ROWS(X)
#undef X
    return nbb_constraints_check_request(request, NBB_MAP_AUTO);
}

/* --- --init --- */

static nbb_status fail_field(const nbb_program *program, const char *text, size_t length)
{
    const nbb_field *fields = program->fields;
    const char *names[NBB_FIELDS_MAX], *of = program->name;
    int count = program->field_count;
    NBB_LOCAL_TEXT all = NBB_TEXT_EMPTY, near = NBB_TEXT_EMPTY;
    for (int i = 0; i < count; ++i) {
        names[i] = fields[i].name;
        nbb_text_add(&all, "%s%s", i > 0 ? ", " : "", names[i]);
    }
    NBB_LOCAL_TEXT name = nbb_text_of("%.*s", (int)length, text);
    nbb_add_near(&near, nbb_text_string(&name), names, count);
    return length == 0 ? NBB_REFUSE("--init %s: %s has several fields: give FIELD=FILE, of %s", text, of,
                                    nbb_text_string(&all))
                       : NBB_REFUSE("--init %s: %s has no field '%s'%s (the fields are %s)", text, of,
                                    nbb_text_string(&name), nbb_text_string(&near), nbb_text_string(&all));
}

/* The field and the file of "u=start.npy", or where there is one field of "start.npy". */
static nbb_status take_apart(const nbb_program *program, const char *text, int *field, const char **path)
{
    const nbb_field *fields = program->fields;
    int count = program->field_count;
    /* What is in front of '=' where that may be a field's name, or a bond's "J[1,0]"; 0 letters where it is not. */
    size_t length = strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789[,-]");
    length = text[length] == '=' ? length : 0;
    *path = length > 0 ? text + length + 1 : text;
    *field = NBB_FIND(i, count,
                      length > 0 ? strlen(fields[i].name) == length && strncmp(fields[i].name, text, length) == 0
                                 : count == 1);
    return *field < count ? NBB_OK : fail_field(program, text, length);
}

/* Takes "X,Y". */
static nbb_status read_at(const char *text, nbb_vector *at)
{
    char *end = (char *)text;
    *at = (nbb_vector){ { 0 } };
    for (int axis = 0; axis < 2; ++axis) {
        const char *begin = end + (axis > 0);
        bool is_number = *begin == '-' || (*begin >= '0' && *begin <= '9');
        at->at[axis] = is_number ? strtoll(begin, &end, 10) : INT64_MAX;
        NBB_REFUSE_IF(end == begin || *end != (axis == 0 ? ',' : '\0') || at->at[axis] < -NBB_N_MAX
                          || at->at[axis] > NBB_N_MAX,
                      "--at %s: expected two whole numbers, X,Y", text);
    }
    return NBB_OK;
}

nbb_status nbb_options_initial(const nbb_options *options, const nbb_domain *domain, nbb_given_fields *given)
{
    nbb_vector at;
    nbb_rule rule;
    bool is_free = options->program_name != NULL || options->rule_text != NULL;
    bool has_pattern = NBB_ANY(i, options->initial.count, nbb_ends_in(options->initial.items[i], ".rle"));
    NBB_TRY(nbb_options_rule(options, nbb_domain_axes(domain), &rule));
    *given = (nbb_given_fields){ .arena = { .purpose = "a field's initial values" },
                                 .program = options->program,
                                 .domain = *domain };
    NBB_TRY_IF(
        options->program_name == NULL && options->initial.count > 0,
        nbb_options_refuse(options, "density seed", " has no effect beside --init: the file says which cells live"));
    NBB_REFUSE_IF(options->at != NULL && !has_pattern, "--at %s: it says where a pattern goes: give --init FILE.rle",
                  options->at);
    NBB_TRY_IF(options->at != NULL, read_at(options->at, &at));
    for (int i = 0; i < options->initial.count; ++i) {
        const char *path, *text = options->initial.items[i];
        int field = 0;
        NBB_TRY(take_apart(options->program, text, &field, &path));
        NBB_REFUSE_IF(given->values[field].at != NULL, "--init %s: the field is given twice", text);
        NBB_TRY(options->arrays[i] != NULL ? nbb_given_take(path, options->arrays[i], field, given)
                : nbb_ends_in(path, ".rle")
                    ? nbb_given_read_rle(path, field, options->at != NULL ? &at : NULL, is_free ? NULL : &rule, given)
                    : nbb_given_read_npy(path, field, given));
    }
    return NBB_OK;
}

void nbb_remark_plan(const nbb_options *options, const nbb_plan *plan)
{
    NBB_REMARK_IF(plan->asked.wide_because != NULL, options, "map lanes takes a word for each value: %s",
                  plan->asked.wide_because);
}

enum { GPUS_MAX = 1024 };

static nbb_status fail_device(const char *name)
{
    static const char *const names[] = { "auto", "cpu", "cuda", "cuda:all" };
    NBB_LOCAL_TEXT near = NBB_TEXT_EMPTY;
    bool is_gpu = tolower((unsigned char)name[0]) == 'g'; /* "gpu" is near "cpu", and means the other one */
    nbb_add_near(&near, is_gpu ? "cuda" : name, names, 4);
    return NBB_REFUSE(
        "--device %s: expected auto, cpu, cuda, cuda:N, or of several GPUs cuda:all, cuda:0-3 or cuda:0,2%s", name,
        nbb_text_string(&near));
}

/* Reads "2" or "0-3" from *text on. */
static bool read_range(const char **text, int gpus[GPUS_MAX], int *count)
{
    char *end = NULL;
    long first = strtol(*text, &end, 10), last = first;
    bool reads = isdigit((unsigned char)**text);
    if (reads && *end == '-') {
        *text = end + 1;
        reads = isdigit((unsigned char)**text);
        last = strtol(*text, &end, 10);
    }
    reads = reads && first <= last && last < GPUS_MAX && last - first < GPUS_MAX - *count;
    for (; reads && first <= last; ++first) {
        gpus[(*count)++] = (int)first;
    }
    *text = end;
    return reads;
}

/* The numbers of the GPUs that --device names: of "cuda:0,2-3" 0, 2, 3; of "cuda:all" all; else none. */
static nbb_status list_gpus(const char *name, int gpus[GPUS_MAX], int *count)
{
    *count = 0;
    if (strcmp(name, "cuda:all") == 0) {
        NBB_LOCAL_TEXT reason = NBB_TEXT_EMPTY;
        int found = nbb_cuda_count(&reason);
        *count = found < GPUS_MAX ? found : GPUS_MAX;
        NBB_FILL(i, *count, gpus[i], i);
        return found > 0 ? NBB_OK : nbb_fail(NBB_ERROR_DEVICE, "%s", nbb_text_string(&reason));
    }
    if (strncmp(name, "cuda:", 5) != 0) {
        return strcmp(name, "auto") == 0 || strcmp(name, "cpu") == 0 || strcmp(name, "cuda") == 0 ? NBB_OK
                                                                                                  : fail_device(name);
    }
    const char *text = name + 5;
    bool reads = read_range(&text, gpus, count);
    while (reads && *text == ',') {
        ++text;
        reads = read_range(&text, gpus, count);
    }
    NBB_FAIL_IF(!reads || *text != '\0', fail_device(name));
    for (int i = 0; i < *count; ++i) { /* no GPU has two shards */
        NBB_REFUSE_IF(NBB_ANY(j, i, gpus[i] == gpus[j]), "--device %s: GPU %d is there twice", name, gpus[i]);
    }
    return NBB_OK;
}

nbb_status nbb_options_ranks(const nbb_options *options, nbb_ranks **ranks)
{
    int gpus[GPUS_MAX], count = 0;
    NBB_TRY(nbb_ranks_join(ranks));
    NBB_DONE_IF(*ranks != NULL);
    NBB_TRY(list_gpus(options->device, gpus, &count));
    if (count > 1) {
        /* Before ranks are started for them: one that is not there is reported once, and at once. */
        const char *name = options->device;
        NBB_LOCAL_TEXT reason = NBB_TEXT_EMPTY;
        int found = nbb_cuda_count(&reason);
        NBB_STOP_IF(found <= 0, NBB_ERROR_DEVICE, "%s", nbb_text_string(&reason));
        int missing = NBB_FIND(i, count, gpus[i] >= found);
        NBB_STOP_IF(missing < count, NBB_ERROR_DEVICE, "--device %s: no CUDA device %d: there %s %d, numbered from 0",
                    name, gpus[missing], found == 1 ? "is" : "are", found);
        return nbb_ranks_start(count, ranks);
    }
    return NBB_OK;
}

nbb_status nbb_options_device(const nbb_options *options, nbb_ranks *ranks, nbb_device **device)
{
    int gpus[GPUS_MAX], count = 0;
    bool takes_any = strcmp(options->device, "auto") == 0, takes_host = strcmp(options->device, "cpu") == 0;
    if (takes_any) {
        NBB_LOCAL_TEXT reason = NBB_TEXT_EMPTY;
        takes_host = nbb_cuda_count(&reason) == 0;
        NBB_REMARK_IF(takes_host, options, "no GPU (%s): the host target runs it", nbb_text_string(&reason));
    }
    NBB_RETURN_IF(takes_host, nbb_host_open(ranks != NULL ? ranks->count_here : 1, device));
    NBB_TRY(list_gpus(options->device, gpus, &count));
    NBB_REFUSE_IF(ranks == NULL && count > 1,
                  "--device %s: several GPUs share the state of 'nbbgen run' and, as the only --device, of"
                  " 'nbbgen bench', where cuda:1,cuda:2,cuda:all or --ranks lists numbers of them",
                  options->device);
    NBB_RETURN_IF(ranks == NULL, nbb_cuda_open(count > 0 ? gpus[0] : 0, device));
    int all = nbb_cuda_count(NULL), place = ranks->here; /* the GPU of a rank: of those that are named, else of all */
    NBB_TRY(nbb_cuda_open(count > 0 ? gpus[place % count] : all > 0 ? place % all : 0, device));
    return nbb_nccl_join(ranks, *device);
}
