/* oracle.h - the automata of tests/oracle/ca.json, an independent brute force. */
#ifndef NBB_ORACLE_H
#define NBB_ORACLE_H

#include "case.h"

/* Tries the cases that the file has for the fractal, with and without tensor cores: on a device each by every map, in
   a list by one of them. */
nbb_status try_oracle(const char *path, const nbb_fractal *fractal, sink *into);

#endif
