/* works.h - the programs that workloads are, for requests of tests. They are made once, and kept to the end. */
#ifndef NBB_TEST_WORKS_H
#define NBB_TEST_WORKS_H

#include "gen/plan/plan.h"

/* A workload's program on so many axes, ca's of the rule. */
static inline const nbb_program *program_of(nbb_workload workload, nbb_rule rule, int axes, double density)
{
    enum { MOST = 2000 };
    static struct {
        nbb_workload workload;
        nbb_rule rule;
        int axes;
        double density;
        nbb_program program;
    } made[MOST];
    static int count = 0;
    int i = 0;
    while (i < count
           && (made[i].workload != workload || memcmp(&made[i].rule, &rule, sizeof rule) != 0 || made[i].axes != axes
               || made[i].density != density)) {
        ++i;
    }
    if (i == count && count++ < MOST) {
        made[i].workload = workload;
        made[i].rule = rule;
        made[i].axes = axes;
        made[i].density = density;
        if (nbb_workload_program(&nbb_workload_rows[workload], rule, axes, density, &made[i].program) != NBB_OK) {
            fprintf(stderr, "%s\n", nbb_message());
            abort();
        }
    }
    return made[i].program.name != NULL ? &made[i].program : NULL;
}

static inline const nbb_program *life_of(nbb_rule rule)
{
    return program_of(NBB_WORKLOAD_CA, rule, 2, 0.5);
}

/* Where a request has no program it gets its workload's: ca by B2/S23, or in space B5/S4,5. */
static inline void give_program(nbb_request *request)
{
    int axes = request->simplex != NULL ? request->simplex->m : 2;
    nbb_rule rule = axes == 2 ? (nbb_rule){ 1u << 2, 1u << 2 | 1u << 3 } : (nbb_rule){ 1u << 5, 1u << 4 | 1u << 5 };
    if (request->program == NULL) {
        request->program = program_of(request->workload, rule, axes, 0.5);
    }
}

static inline nbb_status choose_plan(const nbb_request *request, nbb_plan *plan)
{
    nbb_request given = *request;
    give_program(&given);
    return nbb_plan_choose(&given, plan);
}

#endif
