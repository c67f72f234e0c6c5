/* observed.h - the observables of a program during a run: rows of a file, and averages.

   Totals are reduced on the device behind the steps and stay there, in one of NBB_RUN_SLOTS places; only when all are
   taken, and in the end, does anybody wait for them. Rows of these come with the looks that follow.

   An ensemble has a series of each of its copies; one of them is looked at, first the first one. Its scan has a row
   of numbers for each of its values, over all copies with these. */
#pragma once

#include "runtime/run/observe.h"
#include "runtime/run/run_state.h"

/* --- means of observables over the steps of a run, functions of such means, and their errors ---

   Members depend on each other. Means of blocks of 1, 2, 4, ... members are taken as the sequence comes, in memory
   of its logarithm. The error of the mean that the spread of the blocks' means predicts grows with the blocks until
   these are longer than what correlates them, and stays from there on [Flyvbjerg and Petersen 1989].

   A function of several means is estimated without one block of all means at a time, each block longer than twice the
   largest autocorrelation time of its means: the jackknife, by the spread of these estimates [Efron 1982]. */

/* Blocks of one length: their number, mean and sum of squared distances from it [Welford 1962]; and the first half of
   the next longer block, where their number is odd. */
typedef struct nbb_blocks {
    int64_t count;
    double mean, squares, half;
} nbb_blocks;

/* Zeroed, it is empty. levels[l] has the blocks of 2^l members. */
enum { NBB_BLOCKING_LEVELS = 62 };
typedef struct nbb_blocking {
    nbb_blocks levels[NBB_BLOCKING_LEVELS];
} nbb_blocking;

/* What a sequence says of its mean. What too few members do not say is no number (NAN). */
typedef struct nbb_blocked {
    int64_t samples;
    double mean, variance; /* of the members, by samples - 1 */
    double error;          /* of the mean */
    double tau;            /* autocorrelation time in members, 0.5 without; error^2 = 2 tau variance / samples */
    int64_t block;         /* length of the blocks that the error is taken from */
    bool settled;          /* they are long enough; else the error is the largest found */
} nbb_blocked;

void nbb_blocking_add(nbb_blocking *blocking, double member);

/* Takes the shortest blocks of length B with B^3 > 2 samples (error_B / error_1)^4 [Lee et al. 2011]. */
nbb_blocked nbb_blocking_result(const nbb_blocking *blocking);

/* Of a program's averages. */
typedef struct nbb_averages {
    const nbb_program *program; /* or NULL: nothing is averaged */
    const nbb_domain *domain;
    nbb_blocking *means;     /* of the program's, by number */
    double *sums;            /* of a mean's members in each block, mean by mean */
    int64_t length, in_last; /* members of a block, and of the one that is not full */
    int64_t blocks;
} nbb_averages;

/* The program and the domain must outlive the averages, which are the arena's. */
nbb_status nbb_averages_open(nbb_arena *arena, const nbb_program *program, const nbb_domain *domain,
                             nbb_averages *averages);

/* Adds a step: the observables, by number. */
void nbb_averages_add(nbb_averages *averages, int64_t step, const nbb_number *observables);

/* How many averages there are; number i of the program's. The variance of a function is no number; its tau is the
   largest of its means, and it is settled if these are and its blocks are enough to tell. */
int nbb_averages_count(const nbb_averages *averages);
nbb_blocked nbb_averages_result(const nbb_averages *averages, int i);

/* Average number i, a function, over several independent runs: its value at the means of all of them, and the error
   by the jackknife without one run at a time. means[mean * count + run] are the runs' means. */
nbb_blocked nbb_averages_over_runs(const nbb_averages *averages, int i, const double *means, int64_t count);

void nbb_averages_clear(nbb_averages *averages);

/* --- a file that grows by whole rows while a run goes on: comma-separated values, or a JSON object a line ---

   Whoever reads the file meanwhile, or after the run was ended, finds whole lines. A row that cannot be written
   whole, the disk being full, is taken back. */

