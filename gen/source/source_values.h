/* source_values.h - the texts and code that are made ready for the templates, and the tables that they read. */
#ifndef NBB_SOURCE_VALUES_H
#define NBB_SOURCE_VALUES_H

#include "gen/code/code_build.h"
#include "gen/lanes/lanes_schedule.h"
#include "gen/source/source.h"
#include "gen/source/source_program.h"

#include <lua.h>

/* --- the code of a module's launches (source_code.c) --- */

/* The launches that a module may have code of: STEP or ROUNDS, and REST. */
enum { NBB_LAUNCH_MAIN, NBB_LAUNCH_REST, NBB_LAUNCHES };

typedef struct nbb_source_code {
    nbb_schedule schedules[NBB_LAUNCHES]; /* empty where the plan has no such kernel */
    nbb_shapes shapes;                    /* of all */
    nbb_formulas formulas;
} nbb_source_code;

/* The code of all launches of the plan, so that shapes have the same numbers in each of its units; none if no kernel
   of a launch is among `kernels`. */
nbb_status nbb_source_code_build(const nbb_plan *plan, nbb_entry_set kernels, nbb_source_code *code);

void nbb_source_code_free(nbb_source_code *code);

/* --- wide cells on lanes (source_wide.c): a function for each set of neighbours that exist, and for each cell and
   step of a launch which one it calls.

   A neighbour in the cell's own tile, or in the launch's, exists whenever the cell is asked for; one in another tile
   beside is tested; others never exist. What a cell of a tile that is not there comes to is put aside. --- */

enum { NBB_WIDE_LAUNCHES = 2 };

typedef struct nbb_wide_shape {
    nbb_presence presence[NBB_NEIGHBOURS_WORDS_MAX];
    nbb_section_text text;
} nbb_wide_shape;

typedef struct nbb_source_wide {
    nbb_wide_shape *shapes;
    int count;
    int *shape_of[NBB_WIDE_LAUNCHES]; /* by STEP and REST, and evaluation of their orders */
} nbb_source_wide;

/* Prints the shapes that the plan's launches need; `writer` has what they share. nbb_source_wide_free is due in every
   case. */
nbb_status nbb_source_wide_build(const nbb_program_writer *writer, nbb_source_wide *wide);

/* Adds to the table on top of the stack: launches (source_wide.c says what they have), updates, a section each. In a
   protected body. */
void nbb_source_set_wide(lua_State *state, const nbb_plan *plan, const nbb_source_wide *wide);

void nbb_source_wide_free(nbb_source_wide *wide);

/* --- tables (lua_values.h) --- */

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
    nbb_source_program program;                       /* of a program */
    nbb_source_wide wide;                             /* of one with wide cells on lanes */
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

/* `program`. And a section of it is pushed: {lines, place, axes, degree, first, step, draws, arguments, neighbours},
   these by presence, or where it is NULL by use. */
void nbb_source_define_program(lua_State *state, const nbb_source_texts *given);
void nbb_source_push_section(lua_State *state, const nbb_program *program, const nbb_section_text *text,
                             const nbb_presence *presence);

/* Add to the table on top of the stack: what a fractal has; lambda_halves, nu_halves, lambda_bytes, nu_bytes for
   tensor cores, false where the plan has none; a name as it is spelled in C. */
void nbb_source_set_fractal(lua_State *state, const nbb_source_texts *given);
void nbb_source_set_encodings(lua_State *state, const nbb_plan *plan);
void nbb_source_set_spelled(lua_State *state, const char *field, const char *name);

/* The word that a lane, of 32, holds of an operand of 16 rows of 8 bytes: lane 4 c + q has rows 4 q .. 4 q + 3 of
   column c. */
int64_t nbb_source_register(const uint8_t *matrix, int64_t lane);

#endif
