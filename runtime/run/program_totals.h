/* program_totals.h - totals over the cells of an area that holds the whole domain, by brute force. */
#ifndef NBB_PROGRAM_TOTALS_H
#define NBB_PROGRAM_TOTALS_H

#include "runtime/run/program_area.h"

/* The program's totals after the case's steps, by number: cell after cell in the order of their numbers. Fails (run)
   where one asks for a place that is no cell. */
nbb_status nbb_program_totals(const nbb_program_area *area, nbb_value_of *totals);

#endif
