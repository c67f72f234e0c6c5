/* program_file.c - a draft becomes a program, its constant tables and lists of neighbours among it. */
#include "gen/program/program_draft.h"

#include "gen/program/program_checker.h"
#include "gen/program/program_walk.h"

static nbb_status take_tables(const nbb_draft_items *items, nbb_program *program)
{
    NBB_FAIL_IF(items->count > NBB_TABLES_MAX,
                nbb_field_fail_whole(&items->place, "%d constant tables; a program has at most %d", items->count,
                                     NBB_TABLES_MAX));
    NBB_TRY(nbb_program_make_items(program, &program->tables, items->count, sizeof *program->tables));
    for (int i = 0; i < items->count; ++i, ++program->table_count) {
        const nbb_draft_items *numbers = items->items[i].list;
        nbb_constants *table = &program->tables[i];
        NBB_TRY(nbb_program_check_name(&items->items[i], program, "constant table", false));
        NBB_TRY(nbb_program_copy(program, items->items[i].name, &table->name));
        NBB_TRY(nbb_program_make_items(program, &table->values, numbers->count, sizeof *table->values));
        table->is_whole = true;
        for (; table->count < numbers->count; ++table->count) {
            const nbb_draft_item *number = &numbers->items[table->count];
            table->values[table->count] = number->number;
            table->is_whole = table->is_whole && number->is_integer && number->number >= INT32_MIN
                              && number->number <= INT32_MAX;
        }
    }
    return NBB_OK;
}

/* Checks a list of offsets by making it, for the axes that it names. */
static nbb_status take_offsets(nbb_program *program, const nbb_draft_items *items, nbb_program_list *taken)
{
    nbb_neighbours list;
    nbb_vector *room = nbb_neighbours_room(program);
    NBB_FAIL_IF(room == NULL, NBB_ERROR_RUN);
    NBB_TRY(nbb_program_make_items(program, &taken->offsets, items->count, sizeof *taken->offsets));
    for (int i = 0; i < items->count; ++i) {
        taken->offsets[taken->offset_count++] = items->items[i].offset;
        NBB_FAIL_IF(items->items[i].axes != items->items[0].axes,
                    nbb_field_fail_whole(&items->place, "offset %d has %d numbers, offset 1 has %d", i + 1,
                                         items->items[i].axes, items->items[0].axes));
    }
    int axes = items->count > 0 ? items->items[0].axes : 2;
    return nbb_neighbours_listed(taken->offsets, taken->offset_count, axes, room, &list) == NBB_OK
               ? NBB_OK
               : nbb_field_fail_whole(&items->place, "%s", nbb_message());
}

/* Fills a list that is given as a text, or by its offsets. */
static nbb_status take_list(nbb_program *program, const nbb_field_text *text, const nbb_draft_items *offsets,
                            nbb_program_list *taken)
{
    nbb_neighbours list;
    nbb_vector *room = nbb_neighbours_room(program);
    NBB_FAIL_IF(room == NULL, NBB_ERROR_RUN);
    taken->text = text;
    if (offsets != NULL) {
        return take_offsets(program, offsets, taken);
    }
    NBB_TRY(nbb_program_copy(program, text->text, &taken->of));
    return nbb_neighbours_named(text->text, 2, room, &list) == NBB_OK ? NBB_OK
                                                                      : nbb_field_fail(text, 0, "%s", nbb_message());
}

/* Without a list near is von Neumann's: a program that asks for none may leave it out. */
static nbb_status take_lists(const nbb_draft_items *items, nbb_program *program)
{
    static const char otherwise[] = "vonneumann";
    bool named = items->given && items->shape == NBB_SHAPE_LISTS;
    int count = named ? items->count : 0;
    NBB_FAIL_IF(count > NBB_LISTS_MAX,
                nbb_field_fail_whole(&items->place, "%d lists of neighbours; a program has at most %d", count,
                                     NBB_LISTS_MAX));
    NBB_TRY(nbb_program_make_items(program, &program->lists, count + 1, sizeof *program->lists));
    nbb_program_list *near = &program->lists[program->list_count++];
    NBB_TRY(nbb_program_copy(program, NBB_NEAR, &near->name));
    if (items->given && !named) {
        return take_list(program, &items->items[0].text, items->shape == NBB_SHAPE_OFFSETS ? items : NULL, near);
    }
    if (named) {
        /* All but near, behind it. */
        for (int i = 0; i < items->count; ++i) {
            const nbb_draft_item *item = &items->items[i];
            bool is_near = strcmp(item->name, NBB_NEAR) == 0;
            nbb_program_list *list = &program->lists[is_near ? 0 : program->list_count];
            NBB_TRY(nbb_program_check_name(item, program, "neighbour list", false));
            NBB_TRY(is_near ? NBB_OK : nbb_program_copy(program, item->name, &list->name));
            NBB_TRY(take_list(program, &item->text, item->list, list));
            program->list_count += !is_near;
        }
    }
    return near->of != NULL || near->offsets != NULL ? NBB_OK : nbb_program_copy(program, otherwise, &near->of);
}

