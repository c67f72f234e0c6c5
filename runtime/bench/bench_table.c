/* bench_table.c - tables for people, by a list of columns. */
#include "runtime/bench/bench_table.h"

#include <inttypes.h>
#include <string.h>

/* One row's cell of each column. */
typedef void print_cell(const nbb_bench_row *row, const nbb_bench_derived *derived, nbb_text *cell);

static void print_fractal(const nbb_bench_row *row, const nbb_bench_derived *derived, nbb_text *cell)
{
    (void)derived;
    nbb_text_add(cell, "%s", row->fractal);
}

static void print_size(const nbb_bench_row *row, const nbb_bench_derived *derived, nbb_text *cell)
{
    (void)derived;
    nbb_text_add(cell, "%" PRId64, nbb_bench_size(row));
}

static void print_work(const nbb_bench_row *row, const nbb_bench_derived *derived, nbb_text *cell)
{
    (void)derived;
    nbb_text_add(cell, "%s", row->workload);
}

static void print_map(const nbb_bench_row *row, const nbb_bench_derived *derived, nbb_text *cell)
{
    (void)derived;
    nbb_text_add(cell, "%s%s%s", row->map, *row->choice != '\0' ? " " : "", row->choice);
}

static void print_tile(const nbb_bench_row *row, const nbb_bench_derived *derived, nbb_text *cell)
{
    (void)derived;
    if (row->tile_x > 0) {
        nbb_text_add(cell, "%" PRId64 " x %" PRId64, row->tile_x, row->tile_y);
    }
    if (row->tile_z > 0) {
        nbb_text_add(cell, " x %" PRId64, row->tile_z);
    }
}

static void print_time(const nbb_bench_row *row, const nbb_bench_derived *derived, nbb_text *cell)
{
    (void)derived;
    nbb_text_add(cell, "%.4g", row->ms_median);
}

static void print_spread(const nbb_bench_row *row, const nbb_bench_derived *derived, nbb_text *cell)
{
    nbb_text_add(cell, "%.1f%%%s", 100 * row->ms_spread / row->ms_median, derived->noisy ? " !" : "");
}

static void print_cells(const nbb_bench_row *row, const nbb_bench_derived *derived, nbb_text *cell)
{
    (void)row;
    nbb_text_add(cell, "%.3g", derived->cells_per_second);
}

static void print_share(const nbb_bench_row *row, const nbb_bench_derived *derived, nbb_text *cell)
{
    (void)row;
    if (derived->share > 0) {
        nbb_text_add(cell, derived->share < 0.1 ? "%.2g%%" : "%.0f%%", 100 * derived->share);
    }
}

static void print_speedup(const nbb_bench_row *row, const nbb_bench_derived *derived, nbb_text *cell)
{
    (void)row;
    if (derived->speedup > 0) {
        nbb_text_add(cell, "%.3g", derived->speedup);
    }
}

static void print_memory(const nbb_bench_row *row, const nbb_bench_derived *derived, nbb_text *cell)
{
    (void)derived;
    nbb_text_amount(cell, (uint64_t)row->memory_bytes);
}

static void print_reduction(const nbb_bench_row *row, const nbb_bench_derived *derived, nbb_text *cell)
{
    (void)row;
    if (derived->memory_reduction > 0) {
        nbb_text_add(cell, "%.3g", derived->memory_reduction);
    }
}

static const struct {
    const char *title;
    bool left;                                        /* words stand left, numbers right */
    print_cell *print;
} columns[] = {
    { "fractal", true, print_fractal }, { "r or n", false, print_size }, { "work", true, print_work },
    { "map", true, print_map }, { "tile", false, print_tile }, { "ms a step", false, print_time },
    { "spread", false, print_spread }, { "cells/s", false, print_cells }, { "of limit", false, print_share },
    { "x bb", false, print_speedup }, { "memory", false, print_memory }, { "memory x", false, print_reduction },
};
enum { COLUMNS = (int)(sizeof columns / sizeof columns[0]) };

/* How the cells of a line are set off. */
typedef struct style {
    const char *before, *between, *behind;
} style;
static const style plain = { "", "  ", "\n" }, markdown = { "| ", " | ", " |\n" };

/* The text of a cell; row == NULL is the line of titles. */
static nbb_text cell_of(const nbb_bench *bench, const nbb_bench_row *row, int column)
{
    nbb_text cell = NBB_TEXT_EMPTY;
    if (row == NULL) {
        nbb_text_add(&cell, "%s", columns[column].title);
    } else {
        nbb_bench_derived derived = nbb_bench_derive(bench, row);
        columns[column].print(row, &derived, &cell);
    }
    return cell;
}

