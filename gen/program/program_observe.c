/* program_observe.c - takes what a file says of numbers: observables, averages of them, and what ends a run. */
#include "gen/program/program_draft.h"

#include "gen/program/program_checker.h"

/* The typed expression, or NULL. What is averaged by no name is one in mean(). */
static nbb_expression *check_text(nbb_program *program, nbb_part part, nbb_reach reach, const nbb_field_text *text)
{
    nbb_syntax *syntax = NULL;
    if (nbb_program_parse_expression(program->arena, text, part == NBB_PART_AVERAGE, &syntax) != NBB_OK) {
        return NULL;
    }
    nbb_checker checker = nbb_checker_open(program, part, NULL);
    checker.text = text;
    checker.reach = reach;
    nbb_expression *value = nbb_check_expression(&checker, syntax);
    bool is_condition = part == NBB_PART_REQUIRE || part == NBB_PART_STOP;
    return is_condition                ? nbb_check_convert(&checker, value, NBB_TYPE_BOOL)
           : part == NBB_PART_SCHEDULE ? nbb_check_convert(&checker, value, NBB_TYPE_F64)
           : reach == NBB_REACH_MEAN   ? nbb_check_mean(&checker, value)
           : part == NBB_PART_AVERAGE  ? nbb_check_convert(&checker, value, NBB_TYPE_F64)
                                       : value;
}

nbb_expression *nbb_check_item(nbb_program *program, nbb_part part, const nbb_field_text *text)
{
    return check_text(program, part, NBB_REACH_NONE, text);
}

static nbb_status take_observable(nbb_program *program, const nbb_draft_item *item)
{
    nbb_syntax *syntax = NULL;
    NBB_FAIL_IF(strcmp(item->name, nbb_builtin_names.names[NBB_BUILTIN_STEP]) == 0,
                nbb_field_fail_whole(
                    &item->text, "'%s' is a column of every series: an observable needs another name", item->name));
    NBB_TRY(nbb_program_parse_expression(program->arena, &item->text, false, &syntax));
    if (syntax->kind == NBB_SYNTAX_CALL && nbb_let_find(program, syntax->name) == NULL
        && (strcmp(syntax->name, "histogram") == 0 || strcmp(syntax->name, "correlation") == 0)) {
        return nbb_arrays_take(program, syntax, item);
    }
    return nbb_program_add_observable(program, item, -1, nbb_check_item(program, NBB_PART_OBSERVE, &item->text));
}

nbb_status nbb_program_take_observables(nbb_program *program, const nbb_draft_items *items)
{
    for (int i = 0; i < items->count; ++i) {
        NBB_TRY(take_observable(program, &items->items[i]));
    }
    return NBB_OK;
}

nbb_status nbb_program_take_averages(nbb_program *program, const nbb_draft_items *items)
{
    program->names_averages = items->given && items->shape == NBB_SHAPE_NAMED_TEXTS;
    NBB_TRY(nbb_program_make_items(program, &program->average_texts, items->count, sizeof *program->average_texts));
    for (int i = 0; i < items->count; ++i) {
        NBB_TRY(nbb_program_copy(program, items->items[i].text.text, &program->average_texts[i]));
        bool is_named = program->names_averages;
        const char *name = is_named ? items->items[i].name : items->items[i].text.text;
        NBB_FAIL_IF(is_named && nbb_program_observable_index(program, name) >= 0,
                    nbb_field_fail_whole(&items->items[i].text,
                                         "'%s' is an observable: an average needs another name", name));
        nbb_expression *value = check_text(program, NBB_PART_AVERAGE, is_named ? NBB_REACH_NONE : NBB_REACH_MEAN,
                                           &items->items[i].text);
        NBB_TRY(value != NULL ? nbb_program_add_average(program, name, value) : nbb_failure());
        ++program->average_text_count;
    }
    return NBB_OK;
}

nbb_status nbb_program_take_stop(nbb_program *program, const nbb_draft_items *items)
{
    if (!items->given) {
        return NBB_OK;
    }
    program->stop_value = nbb_check_item(program, NBB_PART_STOP, &items->items[0].text);
    return program->stop_value != NULL ? nbb_program_copy(program, items->items[0].text.text, &program->stop)
                                       : nbb_failure();
}

static nbb_status fail_named(const nbb_field_text *text, const void *items, size_t size, int count, const char *what)
{
    const char *names[NBB_OBSERVABLES_MAX];
    nbb_program_list_names(items, size, count, names);
    return nbb_field_fail_near(text, 0, text->text, names, count, "'%s' is no %s", text->text, what);
}

/* As a global is, too. */
static bool is_scheduled(const nbb_program *program, int parameter)
{
    int i = 0;
    while (i < program->schedule_count && program->schedules[i].parameter != parameter) {
        ++i;
    }
    return i < program->schedule_count;
}

nbb_status nbb_program_take_exchange(nbb_program *program, const nbb_draft_items *items)
{
    enum { ENERGY, PARAMETER, BOTH }; /* in the order of their names */
    if (!items->given) {
        return NBB_OK;
    }
    NBB_FAIL_IF(items->count != BOTH || strcmp(items->items[ENERGY].name, "energy") != 0
                    || strcmp(items->items[PARAMETER].name, "parameter") != 0,
                nbb_field_fail_whole(&items->place, "expected a parameter and the observable that is its energy: "
                                                    "exchange = { parameter = \"T\", energy = \"e\" }"));
    const nbb_field_text *parameter = &items->items[PARAMETER].text, *energy = &items->items[ENERGY].text;
    program->exchanged = nbb_program_parameter_index(program, parameter->text);
    program->energy = nbb_program_observable_index(program, energy->text);
    program->exchanges = true;
    NBB_FAIL_IF(program->exchanged < 0, fail_named(parameter, program->parameters, sizeof *program->parameters,
                                                   program->parameter_count, "parameter"));
    NBB_FAIL_IF(is_scheduled(program, program->exchanged),
                nbb_field_fail(parameter, 0, "'%s' follows a schedule, and an exchange needs values that stay",
                               parameter->text));
    return program->energy >= 0 ? NBB_OK
                                : fail_named(energy, program->observables, sizeof *program->observables,
                                             program->observable_count, "observable");
}
