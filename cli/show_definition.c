/* show_definition.c - what list, info and check say of fractals and simplices. */
#include "cli/show.h"

#include <inttypes.h>
#include <stdio.h>

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

/* tau(beta) by arithmetic, and whether it was found or given. */
static void show_hash(const json_t *object)
{
    const json_t *forms = json_object_get(object, "hash"), *form;
    size_t axis;
    printf("hash       %s", json_is_null(forms) ? "no short form of tau(beta) found" : "");
    json_array_foreach(forms, axis, form)
    {
        printf("%s%s", axis > 0 ? ", " : "", json_string_value(form));
    }
    bool is_found = !json_is_null(forms) && json_is_false(json_object_get(object, "own_hash"));
    printf("%s\n", is_found ? " (found)" : "");
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

void nbb_show_definition(const json_t *object)
{
    printf("%s (%s)\n", nbb_show_text(object, "name"), nbb_show_text(object, "path"));
    if (json_object_get(object, "m") == NULL) {
        show_fractal(object);
        return;
    }
    printf("simplex    m = %" PRId64 ": the cells whose coordinates add up to less than n\nlargest n  %" PRId64 "\n",
           nbb_show_number(object, "m"), nbb_show_number(object, "largest_n"));
    nbb_show_ways(object);
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
