/* workload.h - the choices of a plan that a user may name, each once: from its row come the fields of options and
   requests, the option with its help, and what refusals and plans in words know of it. And the table of workloads,
   whose rows plans, kernels, reports and benches read. */
#pragma once

#include "gen/program/program.h"

/* The choices a user may name: X(enumerator, spelling on the command line and in reports). */
#define NBB_MAPS(X)     \
    X(MAP_AUTO, "auto") \
    X(MAP_BB, "bb") X(MAP_LAMBDA, "lambda") X(MAP_COMPACT, "compact") X(MAP_LANES, "lanes") X(MAP_ENUM, "enum")
#define NBB_EVALS(X) \
    X(EVAL_AUTO, "auto") X(EVAL_UNROLLED, "unrolled") X(EVAL_SHUFFLE, "shuffle") X(EVAL_GROUPED, "grouped")
#define NBB_HASHES(X) X(HASH_TABLE, "table") X(HASH_SHARED, "shared") X(HASH_ARITH, "arith")
#define NBB_INTRAS(X) X(INTRA_BOX, "box") X(INTRA_LUT, "lut") X(INTRA_UNROLL, "unroll")
#define NBB_HALOS(X) X(HALO_SHARED, "shared") X(HALO_DIRECT, "direct")
#define NBB_PERSISTENCES(X) \
    X(PERSISTENCE_AUTO, "auto") X(PERSISTENCE_NO, "no") X(PERSISTENCE_GRID, "grid") X(PERSISTENCE_CLUSTER, "cluster")
#define NBB_PERMUTATIONS(X) \
    X(PERMUTATION_AUTO, "auto") X(PERMUTATION_REGISTERS, "registers") X(PERMUTATION_MEMORY, "memory")
#define NBB_TARGETS(X) X(TARGET_HOST, "host") X(TARGET_CUDA, "cuda") X(TARGET_HIP, "hip")
#define NBB_STORAGES(X)     \
    X(STORAGE_AUTO, "auto") \
    X(STORAGE_EMBEDDED, "embedded") X(STORAGE_PACKED, "packed") X(STORAGE_LANES, "lanes") X(STORAGE_BITS, "bits")
/* The order of a step's computations and who has each: from cell to cell, a tile in a box with the cells around it,
   words one after the other in columns, rows or layers held in registers on the way through a tile, a tile as
   straight-line code, or that in a persistent launch of many steps. */
/* clang-format off */
#define NBB_SCHEDULES(X) \
    X(SCHEDULE_AUTO, "auto") X(SCHEDULE_CELLS, "cells") X(SCHEDULE_TILE, "tile") X(SCHEDULE_COLUMNS, "columns") \
    X(SCHEDULE_MARCH, "march") X(SCHEDULE_STRAIGHT, "straight") X(SCHEDULE_PERSISTENT, "persistent")
/* clang-format on */
#define NBB_OUTS(X) X(OUT_AUTO, "auto") X(OUT_F16, "f16") X(OUT_F32, "f32") X(OUT_F64, "f64")

typedef enum nbb_map { NBB_MAPS(NBB_ENUMERATOR) } nbb_map;
typedef enum nbb_eval { NBB_EVALS(NBB_ENUMERATOR) } nbb_eval;    /* how the levels of lambda and nu are summed */
typedef enum nbb_hash { NBB_HASHES(NBB_ENUMERATOR) } nbb_hash;   /* where tau(beta) comes from */
typedef enum nbb_intra { NBB_INTRAS(NBB_ENUMERATOR) } nbb_intra; /* how the workload finds the cells inside a tile */
typedef enum nbb_halo { NBB_HALOS(NBB_ENUMERATOR) } nbb_halo;    /* of map compact: where a step reads cells from */
/* Of map lanes: whether a launch is persistent, where words are permuted. */
typedef enum nbb_persistence { NBB_PERSISTENCES(NBB_ENUMERATOR) } nbb_persistence;
typedef enum nbb_permutation { NBB_PERMUTATIONS(NBB_ENUMERATOR) } nbb_permutation;
typedef enum nbb_target { NBB_TARGETS(NBB_ENUMERATOR) } nbb_target;
/* How cells are stored: the box, tiles alone, bits of words: in lanes far apart, or side by side in rows of tiles. */
typedef enum nbb_storage { NBB_STORAGES(NBB_ENUMERATOR) } nbb_storage;
typedef enum nbb_schedule { NBB_SCHEDULES(NBB_ENUMERATOR) NBB_SCHEDULE_COUNT } nbb_schedule;
typedef enum nbb_out { NBB_OUTS(NBB_ENUMERATOR) } nbb_out; /* of edm: what a distance is stored as */

