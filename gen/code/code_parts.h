/* code_parts.h - cuts code into parts, each a call of a function: what only one result depends on is computed there.

   Results are the values that are kept (a cell's word, say), those that draws take, and those that several of them
   depend on. A draw is no part. A part
   is a result with all operations that nothing else depends on; the words that it takes from outside are its
   arguments. Parts with the same operations have the same shape, and a shape is one function in the text, for all
   cells that compute so:

         part of value 40:  39 = sum of 3, 5, 8         part of value 52:  51 = sum of 9, 11, 12
                            40 = 39 & ~4                                   52 = 51 & ~10
         arguments 3, 5, 8, 4                           arguments 9, 11, 12, 10
                                  shape:  4 = sum of 0, 1, 2
                                          5 = 3 & ~4 */
#pragma once

#include "gen/code/code.h"

/* The facts about a value that is kept. */
typedef struct nbb_kept {
    int tag;        /* parts of different tags have different shapes; -1 if it is not kept */
    nbb_value self; /* the argument that is listed last, if it is one, or NBB_NO_VALUE */
} nbb_kept;

/* An operation of a shape: words are numbered, first the arguments, then the operations' results. */
typedef struct nbb_shape_operation {
    nbb_table table;
    int from[NBB_CODE_FROM]; /* ascending, and -1 after the last */
    const char *label;       /* as of a node */
} nbb_shape_operation;

typedef struct nbb_shape {
    int tag;
    int arguments;
    int given;        /* so many of them, after the others but `self`, are given words */
    bool has_self;    /* the last argument is the part's `self` */
    int first, count; /* in `operations`; the last one is the result */
} nbb_shape;

/* The shapes of one or several codes. */
typedef struct nbb_shapes {
    nbb_shape *shapes;
    int count;
    nbb_shape_operation *operations;
    int operation_count;
} nbb_shapes;

typedef struct nbb_part {
    nbb_value value;
    int shape;
    int first, count; /* in `arguments` */
} nbb_part;

typedef struct nbb_parts {
    nbb_part *parts; /* by value, ascending */
    int count;
    nbb_value *arguments;
    int argument_count;
    int *part_of; /* by value: the part that it is the result of, or -1 */
} nbb_parts;

/* Cuts the code. `kept` is by value, `uses` of nbb_code_uses; shapes are found in `shapes`, or added to them, in the
   same arena. */
nbb_status nbb_parts_build(nbb_arena *arena, const nbb_code *code, const nbb_kept *kept, const int *uses,
                           nbb_shapes *shapes, nbb_parts *parts);