static nbb_status fail_name(const nbb_program *program, nbb_named named, const nbb_draft_item *item, const char *what)
{
    const char *names[NBB_DRAFT_ITEMS_MAX];
    NBB_LOCAL_TEXT said = nbb_text_of("'%s' is no %s", item->name, what);
    nbb_add_near(&said, item->name, names, nbb_program_names(program, named, names));
    return nbb_field_fail_whole(&item->text, "%s", nbb_text_string(&said));
}

/* ---- requirements and schedule ---- */

static nbb_status take_requirements(nbb_program *program, const nbb_draft_items *items)
{
    NBB_TRY(nbb_program_make_items(program, &program->requirements, items->count, sizeof *program->requirements));
    for (int i = 0; i < items->count; ++i) {
        nbb_requirement *requirement = &program->requirements[i];
        NBB_TRY(nbb_program_copy(program, items->items[i].text.text, &requirement->text));
        NBB_TRY(nbb_check_item(program, NBB_PART_REQUIRE, &items->items[i].text, &requirement->value));
        ++program->requirement_count;
    }
    return NBB_OK;
}

/* A schedule, or globals: parameters with a schedule that is made of totals. */
static nbb_status take_schedule(nbb_program *program, nbb_part part, const nbb_draft_items *items)
{
    for (int i = 0; i < items->count; ++i, ++program->schedule_count) {
        const nbb_draft_item *item = &items->items[i];
        nbb_scheduled *schedule = &program->schedules[program->schedule_count];
        int parameter = nbb_program_parameter_index(program, item->name);
        NBB_FAIL_IF(
            parameter < 0 || program->parameters[parameter].is_global != (part == NBB_PART_GLOBAL),
            fail_name(program, NBB_NAMED_PARAMETER, item, "parameter, and a schedule gives parameters their values"));
        schedule->parameter = parameter;
        NBB_TRY(nbb_check_item(program, part, &item->text, &schedule->value));
    }
    return NBB_OK;
}

/* ---- parameters, order ---- */

static nbb_status take_parameters(const nbb_draft_items *items, const nbb_draft_items *globals, nbb_program *program)
{
    int count = items->count + globals->count;
    NBB_FAIL_IF(count > NBB_PARAMETERS_MAX,
                nbb_field_fail_whole(&globals->place, "%d parameters and globals; a program has at most %d", count,
                                     NBB_PARAMETERS_MAX));
    NBB_TRY(nbb_program_make_items(program, &program->parameters, count, sizeof *program->parameters));
    NBB_TRY(nbb_program_make_items(program, &program->schedules, 2 * count, sizeof *program->schedules));
    for (int i = 0; i < count; ++i, ++program->parameter_count) {
        bool is_global = i >= items->count;
        const nbb_draft_item *item = is_global ? &globals->items[i - items->count] : &items->items[i];
        nbb_parameter *parameter = &program->parameters[i];
        NBB_TRY(nbb_program_check_name(item, program, is_global ? "global" : "parameter", true));
        NBB_TRY(nbb_program_copy(program, item->name, &parameter->name));
        parameter->value = item->number;
        parameter->is_global = is_global;
    }
    program->has_globals = globals->count > 0;
    return NBB_OK;
}

static nbb_status take_order(const nbb_draft_items *items, nbb_program *program)
{
    static const char *const orders[] = { "synchronous", "sublattices" };
    nbb_spellings spellings = { orders, 2 };
    int order = items->given ? nbb_spelling_index(&spellings, items->items[0].text.text) : 0;
    if (order < 0) {
        const nbb_field_text *text = &items->items[0].text;
        return nbb_field_fail_near(text, 0, text->text, orders, 2,
                                   "'%s' is no order: synchronous or sublattices is expected", text->text);
    }
    program->sublattices = order == 1;
    return NBB_OK;
}

/* ---- texts ---- */

/* `init` as a table: an assignment a field, in the order of their names. */
static nbb_status take_init_table(const nbb_draft_items *items, nbb_program *program)
{
    for (int i = 0; i < items->count; ++i) {
        const nbb_draft_item *item = &items->items[i];
        int field = nbb_program_find(program, NBB_NAMED_FIELD, item->name);
        NBB_FAIL_IF(field < 0, fail_name(program, NBB_NAMED_FIELD, item, "field of the state"));
        NBB_TRY(nbb_check_init_field(program, field, &item->text));
    }
    return NBB_OK;
}