extern const nbb_spellings nbb_map_names, nbb_eval_names, nbb_hash_names, nbb_intra_names, nbb_halo_names,
    nbb_persistence_names, nbb_permutation_names, nbb_target_names, nbb_storage_names, nbb_schedule_names;
extern const nbb_spellings nbb_from_names, nbb_recursion_names, nbb_out_names; /* of simplices */
extern const nbb_spellings nbb_tc_names;                                       /* none and the variants, by number */

/* Variants of --tc, beside their numbers: none, and the plan's choice. */
enum { NBB_TC_BEST = -1, NBB_TC_NONE, NBB_TC_HALVES, NBB_TC_BLOCKS, NBB_TC_THREADS, NBB_TC_BYTES };

/* Threads that shuffle words and wait for each other, templates' target.team: a warp of CUDA, half a wave of HIP. */
enum { NBB_TEAM = 32 };

enum { NBB_CHUNK_MAX = 16 }; /* bytes that a thread moves at once */

/* X(enumerator, type, field, option, argument, kind of its value, least, most, spellings, where, help). Zero is the
   default of each: the plan chooses. Where is LANES for an option of map lanes alone, STEPS for one of its steps on
   CUDA, ANYWHERE for one that constraints.c refuses row by row. Plans are put in words in this order. */
#define NBB_CHOICE_ROWS(X)                                                                                        \
    X(CHOICE_TILE, int64_t, tile, "tile", "RHO", INTEGER, 1, NBB_N_MAX, NULL, ANYWHERE,                           \
      "side of a tile in cells, a power of s")                                                                    \
    X(CHOICE_STORAGE, nbb_storage, storage, "storage", NBB_PAST_AUTO(NBB_STORAGES), CHOICE, 0, 0,                 \
      &nbb_storage_names, ANYWHERE,                                                                               \
      "store the whole box, only tiles, or a bit a cell (the map's own; on simplices the fastest by "             \
      "measurement, if it fits)")                                                                                 \
    X(CHOICE_FROM, nbb_from, from, "from", NBB_PAST_AUTO(NBB_FROMS), CHOICE, 0, 0, &nbb_from_names, ANYWHERE,     \
      "cover a simplex by the next larger power of two, or by smaller ones (the one with fewer tiles)")           \
    X(CHOICE_RECURSION, nbb_recursion, recursion, "recursion", NBB_PAST_AUTO(NBB_RECURSIONS), CHOICE, 0, 0,       \
      &nbb_recursion_names, ANYWHERE, "lambda with m = 3: all levels at once, or a launch a level (one-pass)")    \
    X(CHOICE_CHUNK, uint32_t, chunk, "chunk", "1|2|4|8|16", INTEGER, 1, NBB_CHUNK_MAX, NULL, ANYWHERE,            \
      "simplex with sw or rd on CUDA: cells that a thread moves at once (map bb 1, others 16)")                   \
    X(CHOICE_LANES, int64_t, lanes, "lanes", "N", INTEGER, 1, NBB_LANES_MAX, NULL, LANES,                         \
      "cells of a word, a power of k")                                                                            \
    X(CHOICE_STEPS, int, steps_a_launch, "steps-per-launch", "T", INTEGER, 1, NBB_CLOSURE_STEPS_MAX, NULL, LANES, \
      "steps in one launch")                                                                                      \
    X(CHOICE_BLOCK, uint32_t, block, "block", "N", INTEGER, 32, 1024, NULL, LANES, "threads in a block")          \
    X(CHOICE_SCHEDULE, nbb_schedule, schedule, "schedule", NBB_PAST_AUTO(NBB_SCHEDULES), CHOICE, 0, 0,            \
      &nbb_schedule_names, ANYWHERE,                                                                              \
      "how a step goes over cells (the fastest for map, word and program; info lists all)")                       \
    X(CHOICE_BUFFERS, int, buffers, "buffers", "1|2", INTEGER, 1, 2, NULL, LANES,                                 \
      "states in memory; 1 is updated in place (2 if they fit)")                                                  \
    X(CHOICE_PERSISTENT, nbb_persistence, persistent, "persistent", NBB_WORDS(NBB_PERSISTENCES), CHOICE, 0, 0,    \
      &nbb_persistence_names, LANES,                                                                              \
      "a persistent launch that replaces many, with the states in memory (grid) or in the shared memory of a "    \
      "cluster of blocks (auto: where all tiles have a thread at once)")                                          \
    X(CHOICE_PERMUTED, nbb_permutation, permuted, "permuted", NBB_WORDS(NBB_PERMUTATIONS), CHOICE, 0, 0,          \
      &nbb_permutation_names, LANES,                                                                              \
      "where launches that are not persistent permute words: all warps in registers, or the few "                 \
      "that have such words in scratch memory (auto: memory in large launches where such warps are few)")         \
    X(CHOICE_OCCUPANCY, uint32_t, occupancy, "occupancy", "N", INTEGER, 1, 32, NULL, STEPS,                       \
      "least number of step blocks on a multiprocessor: more blocks leave a thread fewer registers "              \
      "(the measured need of the step)")                                                                          \
    X(CHOICE_TC, int, tc, "tc", "1|2|3|4", VARIANT, 1, 4, &nbb_tc_names, ANYWHERE,                                \
      "evaluate the map on tensor cores, by this variant")                                                        \
    X(CHOICE_EVAL, nbb_eval, eval, "eval", NBB_PAST_AUTO(NBB_EVALS), CHOICE, 0, 0, &nbb_eval_names, ANYWHERE,     \
      "sum the levels of lambda and nu one after another, a level a lane, or several by one "                     \
      "table (grouped on map compact and for turned replicas, else unrolled)")                                    \
    X(CHOICE_HASH, nbb_hash, hash, "hash", NBB_WORDS(NBB_HASHES), CHOICE, 0, 0, &nbb_hash_names, ANYWHERE,        \
      "tau(beta) from a table in constant or shared memory, or by arithmetic")                                    \
    X(CHOICE_INTRA, nbb_intra, intra, "intra", NBB_WORDS(NBB_INTRAS), CHOICE, 0, 0, &nbb_intra_names, ANYWHERE,   \
      "how threads find the cells inside a tile")                                                                 \
    X(CHOICE_HALO, nbb_halo, halo, "halo", NBB_WORDS(NBB_HALOS), CHOICE, 0, 0, &nbb_halo_names, ANYWHERE,         \
      "neighbours' cells come from a copy in shared memory, or from storage")

