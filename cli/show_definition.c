/* show_definition.c - what list, info and check say of fractals and simplices. */
#include "cli/show.h"

#include <float.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* One of the two numbers of an array of this name. */
static int64_t part(const json_t *object, const char *name, size_t i)
{
    return json_integer_value(json_array_get(json_object_get(object, name), i));
}

void nbb_show_row(const json_t *row)
{
    const char *name = nbb_show_text(row, "name"), *program = nbb_show_text(row, "program");
    if (program != NULL) {
        printf("%-15s program: %s\n", name, program);
    } else if (json_object_get(row, "m") != NULL) {
        printf("%-12s simplex, m = %" PRId64 "   largest n %" PRId64 "\n", name, nbb_show_number(row, "m"),
               nbb_show_number(row, "largest_n"));
    } else {
        printf("%-12s k = %2" PRId64 "   s = %" PRId64 " x %" PRId64 "   dimension %.4f   largest r %" PRId64 "\n",
               name, nbb_show_number(row, "k"), part(row, "s", 0), part(row, "s", 1),
               json_real_value(json_object_get(row, "dimension")), nbb_show_number(row, "levels"));
    }
}

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
    int64_t r = nbb_show_number(object, "r");
    const char *map;
    json_t *bytes;
    printf("at r = %" PRId64 "\n"
           "  box        %" PRId64 " x %" PRId64 "\n"
           "  cells      %" PRId64 "\n"
           "  orthotope  %" PRId64 " x %" PRId64 "\n",
           r, part(object, "n", 0), part(object, "n", 1), nbb_show_number(object, "cells"),
           part(object, "orthotope", 0), part(object, "orthotope", 1));
    json_object_foreach(json_object_get(object, "bytes"), map, bytes)
    {
        int64_t largest = nbb_show_number(json_object_get(object, "largest_r"), map);
        printf("  %-9s  %" PRId64 " bytes a state", map, (int64_t)json_integer_value(bytes));
        if (largest < r) {
            printf("; no CUDA kernel past r = %" PRId64, largest);
        }
        printf("\n");
    }
}

static void show_fractal(const json_t *object)
{
    show_layout(object);
    printf("k          %" PRId64 "\ns          %" PRId64 " x %" PRId64 "\ndimension  %.6f\nlargest r  %" PRId64 "\n",
           nbb_show_number(object, "k"), part(object, "s", 0), part(object, "s", 1),
           json_real_value(json_object_get(object, "dimension")), nbb_show_number(object, "levels"));
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

static void show_ways(const json_t *object)
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

void nbb_show_definition(const json_t *object)
{
    printf("%s (%s)\n", nbb_show_text(object, "name"), nbb_show_text(object, "path"));
    if (json_object_get(object, "m") == NULL) {
        show_fractal(object);
        return;
    }
    printf("simplex    m = %" PRId64 ": the cells whose coordinates add up to less than n\nlargest n  %" PRId64 "\n",
           nbb_show_number(object, "m"), nbb_show_number(object, "largest_n"));
    show_ways(object);
}

void nbb_show_checked(const json_t *object)
{
    const json_t *checked = json_object_get(object, "checked");
    printf("%s: a valid definition of %s\n", nbb_show_text(object, "path"), nbb_show_text(object, "name"));
    if (json_object_get(object, "m") != NULL) {
        printf("simplex    m = %" PRId64 "\n"
               "maps       lambda and its inverse agree on every tile of all sides up to %" PRId64
               " tiles, from above and below\n",
               nbb_show_number(object, "m"), nbb_show_number(checked, "tiles"));
        return;
    }
    show_layout(object);
    printf("hash       %s\n"
           "member     %s\n"
           "maps       lambda and its inverse agree on all %" PRId64 " cells of level %" PRId64 "\n",
           json_is_true(json_object_get(object, "own_hash")) ? "equals the table" : "none given",
           json_is_true(json_object_get(object, "own_member")) ? "equals the layout" : "none given",
           nbb_show_number(checked, "cells"), nbb_show_number(checked, "level"));
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

void nbb_show_ranks(const json_t *object)
{
    const json_t *ranks = json_object_get(object, "ranks"), *rank;
    int64_t steps = nbb_show_number(object, "steps_a_launch");
    size_t i;
    printf("  %-9zu  ranks, map %s, %" PRId64 " step%s a launch\n", json_array_size(ranks),
           nbb_show_text(object, "map"), steps, steps == 1 ? "" : "s");
    json_array_foreach(ranks, i, rank)
    {
        show_rank(i, rank, steps);
    }
}

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
    double n0 = real(set, "n0"), n0_all = real(set, "n0_all");
    printf("%-10s ratio %.6g, arity %" PRId64 ": ", name, real(set, "ratio"), nbb_show_number(set, "arity"));
    if (is_finite(set, "volume")) {
        printf("volume %.6g, %.4g%% above", real(set, "volume"), 100 * real(set, "overhead"));
    } else {
        printf("a volume past %.2g", DBL_MAX);
    }
    printf(is_finite(set, "overhead_limit") ? " (%.4g%% without end)" : " (without limit)",
           100 * real(set, "overhead_limit"));
    if (n0 > 0) {
        printf(", suffices at the sides ratio^-i from %.4g", n0);
        printf(n0_all > 0 ? ", at all from %.0f\n" : ", not at all others\n", n0_all);
    } else {
        printf(", does not suffice\n");
    }
}

void nbb_show_volumes(const json_t *object)
{
    const json_t *searched = json_object_get(object, "searched");
    double covered = real(object, "simplex"), box = real(object, "box");
    printf("simplex    m = %" PRId64 ", n = %.0f: %.6g cells, coordinates adding up to less than n - 1\n",
           nbb_show_number(object, "m"), real(object, "n"), covered);
    printf("box        %.6g places, %.4g times the cells\n", box, box / covered);
    show_set("set", json_object_get(object, "set"));
    show_set("paper's", json_object_get(object, "paper"));
    show_set("best", json_object_get(object, "best"));
    printf("searched   ratios from %.4g to 1 by %g, of each the least arity that suffices from %.4g\n",
           real(searched, "ratio"), real(searched, "step"), real(searched, "n0"));
}
