/* verify_program.h - compares a window of a program's run with the brute force of program_reference.h. */
#ifndef NBB_VERIFY_PROGRAM_H
#define NBB_VERIFY_PROGRAM_H

#include "runtime/run/number.h"
#include "runtime/run/run.h"

/* Compares every field of every place: bit by bit, or, of a program whose reals are inexact, reals with a tolerance.
   The first difference fails with NBB_ERROR_VERIFY and says where and what. */
nbb_status nbb_verify_program(nbb_run *run, nbb_vector origin, nbb_vector extent);

/* Compares the observables of the last state, by number: integers exactly, reals to 1e-9, or of a program whose reals
   are inexact to 1e-3. For domains that were compared whole. */
nbb_status nbb_verify_observables(const nbb_run *run, const nbb_number *observables);

/* Whether a field's bits are as expected; `steps` widen the tolerance of an inexact program's reals. */
bool nbb_verify_field(const nbb_program *program, int field, int64_t steps, uint64_t found, uint64_t wanted);

#endif
