/* bench_rows.h - the data of a bench: the devices, and a row for each choice, measured or skipped. */
#pragma once

#include "gen/plan/plan.h"
#include "runtime/device/device.h"

/* --- the constants of a card (card.h) that a device can measure, and the work that tells each (card_rows.c) ---

   `nbbgen bench --tune` goes through these rows and tries values in a card's place (bench_card.c). A work is written
   as bench takes it: a subject and options. */

typedef enum nbb_card_type { NBB_CARD_INT, NBB_CARD_UINT, NBB_CARD_INT64, NBB_CARD_DOUBLE } nbb_card_type;

/* How a row is measured. */
typedef enum nbb_card_probe {
    NBB_CARD_WAIT, /* by what a round of the work takes beyond `values[0]`, the
                                                         nanoseconds that it took on the card of the default;
                                                         `values[1]` steps are a round */
    NBB_CARD_KNOB, /* as the one of `values` with which the work is fastest */
    NBB_CARD_SIDE  /* as the size past which a plan with the least value is faster
                                                         than one with the largest: the work takes each of `sizes`,
                                                         `values` in the constant's unit unless these are 0 */
} nbb_card_probe;

enum { NBB_CARD_VALUES = 8 };
typedef struct nbb_card_row {
    const char *name; /* the member of nbb_card */
    size_t place;
    nbb_card_type type;
    const char *unit;
    nbb_card_probe probe;
    bool is_host; /* of processors, not of GPUs */
    const char *work;
    const char *varied, *sizes;     /* of a side: --n, --r or --tile, and what it takes */
    double values[NBB_CARD_VALUES]; /* until 0 */
} nbb_card_row;

enum { NBB_CARD_ROWS = 50 };
extern const nbb_card_row nbb_card_rows[NBB_CARD_ROWS];

/* A constant as a number, and set to one that it may have: a wait is above 0, a knob one of its values or the default
   one, a side a whole number from 1 to INT64_MAX. Whole numbers past 2^53 are rounded. */
double nbb_card_get(const nbb_card *card, const nbb_card_row *row);
bool nbb_card_may_be(const nbb_card_row *row, double value);
void nbb_card_set(nbb_card *card, const nbb_card_row *row, double value);

/* --- rates: how fast a device copies, writes, reads and computes, of which a row of a bench is a share --- */

/* A second's bytes, where a copy counts the bytes read and those written, and a second's operations of three 32-bit
   words. 0: not measured. */
#define NBB_RATES(X) X(copy) X(write) X(read) X(logic)
#define NBB_RATE(name) double name;
typedef struct nbb_rates {
    NBB_RATES(NBB_RATE)
} nbb_rates;
#undef NBB_RATE

/* Measures with the kernels of templates/TARGET/rates.in, whose text `source` is, in buffers sized by the free
   memory, and with the device's own copy and fill; each rate is the best of what was tried. */
nbb_status nbb_rates_measure(nbb_device *device, const char *source, bool use_cache, nbb_rates *rates);

/* --- rows --- */

/* The fields of a row. These lists are what the files' writers and the reader go by: a field's name is its JSON key
   and its CSV column. Which row it is: */
#define NBB_BENCH_IDENTITY(TEXT, INTEGER, REAL)                                         \
    TEXT(device)                                                                        \
    TEXT(fractal) /* or simplex */                                                      \
    INTEGER(r)    /* 0 of a simplex */                                                  \
    INTEGER(n)    /* the side of a simplex, else 0 */                                   \
    TEXT(workload)                                                                      \
    INTEGER(seed) /* of the state or points; 0 for sw */                                \
    REAL(density)                                                                       \
    INTEGER(dimensions) /* of edm's points, else 0 */                                   \
    TEXT(out)           /* what edm's distances are stored as, "f32"; else "" */        \
    TEXT(rule)          /* of ca, else "" */                                            \
    TEXT(program)       /* its name and its neighbours': "ising vonneumann"; else "" */ \
    TEXT(param)         /* its parameters, "T=2 density=0.5" */                         \
    TEXT(map)                                                                           \
    TEXT(choice) /* the other options of `nbbgen run` that chose it: "--tile 8 --tc=1" */
