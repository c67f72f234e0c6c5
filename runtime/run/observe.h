/* observe.h - a program's observables from what was reduced over cells and pairs of them. */
#ifndef NBB_OBSERVE_H
#define NBB_OBSERVE_H

#include "gen/domain/domain.h"
#include "runtime/run/number.h"

/* values[i] becomes observable number i of the state after `step` steps; totals[i] is the program's total number i. A
   BOOL is the integer 0 or 1. */
void nbb_observe(const nbb_program *program, const nbb_domain *domain, int64_t step, const nbb_value_of *totals,
                 nbb_number *values);

#endif
