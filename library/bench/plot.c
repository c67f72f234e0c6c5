/* plot.c - sheets as scripts of gnuplot. All lengths are in pixels from the left upper corner. */
#include "library/bench/plot.h"

#include "runtime/device/folder.h"
#include "runtime/device/process.h"

/* A panel's frame; beside it the numbers of the axes, above it a title, below it numbers and the axis's name. */
enum { WIDTH = 320, HEIGHT = 220, LEFT = 80, ABOVE = 36, BELOW = 46 };

/* Of the sheet: the heights of a title and of a line of words; the legend's
   place, the height of a line in it and the width of a curve's sample. */
enum { MARGIN = 12, TITLE = 24, LINE = 16, LEGEND = 12, LEGEND_LINE = 17, SAMPLE = 50, FONT = 11, TITLE_FONT = 13 };

/* Of a letter to its height: what wide fonts (DejaVu, Verdana) need on average in names and numbers. */
#define LETTER 0.64

/* The colours are told apart by people with any colour vision [Okabe and Ito 2008]; further curves are dashed. */
static const char looks[] =
    "set encoding utf8\n"
    "set terminal svg size width,height noenhanced font 'sans-serif,11' background '#ffffff'\n"
    "set output 'plot.svg'\n"
    "set datafile separator \"\\t\"\n"
    "colours = '#000000 #0072b2 #d55e00 #009e73 #cc79a7 #e69f00 #56b4e9'\n"
    "do for [i = 0:20] { set linetype i + 1 linecolor rgb word(colours, i % 7 + 1) dashtype i / 7 + 1 linewidth 1.5"
    " pointtype 7 pointsize 0.5 }\n"
    "set linetype cycle 21\n"
    "line = 'using 1:2 with linespoints linetype'\n"
    "bars = 'using 1:2:3 with yerrorbars notitle linetype'\n"
    "hollow = \"using 1:($4 == 1 ? $2 : NaN) with points notitle pointtype 7 pointsize 0.3 linecolor rgb 'white'\"\n"
    "value = \"using 1:2:(sprintf('%.3g', $2)) with labels left offset 0.8, 0 notitle\"\n"
    "set grid xtics ytics mxtics mytics linetype 1 linewidth 0.5 linecolor rgb '#dddddd', linetype 1 linewidth 0.5"
    " linecolor rgb '#eeeeee'\n"
    "set tics nomirror out scale 0.5\n"
    "set format '%g'\n"
    "linear = 'unset logscale; set xtics autofreq; set ytics autofreq'\n"
    /* the numbers of a logarithmic axis are at 1, 10, 100, ...; over less than a decade they are evenly spaced */
    "step(range) = (s = range / 3, d = 10 ** floor(log10(s)), s >= 5 * d ? 5 * d : s >= 2 * d ? 2 * d : d)\n"
    "logarithmic = \"unset logscale; stats $dots using 1 name 'x' nooutput; stats $dots using 2 name 'y' nooutput;"
    " set logscale xy; set xtics logscale autofreq; set ytics logscale autofreq;"
    " if (x_max < 10 * x_min && x_max > x_min) { set xtics nologscale step(x_max - x_min) };"
    " if (y_max < 10 * y_min && y_max > y_min) { set ytics nologscale step(y_max - y_min) }\"\n"
    "set autoscale noextend\n"
    "set offsets graph 0.06, graph 0.06, graph 0.06, graph 0.06\n"
    "set key left top Left reverse samplen 2\n"
    "set multiplot\n";

/* All words are seen by no plot but the last, which has the whole sheet for its frame. */
static const char
    words_begin[] = "unset key\nunset title\nunset xlabel\nunset logscale\nunset tics\nunset border\nunset grid\n"
                    "set lmargin at screen 0\nset rmargin at screen 1\nset tmargin at screen 1\n"
                    "set bmargin at screen 0\nset offsets\nset xrange [0:width]\nset yrange [height:0]\n";

static double width_of(const char *words, int font)
{
    int letters = 0;
    for (; *words != '\0'; ++words) {
        letters += ((unsigned char)*words & 0xc0) != 0x80; /* what follows in UTF-8 is the same letter */
    }
    return letters * LETTER * font;
}

static void widen(nbb_sheet *sheet, double right)
{
    sheet->width = fmax(sheet->width, right + MARGIN);
}

