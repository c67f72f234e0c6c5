/* scan_plot.c - draws a scan as SVG: panels of a column each, three in a row. */
#include "library/bench/scan_plot.h"

#include "library/bench/svg_axis.h"
#include "library/bench/svg_text.h"

#include <math.h>

enum { WIDTH = 320, HEIGHT = 220, LEFT = 80, ABOVE = 24, BELOW = 46, IN_A_ROW = 3, MARGIN = 12, TITLE = 26, CAP = 3 };

/* A panel: values in one column, their errors in another or (0) none. */
typedef struct panel {
    const nbb_scan *scan;
    const char *name;
    int column, errors;
    nbb_axis x, y;
} panel;

static double number_at(const panel *at, int64_t row, int column)
{
    return nbb_number_real(nbb_scan_row(at->scan, row)[column]);
}

/* The error of a row's value; 0 where there is none to draw. */
static double error_at(const panel *at, int64_t row)
{
    double error = at->errors > 0 ? number_at(at, row, at->errors) : 0;
    return isfinite(error) ? error : 0;
}

static bool is_shown(const panel *at, int64_t row)
{
    return isfinite(number_at(at, row, at->column));
}

static void scale_panel(panel *at, double left, double top)
{
    at->x = (nbb_axis){ INFINITY, -INFINITY, left, left + WIDTH, true };
    at->y = (nbb_axis){ INFINITY, -INFINITY, top + HEIGHT, top, true };
    for (int64_t row = 0; row < at->scan->count; ++row) {
        if (is_shown(at, row)) {
            double value = number_at(at, row, at->column), error = error_at(at, row);
            nbb_axis_widen(&at->x, number_at(at, row, 0));
            nbb_axis_widen(&at->y, value - error);
            nbb_axis_widen(&at->y, value + error);
        }
    }
    nbb_axis_pad(&at->x);
    nbb_axis_pad(&at->y);
}

/* A dot, which tells its figures, and its error bar. */
static void draw_dot(const panel *at, int64_t row, nbb_text *text)
{
    double parameter = number_at(at, row, 0), value = number_at(at, row, at->column), error = error_at(at, row);
    double x = nbb_axis_place(&at->x, parameter);
    if (error > 0) {
        nbb_text_add(text, "<path stroke=\"#0072b2\" d=\"M%.1f %.1fh%dm-%d 0V%.1fm-%d 0h%d\"/>\n", x - CAP,
                     nbb_axis_place(&at->y, value - error), 2 * CAP, CAP, nbb_axis_place(&at->y, value + error), CAP,
                     2 * CAP);
    }
    nbb_text_add(text, "<circle fill=\"#0072b2\" cx=\"%.1f\" cy=\"%.1f\" r=\"2.5\"><title>", x,
                 nbb_axis_place(&at->y, value));
    nbb_svg_add_words(at->scan->columns.items[0], text);
    nbb_text_add(text, " = %g: %.6g", parameter, value);
    if (error > 0) {
        nbb_text_add(text, " +- %.2g", error);
    }
    nbb_text_add(text, "</title></circle>\n");
}

static void draw_points(const panel *at, nbb_text *text)
{
    nbb_text line = NBB_TEXT_EMPTY, dots = NBB_TEXT_EMPTY;
    for (int64_t row = 0; row < at->scan->count; ++row) {
        if (is_shown(at, row)) {
            nbb_text_add(&line, "%s%.1f,%.1f", line.length > 0 ? " " : "",
                         nbb_axis_place(&at->x, number_at(at, row, 0)),
                         nbb_axis_place(&at->y, number_at(at, row, at->column)));
            draw_dot(at, row, &dots);
        }
    }
    nbb_text_add(text, "<polyline stroke=\"#56b4e9\" points=\"%s\"/>\n%s", nbb_text_string(&line),
                 nbb_text_string(&dots));
    nbb_text_free(&line);
    nbb_text_free(&dots);
}

static void draw_words(double x, double y, const char *words, nbb_text *text)
{
    nbb_text_add(text, "<text class=\"x\" x=\"%.1f\" y=\"%.1f\">", x, y);
    nbb_svg_add_words(words, text);
    nbb_text_add(text, "</text>\n");
}

static void draw_panel(panel *at, double left, double top, nbb_text *text)
{
    scale_panel(at, left, top);
    draw_words(left + WIDTH / 2.0, top - 6, at->name, text);
    draw_words(left + WIDTH / 2.0, top + HEIGHT + 34, at->scan->columns.items[0], text);
    nbb_text_add(text, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%d\" height=\"%d\"/>\n", left, top, WIDTH, HEIGHT);
    if (at->x.low < at->x.high && at->y.low < at->y.high) {  /* else there is nothing to show */
        nbb_axis_draw(&at->x, &at->y, text);
        draw_points(at, text);
    }
}

/* Panel number i. The column of a mean is called "m.mean". */
static panel panel_of(const nbb_scan *scan, int i)
{
    if (scan->averages == 0) {
        return (panel){ .scan = scan, .name = scan->columns.items[1 + i], .column = 1 + i };
    }
    int mean = nbb_scan_column(scan, i, NBB_SCAN_MEAN);
    return (panel){ .scan = scan,
                    .name = scan->columns.items[mean],
                    .column = mean,
                    .errors = nbb_scan_column(scan, i, NBB_SCAN_ERROR) };
}

nbb_status nbb_scan_print_svg(const nbb_scan *scan, const char *title, const char *command, nbb_text *text)
{
    nbb_text drawn = NBB_TEXT_EMPTY;
    int count = scan->averages > 0 ? scan->averages : scan->observables;
    int columns = count < IN_A_ROW ? count : IN_A_ROW, rows = (count + IN_A_ROW - 1) / IN_A_ROW;
    nbb_text_add(&drawn, "<text class=\"title\" x=\"%d\" y=\"%d\">", MARGIN, TITLE - 6);
    nbb_svg_add_words(title, &drawn);
    nbb_text_add(&drawn, "</text>\n");
    for (int i = 0; i < count; ++i) {
        panel at = panel_of(scan, i);
        draw_panel(&at, i % IN_A_ROW * (LEFT + WIDTH) + LEFT, TITLE + i / IN_A_ROW * (ABOVE + HEIGHT + BELOW) + ABOVE,
                   &drawn);
    }
    double width = fmax(columns * (LEFT + WIDTH), MARGIN + nbb_svg_width(title, NBB_SVG_TITLE_FONT)) + MARGIN;
    nbb_svg_add_sheet(width, TITLE + rows * (ABOVE + HEIGHT + BELOW) + MARGIN, command, &drawn, text);
    nbb_status status = nbb_text_status(&drawn, "a plot");
    nbb_text_free(&drawn);
    return status == NBB_OK ? nbb_text_status(text, "a plot") : status;
}
