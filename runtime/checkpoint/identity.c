/* identity.c - what a state belongs to, and whether two are the same. */
#include "runtime/checkpoint/checkpoint.h"

#define FILES "init files"
#define ALTERED "altered at step"

/* The layout's rows with '/' between, its slices with two. */
static void print_layout(const nbb_replicas *replicas, nbb_text *text)
{
    for (int64_t i = 0; i < nbb_box_places(replicas->s); ++i) {
        nbb_vector place = nbb_box_place((nbb_vector){ { 0 } }, replicas->s, i);
        bool begins = place.at[0] == 0 && i > 0;
        nbb_text_add(text, "%s%c", !begins ? "" : place.at[1] == 0 ? "//" : "/", nbb_layout_sign(replicas, i));
    }
}

/* The one layout of all levels, or each level's behind the number of equal ones. */
static void print_levels(const nbb_fractal *fractal, int r, nbb_text *text)
{
    const nbb_replicas *alike = nbb_fractal_alike(fractal, 0, r);
    for (int level = 0, next; level < r && alike == NULL; level = next) {
        next = level + 1 + NBB_FIND(more, r - level - 1, nbb_fractal_alike(fractal, level, level + more + 2) == NULL);
        nbb_text_add(text, "%s%d ", level > 0 ? ", " : "", next - level);
        print_layout(fractal->levels[level], text);
    }
    if (alike != NULL) {
        print_layout(alike, text);
    }
}

/* Near's offsets; behind them other lists that update reads, with their names. */
static json_t *neighbours_of(const nbb_program *program)
{
    const nbb_neighbours *all = &program->neighbours;
    nbb_text text = NBB_TEXT_EMPTY;
    for (int number = 0; number < program->list_count; ++number) {
        const nbb_program_list *list = &program->lists[number];
        NBB_TEXT_ADD_IF(number > 0 && list->count > 0, &text, "; %s", list->name);
        for (int i = 0; i < list->count; ++i) {
            nbb_text_add(&text, "%s", number > 0 || i > 0 ? " " : "");
            nbb_vector_print(all->offsets[list->numbers[i]], all->axes, ",", &text);
        }
    }
    return nbb_json_take(&text);
}

static void add_program(json_t *identity, const nbb_plan *plan)
{
    const nbb_program *program = plan->asked.program;
    nbb_text state = NBB_TEXT_EMPTY, update = NBB_TEXT_EMPTY;
    for (int i = 0; i < program->field_count; ++i) {
        nbb_text_add(&state, "%s%s %s", i > 0 ? ", " : "", program->fields[i].name, program->fields[i].type);
    }
    NBB_TEXT_ADD_IF(program->stages > 1, &update, "%d stages\n", program->stages);
    nbb_section_print(program, &program->update, 0, &update);
    nbb_json_put(identity, "{s:o, s:o, s:s, s:o}", "state", nbb_json_take(&state), "neighbours",
                 neighbours_of(program), "order", program->sublattices ? "sublattices" : "synchronous", "update",
                 nbb_json_take(&update));
    if (program->schedule_count > 0) {
        nbb_text text = NBB_TEXT_EMPTY;
        for (int i = 0; i < program->schedule_count; ++i) {
            const nbb_scheduled *scheduled = &program->schedules[i];
            nbb_text_add(&text, "%s%s = ", i > 0 ? "; " : "", program->parameters[scheduled->parameter].name);
            nbb_expression_print(program, NULL, scheduled->value, &text);
        }
        nbb_json_set(identity, "schedule", nbb_json_take(&text));
    }
}

