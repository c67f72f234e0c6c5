/* program_bind.c - resolves a program for a number of axes: neighbours, offsets, colours, ranges, chances. */
#include "gen/program/program_value.h"
#include "gen/program/program_checker.h"

/* A program's text may be anybody's: what is made of it before a run has limits. Texts and expressions are limited
   where they are read (syntax.h), code of bits where it is made (lanes_program.h). */
enum {
    CASES_ALL_MAX = 1 << 18,     /* cases of all chances */
    CASES_WORK_MAX = 1 << 24,    /* and how often a part of an argument is evaluated for these */
    PROGRAM_PARTS_MAX = 1 << 16, /* of expressions; a reduction's count once for each neighbour */
};

typedef struct asked {
    const nbb_program *program;
    int64_t parts;       /* of kernels' text */
    int64_t cases, work; /* what the processor decides for all chances */
} asked;

static nbb_status count_cases(nbb_expression *e, void *context)
{
    asked *all = context;
    nbb_cases cases;
    NBB_FAIL_IF(e->kind != NBB_EXPRESSION_CHANCE || !e->on_processor || !nbb_cases_find(e, false, &cases), NBB_OK);
    all->cases += cases.count;
    all->work += (int64_t)cases.count * nbb_count_parts(e->from[0], INT_MAX);
    NBB_FAIL_PLACE_IF(all->cases > CASES_ALL_MAX, e->place,
                      "up to here the chances have %lld cases together, at most %d are possible",
                      (long long)all->cases, CASES_ALL_MAX);
    NBB_FAIL_PLACE_IF(all->work > CASES_WORK_MAX, e->place,
                      "its argument of %d parts has to be evaluated for %d cases: too long",
                      nbb_count_parts(e->from[0], INT_MAX), cases.count);
    return NBB_OK;
}

/* How often the text has what is reduced over a list: of a long one there is a loop. */
static int64_t times_of(const nbb_program_list *list)
{
    return nbb_list_is_long(list) ? 1 : list->count;
}

static nbb_status count_parts(nbb_expression *e, void *context)
{
    asked *all = context;
    bool reduces = e->kind == NBB_EXPRESSION_REDUCE;
    int64_t times = reduces ? times_of(nbb_list_of(all->program, e)) : 1;
    all->parts += reduces ? times * nbb_count_parts(e->from[0], INT_MAX) : 1;
    NBB_TRY_IF(!reduces, NBB_EACH(i, e->from_count, count_parts(e->from[i], context)));
    NBB_FAIL_PLACE_IF(all->parts > PROGRAM_PARTS_MAX, e->place,
                      "up to here init, update and observe have %lld parts, a reduction's once for each of %lld"
                      " neighbours; at most %d are possible",
                      (long long)all->parts, (long long)times_of(&all->program->lists[0]), PROGRAM_PARTS_MAX);
    return NBB_OK;
}

static nbb_status check_limits(const nbb_program *program)
{
    asked all = { .program = program };
    NBB_TRY(nbb_walk(program, NBB_WALK_INIT | NBB_WALK_UPDATE | NBB_WALK_WHOLE, count_parts, &all));
    for (int i = 0; i < program->total_count; ++i) {
        const nbb_total *total = &program->totals[i];
        bool pairs = total->kind == NBB_TOTAL_PAIRS;
        all.parts += pairs ? (times_of(&program->lists[0]) - 1) * nbb_count_parts(total->value, INT_MAX) : 0;
        NBB_TRY(count_parts(total->value, &all));
    }
    return nbb_walk(program, NBB_WALK_INIT | NBB_WALK_UPDATE, count_cases, &all);
}

/* ---- the list and its offsets ---- */