/* One text, or a list of them: a stage each. */
static nbb_status take_update(const nbb_draft_items *items, nbb_program *program)
{
    NBB_FAIL_IF(items->count < 1 || items->count > NBB_STAGES_MAX,
                nbb_field_fail_whole(&items->place, "%d stages; a step has 1 to %d", items->count, NBB_STAGES_MAX));
    program->stages = items->count;
    for (int i = 0; i < items->count; ++i) {
        const nbb_field_text *text = &items->items[i].text;
        NBB_TRY(items->count == 1 ? nbb_check_section(program, NBB_PART_UPDATE, text)
                                  : nbb_check_stage(program, text));
    }
    return NBB_OK;
}

static nbb_status take_texts(const nbb_draft_items *fields, nbb_program *program)
{
    const nbb_draft_items *init = &fields[NBB_PROGRAM_INIT];
    if (init->given) {
        NBB_TRY(init->shape == NBB_SHAPE_TEXT ? nbb_check_section(program, NBB_PART_INIT, &init->items[0].text)
                                              : take_init_table(init, program));
    }
    NBB_TRY(take_update(&fields[NBB_PROGRAM_UPDATE], program));
    NBB_TRY(nbb_program_take_observables(program, &fields[NBB_PROGRAM_OBSERVE]));
    NBB_TRY(nbb_program_take_averages(program, &fields[NBB_PROGRAM_AVERAGE]));
    NBB_TRY(nbb_program_take_stop(program, &fields[NBB_PROGRAM_STOP]));
    NBB_TRY(take_requirements(program, &fields[NBB_PROGRAM_REQUIRE]));
    NBB_TRY(take_schedule(program, NBB_PART_SCHEDULE, &fields[NBB_PROGRAM_SCHEDULE]));
    NBB_TRY(take_schedule(program, NBB_PART_GLOBAL, &fields[NBB_PROGRAM_GLOBAL]));
    NBB_TRY(nbb_program_take_exchange(program, &fields[NBB_PROGRAM_EXCHANGE]));
    for (int i = 0; i < program->parameter_count; ++i) {
        if (!program->parameters[i].used) {
            const nbb_parameter *unused = &program->parameters[i];
            const nbb_draft_item *item = unused->is_global
                                             ? &fields[NBB_PROGRAM_GLOBAL].items[i - fields[NBB_PROGRAM_PARAM].count]
                                             : &fields[NBB_PROGRAM_PARAM].items[i];
            return nbb_field_fail_whole(&item->text, "the %s '%s' is not used",
                                        unused->is_global ? "global" : "parameter", unused->name);
        }
    }
    return NBB_OK;
}

nbb_status nbb_program_fill(const nbb_program_draft *draft, nbb_program *program)
{
    const nbb_draft_items *fields = draft->fields;
    NBB_TRY(nbb_program_take_fields(draft, program));
    NBB_TRY(take_parameters(&fields[NBB_PROGRAM_PARAM], &fields[NBB_PROGRAM_GLOBAL], program));
    NBB_TRY(take_tables(&fields[NBB_PROGRAM_CONST], program));
    NBB_TRY(take_order(&fields[NBB_PROGRAM_ORDER], program));
    NBB_TRY(take_lists(&fields[NBB_PROGRAM_NEIGHBOURS], program));
    NBB_TRY(nbb_lets_take(program, &fields[NBB_PROGRAM_LET]));
    NBB_TRY(take_texts(fields, program));
    if (program->lists[0].text != NULL || !nbb_program_asks_near(program)) {
        return NBB_OK;
    }
    return fields[NBB_PROGRAM_NEIGHBOURS].given
               ? nbb_field_fail_whole(
                   &fields[NBB_PROGRAM_NEIGHBOURS].place,
                   "there is no list '%s', and the program asks for it: it is the one that is meant "
                   "where no list is named",
                   NBB_NEAR)
               : nbb_fail_at(NBB_ERROR_DEFINITION, draft->path, draft->line,
                             "the program asks for neighbours and has no 'neighbours'");
}

nbb_status nbb_bonds_bind(nbb_program *program, const nbb_neighbours *near)
{
    nbb_program again = { .arena = program->arena,
                          .name = program->name,
                          .path = program->path,
                          .draft = program->draft,
                          .lists = program->lists,
                          .neighbours.axes = near->axes,
                          .seeds_apart = program->seeds_apart,
                          .init_seed = program->init_seed };
    NBB_TRY(nbb_bonds_find_forward(&again, near));
    NBB_TRY(nbb_program_fill(program->draft, &again));
    memcpy(again.parameters, program->parameters, (size_t)program->parameter_count * sizeof *again.parameters);
    *program = again;
    return NBB_OK;
}
