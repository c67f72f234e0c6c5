/* verify.h - compares a finished run with the brute force of program_reference.c, cell by cell. */
#pragma once

#include "runtime/run/program_area.h"
#include "runtime/run/run_state.h"

/* Compares the observables of the last state, by number: integers exactly, reals to 1e-9, or of a program whose reals
   are inexact to 1e-3. For domains that were compared whole. */
nbb_status nbb_verify_observables(const nbb_run *run, const nbb_number *observables);

/* Whether a field's bits are as expected; `steps` widen the tolerance of an inexact program's reals. */
bool nbb_verify_field(const nbb_program *program, int field, int64_t steps, uint64_t found, uint64_t wanted);

/* How much was compared. */
typedef struct nbb_verified {
    int64_t cells; /* places compared, holes included */
    bool whole;    /* all of the box; else windows around cells drawn at random */
    int windows;
} nbb_verified;

/* Whether a run of so many steps can be compared in reasonable time, to be asked before; else fails (usage). */
nbb_status nbb_verify_possible(const nbb_plan *plan, int64_t steps);

/* Compares the state with the brute force: on the whole box where it is small, else in windows; for rd also the sum,
   for sw also the population. The first difference fails with NBB_ERROR_VERIFY and says where and what. */
nbb_status nbb_verify(nbb_run *run, nbb_verified *verified);

/* --- what a standalone checks itself by, found by the brute force that runs are verified with --- */

/* The answers for windows about cells drawn at random, after a few steps of the plan's program, which is bound, from
   the seed: at most `steps`, and as many as kernels of one and of several steps a launch need to be both called. It
   takes some hundredths of a second. The arena has them. */
nbb_status nbb_samples_find(nbb_arena *arena, const nbb_plan *plan, uint64_t seed, int64_t steps,
                            nbb_samples *samples);
