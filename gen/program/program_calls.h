/* program_calls.h - types calls: functions, conversions, reductions, draws, totals. */
#ifndef NBB_PROGRAM_CALLS_H
#define NBB_PROGRAM_CALLS_H

#include "gen/program/program_checker.h"

/* A call's node, or NULL with the failure recorded. */
nbb_expression *nbb_check_call(nbb_checker *checker, const nbb_syntax *call);

#endif
