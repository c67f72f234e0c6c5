/* rule_named.h - rules that have names, as collections of automata know them. */
#ifndef NBB_RULE_NAMED_H
#define NBB_RULE_NAMED_H

#include <stdbool.h>

/* The notation of the rule of this name, whatever the case of its letters: "B36/S23" of "highlife"; or NULL. */
const char *nbb_rule_of_name(const char *name);

/* The name that is a near miss of what was given, or NULL. */
const char *nbb_rule_near_name(const char *given);

#endif
