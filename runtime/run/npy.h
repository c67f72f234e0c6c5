/* npy.h - files of arrays: NumPy's .npy, written and read, and VTK's image data; and patterns of automata. */
#pragma once

#include "gen/domain/fractal.h"

/* Writes `count` rows of an array, beginning with row `first`, at `into`. */
typedef nbb_status nbb_npy_rows(void *context, int64_t first, int64_t count, void *into);

/* The types of an element, little-endian. X(enumerator, NumPy's spelling, bytes). */
#define NBB_NPY_TYPES(X) \
    X(NPY_U8, "|u1", 1)  \
    X(NPY_I8, "|i1", 1)  \
    X(NPY_I16, "<i2", 2) \
    X(NPY_U16, "<u2", 2) \
    X(NPY_I32, "<i4", 4) \
    X(NPY_U32, "<u4", 4) \
    X(NPY_F16, "<f2", 2) X(NPY_F32, "<f4", 4) X(NPY_F64, "<f8", 8) X(NPY_I64, "<i8", 8) X(NPY_BOOL, "|b1", 1)
typedef enum nbb_npy_type { NBB_NPY_TYPES(NBB_ENUMERATOR) NBB_NPY_TYPE_COUNT } nbb_npy_type;
extern const char *const nbb_npy_type_names[NBB_NPY_TYPE_COUNT]; /* as NumPy spells them */
extern const int nbb_npy_type_bytes[NBB_NPY_TYPE_COUNT];

/* An array in C order; its rows are the elements of the last axis, or each element where it has one axis. */
typedef struct nbb_npy_shape {
    int axes;      /* 1 to 3 */
    int64_t at[3]; /* at least 1 each, slowest first */
    nbb_npy_type type;
} nbb_npy_shape;

/* Largest box, in places, that is saved as it is. */
#define NBB_NPY_BOX_MAX (INT64_C(1) << 30)

/* Writes it as .npy version 1.0. The rows are asked for in order, some at a time. Written whole or not at all; a
   failure of `fill` or an interrupt ends it. */
nbb_status nbb_npy_write(const char *path, nbb_npy_shape shape, nbb_npy_rows *fill, void *context);

/* The same as .vti version 1.0: image data whose cells are the elements, under this name, the last axis as x. Fails
   (usage) on halves, which VTK does not know. */
nbb_status nbb_vti_write(const char *path, const char *name, nbb_npy_shape shape, nbb_npy_rows *fill, void *context);

/* Appends the header of such a file. */
void nbb_npy_print_header(nbb_npy_shape shape, nbb_text *header);

/* What a file's header says. */
typedef struct nbb_npy_header {
    char *text;          /* the dictionary as it stands, for messages */
    size_t begin;        /* of the data, in bytes from the file's beginning */
    nbb_npy_shape shape; /* axes 0: none, more than three, or no elements */
    bool is_known;       /* its type is one of NBB_NPY_TYPES, and its order is C's */
} nbb_npy_header;

enum {
    NBB_NPY_DICTIONARY_MAX = 65535,                  /* characters: what version 1.0 allows */
    NBB_NPY_HEADER_MAX = 12 + NBB_NPY_DICTIONARY_MAX /* bytes that a header has at most */
};

/* Reads the header of a file of version 1.0, 2.0 or 3.0 from its first bytes, all of them or NBB_NPY_HEADER_MAX.
   Fails (usage) with the character where it is not as NumPy has it; `path` names the file. The header is due to be
   freed in every case. */
nbb_status nbb_npy_parse(const char *path, const char *bytes, size_t length, nbb_npy_header *header);
void nbb_npy_header_free(nbb_npy_header *header);

/* --- patterns of automata as text (rle.c), run length encoded, as Golly reads and writes them:

     #CXRLE Pos=3,4 Gen=10            lines that begin with # are comments, but for this one
     x = 3, y = 3, rule = B3/S23      the header; the rule may be missing
     bob$2bo$3o!                      runs of places: $ ends a row, ! the pattern

   b or . is a place of state 0, o or A of 1, B to X of 2 to 24, pA to pX of 25 to 48 and so on to yO of 255. --- */

enum { NBB_RLE_STATES = 256 };

/* A pattern that is being read. */
typedef struct nbb_rle {
    const char *path;
    const char *line_begin, *at, *end; /* of the text: what follows, and where it ends */
    int line;                          /* its number, from 1 */
    nbb_vector side;                   /* as the header says; 1 on the third axis */
    nbb_vector pos;                    /* #CXRLE's, or the origin */
    const char *rule;                  /* where the header names it, or NULL ... */
    int rule_length;                   /* ... so many characters */
    int64_t x, y;                      /* the next place */
} nbb_rle;

/* Places of one state, side by side, and where the text says so. */
typedef struct nbb_rle_run {
    nbb_vector first;
    int64_t count; /* 0: the pattern has ended */
    int state;
    int line, column;
} nbb_rle_run;

/* Reads comments and the header of `length` bytes and a 0, which must stay. Fails (usage) with file, line, column. */
nbb_status nbb_rle_open(const char *path, const char *text, size_t length, nbb_rle *rle);

/* The next run of another state than 0. Fails (usage) likewise, also where one leaves the header's sides. */
nbb_status nbb_rle_next(nbb_rle *rle, nbb_rle_run *run);

/* Fails (usage) with a place in the line that was read last, which behind nbb_rle_open is the header. */
nbb_status nbb_rle_fail(const nbb_rle *rle, const char *at, const char *what);

typedef struct nbb_rle_pattern {
    int64_t width, height;
    const char *rule;  /* or "": none */
    bool is_automaton; /* two states: b and o */
    int64_t step;
} nbb_rle_pattern;

/* Writes a pattern whose first place is the origin, whole or not at all; rows, a byte a state, are asked in order. */
nbb_status nbb_rle_write(const char *path, const nbb_rle_pattern *pattern, nbb_npy_rows *fill, void *context);