/* The result of edm, not a way to compute it: listed with the options of work. */
#define NBB_OUT_ROW(X)                                                                                  \
    X(CHOICE_OUT, nbb_out, out, "out", NBB_PAST_AUTO(NBB_OUTS), CHOICE, 0, 0, &nbb_out_names, ANYWHERE, \
      "the type of stored distances, computed in single precision for f16 and f32 "                     \
      "(f64 for points of a float64 file, else f32)")

/* All that a request holds. */
#define NBB_ASKED_ROWS(X) NBB_OUT_ROW(X) NBB_CHOICE_ROWS(X)

typedef enum nbb_choice { NBB_ASKED_ROWS(NBB_ENUMERATOR) NBB_CHOICES } nbb_choice;
extern const char *const nbb_choice_names[NBB_CHOICES]; /* of the options */

/* Appends a value as its option has it: a word, or a number. */
void nbb_choice_print(nbb_choice choice, int64_t value, nbb_text *text);

/* The fields of a struct that holds what was asked for. */
#define NBB_CHOICE_FIELD(name, type, field, ...) type field;

/* The kernels of a module. X(enumerator, suffix of its name, parameters, those where law PROGRAM makes steps if they
   are others, what it does). Their types are source_values.c's; STEP does steps_a_launch steps, in place of state and
   boundary; PERSISTENT STEP so often in one launch, of sublattices all turns of so many steps; an answer of PROBE is
   0, 1 or, off the domain, 2; of a program each field's bits and whether it is a cell. P makes a list. */
