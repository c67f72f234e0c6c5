/* program_rule.h - B/S automata as programs, and the programs that are B/S automata. */
#pragma once

#include "gen/program/program.h"

/* The program of a rule for cells with so many axes, called B2_S23: a field s of one bit, alive with probability
   `density` at first. Freed with nbb_program_free in every case. */
nbb_status nbb_program_from_rule(nbb_rule rule, int axes, nbb_program *program);

/* Appends a rule as the update of a field of one bit, with a local for the number of its live neighbours:
   "int alive = count(s); s = s ? alive == 2 : false;". */
void nbb_rule_print_update(nbb_rule rule, int axes, const char *field, const char *number, nbb_text *text);

/* Whether a bound program's update is a function of the cell's one bit and of how many of its neighbours are alive
   and how many dead, all cells at once. Parameters and draws make a program none. */
bool nbb_program_counts(const nbb_program *program);

/* Finds out, by evaluating the update in every case, whether a program is_rule: synchronous, of one bit, on Moore's
   neighbours, and its update a function of the cell and the number of its live neighbours, however it is written. A
   part of binding. */
void nbb_program_seek_rule(nbb_program *program);

/* Whether the program's start is an automaton's: each cell is alive with one probability, which parameters give. */
bool nbb_program_density(const nbb_program *program, double *density);
