/* program_area.c - finds the cells of an area, and answers what expressions ask of a cell. */
#include "runtime/run/program_area.h"

/* More bytes than this are a mistake, not a check. */
#define AREA_BYTES (INT64_C(1) << 30)

void nbb_program_area_part(const nbb_program_area *area, int64_t steps, int passes, nbb_vector *origin,
                           nbb_vector *extent)
{
    const nbb_program_case *run = area->run;
    const nbb_program *program = run->program;
    nbb_vector n = nbb_domain_side(&run->domain);
    /* How far from a cell its value at the end is decided: a reach further with every turn of a colour. */
    int64_t reach = program->neighbours.reach, a_step = reach * program->colouring.q * program->passes;
    bool is_whole = (program->has_globals && run->steps > 0) || steps >= NBB_N_MAX / a_step;
    int64_t margin = is_whole ? NBB_N_MAX : steps * a_step + passes * reach;
    for (int axis = 0; axis < NBB_AXES_MAX; ++axis) {
        int64_t first = area->window.at[axis] - margin;
        int64_t end = area->window.at[axis] + area->window_extent.at[axis] + margin;
        first = first > 0 ? first : 0;
        end = end < n.at[axis] ? end : n.at[axis];
        origin->at[axis] = first;
        extent->at[axis] = end > first ? end - first : 0;
    }
}

/* The places of so many layers of at most 2^63 - 1 each, or most + 1 for anything past that. */
static int64_t places_of(int64_t layer, int64_t depth, int64_t most)
{
    return layer > most / depth ? most + 1 : layer * depth;
}

static nbb_status allocate(nbb_vector extent, nbb_program_area *area)
{
    size_t value = area->bytes ? 1 : sizeof(nbb_value_of), values = (size_t)area->fields * value;
    int64_t most = AREA_BYTES / (int64_t)(1 + 2 * values);
    int64_t places = places_of(area->layer, area->extent.at[2] + 2 * area->halo.at[2], most);
    if (places > most || places_of(extent.at[0] * extent.at[1], extent.at[2], most) > most) {
        const nbb_program_case *run = area->run;
        NBB_LOCAL_TEXT window = NBB_TEXT_EMPTY, needed = NBB_TEXT_EMPTY;
        nbb_domain_print(&run->domain, extent, " x ", &window);
        nbb_domain_print(&run->domain, area->extent, " x ", &needed);
        return nbb_fail(NBB_ERROR_RUN,
                        "reference: a window of %s cells needs %s cells for %" PRId64 " steps, at most %" PRId64
                        " are allowed: take a smaller window or fewer steps",
                        nbb_text_string(&window), nbb_text_string(&needed), run->steps, most);
    }
    values *= (size_t)places;
    return NBB_ARRAYS(area->arena, NBB_ARRAY(area->member, places), { &area->now, values }, { &area->next, values });
}

/* --- membership: the definition itself, replicas of replicas, leaving out those beside the area --- */

/* As nbb_fractal_visit. */
static bool mark_cell(void *context, NBB_UNUSED int64_t number, nbb_vector cell)
{
    const nbb_program_area *area = context;
    area->member[nbb_program_area_index(area, cell)] = 1;
    return false;
}

static nbb_status check_window(const nbb_program_case *run, nbb_vector origin, nbb_vector extent)
{
    NBB_TRY(nbb_domain_check_size(&run->domain));
    NBB_STOP_IF(run->steps < 0, NBB_ERROR_RUN, "reference: %" PRId64 " steps, expected 0 or more", run->steps);
    NBB_DONE_IF(NBB_ALL(axis, NBB_AXES_MAX,
                        extent.at[axis] >= 1 && extent.at[axis] <= NBB_N_MAX && origin.at[axis] >= -NBB_N_MAX
                            && origin.at[axis] <= NBB_N_MAX));
    NBB_LOCAL_TEXT sides = NBB_TEXT_EMPTY, at = NBB_TEXT_EMPTY;
    nbb_domain_print(&run->domain, extent, " x ", &sides);
    nbb_domain_print(&run->domain, origin, ", ", &at);
    return nbb_fail(
        NBB_ERROR_RUN,
        "reference: a window of %s cells at (%s), expected 1 to 2^31 cells a side, at most 2^31 from the origin",
        nbb_text_string(&sides), nbb_text_string(&at));
}