/* The list's offsets, or those of a name that takes its place. */
static nbb_status make_list(nbb_program *program, const nbb_program_list *list, int axes, const char *name,
                            nbb_neighbours *made)
{
    nbb_vector *room;
    name = name != NULL ? name : list->of;
    NBB_TRY(NBB_ARRAYS(program->arena, NBB_ARRAY(room, NBB_NEIGHBOURS_LIST_MAX)));
    NBB_TRY(name != NULL ? nbb_neighbours_named(name, axes, room, made)
                         : nbb_neighbours_listed(list->offsets, list->offset_count, axes, room, made));
    int off = NBB_FIND(i, made->count, made->offsets[i].at[2] != 0);
    NBB_REFUSE_IF(axes == 2 && off < made->count,
                  "neighbour %d of the program %s leaves the plane, and this domain has two axes", off + 1,
                  program->name);
    return NBB_OK;
}

/* Adds a list's offsets to the neighbours, of which the first ones are near's, and finds its numbers there. */
static nbb_status add_list(nbb_program *program, nbb_program_list *list, const nbb_neighbours *made)
{
    nbb_neighbours *all = &program->neighbours;
    NBB_TRY(NBB_ARRAYS(program->arena, NBB_ARRAY(list->numbers, made->count)));
    for (int i = 0; i < made->count; ++i) {
        int number = nbb_neighbours_at(all, made->offsets[i]);
        NBB_FAIL_FIELD_IF(number < 0 && all->count == NBB_NEIGHBOURS_LIST_MAX, list->text,
                          "with '%s' the lists that update reads have more than %d offsets together", list->name,
                          NBB_NEIGHBOURS_LIST_MAX);
        if (number < 0) {
            number = all->count++;
            all->offsets[number] = made->offsets[i];
        }
        list->numbers[i] = number;
    }
    list->count = made->count;
    all->reach = made->reach > all->reach ? made->reach : all->reach;
    return NBB_OK;
}

/* Which lists update reads beside near. */
static nbb_status note_list(nbb_expression *e, void *context)
{
    bool *reads = context;
    reads[e->list] = reads[e->list] || e->kind == NBB_EXPRESSION_REDUCE;
    return NBB_OK;
}

static nbb_status bind_lists(nbb_program *program, int axes, const char *name)
{
    bool reads[NBB_LISTS_MAX + 1] = { true };
    nbb_neighbours made;
    nbb_walk(program, NBB_WALK_UPDATE, note_list, reads);
    for (int i = 0; i < program->list_count; ++i) {
        nbb_program_list *list = &program->lists[i];
        list->count = 0;
        if (reads[i]) {
            NBB_TRY(make_list(program, list, axes, i == 0 ? name : NULL, &made));
            program->neighbours = i == 0 ? made : program->neighbours;
            NBB_TRY(add_list(program, list, &made));
        }
    }
    return NBB_OK;
}

static nbb_status bind_colours(nbb_program *program)
{
    program->colouring = program->sublattices ? nbb_neighbours_colour(&program->neighbours)
                                              : (nbb_colouring){ .q = 1 };
    NBB_DONE_IF(program->colouring.q > 0);
    int last = program->list_count - 1, unread = NBB_FIND(i, last, program->lists[last - i].count > 0);
    const nbb_field_text *text = program->lists[last - unread].text;
    return text == NULL
               ? NBB_REFUSE("program %s: its sublattices need more than %d colours", program->name, NBB_COLOURS_MAX)
               : nbb_field_fail_whole(text, "sublattices of these neighbours need more than %d colours",
                                      NBB_COLOURS_MAX);
}

static nbb_status fail_offset(const nbb_program *program, const nbb_expression *e)
{
    enum { SHOWN_MAX = 32 };
    NBB_LOCAL_TEXT list = NBB_TEXT_EMPTY;
    const nbb_neighbours *neighbours = &program->neighbours;
    int shown = nbb_program_near(program) > SHOWN_MAX ? SHOWN_MAX : nbb_program_near(program);
    for (int i = 0; i < shown; ++i) {
        nbb_text_add(&list, i > 0 ? " [" : "[");
        nbb_vector_print(neighbours->offsets[i], neighbours->axes, ", ", &list);
        nbb_text_add(&list, "]");
    }
    return nbb_place_fail(e->place, "this offset is not in the neighbour list%s%s (%s%s)",
                          *neighbours->name != '\0' ? " " : "", neighbours->name, nbb_text_string(&list),
                          shown < nbb_program_near(program) ? " ..." : "");
}