/* Words between single quotes, where gnuplot takes all but these as they are. */
static void quote(const char *words, nbb_text *text)
{
    NBB_LOCAL_TEXT shown = NBB_TEXT_EMPTY;
    nbb_text_show(&shown, words, strlen(words));
    nbb_text_add(text, "'");
    for (const char *at = nbb_text_string(&shown); *at != '\0'; ++at) {
        nbb_text_add(text, *at == '\'' ? "'%c" : "%c", *at);
    }
    nbb_text_add(text, "'");
}

/* Words in a line of their own below all else. */
static void add_words(nbb_sheet *sheet, const char *words, int line, int font)
{
    sheet->height += line;
    nbb_text_add(&sheet->words, "set label ");
    quote(words, &sheet->words);
    nbb_text_add(&sheet->words, " at %d, %g font ',%d'\n", MARGIN, sheet->height - line / 2, font);
    widen(sheet, MARGIN + width_of(words, font));
}

void nbb_sheet_add_title(nbb_sheet *sheet, const char *words)
{
    add_words(sheet, words, TITLE, TITLE_FONT);
}

void nbb_sheet_add_line(nbb_sheet *sheet, const nbb_text *words)
{
    if (words->length > 0) {
        add_words(sheet, nbb_text_string(words), LINE, FONT);
    }
}

/* The last curve has all its dots. */
static void end_curve(nbb_sheet *sheet)
{
    size_t index = sheet->curve_count - 1, look = sheet->last.curve + 1;
    const char *name = sheet->last.name != NULL ? sheet->last.name : "";
    nbb_text *text = &sheet->curves;
    if (sheet->curve_count == 0) {
        return;
    }
    nbb_text_add(text, "%s$dots index %zu @line %zu title ", index > 0 ? ", \\\n    " : "", index, look);
    quote(name, text);
    widen(sheet, sheet->right + (*name != '\0' ? SAMPLE : 0) + width_of(name, FONT));
    if (sheet->has_errors) {
        nbb_text_add(text, ", '' index %zu @bars %zu", index, look);
    }
    if (sheet->has_hollow) {
        nbb_text_add(text, ", '' index %zu @hollow", index);
    }
    if (sheet->dot_count == 1 && *name != '\0') {
        nbb_text_add(text, ", '' index %zu @value", index);
    }
}

void nbb_sheet_add_dot(nbb_sheet *sheet, const nbb_plot_dot *dot)
{
    bool is_new = sheet->curve_count == 0 || dot->curve != sheet->last.curve;
    if (is_new) {
        end_curve(sheet);
        nbb_text_add(&sheet->panels, "%s", sheet->curve_count++ == 0 ? "$dots << END\n" : "\n\n");
        sheet->dot_count = 0;
    }
    sheet->dot_count++;
    sheet->has_errors = (sheet->has_errors && !is_new) || dot->error > 0;
    sheet->has_hollow = (sheet->has_hollow && !is_new) || dot->is_hollow;
    sheet->last = *dot;
    nbb_text_add(&sheet->panels, "%.15g\t%.15g\t%.15g\t%d\n", dot->x, dot->y, dot->error, dot->is_hollow);
}

void nbb_sheet_begin_panels(nbb_sheet *sheet, int count)
{
    sheet->panels_left = count;
    sheet->left = 0;
    sheet->right = (LEFT + WIDTH) * count + LEGEND;
    nbb_text_add(&sheet->panels, "set key on at screen %g / width, screen 1 - %g / height\n", sheet->right,
                 sheet->height + ABOVE);
}