nbb_status nbb_program_area_make(const nbb_program_case *run, nbb_vector origin, nbb_vector extent, nbb_arena *arena,
                                 nbb_program_area *area)
{
    *area = (nbb_program_area){ .run = run,
                                .arena = arena,
                                .window = origin,
                                .window_extent = extent,
                                .fields = run->program->field_count,
                                .bytes = run->program->bits };
    nbb_program_area_move(area, 0, NULL);
    NBB_TRY(check_window(run, origin, extent));
    nbb_program_area_part(area, run->steps, 0, &area->origin, &area->extent);
    const nbb_domain *domain = &run->domain;
    const nbb_neighbours *list = &run->program->neighbours;
    NBB_FILL(axis, nbb_domain_axes(domain), area->halo.at[axis], 2 * list->reach);
    area->pitch = area->extent.at[0] + 2 * area->halo.at[0];
    area->layer = area->pitch * (area->extent.at[1] + 2 * area->halo.at[1]);
    for (int i = 0; i < list->count; ++i) {
        const int64_t *offset = list->offsets[i].at;
        area->beside[i] = offset[2] * area->layer + offset[1] * area->pitch + offset[0];
    }
    area->first = nbb_domain_cell(domain, 0);
    area->layout = nbb_draw_layout_of(domain, run->program->bits);
    NBB_TRY(allocate(extent, area));
    /* The halo too. */
    nbb_fractal_box box = { .end = INT64_MAX };
    for (int axis = 0; axis < NBB_AXES_MAX; ++axis) {
        box.origin.at[axis] = area->origin.at[axis] - area->halo.at[axis];
        box.extent.at[axis] = area->extent.at[axis] + 2 * area->halo.at[axis];
    }
    if (domain->fractal != NULL) {
        nbb_fractal_walk(domain->fractal, (int)domain->size, box, mark_cell, area);
        return NBB_OK;
    }
    /* Of a simplex the places whose coordinates are not negative and add up to less than n. */
    int64_t places = nbb_box_places(box.extent);
#pragma omp parallel for if (nbb_program_area_is_large(area))
    for (int64_t i = 0; i < places; ++i) {
        nbb_vector at = nbb_box_place(box.origin, box.extent, i);
        bool is_within = at.at[0] >= 0 && at.at[1] >= 0 && at.at[2] >= 0;
        area->member[i] = is_within && at.at[0] + at.at[1] + at.at[2] < domain->size;
    }
    return NBB_OK;
}

void nbb_program_area_move(nbb_program_area *area, int64_t step, const nbb_value_of *totals)
{
    area->step = step;
    area->at = nbb_program_at(area->run->program, step, totals, area->parameters);
}

/* A value of now, by its number in the array. */
static nbb_value_of value_at(const nbb_program_area *area, int64_t number)
{
    return area->bytes ? (nbb_value_of){ .integer = ((const uint8_t *)area->now)[number] }
                       : ((const nbb_value_of *)area->now)[number];
}

void nbb_program_area_load(const nbb_program_area *area, int64_t index, nbb_value_of *values)
{
    NBB_FILL(field, area->fields, values[field], value_at(area, index * area->fields + field));
}

int64_t nbb_program_area_index(const nbb_program_area *area, nbb_vector cell)
{
    return (cell.at[2] - area->origin.at[2] + area->halo.at[2]) * area->layer
           + (cell.at[1] - area->origin.at[1] + area->halo.at[1]) * area->pitch + cell.at[0] - area->origin.at[0]
           + area->halo.at[0];
}

bool nbb_program_area_is_large(const nbb_program_area *area)
{
    return nbb_box_places(area->extent) > 4096;
}

