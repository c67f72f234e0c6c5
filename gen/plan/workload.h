/* workload.h - the table of workloads. Plans, kernels, reports and benches read its rows. */
#pragma once

#include "gen/plan/choice.h"
#include "gen/program/program.h"

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
