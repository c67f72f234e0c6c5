/* rules.h - a rule for each definition under which its cells live on. */
#ifndef NBB_RULES_H
#define NBB_RULES_H

#include "case.h"

/* Of all cells, a state that says something has at least and at most so many percent alive. */
enum { SHARE_LEAST = 20, SHARE_MOST = 60 };

/* Parses a rule as the domain has it: its counts separated by commas where there are 26 neighbours. */
nbb_status parse_rule(const char *text, const nbb_domain *domain, nbb_rule *rule);

/* The domain's rule as the table `path` has it (tests/oracle/rules.txt): lines of a name, a rule and a share, and
   comments after #. Fails (run) where it has none. */
nbb_status read_rule(const char *path, const nbb_domain *domain, nbb_rule *rule);

/* Whether the state that is expected has its share of cells alive; fails (verify) with the share where not. A domain
   of a single cell is left alone. */
nbb_status check_share(const start *from);

/* Finds a rule for the domain: the nearest to B2/S23, in space to B5,6,7,8/S4,5,6,7,8,9,10, in the number of counts
   that differ, which keeps 25 to 58% of the cells alive and changes some all the time; without births of cells that
   have no live neighbours, if there is one. Prints its line of the table. Fails (run) where there is none. */
nbb_status search_rule(const nbb_domain *domain);

#endif
