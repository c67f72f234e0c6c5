/* program_file.c - a draft becomes a program: its fields, parameters, constant tables, lists of neighbours, texts. */
#include "gen/program/program_draft.h"

#include "gen/program/program_checker.h"
#include "gen/program/program_walk.h"

/* ---- state and bonds ---- */

static const char *const type_names[] = { "u1", "u2",  "u3",  "u4",  "u5",  "u6",  "u7", "u8",
                                          "i8", "i16", "u16", "i32", "u32", "f32", "f64" };
enum { TYPES = sizeof type_names / sizeof *type_names, TYPES_OF_BITS = 8 };

static nbb_status set_type(const nbb_draft_item *item, nbb_field *field)
{
    nbb_spellings types = { type_names, TYPES };
    int type = nbb_spelling_index(&types, item->text.text);
    NBB_FAIL_IF(type < 0, nbb_field_fail_near(
                              &item->text, 0, item->text.text, type_names, TYPES,
                              "'%s' is no type of a field: u1 to u8, i8, i16, u16, i32, u32, f32 or f64 is expected",
                              item->text.text));
    field->kind = type < TYPES_OF_BITS ? NBB_FIELD_BITS : (nbb_field_kind)(NBB_FIELD_I8 + type - TYPES_OF_BITS);
    field->bits = atoi(item->text.text + 1);
    return NBB_OK;
}

/* Fails where a name means something already. Those of fields and parameters may hide builtins and functions. */
static nbb_status check_name(const nbb_draft_item *item, const nbb_program *program, const char *what, bool may_hide)
{
    const char *meaning = nbb_program_meaning(program, NBB_NAMED_TABLE, item->name);
    meaning = meaning != NULL ? meaning : (may_hide ? nbb_word_as : nbb_reserved_as)(item->name);
    return meaning == NULL
               ? NBB_OK
               : nbb_field_fail_whole(&item->text, "'%s' is %s: a %s needs another name", item->name, meaning, what);
}

/* What the fields say together: planes, whether all are of bits, the type of reals. */
static void sum_up_fields(nbb_program *program)
{
    program->bits = true;
    program->real = NBB_TYPE_F32;
    for (int i = 0; i < program->field_count; ++i) {
        nbb_field *field = &program->fields[i];
        program->bits = program->bits && field->kind == NBB_FIELD_BITS;
        program->real = field->kind == NBB_FIELD_F64 ? NBB_TYPE_F64 : program->real;
    }
    for (int i = 0; i < program->field_count && program->bits; ++i) {
        program->fields[i].plane = program->planes;
        program->planes += program->fields[i].bits;
    }
}

static nbb_status add_field(const nbb_draft_item *item, nbb_program *program, const char *what, nbb_field **field)
{
    *field = &program->fields[program->field_count];
    NBB_TRY(check_name(item, program, what, true));
    (*field)->name = item->name;
    return set_type(item, *field);
}

/* A field for each forward offset; before these are known one that stands for them. */
static nbb_status add_bond(const nbb_draft_item *item, nbb_program *program)
{
    nbb_field *first = NULL;
    NBB_TRY(add_field(item, program, "bond", &first));
    first->bond = first->name;
    for (int i = 0; i < program->forward_count; ++i) {
        first[i] = first[0];
        first[i].forward = program->forward[i];
        NBB_LOCAL_TEXT name = nbb_text_of("%s[", first[i].bond); /* "J[1,0]" */
        nbb_vector_print(first[i].forward, program->neighbours.axes, ",", &name);
        nbb_text_add(&name, "]");
        NBB_TRY(nbb_program_copy(program, nbb_text_string(&name), &first[i].name));
    }
    program->field_count += program->forward_count > 0 ? program->forward_count : 1;
    return NBB_OK;
}

static nbb_status add_fields(const nbb_draft_items *state, const nbb_draft_items *bonds, nbb_program *program)
{
    int taken = 0, bound = 0;
    while (taken < state->count || bound < bonds->count) {
        /* Whether the next field in the order of names is a bond. */
        if (bound < bonds->count
            && (taken == state->count || strcmp(bonds->items[bound].name, state->items[taken].name) < 0)) {
            NBB_TRY(add_bond(&bonds->items[bound++], program));
        } else {
            nbb_field *field = NULL;
            NBB_TRY(add_field(&state->items[taken++], program, "field", &field));
            ++program->field_count;
        }
    }
    return NBB_OK;
}

