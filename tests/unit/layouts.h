/* layouts.h - fractals for tests, straight from layout rows: no Lua, no files. */
#ifndef NBB_TEST_LAYOUTS_H
#define NBB_TEST_LAYOUTS_H

#include "gen/domain/fractal.h"

/* The fractal of a layout of `height` rows, top row first, '#' a replica. Freed by nbb_fractal_free. */
static inline nbb_fractal fractal_of_rows(int height, const char *const *rows)
{
    nbb_fractal fractal = { .name = "test" };
    if (nbb_fractal_make_tables(&fractal, 1) != NBB_OK) {
        abort();
    }
    nbb_replicas *replicas = fractal.tables;
    int width = (int)strlen(rows[0]);
    replicas->s = (nbb_vector){ { width, height } };
    for (int i = 0; i < width * height; i++) {
        replicas->id[i] = -1;
        if (rows[i / width][i % width] == '#') {
            replicas->tau[replicas->k][0] = (uint8_t)(i % width);
            replicas->tau[replicas->k][1] = (uint8_t)(i / width);
            replicas->id[i] = (int16_t)replicas->k++;
        }
    }
    return fractal;
}

#endif
