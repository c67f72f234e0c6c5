/* plot.c - draws words, panels and the sheet around them. */
#include "library/bench/plot.h"

#include <math.h>
#include <string.h>

/* Told apart by people with any colour vision [Okabe and Ito 2008]; further curves are dashed. */
static const char *const colours[] = { "#000000", "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9" };
static const char *const dashes[] = { "none", "6 3", "2 3" };
enum { COLOURS = (int)(sizeof colours / sizeof colours[0]), DASHES = (int)(sizeof dashes / sizeof dashes[0]) };

/* A panel's frame; beside it the numbers of the axes take LEFT pixels, and on a linear axis SIGN more, above it a
   title ABOVE, below it numbers and the axis's name BELOW. */
enum { WIDTH = 320, HEIGHT = 220, LEFT = 70, SIGN = 10, ABOVE = 20, BELOW = 42 };

/* Of the sheet: the heights of a title and of a line of words; the legend, and the sample of a line in it. */
enum { MARGIN = 12, TITLE = 24, LINE = 16, LEGEND = 24, SAMPLE = 30 };

/* Of a dot that stands alone, whose label is LABEL_APART from its centre, and of an error bar's end. */
enum { DOT = 4, LABELS_MAX = 64, LABEL_APART = 6, CAP = 3 };

/* A panel as it is drawn. */
typedef struct drawing {
    const nbb_panel *panel;
    nbb_axis x, y;
    nbb_plot_box labels[LABELS_MAX];                  /* of dots that stand alone */
    int label_count;
} drawing;

/* What XML reserves stands as entities, a control character, which it has none of, as '?'. */
static void escape(const char *words, nbb_text *text)
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
            nbb_text_put(text, (unsigned char)*words < ' ' || *words == '\x7f' ? "?" : words, 1);
        }
    }
}

bool nbb_plot_overlap(const nbb_plot_box *a, const nbb_plot_box *b)
{
    return a->left < b->right && b->left < a->right && a->top < b->bottom && b->top < a->bottom;
}

nbb_status nbb_plot_check_path(const char *path)
{
    const char *suffix = strrchr(path, '.');
    return suffix != NULL && strcmp(suffix, ".svg") == 0
               ? NBB_OK
               : nbb_fail(NBB_ERROR_USAGE, "--plot %s: a plot is an SVG; a name that ends in .svg is expected", path);
}

/* Words at a place, with a class's looks: "" or " class=\"x\"". */
static void draw_words(const char *class, double x, double y, const char *words, nbb_text *text)
{
    nbb_text_add(text, "<text%s x=\"%.1f\" y=\"%.1f\">", class, x, y);
    escape(words, text);
    nbb_text_add(text, "</text>\n");
}

/* --- panels --- */

/* The attributes of a curve's line. */
static void add_look(size_t curve, nbb_text *text)
{
    nbb_text_add(text, " stroke=\"%s\" stroke-dasharray=\"%s\"", colours[curve % COLOURS],
                 dashes[curve / COLOURS % DASHES]);
}

/* Whether the box is inside the frame and clear of all labels and dots. */
static bool is_free(const drawing *at, const nbb_plot_box *box)
{
    bool is = box->left > at->x.from && box->right < at->x.to && box->top > at->y.to && box->bottom < at->y.from;
    for (int i = 0; i < at->label_count && is; ++i) {
        is = !nbb_plot_overlap(box, &at->labels[i]);
    }
    for (size_t i = 0; i < at->panel->count && is; ++i) {
        double x = nbb_axis_place(&at->x, at->panel->dots[i].x), y = nbb_axis_place(&at->y, at->panel->dots[i].y);
        nbb_plot_box dot = { x - DOT, y - DOT, x + DOT, y + DOT };
        is = !nbb_plot_overlap(box, &dot);
    }
    return is;
}