static bool is_shown(const nbb_bench_row *row, const nbb_bench_device *device)
{
    return row->skipped == NULL && strcmp(row->device, device->name) == 0;
}

static void measure_columns(const nbb_bench *bench, const nbb_bench_device *device, int widths[COLUMNS])
{
    for (int column = 0; column < COLUMNS; ++column) {
        widths[column] = (int)strlen(columns[column].title) > 1 ? (int)strlen(columns[column].title) : 2;
        for (size_t i = 0; i < bench->row_count; ++i) {
            if (is_shown(&bench->rows[i], device)) {
                nbb_text cell = cell_of(bench, &bench->rows[i], column);
                widths[column] = (int)cell.length > widths[column] ? (int)cell.length : widths[column];
                nbb_text_free(&cell);
            }
        }
    }
}

static void print_line(const nbb_bench *bench, const nbb_bench_row *row, const int widths[COLUMNS], const style *set,
                       nbb_text *text)
{
    for (int column = 0; column < COLUMNS; ++column) {
        nbb_text cell = cell_of(bench, row, column);
        bool is_last = column == COLUMNS - 1;
        nbb_text_add(text, "%s%*s%s", column == 0 ? set->before : set->between,
                     columns[column].left ? -widths[column] : widths[column], nbb_text_string(&cell),
                     is_last ? set->behind : "");
        nbb_text_free(&cell);
    }
}

/* Markdown's line below the titles: "---:" makes a column of numbers. */
static void print_rule(const int widths[COLUMNS], nbb_text *text)
{
    for (int column = 0; column < COLUMNS; ++column) {
        nbb_text_add(text, "%s", column == 0 ? markdown.before : markdown.between);
        for (int i = 0; i < widths[column] - 1; ++i) {
            nbb_text_add(text, "-");
        }
        nbb_text_add(text, columns[column].left ? "-" : ":");
    }
    nbb_text_add(text, "%s", markdown.behind);
}

static void print_device(const nbb_bench_device *device, nbb_text *text)
{
    nbb_text_add(text, "%s", device->name);
    if (device->rates.copy > 0) {
        nbb_text_add(text, ": copy %.3g, write %.3g, read %.3g GB/s", device->rates.copy * 1e-9,
                     device->rates.write * 1e-9, device->rates.read * 1e-9);
    }
    nbb_text_add(text, "\n\n");
}

/* What was skipped, and the warning. */
static void print_remarks(const nbb_bench *bench, const style *set, nbb_text *text)
{
    size_t noisy = 0, skipped = 0;
    for (size_t i = 0; i < bench->row_count; ++i) {
        const nbb_bench_row *row = &bench->rows[i];
        noisy += nbb_bench_derive(bench, row).noisy;
        if (row->skipped != NULL) {
            nbb_text_add(text, "%s%s%s ", skipped++ == 0 ? "skipped:\n\n" : "", set == &markdown ? "- " : "  ",
                         row->fractal);
            nbb_bench_print_size(row, text);
            nbb_text_add(text, " %s %s%s%s: %s\n", row->workload, row->map, *row->choice != '\0' ? " " : "",
                         row->choice, row->skipped);
        }
    }
    if (noisy > 0) {
        nbb_text_add(text, "%swarning: %zu row%s marked ! %s noisy: half of the samples lie more than 5%% beside the"
                     " median\n", skipped > 0 ? "\n" : "", noisy, noisy == 1 ? "" : "s", noisy == 1 ? "is" : "are");
    }
}

static nbb_status print_tables(const nbb_bench *bench, const style *set, nbb_text *text)
{
    for (size_t i = 0; i < bench->device_count; ++i) {
        int widths[COLUMNS];
        measure_columns(bench, &bench->devices[i], widths);
        print_device(&bench->devices[i], text);
        print_line(bench, NULL, widths, set, text);
        if (set == &markdown) {
            print_rule(widths, text);
        }
        for (size_t j = 0; j < bench->row_count; ++j) {
            if (is_shown(&bench->rows[j], &bench->devices[i])) {
                print_line(bench, &bench->rows[j], widths, set, text);
            }
        }
        nbb_text_add(text, "\n");
    }
    print_remarks(bench, set, text);
    return nbb_text_status(text, "the table of a bench");
}

nbb_status nbb_bench_print_text(const nbb_bench *bench, nbb_text *text)
{
    return print_tables(bench, &plain, text);
}

nbb_status nbb_bench_print_markdown(const nbb_bench *bench, nbb_text *text)
{
    return print_tables(bench, &markdown, text);
}
