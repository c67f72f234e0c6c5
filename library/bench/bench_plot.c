/* bench_plot.c - draws a bench as SVG.

       title of the strip: fractal, workload, device
       what is not drawn, and why
     +-----------------+   +-----------------+   +-----------------+
     | ms a step       |   | speed-up        |   | memory          |   -o- map choice
     |                 |   |                 |   |                 |   -o- map choice
     +-----------------+   +-----------------+   +-----------------+
           n or rho              n or rho              n or rho                    and so on, strip below strip */
#include "library/bench/bench_plot.h"

#include "gen/base/commit.h"
#include "library/bench/bench_panel.h"
#include "library/bench/bench_points.h"
#include "library/bench/svg_text.h"

#include <math.h>
#include <string.h>

enum {
    MARGIN = 12,
    TITLE = 24,
    LINE = 16, /* the heights of a title and of a line of words */
    PANEL = NBB_PANEL_LEFT + NBB_PANEL_WIDTH,
    LEGEND = 24,
    SAMPLE = 30,
    BETWEEN = 18
};

/* What is drawn so far, and how far it reaches. */
typedef struct sheet {
    const nbb_plot *plot;
    nbb_text body;
    double width, height;
} sheet;

static void widen(sheet *at, double right)
{
    at->width = fmax(at->width, right + MARGIN);
}

static void add_words(sheet *at, double left, double baseline, const char *words, bool is_title)
{
    nbb_text_add(&at->body, "<text%s x=\"%.1f\" y=\"%.1f\">", is_title ? " class=\"title\"" : "", left, baseline);
    nbb_svg_add_words(words, &at->body);
    nbb_text_add(&at->body, "</text>\n");
    widen(at, left + nbb_svg_width(words, is_title ? NBB_SVG_TITLE_FONT : NBB_SVG_FONT));
}

/* A line of words at the sheet's lower end. */
static void add_line(sheet *at, nbb_text *words)
{
    if (words->length > 0) {
        at->height += LINE;
        add_words(at, MARGIN, at->height - 4, nbb_text_string(words), false);
    }
    nbb_text_free(words);
}

static bool has_map(const nbb_plot *plot, size_t first, size_t count, bool is_bb)
{
    bool any = false;
    for (size_t i = first; i < first + count; ++i) {
        any = any || (strcmp(plot->points[i].row->map, nbb_map_names.names[NBB_MAP_BB]) == 0) == is_bb;
    }
    return any;
}

static bool has_doubts(const nbb_plot *plot, size_t first, size_t count)
{
    bool any = false;
    for (size_t i = first; i < first + count; ++i) {
        any = any || plot->points[i].is_doubted;
    }
    return any;
}

/* What a reader would look for in vain. */
static void add_caption(sheet *at, size_t first, size_t count)
{
    nbb_text words = NBB_TEXT_EMPTY;
    const nbb_plot *plot = at->plot;
    if (!has_map(plot, first, count, false)) {
        nbb_text_add(&words, "Only bb was measured: nothing is compared with it. ");
    } else if (!nbb_plot_has(plot, first, count, NBB_PLOT_SPEEDUP)) {
        nbb_text_add(&words, "bb was not measured: there is no speed-up, and no memory to compare. ");
    } else if (!nbb_plot_has(plot, first, count, NBB_PLOT_MEMORY)) {
        nbb_text_add(&words, "All take as much memory as bb. ");
    }
    if (has_doubts(plot, first, count)) {
        nbb_text_add(&words, "Hollow dots: doubtful times.");
    }
    add_line(at, &words);
}

/* The names of a strip's curves; returns how far down they reach. */
static double draw_legend(sheet *at, size_t first, size_t count, double left, double top)
{
    double y = top + 8;
    for (size_t i = 0; i < count; i += nbb_plot_alike(at->plot, first + i, true), y += LINE) {
        size_t curve = at->plot->points[first + i].curve;
        nbb_text_add(&at->body, "<path d=\"M%.1f %.1fh24\"", left, y);
        nbb_panel_add_look(curve, &at->body);
        nbb_text_add(&at->body, "/>\n");
        add_words(at, left + SAMPLE, y + 4, at->plot->curves.items[curve], false);
    }
    return y;
}

