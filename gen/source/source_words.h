/* source_words.h - code of words that is handed to the templates. For use in protected bodies. */
#ifndef NBB_SOURCE_WORDS_H
#define NBB_SOURCE_WORDS_H

#include "gen/source/source_values.h"

/* Code that is handed over. The names of its values: those of a launch, whose schedule says what is a statement, have
   the cell and the step in them (c7_2); those of a cell of any position their kind and number (w3, e2, n7). */
typedef struct nbb_printing {
    lua_State *state;
    const nbb_code *code;
    const nbb_formulas *formulas;
    const nbb_plan *plan;
    const nbb_lanes_launch *launch; /* or NULL */
    const nbb_schedule *schedule;   /* of the launch */
} nbb_printing;

/* Pushes a value's name; or sets a field to it. */
void nbb_source_push_name(const nbb_printing *print, nbb_value value);
void nbb_source_set_name(const nbb_printing *print, const char *field, nbb_value value);

/* Pushes the name of a word of the launch's state, before a step or after it; the word that an evaluation
   computes. */
void nbb_source_push_word(const nbb_printing *print, int word, int step);
int nbb_source_word_of(const nbb_lanes_launch *launch, const nbb_cell_step *evaluation);

/* Sets formula: a table's in postfix (code_build.h). */
void nbb_source_set_formula(lua_State *state, const nbb_formulas *formulas, nbb_table table);

/* Pushes code of a cell of any position; or adds a part of such tables to the one on top of the stack, as
   source_words.c says: the inputs, what is drawn once a step, what a draw has. */
void nbb_source_push_code(const nbb_printing *print, const int *uses);
void nbb_source_set_inputs(const nbb_printing *print, const int *uses);
void nbb_source_set_once(const nbb_printing *print);
void nbb_source_set_draw(const nbb_printing *print, int number);

#endif
