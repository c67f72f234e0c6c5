/* shades.h - how a cell's value becomes a colour: a state of its own, or a place on a ramp. */
#ifndef NBB_SHADES_H
#define NBB_SHADES_H

#include "gen/program/program.h"
#include "runtime/run/png.h"

/* The values that a field's pictures show: those of fields of up to 4 bits have a colour each; others lie on a ramp
   between the least and the largest one. Zeroed but for the field, it has seen none. */
typedef struct nbb_shading {
    const nbb_field *field;
    bool has_seen;
    double least, most;                               /* finite ones that were seen */
} nbb_shading;

/* Appends to the range. Several pictures of one range are shaded alike; a range that grows between them grows once.
   */
void nbb_shading_see(nbb_shading *shading, double value);

/* The palette, whose colour 0 is where there is no cell. */
void nbb_shading_palette(const nbb_shading *shading, nbb_colour palette[NBB_SHADES]);

/* The shade of a value, from 1 on. What is no finite number has the last one, which no other value has. */
uint8_t nbb_shading_of(const nbb_shading *shading, double value);

/* A field's value from its bits. */
double nbb_field_value(const nbb_field *field, uint64_t bits);

#endif
