/* program_lists.c - a draft's constant tables and lists of neighbours become a program's. */
#include "gen/program/program_draft.h"

#include "gen/program/program_checker.h"

/* Fails where the name of a constant table or a list of neighbours means something already. */
static nbb_status check_other_name(const nbb_draft_item *item, const nbb_program *program, const char *what)
{
    const char *meaning = nbb_program_field_index(program, item->name) >= 0       ? "a field"
                          : nbb_program_parameter_index(program, item->name) >= 0 ? "a parameter"
                          : nbb_program_table_index(program, item->name) >= 0     ? "a constant table"
                                                                                  : nbb_reserved_as(item->name);
    return meaning == NULL
               ? NBB_OK
               : nbb_field_fail_whole(&item->text, "'%s' is %s: a %s needs another name", item->name, meaning, what);
}

static nbb_status take_table(const nbb_draft_item *item, nbb_program *program, nbb_constants *table)
{
    const nbb_draft_items *numbers = item->list;
    NBB_TRY(check_other_name(item, program, "constant table"));
    NBB_TRY(nbb_program_copy(program, item->name, &table->name));
    NBB_TRY(nbb_program_make_items(program, &table->values, numbers->count, sizeof *table->values));
    table->is_whole = true;
    for (int i = 0; i < numbers->count; ++i, ++table->count) {
        const nbb_draft_item *number = &numbers->items[i];
        table->values[i] = number->number;
        table->is_whole = table->is_whole && number->is_integer && number->number >= INT32_MIN
                          && number->number <= INT32_MAX;
    }
    return NBB_OK;
}

nbb_status nbb_program_take_tables(const nbb_draft_items *items, nbb_program *program)
{
    NBB_FAIL_IF(items->count > NBB_TABLES_MAX,
                nbb_field_fail_whole(&items->place, "%d constant tables; a program has at most %d", items->count,
                                     NBB_TABLES_MAX));
    NBB_TRY(nbb_program_make_items(program, &program->tables, items->count, sizeof *program->tables));
    for (int i = 0; i < items->count; ++i) {
        NBB_TRY(take_table(&items->items[i], program, &program->tables[i]));
        ++program->table_count;
    }
    return NBB_OK;
}

/* Checks a list of offsets by making it, for the axes that it names. */
static nbb_status take_offsets(nbb_program *program, const nbb_draft_items *items, nbb_program_list *taken)
{
    nbb_neighbours list;
    nbb_vector *room = nbb_neighbours_room(program);
    if (room == NULL) {
        return NBB_ERROR_RUN;
    }
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
    if (room == NULL) {
        return NBB_ERROR_RUN;
    }
    taken->text = text;
    if (offsets != NULL) {
        return take_offsets(program, offsets, taken);
    }
    NBB_TRY(nbb_program_copy(program, text->text, &taken->of));
    return nbb_neighbours_named(text->text, 2, room, &list) == NBB_OK ? NBB_OK
                                                                : nbb_field_fail(text, 0, "%s", nbb_message());
}

/* Without a list near is von Neumann's: a program that asks for none may leave it out. */
nbb_status nbb_program_take_neighbours(const nbb_draft_items *items, nbb_program *program)
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
            NBB_TRY(check_other_name(item, program, "neighbour list"));
            NBB_TRY(is_near ? NBB_OK : nbb_program_copy(program, item->name, &list->name));
            NBB_TRY(take_list(program, &item->text, item->list, list));
            program->list_count += !is_near;
        }
    }
    return near->of != NULL || near->offsets != NULL ? NBB_OK : nbb_program_copy(program, otherwise, &near->of);
}
