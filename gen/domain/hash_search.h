/* hash_search.h - an arithmetic form of tau(beta) for a layout whose definition gives none: the cheapest of
   a few kinds.

   Kinds, with their costs in instructions of a GPU (an operation 1, a comparison that is added 2, a division 3, a
   remainder 4, 64 bits 2 more):
     chain    up to three steps from beta, each + * >> & > / % with a small constant: beta * 11 >> 5
     packed   all values in one number of up to 63 bits: 0x66 >> 2 * beta & 3
     planes   a number of up to 63 bits for each bit of the value: (0x16 >> beta & 1) + (0x8 >> beta & 1) * 2
     skips    the replica's place in reading order, beta and the holes before it, by its row: (beta + (beta > 3)) % 3
   Packed and planes exist for every layout of up to 63 replicas, so a larger one alone may have no form. */
#ifndef NBB_HASH_SEARCH_H
#define NBB_HASH_SEARCH_H

#include "gen/domain/fractal.h"

/* Finds the cheapest form of tau(beta) on an axis, over the names of nbb_hash_scope; NULL when there is none. It is
   evaluated on every beta < k before it is returned. No step of it is negative or past 31 bits, but for numbers that
   are shifted to the right: printed over an unsigned beta it computes the same in C. The caller frees it. Takes less
   than 0.1 s. */
nbb_status nbb_hash_search(const nbb_replicas *replicas, int axis, nbb_formula **formula);

#endif
