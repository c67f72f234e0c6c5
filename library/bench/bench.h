/* bench.h - what is compared: all choices for one domain, its size and workload on one device; a bench as JSON. */
#pragma once

#include "gen/plan/card.h"
#include "library/options.h"
#include "runtime/base/json.h"
#include "runtime/run/run_state.h"

/* --- the constants of a card (card.h) that a device can measure, and the work for each, a subject and options
   as bench takes them: `nbbgen bench --tune` tries values in a card's place, row by row (bench_tune.c) --- */

/* How a row is measured: WAIT by what a round of the work takes beyond `values[0]`, the nanoseconds that it took on
   the card of the default; `values[1]` steps are a round. KNOB as the one of `values` with which the work is fastest.
   SIDE as the size past which a plan with the least value is faster than one with the largest: the work takes each of
   `sizes`, `values` in the constant's unit unless these are 0. */
typedef enum nbb_card_probe { NBB_CARD_WAIT, NBB_CARD_KNOB, NBB_CARD_SIDE } nbb_card_probe;

enum { NBB_CARD_VALUES = 8 };
typedef struct nbb_card_row {
    const char *name;    /* the member of nbb_card */
    size_t place, bytes; /* of a wait a double, else a whole number */
    const char *unit;
    nbb_card_probe probe;
    bool is_host; /* of processors, not of GPUs */
    const char *work;
    const char *varied, *sizes;     /* of a side: --n, --r or --tile, and what it takes */
    double values[NBB_CARD_VALUES]; /* until 0 */
} nbb_card_row;

enum { NBB_CARD_ROWS = 53 };
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

/* Measures with the kernels of rates.cu, in buffers sized by the free memory, and with the device's own copy and
   fill; each rate is the best of what was tried. */
nbb_status nbb_rates_measure(nbb_device *device, bool use_cache, nbb_rates *rates);

extern const char nbb_rates_text[]; /* rates.cu */

/* --- a bench: an object as its file has it, which is written for others and read again by --resume ---

   { "schema": 2, "program": "nbbgen 0.1.0", "commit": ..., "date": when this bench began, "command": ...,
     "devices": [ { "name", "driver", "copy", "write", "read", "logic" } ],
     "cards": [ { "device", "driver", "version", "commit", "measured", and a number for each constant measured } ],
     "rows": [ { the members that library/pages/rows.lua lists, and behind them what follows: derived_names } ] }

   Rows are in the order of measuring. One without figures has "skipped" with the reason instead. What is not known
   is null: a share without a rate, a speed-up without bb. "doubt" is null or a word of rows.lua. A row that --resume
   kept has its own commit, driver and time. `cards` is empty but for --tune, and a file without it is read as one
   with none. */

enum { NBB_BENCH_FILE_MAX = 256 << 20 }; /* bytes of a file that is read */

/* One of this program without rows, devices and cards. */
json_t *nbb_bench_new(const char *command, const char *date);

/* A text of a row, a card or a bench, "" where it has none; and sets one, as it may be shown. */
const char *nbb_bench_text(const json_t *row, const char *name);
void nbb_set_shown(json_t *row, const char *name, const char *text);

/* A whole number of a row, and a number; 0 where it has none. */
int64_t nbb_bench_integer(const json_t *row, const char *name);
double nbb_bench_number(const json_t *row, const char *name);

void nbb_bench_add_device(json_t *bench, const char *name, const char *driver, nbb_rates rates);

/* Appends one of "rows" or "cards" in place of those with which it agrees in the members that are named. */
void nbb_bench_replace(json_t *bench, const char *list, const char *names, json_t *made);

/* Appends how many constants were measured, and those that are not the default ones. */
void nbb_bench_print_card(const json_t *card, nbb_text *text);

/* The size of a row's domain, r or n. */
int64_t nbb_bench_size(const json_t *row);

/* Says which row it is, but for its choice. */
void nbb_bench_identify(const char *device, const nbb_domain *domain, const nbb_options *options, json_t *row);

/* Whether two rows agree in the members that are named, "device fractal"; what is done, whatever it begins with; with
   the initial state and parameters; at a size, for comparison; and what is measured, the kernels' text. */
