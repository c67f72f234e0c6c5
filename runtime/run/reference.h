/* reference.h - an independent brute force, to verify against: no maps, no tiles, no generated code.

   It knows the cells by the definition alone (replicas of replicas; a sum of coordinates) and the initial state by
   coordinates (state.h). A small domain is computed whole on its box. A large one is checked in windows: the state
   inside a window after `steps` steps depends only on the cells at most `steps` away, so each window is computed
   alone with that margin. */
#ifndef NBB_REFERENCE_H
#define NBB_REFERENCE_H

#include "gen/domain/domain.h"
#include "gen/domain/rule.h"

/* One automaton run. */
typedef struct nbb_reference_case {
    nbb_domain domain;
    nbb_rule rule;
    uint64_t seed;
    uint32_t threshold; /* nbb_density_threshold */
    int64_t steps;
    bool (*initial)(const void *context, nbb_vector cell); /* whether a cell lives at first; NULL: as drawn */
    const void *context;
} nbb_reference_case;

/* The state of the box [origin, origin + extent) after the case's steps: a byte a place, in reading order, 1 alive.
   Cells outside the domain are 0; its box may be crossed. z is not looked at where the domain has two axes. The
   caller frees. Cost: extent + 2 steps cells an axis and step, with OpenMP over rows; fails (run) when those are more
   than 2^28. */
nbb_status nbb_reference_window(const nbb_reference_case *run, nbb_vector origin, nbb_vector extent, uint8_t **state);

/* Population and digest of the whole box, by nbb_reference_window on all of it; only for boxes of at most
   NBB_REFERENCE_BOX cells, else NBB_ERROR_RUN. */
#define NBB_REFERENCE_BOX (INT64_C(1) << 24)
nbb_status nbb_reference_whole(const nbb_reference_case *run, uint64_t *population, uint64_t *digest);

#endif
