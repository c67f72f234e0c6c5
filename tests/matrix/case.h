/* case.h - a case of the matrix, and where it goes. */
#ifndef NBB_CASE_H
#define NBB_CASE_H

#include "runtime/run/run.h"

/* What a state must come to. */
typedef struct figures {
    uint64_t population0, population, digest0, digest;
} figures;

/* One automaton, or the same start for another workload. */
typedef struct start {
    nbb_domain domain;
    nbb_rule rule;
    uint64_t seed;
    double density;
    int64_t steps;
    figures expected;
} start;

/* Where cases go: to a device, or to standard output. */
typedef struct sink {
    nbb_device *device;
    int64_t largest_box;
    int most_operations;
    int passed, failed;
    int met;                                          /* cases, for a quick run to leave most of them out */
} sink;

/* One case: plans it and hands it to the sink. False when it is none: the plan refuses it, or it is past the sink's
   limits. */
bool try_case(const start *from, nbb_request request, sink *into);

#endif
