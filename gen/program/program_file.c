/* program_file.c - a draft becomes a program: its fields, parameters, constant tables, lists of neighbours, texts. */
#include "gen/program/program_checker.h"

const nbb_draft_item *nbb_draft_of(const nbb_program_draft *draft, const char *field)
{
    const nbb_draft_item *items = draft->file.items;
    return &items[NBB_FIND(i, INT_MAX, strcmp(items[i].name, field) == 0)];
}

/* ---- state and bonds ---- */

static const nbb_spellings types = NBB_SPELLINGS("u1", "u2", "u3", "u4", "u5", "u6", "u7", "u8", "i8", "i16", "u16",
                                                 "i32", "u32", "f32", "f64");
enum { TYPES_OF_BITS = 8 };

/* Fails where a name means something already. Those of fields and parameters may hide builtins and functions. */
static nbb_status check_name(const nbb_draft_item *item, const nbb_program *program, const char *what, bool may_hide)
{
    const char *meaning = nbb_program_meaning(program, NBB_NAMED_TABLE, item->name);
    meaning = meaning != NULL ? meaning : (may_hide ? nbb_word_as : nbb_reserved_as)(item->name);
    return meaning == NULL
               ? NBB_OK
               : nbb_field_fail_whole(&item->text, "'%s' is %s: a %s needs another name", item->name, meaning, what);
}

static nbb_status add_field(const nbb_draft_item *item, nbb_program *program, const char *what)
{
    const char *given = item->text.text;
    int type = nbb_spelling_index(&types, given);
    NBB_TRY(check_name(item, program, what, true));
    NBB_FAIL_IF(type < 0,
                nbb_field_fail_near(
                              &item->text, 0, given, types.names, types.count,
                    "'%s' is no type of a field: u1 to u8, i8, i16, u16, i32, u32, f32 or f64 is expected", given));
    program->fields[program->field_count++] = (nbb_field){
        .name = item->name,
        .type = types.names[type],
        .kind = type < TYPES_OF_BITS ? NBB_FIELD_BITS : (nbb_field_kind)(NBB_FIELD_I8 + type - TYPES_OF_BITS),
        .bits = atoi(given + 1)
    };
    return NBB_OK;
}

/* A field for each forward offset; before these are known one that stands for them. */
static nbb_status add_bond(const nbb_draft_item *item, nbb_program *program)
{
    nbb_field *first = &program->fields[program->field_count];
    NBB_TRY(add_field(item, program, "bond"));
    first->bond = first->name;
    for (int i = 0; i < program->forward_count; ++i) {
        first[i] = first[0];
        first[i].forward = program->forward[i];
        NBB_LOCAL_TEXT name = nbb_text_of("%s[", first[i].bond); /* "J[1,0]" */
        nbb_vector_print(first[i].forward, program->neighbours.axes, ",", &name);
        nbb_text_add(&name, "]");
        NBB_TRY(nbb_program_copy(program, nbb_text_string(&name), &first[i].name));
    }
    program->field_count += program->forward_count > 0 ? program->forward_count - 1 : 0;
    return NBB_OK;
}

static nbb_status add_fields(const nbb_draft_item *state, const nbb_draft_item *bonds, nbb_program *program)
{
    int taken = 0, bound = 0;
    while (taken < state->count || bound < bonds->count) {
        /* Whether the next field in the order of names is a bond. */
        bool is_bond = bound < bonds->count
                       && (taken == state->count || strcmp(bonds->items[bound].name, state->items[taken].name) < 0);
        NBB_TRY(is_bond ? add_bond(&bonds->items[bound++], program)
                        : add_field(&state->items[taken++], program, "field"));
    }
    return NBB_OK;
}

