/* program_observe.c - takes what a file says of numbers: observables, averages of them, and what ends a run. Each
   observable is averaged; an array is an observable for each element.

         histogram(e, from, to, bins)     h[k] = sum(floor((e - from) / (to - from) * bins) == k)
         correlation(e, {1, 2, 4})        c[i] = along d of e * e / along d of 1 - (sum(e) / cells)^2 */
#include "gen/program/program_value.h"
#include "gen/program/program_checker.h"

enum { BINS_MAX = 64, DISTANCES_MAX = 16, DISTANCE_MAX = 1 << 20 };

/* Adds an average, unless it is a mean that is one already. */
static nbb_status add_average(nbb_program *program, const char *name, nbb_expression *value)
{
    nbb_averaged average = { .name = name,
                             .value = value,
                             .mean = value->kind == NBB_EXPRESSION_TOTAL ? value->number : -1 };
    NBB_DONE_IF(average.mean >= 0 && !program->names_averages
                && NBB_ANY(i, program->average_count, program->averages[i].mean == average.mean));
    return NBB_ARENA_APPEND(program->arena, program->averages, program->average_count, average);
}

/* Adds an observable, or element number `element` of an array of the item's name, unless this is -1. A value of NULL
   is a failure. */
static nbb_status add_observable(nbb_program *program, const nbb_draft_item *item, int element, nbb_expression *value)
{
    int number = program->observable_count;
    nbb_observable observable = {
        .value = value, .element = element, .array = element >= 0 ? item->name : NULL, .text = item->text.text
    };
    NBB_FAIL_IF(value == NULL, nbb_failure());
    NBB_FAIL_FIELD_IF(number == NBB_OBSERVABLES_MAX, &item->text,
                      "a program has at most %d observables, with the elements of arrays", NBB_OBSERVABLES_MAX);
    NBB_LOCAL_TEXT name = nbb_text_of(element < 0 ? "%s" : "%s[%d]", item->name, element);
    NBB_TRY(nbb_program_copy(program, nbb_text_string(&name), &observable.name));
    NBB_TRY(NBB_ARENA_APPEND(program->arena, program->observables, program->observable_count, observable));
    /* It is averaged, too. */
    nbb_checker checker = nbb_checker_open(program, NBB_PART_AVERAGE, NULL);
    nbb_expression *node = NBB_CHECK_NODE(&checker, NULL, NBB_EXPRESSION_TOTAL, value->type, number);
    nbb_expression *mean = nbb_check_mean(&checker, node);
    return mean != NULL ? add_average(program, observable.name, mean) : nbb_failure();
}

/* --- histograms --- */

static nbb_status take_histogram(nbb_checker *checker, const nbb_syntax *call, const nbb_draft_item *item)
{
    NBB_FAIL_IF(!nbb_check_arguments(call, 4, 4), nbb_failure());
    const nbb_syntax *bins = call->parts[3];
    NBB_FAIL_PLACE_IF(bins->kind != NBB_SYNTAX_INTEGER || bins->integer < 1 || bins->integer > BINS_MAX, bins->place,
                      "a histogram's bins are a number from 1 to %d", BINS_MAX);
    nbb_expression *given[3];
    for (int i = 0; i < 3; ++i) {
        given[i] = nbb_check_summed(checker, call->parts[i], NBB_REACH_CELL);
        given[i] = nbb_check_convert(checker, given[i], checker->program->real);
        NBB_FAIL_IF(given[i] == NULL, nbb_failure());
    }
    NBB_FAIL_PLACE_IF(nbb_same_expressions(given[1], given[2]), call->parts[2]->place,
                      "a histogram goes from one value to another; these are the same");
    for (int k = 0; k < bins->integer; ++k) {
        nbb_expression *count = nbb_check_formula(
            checker, call, given, "sum(floor((a - b) / (c - b) * %d.0) == %d.0)", (int)bins->integer, k);
        NBB_TRY(add_observable(checker->program, item, k, count));
    }
    return NBB_OK;
}

/* --- correlations --- */

/* A cell's place and neighbours are not those of the other one. */
static const uint64_t of_place = NBB_ASKS_OF(DEGREE) | NBB_ASKS_OF(FIRST) | NBB_ASKS_OF(X) | NBB_ASKS_OF(Y)
                                 | NBB_ASKS_OF(Z);

static nbb_expression *along(nbb_checker *checker, const nbb_syntax *call, nbb_expression *value, int64_t distance)
{
    const nbb_total total = { .kind = NBB_TOTAL_ALONG, .value = value, .distance = distance, .place = call->place };
    return nbb_check_total(checker, call, total);
}

static nbb_status take_correlation(nbb_checker *checker, const nbb_syntax *call, const nbb_draft_item *item)
{
    NBB_FAIL_IF(!nbb_check_arguments(call, 2, 2), nbb_failure());
    const nbb_syntax *list = call->parts[1];
    NBB_FAIL_PLACE_IF(list->kind != NBB_SYNTAX_LIST || list->list_count > DISTANCES_MAX, list->place,
                      "a correlation's distances are a list of at most %d, as {1, 2, 4}", DISTANCES_MAX);
    nbb_expression *e = nbb_check_summed(checker, call->parts[0], NBB_REACH_CELL);
    NBB_FAIL_IF(e == NULL, nbb_failure());
    NBB_FAIL_PLACE_IF((nbb_asks(e) & of_place) != 0, call->parts[0]->place,
                      "a correlation is of fields: a cell's place and degree cannot stand in it");
    nbb_expression *mean = nbb_check_formula(checker, call, &e, "real(sum(a)) / real(cells)");
    nbb_expression *square = nbb_check_formula(checker, call, &mean, "a * a");
    for (int i = 0; i < list->list_count; ++i) {
        int64_t distance = list->list[i];
        NBB_FAIL_PLACE_IF(distance < 1 || distance > DISTANCE_MAX, list->place,
                          "a distance of %" PRId64 "; it is from 1 to %d", distance, DISTANCE_MAX);
        nbb_expression *count = along(checker, call, nbb_check_formula(checker, call, NULL, "1"), distance);
        nbb_expression *given[] = { along(checker, call, e, distance), count, square };
        NBB_TRY(add_observable(checker->program, item, i,
                               nbb_check_formula(checker, call, given, "real(a) / real(b) - c")));
    }
    return NBB_OK;
}

