/* plan_law.h - by what a plan's cells change on map lanes, and what that and the options say of its layout. */
#ifndef NBB_PLAN_LAW_H
#define NBB_PLAN_LAW_H

#include "gen/plan/plan.h"

/* Whether the program's steps are a rule's, and ask for neighbours; `rule` is that rule. */
bool nbb_request_rule(const nbb_request *request, nbb_rule *rule);

/* Whether ranks can share its bits of a simplex: those of a rule. Kernels that add up totals go over the whole
   state. */
bool nbb_request_shares_bits(const nbb_request *request);

/* By what the request's cells change; its lowering is not begun. */
nbb_lanes_law nbb_request_law(const nbb_request *request);

/* The plan's, whose lowering is. */
nbb_lanes_law nbb_plan_law(const nbb_request *request, nbb_plan *plan);

/* Chooses the plan's law, whose workload, program, traits and storage are known. */
void nbb_plan_choose_law(const nbb_request *request, nbb_plan *plan);

/* Tells the plan's lowering the builtins that no cell has. */
void nbb_plan_set_builtins(nbb_plan *plan);

/* Whether what a level-t tile's cells depend on for a step is in the tiles beside it. The whole fractal has nothing
   beside it. */
bool nbb_plan_reaches(const nbb_request *request, const nbb_lanes_law *law, int t);

/* The most steps that a launch of level-t tiles can do, at least 1. */
int nbb_plan_most_steps(const nbb_request *request, const nbb_lanes_law *law, int t);

/* Fails (usage) where it is not, or the plan's tile has too many cells for code of their own. */
nbb_status nbb_plan_check_reach(const nbb_request *request, const nbb_plan *plan, const nbb_lanes_law *law);

/* Fails (usage) where more steps a launch were asked for than `most`, with the reason. */
nbb_status nbb_plan_check_steps(const nbb_request *request, const nbb_plan *plan, int most);

/* Lanes of a word that has the top `a` digits, 0 <= a <= r: k^a for equal levels. */
int64_t nbb_plan_lanes_of(const nbb_request *request, int a);

/* The lane digits by which the request's program draws, -1 of one that does not. */
int nbb_plan_drawn_digits(const nbb_request *request);

/* The lane digits that were asked for, or -1 for the plan's choice. */
int nbb_plan_digits_asked(const nbb_request *request);

#endif
