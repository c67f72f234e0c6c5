/* verify_program.h - compares a window of a program's run with the brute force of program_reference.h. */
#ifndef NBB_VERIFY_PROGRAM_H
#define NBB_VERIFY_PROGRAM_H

#include "runtime/run/number.h"
#include "runtime/run/program_area.h"
#include "runtime/run/run.h"

/* A window of the box, and its places by number, for nbb_run_probe. */
typedef struct nbb_window {
    nbb_vector origin, extent;
} nbb_window;
nbb_vector nbb_window_place(const void *window, int64_t i);

/* What a run must come to by its program. */
nbb_program_case nbb_verify_case(const nbb_run_request *request);

/* Compares every field of every place: bit by bit, or, of a program whose reals are inexact, reals with a tolerance.
   The first difference fails with NBB_ERROR_VERIFY and says where and what. */
nbb_status nbb_verify_program(nbb_run *run, const nbb_program_case *reference, nbb_vector origin, nbb_vector extent);

/* Compares the observables of the last state, by number: integers exactly, reals to 1e-9, or of a program whose reals
   are inexact to 1e-3. For domains that were compared whole. */
nbb_status nbb_verify_observables(const nbb_run *run, const nbb_number *observables);

/* Whether a field's bits are as expected; `steps` widen the tolerance of an inexact program's reals. */
bool nbb_verify_field(const nbb_program *program, int field, int64_t steps, uint64_t found, uint64_t wanted);

#endif
