/* field_text.h - the text of a file's field, of a program or a formula, and messages about a place in it.

         ising.lua:11: update:9: unknown name 'alligned': did you mean 'aligned'?
             if (alligned > 2) s = !s;
                 ^ */
#pragma once

#include "gen/base/base.h"

typedef struct nbb_field_text {
    const char *path;  /* of the file */
    const char *field; /* "update", "observe.m" */
    const char *text;
    const char *source; /* the file's */
    int line;           /* of the field in the file; 0: unknown */
    bool found;         /* whether the text stands in the source as it is, */
    size_t at;          /* from this byte on */
    bool is_formula;    /* of a definition: `//` divides; messages are "column 9: ..." */
} nbb_field_text;

/* Where something stands: the byte in a field's text. */
typedef struct nbb_place_in_text {
    const nbb_field_text *text;
    size_t offset;
} nbb_place_in_text;
#define nbb_place_fail(place, ...) nbb_field_fail((place).text, (place).offset, __VA_ARGS__)
#define NBB_FAIL_PLACE_IF(wrong, place, ...) NBB_FAIL_IF(wrong, nbb_place_fail(place, __VA_ARGS__))

/* Records "PATH:LINE: FIELD:COLUMN: ..." with the line that holds byte `offset` of the text and a caret below it.
   Where Lua computed the text, so that the file does not hold it, line and column are those of the text: "PATH:
   FIELD:LINE:COLUMN: ...". Returns NBB_ERROR_DEFINITION. */
#define nbb_field_fail(text, offset, ...) nbb_field_fail_near(text, offset, "", NULL, 0, __VA_ARGS__)

/* The same, and which of so many names was probably meant. */
nbb_status nbb_field_fail_near(const nbb_field_text *text, size_t offset, const char *given, const char *const *names,
                               int count, const char *format, ...) NBB_PRINTF(6, 7);

/* The same of the field as a whole: "PATH:LINE: FIELD: ...". */
nbb_status nbb_field_fail_whole(const nbb_field_text *text, const char *format, ...) NBB_PRINTF(2, 3);
