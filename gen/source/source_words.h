/* source_words.h - code of a cell of any position (lanes_program.h) as text, for the templates. */
#ifndef NBB_SOURCE_WORDS_H
#define NBB_SOURCE_WORDS_H

#include "gen/source/source_code.h"

/* While code is handed over. */
typedef struct nbb_word_printing {
    lua_State *state;
    const nbb_code *code;
    const nbb_formulas *formulas;
    nbb_text *text; /* scratch, which its owner frees */
} nbb_word_printing;

/* In a protected body: pushes a value's name: w3 of a loaded word, e2 of a neighbour's existence, d1 of a draw, n7 of
   an operation's result, or a constant. */
void nbb_source_push_name(const nbb_word_printing *print, nbb_value value);

/* In a protected body: gives the table on top of the stack, of what is used, operations: a list of {name, text} and
   of draws {name, request, row, and slot, digit, or care and masks}; loaded and exists: sets of numbers; told: a list
   as of a launch, with kind "far" of {number} where neighbours' neighbours exist. */
void nbb_source_set_operations(const nbb_word_printing *print, const int *uses);

#endif
