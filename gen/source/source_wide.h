/* source_wide.h - the update of wide cells on lanes: a function for each set of neighbours that exist, and for each
   cell and step of a launch which one it calls.

   A neighbour in the cell's own tile, or in the launch's, exists whenever the cell is asked for; one in another tile
   beside is tested; others never exist. What a cell of a tile that is not there comes to is put aside. */
#ifndef NBB_SOURCE_WIDE_H
#define NBB_SOURCE_WIDE_H

#include "gen/source/source_program.h"

enum { NBB_WIDE_LAUNCHES = 2 };

typedef struct nbb_wide_shape {
    nbb_presence presence[NBB_NEIGHBOURS_LIST_MAX];
    nbb_section_text text;
} nbb_wide_shape;

typedef struct nbb_source_wide {
    nbb_wide_shape *shapes;
    int count;
    int *shape_of[NBB_WIDE_LAUNCHES]; /* by STEP and REST, and turn of their orders */
} nbb_source_wide;

/* Prints the shapes that the plan's launches need; `writer` has what they share. nbb_source_wide_free is due in every
   case. */
nbb_status nbb_source_wide_build(const nbb_program_writer *writer, nbb_source_wide *wide);

/* Adds to the table on top of the stack: launches (source_wide.c says what they have), updates, a section each. In a
   protected body. */
void nbb_source_set_wide(lua_State *state, const nbb_plan *plan, const nbb_source_wide *wide);

void nbb_source_wide_free(nbb_source_wide *wide);

#endif
