/* program_totals.h - observables of an area that holds the whole domain, by brute force. */
#ifndef NBB_PROGRAM_TOTALS_H
#define NBB_PROGRAM_TOTALS_H

#include "runtime/run/program_area.h"

/* The program's observables after the case's steps, by number. Fails (run) where one asks for a place that is no
   cell. */
nbb_status nbb_program_observe(const nbb_program_area *area, nbb_value_of *observed);

#endif