/* And what was found, unless it was skipped: */
#define NBB_BENCH_FIGURES(TEXT, INTEGER, REAL)                                               \
    INTEGER(n_x)                                                                             \
    INTEGER(n_y)                                                                             \
    INTEGER(n_z) /* 1 where there is no third axis */                                        \
    INTEGER(cells)                                                                           \
    INTEGER(ranks)  /* GPUs or processes that share the state; 1: one */                     \
    INTEGER(tile_x) /* a tile's sides in cells, 0 for bb */                                  \
    INTEGER(tile_y)                                                                          \
    INTEGER(tile_z) /* 0 where there is no third axis */                                     \
    REAL(ms_median) /* milliseconds a step or pass */                                        \
    REAL(ms_min)                                                                             \
    REAL(ms_max)                                                                             \
    REAL(ms_spread)  /* median absolute deviation */                                         \
    REAL(ms_drift)   /* between the medians of the first, middle and last rounds */          \
    INTEGER(samples) /* one a round */                                                       \
    INTEGER(again)   /* how often it was doubted and measured again; the fastest counts */   \
    INTEGER(steps_a_sample)                                                                  \
    INTEGER(bytes_per_step)                                                                  \
    INTEGER(operations_per_step) /* of three 32-bit words; 0: not known */                   \
    INTEGER(memory_bytes)                                                                    \
    REAL(limit)  /* the rate of copy (ca), write (sw, edm), read (rd), or 0: of all ranks */ \
    REAL(logic)  /* the rate of logic, or 0 */                                               \
    TEXT(digest) /* of the state after the warm-up: the same for all maps */                 \
    REAL(alive)  /* share of the cells, after the last sample */                             \
    REAL(compile_ms)                                                                         \
    TEXT(source)   /* the hash of the kernels' text */                                       \
    TEXT(command)  /* prints that text */                                                    \
    TEXT(version)  /* of nbbgen */                                                           \
    TEXT(commit)   /* that it was built from */                                              \
    TEXT(driver)   /* the device's, "" of a processor */                                     \
    TEXT(measured) /* when: "2026-11-21T03:14:00Z" */

#define NBB_TEXT_FIELD(name) const char *name;
#define NBB_INTEGER_FIELD(name) int64_t name;
#define NBB_REAL_FIELD(name) double name;
typedef struct nbb_bench_row {
    NBB_BENCH_IDENTITY(NBB_TEXT_FIELD, NBB_INTEGER_FIELD, NBB_REAL_FIELD)
    const char *skipped; /* why there are no figures, or NULL */
    int card;            /* which one of several that were compared it was planned by */
    NBB_BENCH_FIGURES(NBB_TEXT_FIELD, NBB_INTEGER_FIELD, NBB_REAL_FIELD)
} nbb_bench_row;

/* A device and its rates as measured in this run. */
typedef struct nbb_bench_device {
    const char *name, *driver;
    nbb_rates rates;
} nbb_bench_device;

/* The constants that were measured on a device (library/bench/card_rows.h). */
#define NBB_BENCH_CARD(TEXT) TEXT(device) TEXT(driver) TEXT(version) TEXT(commit) TEXT(measured)
typedef struct nbb_bench_card {
    NBB_BENCH_CARD(NBB_TEXT_FIELD)
    double constants[NBB_CARD_ROWS]; /* in the order of the rows; 0: not measured */
} nbb_bench_card;

typedef struct nbb_bench {
    const char *command; /* of the whole bench */
    const char *date;    /* of its begin, as a row's `measured` */
    const char *commit;  /* of the program that measured it; NULL: of this one */
    nbb_bench_row *rows; /* in the order of measuring */
    size_t row_count;
    nbb_bench_device *devices;
    size_t device_count;
    nbb_bench_card *cards; /* one a device, at most */
    size_t card_count;
    nbb_list texts; /* of rows, devices and cards */
} nbb_bench;

#undef NBB_TEXT_FIELD
#undef NBB_INTEGER_FIELD
#undef NBB_REAL_FIELD

/* Keeps a copy of a text, as it may be shown, as long as there is the bench. */
nbb_status nbb_bench_keep(nbb_bench *bench, const char *text, const char **kept);

/* Appends a row and a device. The texts of a row live at least as long as the bench. */
nbb_status nbb_bench_add(nbb_bench *bench, const nbb_bench_row *row);
nbb_status nbb_bench_add_device(nbb_bench *bench, const char *name, const char *driver, nbb_rates rates);

/* Appends a card, in the place of that of the same device. */
nbb_status nbb_bench_add_card(nbb_bench *bench, const nbb_bench_card *card);

/* Appends how many constants were measured, and those that are not the default ones. */
void nbb_bench_print_card(const nbb_bench_card *card, nbb_text *text);

const nbb_bench_card *nbb_bench_card_of(const nbb_bench *bench, const char *device);

/* The size of a row's domain, r or n; and appended as reports have it: "r = 12", "n = 1024". */
int64_t nbb_bench_size(const nbb_bench_row *row);
void nbb_bench_print_size(const nbb_bench_row *row, nbb_text *text);

/* Appends a bound program as rows have it; nothing if it is NULL. */
void nbb_bench_print_program(const nbb_program *program, nbb_text *text);

/* What edm stores a distance as: "f32" for AUTO; "" of other workloads. */
const char *nbb_bench_out(const nbb_workload_row *work, nbb_out out);

/* Whether both rows are of the same device, fractal, workload, type of distances, initial state, rule, program and
   its parameters; and of the same r and n: to be compared. */
bool nbb_bench_same_work(const nbb_bench_row *a, const nbb_bench_row *b);
bool nbb_bench_comparable(const nbb_bench_row *a, const nbb_bench_row *b);

/* The first row with figures that is to be compared with `row`, or NULL. */
const nbb_bench_row *nbb_bench_beside(const nbb_bench *bench, const nbb_bench_row *row);

/* The row with figures that is to be compared with `row` and of the same version, driver and source, or NULL. Its
   commit may be another one: what was measured is the kernels' text. */
nbb_bench_row *nbb_bench_find(const nbb_bench *bench, const nbb_bench_row *row);

void nbb_bench_free(nbb_bench *bench);
