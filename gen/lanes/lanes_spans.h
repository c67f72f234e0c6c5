/* lanes_spans.h - counts over large lists in words of bits: they run along the rows of a tile, where a word has 32
   cells along x down its columns, y or z. What is said of rows holds then of columns; x is the axis along which
   counts run, y and z are the others.

   The rows of box(R), diamond(R) and disc(R) are spans: all offsets from one to another, but for the cell itself.
   From a place of a row to the next one a count loses the cells where its spans begin and gains those past their
   ends:

         count(x + 1, y) = count(x, y) + s(x + 1 + to, y + dy) - s(x + from, y + dy)        of each span

   So a step takes some four operations a word for each of 2 R + 1 spans, where the list has (2 R + 1)^2 - 1 offsets;
   in space each layer has so many.
   Where that takes fewer, counts of two or four rows go along together: a word that all gain or lose is added once.
   What is counted, a signal, is a word of the neighbour's own planes. A tile's cells and those of the halo lie in a
   box, with 0 where there is no cell. Before the first place of a row come the columns of its spans, one by one, and
   the cell itself, which no list holds, with the sign that takes it away. Where all spans are alike, as a box's,
   counts begin with sums of rows instead, which those of other rows have in common: a place's count is its height of
   them, and the count below it gains one and loses one. */
#pragma once

#include "gen/lanes/lanes_code.h"

enum {
    NBB_SPANS_MAX = 160, /* a ball of 1100 cells has 113, an octahedron 145 */
    NBB_SPAN_ROWS = 4, /* that go along together, at most: 1, 2 or 4 */
    NBB_SPAN_WORDS_MAX = 2 * NBB_SPAN_ROWS * (NBB_SPANS_MAX + 1),
    NBB_SPAN_COUNTS_MAX = 4, /* of a program: lists, each with what it counts */
    NBB_SPAN_SIGNALS_MAX = 4,
    NBB_SPAN_BITS = 11 /* of a count, at most */
};

/* Loaded words of a cell's code: its planes, by number; those of any neighbour, from NBB_SPAN_THERE on, and whether
   there is one; the bits of counts, NBB_SPAN_BITS for each. */
enum { NBB_SPAN_THERE = NBB_PLANES_MAX, NBB_SPAN_EXISTS = 2 * NBB_PLANES_MAX, NBB_SPAN_COUNT = NBB_SPAN_EXISTS + 1 };

typedef struct nbb_span {
    int y, z, from, to;
} nbb_span;

/* Code with its results, covered. */
typedef struct nbb_span_code {
    nbb_code code;
    nbb_value results[NBB_SPAN_ROWS * NBB_SPAN_BITS];
    int count;
} nbb_span_code;

/* A word of the box, from the first row's place, that a count gains or loses; where it begins in the columns from one
   to another alone. `rows`: of which, a bit each. */
typedef struct nbb_span_word {
    int x, y, z, from, to;
    bool loses;
    unsigned rows;
} nbb_span_word;

/* Loaded words: the bits of each row's count, then the listed words. The results are the bits. */
typedef struct nbb_span_sum {
    nbb_span_code of;
    int word_count;
    nbb_span_word words[NBB_SPAN_WORDS_MAX];
} nbb_span_sum;

/* Those of a list. `around`: the cell's own place is in one, and no neighbour's. */
typedef struct nbb_list_spans {
    int count;
    nbb_span of[NBB_SPANS_MAX];
    bool around;
} nbb_list_spans;

typedef struct nbb_span_count {
    const nbb_program_list *list;
    int signal, bits;
    nbb_list_spans spans;
    bool around; /* and not counted, so that it is taken away */
    bool own;    /* the cell itself is counted with its neighbours */
    nbb_span_sum begins, moves;
    int sum_bits; /* of a row's sum, where all spans are alike; else 0, and none of these codes */
    nbb_span_code sum, gains, passes, leaves; /* of a row's words; the count and a sum; the same without another, for
                                                 the row below; the count without the cell, which is around */
} nbb_span_count;

typedef struct nbb_spans {
    nbb_span_code next; /* a cell's planes */
    int signal_count, count_count;
    nbb_span_code signals[NBB_SPAN_SIGNALS_MAX];
    nbb_value words[NBB_SPAN_SIGNALS_MAX]; /* while they are made */
    nbb_span_count *counts;                /* [NBB_SPAN_COUNTS_MAX] */
    int rows;                              /* that go along together */
    int operations;                        /* of a cell, where counts move on */
} nbb_spans;

/* Whether a program's lists are such that its code may be made so, along an axis: 0, rows, or the last, columns. */
bool nbb_spans_take(const nbb_program *program, int along);

/* Whether that is the better code on the fractal, or the simplex: where most of the neighbours exist. */
bool nbb_spans_are_better(const nbb_program *program, const nbb_domain *domain);

/* Begins without counts; a lowering that has them notes what it counts. */
nbb_status nbb_spans_begin(nbb_arena *arena, nbb_spans *made);

/* The code of a step, in the lowering's arena; so many rows at most go along together. Refuses what is more than
   counts of neighbours' own bits. */
nbb_status nbb_spans_build(nbb_lowering *lowering, int rows, nbb_spans *made);

/* A reduction's sum, over its list, of a term of any neighbour's: made of its planes alone, and 0 where there is no
   neighbour. */
struct nbb_lower;
nbb_bits nbb_spans_sum(struct nbb_lower *lower, const nbb_expression *reduction, const nbb_bits *term);

/* How many near neighbours the cell has. */
nbb_bits nbb_spans_degree(struct nbb_lower *lower, const nbb_expression *degree);

/* Whether a word is made of neighbours' planes, or of other words. */
bool nbb_spans_asks(struct nbb_lower *lower, nbb_value word, bool there);

/* The same with what is added to it, where that is the cell's own word of what is counted: count(s == 1) + s runs
   along as one count. False where it is something else. */
bool nbb_spans_with_own(struct nbb_lower *lower, const nbb_expression *reduction, const nbb_bits *own, nbb_bits *sum);

/* Words of the box of a level-t tile, where so many rows go along together; in space one. */
uint64_t nbb_spans_words(const nbb_program *program, const nbb_fractal *fractal, int t, int together);