/* The strip's panels beside each other. */
static void draw_panels(sheet *at, size_t first, size_t count)
{
    double top = at->height + NBB_PANEL_TOP, left = 0;
    for (nbb_plot_figure figure = NBB_PLOT_TIME; figure < NBB_PLOT_FIGURES; ++figure) {
        if (nbb_plot_has(at->plot, first, count, figure)) {
            nbb_panel_draw(at->plot, first, count, figure, left + NBB_PANEL_LEFT, top, &at->body);
            left += PANEL;
        }
    }
    double end = draw_legend(at, first, count, left + LEGEND, top);
    at->height = fmax(top + NBB_PANEL_HEIGHT + NBB_PANEL_BELOW, end);
}

/* A point of a strip that has but one n or rho: a panel would hold dots one above the other. */
static void add_row(sheet *at, const nbb_plot_point *point)
{
    nbb_text words = NBB_TEXT_EMPTY;
    nbb_text_add(&words, "%s: %.4g ms a step at %s = %.0f", at->plot->curves.items[point->curve],
                 point->y[NBB_PLOT_TIME], point->of_rho ? "rho" : "n", point->x);
    bool is_bb = strcmp(point->row->map, nbb_map_names.names[NBB_MAP_BB]) == 0;
    if (point->y[NBB_PLOT_SPEEDUP] > 0 && !is_bb) {
        nbb_text_add(&words, ", %.3g times as fast as bb, %.3g times less memory", point->y[NBB_PLOT_SPEEDUP],
                     point->y[NBB_PLOT_MEMORY]);
    }
    nbb_text_add(&words, "%s", point->is_doubted ? " (doubtful)" : "");
    add_line(at, &words);
}

static void draw_strip(sheet *at, size_t first, size_t count)
{
    at->height += TITLE;
    add_words(at, MARGIN, at->height - 6, at->plot->strips.items[at->plot->points[first].strip], true);
    if (nbb_plot_is_swept(at->plot, first, count)) {
        add_caption(at, first, count);
        draw_panels(at, first, count);
    } else {
        for (size_t i = first; i < first + count; ++i) {
            add_row(at, &at->plot->points[i]);
        }
    }
    at->height += BETWEEN;
}

/* Where the figures come from. */
static void add_origin(sheet *at, const nbb_bench *bench)
{
    nbb_text words = NBB_TEXT_EMPTY;
    nbb_text_add(&words, "nbbgen " NBB_VERSION ", commit %s, %s", bench->commit != NULL ? bench->commit : nbb_commit,
                 bench->date);
    for (size_t i = 0; i < bench->device_count; ++i) {
        const nbb_bench_device *device = &bench->devices[i];
        nbb_text_add(&words, "; %s%s%s", device->name, *device->driver != '\0' ? ", driver " : "", device->driver);
    }
    add_line(at, &words);
    at->height += MARGIN;
}

nbb_status nbb_bench_print_svg(const nbb_bench *bench, nbb_text *text)
{
    nbb_plot plot;
    sheet at = { .plot = &plot, .body = NBB_TEXT_EMPTY };
    nbb_status status = nbb_plot_gather(bench, &plot);
    for (size_t first = 0, count = 0; first < plot.count && status == NBB_OK; first += count) {
        count = nbb_plot_alike(&plot, first, false);
        draw_strip(&at, first, count);
    }
    if (status == NBB_OK) {
        add_origin(&at, bench);
        nbb_svg_add_sheet(at.width, at.height, bench->command, &at.body, text);
        status = nbb_text_status(&at.body, "a plot");
    }
    nbb_text_free(&at.body);
    nbb_plot_free(&plot);
    return status == NBB_OK ? nbb_text_status(text, "a plot") : status;
}