static nbb_status bind_offset(nbb_expression *e, void *context)
{
    const nbb_program *program = context;
    NBB_FAIL_IF(e->kind != NBB_EXPRESSION_OFFSET && e->kind != NBB_EXPRESSION_EXISTS, NBB_OK);
    e->neighbour = nbb_neighbours_at(&program->neighbours, e->offset);
    return e->neighbour >= 0 && e->neighbour < nbb_program_near(program) ? NBB_OK : fail_offset(program, e);
}

static nbb_status check_places(const nbb_program *program)
{
    for (int i = 0; i < program->total_count; ++i) {
        const nbb_total *total = &program->totals[i];
        int given = NBB_FIND(axis, NBB_AXES_MAX, total->at[axis] == NULL);
        NBB_FAIL_PLACE_IF(total->kind == NBB_TOTAL_AT && given != program->neighbours.axes, total->place,
                          "at has %d coordinates, and the cells of this domain have %d", given,
                          program->neighbours.axes);
    }
    return NBB_OK;
}

/* ---- chances ---- */

/* Where a chance was decided on the processor for another list, its argument gets the program's type again. */
static nbb_status forget_chance(nbb_expression *e, void *context)
{
    const nbb_program *program = context;
    if (e->kind == NBB_EXPRESSION_CHANCE && e->on_processor && program->real == NBB_TYPE_F32) {
        nbb_cases_retype(e->from[0], &(nbb_cases){ 0 }, NBB_TYPE_F32);
    }
    e->on_processor = false;
    return NBB_OK;
}

/* Which chances are decided on the processor, and whether what kernels evaluate is exact. */
static nbb_status decide(nbb_expression *e, void *context)
{
    nbb_program *program = context;
    nbb_cases cases;
    program->inexact = program->inexact || nbb_is_of(NBB_INEXACT, nbb_operation_of(e));
    if (e->kind == NBB_EXPRESSION_CHANCE && nbb_cases_find(e, false, &cases)) {
        e->on_processor = true;
        /* Kernels evaluate nothing else of the argument. */
        NBB_TRY(NBB_EACH(i, cases.input_count, decide((nbb_expression *)(uintptr_t)cases.inputs[i], program)));
        if (program->real == NBB_TYPE_F32) {
            nbb_cases_retype(e->from[0], &cases, NBB_TYPE_F64);
        }
        return NBB_OK;
    }
    return e->kind != NBB_EXPRESSION_WEIGHT ? NBB_EACH(i, e->from_count, decide(e->from[i], program)) : NBB_OK;
}

nbb_status nbb_program_bind(nbb_program *program, int axes, const char *neighbours)
{
    if (program->draft != NULL) {
        /* Gives a program with bonds the fields that they are for the list near. */
        nbb_neighbours near;
        NBB_TRY(make_list(program, &program->lists[0], axes, neighbours, &near));
        NBB_TRY(nbb_bonds_bind(program, &near));
    }
    NBB_TRY(bind_lists(program, axes, neighbours));
    program->passes = nbb_program_is_local(program) ? 1 : program->stages;
    NBB_TRY(nbb_walk(program, NBB_WALK_ALL, bind_offset, program));
    NBB_TRY(check_places(program));
    NBB_TRY(bind_colours(program));
    NBB_TRY(nbb_walk(program, NBB_WALK_ALL, forget_chance, program));
    nbb_program_flow(program);
    program->inexact = false;
    NBB_TRY(nbb_walk(program, NBB_WALK_INIT | NBB_WALK_UPDATE | NBB_WALK_WHOLE, decide, program));
    NBB_TRY(check_limits(program));
    nbb_program_seek_rule(program);
    return NBB_OK;
}

/* ---- requirements ---- */

/* The first that does not hold, or NULL. */
static const nbb_requirement *first_unmet(const nbb_program *program)
{
    nbb_evaluation evaluation = { .program = program };
    int i = NBB_FIND(number, program->requirement_count,
                     nbb_value_evaluate(&evaluation, program->requirements[number].value, -1).integer == 0);
    return i < program->requirement_count ? &program->requirements[i] : NULL;
}

