/* show_described.c - what list, info and check say of fractals, simplices and programs. */
#include "cli/show.h"

#include <float.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

void nbb_show_row(const json_t *row)
{
    nbb_show(row,
             json_object_get(row, "program") != NULL ? "{name:-15} program: {program}\n"
             : json_object_get(row, "m") != NULL
                 ? "{name:-12} simplex, m = {m}   largest n {largest_n}\n"
                 : "{name:-12} k = {k:2}   s = {s.0} x {s.1}   dimension {dimension:.4f}   largest r {levels}\n");
}

/* ---- fractals and simplices ---- */

static void show_layout(const json_t *object)
{
    const json_t *layout = json_object_get(object, "layout"), *row;
    size_t y;
    json_array_foreach(layout, y, row)
    {
        printf("%-11s%s\n", y == 0 ? "layout" : "", json_string_value(row));
    }
}

/* tau(beta) by arithmetic, and whether that is of the definition or of its layout. */
static void show_hash(const json_t *object)
{
    const json_t *forms = json_object_get(object, "hash"), *form;
    size_t axis;
    printf("hash       %s", json_is_null(forms) ? "no form of tau(beta)" : "");
    json_array_foreach(forms, axis, form)
    {
        printf("%s%s", axis > 0 ? ", " : "", json_string_value(form));
    }
    bool is_of_layout = !json_is_null(forms) && json_is_false(json_object_get(object, "own_hash"));
    printf("%s\n", is_of_layout ? " (of the layout)" : "");
}

static void show_level(const json_t *object)
{
    const char *map;
    json_t *bytes;
    nbb_show(object, "at r = {r}\n"
                     "  box        {n.0} x {n.1}\n"
                     "  cells      {cells}\n"
                     "  orthotope  {orthotope.0} x {orthotope.1}\n");
    json_object_foreach(json_object_get(object, "bytes"), map, bytes)
    {
        int64_t largest = nbb_show_number(json_object_get(object, "largest_r"), map);
        printf("  %-9s  %" PRId64 " bytes a state", map, (int64_t)json_integer_value(bytes));
        if (largest < nbb_show_number(object, "r")) {
            printf("; no CUDA kernel past r = %" PRId64, largest);
        }
        printf("\n");
    }
}

static void show_fractal(const json_t *object)
{
    show_layout(object);
    nbb_show(object, "k          {k}\ns          {s.0} x {s.1}\ndimension  {dimension:.6f}\nlargest r  {levels}\n");
    show_hash(object);
    if (json_object_get(object, "r") != NULL) {
        show_level(object);
    }
}

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
    if (!has(figures, "places")) {
        nbb_show(figures, "no kernel of sw past n = {largest_n_host}, on CUDA {largest_n}");
        return;
    }
    nbb_show(figures, "{places} places, ");
    printf("%.4g times the cells; ", (double)nbb_show_number(figures, "places") / (double)cells);
    nbb_show(figures, has(figures, "threads") ? "{threads} threads; a state"
                                              : "no CUDA kernel of sw past n = {largest_n}; a state");
    if (has(figures, "embedded")) {
        nbb_show(figures, has(figures, "packed") ? " embedded {embedded} bytes," : " embedded {embedded} bytes");
    }
    if (has(figures, "packed")) {
        nbb_show(figures, " packed {packed}");
    }
}

static void show_simplex(const json_t *object)
{
    const char *way;
    json_t *figures;
    nbb_show(object,
             "simplex    m = {m}: the cells whose coordinates add up to less than n\nlargest n  {largest_n}\n");
    show_largest(object);
    if (json_object_get(object, "n") == NULL) {
        return;
    }
    nbb_show(object, "at n = {n}\n  cells           {cells}\n");
    json_object_foreach(json_object_get(object, "maps"), way, figures)
    {
        bool is_choice = has(figures, "places") && strcmp(way, nbb_show_text(object, "from")) == 0;
        printf("  %-20s", label_of(way));
        show_figures(figures, nbb_show_number(object, "cells"));
        printf("%s\n", is_choice ? " (the choice)" : "");
    }
}

