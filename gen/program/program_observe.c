/* program_observe.c - observables, averages and requirements. */
#include "gen/program/program_observe.h"

#include "gen/base/text.h"
#include "gen/program/program_check.h"
#include "gen/program/program_names.h"
#include "gen/base/near.h"

#include <string.h>

/* The typed expression of an item, or NULL. */
static nbb_expression *check_item(nbb_program *program, nbb_part part, const nbb_program_text *text)
{
    nbb_syntax *syntax = NULL;
    if (nbb_program_parse_expression(program->arena, text, &syntax) != NBB_OK) {
        return NULL;
    }
    nbb_checker checker = nbb_checker_open(program, part, NULL);
    checker.text = text;
    nbb_expression *value = nbb_check_expression(&checker, syntax);
    return part == NBB_PART_REQUIRE ? nbb_check_convert(&checker, value, NBB_TYPE_BOOL) : value;
}

nbb_status nbb_program_take_observables(nbb_program *program, const nbb_draft_items *items)
{
    if (items->count > NBB_OBSERVABLES_MAX) {
        return nbb_program_fail_field(&items->place, "%d observables; a program has at most %d", items->count,
                                      NBB_OBSERVABLES_MAX);
    }
    program->observables = nbb_arena_take(program->arena, (size_t)items->count * sizeof *program->observables);
    if (program->observables == NULL) {
        return NBB_ERROR_RUN;
    }
    for (int i = 0; i < items->count; ++i) {
        const nbb_draft_item *item = &items->items[i];
        if (nbb_spelling_index(&nbb_builtin_names, item->name) >= 0) {
            return nbb_program_fail_field(&item->text, "'%s' is a builtin: an observable needs another name",
                                          item->name);
        }
        nbb_observable *observable = &program->observables[i];
        observable->name = nbb_arena_copy(program->arena, item->name, strlen(item->name));
        observable->value = check_item(program, NBB_PART_OBSERVE, &item->text);
        if (observable->name == NULL || observable->value == NULL) {
            return nbb_failure();
        }
        ++program->observable_count;
    }
    return NBB_OK;
}

/* Reads "NAME", "NAME^1" to "NAME^9" or "abs(NAME)" of an observable. */
static bool read_average(const nbb_program *program, const char *text, nbb_averaged *average)
{
    bool is_absolute = strncmp(text, "abs(", 4) == 0;
    const char *name = is_absolute ? text + 4 : text;
    for (int i = 0; i < program->observable_count; ++i) {
        size_t length = strlen(program->observables[i].name);
        if (strncmp(name, program->observables[i].name, length) != 0) {
            continue;                                 /* the text may end before */
        }
        const char *rest = name + length;
        bool is_power = !is_absolute && *rest == '^' && rest[1] >= '1' && rest[1] <= '9' && rest[2] == '\0';
        if (is_power || strcmp(rest, is_absolute ? ")" : "") == 0) {
            *average = (nbb_averaged){ .observable = i,
                                       .is_absolute = is_absolute,
                                       .power = is_power ? rest[1] - '0' : 1 };
            return true;
        }
    }
    return false;
}

static nbb_status fail_average(const nbb_program *program, const nbb_draft_item *item)
{
    const char *names[NBB_OBSERVABLES_MAX];
    nbb_text near = NBB_TEXT_EMPTY;
    for (int i = 0; i < program->observable_count; ++i) {
        names[i] = program->observables[i].name;
    }
    nbb_add_near(&near, item->text.text, names, program->observable_count);
    nbb_program_fail(&item->text, 0,
                     "'%s' is no average: an observable m gives \"m\", \"abs(m)\" and \"m^2\" to \"m^9\"%s",
                     item->text.text, nbb_text_string(&near));
    nbb_text_free(&near);
    return NBB_ERROR_DEFINITION;
}

nbb_status nbb_program_take_averages(nbb_program *program, const nbb_draft_items *items)
{
    program->averages = nbb_arena_take(program->arena, (size_t)items->count * sizeof *program->averages);
    if (program->averages == NULL) {
        return NBB_ERROR_RUN;
    }
    for (int i = 0; i < items->count; ++i) {
        const nbb_draft_item *item = &items->items[i];
        nbb_averaged *average = &program->averages[i];
        if (!read_average(program, item->text.text, average)) {
            return fail_average(program, item);
        }
        average->text = nbb_arena_copy(program->arena, item->text.text, strlen(item->text.text));
        if (average->text == NULL) {
            return NBB_ERROR_RUN;
        }
        ++program->average_count;
    }
    return NBB_OK;
}

nbb_status nbb_program_take_requirements(nbb_program *program, const nbb_draft_items *items)
{
    program->requirements = nbb_arena_take(program->arena, (size_t)items->count * sizeof *program->requirements);
    if (program->requirements == NULL) {
        return NBB_ERROR_RUN;
    }
    for (int i = 0; i < items->count; ++i) {
        nbb_requirement *requirement = &program->requirements[i];
        const char *text = items->items[i].text.text;
        requirement->text = nbb_arena_copy(program->arena, text, strlen(text));
        requirement->value = check_item(program, NBB_PART_REQUIRE, &items->items[i].text);
        if (requirement->text == NULL || requirement->value == NULL) {
            return nbb_failure();
        }
        ++program->requirement_count;
    }
    return NBB_OK;
}
