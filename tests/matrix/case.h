/* case.h - a case of the matrix, and where it goes. */
#ifndef NBB_CASE_H
#define NBB_CASE_H

#include "runtime/run/run_state.h"

/* What a state must come to. */
typedef struct figures {
    uint64_t population0, population, digest0, digest;
} figures;

/* One automaton, or the same start for another workload. A program may say the rule in its place. */
typedef struct start {
    nbb_domain domain;
    nbb_rule rule;
    uint64_t seed;
    double density;
    int64_t steps;
    figures expected;                                 /* of the automaton */
    nbb_program program;                              /* bound, and that rule; or without a name: it is none */
    const char *said;                                 /* options that ask for another program, of a list; or NULL */
} start;

/* Where cases go: to a device, or to a list. */
typedef struct sink {
    nbb_device *device;
    FILE *list;                                       /* where there is no device; NULL is standard output */
    int passed, failed;
} sink;

/* What plans are for. */
typedef struct machine {
    nbb_target target;
    uint32_t multiprocessors, cluster_blocks;         /* of CUDA; as of nbb_request */
} machine;

/* The sink's own; that of a list is the emulator. */
machine machine_of(const sink *into);

/* The start as a workload's program. */
const nbb_program *work_program(const start *from, nbb_workload workload);

/* Lets a request be for that machine; and of the start's domain and program. */
void place_request(machine on, nbb_request *request);
void aim_request(const start *from, nbb_request *request);

/* One case: plans it for the sink's machine and hands it to the sink. False when the plan refuses it. */
bool try_case(const start *from, nbb_request request, sink *into);

/* Has the brute force of runtime/run/program_area.h fill in what is expected of the start under a program. */
nbb_status take_reference(start *from, const nbb_program *program);

#endif
