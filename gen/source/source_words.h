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

/* The launches of map lanes, as `launches` of the table on top of the stack. */
void nbb_source_set_launches(nbb_printing print, const nbb_source_code *code);

/* Pushes the name that a value has in its launch; whether it has one of its own there. */
bool nbb_source_push_own_name(const nbb_printing *print, nbb_value value);

/* Sets a field to a value's name; or pushes it. */
void nbb_source_set_name(const nbb_printing *print, const char *field, nbb_value value);
void nbb_source_push_name(const nbb_printing *print, nbb_value value);

/* A direction of a tile, or a neighbour, that may exist. */
bool nbb_source_is_neighbour(const nbb_node *node);

/* Set, as source_words.c says: what is told, what is drawn once a step, what a draw has. */
void nbb_source_set_told(const nbb_printing *print, const int *uses);
void nbb_source_set_once(const nbb_printing *print, int positions);
void nbb_source_set_draw(const nbb_printing *print, int number);

#endif