#define NBB_ENTRIES(X)                                                                                              \
    X(ENTRY_INIT, "init", P("state", "arguments"), P(NULL), "writes the initial state")                             \
    X(ENTRY_STEP, "step", P("in", "out"), P("in", "out", "step", "turn", "arguments"), "advances the state")        \
    X(ENTRY_REST, "rest", P("in", "out"), P("in", "out", "step", "turn", "arguments"), "advances the state")        \
    X(ENTRY_BOUNDARY, "boundary", P("state", "boundary"), P(NULL),                                                  \
      "copies what a step loads from tiles beside; due before each launch of one")                                  \
    X(ENTRY_PERSISTENT, "persistent", P("in", "out", "arrived", "rounds"),                                          \
      P("in", "out", "arrived", "rounds", "step", "arguments"),                                                     \
      "advances the state so many rounds, from in to out and back; arrived is 0 before")                            \
    X(ENTRY_WRITE, "write", P("state"), P(NULL), "writes 1 into every cell")                                        \
    X(ENTRY_SUM, "sum", P("state", "sum"), P(NULL), "adds the number of live cells to *sum")                        \
    X(ENTRY_CENSUS, "census", P("state", "counts"), P(NULL),                                                        \
      "adds the population to counts[0] and the digest to counts[1]")                                               \
    X(ENTRY_PROBE, "probe", P("state", "xy", "count", "answers"), P(NULL),                                          \
      "looks up count cells, whose coordinates lie in xy one behind the other")                                     \
    X(ENTRY_IMAGE, "image", P("state", "scale", "width", "live"), P(NULL),                                          \
      "adds the live cells of each pixel, of scale cells a side, in rows of width pixels")                          \
    X(ENTRY_DISTANCES, "distances", P("state", "points"), P(NULL), "writes the distance of each cell's two points") \
    X(ENTRY_TOTALS, "totals", P("state", "totals", "step", "arguments"), P(NULL),                                   \
      "adds up observables: 8 bytes of total i, block b at totals[i * NBB_TOTALS_BLOCKS + b]")                      \
    X(ENTRY_TEMPER, "temper", P("records", "totals", "tempered", "places", "count", "step", "odd"), P(NULL),        \
      "exchanges copies with neighbouring values by chance: their arguments change places")                         \
    X(ENTRY_PACK, "pack", P("words", "places", "packed", "count"), P(NULL),                                         \
      "gathers words: packed[i] = words[places[i]]")                                                                \
    X(ENTRY_UNPACK, "unpack", P("words", "places", "packed", "count"), P(NULL),                                     \
      "puts them back: words[places[i]] = packed[i]")
typedef enum nbb_entry { NBB_ENTRIES(NBB_ENUMERATOR) NBB_ENTRY_COUNT } nbb_entry;
typedef uint32_t nbb_entry_set; /* several, a bit each: 1 << entry */
#define NBB_ENTRY_SET_ALL (((nbb_entry_set)1 << NBB_ENTRY_COUNT) - 1)
extern const char *const nbb_entry_suffixes[NBB_ENTRY_COUNT];

/* What a cell is stored as, but in lanes. X(enumerator, the type's name in emitted text, bytes, what the kernel PROBE
   calls an answer, its answer where there is no cell: of distances -1). F16 is the bits of a half. A program's
   FIELDS have types of their own: a byte stands for them. */
#define NBB_CELLS(X)                              \
    X(CELL_U8, "u8", 1, "alive", "2")             \
    X(CELL_F16, "u16", 2, "distances", "0xbc00u") \
    X(CELL_F32, "float", 4, "distances", "-1.0f") \
    X(CELL_F64, "double", 8, "distances", "-1.0") \
    X(CELL_FIELDS, "u8", 1, "found", "0")
typedef enum nbb_cell_kind { NBB_CELLS(NBB_ENUMERATOR) NBB_CELL_COUNT } nbb_cell_kind;
typedef struct nbb_cell_type {
    nbb_cell_kind kind;
    const char *name;
    uint32_t bytes;
    const char *found, *none;
} nbb_cell_type;
extern const nbb_cell_type nbb_cell_types[NBB_CELL_COUNT];

/* What the state is before the first pass. */
typedef enum nbb_start { NBB_START_EMPTY, NBB_START_DRAWN, NBB_START_POINTS, NBB_START_PROGRAM } nbb_start;

/* What a pass makes the next state of the last one by, in a second buffer or in place; passes without are alike. */
typedef enum nbb_law { NBB_LAW_NONE, NBB_LAW_RULE, NBB_LAW_PROGRAM } nbb_law;
extern const nbb_spellings nbb_law_names; /* "none", "rule", "program" */

/* The rate of a device's memory that a pass is measured against. */
typedef enum nbb_limit { NBB_LIMIT_COPY, NBB_LIMIT_WRITE, NBB_LIMIT_READ } nbb_limit;