static void show_definition(const json_t *object)
{
    nbb_show(object, "{name} ({path})\n");
    (json_object_get(object, "m") == NULL ? show_fractal : show_simplex)(object);
}

static void show_rank(size_t number, const json_t *rank, int64_t steps)
{
    const json_t *from = json_object_get(rank, "bytes_a_launch_from"), *one;
    size_t other;
    int64_t all = 0;
    printf("    rank %-3zu  %" PRId64 " items; a step gets", number, nbb_show_number(rank, "items"));
    json_array_foreach(from, other, one)
    {
        int64_t bytes = json_integer_value(one);
        all += bytes;
        if (bytes > 0) {
            printf(" %.6g bytes from %zu,", (double)bytes / (double)steps, other);
        }
    }
    printf(" %.6g bytes in all\n", (double)all / (double)steps);
}

static void show_ranks(const json_t *object)
{
    const json_t *ranks = json_object_get(object, "ranks"), *rank;
    size_t i;
    printf("  %-9zu", json_array_size(ranks));
    nbb_show(object, "  ranks, map {map}, {steps_a_launch} step{steps_a_launch:s} a launch\n");
    json_array_foreach(ranks, i, rank)
    {
        show_rank(i, rank, nbb_show_number(object, "steps_a_launch"));
    }
}

/* ---- volumes of recursive sets ---- */

/* A member that is a number; null stands for infinity. */
static double real(const json_t *object, const char *name)
{
    return json_number_value(json_object_get(object, name));
}

static bool is_finite(const json_t *object, const char *name)
{
    return !json_is_null(json_object_get(object, name));
}

static void show_set(const char *name, const json_t *set)
{
    printf("%-10s ", name);
    nbb_show(set, "ratio {ratio:.6g}, arity {arity}: ");
    if (is_finite(set, "volume")) {
        nbb_show(set, "volume {volume:.6g}, ");
        printf("%.4g%% above", 100 * real(set, "overhead"));
    } else {
        printf("a volume past %.2g", DBL_MAX);
    }
    printf(is_finite(set, "overhead_limit") ? " (%.4g%% without end)" : " (without limit)",
           100 * real(set, "overhead_limit"));
    nbb_show(set, !(real(set, "n0") > 0) ? ", does not suffice\n"
                  : real(set, "n0_all") > 0
                      ? ", suffices at the sides ratio^-i from {n0:.4g}, at all from {n0_all:.0f}\n"
                      : ", suffices at the sides ratio^-i from {n0:.4g}, not at all others\n");
}

static void show_volumes(const json_t *object)
{
    double covered = real(object, "simplex"), box = real(object, "box");
    nbb_show(object,
             "simplex    m = {m}, n = {n:.0f}: {simplex:.6g} cells, coordinates adding up to less than n - 1\n"
             "box        {box:.6g} places, ");
    printf("%.4g times the cells\n", box / covered);
    show_set("set", json_object_get(object, "set"));
    show_set("paper's", json_object_get(object, "paper"));
    show_set("best", json_object_get(object, "best"));
    nbb_show(object,
             "searched   ratios from {searched.ratio:.4g} to 1 by {searched.step:g}, of each the least arity that"
             " suffices from {searched.n0:.4g}\n");
}

/* ---- programs ---- */

