/* random_draft.h - a program that is being drawn, and expressions for it. */
#ifndef NBB_RANDOM_DRAFT_H
#define NBB_RANDOM_DRAFT_H

#include "random_program.h"

#include "gen/program/program.h"

enum { FIELDS_MOST = 4, PARAMETERS_MOST = 4, LOCALS_MOST = 6, LIST_MOST = 6, DEPTH = 3 };

typedef enum drawn_type { INT, REAL, BOOL, TYPES } drawn_type;

/* A program on its way. */
typedef struct random_draft {
    uint64_t state; /* of the generator */
    random_run run;
    bool bits;  /* all fields are uN, */
    bool plain; /* and nothing is drawn that lanes compute in words alone */
    bool draws; /* update may ask for random numbers */
    int fields;
    nbb_field_kind kinds[FIELDS_MOST];
    int field_bits[FIELDS_MOST];
    int parameters;
    const char *far;  /* a list beside near, of a shape or the window, or NULL */
    nbb_text window;
    const char *bond; /* the type of the bond b, or NULL */
    bool global;      /* there is the global total of all cells, g */
    const char *list; /* near's name, or NULL: */
    nbb_neighbours offsets;
    nbb_vector room[NBB_NEIGHBOURS_LIST_MAX];
    int locals[TYPES]; /* in scope, by type: their names count from 0 */
    int declared;      /* of all types: names are never used again */
    int names[TYPES][LOCALS_MOST];
} random_draft;

/* Where an expression stands. */
typedef enum place { IN_INIT, IN_UPDATE, IN_REDUCTION, IN_OBSERVE } place;

/* A number from 0 to count - 1; true once in `count` times. */
int draw_below(random_draft *d, int count);
bool draw_one_in(random_draft *d, int count);

bool draft_is_real(const random_draft *d, int field);

/* Appends a text in which $ and a letter stand for what is drawn:
   $i $r $b: an expression of a type. $I $R $B: the same in a reduction. $f $g: a field, int or real. $t $T $u: a
   local. $k: a literal. $K: one from 1 to 8. $c: a real one. $p: a parameter. $o: an offset. $L: "far, " or "". */
void draft_put(random_draft *d, place where, int depth, const char *text, nbb_text *to);

/* Draws the neighbour lists, and appends the field of a program that has them. */
void draft_draw_neighbours(random_draft *d, uint64_t seed);
void draft_put_neighbours(const random_draft *d, nbb_text *to);

/* Appends an offset's numbers. */
void draft_put_offset(nbb_vector offset, int axes, nbb_text *to);

#endif
