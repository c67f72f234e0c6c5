/* bench_plot.c - draws a bench as SVG.

       title of the strip: fractal, workload, device
     +-----------------+   +-----------------+
     | ms a step       |   | speed-up        |   -o- map choice
     |                 |   |                 |   -o- map choice
     +-----------------+   +-----------------+
           n or rho              n or rho                          and so on, strip below strip */
#include "runtime/bench/bench_plot.h"

#include "gen/base/list.h"
#include "runtime/bench/svg_axis.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    PANEL_WIDTH = 340, PANEL_HEIGHT = 230, LEFT = 62, TOP = 46, GAP = 76, BELOW = 58,
    LEGEND = LEFT + 2 * PANEL_WIDTH + GAP + 20,       /* where the curves' names begin */
    WIDTH = LEGEND + 250, STRIP_HEIGHT = TOP + PANEL_HEIGHT + BELOW,
    RHO_SWEEP = 3                                     /* tiles that make a sweep over rho */
};

/* Told apart by people with any colour vision [Okabe and Ito 2008]; further curves are dashed. */
static const char *const colours[] = { "#000000", "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9" };
static const char *const dashes[] = { "none", "6 3", "2 3" };
enum { COLOURS = (int)(sizeof colours / sizeof colours[0]), DASHES = (int)(sizeof dashes / sizeof dashes[0]) };

/* A row as it is drawn; in the plot's lists its strip has a title and its curve a name. */
typedef struct point {
    const nbb_bench_row *row;
    size_t strip, curve;
    bool of_rho;                                      /* x is rho, else n */
    double x, y[2];                                   /* of the panels: ms a step, speed-up or 0 */
} point;

typedef struct plot {
    nbb_list strips, curves;
    point *points;
    size_t count;
} plot;

/* --- from rows to points --- */

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

static nbb_status add_point(plot *whole, const nbb_bench *bench, const nbb_bench_row *row, bool of_rho)
{
    nbb_text title = NBB_TEXT_EMPTY, name = NBB_TEXT_EMPTY;
    point *points = realloc(whole->points, (whole->count + 1) * sizeof *points);
    if (points == NULL) {
        return nbb_fail_memory((whole->count + 1) * sizeof *points, "a plot");
    }
    whole->points = points;
    point *made = &points[whole->count++];
    double n = (double)(row->n_x > row->n_y ? row->n_x : row->n_y);
    double rho = (double)(row->tile_x > row->tile_y ? row->tile_x : row->tile_y);
    *made = (point){ .row = row, .of_rho = of_rho, .x = of_rho ? rho : n,
                     .y = { row->ms_median, nbb_bench_derive(bench, row).speedup } };
    nbb_text_add(&title, "%s", row->fractal);
    if (of_rho) {
        nbb_text_add(&title, " ");
        nbb_bench_print_size(row, &title);
    }
    nbb_text_add(&title, ", %s%s%s, %s", row->workload, *row->rule != '\0' ? " " : "", row->rule, row->device);
    print_name(row, of_rho, &name);
    nbb_status status = find_place(&whole->strips, &title, &made->strip);
    if (status == NBB_OK) {
        status = find_place(&whole->curves, &name, &made->curve);
    }
    nbb_text_free(&title);
    nbb_text_free(&name);
    return status;
}

/* A row of a sweep over rho is drawn there; against n too when its tile is the plan's own. */
static nbb_status add_points(plot *whole, const nbb_bench *bench)
{
    for (size_t i = 0; i < bench->row_count; ++i) {
        const nbb_bench_row *row = &bench->rows[i];
        bool in_rho_sweep = row->skipped == NULL && row->tile_x > 0 && is_in_rho_sweep(bench, row);
        bool is_own_tile = strstr(row->choice, "--tile ") == NULL;
        if (row->skipped == NULL && (is_own_tile || !in_rho_sweep)) {
            NBB_TRY(add_point(whole, bench, row, false));
        }
        if (in_rho_sweep) {
            NBB_TRY(add_point(whole, bench, row, true));
        }
    }
    return NBB_OK;
}

