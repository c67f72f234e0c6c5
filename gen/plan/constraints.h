/* constraints.h - which options have an effect where, and why they have none elsewhere: the one table that refusals,
   the lists of a bench and --help are made from. */
#pragma once

#include "gen/plan/plan_request.h"

/* What an option is given for. */
typedef struct nbb_constrained {
    bool is_simplex;
    bool is_turned;                                   /* a fractal with turned replicas */
    const char *name;                                 /* of the domain */
    nbb_map map;                                      /* AUTO: not known yet, and then refused by no option */
    const nbb_workload_row *work;
    bool is_rule;                                     /* of a program: a rule's kernels can do its steps */
    int target;                                       /* nbb_target, or -1: not known yet */
} nbb_constrained;

/* Whether an option was given with one of these values of a choice, a bit each, or with any if the set is empty; what
   was given is appended to `text`, for the message. */
typedef bool nbb_given(const void *context, const char *option, unsigned values, nbb_text *text);

/* Fails (usage) on the first option of the table that was given and has no effect on the case: what was given, on
   what it has no effect, and why. */
nbb_status nbb_constraints_check(const nbb_constrained *what, nbb_given *given, const void *context);

/* The same for the options that a request holds. */
nbb_status nbb_constraints_check_request(const nbb_request *request, nbb_map map);

/* Appends the maps where the option has an effect, "; map lambda, compact", where these are not all; for --help. */
void nbb_constraints_print_maps(const char *option, nbb_text *text);
