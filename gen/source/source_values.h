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

/* A body for nbb_template_define, with an nbb_source_texts as its context: sets every global that the templates use,
   each a table, whose names stand in its description or in the comment of what sets them. What follows is for
   protected bodies alone. */
int nbb_source_define(lua_State *state);

/* `tile`, of a fractal; `simplex`; `lanes`, of map lanes. */
void nbb_source_define_tile(lua_State *state, const nbb_plan *plan);
void nbb_source_define_simplex(lua_State *state, const nbb_plan *plan);
void nbb_source_define_lanes(lua_State *state, const nbb_plan *plan);

/* Where words are bits, or map lanes': `draws`, and `dag`, the code: shapes, launches, rows or next, totals. */
void nbb_source_define_words(lua_State *state, nbb_source_texts *given);

/* `program`. */
void nbb_source_define_program(lua_State *state, const nbb_source_texts *given);

/* Add to the table on top of the stack: what a fractal has; lambda_halves, nu_halves, lambda_bytes, nu_bytes for
   tensor cores, false where the plan has none; a name as it is spelled in C. */
void nbb_source_set_fractal(lua_State *state, const nbb_source_texts *given);
void nbb_source_set_encodings(lua_State *state, const nbb_plan *plan);
void nbb_source_set_spelled(lua_State *state, const char *field, const char *name);

/* The word that a lane, of 32, holds of an operand of 16 rows of 8 bytes: lane 4 c + q has rows 4 q .. 4 q + 3 of
   column c. */
int64_t nbb_source_register(const uint8_t *matrix, int64_t lane);

#endif
