/* bench_plot.c - draws a bench as SVG.

       title of the strip: fractal, workload, device
     +-----------------+   +-----------------+
     | ms a step       |   | speed-up        |   -o- map choice
     |                 |   |                 |   -o- map choice
     +-----------------+   +-----------------+
              n                     n                               and so on, strip below strip */
#include "bench_plot.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    PANEL_WIDTH = 340, PANEL_HEIGHT = 230, LEFT = 62, TOP = 46, GAP = 76, BELOW = 58,
    LEGEND = LEFT + 2 * PANEL_WIDTH + GAP + 20,       /* where the curves' names begin */
    WIDTH = LEGEND + 250, STRIP_HEIGHT = TOP + PANEL_HEIGHT + BELOW
};

/* Told apart by people with any colour vision [Okabe and Ito 2008]; further curves are dashed. */
static const char *const colours[] = { "#000000", "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9" };
static const char *const dashes[] = { "none", "6 3", "2 3" };
enum { COLOURS = (int)(sizeof colours / sizeof colours[0]), DASHES = (int)(sizeof dashes / sizeof dashes[0]) };

/* What a panel shows of a row; 0: nothing. */
typedef double figure(const nbb_bench *bench, const nbb_bench_row *row);

static double time_of(const nbb_bench *bench, const nbb_bench_row *row)
{
    (void)bench;
    return row->skipped == NULL ? row->ms_median : 0;
}

static double speedup_of(const nbb_bench *bench, const nbb_bench_row *row)
{
    return nbb_bench_derive(bench, row).speedup;
}

static double n_of(const nbb_bench_row *row)
{
    return (double)(row->n_x > row->n_y ? row->n_x : row->n_y);
}

/* Rows of one strip: device, fractal, workload and rule. */
static bool same_strip(const nbb_bench_row *a, const nbb_bench_row *b)
{
    return strcmp(a->device, b->device) == 0 && strcmp(a->fractal, b->fractal) == 0
           && strcmp(a->workload, b->workload) == 0 && strcmp(a->rule, b->rule) == 0;
}

static bool same_curve(const nbb_bench_row *a, const nbb_bench_row *b)
{
    return strcmp(a->map, b->map) == 0 && strcmp(a->choice, b->choice) == 0;
}

/* Whether row number `i` is the first with figures of its kind among those before it. */
static bool is_first(const nbb_bench *bench, size_t i, bool (*same)(const nbb_bench_row *, const nbb_bench_row *))
{
    for (size_t j = 0; j < i; ++j) {
        if (bench->rows[j].skipped == NULL && same(&bench->rows[j], &bench->rows[i])) {
            return false;
        }
    }
    return bench->rows[i].skipped == NULL;
}

/* The number of a row's curve: the same choice looks the same in every strip. */
static int curve_number(const nbb_bench *bench, const nbb_bench_row *row)
{
    int number = 0;
    for (size_t i = 0; i < bench->row_count && !same_curve(&bench->rows[i], row); ++i) {
        number += is_first(bench, i, same_curve);
    }
    return number;
}

/* --- axes --- */

/* Values from 10^low to 10^high, drawn between two pixels. */
typedef struct axis {
    double low, high, from, to;
} axis;

static double place(const axis *scale, double value)
{
    return scale->from + (log10(value) - scale->low) / (scale->high - scale->low) * (scale->to - scale->from);
}

static void widen(axis *scale, double value)
{
    scale->low = fmin(scale->low, log10(value));
    scale->high = fmax(scale->high, log10(value));
}

/* Leaves room about the outermost values; a single one gets a decade. */
static void pad(axis *scale)
{
    double room = scale->high > scale->low ? 0.06 * (scale->high - scale->low) : 0.5;
    scale->low -= room;
    scale->high += room;
}

/* A tick's next value: 1, 10, 100, ... or, over less than two decades, 1, 2, 5, 10, ... */
static double next_tick(const axis *scale, double tick)
{
    if (scale->high - scale->low >= 2) {
        return tick * 10;
    }
    double first = tick / pow(10, floor(log10(tick) + 1e-9));
    return tick * (first > 1.5 && first < 3 ? 2.5 : 2);
}