/* What holds on every domain of the axes that the program is bound to. */
static void show_everywhere(const json_t *object)
{
    const char *name, *between = "cell       ";
    json_t *type;
    bool is_by_planes = !json_is_null(json_object_get(object, "cell_bits"));
    json_object_foreach(json_object_get(object, "cell"), name, type)
    {
        printf("%s%s %s", between, name, json_string_value(type));
        between = ", ";
    }
    nbb_show(object, is_by_planes ? "; {cell_bits} bit{cell_bits:s}, {cell_bytes} byte{cell_bytes:s}\n"
                                  : "; {cell_bytes} byte{cell_bytes:s}\n");
    nbb_show(object, nbb_show_text(object, "list") != NULL ? "neighbours {list}, {neighbours} offsets\n"
                                                           : "neighbours {neighbours} offsets\n");
    nbb_show(object, nbb_show_text(object, "order") != NULL
                         ? "order      sublattices, {colours} colours: ({order}) mod {colours}\n"
                         : "order      synchronous\n");
    nbb_show(object, is_by_planes ? "draws      {requests} a cell and step, by planes\n"
                                  : "draws      {requests} a cell and step\n");
    nbb_show(object, nbb_show_text(object, "rule") != NULL ? "rule       {rule}\n" : "");
    if (json_is_false(json_object_get(object, "exact"))) {
        printf("rounding   differs between targets: results are compared with a tolerance\n");
    }
}

/* What a map takes; of lanes also how values lie in words. */
static void show_map(const json_t *object, const char *map, const json_t *bytes)
{
    printf("  %-9s  ", map);
    if (json_is_null(bytes)) {
        printf("none: %s\n", nbb_show_text(json_object_get(object, "none"), map));
        return;
    }
    printf("%" PRId64 " bytes a state", (int64_t)json_integer_value(bytes));
    if (strcmp(map, "lanes") == 0) {
        nbb_show(object, json_object_get(object, "operations_per_cell") != NULL
                             ? ", {operations_per_cell:.3g} operations a cell and step"
                         : nbb_show_text(object, "values_because") != NULL ? ", values in words: {values_because}"
                                                                           : ", values in words");
    }
    printf("\n");
}

static void show_program(const json_t *object)
{
    const char *map;
    json_t *bytes;
    nbb_show(object, nbb_show_text(object, "path") != NULL ? "{program} ({path}) on {fractal}\n"
                                                           : "{program} (a rule) on {fractal}\n");
    show_everywhere(object);
    if (json_object_get(object, "cells") == NULL) {
        return;
    }
    nbb_show(object, json_object_get(object, "r") != NULL ? "at r = {r}\n" : "at n = {n}\n");
    nbb_show(object, "  cells      {cells}\n");
    nbb_show(object,
             nbb_show_number(object, "requests") > 0 ? "  random     at most {random_words} words a step\n" : "");
    json_object_foreach(json_object_get(object, "bytes"), map, bytes)
    {
        show_map(object, map, bytes);
    }
}

/* ---- info and check ---- */

void nbb_show_described(const json_t *object)
{
    if (json_object_get(object, "searched") != NULL) {
        show_volumes(object);
    } else if (json_object_get(object, "program") != NULL) {
        show_program(object);
    } else {
        show_definition(object);
    }
    if (json_object_get(object, "ranks") != NULL) {
        show_ranks(object);
    }
}

/* Also whether words hold bits, what a step costs then, or what in the text decided that they hold values. */
static void show_checked_program(const json_t *object)
{
    nbb_show(object, "{path}: a valid program\n");
    show_everywhere(object);
    nbb_show(object, nbb_show_text(object, "values_because") != NULL
                         ? "words      a value each: {values_because}\n"
                         : "words      bits of 32 cells each, about {operations_per_word} operations a word and step"
                           " beside its draws\n");
    nbb_show(object, "{text}");
}

void nbb_show_checked(const json_t *object)
{
    if (json_object_get(object, "program") != NULL) {
        show_checked_program(object);
        return;
    }
    nbb_show(object, "{path}: a valid definition of {name}\n");
    if (json_object_get(object, "m") != NULL) {
        nbb_show(object,
                 "simplex    m = {m}\n"
                 "maps       lambda and its inverse agree on every tile of all sides up to {checked.tiles} tiles,"
                 " from above and below\n");
        return;
    }
    show_layout(object);
    printf("hash       %s\n"
           "member     %s\n",
           json_is_true(json_object_get(object, "own_hash")) ? "equals the table" : "none given",
           json_is_true(json_object_get(object, "own_member")) ? "equals the layout" : "none given");
    nbb_show(object,
             "maps       lambda and its inverse agree on all {checked.cells} cells of level {checked.level}\n");
}
