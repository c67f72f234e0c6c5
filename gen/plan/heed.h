/* heed.h - which options have an effect where, and why they have none elsewhere: the one table that refusals, the
   lists of a bench and --help are made from. */
#ifndef NBB_HEED_H
#define NBB_HEED_H

#include "gen/plan/plan.h"

/* What an option is given for. */
typedef struct nbb_heed_case {
    bool is_simplex;
    const char *name;                                 /* of the domain */
    nbb_map map;                                      /* AUTO: not known yet, and then refused by no option */
    const nbb_workload_row *work;
    bool is_rule;                                     /* of a program: a rule's kernels can do its steps */
    int target;                                       /* nbb_target, or -1: not known yet */
} nbb_heed_case;

/* Whether an option was given with this value of a choice, or with any if the value is -1; what was given is
   appended to `text`, for the message. */
typedef bool nbb_given(const void *context, const char *option, int value, nbb_text *text);

/* Fails (usage) on the first option of the table that was given and has no effect on the case: what was given, on
   what it has no effect, and why. */
nbb_status nbb_heed_check(const nbb_heed_case *what, nbb_given *given, const void *context);

/* The same for the options that a request holds. */
nbb_status nbb_heed_request(const nbb_request *request, nbb_map map);

/* Appends the maps that heed the option, ", of maps lambda and compact", where it is not all of them; for --help. */
void nbb_heed_print_maps(const char *option, nbb_text *text);

#endif
