/* rule.h - outer-totalistic rules in B/S notation. */
#pragma once

#include "gen/base/base.h"

/* All places around a cell, in the plane and in space: 3^axes - 1. */
enum { NBB_NEIGHBOURS_MAX = 3 * 3 - 1, NBB_NEIGHBOURS_CUBE = 3 * 3 * 3 - 1 };

/* Bit c of `birth` (`survival`): a dead (live) cell with c live neighbours is alive next step. */
typedef struct nbb_rule {
    uint32_t birth;
    uint32_t survival;
} nbb_rule;

/* Parses a rule of cells with so many axes. Of two: "B2/S23" (case-insensitive; "B/S", digits 0..8 each at most once,
   any order), also as "B2S23" and "23/2", survival first, or the name of a rule. Of three: counts up to 26, separated
   by commas: "B5/S4,5", "B13,14/S". Fails (usage) with the position, or the near miss. */
nbb_status nbb_rule_parse(const char *text, int axes, nbb_rule *rule);

/* Whether the text looks like a rule of either notation: B and S with digits and commas behind them. */
bool nbb_rule_is_notation(const char *text);

/* Appends the canonical notation, "B2/S23", as cells with so many axes have it: counts separated by commas where
   there are 26 neighbours. */
void nbb_rule_print_on(nbb_rule rule, int axes, nbb_text *text);

/* Whether a cell lives next step. 0 <= neighbours <= 26. */
int nbb_rule_next(nbb_rule rule, int alive, int neighbours);

/* Whether the next state of a cell with at most `most` neighbours depends on its own state, and whether on theirs. */
bool nbb_rule_reads_cell(nbb_rule rule, int most);
bool nbb_rule_reads_neighbours(nbb_rule rule, int most);

/* The name that is a near miss of what was given, or NULL. */
const char *nbb_rule_near_name(const char *given);