/* Takes its fields, bonds among them, of which each is a field for each forward offset. */
static nbb_status take_fields(const nbb_program_draft *draft, nbb_program *program)
{
    const nbb_draft_items *state = nbb_draft_of(draft, "state"), *bonds = nbb_draft_of(draft, "bonds");
    int count = state->count + bonds->count * (program->forward_count > 0 ? program->forward_count : 1);
    NBB_FAIL_IF(state->count < 1 || count > NBB_FIELDS_MAX,
                nbb_field_fail_whole(&state->place, "%d fields%s; a cell has 1 to %d", count,
                                     bonds->count > 0 ? ", of which a bond is one for each forward offset" : "",
                                     NBB_FIELDS_MAX));
    NBB_TRY(NBB_ARRAYS(program->arena, NBB_ARRAY(program->fields, count)));
    NBB_TRY(add_fields(state, bonds, program));
    sum_up_fields(program);
    NBB_FAIL_IF(program->planes > NBB_PLANES_MAX,
                nbb_field_fail_whole(&state->place, "%d bits in all; the fields of bits have at most %d together",
                                     program->planes, NBB_PLANES_MAX));
    if (bonds->count > 0 && program->draft == NULL) {
        nbb_program_draft *kept;
        NBB_TRY(NBB_ARRAYS(program->arena, NBB_ARRAY(kept, 1)));
        *kept = *draft;
        program->draft = kept;
    }
    return NBB_OK;
}

/* ---- constant tables, lists of neighbours ---- */

static nbb_status take_tables(const nbb_draft_items *items, nbb_program *program)
{
    NBB_FAIL_IF(items->count > NBB_TABLES_MAX,
                nbb_field_fail_whole(&items->place, "%d constant tables; a program has at most %d", items->count,
                                     NBB_TABLES_MAX));
    NBB_TRY(NBB_ARRAYS(program->arena, NBB_ARRAY(program->tables, items->count)));
    for (int i = 0; i < items->count; ++i, ++program->table_count) {
        const nbb_draft_items *numbers = items->items[i].list;
        nbb_constants *table = &program->tables[i];
        NBB_TRY(check_name(&items->items[i], program, "constant table", false));
        table->name = items->items[i].name;
        NBB_TRY(NBB_ARRAYS(program->arena, NBB_ARRAY(table->values, numbers->count)));
        table->is_whole = true;
        double largest = 0;
        for (; table->count < numbers->count; ++table->count) {
            const nbb_draft_item *number = &numbers->items[table->count];
            table->values[table->count] = number->number;
            table->is_whole = table->is_whole && number->is_integer;
            bool is_large = number->number < INT32_MIN || number->number > INT32_MAX;
            largest = is_large ? number->number : largest;
        }
        NBB_FAIL_IF(table->is_whole && largest != 0,
                    nbb_field_fail_whole(&numbers->place,
                                         "the number %.0f is too big for an int, which has 32 bits in a table; with a"
                                         " point, as in %.0f.0, it is a real",
                                         largest, largest));
    }
    return NBB_OK;
}

/* Checks a list of offsets by making it, for the axes that it names. */
static nbb_status take_offsets(nbb_program *program, const nbb_draft_items *items, nbb_program_list *taken)
{
    nbb_neighbours list;
    nbb_vector room[NBB_NEIGHBOURS_LIST_MAX];
    NBB_TRY(NBB_ARRAYS(program->arena, NBB_ARRAY(taken->offsets, items->count)));
    int axes = items->count > 0 ? items->items[0].list->count : 2;
    for (int i = 0; i < items->count; ++i) {
        const nbb_draft_items *offset = items->items[i].list;
        NBB_FAIL_IF(offset->count != axes,
                    nbb_field_fail_whole(&items->place, "offset %d has %d numbers, offset 1 has %d", i + 1,
                                         offset->count, axes));
        for (int axis = 0; axis < axes; ++axis) {
            taken->offsets[i].at[axis] = offset->items[axis].integer;
        }
    }
    taken->offset_count = items->count;
    return nbb_neighbours_listed(taken->offsets, taken->offset_count, axes, room, &list) == NBB_OK
               ? NBB_OK
               : nbb_field_fail_whole(&items->place, "%s", nbb_message());
}

/* Fills a list that is given as a text, or by its offsets. */
static nbb_status take_list(nbb_program *program, const nbb_field_text *text, const nbb_draft_items *offsets,
                            nbb_program_list *taken)
{
    nbb_neighbours list;
    nbb_vector room[NBB_NEIGHBOURS_LIST_MAX];
    taken->text = text;
    if (offsets != NULL) {
        return take_offsets(program, offsets, taken);
    }
    taken->of = text->text;
    if (nbb_neighbours_named(text->text, 2, room, &list) == NBB_OK) {
        return NBB_OK;
    }
    /* What a call such as box(17) made stands nowhere in the file. */
    return text->found ? nbb_field_fail(text, 0, "%s", nbb_message())
                       : nbb_field_fail_whole(text, "%s", nbb_message());
}

