/* source_values.h - the tables that templates read. */
#pragma once

#include "gen/code/code_build.h"
#include "gen/program/program_cases.h"
#include "gen/source/source.h"

#include <lua.h>

/* --- tables (lua_values.h) --- */

/* Whether a place of the box is on the fractal, at all levels at once, where s is 2 or 4 on both axes.

   There a level's digits of x and y are one or two of their bits, so a boolean function of the words x and y (and of
   them shifted by one, for s = 4) finds the levels that fall on a hole: one bit a level. For the gasket it is x & ~y,
   the papers' test x & (n - 1 - y) [M20]. */

/* Whether such a function exists for this layout. */
bool nbb_membership_is_bitwise(const nbb_replicas *replicas);

/* The function of x, (x >> 1), y and (y >> 1) whose bits are 1 where a level's digits fall on a hole. `mask` becomes
   the bits that stand for levels 1..r. */
nbb_function nbb_membership_holes(const nbb_replicas *replicas, int r, uint32_t *mask);

/* A body for nbb_template_define, with an nbb_source_request as its context: sets every global that the templates
   use, each a table, whose names stand in its description or in the comment of what sets them. What follows is for
   protected bodies alone, which an error leaves by longjmp: who calls one frees what it was given. */
int nbb_source_define(lua_State *state);

/* `tile`, of a fractal; `simplex`; `lanes`, of map lanes. */
void nbb_source_define_tile(lua_State *state, const nbb_plan *plan);
void nbb_source_define_simplex(lua_State *state, const nbb_plan *plan);
void nbb_source_define_lanes(lua_State *state, const nbb_plan *plan);

/* Where words are bits, or map lanes': `draws`, and `dag`, the code, of which templates/words.lua makes what sections
   read. */
void nbb_source_define_words(lua_State *state, const nbb_source_request *request);

/* A body for nbb_template_define: sets `formulas`, three bytes a table: operation, left, right (code_build.h). */
int nbb_source_define_formulas(lua_State *state);

/* Pushes a function's code and its value, of which templates/formulas.lua makes an expression. */
void nbb_source_push_function(lua_State *state, nbb_function function);

/* `program`: its trees, which templates/program.lua makes texts of. */
void nbb_source_define_program(lua_State *state, const nbb_source_request *request);

/* What a tree is of. */
typedef struct nbb_tree {
    lua_State *state;
    const nbb_plan *plan;
    const nbb_program *program;
    const nbb_arguments *arguments;
    const nbb_section *section; /* whose locals are named, or NULL */
    const nbb_cases *cases;     /* whose inputs stand by number, or NULL */
    bool initial;               /* init's */
} nbb_tree;

/* Pushes {kind, type, number, there (it is the neighbour's), neighbour (of an offset), from, and what its kind has};
   of an input of the cases its number alone. Or sets a field to it, unless it is NULL. */
void nbb_tree_push(const nbb_tree *of, const nbb_expression *e);
void nbb_tree_set(const nbb_tree *of, const char *name, const nbb_expression *e);

/* Sets a field to the number of a row among the program's, unless it is NULL. */
void nbb_tree_set_row(const nbb_tree *of, const char *name, const nbb_argument *row);

/* Adds the cases' inputs. */
void nbb_tree_set_cases(const nbb_tree *of, const nbb_cases *cases);

/* Pushes a list of {kind, value, body, otherwise (if there is one), and what its kind has}. */
void nbb_tree_push_statements(const nbb_tree *of, const nbb_statement *s);

/* Add to the table on top of the stack: what a fractal has; lambda_halves, nu_halves, lambda_bytes, nu_bytes for
   tensor cores, false where the plan has none; a name as it is spelled in C; a number of C, in the fewest digits that
   are read as the same. */
void nbb_source_set_fractal(lua_State *state, const nbb_plan *plan);

void nbb_source_set_encodings(lua_State *state, const nbb_plan *plan);
void nbb_source_set_spelled(lua_State *state, const char *field, const char *name);
void nbb_source_set_real(lua_State *state, const char *field, nbb_type type, double value);