static void draw_ticks(const axis *x, const axis *y, nbb_text *text)
{
    for (double tick = pow(10, floor(x->low)); log10(tick) < x->high; tick = next_tick(x, tick)) {
        if (log10(tick) >= x->low) {
            double at = place(x, tick);
            nbb_text_add(text, "<path class=\"grid\" d=\"M%.1f %.1fV%.1f\"/>", at, y->from, y->to);
            nbb_text_add(text, "<text class=\"x\" x=\"%.1f\" y=\"%.1f\">%g</text>\n", at, y->from + 16, tick);
        }
    }
    for (double tick = pow(10, floor(y->low)); log10(tick) < y->high; tick = next_tick(y, tick)) {
        if (log10(tick) >= y->low) {
            double at = place(y, tick);
            nbb_text_add(text, "<path class=\"grid\" d=\"M%.1f %.1fH%.1f\"/>", x->from, at, x->to);
            nbb_text_add(text, "<text class=\"y\" x=\"%.1f\" y=\"%.1f\">%g</text>\n", x->from - 6, at + 4, tick);
        }
    }
}

/* --- curves --- */

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

static void add_name(const nbb_bench_row *row, nbb_text *text)
{
    add_escaped(row->map, text);
    nbb_text_add(text, "%s", *row->choice != '\0' ? " " : "");
    add_escaped(row->choice, text);
}

static void add_look(int number, nbb_text *text)
{
    nbb_text_add(text, " stroke=\"%s\" stroke-dasharray=\"%s\"", colours[number % COLOURS],
                 dashes[number / COLOURS % DASHES]);
}

/* What a panel draws. */
typedef struct panel {
    const nbb_bench *bench;
    const nbb_bench_row *strip;                       /* any row of the strip */
    const char *title;
    figure *show;
    axis x, y;
} panel;

static bool is_shown(const panel *at, const nbb_bench_row *row)
{
    return row->skipped == NULL && same_strip(row, at->strip) && at->show(at->bench, row) > 0;
}

/* The row of the curve with the smallest n past `n`, or NULL. */
static const nbb_bench_row *next_point(const panel *at, const nbb_bench_row *curve, double n)
{
    const nbb_bench_row *next = NULL;
    for (size_t i = 0; i < at->bench->row_count; ++i) {
        const nbb_bench_row *row = &at->bench->rows[i];
        bool is_past = is_shown(at, row) && same_curve(row, curve) && n_of(row) > n;
        if (is_past && (next == NULL || n_of(row) < n_of(next))) {
            next = row;
        }
    }
    return next;
}

/* A line through the curve's points, and a dot for each that tells its figures to a pointer held over it. */
static void draw_curve(const panel *at, const nbb_bench_row *curve, nbb_text *text)
{
    nbb_text line = NBB_TEXT_EMPTY, dots = NBB_TEXT_EMPTY;
    const nbb_bench_row *row;
    for (double n = 0; (row = next_point(at, curve, n)) != NULL; n = n_of(row)) {
        double value = at->show(at->bench, row), x = place(&at->x, n_of(row)), y = place(&at->y, value);
        nbb_text_add(&line, "%s%.1f,%.1f", line.length > 0 ? " " : "", x, y);
        nbb_text_add(&dots, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"2.5\"><title>", x, y);
        add_name(row, &dots);
        nbb_text_add(&dots, ", r = %" PRId64 ": %.4g</title></circle>\n", row->r, value);
    }
    if (line.length > 0) {
        int number = curve_number(at->bench, curve);
        nbb_text_add(text, "<g fill=\"%s\"><polyline", colours[number % COLOURS]);
        add_look(number, text);
        nbb_text_add(text, " points=\"%s\"/>\n%s</g>\n", nbb_text_string(&line), nbb_text_string(&dots));
    }
    nbb_text_free(&line);
    nbb_text_free(&dots);
}

/* Sets the axes by the values; false when there is nothing to show. */
static bool scale_panel(panel *at)
{
    bool any = false;
    at->x.low = at->y.low = INFINITY;
    at->x.high = at->y.high = -INFINITY;
    for (size_t i = 0; i < at->bench->row_count; ++i) {
        const nbb_bench_row *row = &at->bench->rows[i];
        if (is_shown(at, row)) {
            widen(&at->x, n_of(row));
            widen(&at->y, at->show(at->bench, row));
            any = true;
        }
    }
    pad(&at->x);
    pad(&at->y);
    return any;
}

