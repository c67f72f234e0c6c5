/* bench_table.c - tables for people, by a list of columns. */
#include "library/bench/bench_table.h"

#include "gen/base/commit.h"
#include "library/bench/bench_doubt.h"
#include "library/bench/bench_measure.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* What is marked: a row that is doubted, and one that was doubted until it was measured again. */
#define DOUBTED "!"
#define AGAIN "+"

/* A row of the table. */
typedef struct line {
    const nbb_bench_row *row;
    nbb_bench_derived derived;
    nbb_doubt doubt;
} line;

/* One line's cell of each column. */
typedef void print_cell(const line *at, nbb_text *cell);

static void print_fractal(const line *at, nbb_text *cell)
{
    nbb_text_add(cell, "%s", at->row->fractal);
}

static void print_size(const line *at, nbb_text *cell)
{
    nbb_text_add(cell, "%" PRId64, nbb_bench_size(at->row));
}

static void print_work(const line *at, nbb_text *cell)
{
    nbb_text_add(cell, "%s", at->row->workload);
}

static void print_map(const line *at, nbb_text *cell)
{
    nbb_text_add(cell, "%s%s%s", at->row->map, *at->row->choice != '\0' ? " " : "", at->row->choice);
}

static void print_tile(const line *at, nbb_text *cell)
{
    if (at->row->tile_x > 0) {
        nbb_text_add(cell, "%" PRId64 " x %" PRId64, at->row->tile_x, at->row->tile_y);
    }
    if (at->row->tile_z > 0) {
        nbb_text_add(cell, " x %" PRId64, at->row->tile_z);
    }
}

static void print_time(const line *at, nbb_text *cell)
{
    nbb_text_add(cell, "%.4g", at->row->ms_median);
}

static void print_spread(const line *at, nbb_text *cell)
{
    const char *mark = at->doubt != NBB_DOUBT_NONE ? " " DOUBTED : at->row->again > 0 ? " " AGAIN : "";
    nbb_text_add(cell, "%.1f%%%s", 100 * fmax(at->row->ms_spread, at->row->ms_drift) / at->row->ms_median, mark);
}

static void print_alive(const line *at, nbb_text *cell)
{
    if (*at->row->rule != '\0' || *at->row->program != '\0') {
        nbb_text_add(cell, "%.3g%%", 100 * at->row->alive);
    }
}

static void print_rule(const line *at, nbb_text *cell)
{
    nbb_text_add(cell, "%s", *at->row->program != '\0' ? at->row->program : at->row->rule);
}

static void print_cells(const line *at, nbb_text *cell)
{
    nbb_text_add(cell, "%.3g", at->derived.cells_per_second);
}

static void print_share(const line *at, nbb_text *cell)
{
    if (at->derived.share > 0) {
        nbb_text_add(cell, at->derived.share < 0.1 ? "%.2g%% %s" : "%.0f%% %s", 100 * at->derived.share,
                     at->derived.limit_by);
    }
}

static void print_speedup(const line *at, nbb_text *cell)
{
    if (at->derived.speedup > 0) {
        nbb_text_add(cell, "%.3g", at->derived.speedup);
    }
}

static void print_memory(const line *at, nbb_text *cell)
{
    nbb_text_amount(cell, (uint64_t)at->row->memory_bytes);
}

static void print_reduction(const line *at, nbb_text *cell)
{
    if (at->derived.memory_reduction > 0) {
        nbb_text_add(cell, "%.3g", at->derived.memory_reduction);
    }
}

static void add_share(double share, nbb_text *cell)
{
    if (share > 0) {
        nbb_text_add(cell, "%.1f%%", 100 * share);
    }
}

static void print_strong(const line *at, nbb_text *cell)
{
    add_share(at->derived.strong, cell);
}

static void print_weak(const line *at, nbb_text *cell)
{
    add_share(at->derived.weak, cell);
}