/* Takes its fields, bonds among them, of which each is a field for each forward offset. */
static nbb_status take_fields(nbb_program *program, const nbb_draft_item *state)
{
    const nbb_draft_item *bonds = nbb_draft_of(program->draft, "bonds");
    int count = state->count + bonds->count * (program->forward_count > 0 ? program->forward_count : 1);
    NBB_FAIL_FIELD_IF(state->count < 1 || count > NBB_FIELDS_MAX, &state->text, "%d fields%s; a cell has 1 to %d",
                      count, bonds->count > 0 ? ", of which a bond is one for each forward offset" : "",
                      NBB_FIELDS_MAX);
    NBB_TRY(NBB_ARRAYS(program->arena, NBB_ARRAY(program->fields, count)));
    NBB_TRY(add_fields(state, bonds, program));
    /* What they say together: whether all are of bits, the type of reals, planes. */
    bool any_double = NBB_ANY(i, program->field_count, program->fields[i].kind == NBB_FIELD_F64);
    program->bits = NBB_ALL(i, program->field_count, program->fields[i].kind == NBB_FIELD_BITS);
    program->real = any_double ? NBB_TYPE_F64 : NBB_TYPE_F32;
    for (int i = 0; i < program->field_count && program->bits; ++i) {
        program->fields[i].plane = program->planes;
        program->planes += program->fields[i].bits;
    }
    int of_bonds = 0;
    NBB_FILL(i, program->bits ? program->field_count : 0, of_bonds,
             of_bonds + (program->fields[i].bond != NULL ? program->fields[i].bits : 0));
    NBB_LOCAL_TEXT of_them = nbb_text_of(of_bonds > 0 ? ", %d of them of bonds with neighbours" : "", of_bonds);
    NBB_FAIL_FIELD_IF(program->planes > NBB_PLANES_MAX, &state->text,
                      "%d bits in all%s; the fields of bits have at most %d together", program->planes,
                      nbb_text_string(&of_them), NBB_PLANES_MAX);
    return NBB_OK;
}

/* ---- constant tables, lists of neighbours ---- */

static nbb_status take_tables(nbb_program *program, const nbb_draft_item *field)
{
    NBB_FAIL_FIELD_IF(field->count > NBB_TABLES_MAX, &field->text, "%d constant tables; a program has at most %d",
                      field->count, NBB_TABLES_MAX);
    NBB_TRY(NBB_ARRAYS(program->arena, NBB_ARRAY(program->tables, field->count)));
    for (int i = 0; i < field->count; ++i, ++program->table_count) {
        const nbb_draft_item *numbers = &field->items[i];
        nbb_constants *table = &program->tables[i];
        NBB_TRY(check_name(numbers, program, "constant table", false));
        table->name = numbers->name;
        NBB_TRY(NBB_ARRAYS(program->arena, NBB_ARRAY(table->values, numbers->count)));
        table->is_whole = true;
        double largest = 0;
        for (; table->count < numbers->count; ++table->count) {
            const nbb_draft_item *number = &numbers->items[table->count];
            table->values[table->count] = number->number;
            table->is_whole = table->is_whole && number->is_integer;
            largest = number->number < INT32_MIN || number->number > INT32_MAX ? number->number : largest;
        }
        NBB_FAIL_FIELD_IF(table->is_whole && largest != 0, &numbers->text,
                          "the number %.0f is too big for an int, which has 32 bits in a table; with a"
                          " point, as in %.0f.0, it is a real",
                          largest, largest);
    }
    return NBB_OK;
}

/* Checks a list of offsets by making it, for the axes that it names. */
static nbb_status take_offsets(nbb_program *program, const nbb_draft_item *item, nbb_program_list *taken)
{
    nbb_neighbours list;
    nbb_vector room[NBB_NEIGHBOURS_LIST_MAX];
    NBB_TRY(NBB_ARRAYS(program->arena, NBB_ARRAY(taken->offsets, item->count)));
    int axes = item->count > 0 ? item->items[0].count : 2;
    for (int i = 0; i < item->count; ++i) {
        const nbb_draft_item *offset = &item->items[i];
        NBB_FAIL_FIELD_IF(offset->count != axes, &item->text, "offset %d has %d numbers, offset 1 has %d", i + 1,
                          offset->count, axes);
        NBB_FILL(axis, axes, taken->offsets[i].at[axis], offset->items[axis].integer);
    }
    taken->offset_count = item->count;
    return nbb_neighbours_listed(taken->offsets, taken->offset_count, axes, room, &list) == NBB_OK
               ? NBB_OK
               : nbb_field_fail_whole(&item->text, "%s", nbb_message());
}