static void draw_panel(panel *at, double left, double top, nbb_text *text)
{
    at->x.from = left;
    at->x.to = left + PANEL_WIDTH;
    at->y.from = top + PANEL_HEIGHT;
    at->y.to = top;
    bool any = scale_panel(at);
    if (any) {
        draw_ticks(&at->x, &at->y, text);
    }
    nbb_text_add(text, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%d\" height=\"%d\"/>\n", left, top, PANEL_WIDTH,
                 PANEL_HEIGHT);
    nbb_text_add(text, "<text class=\"x\" x=\"%.1f\" y=\"%.1f\">n</text>\n", left + PANEL_WIDTH / 2.0,
                 top + PANEL_HEIGHT + 34);
    nbb_text_add(text, "<text class=\"x\" x=\"%.1f\" y=\"%.1f\">%s</text>\n", left + PANEL_WIDTH / 2.0, top - 6,
                 any ? at->title : "no bb to compare with");
    for (size_t i = 0; i < at->bench->row_count; ++i) {
        if (is_first(at->bench, i, same_curve)) {
            draw_curve(at, &at->bench->rows[i], text);
        }
    }
}

/* --- the whole --- */

/* The names of the strip's curves. */
static void draw_legend(const panel *at, double top, nbb_text *text)
{
    int line = 0;
    for (size_t i = 0; i < at->bench->row_count; ++i) {
        const nbb_bench_row *curve = &at->bench->rows[i];
        if (!is_first(at->bench, i, same_curve) || next_point(at, curve, 0) == NULL) {
            continue;
        }
        double y = top + 8 + 16 * line++;
        nbb_text_add(text, "<path d=\"M%d %.1fh24\"", LEGEND, y);
        add_look(curve_number(at->bench, curve), text);
        nbb_text_add(text, "/><text x=\"%d\" y=\"%.1f\">", LEGEND + 30, y + 4);
        add_name(curve, text);
        nbb_text_add(text, "</text>\n");
    }
}

static void draw_strip(const nbb_bench *bench, const nbb_bench_row *strip, int number, nbb_text *text)
{
    double top = (double)number * STRIP_HEIGHT + TOP;
    panel times = { .bench = bench, .strip = strip, .title = "ms a step", .show = time_of };
    panel speedups = { .bench = bench, .strip = strip, .title = "speed-up over bb", .show = speedup_of };
    nbb_text_add(text, "<text class=\"title\" x=\"%d\" y=\"%.1f\">", LEFT, top - 28);
    add_escaped(strip->fractal, text);
    nbb_text_add(text, ", %s%s%s, ", strip->workload, *strip->rule != '\0' ? " " : "", strip->rule);
    add_escaped(strip->device, text);
    nbb_text_add(text, "</text>\n");
    draw_panel(&times, LEFT, top, text);
    draw_panel(&speedups, LEFT + PANEL_WIDTH + GAP, top, text);
    draw_legend(&times, top, text);
}

nbb_status nbb_bench_print_svg(const nbb_bench *bench, nbb_text *text)
{
    nbb_text strips = NBB_TEXT_EMPTY;
    int count = 0;
    for (size_t i = 0; i < bench->row_count; ++i) {
        if (is_first(bench, i, same_strip)) {
            draw_strip(bench, &bench->rows[i], count++, &strips);
        }
    }
    nbb_text_add(text, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\""
                 " font-family=\"sans-serif\" font-size=\"11\">\n<style>rect,polyline,path{fill:none} rect{stroke:#000}"
                 " .grid{stroke:#ddd}"
                 " .x{text-anchor:middle} .y{text-anchor:end} .title{font-size:13px} polyline,path{stroke-width:1.5}"
                 " .grid{stroke-width:.7}</style>\n<path style=\"fill:#fff\" d=\"M0 0h%dv%dH0z\"/>\n%s</svg>\n",
                 WIDTH, count * STRIP_HEIGHT, WIDTH, count * STRIP_HEIGHT, nbb_text_string(&strips));
    nbb_text_free(&strips);
    return nbb_text_status(text, "a plot");
}
