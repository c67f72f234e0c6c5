/* source_values.h - the tables that templates read. */
#pragma once

#include "gen/source/source.h"

#include <lua.h>

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

/* A word that says whether a neighbour is there. */
bool nbb_source_is_neighbour(const nbb_node *node);

/* Pushes a buffer, where it points: by value whether it is an operation of three words of which one may follow from
   the two others, as where two are equal or one is constant; who compiles it may know input words. */
const bool *nbb_source_find_alike(lua_State *state, const nbb_code *code, bool knows_inputs);

/* A body for nbb_template_define: sets `formulas`, three bytes a table: operation, left, right (code.h). */
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

/* --- structs and values handed to Lua, in tables (lua_values.c): for protected bodies, for they may raise ---

   What templates read of a struct is described once, by its fields' names, and nbb_push_struct hands over any struct
   by its rows:

         static const nbb_lua_field fields[] = { NBB_LUA_ROWS(nbb_tile, columns, words) };

   A field's type is that of C. Lists and what is computed follow, set one by one. */
typedef enum nbb_lua_type {
    NBB_LUA_BOOL,
    NBB_LUA_INT,
    NBB_LUA_UINT,
    NBB_LUA_INT64,
    NBB_LUA_UINT64, /* its digits as text where it is past what a Lua integer holds */
    NBB_LUA_STRING,
    NBB_LUA_VECTOR,  /* {x, y, z} */
    NBB_LUA_SPELLED, /* an enumerator: its word of `of`, an nbb_spellings */
    NBB_LUA_STRUCT,  /* a table by the rows `of`; of what the field points at: */
    NBB_LUA_POINTER
} nbb_lua_type;

typedef struct nbb_lua_field {
    const char *name;
    nbb_lua_type type;
    size_t at; /* in the struct */
    const void *of;
} nbb_lua_field;

#define NBB_LUA_TYPE(field)             \
    _Generic((field), bool              \
             : NBB_LUA_BOOL, int        \
             : NBB_LUA_INT, uint32_t    \
             : NBB_LUA_UINT, int64_t    \
             : NBB_LUA_INT64, uint64_t  \
             : NBB_LUA_UINT64, nbb_vector \
             : NBB_LUA_VECTOR, default    \
             : NBB_LUA_STRING)

/* Rows of a description: a field by its own name, or by another; with an enumerator's words; a struct, or a pointer
   to one, with its rows. */
#define NBB_LUA_AS(name, in, field)                                           \
    {                                                                         \
        name, NBB_LUA_TYPE(((const in *)0)->field), offsetof(in, field), NULL \
    }
#define NBB_LUA(in, field) NBB_LUA_AS(#field, in, field)
#define NBB_LUA_OF(type, name, in, field, rows)         \
    {                                                   \
        name, NBB_LUA_##type, offsetof(in, field), rows \
    }

/* The rows of up to eight fields by their own names, which end a description. */
#define NBB_LUA_1(in, field) NBB_LUA(in, field), NBB_LUA_AS(NULL, in, field)
#define NBB_LUA_2(in, field, ...) NBB_LUA(in, field), NBB_LUA_1(in, __VA_ARGS__)
#define NBB_LUA_3(in, field, ...) NBB_LUA(in, field), NBB_LUA_2(in, __VA_ARGS__)
#define NBB_LUA_4(in, field, ...) NBB_LUA(in, field), NBB_LUA_3(in, __VA_ARGS__)
#define NBB_LUA_5(in, field, ...) NBB_LUA(in, field), NBB_LUA_4(in, __VA_ARGS__)
#define NBB_LUA_6(in, field, ...) NBB_LUA(in, field), NBB_LUA_5(in, __VA_ARGS__)
#define NBB_LUA_7(in, field, ...) NBB_LUA(in, field), NBB_LUA_6(in, __VA_ARGS__)
#define NBB_LUA_8(in, field, ...) NBB_LUA(in, field), NBB_LUA_7(in, __VA_ARGS__)
#define NBB_LUA_NTH(_1, _2, _3, _4, _5, _6, _7, _8, rows, ...) rows
#define NBB_LUA_ROWS(in, ...)                                                                                        \
    NBB_LUA_NTH(__VA_ARGS__, NBB_LUA_8, NBB_LUA_7, NBB_LUA_6, NBB_LUA_5, NBB_LUA_4, NBB_LUA_3, NBB_LUA_2, NBB_LUA_1, \
                0)                                                                                                   \
    (in, __VA_ARGS__)

/* Pushes a table of some fields of the struct at `from`, or adds them to that on top of the stack. */
#define NBB_LUA_OF_THESE(from, ...) ((const nbb_lua_field[]){ NBB_LUA_ROWS(__typeof__(*(from)), __VA_ARGS__) })
#define NBB_PUSH_FIELDS(state, from, ...) nbb_push_struct(state, NBB_LUA_OF_THESE(from, __VA_ARGS__), from)
#define NBB_ADD_FIELDS(state, from, ...) nbb_add_fields(state, NBB_LUA_OF_THESE(from, __VA_ARGS__), from)

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

/* Pushes {x, y, z}. */
void nbb_push_vector(lua_State *state, nbb_vector value);

/* Pushes a struct's table, or adds its fields to that on top of the stack. */
void nbb_push_struct(lua_State *state, const nbb_lua_field *fields, const void *from);
void nbb_add_fields(lua_State *state, const nbb_lua_field *fields, const void *from);

/* Makes the table on top of the stack a global. To read a name that it does not have is an error, as of globals. */
void nbb_end_table(lua_State *state, const char *name);
