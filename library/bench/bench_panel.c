/* bench_panel.c - draws a panel. */
#include "library/bench/bench_panel.h"

#include "library/bench/svg_axis.h"
#include "library/bench/svg_text.h"

#include <math.h>

/* Told apart by people with any colour vision [Okabe and Ito 2008]; further curves are dashed. */
static const char *const colours[] = { "#000000", "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9" };
static const char *const dashes[] = { "none", "6 3", "2 3" };
enum { COLOURS = (int)(sizeof colours / sizeof colours[0]), DASHES = (int)(sizeof dashes / sizeof dashes[0]) };

enum { LABELS_MAX = 64, LABEL_APART = 6, DOT = 4 };

static const char *const titles[NBB_PLOT_FIGURES] = { "time of a step, ms", "speed-up over bb, times",
                                                      "memory reduction against bb, times" };

typedef struct panel {
    const nbb_plot *plot;
    const nbb_plot_point *points;
    size_t count;
    nbb_plot_figure figure;
    nbb_axis x, y;
    nbb_svg_box labels[LABELS_MAX];                   /* of points that stand alone */
    int label_count;
} panel;

void nbb_panel_add_look(size_t curve, nbb_text *text)
{
    nbb_text_add(text, " stroke=\"%s\" stroke-dasharray=\"%s\"", colours[curve % COLOURS],
                 dashes[curve / COLOURS % DASHES]);
}

/* Whether the box is inside the frame and clear of all labels and dots. */
static bool is_free(const panel *at, const nbb_svg_box *box)
{
    bool is = box->left > at->x.from && box->right < at->x.to && box->top > at->y.to && box->bottom < at->y.from;
    for (int i = 0; i < at->label_count && is; ++i) {
        is = !nbb_svg_overlap(box, &at->labels[i]);
    }
    for (size_t i = 0; i < at->count && is; ++i) {
        double value = at->points[i].y[at->figure], x = nbb_axis_place(&at->x, at->points[i].x);
        double y = value > 0 ? nbb_axis_place(&at->y, value) : INFINITY;
        nbb_svg_box dot = { x - DOT, y - DOT, x + DOT, y + DOT };
        is = !nbb_svg_overlap(box, &dot);
    }
    return is;
}

/* The value beside its dot, to the right or left, as little above or below it as labels before it leave. */
static void draw_label(panel *at, double x, double y, double value, nbb_text *text)
{
    nbb_text number = NBB_TEXT_EMPTY;
    nbb_text_add(&number, "%.3g", value);
    double width = nbb_svg_width(nbb_text_string(&number), NBB_SVG_FONT);
    for (int try = 0; try < 2 * NBB_PANEL_HEIGHT / NBB_SVG_FONT && at->label_count < LABELS_MAX; ++try) {
        int lines = (try / 2 + 1) / 2 * (try / 2 % 2 == 0 ? 1 : -1);
        double line = lines * (NBB_SVG_FONT + 2);
        double left = try % 2 == 0 ? x + LABEL_APART : x - LABEL_APART - width;
        nbb_svg_box box = { left, y + line - NBB_SVG_FONT / 2.0, left + width, y + line + NBB_SVG_FONT / 2.0 };
        if (is_free(at, &box)) {
            at->labels[at->label_count++] = box;
            nbb_text_add(text, "<text class=\"value\" x=\"%.1f\" y=\"%.1f\">%s</text>\n", box.left, box.bottom - 1.5,
                         nbb_text_string(&number));
            break;
        }
    }
    nbb_text_free(&number);
}

/* A dot that tells its figures to a pointer held over it; hollow where the time is doubted. */
static void draw_dot(const panel *at, const nbb_plot_point *shown, double x, double y, bool is_alone, nbb_text *text)
{
    bool is_doubted = shown->is_doubted && at->figure != NBB_PLOT_MEMORY;
    nbb_text_add(text, "<circle%s cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\"><title>", is_doubted ? " class=\"doubt\"" : "",
                 x, y, is_alone ? DOT : 2.5);
    nbb_svg_add_words(at->plot->curves.items[shown->curve], text);
    nbb_text_add(text, ", %s = %.0f: %.4g</title></circle>\n", shown->of_rho ? "rho" : "n", shown->x,
                 shown->y[at->figure]);
}

static size_t count_shown(const panel *at, const nbb_plot_point *points, size_t count)
{
    size_t shown = 0;
    for (size_t i = 0; i < count; ++i) {
        shown += points[i].y[at->figure] > 0;
    }
    return shown;
}

/* A line through a curve's points and a dot for each. */
static void draw_curve(panel *at, const nbb_plot_point *points, size_t count, nbb_text *text)
{
    nbb_text line = NBB_TEXT_EMPTY, dots = NBB_TEXT_EMPTY;
    size_t shown = count_shown(at, points, count);
    for (size_t i = 0; i < count; ++i) {
        double value = points[i].y[at->figure];
        if (value > 0) {
            double x = nbb_axis_place(&at->x, points[i].x), y = nbb_axis_place(&at->y, value);
            nbb_text_add(&line, "%s%.1f,%.1f", line.length > 0 ? " " : "", x, y);
            draw_dot(at, &points[i], x, y, shown == 1, &dots);
            if (shown == 1) {
                draw_label(at, x, y, value, &dots);
            }
        }
    }
    if (shown > 0) {
        nbb_text_add(text, "<g fill=\"%s\" color=\"%s\"><polyline", colours[points->curve % COLOURS],
                     colours[points->curve % COLOURS]);
        nbb_panel_add_look(points->curve, text);
        nbb_text_add(text, " points=\"%s\"/>\n%s</g>\n", nbb_text_string(&line), nbb_text_string(&dots));
    }
    nbb_text_free(&line);
    nbb_text_free(&dots);
}

static void scale_panel(panel *at, double left, double top)
{
    at->x = (nbb_axis){ INFINITY, -INFINITY, left, left + NBB_PANEL_WIDTH, false };
    at->y = (nbb_axis){ INFINITY, -INFINITY, top + NBB_PANEL_HEIGHT, top, false };
    for (size_t i = 0; i < at->count; ++i) {
        if (at->points[i].y[at->figure] > 0) {
            nbb_axis_widen(&at->x, at->points[i].x);
            nbb_axis_widen(&at->y, at->points[i].y[at->figure]);
        }
    }
    nbb_axis_pad(&at->x);
    nbb_axis_pad(&at->y);
}

void nbb_panel_draw(const nbb_plot *plot, size_t first, size_t count, nbb_plot_figure figure, double left, double top,
                    nbb_text *text)
{
    panel at = { .plot = plot, .points = &plot->points[first], .count = count, .figure = figure };
    double middle = left + NBB_PANEL_WIDTH / 2.0;
    scale_panel(&at, left, top);
    nbb_axis_draw(&at.x, &at.y, text);
    nbb_text_add(text, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%d\" height=\"%d\"/>\n", left, top, NBB_PANEL_WIDTH,
                 NBB_PANEL_HEIGHT);
    nbb_text_add(text, "<text class=\"x\" x=\"%.1f\" y=\"%.1f\">%s</text>\n", middle, top + NBB_PANEL_HEIGHT + 34,
                 at.points->of_rho ? "rho, cells a side of a tile" : "n, cells a side");
    nbb_text_add(text, "<text class=\"x\" x=\"%.1f\" y=\"%.1f\">%s</text>\n", middle, top - 6, titles[figure]);
    for (size_t i = 0, alike = 0; i < count; i += alike) {
        alike = nbb_plot_alike(plot, first + i, true);
        draw_curve(&at, &at.points[i], alike, text);
    }
}
