/* program_reference.h - the brute force of cell programs, to verify against: no maps, no tiles, no kernels.

   It knows the cells by the definition alone (replicas of replicas; a sum of coordinates), and walks the program's
   tree (program_value.h) for every cell of a box. Where the program counts (program_rule.h), the tree is walked once
   for cells with as many neighbours, alive and dead. A small domain is computed whole, a large one in windows, each
   with a margin as wide as what its cells depend on. */
#pragma once

#include "runtime/run/observe.h"
#include "runtime/run/program_area.h"

/* The fields of the box [origin, origin + extent) after the case's steps: their bits as unsigned numbers, field by
   field a place, places in reading order; 0 off the domain, whose box may be crossed. z is not looked at where it has
   two axes. The caller frees. Fails (run) where the window and its margin are too large. */
nbb_status nbb_program_reference_window(const nbb_program_case *run, nbb_vector origin, nbb_vector extent,
                                        uint64_t **fields);

/* Of the whole domain. */
typedef struct nbb_program_figures {
    uint64_t population, digest;
    nbb_number observed[NBB_OBSERVABLES_MAX];
} nbb_program_figures;

/* Fails (run) where the box is too large, or an observable asks for a place that is no cell. Totals of reals are
   added in F64 in the order of the cells' numbers. */
nbb_status nbb_program_reference_whole(const nbb_program_case *run, nbb_program_figures *figures);

/* A field's value from its bits. */
nbb_value_of nbb_program_field_value(const nbb_field *field, uint64_t bits);