/* The value beside its dot, to the right or left, as little above or below it as labels before it leave. */
static void draw_label(drawing *at, double x, double y, double value, nbb_text *text)
{
    NBB_LOCAL_TEXT number = nbb_text_of("%.3g", value);
    double width = nbb_plot_width(nbb_text_string(&number), NBB_PLOT_FONT);
    for (int try = 0; try < 2 * HEIGHT / NBB_PLOT_FONT && at->label_count < LABELS_MAX; ++try) {
        int lines = (try / 2 + 1) / 2 * (try / 2 % 2 == 0 ? 1 : -1);
        double line = lines * (NBB_PLOT_FONT + 2);
        double left = try % 2 == 0 ? x + LABEL_APART : x - LABEL_APART - width;
        nbb_plot_box box = { left, y + line - NBB_PLOT_FONT / 2.0, left + width, y + line + NBB_PLOT_FONT / 2.0 };
        if (is_free(at, &box)) {
            at->labels[at->label_count++] = box;
            draw_words(" class=\"value\"", box.left, box.bottom - 1.5, nbb_text_string(&number), text);
            break;
        }
    }
}

/* A dot that tells its figures to a pointer held over it, and its error bar. */
static void draw_dot(const drawing *at, const nbb_plot_dot *dot, double x, double y, bool is_alone, nbb_text *text)
{
    const nbb_panel *panel = at->panel;
    if (dot->error > 0) {
        nbb_text_add(text, "<path stroke=\"currentColor\" d=\"M%.1f %.1fh%dm-%d 0V%.1fm-%d 0h%d\"/>\n", x - CAP,
                     nbb_axis_place(&at->y, dot->y - dot->error), 2 * CAP, CAP,
                     nbb_axis_place(&at->y, dot->y + dot->error), CAP, 2 * CAP);
    }
    nbb_text_add(text, "<circle%s cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\"><title>",
                 dot->is_hollow ? " class=\"doubt\"" : "", x, y, is_alone ? DOT : 2.5);
    if (panel->curves != NULL) {
        escape(panel->curves->items[dot->curve], text);
        nbb_text_add(text, ", ");
    }
    escape(panel->x, text);
    nbb_text_add(text, " = %.15g: %.*g", dot->x, panel->digits, dot->y);
    if (dot->error > 0) {
        nbb_text_add(text, " +- %.2g", dot->error);
    }
    nbb_text_add(text, "</title></circle>\n");
}

/* How many dots from number `first` on are of the same curve. */
static size_t count_alike(const nbb_panel *panel, size_t first)
{
    size_t end = first;
    while (end < panel->count && panel->dots[end].curve == panel->dots[first].curve) {
        ++end;
    }
    return end - first;
}

/* A line through a curve's dots, and these. */
static void draw_curve(drawing *at, const nbb_plot_dot *dots, size_t count, nbb_text *text)
{
    NBB_LOCAL_TEXT line = NBB_TEXT_EMPTY, drawn = NBB_TEXT_EMPTY;
    for (size_t i = 0; i < count; ++i) {
        double x = nbb_axis_place(&at->x, dots[i].x), y = nbb_axis_place(&at->y, dots[i].y);
        nbb_text_add(&line, "%s%.1f,%.1f", i > 0 ? " " : "", x, y);
        draw_dot(at, &dots[i], x, y, count == 1, &drawn);
        if (count == 1) {
            draw_label(at, x, y, dots->y, &drawn);
        }
    }
    const char *colour = colours[dots->curve % COLOURS];
    nbb_text_add(text, "<g fill=\"%s\" color=\"%s\"><polyline", colour, colour);
    add_look(dots->curve, text);
    nbb_text_add(text, " points=\"%s\"/>\n%s</g>\n", nbb_text_string(&line), nbb_text_string(&drawn));
}

static void scale(drawing *at, double left, double top)
{
    bool is_linear = at->panel->is_linear;
    at->x = (nbb_axis){ INFINITY, -INFINITY, left, left + WIDTH, is_linear };
    at->y = (nbb_axis){ INFINITY, -INFINITY, top + HEIGHT, top, is_linear };
    for (size_t i = 0; i < at->panel->count; ++i) {
        const nbb_plot_dot *dot = &at->panel->dots[i];
        nbb_axis_widen(&at->x, dot->x);
        nbb_axis_widen(&at->y, dot->y - dot->error);
        nbb_axis_widen(&at->y, dot->y + dot->error);
    }
    nbb_axis_pad(&at->x);
    nbb_axis_pad(&at->y);
}