typedef struct nbb_rows {
    const char *path;
    int file; /* its descriptor, or -1 */
    bool is_json;
    int64_t whole;  /* bytes in the file */
    int64_t begins; /* the first number of its first row that was there; -1: none was */
    nbb_list columns;
    size_t names;     /* where the line of names begins among those in front of rows */
    nbb_text pending; /* rows that are not written yet */
} nbb_rows;

/* Fails (usage) when the name ends neither in .csv nor in .json, and when it is "-"; `option` ("series") is named. */
nbb_status nbb_rows_check(const char *option, const char *path);

/* Creates the file, with a line of where it comes from, unless `provenance`, JSON, is NULL: "# {...}", or
   {"provenance": {...}}; and with a line of column names if it is CSV. `path` must live until nbb_rows_close. Fails
   (run); then nothing is held.

   Past step 0 it goes on with the file of a run that ended early: rows whose first number, the step, is below `step`
   stay, and so does its line of where it comes from. Fails (usage) where the file has other columns, and where steps
   of `every` (run_state.h) are missing behind its first row. `before`: bytes in front that are of copies that are
   over, and stay. */
nbb_status nbb_rows_open(const char *path, const nbb_list *columns, const char *provenance, int64_t before,
                         int64_t step, int64_t every, nbb_rows *rows);

void nbb_rows_add(nbb_rows *rows, const nbb_number *numbers);

nbb_status nbb_rows_flush(nbb_rows *rows);

/* Writes them, and ends; the file keeps its rows whatever `status` is. Returns `status`, or the failure to end. */
nbb_status nbb_rows_close(nbb_rows *rows, nbb_status status);

/* Appends the number: integers exactly, reals so that they read back to the same. What is no finite number is nan,
   inf or -inf, in JSON null. */
void nbb_number_print(nbb_number number, bool as_json, nbb_text *text);

/* --- all that was observed at each look of a run, or of an ensemble's copies, kept to be written as arrays --- */

typedef struct nbb_recorded {
    int64_t copies;    /* of an ensemble, or 1; 0: nothing is recorded */
    int width, leads;  /* numbers of a row; those in front of the step */
    nbb_text *rows;    /* of each copy, 8 bytes a number */
    nbb_number *first; /* a row, for its types */
} nbb_recorded;

/* Makes room for so many copies, of rows of leads, step and observables. nbb_recorded_free is due in every case. */
nbb_status nbb_recorded_open(const nbb_program *program, int leads, int64_t copies, nbb_recorded *recorded);
void nbb_recorded_free(nbb_recorded *recorded);

void nbb_recorded_add(nbb_recorded *recorded, int64_t copy, const nbb_number *row);

/* Writes NAME.npz: step [look]; each observable, [look] or of an array [look, element]; and the text provenance.json.
   Of an ensemble, which has leads, observables are [copy, look ..], and each lead [copy] by its name: a copy that has
   stopped keeps its last row. Fails (run). */
nbb_status nbb_recorded_write(const nbb_recorded *recorded, const nbb_program *program, const nbb_list *leads,
                              const char *provenance, const char *path);

typedef struct nbb_series_request {
    const nbb_program *program;
    const nbb_domain *domain;
    const char *path;      /* of the rows, or NULL: none */
    const nbb_list *leads; /* the first columns, whose values distinguish an ensemble's copies; else empty */
    nbb_rows *kept;        /* the rows, which stay open for the next series of an ensemble */
    int64_t copies;        /* that stand side by side at most; 0: it is no ensemble */
    int64_t every;         /* steps from one row to the next; the last has one too */
    int64_t first;         /* the step that is gone on from, before which the file's rows stay; 0: it is a new file */
    nbb_recorded *recorded; /* all that is observed, or NULL */
    const char *provenance; /* of the rows, as JSON in a line */
    int64_t rows_before;    /* as nbb_rows_open has it */
    int64_t average_from;   /* the first step that is averaged, or -1: none is */
} nbb_series_request;

