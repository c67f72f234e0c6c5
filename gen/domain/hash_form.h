/* hash_form.h - an arithmetic form of tau(beta) for a layout whose definition gives none: numbers of up to 63 bits
   that hold its values, by replica. All in one number, 0x66 >> 2 * beta & 3, or where they do not fit a number for
   each bit, (0x16 >> beta & 1) + (0x8 >> beta & 1) * 2. */
#ifndef NBB_HASH_FORM_H
#define NBB_HASH_FORM_H

#include "gen/domain/fractal.h"

/* The form of tau(beta) on an axis, over the names of nbb_hash_scope; NULL where there are more than 63 replicas. No
   step of it is negative or past 31 bits, but for numbers that are shifted to the right: printed over an unsigned
   beta it computes the same in C. The caller frees it. */
nbb_status nbb_hash_form(const nbb_replicas *replicas, int axis, nbb_formula **formula);

#endif