/* A panel whose frame's left upper corner is given. */
static void draw_panel(const nbb_panel *panel, double left, double top, nbb_text *text)
{
    drawing at = { .panel = panel };
    double middle = left + WIDTH / 2.0;
    scale(&at, left, top);
    if (panel->count > 0) {
        nbb_axis_draw(&at.x, &at.y, text);
    }
    nbb_text_add(text, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%d\" height=\"%d\"/>\n", left, top, WIDTH, HEIGHT);
    draw_words(" class=\"x\"", middle, top + HEIGHT + 34, panel->below, text);
    draw_words(" class=\"x\"", middle, top - 6, panel->title, text);
    for (size_t i = 0, alike = 0; i < panel->count; i += alike) {
        alike = count_alike(panel, i);
        draw_curve(&at, &panel->dots[i], alike, text);
    }
}

/* --- the sheet --- */

static void widen(nbb_sheet *sheet, double right)
{
    sheet->width = fmax(sheet->width, right + MARGIN);
}

void nbb_sheet_add_title(nbb_sheet *sheet, const char *words)
{
    sheet->height += TITLE;
    draw_words(" class=\"title\"", MARGIN, sheet->height - 6, words, &sheet->drawn);
    widen(sheet, MARGIN + nbb_plot_width(words, NBB_PLOT_TITLE_FONT));
}

static void add_words(nbb_sheet *sheet, double left, double baseline, const char *words)
{
    draw_words("", left, baseline, words, &sheet->drawn);
    widen(sheet, left + nbb_plot_width(words, NBB_PLOT_FONT));
}

void nbb_sheet_add_line(nbb_sheet *sheet, nbb_text *words)
{
    if (words->length > 0) {
        sheet->height += LINE;
        add_words(sheet, MARGIN, sheet->height - 4, nbb_text_string(words));
    }
    nbb_text_free(words);
}

/* The names of a panel's curves; returns how far down they reach. */
static double draw_legend(nbb_sheet *sheet, const nbb_panel *panel, double left, double top)
{
    double y = top + 8;
    for (size_t i = 0; i < panel->count && panel->curves != NULL; i += count_alike(panel, i), y += LINE) {
        nbb_text_add(&sheet->drawn, "<path d=\"M%.1f %.1fh24\"", left, y);
        add_look(panel->dots[i].curve, &sheet->drawn);
        nbb_text_add(&sheet->drawn, "/>\n");
        add_words(sheet, left + SAMPLE, y + 4, panel->curves->items[panel->dots[i].curve]);
    }
    return y;
}

void nbb_sheet_add_panels(nbb_sheet *sheet, const nbb_panel *panels, int count)
{
    double top = sheet->height + ABOVE, right = 0;
    for (int i = 0; i < count; ++i) {
        right += LEFT + (panels[i].is_linear ? SIGN : 0) + WIDTH;
        draw_panel(&panels[i], right - WIDTH, top, &sheet->drawn);
    }
    widen(sheet, right);
    double end = draw_legend(sheet, &panels[0], right + LEGEND, top);
    sheet->height = fmax(top + HEIGHT + BELOW, end);
}

static const char
    style[] = "<style>rect,polyline,path{fill:none} rect{stroke:#000} .grid{stroke:#ddd} .x{text-anchor:middle}"
    " .y{text-anchor:end} .title{font-size:13px} polyline,path{stroke-width:1.5} .grid{stroke-width:.7}"
    " .doubt{fill:#fff;stroke:currentColor}</style>\n";

/* The size is known once all is drawn. The description may be longer than the figure. */
nbb_status nbb_sheet_print(nbb_sheet *sheet, const char *description, nbb_text *text)
{
    int right = (int)ceil(sheet->width), bottom = (int)ceil(sheet->height + MARGIN);
    nbb_text_add(text,
                 "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\""
                 " font-family=\"sans-serif\" font-size=\"%d\">\n<desc>",
                 right, bottom, right, bottom, NBB_PLOT_FONT);
    escape(description, text);
    nbb_text_add(text, "</desc>\n%s<path style=\"fill:#fff\" d=\"M0 0h%dv%dH0z\"/>\n%s</svg>\n", style, right, bottom,
                 nbb_text_string(&sheet->drawn));
    nbb_text_free(&sheet->drawn);
    return nbb_text_status(text, "a plot");            /* or of any text before it, as the sheet's */
}
