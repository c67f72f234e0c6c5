/* show_simplex.c - info: the ways to visit a simplex's cells. */
#include "cli/show.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* A way's name in words. */
static const char *label_of(const char *way)
{
    static const char *const labels[][2] = { { "above", "lambda from above" },
                                             { "below", "lambda from below" },
                                             { "branches", "lambda, branches" } };
    for (int i = 0; i < 3; ++i) {
        if (strcmp(labels[i][0], way) == 0) {
            return labels[i][1];
        }
    }
    return way;
}

/* The largest sides with a CUDA kernel by way, on one line. */
static void show_largest(const json_t *object)
{
    const char *way, *between = "";
    json_t *figures;
    printf("on CUDA   ");
    json_object_foreach(json_object_get(object, "maps"), way, figures)
    {
        printf("%s %s %" PRId64, between, label_of(way), nbb_show_number(figures, "largest_n"));
        between = ";";
    }
    printf("\n");
}

static bool has(const json_t *figures, const char *name)
{
    return json_is_integer(json_object_get(figures, name));
}

static void show_figures(const json_t *figures, int64_t cells)
{
    int64_t places = nbb_show_number(figures, "places"), largest = nbb_show_number(figures, "largest_n");
    if (!has(figures, "places")) {
        printf("no kernel of sw past n = %" PRId64 ", on CUDA %" PRId64, nbb_show_number(figures, "largest_n_host"),
               largest);
        return;
    }
    printf("%" PRId64 " places, %.4g times the cells; ", places, (double)places / (double)cells);
    if (has(figures, "threads")) {
        printf("%" PRId64 " threads; a state", nbb_show_number(figures, "threads"));
    } else {
        printf("no CUDA kernel of sw past n = %" PRId64 "; a state", largest);
    }
    if (has(figures, "embedded")) {
        printf(" embedded %" PRId64 " bytes%s", nbb_show_number(figures, "embedded"),
               has(figures, "packed") ? "," : "");
    }
    if (has(figures, "packed")) {
        printf(" packed %" PRId64, nbb_show_number(figures, "packed"));
    }
}

void nbb_show_ways(const json_t *object)
{
    const char *way;
    json_t *figures;
    show_largest(object);
    if (json_object_get(object, "n") == NULL) {
        return;
    }
    int64_t cells = nbb_show_number(object, "cells");
    printf("at n = %" PRId64 "\n  cells           %" PRId64 "\n", nbb_show_number(object, "n"), cells);
    json_object_foreach(json_object_get(object, "maps"), way, figures)
    {
        bool is_choice = has(figures, "places") && strcmp(way, nbb_show_text(object, "from")) == 0;
        printf("  %-20s", label_of(way));
        show_figures(figures, cells);
        printf("%s\n", is_choice ? " (the choice)" : "");
    }
}
