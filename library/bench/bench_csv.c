/* bench_csv.c - the rows of a bench as comma-separated values. */
#include "library/bench/bench_table.h"

#include "library/bench/bench_doubt.h"

#include <inttypes.h>
#include <string.h>

/* A field, in quotes where it holds a comma, a quote or a line's end [RFC 4180]. */
static void add_field(const char *field, nbb_text *text)
{
    if (field[strcspn(field, ",\"\r\n")] == '\0') {
        nbb_text_add(text, "%s,", field);
        return;
    }
    nbb_text_add(text, "\"");
    for (; *field != '\0'; ++field) {
        nbb_text_add(text, "%s%c", *field == '"' ? "\"" : "", *field);
    }
    nbb_text_add(text, "\",");
}

/* A derived figure; empty where there is none. */
static void add_derived(double value, nbb_text *text)
{
    if (value > 0) {
        nbb_text_add(text, "%.9g", value);
    }
    nbb_text_add(text, ",");
}

#define ADD_NAME(name) nbb_text_add(text, #name ",");
#define ADD_TEXT(name) add_field(row->name != NULL ? row->name : "", text);
#define ADD_INTEGER(name) nbb_text_add(text, "%" PRId64 ",", row->name);
#define ADD_REAL(name) nbb_text_add(text, "%.9g,", row->name);
#define ADD_NOTHING(name) nbb_text_add(text, ",");

static void add_row(const nbb_bench *bench, const nbb_bench_row *row, nbb_text *text)
{
    NBB_BENCH_IDENTITY(ADD_TEXT, ADD_INTEGER, ADD_REAL)
    add_field(row->skipped != NULL ? row->skipped : "", text);
    if (row->skipped != NULL) {
        NBB_BENCH_FIGURES(ADD_NOTHING, ADD_NOTHING, ADD_NOTHING)
    } else {
        NBB_BENCH_FIGURES(ADD_TEXT, ADD_INTEGER, ADD_REAL)
    }
    nbb_bench_derived derived = nbb_bench_derive(bench, row);
    add_derived(derived.cells_per_second, text);
    add_derived(derived.share, text);
    add_field(derived.limit_by != NULL ? derived.limit_by : "", text);
    add_derived(derived.speedup, text);
    add_derived(derived.memory_reduction, text);
    add_derived(derived.strong, text);
    add_derived(derived.weak, text);
    add_field(nbb_bench_doubt_words[nbb_bench_doubt_of(bench, row, NULL)], text);
    add_field(bench->command, text);
    text->length--;                                   /* the last comma is the line's end */
    nbb_text_add(text, "\n");
}

nbb_status nbb_bench_print_csv(const nbb_bench *bench, nbb_text *text)
{
    NBB_BENCH_IDENTITY(ADD_NAME, ADD_NAME, ADD_NAME)
    nbb_text_add(text, "skipped,");
    NBB_BENCH_FIGURES(ADD_NAME, ADD_NAME, ADD_NAME)
    nbb_text_add(text, "cells_per_second,share,limit_by,speedup,memory_reduction,strong,weak,doubt,bench\n");
    for (size_t i = 0; i < bench->row_count; ++i) {
        add_row(bench, &bench->rows[i], text);
    }
    return nbb_text_status(text, "the rows of a bench");
}
