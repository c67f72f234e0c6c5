/* starts.h - where the cases of a definition begin: sizes, rules and initial states. */
#ifndef NBB_STARTS_H
#define NBB_STARTS_H

#include "case.h"

#include "gen/definition/definition.h"

enum { STARTS_MAX = 9 };

/* Several starts, with what is expected of their automata. The first has a rule of the table `rules`, under which
   cells live on: that it has its share of them alive is checked. */
typedef struct starts {
    start items[STARTS_MAX];
    int count;
} starts;

/* The domain of the first. */
nbb_domain first_domain(const nbb_definition *definition);

/* Freed with free_starts in every case. */
nbb_status make_starts(const nbb_definition *definition, const char *rules, starts *made);
void free_starts(starts *made);

#endif