/* Appends the parameter that could be made smaller for all requirements to hold: that of a step of diffusion is too
   large where cells have more neighbours than its author had in mind. */
static void add_remedy(const nbb_program *program, nbb_text *text)
{
    enum { PARTS = 20 };
    nbb_parameter parameters[NBB_PARAMETERS_MAX];
    nbb_program tried = *program;
    tried.parameters = parameters;
    memcpy(parameters, program->parameters, (size_t)program->parameter_count * sizeof *parameters);
    for (int i = 0; i < program->parameter_count; ++i) {
        bool is_scheduled = NBB_ANY(n, program->schedule_count, program->schedules[n].parameter == i);
        for (int part = is_scheduled ? 0 : PARTS - 1; part > 0; --part) {
            parameters[i].value = program->parameters[i].value * part / PARTS;
            if (first_unmet(&tried) == NULL) {
                nbb_text_add(text, "; --set %s=%s would do", parameters[i].name, NBB_REAL(parameters[i].value));
                return;
            }
        }
        parameters[i].value = program->parameters[i].value;
    }
}

/* `when`: "", or in which step the parameters have their values. */
static nbb_status require_when(const nbb_program *program, const char *when)
{
    const nbb_requirement *unmet = first_unmet(program);
    NBB_LOCAL_TEXT values = NBB_TEXT_EMPTY;
    NBB_DONE_IF(unmet == NULL);
    for (int i = 0; i < program->parameter_count; ++i) {
        nbb_text_add(&values, "%s = %.15g, ", program->parameters[i].name, program->parameters[i].value);
    }
    nbb_text_add(&values, "maxdegree = %d", nbb_program_near(program));
    add_remedy(program, &values);
    nbb_place_fail(unmet->value->place, "the program requires %s, which does not hold%s with %s", unmet->text, when,
                   nbb_text_string(&values));
    return NBB_ERROR_USAGE;
}

nbb_status nbb_program_require(const nbb_program *program)
{
    return require_when(program, "");
}

/* ---- the parameters' values in a step ---- */

nbb_program nbb_program_at(const nbb_program *program, int64_t step, const nbb_value_of *totals,
                           nbb_parameter values[NBB_PARAMETERS_MAX])
{
    nbb_evaluation evaluation = { .program = program, .step = step, .totals = totals };
    nbb_program at = *program;
    NBB_FAIL_IF(program->schedule_count == 0, at);
    memcpy(values, program->parameters, (size_t)program->parameter_count * sizeof *values);
    for (int i = 0; i < program->schedule_count; ++i) {
        const nbb_scheduled *schedule = &program->schedules[i];
        bool is_unknown = program->parameters[schedule->parameter].is_global && totals == NULL;
        values[schedule->parameter].value = is_unknown ? 0
                                                       : nbb_value_evaluate(&evaluation, schedule->value, -1).real;
    }
    at.parameters = values;
    return at;
}

nbb_status nbb_program_check_step(const nbb_program *at, int64_t step)
{
    int i = NBB_FIND(n, at->schedule_count, !isfinite(at->parameters[at->schedules[n].parameter].value));
    if (i < at->schedule_count) {
        const nbb_parameter *parameter = &at->parameters[at->schedules[i].parameter];
        nbb_place_fail(at->schedules[i].value->place, "in step %lld this makes %s %g, which is no finite number%s",
                       (long long)step, parameter->name, isnan(parameter->value) ? NAN : parameter->value,
                       parameter->is_global ? "; a global's sums of reals are of multiples of 2^-40, and below"
                                              " 2^46: where they are too small or too large, scale what they add"
                                            : "");
        return NBB_ERROR_USAGE;
    }
    NBB_LOCAL_TEXT when = nbb_text_of(" in step %lld", (long long)step);
    return at->schedule_count > 0 ? require_when(at, nbb_text_string(&when)) : NBB_OK;
}