static bool neighbour_exists(const nbb_evaluation *evaluation, int number)
{
    const nbb_program_cell *cell = evaluation->context;
    return cell->area->member[cell->index + cell->area->beside[number]];
}

static nbb_value_of field_at(const nbb_program_cell *cell, int field, int there)
{
    const nbb_program_area *area = cell->area;
    return value_at(area, (cell->index + area->beside[there]) * area->fields + field);
}

static int64_t cell_builtin(const nbb_program_cell *cell, const nbb_expression *expression, int there)
{
    const nbb_program_area *area = cell->area;
    nbb_vector at = cell->at;
    int64_t index = cell->index;
    if (expression->whose == NBB_THERE) {
        const nbb_vector offset = area->run->program->neighbours.offsets[there];
        NBB_FILL(axis, NBB_AXES_MAX, at.at[axis], at.at[axis] + offset.at[axis]);
        index += area->beside[there];
    }
    switch ((nbb_builtin)expression->number) {
    case NBB_BUILTIN_DEGREE:
        return NBB_SUM(i, nbb_program_near(area->run->program), area->member[index + area->beside[i]]);
    case NBB_BUILTIN_X:
    case NBB_BUILTIN_Y:
    case NBB_BUILTIN_Z:
        return at.at[expression->number - NBB_BUILTIN_X];
    case NBB_BUILTIN_FIRST:
        return at.at[0] == area->first.at[0] && at.at[1] == area->first.at[1] && at.at[2] == area->first.at[2];
    default:
        return nbb_builtin_value(&area->run->domain, (nbb_builtin)expression->number, cell->step);
    }
}

/* A whole number below the argument, a real one, or whether a chance comes true. */
static nbb_value_of drawn(const nbb_program_cell *cell, const nbb_expression *expression, nbb_value_of argument)
{
    const nbb_program_area *area = cell->area;
    const nbb_program_case *run = area->run;
    uint32_t u; /* U, which has 24 digits in init */
    if (cell->initial) {
        uint64_t seed = nbb_program_init_seed(run->program, run->seed);
        u = nbb_draw_initial(seed, nbb_domain_axes(&run->domain), cell->at, expression->number);
    } else {
        nbb_draw_place place = nbb_draw_place_of(&area->layout, &run->domain, cell->at);
        u = nbb_draw_number(&area->layout, place, run->seed, cell->step, (uint32_t)expression->number);
    }
    if (expression->kind == NBB_EXPRESSION_CHANCE) {
        uint64_t threshold = (cell->initial ? nbb_draw_initial_threshold : nbb_draw_threshold)(argument.real);
        return (nbb_value_of){ .integer = u < threshold };
    }
    NBB_RETURN_IF(expression->from_count == 0, (nbb_value_of){ .real = nbb_draw_real(u) });
    return (nbb_value_of){ .integer = nbb_draw_below(u, argument.integer) };
}

static nbb_value_of answer(const nbb_evaluation *evaluation, const nbb_expression *expression, nbb_value_of argument,
                           int there)
{
    const nbb_program_cell *cell = evaluation->context;
    switch (expression->kind) {
    case NBB_EXPRESSION_FIELD:
        return expression->whose == NBB_HERE ? cell->own[expression->number]
                                             : field_at(cell, expression->number, there);
    case NBB_EXPRESSION_OFFSET:
        return field_at(cell, expression->number, expression->neighbour);
    case NBB_EXPRESSION_EXISTS:
        return (nbb_value_of){ .integer = neighbour_exists(evaluation, expression->neighbour) };
    case NBB_EXPRESSION_CHANCE:
    case NBB_EXPRESSION_UNIFORM:
        return drawn(cell, expression, argument);
    default:
        return (nbb_value_of){ .integer = cell_builtin(cell, expression, there) };
    }
}

nbb_evaluation nbb_program_cell_asked(nbb_program_cell *cell, nbb_value_of *locals)
{
    return (nbb_evaluation){
        .program = &cell->area->at, .context = cell, .locals = locals, .ask = answer, .exists = neighbour_exists
    };
}
