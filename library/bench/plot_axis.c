/* plot_axis.c - axes of a plot, scale, ticks and grid, and the room for words. */
#include "library/bench/plot.h"

#include <math.h>

/* Of a letter to its height: what wide fonts (DejaVu, Verdana) need on average in names and numbers. */
#define LETTER 0.64

double nbb_plot_width(const char *words, int font)
{
    int letters = 0;
    for (; *words != '\0'; ++words) {
        letters += ((unsigned char)*words & 0xc0) != 0x80;  /* what follows in UTF-8 is the same letter */
    }
    return letters * LETTER * font;
}

/* The value as `low` and `high` hold it. */
static double measure(const nbb_axis *scale, double value)
{
    return scale->is_linear ? value : log10(value);
}

double nbb_axis_place(const nbb_axis *scale, double value)
{
    return scale->from
           + (measure(scale, value) - scale->low) / (scale->high - scale->low) * (scale->to - scale->from);
}

void nbb_axis_widen(nbb_axis *scale, double value)
{
    scale->low = fmin(scale->low, measure(scale, value));
    scale->high = fmax(scale->high, measure(scale, value));
}

void nbb_axis_pad(nbb_axis *scale)
{
    double room = scale->high > scale->low ? 0.06 * (scale->high - scale->low) : 0.5;
    scale->low -= room;
    scale->high += room;
}

/* Up to these many decades ticks are at 1, 2, 5, 10, ..., past them at 1, 10, 100, ... or further apart; over less
   they are evenly spaced. */
#define DECADES_OF_125 3.0
#define DECADES_OF_STEPS 0.7
enum { STEPS_AIM = 4, DECADES_AIM = 6, APART = 6 };                    /* APART: pixels between two numbers */

/* The largest of 1, 2, 5, 10, ... (and their tenths) that is not past the value. */
static double round_down(double value)
{
    double decade = pow(10, floor(log10(value) + 1e-9)), first = value / decade;
    return decade * (first >= 5 ? 5 : first >= 2 ? 2 : 1);
}

/* The distance of evenly spaced ticks, or 0 where they grow by factors. */
static double tick_step(const nbb_axis *scale)
{
    if (scale->is_linear) {
        return round_down((scale->high - scale->low) / STEPS_AIM);
    }
    double low = pow(10, scale->low), high = pow(10, scale->high);
    return scale->high - scale->low < DECADES_OF_STEPS ? round_down((high - low) / STEPS_AIM) : 0;
}

static double first_tick(const nbb_axis *scale)
{
    double low = scale->is_linear ? scale->low : pow(10, scale->low), step = tick_step(scale);
    return step > 0 ? ceil(low / step) * step + 0.0 : pow(10, floor(scale->low));
}

static double next_tick(const nbb_axis *scale, double tick)
{
    double step = tick_step(scale);
    if (scale->is_linear) {                           /* a multiple again, so that 0 is met */
        return round(tick / step + 1) * step + 0.0;
    }
    if (step > 0 || scale->high - scale->low > DECADES_OF_125) {
        return step > 0 ? tick + step : tick * pow(10, ceil((scale->high - scale->low) / DECADES_AIM));
    }
    double first = tick / pow(10, floor(log10(tick) + 1e-9));
    return tick * (first > 1.5 && first < 3 ? 2.5 : 2);
}

/* Whether more digits than powers of ten would stand there: "1e6", "2e-4". */
static bool is_short_as_power(double tick)
{
    return fabs(tick) >= 1e5 || (fabs(tick) < 1e-3 && tick != 0);
}

/* The number at a tick. Steps that are evenly spaced may need more digits than a power has room for. */
static void print_tick(double tick, nbb_text *text)
{
    if (!is_short_as_power(tick)) {
        nbb_text_add(text, "%g", tick);
        return;
    }
    int power = (int)floor(log10(fabs(tick)) + 1e-9);
    nbb_text_add(text, "%ge%d", round(tick / pow(10, power) * 1e4) / 1e4, power);
}

static void draw_x(const nbb_axis *x, const nbb_axis *y, double tick, double *free_from, nbb_text *text)
{
    NBB_LOCAL_TEXT number = NBB_TEXT_EMPTY;
    double at = nbb_axis_place(x, tick);
    print_tick(tick, &number);
    double half = nbb_plot_width(nbb_text_string(&number), NBB_PLOT_FONT) / 2;
    nbb_text_add(text, "<path class=\"grid\" d=\"M%.1f %.1fV%.1f\"/>\n", at, y->from, y->to);
    if (at - half >= *free_from) {
        nbb_text_add(text, "<text class=\"x\" x=\"%.1f\" y=\"%.1f\">%s</text>\n", at, y->from + 16,
                     nbb_text_string(&number));
        *free_from = at + half + APART;
    }
}

static void draw_y(const nbb_axis *x, const nbb_axis *y, double tick, double *free_to, nbb_text *text)
{
    double at = nbb_axis_place(y, tick);
    nbb_text_add(text, "<path class=\"grid\" d=\"M%.1f %.1fH%.1f\"/>\n", x->from, at, x->to);
    if (at <= *free_to) {
        nbb_text_add(text, "<text class=\"y\" x=\"%.1f\" y=\"%.1f\">", x->from - 6, at + 4);
        print_tick(tick, text);
        nbb_text_add(text, "</text>\n");
        *free_to = at - NBB_PLOT_FONT - 3;
    }
}

void nbb_axis_draw(const nbb_axis *x, const nbb_axis *y, nbb_text *text)
{
    double free_from = -INFINITY, free_to = INFINITY;
    for (double tick = first_tick(x); measure(x, tick) < x->high; tick = next_tick(x, tick)) {
        if (measure(x, tick) >= x->low) {
            draw_x(x, y, tick, &free_from, text);
        }
    }
    for (double tick = first_tick(y); measure(y, tick) < y->high; tick = next_tick(y, tick)) {
        if (measure(y, tick) >= y->low) {
            draw_y(x, y, tick, &free_to, text);
        }
    }
}
