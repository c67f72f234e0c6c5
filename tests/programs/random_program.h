/* random_program.h - programs drawn at random from a seed: the Lua text, and a domain with steps to run it on. */
#ifndef NBB_RANDOM_PROGRAM_H
#define NBB_RANDOM_PROGRAM_H

#include "gen/base/base.h"

/* What a program is run on. */
typedef struct random_run {
    const char *domain; /* a path below the checkout, without .lua */
    int size;           /* --r, or --n of a simplex */
    int simplex;
    int axes;
    int steps;
    int tile;  /* a --tile that there is */
    int lanes; /* and --lanes, 0 of a simplex */
} random_run;

/* Writes the program of a seed. The same seed gives the same text and the same run. */
random_run random_program(uint64_t seed, nbb_text *text);

#endif