#define NBB_BENCH_WORK "device fractal workload rule program dimensions out "
#define NBB_BENCH_COURSE NBB_BENCH_WORK "seed density param"
#define NBB_BENCH_BESIDE NBB_BENCH_COURSE " r n"
#define NBB_BENCH_SAME NBB_BENCH_BESIDE " source version driver"
bool nbb_bench_agree(const json_t *row, const json_t *other, const char *names);

/* The first of "rows" with figures, or of "cards", that agrees so with one, or NULL. */
json_t *nbb_bench_find(const json_t *bench, const char *list, const json_t *made, const char *names);

/* Appends the file's text, the bench with what follows from its rows. */
nbb_status nbb_bench_print_json(const json_t *bench, nbb_text *text);

/* A row of the bench with what follows from it and those that the bench has so far. */
json_t *nbb_bench_describe_row(const json_t *bench, const json_t *row);

/* Fewer rounds tell no spread; and how often a doubted row is measured again at most. */
enum { NBB_BENCH_ROUNDS_MIN = 5, NBB_BENCH_AGAIN_MAX = 2 };

/* Whether a row is to be measured again: it is doubted, not for few samples that were asked for, nor too often. */
bool nbb_bench_is_to_repeat(const json_t *bench, const json_t *row);

/* Adds the cards and the rows with figures that a file's text holds; if it is to be shown, all its rows, its devices
   and what it says of its making, for a table or a plot of it. `path` names it in messages. Fails (usage) on a file
   that is none of a bench, with what is wrong and in which row or card. */
nbb_status nbb_bench_parse_json(const char *path, const nbb_text *content, bool is_shown, json_t *bench);

/* The same for the file at `path`. */
nbb_status nbb_bench_read_json(const char *path, bool is_shown, json_t *bench);

/* Appends a page of bench.lua, "text", "markdown" or "csv", or of plot.lua, "bench", the script that draws it. */
nbb_status nbb_bench_print_page(const json_t *bench, const nbb_page_script *script, const char *page, nbb_text *text);

/* --- plans of the same work that are measured against each other, in rounds that are apart in time. Their kernels
   are compiled before that, side by side, while no time is being taken --- */

/* A plan to be measured, and its row, whose figures are filled in. */
typedef struct nbb_bench_entry {
    nbb_plan plan;
    nbb_units units; /* the plan's kernels */
    json_t *row;     /* its identity, command and source hash are known */
    int64_t steps;   /* of a sample */
    nbb_run run;
    nbb_ranks *ranks; /* that share the run, or NULL: it is one's own */
    bool is_away;     /* this rank has no part in it */
} nbb_bench_entry;

/* Zeroed, none. */
typedef struct nbb_bench_entries {
    nbb_bench_entry *items;
    int count, due; /* of all, and of those that a pass is about: these come first once they are sorted out */
} nbb_bench_entries;

/* Leaves the kernels of all of them in the cache of the device's modules. */
nbb_status nbb_bench_compile(const nbb_bench_entries *entries, nbb_device *device);

void nbb_bench_entries_free(nbb_bench_entries *entries);

/* The steps that each row does before it is measured, enough for a launch of several; their digest is compared. */
enum { NBB_BENCH_WARM_UP = 16 };

/* Now, in the only form that sorts: "2026-11-21T03:14:00Z". */
enum { NBB_BENCH_NOW = 32 };
const char *nbb_bench_now(char now[NBB_BENCH_NOW]);

typedef struct nbb_bench_rounds {
    int rows;
    const int *counts; /* the samples of each row */
    int most;          /* the largest of the counts: the number of rounds */
    double apart;      /* milliseconds between the begins of two rounds, at least */
    nbb_status (*sample)(void *context, int row, double *milliseconds); /* measures once: of a step */
    void *context;
} nbb_bench_rounds;

/* Takes sample j of row i into samples[i * most + j]: sample 1 of each row, sample 2 of each, ... What slows the
   machine for a while meets all rows, and some rounds of each: one of fewer samples is in every second, or third. */
