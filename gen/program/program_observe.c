/* program_observe.c - takes what a file says of numbers: observables, averages of them, and what ends a run. */
#include "gen/program/program_draft.h"

#include "gen/program/program_checker.h"

#include <string.h>

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

/* Adds an average, unless it is a mean that is one already. */
static nbb_status add_average(nbb_program *program, const char *name, nbb_expression *value)
{
    nbb_averaged average = { .value = value, .mean = value->kind == NBB_EXPRESSION_TOTAL ? value->number : -1 };
    for (int i = 0; i < program->average_count && average.mean >= 0 && !program->names_averages; ++i) {
        if (program->averages[i].mean == average.mean) {
            return NBB_OK;
        }
    }
    nbb_averaged *averages = nbb_arena_grow(program->arena, program->averages, program->average_count,
                                            sizeof *averages);
    NBB_TRY(averages != NULL ? nbb_program_copy(program, name, &average.name) : NBB_ERROR_RUN);
    program->averages = averages;
    averages[program->average_count++] = average;
    return NBB_OK;
}

/* Observable number i, as what is averaged. */
static nbb_status average_observable(nbb_program *program, int i)
{
    nbb_checker checker = nbb_checker_open(program, NBB_PART_AVERAGE, NULL);
    const nbb_observable *observable = &program->observables[i];
    nbb_expression *node = nbb_check_make(
        &checker, NULL,
        (nbb_expression){ .kind = NBB_EXPRESSION_TOTAL, .type = observable->value->type, .number = i });
    node = nbb_check_mean(&checker, node);
    return node != NULL ? add_average(program, observable->name, node) : nbb_failure();
}

static nbb_status take_observable(nbb_program *program, const nbb_draft_item *item)
{
    nbb_observable *observable = &program->observables[program->observable_count];
    if (strcmp(item->name, nbb_builtin_names.names[NBB_BUILTIN_STEP]) == 0) {
        return nbb_field_fail_whole(&item->text, "'%s' is a column of every series: an observable needs another name",
                                    item->name);
    }
    observable->value = nbb_check_item(program, NBB_PART_OBSERVE, &item->text);
    NBB_TRY(observable->value != NULL ? nbb_program_copy(program, item->name, &observable->name) : nbb_failure());
    return average_observable(program, program->observable_count++);
}

nbb_status nbb_program_take_observables(nbb_program *program, const nbb_draft_items *items)
{
    if (items->count > NBB_OBSERVABLES_MAX) {
        return nbb_field_fail_whole(&items->place, "%d observables; a program has at most %d", items->count,
                                    NBB_OBSERVABLES_MAX);
    }
    NBB_TRY(nbb_program_make_items(program, &program->observables, items->count, sizeof *program->observables));
    for (int i = 0; i < items->count; ++i) {
        NBB_TRY(take_observable(program, &items->items[i]));
    }
    return NBB_OK;
}

static nbb_status take_average(nbb_program *program, const nbb_draft_item *item)
{
    bool is_named = program->names_averages;
    const char *name = is_named ? item->name : item->text.text;
    if (is_named && nbb_program_observable_index(program, name) >= 0) {
        return nbb_field_fail_whole(&item->text, "'%s' is an observable: an average needs another name", name);
    }
    nbb_expression *value = check_text(program, NBB_PART_AVERAGE, is_named ? NBB_REACH_NONE : NBB_REACH_MEAN,
                                       &item->text);
    return value != NULL ? add_average(program, name, value) : nbb_failure();
}

nbb_status nbb_program_take_averages(nbb_program *program, const nbb_draft_items *items)
{
    program->names_averages = items->given && items->shape == NBB_SHAPE_NAMED_TEXTS;
    NBB_TRY(nbb_program_make_items(program, &program->average_texts, items->count, sizeof *program->average_texts));
    for (int i = 0; i < items->count; ++i) {
        NBB_TRY(nbb_program_copy(program, items->items[i].text.text, &program->average_texts[i]));
        NBB_TRY(take_average(program, &items->items[i]));
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
