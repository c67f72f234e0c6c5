/* program_arguments.h - the structure that kernels of a program take by value: all that changes without a new kernel.

         u64 seed
         u64 chance3[9]        the thresholds of update's request 3, case by case (program_value.h)
         u64 initial0[1]       the same of init's request 0
         i64 at2[2]            the place that total 2 looks at
         float weight0[28]     update's weight 0 at each offset of its list (program_weights.h); u32 of an int
         const u64 *thresholds
         double T, float T     parameters, in the types that kernels read them in

   Rows of 8 bytes come first, so that offsets are sums. CUDA's kernels take few bytes so. Where all are more,
   thresholds of chances with many cases and weights of long lists stand in a table, one behind the other, which is in
   the memory of the device: the structure holds its address then. A weight there is the low bits of a u64. */
#pragma once

#include "gen/program/program.h"

/* X(enumerator, the type's name in emitted text, bytes). */
#define NBB_ARGUMENT_TYPES(X)             \
    X(ARGUMENT_U64, "u64", 8)             \
    X(ARGUMENT_I64, "i64", 8)             \
    X(ARGUMENT_ADDRESS, "const u64 *", 8) \
    X(ARGUMENT_F64, "double", 8) X(ARGUMENT_F32, "float", 4) X(ARGUMENT_U32, "u32", 4)
typedef enum nbb_argument_type { NBB_ARGUMENT_TYPES(NBB_ENUMERATOR) } nbb_argument_type;

/* X(enumerator, what templates call it, how its rows are called, maybe with the number). A parameter's row has a
   name of its own. */
#define NBB_ARGUMENTS(X)                                                                         \
    X(ARGUMENT_SEED, "seed", "seed")                                                             \
    X(ARGUMENT_CHANCE, "thresholds", "chance%d")   /* of update: source is the CHANCE */         \
    X(ARGUMENT_INITIAL, "thresholds", "initial%d") /* of init */                                 \
    X(ARGUMENT_PLACE, "place", "at%d")             /* number: of the total */                    \
    X(ARGUMENT_WEIGHT, "weights", "weight%d")      /* number; source is the WEIGHT */            \
    X(ARGUMENT_PARAMETER, "parameter", NULL)       /* number */                                  \
    X(ARGUMENT_WORDS, "words", "words")            /* of lanes, which nbb_lowering_fill fills */ \
    X(ARGUMENT_ROWS, "rows", "rows")               /* the same of thresholds */                  \
    X(ARGUMENT_TABLE, "table", "thresholds")       /* the address of the table, 0 until it is in memory */
typedef enum nbb_argument_kind { NBB_ARGUMENTS(NBB_ENUMERATOR) NBB_ARGUMENT_KINDS } nbb_argument_kind;

typedef struct nbb_argument {
    nbb_argument_kind kind;
    nbb_argument_type type;
    const char *name;
    int number;
    const nbb_expression *source;
    int count;     /* of an array; 0: a single value */
    bool in_table; /* of CHANCE, INITIAL and WEIGHT: no part of the structure */
    size_t offset; /* in bytes; in values of one in the table */
} nbb_argument;

/* CUDA's kernels take 4096 bytes of parameters; the others need some of them. */
enum { NBB_ARGUMENTS_BYTES_MAX = 3840 };

typedef struct nbb_arguments {
    nbb_arena arena; /* of rows and names */
    nbb_argument *rows;
    int count;
    size_t bytes; /* a multiple of 8 */
    size_t table; /* values in it; 0: there is none */
} nbb_arguments;

/* The rows of a bound program, which always fit. nbb_arguments_free is due in every case, also after a failure. */
nbb_status nbb_arguments_build(const nbb_program *program, nbb_arguments *arguments);

/* Adds so many words and rows of lanes (lanes_program.h), unless there are none. They are left 0 by
   nbb_arguments_fill. Fails (usage) past NBB_ARGUMENTS_BYTES_MAX. */
nbb_status nbb_arguments_add_lanes(nbb_arguments *arguments, const nbb_program *program, int words, int rows);

/* The row of a chance's thresholds (INITIAL in init; number: its request), of a total's place or of a weight, or
   NULL. */
const nbb_argument *nbb_arguments_find(const nbb_arguments *arguments, nbb_argument_kind kind, int number);

/* The row of a parameter as an expression reads it, or NULL. */
const nbb_argument *nbb_arguments_parameter(const nbb_arguments *arguments, const nbb_expression *expression);

/* Fills the structure's bytes, and the table if there is one, with the parameters' values. Fails (usage) where a
   total looks at a place of the domain that has no cell. */
nbb_status nbb_arguments_fill(const nbb_arguments *arguments, const nbb_program *program, const nbb_domain *domain,
                              uint64_t seed, void *bytes, uint64_t *table);

void nbb_arguments_free(nbb_arguments *arguments);
