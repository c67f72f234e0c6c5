/* lanes_rows.h - the code of a program on words along rows of a simplex, where a cell's neighbours are bits of its
   own word and of words around it (storage bits).

   A cell's code is the same at all positions, so that there are two codes, with the words of lanes_program.h: of a
   cell all of whose neighbours exist, and of one at the edge, with input words for those that do. Other given
   words are those of lanes.h: NBB_GIVEN_LANES, the bits that are cells; NBB_GIVEN_TURN, the cells that have
   their turn; and at the edge NBB_GIVEN_FIRST. Draws are of cell 0 and step 0. */
#pragma once

#include "gen/lanes/lanes.h"

/* The code of a step on rows as a march computes it, which loads one front after the other, a row of the plane or a
   layer of space, and updates the front for which all fronts around are loaded.

   What depends on one front alone is the same for each, and so is computed once, when the front enters, and held
   while others enter. Of B3/S23, where a row's three cells around a place are added up,

         above ^ own ^ below        above: the sum of the row that entered two rows before, held
                                    own:   of the row before, held
                                    below: of the row that enters

   In a layer what depends on one row alone is computed once for all rows of the layer. And what depends on one cell
   alone is computed before it is shifted to its neighbours: a signal. So there is code of three levels, signals, rows
   and in space layers, each of words of the levels below; and the code of the step itself. */

enum { NBB_MARCH_SIGNALS, NBB_MARCH_ROWS, NBB_MARCH_LAYERS, NBB_MARCH_LEVELS };

/* What a cell, a row or a layer has: a value of its level's code. */
typedef struct nbb_march_source {
    int level;
    nbb_value value;
    bool is_used;
} nbb_march_source;

typedef struct nbb_march_code {
    nbb_code levels[NBB_MARCH_LEVELS]; /* covered, for what is used; that of signals loads planes of the cell by
                                          number */
    nbb_march_source *sources;
    int source_count;
    int held; /* words of sources at places, for all fronts that they are held */
} nbb_march_code;

/* A loaded word of the other codes: of a source, so many fronts ago, of the place so many cells and rows away. */
typedef struct nbb_march_word {
    int source, age, dx, dy;
} nbb_march_word;

nbb_march_word nbb_march_word_of(int reach, int number);

/* Makes it of code on the planes of a cell and its neighbours, numbered as below: of its values results[0]
   to results[count - 1]. They become values of `covered`, whose loaded words are those of nbb_march_word. */
nbb_status nbb_march_code_build(nbb_arena *arena, const nbb_program *program, const nbb_code *code,
                                nbb_value *results, size_t count, nbb_code *covered, nbb_march_code *made);

typedef enum nbb_row_kind { NBB_ROW_INSIDE, NBB_ROW_EDGE, NBB_ROW_KINDS } nbb_row_kind;

typedef struct nbb_row_code {
    nbb_code code;                                 /* covered, of both kinds: they share values and draws */
    nbb_march_code march;                          /* what its loaded words are of */
    nbb_value next[NBB_ROW_KINDS][NBB_PLANES_MAX]; /* the planes after a step or turn, NBB_ZERO past them */
    int *uses[NBB_ROW_KINDS];                      /* by value; 0: of no use to this kind */
    int operations;                                /* inside: of three words, for all planes of a word */
} nbb_row_code;

/* The code of a step, or of one turn, in the arena of the lowering, which is begun. Its `draws_once` says whether
   chances of cells inside are drawn for all turns at once (lanes.h). */
nbb_status nbb_row_code_build(nbb_lowering *lowering, nbb_row_code *made);

/* The same of a rule, of a program that is recognised as it: the cell itself is counted too, for then rows and layers
   have their sums in common (code_bits.h). */
nbb_status nbb_row_code_build_rule(nbb_arena *arena, const nbb_program *program, nbb_rule rule, nbb_row_code *made);

/* Totals of a program of bits, counted in words: the code of one cell of any position.

   A total's value of a cell is an integer, some bits in words of lanes. The sum over a word's lanes is the sum of the
   bits' counts, each with its weight. A cell's code is the same at all positions: input words say which
   neighbours exist.

   Its words are those of lanes_program.h; NBB_GIVEN_FIRST is as in lanes.h. */

/* A bit of a total's value: lanes with it add 1 << shift, or take it away. */
typedef struct nbb_total_bit {
    int total, shift;
    bool is_negative;
} nbb_total_bit;

typedef struct nbb_lanes_totals {
    nbb_code code; /* covered */
    nbb_total_bit *bits;
    nbb_value *values; /* of the bits */
    int count; /* 0: some total has no such code, and all are taken cell by cell, */
    const char *because; /* for this reason, if it is one of the total's text, else NULL */
} nbb_lanes_totals;

nbb_status nbb_lanes_totals_build(nbb_lowering *lowering, nbb_lanes_totals *totals);

/* Counts over large lists in words of bits: they run along the rows of a tile, where a word has 32
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
