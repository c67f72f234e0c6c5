/* source_values.h - the tables that templates read. */
#pragma once

#include "gen/base/sandbox.h"
#include "gen/source/source.h"

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

/* Where words are bits, or map lanes': `draws`, and `dag`, the code, of which words.lua makes what sections
   read. */
void nbb_source_define_words(lua_State *state, const nbb_source_request *request);

/* A word that says whether a neighbour is there. */
bool nbb_source_is_neighbour(const nbb_node *node);

/* Pushes a buffer, where it points: by value whether it is an operation of three words of which one may follow from
   the two others, as where two are equal or one is constant; who compiles it may know input words. */
const bool *nbb_source_find_alike(lua_State *state, const nbb_code *code, bool knows_inputs);

/* A body for nbb_template_define: sets `formulas`, three bytes a table: operation, left, right (code.h). */
int nbb_source_define_formulas(lua_State *state);

/* Pushes a function's code and its value, of which formulas.lua makes an expression. */
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

/* --- structs and values handed to Lua, in tables (lua_values.c): for protected bodies, for they may raise --- */

/* Pushes a field of a struct by its type: {x, y, z} of a vector; of a number past what a Lua integer holds its digits
   as text. What is computed has functions of Lua's own, for comparisons are ints. */
#define NBB_PUSH(state, field)              \
    _Generic((field), bool                  \
             : lua_pushboolean, uint64_t    \
             : nbb_push_natural, nbb_vector \
             : nbb_push_vector, const char *\
             : lua_pushstring, default      \
             : lua_pushinteger)(state, field)

/* Adds up to eight fields of a struct by their own names to the table on top of the stack, or pushes a table of them:
   NBB_PUSH_FIELDS(state, tile, columns, words). */
#define NBB_FIELDS_1(state, of, field) (NBB_PUSH(state, (of)->field), lua_setfield(state, -2, #field))
#define NBB_FIELDS_2(state, of, field, ...) NBB_FIELDS_1(state, of, field), NBB_FIELDS_1(state, of, __VA_ARGS__)
#define NBB_FIELDS_3(state, of, field, ...) NBB_FIELDS_1(state, of, field), NBB_FIELDS_2(state, of, __VA_ARGS__)
#define NBB_FIELDS_4(state, of, field, ...) NBB_FIELDS_1(state, of, field), NBB_FIELDS_3(state, of, __VA_ARGS__)
#define NBB_FIELDS_5(state, of, field, ...) NBB_FIELDS_1(state, of, field), NBB_FIELDS_4(state, of, __VA_ARGS__)
#define NBB_FIELDS_6(state, of, field, ...) NBB_FIELDS_1(state, of, field), NBB_FIELDS_5(state, of, __VA_ARGS__)
#define NBB_FIELDS_7(state, of, field, ...) NBB_FIELDS_1(state, of, field), NBB_FIELDS_6(state, of, __VA_ARGS__)
#define NBB_FIELDS_8(state, of, field, ...) NBB_FIELDS_1(state, of, field), NBB_FIELDS_7(state, of, __VA_ARGS__)
#define NBB_FIELDS_NTH(_1, _2, _3, _4, _5, _6, _7, _8, fields, ...) fields
#define NBB_ADD_FIELDS(state, of, ...)                                                                          \
    NBB_FIELDS_NTH(__VA_ARGS__, NBB_FIELDS_8, NBB_FIELDS_7, NBB_FIELDS_6, NBB_FIELDS_5, NBB_FIELDS_4, NBB_FIELDS_3, \
                   NBB_FIELDS_2, NBB_FIELDS_1, 0)                                                               \
    (state, of, __VA_ARGS__)
#define NBB_PUSH_FIELDS(state, of, ...) lua_newtable(state), NBB_ADD_FIELDS(state, of, __VA_ARGS__)

/* "x", "y", "z". */
extern const char *const nbb_axis_names[NBB_AXES_MAX];

/* table.name = what a call pushes, or a value, of the table on top of the stack. */
#define NBB_SET(state, name, ...)        \
    do {                                 \
        __VA_ARGS__;                     \
        lua_setfield(state, -2, name);   \
    } while (0)
#define NBB_SET_INTEGER(state, name, ...) NBB_SET(state, name, lua_pushinteger(state, __VA_ARGS__))
#define NBB_SET_FLAG(state, name, ...) NBB_SET(state, name, lua_pushboolean(state, (bool)(__VA_ARGS__)))
#define NBB_SET_WORD(state, name, ...) NBB_SET(state, name, lua_pushstring(state, __VA_ARGS__))

/* Pushes a list of what the statement pushes for each of so many items, number `i` from 0: one value or none. */
#define NBB_PUSH_LIST(state, count, i, ...)              \
    do {                                                 \
        lua_Integer i##_listed = 0;                      \
        lua_newtable(state);                             \
        const int i##_list = lua_gettop(state);          \
        for (int64_t i = 0; i < (int64_t)(count); ++i) { \
            __VA_ARGS__;                                 \
            if (lua_gettop(state) > i##_list) {          \
                lua_seti(state, i##_list, ++i##_listed); \
            }                                            \
        }                                                \
    } while (0)

/* table.name = that list. */
#define NBB_SET_LIST(state, name, count, i, ...) NBB_SET(state, name, NBB_PUSH_LIST(state, count, i, __VA_ARGS__))

#define NBB_SET_INTEGERS(state, name, count, i, value) \
    NBB_SET_LIST(state, name, count, i, lua_pushinteger(state, value))

/* The numbers below a count of which that holds. */
#define NBB_SET_NUMBERS(state, name, count, i, holds) \
    NBB_SET_LIST(state, name, count, i, {             \
        if (holds) {                                  \
            lua_pushinteger(state, i);                \
        }                                             \
    })

/* Raises a failure. */
void nbb_need(lua_State *state, nbb_status status);

void nbb_push_vector(lua_State *state, nbb_vector value);
void nbb_push_natural(lua_State *state, uint64_t value);

/* Makes the table on top of the stack a global. To read a name that it does not have is an error, as of globals. */
void nbb_end_table(lua_State *state, const char *name);
