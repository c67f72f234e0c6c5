/* source.h - prints a plan as the source text of one module: templates plus the plan's values. */
#pragma once

#include "gen/plan/plan.h"

/* What a standalone is checked by: the answers of kernel PROBE after so many steps, or passes, for windows of the
   box: by window, place in reading order and, of a program's fields, number; distances by their bits. */
typedef struct nbb_samples {
    int64_t steps;
    nbb_vector extent; /* of a window */
    int windows;
    int64_t places;    /* of a window */
    int fields;        /* answers for a place */
    nbb_vector *corners;
    uint64_t *answers;
} nbb_samples;

/* What the text needs beside the plan. */
typedef struct nbb_source_request {
    const nbb_plan *plan;
    const char *command;   /* the command that makes this text again, for its header */
    const char *templates; /* a folder that overrides templates, or NULL */
    bool standalone;       /* with a main that runs and checks it; else kernels alone */
    bool described;        /* kernels alone: with constants that say how they are called */
    int64_t steps;         /* of a standalone's run, at least 1 */
    uint64_t seed;
    const nbb_samples *samples; /* of a standalone, for the seed and the parameters that the program has */
    nbb_entry_set kernels; /* those to print, 0 for all, as a standalone has them */
    const nbb_arguments *arguments; /* of the program; who asks leaves it NULL */
} nbb_source_request;

/* The texts of a plan's translation units. */
typedef struct nbb_units {
    nbb_text texts[NBB_UNITS_MAX];
    int count;
} nbb_units;

/* Prints the plan's kernels, not standalone, in the plan's units; request->kernels is not read. nbb_units_free is due
   in every case. */
nbb_status nbb_source_print_units(const nbb_source_request *request, nbb_units *units);

void nbb_units_free(nbb_units *units);

/* Appends the text to `source`. The same request gives the same bytes. */
nbb_status nbb_source_print(const nbb_source_request *request, nbb_text *source);

/* Appends the kernels that move cells between the plan's state and arrays in digit order (runtime/run/transfer.h): a
   module of their own, which only runs that save, resume or are given a state have. The plan's workload evolves. */
nbb_status nbb_source_print_transfer(const nbb_plan *plan, const char *templates, nbb_text *source);

/* --- how a plan's kernels are called, as data: for the text of kernels alone and for `emit --json` --- */

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
    int steps;                                        /* that a launch makes, of PERSISTENT each round; or 0 */
    bool at_once;                                     /* all blocks must run at the same time: a cooperative launch */
    bool counts_cells;                                /* PROBE: the blocks are as many as its cells need */
} nbb_interface;

/* The interface of a kernel that the plan has. */
nbb_interface nbb_interface_of(const nbb_plan *plan, nbb_entry entry);