nbb_status nbb_bench_rounds_take(const nbb_bench_rounds *rounds, double *samples);

/* --- the ready sets of `nbbgen bench --set`: the sweeps behind the papers' figures --- */

/* The sweeps of each set, each as it is written behind "nbbgen bench"; NULL behind the last, if there is room. */
enum { NBB_BENCH_SET_MAX = 4 };
extern const char *const nbb_bench_sets[][NBB_BENCH_SET_MAX];

/* Takes the words of such a line, "SUBJECT... --map bb,lambda --tile all": what the options were given stays. A bare
   --tc is the plan's own variant. The words live as long as the options. Fails as nbb_options_take does. */
nbb_status nbb_sweep_take(const nbb_list *words, nbb_options *options);

/* What a subject says. All is freed by nbb_sweep_subject_free. */
typedef struct nbb_sweep_words {
    char *name;
    nbb_list sizes; /* its own, or none */
    char *rule;     /* its own, or NULL */
} nbb_sweep_words;

/* Takes a subject apart: "sierpinski@12..16:B3/S23", or "triangle@64,100", has sizes of its own, and may have a rule;
   by itself "sierpinski" has none. Fails (usage) on a bad list. */
nbb_status nbb_sweep_subject(const char *subject, nbb_sweep_words *words);
void nbb_sweep_subject_free(nbb_sweep_words *words);

/* The axes below a domain, its size and its workload: map, tile, variant and others. There is room for all. */
enum { NBB_SWEEP_AXES = 24 };
typedef struct nbb_sweep {
    int count;
    const char *names[NBB_SWEEP_AXES];
    nbb_list values[NBB_SWEEP_AXES];
    size_t at[NBB_SWEEP_AXES]; /* the value of each axis in the current combination */
} nbb_sweep;

/* Begins with the first value of each axis. "all" of --tile is s^0, s^1, ... up to 64, of a simplex powers of 2. */
nbb_status nbb_sweep_open(const nbb_options *options, const nbb_domain *domain, nbb_sweep *sweep);

/* The next combination, the last axis running fastest; false behind the last one. */
bool nbb_sweep_next(nbb_sweep *sweep);

/* Gives `options` the current combination's values, and appends all but the map as `nbbgen run` takes them. */
nbb_status nbb_sweep_choose(const nbb_sweep *sweep, nbb_options *options, nbb_text *choice);

void nbb_sweep_close(nbb_sweep *sweep);

/* A bench walks over its groups several times. */
typedef enum nbb_bench_pass {
    NBB_BENCH_CHECK,   /* whether all that was given can be read */
    NBB_BENCH_MEASURE, /* what can be had and is not among the rows */
    NBB_BENCH_PREPARE, /* keeps the kernels of what will be measured */
    NBB_BENCH_AGAIN    /* measures the rows again that are doubted */
} nbb_bench_pass;

typedef struct nbb_bench_group {
    const nbb_options *options;
    nbb_device *device;
    nbb_ranks *ranks;   /* that do the bench together, or NULL: it is alone */
    nbb_ranks **parts;  /* [count + 1]: the first so many of them, once they were asked for */
    const char *driver; /* the device's, "" of a processor */
    nbb_rates rates;
    const nbb_card *card; /* the device's constants, or NULL: the default ones */
    int card_count;       /* of several at `card`, by each of which all is planned */
    nbb_bench_pass pass;
    nbb_bench_entries *kernels; /* where PREPARE keeps them, each once */
    nbb_domain domain;          /* its own size is not looked at */
    const char *size;           /* r of a fractal, n of a simplex, as on the command line */
    bool only_possible;         /* no rows of what is skipped: it was not asked for */
} nbb_bench_group;

/* Measures the entries of a group interleaved, in rounds; `known`, a row of the same work, or NULL, has the right
   digest. Where the states of all do not fit the device's memory at once, they are measured in batches, as few as can
   be. A sample holds as many steps as take some milliseconds, and a row whose samples take long has fewer of them. Of
   several ranks, which all plan all rows alike, the first so many run a row, as often and as long as each other, and
   the others wait for the next row that they take part in; what rank 0 decides, all do, and it compares. Fails
   (verification) when two states differ after the warm-up, and as nbb_run_start and nbb_run_work do. */
