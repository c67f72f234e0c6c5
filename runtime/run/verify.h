/* verify.h - compares a finished run with the brute force of program_reference.h, cell by cell. */
#ifndef NBB_VERIFY_H
#define NBB_VERIFY_H

#include "runtime/run/run.h"

/* How much was compared. */
typedef struct nbb_verified {
    int64_t cells;                                    /* places compared, holes included */
    bool whole;                                       /* all of the box; else windows around cells drawn at random */
    int windows;
} nbb_verified;

/* Whether a run of so many steps can be compared in reasonable time; fails (usage) with the reason if not. To be
   asked before the run. */
nbb_status nbb_verify_possible(const nbb_plan *plan, int64_t steps);

/* Compares the state with the brute force: on the whole box where it is small, else in windows; for rd also the sum,
   for sw also the population. The first difference fails with NBB_ERROR_VERIFY and says where and what. */
nbb_status nbb_verify(nbb_run *run, nbb_verified *verified);

#endif