/* In the order of drawing: strip by strip, curve by curve, from left to right. */
static int compare_points(const void *a, const void *b)
{
    const point *left = a, *right = b;
    if (left->strip != right->strip) {
        return left->strip < right->strip ? -1 : 1;
    }
    if (left->curve != right->curve) {
        return left->curve < right->curve ? -1 : 1;
    }
    return (left->x > right->x) - (left->x < right->x);
}

/* --- drawing --- */

static void add_escaped(const char *words, nbb_text *text)
{
    for (; *words != '\0'; ++words) {
        switch (*words) {
        case '&':
            nbb_text_add(text, "&amp;");
            break;
        case '<':
            nbb_text_add(text, "&lt;");
            break;
        default:
            nbb_text_put(text, words, 1);
        }
    }
}

static void add_look(size_t curve, nbb_text *text)
{
    nbb_text_add(text, " stroke=\"%s\" stroke-dasharray=\"%s\"", colours[curve % COLOURS],
                 dashes[curve / COLOURS % DASHES]);
}

/* The points from `first` on that are of the same strip (or of the same strip and curve). */
static size_t count_alike(const plot *whole, size_t first, bool by_curve)
{
    size_t count = 1;
    const point *a = &whole->points[first];
    for (; first + count < whole->count; ++count) {
        const point *b = &whole->points[first + count];
        if (a->strip != b->strip || (by_curve && a->curve != b->curve)) {
            break;
        }
    }
    return count;
}

/* What a panel shows: one figure of the points of a strip. */
typedef struct panel {
    const plot *whole;
    const point *points;
    size_t count;
    int figure;                                       /* the index into y */
    nbb_axis x, y;
} panel;

/* A line through a curve's points, and a dot for each that tells its figures to a pointer held over it. */
static void draw_curve(const panel *at, const point *points, size_t count, nbb_text *text)
{
    nbb_text line = NBB_TEXT_EMPTY, dots = NBB_TEXT_EMPTY;
    for (const point *shown = points; shown < points + count; ++shown) {
        double value = shown->y[at->figure];
        if (!(value > 0)) {
            continue;
        }
        double x = nbb_axis_place(&at->x, shown->x), y = nbb_axis_place(&at->y, value);
        nbb_text_add(&line, "%s%.1f,%.1f", line.length > 0 ? " " : "", x, y);
        nbb_text_add(&dots, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"2.5\"><title>", x, y);
        add_escaped(at->whole->curves.items[shown->curve], &dots);
        nbb_text_add(&dots, ", %s = %g: %.4g</title></circle>\n", shown->of_rho ? "rho" : "n", shown->x, value);
    }
    if (line.length > 0) {
        nbb_text_add(text, "<g fill=\"%s\"><polyline", colours[points->curve % COLOURS]);
        add_look(points->curve, text);
        nbb_text_add(text, " points=\"%s\"/>\n%s</g>\n", nbb_text_string(&line), nbb_text_string(&dots));
    }
    nbb_text_free(&line);
    nbb_text_free(&dots);
}

/* Sets the axes by the values; false when there is nothing to show. */
static bool scale_panel(panel *at, double left, double top)
{
    bool any = false;
    at->x = (nbb_axis){ INFINITY, -INFINITY, left, left + PANEL_WIDTH };
    at->y = (nbb_axis){ INFINITY, -INFINITY, top + PANEL_HEIGHT, top };
    for (size_t i = 0; i < at->count; ++i) {
        if (at->points[i].y[at->figure] > 0) {
            nbb_axis_widen(&at->x, at->points[i].x);
            nbb_axis_widen(&at->y, at->points[i].y[at->figure]);
            any = true;
        }
    }
    nbb_axis_pad(&at->x);
    nbb_axis_pad(&at->y);
    return any;
}