static const struct {
    const char *title;
    bool left; /* words stand left, numbers right */
    print_cell *print;
} columns[] = {
    { "fractal", true, print_fractal }, { "r or n", false, print_size },        { "work", true, print_work },
    { "rule", true, print_rule },       { "alive", false, print_alive },        { "map", true, print_map },
    { "tile", false, print_tile },      { "ms a step", false, print_time },     { "spread", false, print_spread },
    { "cells/s", false, print_cells },  { "of limit", false, print_share },     { "x bb", false, print_speedup },
    { "memory", false, print_memory },  { "memory x", false, print_reduction }, { "strong", false, print_strong },
    { "weak", false, print_weak },
};
enum { COLUMNS = (int)(sizeof columns / sizeof columns[0]), OF_RANKS = 2 };

/* The columns that are shown: the last ones where there are rows of several ranks. */
static int count_columns(const nbb_bench *bench)
{
    size_t i = 0;
    while (i < bench->row_count && bench->rows[i].ranks <= 1) {
        ++i;
    }
    return COLUMNS - (i < bench->row_count ? 0 : OF_RANKS);
}

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
        line at = { row, nbb_bench_derive(bench, row), nbb_bench_doubt_of(bench, row, NULL) };
        columns[column].print(&at, &cell);
    }
    return cell;
}

static bool is_shown(const nbb_bench_row *row, const nbb_bench_device *device)
{
    return row->skipped == NULL && strcmp(row->device, device->name) == 0;
}