/* Fills a list that is given as a text, or by its offsets. */
static nbb_status take_list(nbb_program *program, const nbb_draft_item *item, nbb_program_list *taken)
{
    nbb_neighbours list;
    nbb_vector room[NBB_NEIGHBOURS_LIST_MAX];
    const nbb_field_text *text = taken->text = &item->text;
    NBB_RETURN_IF(item->is_given, take_offsets(program, item, taken));
    taken->of = text->text;
    NBB_DONE_IF(nbb_neighbours_named(text->text, 2, room, &list) == NBB_OK);
    /* What a call such as box(17) made stands nowhere in the file. */
    return text->found ? nbb_field_fail(text, 0, "%s", nbb_message())
                       : nbb_field_fail_whole(text, "%s", nbb_message());
}

/* Without a list near is von Neumann's: a program that asks for none may leave it out. */
static nbb_status take_lists(nbb_program *program, const nbb_draft_item *field)
{
    int count = field->items->name != NULL ? field->count : 0;
    NBB_FAIL_FIELD_IF(count > NBB_LISTS_MAX, &field->text, "%d lists of neighbours; a program has at most %d", count,
                      NBB_LISTS_MAX);
    NBB_TRY(NBB_ARRAYS(program->arena, NBB_ARRAY(program->lists, count + 1)));
    nbb_program_list *near = &program->lists[program->list_count++];
    near->name = NBB_NEAR;
    NBB_RETURN_IF(field->is_given && count == 0,
                  take_list(program, field->items[0].text.text != NULL ? field->items : field, near));
    /* All but near, behind it. */
    for (int i = 0; i < count; ++i) {
        const nbb_draft_item *item = &field->items[i];
        bool is_near = strcmp(item->name, NBB_NEAR) == 0;
        nbb_program_list *list = &program->lists[is_near ? 0 : program->list_count];
        NBB_TRY(check_name(item, program, "neighbour list", false));
        list->name = item->name;
        NBB_TRY(take_list(program, item, list));
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

static nbb_status take_requirement(nbb_program *program, const nbb_draft_item *item)
{
    nbb_requirement requirement = { .text = item->text.text };
    NBB_TRY(nbb_check_item(program, NBB_PART_REQUIRE, &item->text, &requirement.value));
    return NBB_ARENA_APPEND(program->arena, program->requirements, program->requirement_count, requirement);
}

/* A schedule, or globals: parameters with a schedule that is made of totals. */
static nbb_status take_schedule(nbb_program *program, const nbb_draft_item *field)
{
    nbb_part part = strcmp(field->name, "global") == 0 ? NBB_PART_GLOBAL : NBB_PART_SCHEDULE;
    for (int i = 0; i < field->count; ++i, ++program->schedule_count) {
        const nbb_draft_item *item = &field->items[i];
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

static nbb_status take_parameters(nbb_program *program, const nbb_draft_item *field)
{
    const nbb_draft_item *globals = nbb_draft_of(program->draft, "global");
    int count = field->count + globals->count;
    NBB_FAIL_FIELD_IF(count > NBB_PARAMETERS_MAX, &globals->text,
                      "%d parameters and globals; a program has at most %d", count, NBB_PARAMETERS_MAX);
    NBB_TRY(NBB_ARRAYS(program->arena, NBB_ARRAY(program->parameters, count)));
    NBB_TRY(NBB_ARRAYS(program->arena, NBB_ARRAY(program->schedules, 2 * count)));
    for (int i = 0; i < count; ++i, ++program->parameter_count) {
        bool is_global = i >= field->count;
        const nbb_draft_item *item = is_global ? &globals->items[i - field->count] : &field->items[i];
        nbb_parameter *parameter = &program->parameters[i];
        NBB_TRY(check_name(item, program, is_global ? "global" : "parameter", true));
        *parameter = (nbb_parameter){ item->name, &item->text, item->number, .is_global = is_global };
    }
    program->given_count = field->count;
    program->has_globals = globals->count > 0;
    return NBB_OK;
}

static nbb_status take_order(nbb_program *program, const nbb_draft_item *item)
{
    static const char *const orders[] = { "synchronous", "sublattices" };
    const nbb_field_text *text = &item->text;
    int order = nbb_spelling_index(&(nbb_spellings){ orders, 2 }, text->text);
    program->sublattices = order == 1;
    return order >= 0 ? NBB_OK
                      : nbb_field_fail_near(text, 0, text->text, orders, 2,
                                            "'%s' is no order: synchronous or sublattices is expected", text->text);
}

/* ---- texts ---- */

/* Of a table an assignment to the field of its name, in their order. */
static nbb_status take_init(nbb_program *program, const nbb_draft_item *item)
{
    int field = item->name != NULL ? nbb_program_find(program, NBB_NAMED_FIELD, item->name) : 0;
    NBB_FAIL_IF(field < 0, fail_name(program, NBB_NAMED_FIELD, item, "field of the state"));
    return item->name != NULL ? nbb_check_init_field(program, field, &item->text)
                              : nbb_check_section(program, NBB_PART_INIT, &item->text, false);
}

/* One text, or a list of them: a stage each. */
static nbb_status take_update(nbb_program *program, const nbb_draft_item *field)
{
    NBB_FAIL_FIELD_IF(field->count < 1 || field->count > NBB_STAGES_MAX, &field->text,
                      "%d stages; a step has 1 to %d", field->count, NBB_STAGES_MAX);
    program->stages = field->count;
    return NBB_EACH(i, field->count,
                    nbb_check_section(program, NBB_PART_UPDATE, &field->items[i].text, field->count > 1));
}

nbb_status nbb_program_fill(nbb_program *program)
{
    static const struct {
        const char *field;
        bool is_whole; /* it is taken at once, else each of its items */
        nbb_status (*take)(nbb_program *program, const nbb_draft_item *item);
    } takers[] = {
        { "state", true, take_fields },
        { "param", true, take_parameters },
        { "const", true, take_tables },
        { "order", false, take_order },
        { "neighbours", true, take_lists },
        { "let", false, nbb_let_take },
        { "init", false, take_init },
        { "update", true, take_update },
        { "observe", false, nbb_program_take_observable },
        { "average", false, nbb_program_take_average },
        { "stop", false, nbb_program_take_stop },
        { "require", false, take_requirement },
        { "schedule", true, take_schedule },
        { "global", true, take_schedule },
        { "exchange", true, nbb_program_take_exchange },
    };
    for (int i = 0; i < NBB_COUNT(takers); ++i) {
        const nbb_draft_item *field = nbb_draft_of(program->draft, takers[i].field);
        NBB_TRY(takers[i].is_whole ? takers[i].take(program, field)
                                   : NBB_EACH(j, field->count, takers[i].take(program, &field->items[j])));
    }
    for (int i = 0; i < program->parameter_count; ++i) {
        const nbb_parameter *parameter = &program->parameters[i];
        NBB_FAIL_FIELD_IF(!parameter->used, parameter->text, "the %s '%s' is not used",
                          parameter->is_global ? "global" : "parameter", parameter->name);
    }
    NBB_DONE_IF(program->lists[0].text != NULL || !nbb_program_asks_near(program));
    const nbb_draft_item *lists = nbb_draft_of(program->draft, "neighbours");
    return lists->is_given ? nbb_field_fail_whole(&lists->text,
                                                  "there is no list '%s', and the program asks for it: it is the one "
                                                  "that is meant where no list is named",
                                                  NBB_NEAR)
                           : nbb_fail_at(NBB_ERROR_DEFINITION, program->draft->path, program->draft->line,
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
    NBB_TRY(nbb_program_fill(&again));
    memcpy(again.parameters, program->parameters, (size_t)program->parameter_count * sizeof *again.parameters);
    *program = again;
    return NBB_OK;
}
