/* source_values.h - the plan's values as globals of the templates. */
#ifndef NBB_SOURCE_VALUES_H
#define NBB_SOURCE_VALUES_H

#include "gen/source/source.h"
#include "gen/source/source_bits.h"
#include "gen/source/source_code.h"
#include "gen/source/source_program.h"
#include "gen/source/source_wide.h"

#include <lua.h>

/* The request and the texts that C prepares for the templates. It owns them, for an error leaves the protected body
   by longjmp. */
typedef struct nbb_source_texts {
    const nbb_source_request *request;
    nbb_text rule;
    nbb_text function;
    nbb_text hash[NBB_AXES_MAX];
    nbb_text holes;                                   /* empty where membership is not bitwise */
    uint32_t hole_mask;
    nbb_source_code code;                             /* map lanes, and storage bits, */
    nbb_source_bits bits;                             /* which has this as well */
    nbb_source_program program;                       /* of a program */
    nbb_source_wide wide;                             /* of one with wide cells on lanes */
    nbb_text costs;
} nbb_source_texts;

/* A body for nbb_template_define, with an nbb_source_texts as its context: sets every global that the templates use.
   The comment of each define_... in the .c file lists its names. */
int nbb_source_define(lua_State *state);

/* The part of a fractal (source_fractal.c). In a protected body. */
void nbb_source_define_fractal(lua_State *state, nbb_source_texts *given);

/* Its part for map lanes (source_lanes.c). In a protected body. */
void nbb_source_define_lanes(lua_State *state, nbb_source_texts *given);

/* lane_totals: the code of totals in words {operations, loaded, exists, told, bits (lanes_rows.h)}, or false where
   cells are taken one by one (source_totals.c). In a protected body. */
void nbb_source_define_totals(lua_State *state, nbb_source_texts *given);

/* Its part for tensor cores (source_encodings.c). In a protected body. */
void nbb_source_define_encodings(lua_State *state, const nbb_plan *plan);

/* The part of a simplex (source_simplex.c). In a protected body. */
void nbb_source_define_simplex(lua_State *state, nbb_source_texts *given);

#endif
