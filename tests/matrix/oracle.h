/* oracle.h - the automata of tests/oracle/ca.json, an independent brute force. */
#ifndef NBB_ORACLE_H
#define NBB_ORACLE_H

#include "case.h"

/* Tries the cases that the file has for the fractal, each by every map, with and without tensor cores. */
nbb_status try_oracle(const char *path, const nbb_fractal *fractal, sink *into);

/* A start's automaton by every map, with and without tensor cores. */
void try_maps(const start *from, sink *into);

#endif