nbb_status nbb_check_item(nbb_program *program, nbb_part part, const nbb_field_text *text, nbb_expression **value)
{
    nbb_checker checker = nbb_checker_open(program, part, NULL);
    nbb_syntax *syntax = NULL;
    NBB_TRY(nbb_program_parse_expression(program->arena, text, checker.part == NBB_PART_AVERAGE, &syntax));
    nbb_expression *made = nbb_check_expression(&checker, syntax);
    bool is_condition = part == NBB_PART_REQUIRE || part == NBB_PART_STOP;
    *value = is_condition               ? nbb_check_convert(&checker, made, NBB_TYPE_BOOL)
             : part == NBB_PART_MEAN    ? nbb_check_mean(&checker, made)
             : part == NBB_PART_OBSERVE ? made
                                        : nbb_check_convert(&checker, made, NBB_TYPE_F64);
    return *value != NULL ? NBB_OK : nbb_failure();
}

nbb_status nbb_program_take_observable(nbb_program *program, const nbb_draft_item *item)
{
    nbb_syntax *syntax = NULL;
    NBB_FAIL_FIELD_IF(strcmp(item->name, nbb_builtin_names.names[NBB_BUILTIN_STEP]) == 0, &item->text,
                      "'%s' is a column of every series: an observable needs another name", item->name);
    NBB_TRY(nbb_program_parse_expression(program->arena, &item->text, false, &syntax));
    if (syntax->kind == NBB_SYNTAX_CALL && nbb_program_find(program, NBB_NAMED_LET, syntax->name) < 0
        && (strcmp(syntax->name, "histogram") == 0 || strcmp(syntax->name, "correlation") == 0)) {
        nbb_checker checker = nbb_checker_open(program, NBB_PART_OBSERVE, NULL);
        return (strcmp(syntax->name, "histogram") == 0 ? take_histogram : take_correlation)(&checker, syntax, item);
    }
    nbb_expression *value = NULL;
    NBB_TRY(nbb_check_item(program, NBB_PART_OBSERVE, &item->text, &value));
    return add_observable(program, item, -1, value);
}

nbb_status nbb_program_take_average(nbb_program *program, const nbb_draft_item *item)
{
    bool is_named = program->names_averages = item->name != NULL;
    const char *name = is_named ? item->name : item->text.text;
    nbb_expression *value = NULL;
    NBB_FAIL_FIELD_IF(is_named && nbb_program_find(program, NBB_NAMED_OBSERVABLE, name) >= 0, &item->text,
                      "'%s' is an observable: an average needs another name", name);
    NBB_TRY(nbb_check_item(program, is_named ? NBB_PART_AVERAGE : NBB_PART_MEAN, &item->text, &value));
    NBB_TRY(add_average(program, name, value));
    return NBB_ARENA_APPEND(program->arena, program->average_texts, program->average_text_count, item->text.text);
}

nbb_status nbb_program_take_stop(nbb_program *program, const nbb_draft_item *item)
{
    program->stop = item->text.text;
    NBB_TRY(nbb_check_item(program, NBB_PART_STOP, &item->text, &program->stop_value));
    return (nbb_asks(program->stop_value) & NBB_ASKS(TOTAL)) != 0
               ? NBB_OK
               : nbb_field_fail_whole(&item->text, "a stop names an observable, as in rho == 0, got '%s'",
                                      program->stop);
}

static nbb_status fail_named(const nbb_field_text *text, const nbb_program *program, nbb_named named,
                             const char *what)
{
    const char *names[NBB_OBSERVABLES_MAX];
    return nbb_field_fail_near(text, 0, text->text, names, nbb_program_names(program, named, names), "'%s' is no %s",
                               text->text, what);
}

nbb_status nbb_program_take_exchange(nbb_program *program, const nbb_draft_item *field)
{
    enum { ENERGY, PARAMETER, BOTH }; /* in the order of their names */
    NBB_FAIL_IF(!field->is_given, NBB_OK);
    NBB_FAIL_FIELD_IF(field->count != BOTH || strcmp(field->items[ENERGY].name, "energy") != 0
                          || strcmp(field->items[PARAMETER].name, "parameter") != 0,
                      &field->text,
                      "expected a parameter and the observable that is its energy: "
                      "exchange = { parameter = \"T\", energy = \"e\" }");
    const nbb_field_text *parameter = &field->items[PARAMETER].text, *energy = &field->items[ENERGY].text;
    program->exchanged = nbb_program_parameter_index(program, parameter->text);
    program->energy = nbb_program_find(program, NBB_NAMED_OBSERVABLE, energy->text);
    program->exchanges = true;
    NBB_FAIL_IF(program->exchanged < 0, fail_named(parameter, program, NBB_NAMED_PARAMETER, "parameter"));
    /* As a global has a schedule, too. */
    NBB_FAIL_IF(NBB_ANY(i, program->schedule_count, program->schedules[i].parameter == program->exchanged),
                nbb_field_fail(parameter, 0, "'%s' follows a schedule, and an exchange needs values that stay",
                               parameter->text));
    return program->energy >= 0 ? NBB_OK : fail_named(energy, program, NBB_NAMED_OBSERVABLE, "observable");
}