static void measure_columns(const nbb_bench *bench, const nbb_bench_device *device, int widths[COLUMNS])
{
    for (int column = 0; column < count_columns(bench); ++column) {
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
    int count = count_columns(bench);
    for (int column = 0; column < count; ++column) {
        nbb_text cell = cell_of(bench, row, column);
        bool is_last = column == count - 1;
        nbb_text_add(text, "%s%*s%s", column == 0 ? set->before : set->between,
                     columns[column].left ? -widths[column] : widths[column], nbb_text_string(&cell),
                     is_last ? set->behind : "");
        nbb_text_free(&cell);
    }
}

/* Markdown's line below the titles: "---:" makes a column of numbers. */
static void print_separator(const nbb_bench *bench, const int widths[COLUMNS], nbb_text *text)
{
    for (int column = 0; column < count_columns(bench); ++column) {
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
    nbb_text_add(text, "%s%s%s", device->name, *device->driver != '\0' ? ", driver " : "", device->driver);
    if (device->rates.copy > 0) {
        nbb_text_add(text, ": copy %.3g, write %.3g, read %.3g GB/s, logic %.3g T operations/s",
                     device->rates.copy * 1e-9, device->rates.write * 1e-9, device->rates.read * 1e-9,
                     device->rates.logic * 1e-12);
    }
    nbb_text_add(text, "\n\n");
}

static const char *plural(size_t count, const char *one, const char *several)
{
    return count == 1 ? one : several;
}

/* Where the figures come from; of rows that --resume kept, from which other commits. */
static void print_origin(const nbb_bench *bench, nbb_text *text)
{
    size_t others = 0;
    const char *commit = "", *own = bench->commit != NULL ? bench->commit : nbb_commit;
    for (size_t i = 0; i < bench->row_count; ++i) {
        const nbb_bench_row *row = &bench->rows[i];
        bool is_other = row->skipped == NULL && strcmp(row->commit, own) != 0;
        others += is_other;
        commit = is_other ? row->commit : commit;
    }
    nbb_text_add(text, "nbbgen " NBB_VERSION ", commit %s, %s\n\n    %s\n\n", own, bench->date, bench->command);
    if (others > 0) {
        nbb_text_add(text, "%zu row%s of the same kernels %s measured before, by other commits, the last %s\n\n",
                     others, plural(others, "", "s"), plural(others, "was", "were"), commit);
    }
}

/* Which row it is. */
static void print_identity(const nbb_bench_row *row, nbb_text *text)
{
    nbb_text_add(text, "%s ", row->fractal);
    nbb_bench_print_size(row, text);
    nbb_text_add(text, " %s %s%s%s: ", row->workload, row->map, *row->choice != '\0' ? " " : "", row->choice);
}

void nbb_bench_print_row(const nbb_bench_row *row, nbb_text *text)
{
    print_identity(row, text);
    if (row->skipped != NULL) {
        nbb_text_add(text, "%s\n", row->skipped);
    } else {
        nbb_text_add(text, "%.4g ms a step\n", row->ms_median);
    }
}

/* A row in one line of the remarks. */
static void print_remark(const nbb_bench_row *row, const style *set, nbb_text *text)
{
    nbb_text_add(text, "%s", set == &markdown ? "- " : "  ");
    print_identity(row, text);
}

static void print_skipped(const nbb_bench *bench, const style *set, nbb_text *text)
{
    size_t count = 0;
    for (size_t i = 0; i < bench->row_count; ++i) {
        const nbb_bench_row *row = &bench->rows[i];
        if (row->skipped != NULL) {
            nbb_text_add(text, "%s", count++ == 0 ? "skipped:\n\n" : "");
            print_remark(row, set, text);
            nbb_text_add(text, "%s\n", row->skipped);
        }
    }
    nbb_text_add(text, "%s", count > 0 ? "\n" : "");
}

static void print_doubt(const nbb_bench *bench, const nbb_bench_row *row, const style *set, nbb_text *text)
{
    print_remark(row, set, text);
    nbb_bench_doubt_print(bench, row, text);
    if (row->again > 0) {
        nbb_text_add(text, ", measured %" PRId64 " times", row->again + 1);
    }
    nbb_text_add(text, "\n");
}

/* The doubted rows with the reasons, those of too few samples, and those that stood the test when measured again. */
static void print_doubts(const nbb_bench *bench, const style *set, nbb_text *text)
{
    size_t doubted = 0, few = 0, again = 0;
    for (size_t i = 0; i < bench->row_count; ++i) {
        nbb_doubt doubt = nbb_bench_doubt_of(bench, &bench->rows[i], NULL);
        few += doubt == NBB_DOUBT_FEW;
        again += doubt == NBB_DOUBT_NONE && bench->rows[i].skipped == NULL && bench->rows[i].again > 0;
        if (doubt != NBB_DOUBT_NONE && doubt != NBB_DOUBT_FEW) {
            nbb_text_add(text, "%s", doubted++ == 0 ? "warning: rows marked " DOUBTED " are doubtful:\n\n" : "");
            print_doubt(bench, &bench->rows[i], set, text);
        }
    }
    nbb_text_add(text, "%s", doubted > 0 && few + again > 0 ? "\n" : "");
    if (few > 0) {
        nbb_text_add(text, "warning: %zu row%s marked " DOUBTED " %s fewer than %d samples, which tell no spread\n",
                     few, plural(few, "", "s"), plural(few, "has", "have"), NBB_BENCH_ROUNDS_MIN);
    }
    if (again > 0) {
        nbb_text_add(text, "%zu row%s marked " AGAIN " %s doubtful until measured again; the fastest is shown\n",
                     again, plural(again, "", "s"), plural(again, "was", "were"));
    }
}

/* The constants that were measured, of a bench without rows. */
static void print_card(const nbb_bench_card *card, const style *set, nbb_text *text)
{
    for (int i = 0; i < NBB_CARD_ROWS; ++i) {
        const nbb_card_row *row = &nbb_card_rows[i];
        double usual = nbb_card_get(&nbb_card_default, row);
        if (card->constants[i] > 0) {
            nbb_text_add(text, "%s%-30s %.6g %s", set == &markdown ? "- " : "", row->name, card->constants[i],
                         row->unit);
            nbb_text_add(text, card->constants[i] != usual ? ", by default %.6g\n" : "\n", usual);
        }
    }
}

static nbb_status print_tables(const nbb_bench *bench, const style *set, nbb_text *text)
{
    print_origin(bench, text);
    for (size_t i = 0; i < bench->device_count; ++i) {
        int widths[COLUMNS];
        const nbb_bench_card *card = nbb_bench_card_of(bench, bench->devices[i].name);
        measure_columns(bench, &bench->devices[i], widths);
        print_device(&bench->devices[i], text);
        if (bench->row_count == 0 && card != NULL) {
            print_card(card, set, text);
            continue;
        }
        print_line(bench, NULL, widths, set, text);
        if (set == &markdown) {
            print_separator(bench, widths, text);
        }
        for (size_t j = 0; j < bench->row_count; ++j) {
            if (is_shown(&bench->rows[j], &bench->devices[i])) {
                print_line(bench, &bench->rows[j], widths, set, text);
            }
        }
        nbb_text_add(text, "\n");
    }
    print_skipped(bench, set, text);
    print_doubts(bench, set, text);
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
