/* average.c - averages what a program's file wants averaged. */
#include "runtime/run/average.h"

#include <math.h>
#include <stdlib.h>

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
