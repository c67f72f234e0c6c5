/* shades.c - colours of values. */
#include "runtime/run/shades.h"

#include "runtime/run/program_reference.h"

#include <math.h>
#include <string.h>

enum { BACKGROUND, FIRST, STATES = 16, STATE_BITS = 4, NO_NUMBER = NBB_SHADES - 1, LAST = NO_NUMBER - 1 };

static const nbb_colour background = { 0x10, 0x14, 0x1c }, no_number = { 0xff, 0x00, 0xff };

/* The first two are those of a live and a dead cell; all can be told apart on the background. */
static const nbb_colour of_states[STATES] = {
    { 0x2c, 0x3e, 0x57 }, { 0xff, 0xd1, 0x66 }, { 0xef, 0x47, 0x6f }, { 0x06, 0xd6, 0xa0 },
    { 0x3a, 0x9b, 0xdc }, { 0xf7, 0x8c, 0x6b }, { 0xb1, 0x8c, 0xf2 }, { 0xf2, 0xf4, 0xf8 },
    { 0x8d, 0x5a, 0x3b }, { 0x9c, 0xd3, 0x5f }, { 0xe5, 0x8a, 0xc8 }, { 0x1f, 0x7a, 0x6d },
    { 0xa6, 0xae, 0xb8 }, { 0xc0, 0x2f, 0x2f }, { 0x5a, 0xd1, 0xe6 }, { 0x6b, 0x6f, 0x2a },
};

/* viridis, of equal steps of lightness [Smith and van der Walt 2015], at every tenth. */
static const nbb_colour viridis[] = {
    { 0x44, 0x01, 0x54 }, { 0x48, 0x25, 0x76 }, { 0x41, 0x44, 0x87 }, { 0x35, 0x5f, 0x8d },
    { 0x2a, 0x78, 0x8e }, { 0x21, 0x91, 0x8c }, { 0x22, 0xa8, 0x84 }, { 0x44, 0xbf, 0x70 },
    { 0x7a, 0xd1, 0x51 }, { 0xbd, 0xdf, 0x26 }, { 0xfd, 0xe7, 0x25 },
};
enum { TENTHS = (int)(sizeof viridis / sizeof viridis[0]) - 1 };

static bool has_states(const nbb_shading *shading)
{
    return shading->field->kind == NBB_FIELD_BITS && shading->field->bits <= STATE_BITS;
}

void nbb_shading_see(nbb_shading *shading, double value)
{
    if (isfinite(value)) {
        shading->least = shading->has_seen ? fmin(shading->least, value) : value;
        shading->most = shading->has_seen ? fmax(shading->most, value) : value;
        shading->has_seen = true;
    }
}

static uint8_t blend(uint8_t from, uint8_t to, double share)
{
    return (uint8_t)lround(from + (to - from) * share);
}

static nbb_colour on_ramp(double share)
{
    int tenth = share < 1 ? (int)(share * TENTHS) : TENTHS - 1;
    nbb_colour from = viridis[tenth], to = viridis[tenth + 1];
    double rest = share * TENTHS - tenth;
    return (nbb_colour){ blend(from.red, to.red, rest), blend(from.green, to.green, rest),
                         blend(from.blue, to.blue, rest) };
}

void nbb_shading_palette(const nbb_shading *shading, nbb_colour palette[NBB_SHADES])
{
    memset(palette, 0, NBB_SHADES * sizeof *palette);
    for (int shade = FIRST; shade <= LAST; ++shade) {
        bool is_state = has_states(shading) && shade - FIRST < STATES;
        palette[shade] = is_state ? of_states[shade - FIRST] : on_ramp((double)(shade - FIRST) / (LAST - FIRST));
    }
    palette[BACKGROUND] = background;
    palette[NO_NUMBER] = no_number;
}

uint8_t nbb_shading_of(const nbb_shading *shading, double value)
{
    if (has_states(shading)) {
        return (uint8_t)(FIRST + (int)value);
    }
    if (!isfinite(value)) {
        return NO_NUMBER;
    }
    double range = shading->most - shading->least;    /* may be too large for a double: halves are not */
    double share = range > 0 ? (value / 2 - shading->least / 2) / (shading->most / 2 - shading->least / 2) : 0;
    return (uint8_t)(FIRST + (int)(fmin(share, 1) * (LAST - FIRST) + 0.5));
}

double nbb_field_value(const nbb_field *field, uint64_t bits)
{
    nbb_value_of value = nbb_program_field_value(field, bits);
    return field->kind == NBB_FIELD_F32 || field->kind == NBB_FIELD_F64 ? value.real : (double)value.integer;
}
