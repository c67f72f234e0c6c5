/* rle.h - patterns of automata as text, run length encoded, as Golly reads and writes them:

     #CXRLE Pos=3,4 Gen=10            lines that begin with # are comments, but for this one
     x = 3, y = 3, rule = B3/S23      the header; the rule may be missing
     bob$2bo$3o!                      runs of places: $ ends a row, ! the pattern

   b or . is a place of state 0, o or A of state 1, B to X of 2 to 24, pA to pX of 25 to 48 and so on to yO, 255. */
#pragma once

#include "gen/domain/fractal.h"
#include "runtime/run/npy.h"

enum { NBB_RLE_STATES = 256 };

/* A pattern that is being read. */
typedef struct nbb_rle {
    const char *path;
    const char *line_begin, *at, *end; /* of the text: what follows, and where it ends */
    int line;                          /* its number, from 1 */
    nbb_vector side;                   /* as the header says; 1 on the third axis */
    nbb_vector pos;                    /* #CXRLE's, or the origin */
    const char *rule;                  /* where the header names it, or NULL ... */
    int rule_length;                   /* ... so many characters */
    int64_t x, y;                      /* the next place */
} nbb_rle;

/* Places of one state, side by side, and where the text says so. */
typedef struct nbb_rle_run {
    nbb_vector first;
    int64_t count; /* 0: the pattern has ended */
    int state;
    int line, column;
} nbb_rle_run;

/* Reads comments and the header of `length` bytes and a 0, which must stay. Fails (usage) with file, line, column. */
nbb_status nbb_rle_open(const char *path, const char *text, size_t length, nbb_rle *rle);

/* The next run of another state than 0. Fails (usage) likewise, also where one leaves the header's sides. */
nbb_status nbb_rle_next(nbb_rle *rle, nbb_rle_run *run);

/* Fails (usage) with a place in the line that was read last, which behind nbb_rle_open is the header. */
nbb_status nbb_rle_fail(const nbb_rle *rle, const char *at, const char *what);

typedef struct nbb_rle_pattern {
    int64_t width, height;
    const char *rule;  /* or "": none */
    bool is_automaton; /* two states: b and o */
    int64_t step;
} nbb_rle_pattern;

/* Writes a pattern whose first place is the origin, whole or not at all; rows, a byte a state, are asked in order. */
nbb_status nbb_rle_write(const char *path, const nbb_rle_pattern *pattern, nbb_npy_rows *fill, void *context);
