/* svg_axis.c - logarithmic axes of a plot: scale, ticks and grid. */
#include "runtime/bench/svg_axis.h"

#include <math.h>

double nbb_axis_place(const nbb_axis *scale, double value)
{
    return scale->from + (log10(value) - scale->low) / (scale->high - scale->low) * (scale->to - scale->from);
}

void nbb_axis_widen(nbb_axis *scale, double value)
{
    scale->low = fmin(scale->low, log10(value));
    scale->high = fmax(scale->high, log10(value));
}

void nbb_axis_pad(nbb_axis *scale)
{
    double room = scale->high > scale->low ? 0.06 * (scale->high - scale->low) : 0.5;
    scale->low -= room;
    scale->high += room;
}

/* Up to these many decades ticks are at 1, 2, 5, 10, ..., past them at 1, 10, 100, ...; over less they are evenly
   spaced. */
#define DECADES_OF_125 3.0
#define DECADES_OF_STEPS 0.7
enum { STEPS_AIM = 4 };

/* The largest of 1, 2, 5, 10, ... (and their tenths) that is not past the value. */
static double round_down(double value)
{
    double decade = pow(10, floor(log10(value) + 1e-9)), first = value / decade;
    return decade * (first >= 5 ? 5 : first >= 2 ? 2 : 1);
}

/* The distance of evenly spaced ticks, or 0 where they grow by factors. */
static double tick_step(const nbb_axis *scale)
{
    double low = pow(10, scale->low), high = pow(10, scale->high);
    return scale->high - scale->low < DECADES_OF_STEPS ? round_down((high - low) / STEPS_AIM) : 0;
}

static double first_tick(const nbb_axis *scale)
{
    double low = pow(10, scale->low), step = tick_step(scale);
    return step > 0 ? ceil(low / step) * step : pow(10, floor(scale->low));
}

static double next_tick(const nbb_axis *scale, double tick)
{
    double step = tick_step(scale);
    if (step > 0 || scale->high - scale->low > DECADES_OF_125) {
        return step > 0 ? tick + step : tick * 10;
    }
    double first = tick / pow(10, floor(log10(tick) + 1e-9));
    return tick * (first > 1.5 && first < 3 ? 2.5 : 2);
}

void nbb_axis_draw(const nbb_axis *x, const nbb_axis *y, nbb_text *text)
{
    for (double tick = first_tick(x); log10(tick) < x->high; tick = next_tick(x, tick)) {
        if (log10(tick) >= x->low) {
            double at = nbb_axis_place(x, tick);
            nbb_text_add(text, "<path class=\"grid\" d=\"M%.1f %.1fV%.1f\"/>", at, y->from, y->to);
            nbb_text_add(text, "<text class=\"x\" x=\"%.1f\" y=\"%.1f\">%g</text>\n", at, y->from + 16, tick);
        }
    }
    for (double tick = first_tick(y); log10(tick) < y->high; tick = next_tick(y, tick)) {
        if (log10(tick) >= y->low) {
            double at = nbb_axis_place(y, tick);
            nbb_text_add(text, "<path class=\"grid\" d=\"M%.1f %.1fH%.1f\"/>", x->from, at, x->to);
            nbb_text_add(text, "<text class=\"y\" x=\"%.1f\" y=\"%.1f\">%g</text>\n", x->from - 6, at + 4, tick);
        }
    }
}