/* The workloads. X(enumerator, spelling, type of a cell, start, law, kernel of a pass, limit). */
#define NBB_WORKLOADS(X)                                        \
    X(WORKLOAD_SW, "sw", U8, EMPTY, NONE, WRITE, WRITE)         \
    X(WORKLOAD_RD, "rd", U8, DRAWN, NONE, SUM, READ)            \
    X(WORKLOAD_CA, "ca", U8, DRAWN, RULE, STEP, COPY)           \
    X(WORKLOAD_EDM, "edm", F32, POINTS, NONE, DISTANCES, WRITE) \
    X(WORKLOAD_PROGRAM, "program", FIELDS, PROGRAM, PROGRAM, STEP, COPY)
typedef enum nbb_workload { NBB_WORKLOADS(NBB_ENUMERATOR) NBB_WORKLOAD_COUNT } nbb_workload;

typedef struct nbb_workload_row {
    const char *name;
    const nbb_cell_type *cell;
    nbb_start start;
    nbb_law law;
    bool evolves; /* by a law */
    nbb_entry pass;
    nbb_limit limit;
} nbb_workload_row;
extern const nbb_workload_row nbb_workload_rows[NBB_WORKLOAD_COUNT];
extern const nbb_spellings nbb_workload_names;

/* The program that a workload of cells that are alive or not is, by its name and bound to so many axes: ca's updates
   by the rule, sw's makes all alive, rd's leaves them as they are. A cell is alive at first with the density; with sw
   none is. Empty of the others, which are no program of nbbgen's own. Freed with nbb_program_free in every case. */
nbb_status nbb_workload_program(const nbb_workload_row *work, nbb_rule rule, int axes, double density,
                                nbb_program *program);

/* The traits of cells and steps that plans, sources and runs use. */

/* What a word of map lanes holds. */
typedef enum nbb_word_kind {
    NBB_WORD_PLANES, /* one plane of 32 cells' fields, a bit each */
    NBB_WORD_VALUES  /* one cell's field */
} nbb_word_kind;

typedef struct nbb_traits {
    const char *name;               /* what is computed: the program's, or edm */
    const nbb_field *fields;        /* of a cell: the program's, or a distance */
    int arrays;                     /* as many as fields, where cells are stored one by one, ... */
    uint32_t bytes[NBB_FIELDS_MAX]; /* ... with values of so many bytes ... */
    uint32_t alignment;             /* ... and so many bytes in whole */
    bool lives;                     /* a cell is alive or not, and nothing else */
    const nbb_cell_type *cell;      /* what it is stored as */
    uint32_t answer_bytes;          /* of a cell that is asked for: what PROBE writes */
    nbb_word_kind word;             /* of map lanes */
    int planes;                     /* words that hold a cell: more than 1 of PLANES alone */
    bool by_spans;                  /* in words of bits steps count along rows or columns (lanes_rows.h) */
    bool either;                    /* ... or in words of their own, as the request's choices say */
    int states;                     /* buffers that a run has: 2 where steps need the last state */
    bool local;                     /* a cell's next state comes from the cell alone */
    bool in_place;                  /* map lanes may do with one of them (lanes.h) */
    bool by_turns;                  /* a launch of a step is given the colour or stage whose turn it is */
    int turns;                      /* launches of a step: of each stage its colours */
    int reach;                      /* how far off, on each axis, a step's values come from */
    bool scheduled;                 /* arguments are another step's each: a launch does one step */
    bool draws;                     /* random numbers in each step */
    bool repeats;                   /* launches of any two steps are alike */
    int totals;                     /* that are added up on the device */
} nbb_traits;

/* Those of a program's steps. It is bound, and must outlive the traits. */
nbb_traits nbb_traits_of(const nbb_program *program);

/* Buffers of a state: but in lanes and bits, one where no cell is read by another one's step. */
int nbb_traits_buffers(const nbb_traits *traits, bool in_words);

/* Bytes that values of fields past u8 are moved by: 4, or 1 where a field is narrower. */
uint32_t nbb_traits_unit(const nbb_traits *traits);

/* Bytes of a cell that is stored by itself: one value of each array; and 32-bit registers that hold them. */
uint32_t nbb_traits_cell_bytes(const nbb_traits *traits);
int nbb_traits_words(const nbb_traits *traits);

/* A state's bytes for so many places of each array, UINT64_MAX where they are more; sets where each array begins
   if `offsets` is not NULL:

         | u of all places | padding | v of all places | padding | ... */
uint64_t nbb_traits_bytes(const nbb_traits *traits, uint64_t places, uint64_t *offsets);

/* a b and a + b, or UINT64_MAX where 64 bits do not hold it. */
uint64_t nbb_saturating_product(uint64_t a, uint64_t b);
uint64_t nbb_saturating_sum(uint64_t a, uint64_t b);