/* Without a list near is von Neumann's: a program that asks for none may leave it out. */
static nbb_status take_lists(const nbb_draft_items *items, nbb_program *program)
{
    bool named = items->given && items->is_named;
    int count = named ? items->count : 0;
    NBB_FAIL_IF(count > NBB_LISTS_MAX,
                nbb_field_fail_whole(&items->place, "%d lists of neighbours; a program has at most %d", count,
                                     NBB_LISTS_MAX));
    NBB_TRY(NBB_ARRAYS(program->arena, NBB_ARRAY(program->lists, count + 1)));
    nbb_program_list *near = &program->lists[program->list_count++];
    near->name = NBB_NEAR;
    if (items->given && !named) {
        return take_list(program, &items->items[0].text, items->items[0].text.text == NULL ? items : NULL, near);
    }
    /* All but near, behind it. */
    for (int i = 0; i < count; ++i) {
        const nbb_draft_item *item = &items->items[i];
        bool is_near = strcmp(item->name, NBB_NEAR) == 0;
        nbb_program_list *list = &program->lists[is_near ? 0 : program->list_count];
        NBB_TRY(check_name(item, program, "neighbour list", false));
        list->name = item->name;
        NBB_TRY(take_list(program, &item->text, item->list, list));
        program->list_count += !is_near;
    }
    near->of = near->of == NULL && near->offsets == NULL ? "vonneumann" : near->of;
    return NBB_OK;
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
    NBB_TRY(NBB_ARRAYS(program->arena, NBB_ARRAY(program->requirements, items->count)));
    for (int i = 0; i < items->count; ++i) {
        nbb_requirement *requirement = &program->requirements[i];
        requirement->text = items->items[i].text.text;
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
    NBB_TRY(NBB_ARRAYS(program->arena, NBB_ARRAY(program->parameters, count)));
    NBB_TRY(NBB_ARRAYS(program->arena, NBB_ARRAY(program->schedules, 2 * count)));
    for (int i = 0; i < count; ++i, ++program->parameter_count) {
        bool is_global = i >= items->count;
        const nbb_draft_item *item = is_global ? &globals->items[i - items->count] : &items->items[i];
        nbb_parameter *parameter = &program->parameters[i];
        NBB_TRY(check_name(item, program, is_global ? "global" : "parameter", true));
        *parameter = (nbb_parameter){ .name = item->name, .value = item->number, .is_global = is_global };
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
        NBB_TRY(nbb_check_section(program, NBB_PART_UPDATE, &items->items[i].text, items->count > 1));
    }
    return NBB_OK;
}

static nbb_status take_texts(const nbb_program_draft *draft, nbb_program *program)
{
    const nbb_draft_items *init = nbb_draft_of(draft, "init");
    if (init->given) {
        NBB_TRY(init->is_named ? take_init_table(init, program)
                               : nbb_check_section(program, NBB_PART_INIT, &init->items[0].text, false));
    }
    NBB_TRY(take_update(nbb_draft_of(draft, "update"), program));
    NBB_TRY(nbb_program_take_observables(program, nbb_draft_of(draft, "observe")));
    NBB_TRY(nbb_program_take_averages(program, nbb_draft_of(draft, "average")));
    NBB_TRY(nbb_program_take_stop(program, nbb_draft_of(draft, "stop")));
    NBB_TRY(take_requirements(program, nbb_draft_of(draft, "require")));
    NBB_TRY(take_schedule(program, NBB_PART_SCHEDULE, nbb_draft_of(draft, "schedule")));
    NBB_TRY(take_schedule(program, NBB_PART_GLOBAL, nbb_draft_of(draft, "global")));
    NBB_TRY(nbb_program_take_exchange(program, nbb_draft_of(draft, "exchange")));
    const nbb_draft_items *given = nbb_draft_of(draft, "param"), *globals = nbb_draft_of(draft, "global");
    for (int i = 0; i < program->parameter_count; ++i) {
        const nbb_draft_item *item = i < given->count ? &given->items[i] : &globals->items[i - given->count];
        NBB_FAIL_IF(!program->parameters[i].used,
                    nbb_field_fail_whole(&item->text, "the %s '%s' is not used",
                                         i < given->count ? "parameter" : "global", item->name));
    }
    return NBB_OK;
}

nbb_status nbb_program_fill(const nbb_program_draft *draft, nbb_program *program)
{
    NBB_TRY(take_fields(draft, program));
    NBB_TRY(take_parameters(nbb_draft_of(draft, "param"), nbb_draft_of(draft, "global"), program));
    NBB_TRY(take_tables(nbb_draft_of(draft, "const"), program));
    NBB_TRY(take_order(nbb_draft_of(draft, "order"), program));
    NBB_TRY(take_lists(nbb_draft_of(draft, "neighbours"), program));
    NBB_TRY(nbb_lets_take(program, nbb_draft_of(draft, "let")));
    NBB_TRY(take_texts(draft, program));
    if (program->lists[0].text != NULL || !nbb_program_asks_near(program)) {
        return NBB_OK;
    }
    const nbb_draft_items *lists = nbb_draft_of(draft, "neighbours");
    return lists->given ? nbb_field_fail_whole(&lists->place,
                                               "there is no list '%s', and the program asks for it: it is the one "
                                               "that is meant where no list is named",
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
