/* layouts.h - fractals for tests, straight from layout rows: no Lua, no files. */
#ifndef NBB_TEST_LAYOUTS_H
#define NBB_TEST_LAYOUTS_H

#include "gen/domain/fractal.h"

#include <stdlib.h>
#include <string.h>

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

/* A fractal of side x side places with a hole wherever (3 x + 5 y^2) % 7 is 0: no short formula gives that. */
static inline nbb_fractal scattered_fractal(int side)
{
    char rows[NBB_SIDE_MAX][NBB_SIDE_MAX + 1];
    const char *lines[NBB_SIDE_MAX];
    for (int y = 0; y < side; y++) {
        for (int x = 0; x < side; x++) {
            rows[y][x] = (3 * x + 5 * y * y) % 7 == 0 ? '.' : '#';
        }
        rows[y][side] = '\0';
        lines[y] = rows[y];
    }
    return fractal_of_rows(side, lines);
}

#endif
