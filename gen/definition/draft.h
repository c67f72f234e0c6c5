/* draft.h - a definition's table as plain C data: read from Lua by type, then checked as what it
   describes. */
#pragma once

#include "gen/domain/domain.h"

#include <lua.h>

/* Who has a field: a fractal, a simplex, a level of a fractal whose levels differ, or such a fractal's draw. */
enum {
    NBB_OF_FRACTAL = 1 << NBB_KIND_FRACTAL,
    NBB_OF_SIMPLEX = 1 << NBB_KIND_SIMPLEX,
    NBB_OF_LEVEL = 1 << NBB_KINDS,
    NBB_OF_DRAW = 2 << NBB_KINDS
};

/* X(NAME, name, reader, owners): the fields of a definition; readers are of draft_layout.c or draft_read.c. */
#define NBB_DRAFT_FIELDS(X)                                                 \
    X(NAME, name, read_text, NBB_OF_FRACTAL | NBB_OF_SIMPLEX)               \
    X(MAYBE, maybe, nbb_draft_read_letters, NBB_OF_FRACTAL | NBB_OF_LEVEL)  \
    X(TURNS, turns, nbb_draft_read_letters, NBB_OF_FRACTAL | NBB_OF_LEVEL)    \
    X(LAYOUT, layout, nbb_draft_read_layout, NBB_OF_FRACTAL | NBB_OF_LEVEL) \
    X(REPLICAS, replicas, read_replicas, NBB_OF_FRACTAL | NBB_OF_LEVEL)     \
    X(K, k, read_integer, NBB_OF_FRACTAL | NBB_OF_LEVEL)              \
    X(S, s, read_sides, NBB_OF_FRACTAL | NBB_OF_LEVEL)                      \
    X(HASH, hash, read_text, NBB_OF_FRACTAL | NBB_OF_LEVEL)                 \
    X(MEMBER, member, read_text, NBB_OF_FRACTAL | NBB_OF_LEVEL)             \
    X(LEVELS, levels, read_levels, NBB_OF_FRACTAL)                          \
    X(DRAW, draw, read_draw, NBB_OF_FRACTAL)                                \
    X(SEED, seed, read_integer, NBB_OF_DRAW)                                   \
    X(WEIGHTS, weights, read_weights, NBB_OF_DRAW)                          \
    X(M, m, read_integer, NBB_OF_SIMPLEX)

typedef enum nbb_field {
#define NBB_FIELD_ENUM(name, spelling, reader, owners) NBB_FIELD_##name,
    NBB_DRAFT_FIELDS(NBB_FIELD_ENUM)
#undef NBB_FIELD_ENUM
    NBB_FIELDS
} nbb_field;

typedef struct nbb_draft {
    const char *path;                                 /* of the definition's file */
    const char *source;                               /* its text */
    int owner;                                        /* what this is: NBB_OF_FRACTAL, ... */
    int line;                                         /* where in it a definition begins, or a field of it */
    int number;                                       /* of a level, from 1 */
    bool placed;                                      /* what failed was a level's or draw's, which said where */
    nbb_field field;                                  /* that is read */
    bool given[NBB_FIELDS];
    char *texts[NBB_FIELDS];                          /* name, hash and member; owned */
    int64_t k, m;
    nbb_vector s;                                     /* field s */
    int side_count;                                   /* of its numbers; 1: the same on all axes */
    int axes;                                         /* of the layout or the replicas */
    nbb_vector extent;                                /* the layout's columns, rows and slices */
    char layout[NBB_SIDE_MAX][NBB_SIDE_MAX][NBB_SIDE_MAX]; /* [z][y][x]: '.' is a hole, all others are replicas */
    double chances[UCHAR_MAX + 1];                    /* field maybe, by letter */
    int8_t turns[UCHAR_MAX + 1];                      /* field turns, by letter: 1 + the isometry, 0 for no turn */
    unsigned letters[UCHAR_MAX + 1];                  /* the fields that give it a meaning, a bit each */
    int slice;                                        /* z of the rows that are read */
    int count;
    nbb_vector replicas[NBB_K_MAX];                   /* field replicas, `count` of them */
    struct nbb_draft *levels;                         /* field levels, `level_count` of them; owned */
    int level_count;
    int64_t seed;                                     /* of field draw */
    double weights[NBB_LAYOUTS_MAX];
    int weight_count;
} nbb_draft;

/* The fields' names in a definition. */
extern const char *const nbb_field_names[NBB_FIELDS];

/* The line of the field in the definition. */
int nbb_draft_line(const nbb_draft *draft, nbb_field field);

/* Opens the recorded message with "PATH:LINE: field 'NAME': ", of a level with "PATH:LINE: level NUMBER: field
   'NAME': ", and returns `status`, for return nbb_draft_at(draft, field, nbb_fail(...)). */
nbb_status nbb_draft_at(const nbb_draft *draft, nbb_field field, nbb_status status);

/* The same of a field that is not there: "PATH:LINE: field 'NAME' is missing", and the recorded message behind it. */
nbb_status nbb_draft_missing(const nbb_draft *draft, nbb_field field, nbb_status status);

/* Fail (definition) so with these words. */
#define nbb_draft_fail(draft, field, ...) nbb_draft_at(draft, field, nbb_fail(NBB_ERROR_DEFINITION, __VA_ARGS__))
#define nbb_draft_lacks(draft, field, ...) \
    nbb_draft_missing(draft, field, nbb_fail(NBB_ERROR_DEFINITION, __VA_ARGS__))

/* Reads the table at `index` with raw accesses; inside nbb_sandbox_call. Fails on unknown fields and wrong types, and
   on a layout that is not a rectangle. The caller frees the draft in any case. */
nbb_status nbb_draft_read(lua_State *state, int index, nbb_draft *draft);

/* Makes the fractal that the draft describes, or says what in the draft contradicts itself. On failure the fractal is
   left for the caller to free. */
nbb_status nbb_draft_check(const nbb_draft *draft, nbb_fractal *fractal);

/* The same for a simplex. */
nbb_status nbb_draft_check_simplex(const nbb_draft *draft, nbb_simplex *simplex);

void nbb_draft_free(nbb_draft *draft);

/* Readers: each finds the draft's `field` at the top, and nbb_draft_read opens its message with the field's place. */

/* Opens the recorded message with the element's place in its array. */
nbb_status nbb_draft_at_element(const char *kind, int number, nbb_status status);

/* Reads the array at the top, of what it must be, 1 to `most` elements of the kind ("row"), each put at the top for
   `read`. */
nbb_status nbb_draft_read_elements(lua_State *state, nbb_draft *draft, const char *kind, const char *what, int most,
                                   nbb_status (*read)(lua_State *state, nbb_draft *draft, int index));

/* Fields layout, and maybe and turns, which are read first, for they say which letters a layout may have. */
nbb_status nbb_draft_read_layout(lua_State *state, nbb_draft *draft);
nbb_status nbb_draft_read_letters(lua_State *state, nbb_draft *draft);
