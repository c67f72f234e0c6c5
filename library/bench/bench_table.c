/* bench_table.c - tables for people, by a list of columns. */
#include "library/bench/bench_table.h"

#include "gen/base/commit.h"

/* What is marked: a row that is doubted, and one that was doubted until it was measured again. */
#define DOUBTED "!"
#define AGAIN "+"

/* X(column, its title, whether it stands left as words do: numbers stand right). */
#define COLUMN_LIST(X)                                                                                          \
    X(FRACTAL, "fractal", true)                                                                                 \
    X(SIZE, "r or n", false)                                                                                    \
    X(WORK, "work", true)                                                                                       \
    X(RULE, "rule", true)                                                                                       \
    X(ALIVE, "alive", false)                                                                                    \
    X(MAP, "map", true)                                                                                         \
    X(TILE, "tile", false)                                                                                      \
    X(TIME, "ms a step", false)                                                                                 \
    X(SPREAD, "spread", false)                                                                                  \
    X(CELLS, "cells/s", false)                                                                                  \
    X(SHARE, "of limit", false)                                                                                 \
    X(SPEEDUP, "x bb", false)                                                                                   \
    X(MEMORY, "memory", false)                                                                                  \
    X(REDUCTION, "memory x", false)                                                                             \
    X(STRONG, "strong", false)                                                                                  \
    X(WEAK, "weak", false)
#define NUMBER(column, title, left) column,
#define COLUMN(column, title, left) { title, left },
enum { COLUMN_LIST(NUMBER) COLUMNS, OF_RANKS = 2 };
static const struct {
    const char *title;
    bool left;
} columns[COLUMNS] = { COLUMN_LIST(COLUMN) };

/* A figure where there is one. */
static void add_figure(nbb_text *cell, double value)
{
    if (value > 0) {
        nbb_text_add(cell, "%.3g", value);
    }
}

static void add_percent(nbb_text *cell, double share)
{
    if (share > 0) {
        nbb_text_add(cell, "%.1f%%", 100 * share);
    }
}

static void add_tile(nbb_text *cell, const nbb_bench_row *row)
{
    if (row->tile_x > 0) {
        nbb_text_add(cell, "%" PRId64 " x %" PRId64, row->tile_x, row->tile_y);
    }
    if (row->tile_z > 0) {
        nbb_text_add(cell, " x %" PRId64, row->tile_z);
    }
}

/* The cells of a row, of which there are none so far. */
static void fill(const nbb_bench *bench, const nbb_bench_row *row, nbb_text cells[COLUMNS])
{
    nbb_bench_derived derived = nbb_bench_derive(bench, row);
    bool evolves = *row->rule != '\0' || *row->program != '\0';
    bool is_doubted = nbb_bench_doubt_of(bench, row, NULL) != NBB_DOUBT_NONE;
    nbb_text_add(&cells[FRACTAL], "%s", row->fractal);
    nbb_text_add(&cells[SIZE], "%" PRId64, nbb_bench_size(row));
    nbb_text_add(&cells[WORK], "%s", row->workload);
    nbb_text_add(&cells[RULE], "%s", *row->program != '\0' ? row->program : row->rule);
    nbb_text_add(&cells[MAP], "%s%s%s", row->map, *row->choice != '\0' ? " " : "", row->choice);
    nbb_text_add(&cells[TIME], "%.4g", row->ms_median);
    nbb_text_add(&cells[SPREAD], "%.1f%%%s", 100 * fmax(row->ms_spread, row->ms_drift) / row->ms_median,
                 is_doubted       ? " " DOUBTED
                 : row->again > 0 ? " " AGAIN
                                  : "");
    nbb_text_add(&cells[CELLS], "%.3g", derived.cells_per_second);
    nbb_text_amount(&cells[MEMORY], (uint64_t)row->memory_bytes);
    if (evolves) {
        nbb_text_add(&cells[ALIVE], "%.3g%%", 100 * row->alive);
    }
    if (derived.share > 0) {
        nbb_text_add(&cells[SHARE], derived.share < 0.1 ? "%.2g%% %s" : "%.0f%% %s", 100 * derived.share,
                     derived.limit_by);
    }
    add_tile(&cells[TILE], row);
    add_figure(&cells[SPEEDUP], derived.speedup);
    add_figure(&cells[REDUCTION], derived.memory_reduction);
    add_percent(&cells[STRONG], derived.strong);
    add_percent(&cells[WEAK], derived.weak);
}

