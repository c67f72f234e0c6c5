/* show_program.c - what info and check say of a program. */
#include "cli/show.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const char *plural(int64_t count)
{
    return count == 1 ? "" : "s";
}

static void show_cell(const json_t *object)
{
    const char *name, *between = "";
    json_t *type;
    const json_t *bits = json_object_get(object, "cell_bits");
    int64_t bytes = nbb_show_number(object, "cell_bytes");
    printf("cell       ");
    json_object_foreach(json_object_get(object, "cell"), name, type)
    {
        printf("%s%s %s", between, name, json_string_value(type));
        between = ", ";
    }
    printf("; ");
    if (!json_is_null(bits)) {
        printf("%" PRId64 " bit%s, ", (int64_t)json_integer_value(bits), plural(json_integer_value(bits)));
    }
    printf("%" PRId64 " byte%s\n", bytes, plural(bytes));
}

static void show_order(const json_t *object)
{
    const char *list = nbb_show_text(object, "list"), *order = nbb_show_text(object, "order");
    printf("neighbours %s%s%" PRId64 " offsets\n", list != NULL ? list : "", list != NULL ? ", " : "",
           nbb_show_number(object, "neighbours"));
    if (order != NULL) {
        int64_t colours = nbb_show_number(object, "colours");
        printf("order      sublattices, %" PRId64 " colours: (%s) mod %" PRId64 "\n", colours, order, colours);
    } else {
        printf("order      synchronous\n");
    }
}

/* What holds on every domain of the axes that the program is bound to. */
static void show_everywhere(const json_t *object)
{
    const char *rule = nbb_show_text(object, "rule");
    bool is_by_planes = !json_is_null(json_object_get(object, "cell_bits"));
    show_cell(object);
    show_order(object);
    printf("draws      %" PRId64 " a cell and step%s\n", nbb_show_number(object, "requests"),
           is_by_planes ? ", by planes" : "");
    if (rule != NULL) {
        printf("rule       %s\n", rule);
    }
    if (json_is_false(json_object_get(object, "exact"))) {
        printf("rounding   differs between targets: results are compared with a tolerance\n");
    }
}

/* What a map takes; of lanes also how values lie in words. */
static void show_map(const json_t *object, const char *map, const json_t *bytes)
{
    const char *because = nbb_show_text(object, "values_because");
    const json_t *operations = json_object_get(object, "operations_per_cell");
    printf("  %-9s  ", map);
    if (json_is_null(bytes)) {
        printf("none: %s\n", nbb_show_text(json_object_get(object, "none"), map));
        return;
    }
    printf("%" PRId64 " bytes a state", (int64_t)json_integer_value(bytes));
    if (strcmp(map, "lanes") == 0 && operations != NULL) {
        printf(", %.3g operations a cell and step", json_real_value(operations));
    } else if (strcmp(map, "lanes") == 0) {
        printf(", values in words%s%s", because != NULL ? ": " : "", because != NULL ? because : "");
    }
    printf("\n");
}

static void show_sized(const json_t *object, const char *size)
{
    const char *map;
    json_t *bytes;
    printf("at %s = %" PRId64 "\n  cells      %" PRId64 "\n", size, nbb_show_number(object, size),
           nbb_show_number(object, "cells"));
    if (nbb_show_number(object, "requests") > 0) {
        printf("  random     at most %" PRId64 " words a step\n", nbb_show_number(object, "random_words"));
    }
    json_object_foreach(json_object_get(object, "bytes"), map, bytes)
    {
        show_map(object, map, bytes);
    }
}

void nbb_show_program(const json_t *object)
{
    const char *path = nbb_show_text(object, "path");
    printf("%s (%s) on %s\n", nbb_show_text(object, "program"), path != NULL ? path : "a rule",
           nbb_show_text(object, "fractal"));
    show_everywhere(object);
    if (json_object_get(object, "cells") != NULL) {
        show_sized(object, json_object_get(object, "r") != NULL ? "r" : "n");
    }
}

/* Whether words hold bits, what a step costs then, or what in the text decided that they hold values. */
static void show_values(const json_t *object)
{
    const char *because = nbb_show_text(object, "values_because");
    if (because != NULL) {
        printf("words      a value each: %s\n", because);
    } else {
        printf("words      bits of 32 cells each, about %" PRId64 " operations a word and step beside its draws\n",
               nbb_show_number(object, "operations_per_word"));
    }
}

void nbb_show_checked_program(const json_t *object)
{
    printf("%s: a valid program\n", nbb_show_text(object, "path"));
    show_everywhere(object);
    show_values(object);
    printf("%s", nbb_show_text(object, "text"));
}