json_t *nbb_identity_of(const nbb_plan *plan, uint64_t seed, const nbb_run_origin *origin, const char *copies)
{
    const nbb_domain *domain = &plan->asked.domain;
    const nbb_program *program = plan->asked.program;
    json_t *identity = json_object();
    nbb_text layout = NBB_TEXT_EMPTY, init = NBB_TEXT_EMPTY, rule = NBB_TEXT_EMPTY;
    if (domain->simplex != NULL) {
        nbb_json_set(identity, "simplex of axes", json_integer(domain->simplex->m));
    } else {
        print_levels(domain->fractal, (int)domain->size, &layout);
        nbb_json_set(identity, "layout", nbb_json_take(&layout));
    }
    nbb_json_set(identity, nbb_domain_size_name(domain), json_integer(domain->size));
    if (plan->asked.work->law == NBB_LAW_RULE) { /* only what evolves has an identity: a rule, or a program */
        nbb_rule_print_on(plan->asked.rule, nbb_domain_axes(domain), &rule);
        nbb_json_set(identity, "rule", nbb_json_take(&rule));
    } else {
        add_program(identity, plan);
    }
    nbb_section_print(program, &program->init, 0, &init);
    nbb_json_set(identity, "init", nbb_json_take(&init));
    /* What the first state is made of: the program's init, files, and with them and after them the parameters. */
    json_t *files = json_object(), *parameters = json_object();
    for (int i = 0; i < program->field_count; ++i) {
        NBB_JSON_SET_IF(origin->files[i] != 0, files, program->fields[i].name,
                        json_sprintf("0x%016" PRIx64, origin->files[i]));
    }
    for (int i = 0; i < program->given_count; ++i) {
        const nbb_parameter *given = &program->parameters[i];
        nbb_json_set(parameters, given->name, nbb_json_text(NBB_REAL(given->value))); /* for JSON has no infinity */
    }
    nbb_json_put(identity, "{s:o, s:o}", FILES, files, "parameters", parameters);
    NBB_JSON_SET_IF(origin->altered >= 0, identity, ALTERED, json_integer(origin->altered));
    nbb_json_set(identity, "seed", json_integer((json_int_t)seed));
    NBB_JSON_SET_IF(program->seeds_apart, identity, "init seed", json_integer((json_int_t)program->init_seed));
    NBB_JSON_SET_IF(copies != NULL, identity, "copies", nbb_json_text(copies));
    return nbb_json_whole(identity);
}

nbb_run_origin nbb_identity_origin(const json_t *identity, const nbb_program *program)
{
    const json_t *files = json_object_get(identity, FILES), *altered = json_object_get(identity, ALTERED);
    nbb_run_origin origin = { .altered = json_is_integer(altered) ? json_integer_value(altered) : -1 };
    for (int i = 0; i < program->field_count; ++i) {
        const char *hash = json_string_value(json_object_get(files, program->fields[i].name));
        origin.files[i] = hash != NULL ? strtoull(hash, NULL, 16) : 0;
    }
    return origin;
}

typedef struct comparison {
    nbb_text *differences;
    nbb_identity_may_differ *may_differ;
    const void *context;
    bool can_set; /* --set names parameters */
} comparison;

/* A value in a message: none where there is no such field. */
static void print_value(const json_t *value, nbb_text *text)
{
    if (json_is_integer(value)) {
        nbb_text_add(text, "%lld", (long long)json_integer_value(value));
    } else {
        nbb_text_add(text, "%s", value == NULL ? "none" : json_is_string(value) ? json_string_value(value) : "?");
    }
}

static const char a_parameter[] = "parameter ", a_file[] = "the init file of ";

static void compare(comparison *all, const char *what, const json_t *there, const json_t *here);

static void compare_value(comparison *all, const char *what, const char *name, const json_t *there,
                          const json_t *here)
{
    if (json_is_object(here != NULL ? here : there)) {
        compare(all, strcmp(name, FILES) == 0 ? a_file : a_parameter, there, here);
        return;
    }
    bool is_parameter = what == a_parameter;
    bool is_free = (what == a_file && here == NULL) || strcmp(name, ALTERED) == 0;
    bool is_asked = is_parameter && here != NULL && all->may_differ != NULL;
    NBB_LEAVE_IF(is_free || json_equal(there, here) || (is_asked && all->may_differ(all->context, name)));
    nbb_text_add(all->differences, "%s%s%s is ", all->differences->length > 0 ? "; " : "", what, name);
    print_value(there, all->differences);
    nbb_text_add(all->differences, " there, ");
    print_value(here, all->differences);
    nbb_text_add(all->differences, " here%s",
                 is_parameter && there != NULL && here != NULL && all->can_set ? " (--set makes it so deliberately)"
                                                                               : "");
}

static void compare(comparison *all, const char *what, const json_t *there, const json_t *here)
{
    NBB_JSON_MEMBERS (here, name, value) {
        compare_value(all, what, name, json_object_get(there, name), value);
    }
    json_object_foreach ((json_t *)there, name, value) {
        if (json_object_get(here, name) == NULL) {
            compare_value(all, what, name, value, NULL);
        }
    }
}

nbb_status nbb_identity_check(const char *path, const json_t *there, const json_t *here,
                              nbb_identity_may_differ *may_differ, const void *context)
{
    bool can_set = may_differ != NULL && json_object_get(here, "rule") == NULL; /* a rule's is --density */
    NBB_LOCAL_TEXT differences = NBB_TEXT_EMPTY;
    compare(&(comparison){ &differences, may_differ, context, can_set }, "", there, here);
    NBB_TRY(nbb_text_status(&differences, "what differs"));
    return differences.length == 0 ? NBB_OK : NBB_REFUSE("%s does not fit: %s", path, nbb_text_string(&differences));
}
