/* program_flow.h - the ranges of all of a program's expressions, statement by statement. */
#ifndef NBB_PROGRAM_FLOW_H
#define NBB_PROGRAM_FLOW_H

#include "gen/program/program.h"

/* Sets low and high of every integer and BOOL. The neighbour list is bound. */
nbb_status nbb_program_flow(nbb_program *program);

#endif