nbb_status nbb_bench_measure(const nbb_bench_group *group, const json_t *known, nbb_bench_entry *entries, int count);

/* Plans every combination of the group's axes and does what the pass says. CHECK, which needs no device, fails
   (usage) on the first one that an option cannot take. MEASURE adds the rows; a row of what cannot be had says why it
   was skipped. Fails as nbb_bench_measure does; the rows that are measured by then are added nevertheless. */
nbb_status nbb_bench_do_group(const nbb_bench_group *group, json_t *bench);

/* --- `bench --tune`: the fastest choice for a group's work, map by map, and the constants of a card --- */

/* Starts with the plan's own choices and improves option after option (its listed values, or all), the others at the
   best so far, until a round brings nothing; then remembers each map's best row. Refused plans are passed over. */
nbb_status nbb_bench_tune_group(const nbb_bench_group *group, json_t *bench);

/* Measures the constants of the group's device, a processor's or a GPU's, with a remark each. They are remembered and
   added to `bench`. What it cannot have keeps its default; a work that fails there, or comes to a wrong state, fails
   the whole when all others are measured and kept. `sweep` does all groups that the options of one name. */
typedef nbb_status nbb_bench_sweep(const nbb_bench_group *group, json_t *bench);
nbb_status nbb_bench_tune_card(const nbb_bench_group *group, nbb_bench_sweep *sweep, json_t *bench);

/* What is faster by less may be noise: the constant stays. */
#define NBB_CARD_NOISE 0.03

/* Measures a row's work, at one of its sizes or NULL, by plans with each of the cards: milliseconds of a step, or 0
   where the work cannot be had or the plan is that with a card before. */
typedef struct nbb_card_meter {
    nbb_status (*measure)(void *context, const nbb_card_row *row, const char *size, const nbb_card cards[], int count,
                          double ms[]);
    void *context;
} nbb_card_meter;

/* Measures a row, sets its constant if another value is faster, and appends what could be measured to `report`. */
nbb_status nbb_card_tune_row(const nbb_card_meter *meter, const nbb_card_row *row, nbb_card *card, nbb_text *report);

/* The best choices that `nbbgen bench --tune` found, kept as a bench's JSON in tuned.json of the cache's folder: a
   row for each device, fractal or simplex, size, workload, rule and map, and a card for each device. */

/* Keeps one of "rows" in place of that of the same work, size and map, or one of "cards" in place of the device's;
   `path` becomes the file. Fails without a cache folder (run), where the file is damaged (usage) or not written. */
nbb_status nbb_tuned_remember(const char *list, json_t *made, nbb_text *path);

/* The default constants with those measured on a device: if any were, *found is the card, with a remark. */
nbb_status nbb_tuned_recall_card(const char *device, nbb_card *card, const nbb_card **found, nbb_text *remark);

/* Appends what was remembered for a plan's work and map on a device, as options of `nbbgen run` ("--tile 8"), and a
   remark on when and by which version. Where there is none, a plan that was made by a measured card is the choice,
   and nothing is appended to `choice`; any other fails (usage). */
nbb_status nbb_tuned_recall(const char *device, const nbb_options *options, const nbb_plan *plan, nbb_text *choice,
                            nbb_text *remark);

/* --- a whole bench, as its options say it, in the forms and to the files that they ask for --- */

/* Appends the bench as "text", the table for people, "json", "csv", "markdown" or "svg"; fails (usage) on others. */
nbb_status nbb_bench_print_as(const char *form, const json_t *bench, nbb_text *text);

/* Hears of each row once it was measured or skipped. */
typedef nbb_status nbb_bench_hear(void *context, const json_t *bench, const json_t *row);

/* Does it, by `ranks` or alone (NULL), and writes its files. *bench is what there is to report, also after a failure,
   or NULL: of several ranks the first one has it. It tells the files too, and the failure that ended it. */
nbb_status nbb_bench_make(const nbb_options *options, nbb_ranks *ranks, nbb_bench_hear *hear, void *context,
                          json_t **bench);
