/* needs.h - which words a rank reads of others, and which it sends them before each launch.

   Two tiles touch where a carry leads from one to the other. Pairs of replicas that touch are followed from the top
   level down: two that touch have pairs of their own replicas that touch, and where all tiles of both are one rank's,
   or none are this one's, nothing below is looked at. So the time and the lists grow with the sides along which the
   rank touches others, which on a finitely ramified fractal are a few tiles. Of a simplex the rank's own tiles are
   gone through, and the cover tells the numbers beside each.

   The groups of items that read words of others, or have words that others read, are a rank's boundary. All
   others, its interior, can be advanced while words are on their way.

   Words are those of 32 bits of the buffer that a launch reads tiles beside in: the state, or the copy of the
   boundaries of one that is updated in place. Both ranks have them in the same order. */
#pragma once

#include "runtime/run/needs_search.h"

typedef struct nbb_word_list {
    int64_t *words; /* ascending within each rank's */
    int64_t *first; /* [ranks + 1]: where those of each rank begin */
} nbb_word_list;

typedef struct nbb_needs {
    nbb_word_list received, sent; /* of this rank, by the other one */
    int64_t *boundary;            /* groups, by number from the rank's first one, ascending */
    int64_t boundary_count;
} nbb_needs;

/* The arena has them, with the lists of words only where they are asked for: these take memory and time for each rank
   that there is. Fails (usage) where a step reads past the tiles beside. */
nbb_status nbb_needs_build(nbb_arena *arena, const nbb_plan *plan, int rank, bool lists, nbb_needs *needs);

/* Of the state, and of the buffer beside it where that is no second state: the boundaries, or chances drawn once. */
nbb_areas nbb_state_areas(const nbb_plan *plan);
nbb_areas nbb_beside_areas(const nbb_plan *plan);
