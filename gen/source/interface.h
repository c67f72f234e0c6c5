/* interface.h - how a plan's kernels are called, as data: for the text of kernels alone and for `emit --json`. */
#pragma once

#include "gen/plan/plan.h"

/* "u32 *", "xy": by value unless the type ends in a star, then an address of the device's memory. */
typedef struct nbb_kernel_parameter {
    const char *type, *name;
} nbb_kernel_parameter;

/* How a kernel is called. */
enum { NBB_KERNEL_PARAMETERS_MAX = 13 };
typedef struct nbb_interface {
    const char *does;
    nbb_kernel_parameter parameters[NBB_KERNEL_PARAMETERS_MAX];
    int count;
    char signature[NBB_KERNEL_PARAMETERS_MAX + 1];    /* a letter each, as device.h has them */
    int steps;                                        /* that a launch makes, of ROUNDS each round; or 0 */
    bool at_once;                                     /* all blocks must run at the same time: a cooperative launch */
    bool counts_cells;                                /* PROBE: the blocks are as many as its cells need */
} nbb_interface;

/* The interface of a kernel that the plan has. */
nbb_interface nbb_interface_of(const nbb_plan *plan, nbb_entry entry);