static void draw_panel(panel *at, double left, double top, nbb_text *text)
{
    static const char *const titles[] = { "ms a step", "speed-up over bb" };
    double middle = left + PANEL_WIDTH / 2.0;
    bool any = scale_panel(at, left, top);
    if (any) {
        nbb_axis_draw(&at->x, &at->y, text);
    }
    nbb_text_add(text, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%d\" height=\"%d\"/>\n", left, top, PANEL_WIDTH,
                 PANEL_HEIGHT);
    nbb_text_add(text, "<text class=\"x\" x=\"%.1f\" y=\"%.1f\">%s</text>\n", middle, top + PANEL_HEIGHT + 34,
                 at->points->of_rho ? "rho" : "n");
    nbb_text_add(text, "<text class=\"x\" x=\"%.1f\" y=\"%.1f\">%s</text>\n", middle, top - 6,
                 any ? titles[at->figure] : "no bb to compare with");
    size_t first = (size_t)(at->points - at->whole->points), count = 0;
    for (size_t i = 0; i < at->count; i += count) {
        count = count_alike(at->whole, first + i, true);
        draw_curve(at, at->points + i, count, text);
    }
}

/* The names of a strip's curves. */
static void draw_legend(const plot *whole, size_t first, size_t strip_count, double top, nbb_text *text)
{
    double y = top + 8;
    for (size_t i = 0; i < strip_count; i += count_alike(whole, first + i, true), y += 16) {
        nbb_text_add(text, "<path d=\"M%d %.1fh24\"", LEGEND, y);
        add_look(whole->points[first + i].curve, text);
        nbb_text_add(text, "/><text x=\"%d\" y=\"%.1f\">", LEGEND + 30, y + 4);
        add_escaped(whole->curves.items[whole->points[first + i].curve], text);
        nbb_text_add(text, "</text>\n");
    }
}

static void draw_strip(const plot *whole, size_t first, size_t count, nbb_text *text)
{
    size_t number = whole->points[first].strip;
    double top = (double)number * STRIP_HEIGHT + TOP;
    nbb_text_add(text, "<text class=\"title\" x=\"%d\" y=\"%.1f\">", LEFT, top - 28);
    add_escaped(whole->strips.items[number], text);
    nbb_text_add(text, "</text>\n");
    for (int figure = 0; figure < 2; ++figure) {
        panel drawn = { .whole = whole, .points = &whole->points[first], .count = count, .figure = figure };
        draw_panel(&drawn, LEFT + figure * (PANEL_WIDTH + GAP), top, text);
    }
    draw_legend(whole, first, count, top, text);
}

nbb_status nbb_bench_print_svg(const nbb_bench *bench, nbb_text *text)
{
    plot whole = { .count = 0 };
    nbb_status status = add_points(&whole, bench);
    if (status == NBB_OK) {
        int height = (int)whole.strips.count * STRIP_HEIGHT;
        qsort(whole.points, whole.count, sizeof *whole.points, compare_points);
        nbb_text_add(text, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\""
                     " font-family=\"sans-serif\" font-size=\"11\">\n<style>rect,polyline,path{fill:none}"
                     " rect{stroke:#000} .grid{stroke:#ddd} .x{text-anchor:middle} .y{text-anchor:end}"
                     " .title{font-size:13px} polyline,path{stroke-width:1.5} .grid{stroke-width:.7}</style>\n"
                     "<path style=\"fill:#fff\" d=\"M0 0h%dv%dH0z\"/>\n", WIDTH, height, WIDTH, height);
        for (size_t first = 0, count = 0; first < whole.count; first += count) {
            count = count_alike(&whole, first, false);
            draw_strip(&whole, first, count, text);
        }
        nbb_text_add(text, "</svg>\n");
        status = nbb_text_status(text, "a plot");
    }
    nbb_list_free(&whole.strips);
    nbb_list_free(&whole.curves);
    free(whole.points);
    return status;
}
