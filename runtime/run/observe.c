/* observe.c - evaluates observables, and averages what a program's file wants averaged, with errors from means of
   blocks. */
#include "runtime/run/observe.h"

#include <math.h>
#include <stdlib.h>

typedef struct observation {
    const nbb_domain *domain;
    int64_t step;
    const nbb_value_of *totals;
} observation;

static nbb_value_of ask(const nbb_evaluation *evaluation, const nbb_expression *expression, nbb_value_of argument,
                        int there)
{
    const observation *seen = evaluation->context;
    (void)argument, (void)there;
    if (expression->kind == NBB_EXPRESSION_TOTAL) {
        return seen->totals[expression->number];
    }
    nbb_builtin builtin = (nbb_builtin)expression->number; /* program_check lets none of a cell into an observable */
    return (nbb_value_of){ .integer = nbb_builtin_value(seen->domain, builtin, seen->step) };
}

void nbb_observe(const nbb_program *program, const nbb_domain *domain, int64_t step, const nbb_value_of *totals,
                 nbb_number *values)
{
    observation seen = { domain, step, totals };
    nbb_evaluation evaluation = { .program = program, .context = &seen, .ask = ask };
    for (int i = 0; i < program->observable_count; ++i) {
        const nbb_expression *value = program->observables[i].value;
        values[i] = (nbb_number){ nbb_is_real(value->type), nbb_value_evaluate(&evaluation, value, -1) };
    }
}

/* Fewer blocks do not tell whether their length is enough: the variance of so few is too uncertain. */
enum { BLOCKS_ENOUGH = 16 };

static void add_block(nbb_blocks *blocks, double value)
{
    double distance = value - blocks->mean;
    ++blocks->count;
    blocks->mean += distance / (double)blocks->count;
    blocks->squares += distance * (value - blocks->mean);
}

void nbb_blocking_add(nbb_blocking *blocking, double member)
{
    double value = member;
    for (int level = 0; level < NBB_BLOCKING_LEVELS; ++level) {
        nbb_blocks *blocks = &blocking->levels[level];
        add_block(blocks, value);
        if (!blocks->has_half) {
            blocks->half = value;
            blocks->has_half = true;
            return;
        }
        value = blocks->half + (value - blocks->half) / 2;
        blocks->has_half = false;
    }
}

/* The error of the mean, squared, that so many independent blocks would have. */
static double error_squared(const nbb_blocks *blocks)
{
    double count = (double)blocks->count;
    return blocks->squares / (count * (count - 1));
}

nbb_blocked nbb_blocking_result(const nbb_blocking *blocking)
{
    const nbb_blocks *members = &blocking->levels[0];
    double samples = (double)members->count;
    nbb_blocked found = { members->count, members->count > 0 ? members->mean : NAN, NAN, NAN, NAN, 1, false };
    if (members->count < 2) {
        return found;
    }
    double first = error_squared(members), largest = first;
    found.variance = members->squares / (samples - 1);
    for (int level = 0; level < NBB_BLOCKING_LEVELS && blocking->levels[level].count >= 2 && !found.settled;
         ++level) {
        double squared = error_squared(&blocking->levels[level]), ratio = first > 0 ? squared / first : 1;
        double length = ldexp(1, level);
        found.settled = blocking->levels[level].count >= BLOCKS_ENOUGH
                        && length * length * length > 2 * samples * ratio * ratio;
        if (found.settled || squared >= largest) {
            largest = squared;
            found.block = INT64_C(1) << level;
        }
    }
    found.error = sqrt(largest);
    found.tau = first > 0 ? largest / first / 2 : 0.5;
    return found;
}

nbb_status nbb_averages_open(const nbb_program *program, nbb_averages *averages)
{
    size_t most = (size_t)(program->observable_count + program->average_count);
    *averages = (nbb_averages){ NULL, 0 };
    NBB_TRY(NBB_MAKE(averages->of, most, "averages"));
    for (int i = 0; i < program->observable_count; ++i) {
        averages->of[averages->count++] = (nbb_average){ .name = program->observables[i].name,
                                                         .observable = i,
                                                         .power = 1 };
    }
    for (int i = 0; i < program->average_count; ++i) {
        const nbb_averaged *asked = &program->averages[i];
        if (asked->is_absolute || asked->power > 1) { /* plain ones are there already */
            averages->of[averages->count++] = (nbb_average){ .name = asked->text,
                                                             .observable = asked->observable,
                                                             .is_absolute = asked->is_absolute,
                                                             .power = asked->power };
        }
    }
    return NBB_OK;
}

void nbb_averages_add(nbb_averages *averages, const nbb_number *observables)
{
    for (int i = 0; i < averages->count; ++i) {
        nbb_average *average = &averages->of[i];
        double value = nbb_number_real(observables[average->observable]), product = 1;
        for (int j = 0; j < average->power; ++j) {
            product *= value;
        }
        nbb_blocking_add(&average->blocking, average->is_absolute ? fabs(value) : product);
    }
}

void nbb_averages_clear(nbb_averages *averages)
{
    for (int i = 0; i < averages->count; ++i) {
        averages->of[i].blocking = (nbb_blocking){ 0 };
    }
}

void nbb_averages_free(nbb_averages *averages)
{
    free(averages->of);
    *averages = (nbb_averages){ NULL, 0 };
}
