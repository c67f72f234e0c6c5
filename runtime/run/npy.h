/* npy.h - NumPy's .npy files, written and read; the same arrays as VTK's image data. */
#pragma once

#include "gen/base/base.h"

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
   Fails (usage) with the character where it is not as NumPy defines it; `path` names the file. nbb_npy_header_free is
   due in every case. */
nbb_status nbb_npy_parse(const char *path, const char *bytes, size_t length, nbb_npy_header *header);
void nbb_npy_header_free(nbb_npy_header *header);