typedef struct nbb_series {
    nbb_series_request request;
    nbb_arena arena; /* of averages and rows */
    nbb_rows rows;
    int64_t first_copy;           /* number of the first of these copies among all that are recorded */
    nbb_averages *averages;       /* of multiples of `every` */
    int64_t steps[NBB_RUN_SLOTS]; /* of the totals that wait on the device */
    int waiting;
    int64_t steps_read[NBB_RUN_SLOTS]; /* of the totals that were read: `read` looks, ... */
    int read, taken; /* ... of which so many are in rows; others follow one by one, beside what the device does */
    int64_t counted;         /* the step whose totals are in place `waiting` already, or -1 */
    nbb_value_of *totals;    /* read back: those of all slots */
    nbb_number *row;         /* leads, step, observables */
    nbb_number *observables; /* the row's: those of the last state that was read */
    struct nbb_series_copy {
        nbb_averages averages;
        nbb_number *row;
    } * copies;
    int64_t copy; /* whose averages and row are above */
} nbb_series;

/* Creates the file. Fails (run, definition); then nothing is held. */
nbb_status nbb_series_open(const nbb_series_request *request, nbb_series *series);

/* Looks at a copy from now on. */
void nbb_series_choose(nbb_series *series, int64_t copy);

/* As nbb_run_watch's: `context` is the series. Needs no waiting but where all places are taken. */
nbb_status nbb_series_see(void *context, nbb_run *run, int64_t step);

/* Reads what waits on the device, adds it to rows and averages, and writes the rows. */
nbb_status nbb_series_read(nbb_series *series, nbb_run *run);

/* Starts the reduction of the totals after a step in place `waiting`, which nbb_series_see of the step takes then. */
nbb_status nbb_series_count(nbb_series *series, nbb_run *run, int64_t step);

/* Observes a copy in the step that the run has come to; neither rows nor averages have it. */
nbb_status nbb_series_observe(nbb_series *series, nbb_run *run, int64_t copy);

/* Gives what is recorded, if something is, the chosen copy's observables as those after the step. */
void nbb_series_record(nbb_series *series, int64_t step);

/* Ends; the rows stay open. */
void nbb_series_close(nbb_series *series);

/* Columns: the ensemble's values; where each has several seeds, their number, and columns are means over these;
   the observables of the last state, with several seeds also .error of each where nothing is averaged; with averages
   also samples and, of each average, .mean, .variance, .error, .tau and .settled (1, or 0 where its samples are too
   few for the error). With several seeds samples are added up, errors are those that the copies' means show, a
   function's by the jackknife without one copy at a time, and settled is whether all are. */
typedef struct nbb_scan {
    nbb_arena arena; /* of what is numbers */
    nbb_list columns;
    int values;                /* columns in front */
    int64_t seeds;             /* of each value */
    int observables, averages; /* how many columns, and how many times NBB_SCAN_PARTS */
    nbb_number *numbers;       /* row after row */
    int64_t count;             /* rows that there are */
    nbb_number *copies;        /* rows of the seeds so far, as if each were alone */
    double *means;             /* theirs that functions are of: [mean][seed] */
    int64_t added;
} nbb_scan;

enum { NBB_SCAN_MEAN, NBB_SCAN_VARIANCE, NBB_SCAN_ERROR, NBB_SCAN_TAU, NBB_SCAN_SETTLED, NBB_SCAN_PARTS };

/* Makes room for `most` rows of what the series observes, of so many seeds each; the values' names are the first of
   its leads. nbb_scan_free is due in every case. */
nbb_status nbb_scan_open(const nbb_series *series, int values, int64_t seeds, int64_t most, nbb_scan *scan);

/* Adds the copy that is looked at, which is over and was read. Returns whether its values' row is there now. */
bool nbb_scan_add(nbb_scan *scan, const nbb_series *series);

const nbb_number *nbb_scan_row(const nbb_scan *scan, int64_t row);

/* The column of a part of average number i; and of observable number i. */
int nbb_scan_column(const nbb_scan *scan, int i, int part);
int nbb_scan_observable(const nbb_scan *scan, int i);

void nbb_scan_free(nbb_scan *scan);
