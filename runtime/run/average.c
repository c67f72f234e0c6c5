/* average.c - reads what a program's file wants averaged, and averages it. */
#include "runtime/run/average.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { POWER_MAX = 8 };

static int observable_named(const nbb_program *program, const char *name, size_t length)
{
    for (int i = 0; i < program->observable_count; ++i) {
        const char *own = program->observables[i].name;
        if (strlen(own) == length && strncmp(own, name, length) == 0) {
            return i;
        }
    }
    return -1;
}

/* Reads NAME, abs(NAME) or NAME^K; false where it is none of these, or NAME no observable. */
static bool read(const nbb_program *program, const char *text, nbb_average *average)
{
    bool is_absolute = strncmp(text, "abs(", 4) == 0;
    const char *name = text + (is_absolute ? 4 : 0);
    size_t length = strcspn(name, "^)");
    const char *behind = name + length;
    *average = (nbb_average){
        .name = text, .observable = observable_named(program, name, length), .is_absolute = is_absolute, .power = 1
    };
    if (is_absolute) {
        return average->observable >= 0 && strcmp(behind, ")") == 0;
    }
    if (behind[0] == '^' && behind[1] >= '1' && behind[1] <= '0' + POWER_MAX) {
        average->power = behind[1] - '0';
        behind += 2;
    }
    return average->observable >= 0 && *behind == '\0';
}

static nbb_status fail_average(const nbb_program *program, const char *text)
{
    nbb_text names = NBB_TEXT_EMPTY;
    for (int i = 0; i < program->observable_count; ++i) {
        nbb_text_add(&names, "%s%s", i > 0 ? ", " : "", program->observables[i].name);
    }
    nbb_status status = nbb_fail(NBB_ERROR_DEFINITION,
                                 "%s: average: '%s': expected NAME, abs(NAME) or NAME^K, K from 1 to %d, of an"
                                 " observable: %s",
                                 program->path != NULL ? program->path : program->name, text, POWER_MAX,
                                 nbb_text_string(&names));
    nbb_text_free(&names);
    return status;
}

nbb_status nbb_averages_open(const nbb_program *program, nbb_averages *averages)
{
    size_t most = (size_t)(program->observable_count + program->average_count);
    *averages = (nbb_averages){ calloc(most > 0 ? most : 1, sizeof *averages->of), 0 };
    if (averages->of == NULL) {
        return nbb_fail_memory(most * sizeof *averages->of, "averages");
    }
    for (int i = 0; i < program->observable_count; ++i) {
        averages->of[averages->count++] = (nbb_average){ .name = program->observables[i].name,
                                                         .observable = i,
                                                         .power = 1 };
    }
    for (int i = 0; i < program->average_count; ++i) {
        nbb_average asked;
        if (!read(program, program->averages[i], &asked)) {
            return fail_average(program, program->averages[i]);
        }
        if (asked.is_absolute || asked.power > 1) {   /* plain ones are there already */
            averages->of[averages->count++] = asked;
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