void nbb_sheet_add_panel(nbb_sheet *sheet, const char *above, const char *below, bool is_linear)
{
    end_curve(sheet);
    nbb_text_add(&sheet->panels, "END\n");
    /* How the panel of the dots above is placed, and looks. */
    double left = sheet->left + LEFT, top = sheet->height + ABOVE;
    nbb_text *text = &sheet->panels;
    nbb_text_add(text, "set lmargin at screen %g / width\nset rmargin at screen %g / width\n", left, left + WIDTH);
    nbb_text_add(text, "set tmargin at screen 1 - %g / height\nset bmargin at screen 1 - %g / height\n", top,
                 top + HEIGHT);
    nbb_text_add(text, "set title ");
    quote(above, text);
    nbb_text_add(text, "\nset xlabel ");
    quote(below, text);
    nbb_text_add(text, is_linear ? "\n@linear\n" : "\n@logarithmic\n");
    nbb_text_add(&sheet->panels, "plot %s\nset key off\n", nbb_text_string(&sheet->curves));
    nbb_text_free(&sheet->curves);
    double legend = sheet->left > 0 ? 0 : (double)(sheet->curve_count * LEGEND_LINE);
    sheet->bottom = fmax(sheet->bottom, sheet->height + ABOVE + fmax(HEIGHT + BELOW, legend));
    sheet->left += LEFT + WIDTH;
    sheet->curve_count = 0;
    sheet->height = --sheet->panels_left == 0 ? sheet->bottom : sheet->height;
}

nbb_status nbb_sheet_print(nbb_sheet *sheet, nbb_text *script)
{
    nbb_text_add(script, "width = %.1f\nheight = %.1f\n%s%s%s%splot NaN\nunset multiplot\n", ceil(sheet->width),
                 ceil(sheet->height + MARGIN), looks, nbb_text_string(&sheet->panels), words_begin,
                 nbb_text_string(&sheet->words));
    nbb_status status = nbb_text_status(script, "a plot"); /* or of any text before it, as the sheet's */
    nbb_text_free(&sheet->panels);
    nbb_text_free(&sheet->words);
    nbb_text_free(&sheet->curves);
    return status;
}

/* --- gnuplot --- */

static nbb_status run(const char *word, const char *folder)
{
    NBB_LOCAL_TEXT words = NBB_TEXT_EMPTY;
    nbb_process_word(&words, "gnuplot");
    nbb_process_word(&words, word);
    return nbb_process_need(&words, folder, "a plot is drawn by gnuplot", "Debian's package gnuplot-nox has it");
}

nbb_status nbb_plot_check(const char *path)
{
    const char *suffix = strrchr(path, '.');
    NBB_FAIL_IF(strcmp(path, "-") != 0 && (suffix == NULL || strcmp(suffix, ".svg") != 0),
                nbb_fail(NBB_ERROR_USAGE, "--plot %s: a plot is an SVG; a name that ends in .svg is expected", path));
    return run("--version", NULL);
}

static nbb_status draw(const nbb_text *script, const char *folder, nbb_text *drawn)
{
    NBB_LOCAL_TEXT source = nbb_text_of("%s/plot.gp", folder), made = nbb_text_of("%s/plot.svg", folder);
    NBB_TRY(nbb_text_status(&made, "a file name"));
    NBB_TRY(nbb_file_put_private(source.data, script));
    NBB_TRY(run("plot.gp", folder));
    return nbb_text_read_file(drawn, made.data, SIZE_MAX, NBB_ERROR_DEVICE);
}

nbb_status nbb_plot_draw(const nbb_text *script, const char *description, nbb_text *svg)
{
    NBB_LOCAL_TEXT folder = NBB_TEXT_EMPTY, drawn = NBB_TEXT_EMPTY;
    NBB_TRY(nbb_folder_temporary(&folder));
    nbb_status status = draw(script, folder.data, &drawn);
    nbb_ending_remove(folder.data);
    NBB_TRY(status);
    /* gnuplot describes an SVG by its own name. */
    NBB_LOCAL_TEXT shown = NBB_TEXT_EMPTY;
    static const char begin[] = "<desc>", end[] = "</desc>";
    const char *all = nbb_text_string(&drawn), *from = strstr(all, begin), *to = strstr(all, end);
    size_t before = from != NULL && to != NULL ? (size_t)(from - all) : 0;
    nbb_text_show(&shown, description, strlen(description));
    nbb_text_put(svg, all, before);
    nbb_text_add(svg, "%s", begin);
    /* What XML reserves stands as entities. */
    const char *words = nbb_text_string(&shown);
    for (; *words != '\0'; ++words) {
        const char *entity = *words == '&' ? "&amp;" : *words == '<' ? "&lt;" : "";
        nbb_text_add(svg, "%s%.*s", entity, *entity == '\0', words);
    }
    nbb_text_add(svg, "%s", before > 0 ? to : "");
    return nbb_text_status(svg, "a plot");
}
