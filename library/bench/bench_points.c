/* bench_points.c - which row is drawn where. */
#include "library/bench/bench_points.h"

#include "library/bench/bench_doubt.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { RHO_SWEEP = 3 };                               /* tiles that make a sweep over rho */

/* The choice without its tile. */
static void print_tileless(const char *choice, nbb_text *text)
{
    const char *tile = strstr(choice, "--tile ");
    if (tile == NULL) {
        nbb_text_add(text, "%s", choice);
        return;
    }
    const char *behind = tile + strlen("--tile ");
    behind += strcspn(behind, " ");
    size_t before = tile == choice ? 0 : (size_t)(tile - choice) - 1;  /* without the blank between */
    nbb_text_put(text, choice, before);
    nbb_text_add(text, "%s", before == 0 && *behind == ' ' ? behind + 1 : behind);
}

/* What a row's curve is called: "lambda --tc=1". */
static void print_name(const nbb_bench_row *row, bool of_rho, nbb_text *name)
{
    nbb_text choice = NBB_TEXT_EMPTY;
    if (of_rho) {
        print_tileless(row->choice, &choice);
    } else {
        nbb_text_add(&choice, "%s", row->choice);
    }
    nbb_text_add(name, "%s%s%s", row->map, choice.length > 0 ? " " : "", nbb_text_string(&choice));
    nbb_text_free(&choice);
}

/* Whether two rows differ in their tiles at most. */
static bool same_but_tile(const nbb_bench_row *a, const nbb_bench_row *b)
{
    nbb_text left = NBB_TEXT_EMPTY, right = NBB_TEXT_EMPTY;
    print_name(a, true, &left);
    print_name(b, true, &right);
    bool same = strcmp(nbb_text_string(&left), nbb_text_string(&right)) == 0;
    nbb_text_free(&left);
    nbb_text_free(&right);
    return same;
}

static bool is_in_rho_sweep(const nbb_bench *bench, const nbb_bench_row *row)
{
    int tiles = 0;
    for (size_t i = 0; i < bench->row_count; ++i) {
        const nbb_bench_row *other = &bench->rows[i];
        tiles += other->skipped == NULL && nbb_bench_comparable(other, row) && same_but_tile(other, row);
    }
    return tiles >= RHO_SWEEP;
}

/* The text's place in the list, which it joins if need be. */
static nbb_status find_place(nbb_list *list, const nbb_text *text, size_t *place)
{
    for (*place = 0; *place < list->count; ++*place) {
        if (strcmp(list->items[*place], nbb_text_string(text)) == 0) {
            return NBB_OK;
        }
    }
    return nbb_list_add(list, nbb_text_string(text), text->length);
}

static double larger(int64_t a, int64_t b)
{
    return (double)(a > b ? a : b);
}

/* What a row's strip is called. */
static void print_title(const nbb_bench_row *row, bool of_rho, nbb_text *title)
{
    nbb_text_add(title, "%s", row->fractal);
    if (of_rho) {
        nbb_text_add(title, " ");
        nbb_bench_print_size(row, title);
    }
    nbb_text_add(title, ", %s%s%s, %s", row->workload, *row->rule != '\0' || *row->program != '\0' ? " " : "",
                 *row->program != '\0' ? row->program : row->rule, row->device);
}

static nbb_status add_point(nbb_plot *plot, const nbb_bench *bench, const nbb_bench_row *row, bool of_rho)
{
    nbb_text title = NBB_TEXT_EMPTY, name = NBB_TEXT_EMPTY;
    nbb_plot_point *points = realloc(plot->points, (plot->count + 1) * sizeof *points);
    if (points == NULL) {
        return nbb_fail_memory((plot->count + 1) * sizeof *points, "a plot");
    }
    plot->points = points;
    nbb_plot_point *made = &points[plot->count++];
    nbb_bench_derived derived = nbb_bench_derive(bench, row);
    *made = (nbb_plot_point){ .row = row,
                              .of_rho = of_rho,
                              .x = of_rho ? larger(row->tile_x, row->tile_y) : larger(row->n_x, row->n_y),
                              .is_doubted = nbb_bench_doubt_of(bench, row, NULL) != NBB_DOUBT_NONE,
                              .y = { row->ms_median, derived.speedup, derived.memory_reduction } };
    print_title(row, of_rho, &title);
    print_name(row, of_rho, &name);
    nbb_status status = find_place(&plot->strips, &title, &made->strip);
    if (status == NBB_OK) {
        status = find_place(&plot->curves, &name, &made->curve);
    }
    nbb_text_free(&title);
    nbb_text_free(&name);
    return status;
}

/* A row of a sweep over rho is drawn there; against n too when its tile is the plan's own. */
static nbb_status add_points(nbb_plot *plot, const nbb_bench *bench)
{
    for (size_t i = 0; i < bench->row_count; ++i) {
        const nbb_bench_row *row = &bench->rows[i];
        bool in_rho_sweep = row->skipped == NULL && row->tile_x > 0 && is_in_rho_sweep(bench, row);
        bool is_own_tile = strstr(row->choice, "--tile ") == NULL;
        if (row->skipped == NULL && (is_own_tile || !in_rho_sweep)) {
            NBB_TRY(add_point(plot, bench, row, false));
        }
        if (in_rho_sweep) {
            NBB_TRY(add_point(plot, bench, row, true));
        }
    }
    return NBB_OK;
}

/* In the order of drawing: strip by strip, curve by curve, from left to right. */
static int compare_points(const void *a, const void *b)
{
    const nbb_plot_point *left = a, *right = b;
    if (left->strip != right->strip) {
        return left->strip < right->strip ? -1 : 1;
    }
    if (left->curve != right->curve) {
        return left->curve < right->curve ? -1 : 1;
    }
    return (left->x > right->x) - (left->x < right->x);
}

nbb_status nbb_plot_gather(const nbb_bench *bench, nbb_plot *plot)
{
    *plot = (nbb_plot){ .count = 0 };
    NBB_TRY(add_points(plot, bench));
    if (plot->count > 0) {
        qsort(plot->points, plot->count, sizeof *plot->points, compare_points);
    }
    return NBB_OK;
}

void nbb_plot_free(nbb_plot *plot)
{
    nbb_list_free(&plot->strips);
    nbb_list_free(&plot->curves);
    free(plot->points);
    *plot = (nbb_plot){ .count = 0 };
}

size_t nbb_plot_alike(const nbb_plot *plot, size_t first, bool by_curve)
{
    size_t count = 1;
    const nbb_plot_point *a = &plot->points[first];
    for (; first + count < plot->count; ++count) {
        const nbb_plot_point *b = &plot->points[first + count];
        if (a->strip != b->strip || (by_curve && a->curve != b->curve)) {
            break;
        }
    }
    return count;
}

bool nbb_plot_is_swept(const nbb_plot *plot, size_t first, size_t count)
{
    size_t same = 1;
    while (same < count && plot->points[first + same].x == plot->points[first].x) {
        ++same;
    }
    return same < count;
}

/* bb is 1 time bb, and so is what is stored as bb stores it. */
bool nbb_plot_has(const nbb_plot *plot, size_t first, size_t count, nbb_plot_figure figure)
{
    bool any = figure == NBB_PLOT_TIME;
    for (size_t i = first; i < first + count && !any; ++i) {
        double value = plot->points[i].y[figure];
        bool is_bb = strcmp(plot->points[i].row->map, nbb_map_names.names[NBB_MAP_BB]) == 0;
        any = value > 0 && !is_bb && (figure != NBB_PLOT_MEMORY || fabs(value - 1) > 0.01);
    }
    return any;
}