/* How the cells of a line are set off. */
typedef struct style {
    const char *before, *between, *behind;
} style;
static const style plain = { "", "  ", "\n" }, markdown = { "| ", " | ", " |\n" };

/* A device's rows as they are shown. */
typedef struct table {
    const nbb_bench *bench;
    const nbb_bench_device *device;
    const style *set;
    int count;                                        /* of columns: the last ones where rows are of several ranks */
    int widths[COLUMNS];
} table;

static bool is_shown(const table *at, const nbb_bench_row *row)
{
    return row->skipped == NULL && strcmp(row->device, at->device->name) == 0;
}

static table measure_table(const nbb_bench *bench, const nbb_bench_device *device, const style *set)
{
    table at = { .bench = bench, .device = device, .set = set, .count = COLUMNS - OF_RANKS };
    for (int i = 0; i < COLUMNS; ++i) {
        at.widths[i] = (int)strlen(columns[i].title);
    }
    for (size_t i = 0; i < bench->row_count; ++i) {
        nbb_text cells[COLUMNS] = { NBB_TEXT_EMPTY };
        at.count = bench->rows[i].ranks > 1 ? COLUMNS : at.count;
        if (is_shown(&at, &bench->rows[i])) {
            fill(bench, &bench->rows[i], cells);
        }
        for (int j = 0; j < COLUMNS; ++j) {
            at.widths[j] = (int)cells[j].length > at.widths[j] ? (int)cells[j].length : at.widths[j];
            nbb_text_free(&cells[j]);
        }
    }
    return at;
}

/* A line of words, a cell each. */
static void print_line(const table *at, const nbb_text cells[COLUMNS], nbb_text *text)
{
    for (int i = 0; i < at->count; ++i) {
        const char *words = cells != NULL ? nbb_text_string(&cells[i]) : columns[i].title;
        nbb_text_add(text, "%s%*s", i == 0 ? at->set->before : at->set->between,
                     columns[i].left ? -at->widths[i] : at->widths[i], words);
    }
    nbb_text_add(text, "%s", at->set->behind);
}

static void print_row(const table *at, const nbb_bench_row *row, nbb_text *text)
{
    nbb_text cells[COLUMNS] = { NBB_TEXT_EMPTY };
    fill(at->bench, row, cells);
    print_line(at, cells, text);
    for (int i = 0; i < COLUMNS; ++i) {
        nbb_text_free(&cells[i]);
    }
}

/* Markdown's line below the titles: "---:" makes a column of numbers. */
static void print_separator(const table *at, nbb_text *text)
{
    for (int column = 0; column < at->count; ++column) {
        nbb_text_add(text, "%s", column == 0 ? markdown.before : markdown.between);
        for (int i = 0; i < at->widths[column] - 1; ++i) {
            nbb_text_add(text, "-");
        }
        nbb_text_add(text, columns[column].left ? "-" : ":");
    }
    nbb_text_add(text, "%s", markdown.behind);
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
            print_remark(&bench->rows[i], set, text);
            nbb_bench_doubt_print(bench, &bench->rows[i], text);
            if (bench->rows[i].again > 0) {
                nbb_text_add(text, ", measured %" PRId64 " times", bench->rows[i].again + 1);
            }
            nbb_text_add(text, "\n");
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
        table at = measure_table(bench, &bench->devices[i], set);
        const nbb_bench_card *card = nbb_bench_card_of(bench, bench->devices[i].name);
        nbb_text_add(text, "%s%s%s", bench->devices[i].name, *bench->devices[i].driver != '\0' ? ", driver " : "",
                     bench->devices[i].driver);
        if (bench->devices[i].rates.copy > 0) {
            nbb_text_add(text, ": copy %.3g, write %.3g, read %.3g GB/s, logic %.3g T operations/s",
                         bench->devices[i].rates.copy * 1e-9, bench->devices[i].rates.write * 1e-9,
                         bench->devices[i].rates.read * 1e-9, bench->devices[i].rates.logic * 1e-12);
        }
        nbb_text_add(text, "\n\n");
        if (bench->row_count == 0 && card != NULL) {
            print_card(card, set, text);
            continue;
        }
        print_line(&at, NULL, text);
        if (set == &markdown) {
            print_separator(&at, text);
        }
        for (size_t j = 0; j < bench->row_count; ++j) {
            if (is_shown(&at, &bench->rows[j])) {
                print_row(&at, &bench->rows[j], text);
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
