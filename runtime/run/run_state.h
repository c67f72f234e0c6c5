/* run_state.h - a run of a plan on a device: request, kernels, buffers and watch; what it does, and answers. */
#pragma once

#include "gen/source/source.h"
#include "runtime/device/ranks.h"
#include "runtime/run/given.h"
#include "runtime/run/parts.h"

/* --- the steps that are looked at: multiples of a number, or so many a decade ---

   A number below 0 means steps a decade, of log:20 -20: 10^(i / 20) rounded, i = 0, 1, ..., each once, and step 0. */

/* The last of them up to a step, at least 0; the first behind it. */
int64_t nbb_every_last(int64_t every, int64_t step);
int64_t nbb_every_next(int64_t every, int64_t step);

static inline bool nbb_every_has(int64_t every, int64_t step)
{
    return nbb_every_last(every, step) == step;
}

/* How many there are before a step. */
int64_t nbb_every_count(int64_t every, int64_t step);

/* --- the statistics of repeated measurements --- */

typedef struct nbb_times {
    double median, min, max; /* milliseconds a step */
    double spread;           /* median absolute deviation from the median, milliseconds */
    int samples;             /* measurements; each of one step, or of more in long runs */
} nbb_times;

/* The statistics of `count` samples, at least 1, which are used up. */
nbb_times nbb_times_of(double *samples, int count);

/* How far apart the medians of the first, the middle and the last third of the samples are, which must be in the
   order they were taken in; 0 for fewer than 9. It tells what slowed all samples for a while, which the spread of
   most samples passes over. Fails without memory. */
nbb_status nbb_times_drift(const double *samples, int count, double *drift);

typedef struct nbb_run nbb_run;

/* A state that lies in files, which are mapped: it is in one of them, and a pass writes the other one. Between a GPU
   and the files parts go as nbb_disk_do has them go. */
typedef struct nbb_run_files {
    nbb_address maps[2];
    const char *path;         /* of their folder */
    int plain[2], direct[2];  /* descriptors, as nbb_disk_transfer has them */
    int current;                                                   /* which of them must stay as it is */
    nbb_status (*keep)(void *context, nbb_run *run, int64_t step); /* after a pass: the other one is the state */
    void *context;
} nbb_run_files;

typedef struct nbb_run_request {
    const nbb_plan *plan;
    nbb_device *device;
    const nbb_units *units; /* the plan's kernels, without a main; of use to load alone */
    bool use_cache;
    int64_t steps; /* of ca; passes of the others; at least 1 */
    uint64_t seed;
    const nbb_points *points;      /* or NULL */
    const nbb_given_fields *given; /* what files say of the first state; or NULL */
    const char *templates;         /* of the kernels that move cells, as nbb_source_request has it */
    nbb_ranks *ranks;              /* as many as the plan's, each with a run of its own; or NULL */
    const nbb_state_parts *parts;  /* of a plan that is parted; or NULL */
    nbb_run_files *files;          /* that its state lies in; or NULL: memory of the host */
    int64_t copies;                /* of a plan for copies: that stand side by side at most */
    const char *ensemble;          /* what these are, in words, for checkpoints; or NULL */
} nbb_run_request;

/* Gives the plan's program the values of a copy, by its number in the run, and returns its seed. */
typedef uint64_t nbb_run_choose(void *context, int64_t copy);

/* What is counted of a copy, and where it is: the number of its state and structure of arguments, which an exchange
   and its end change. Copies that are over have the last places, so that launches go over those before them. */
typedef struct nbb_run_copy {
    uint64_t population0, digest0, population, digest;
    int64_t place, steps; /* the second once it is over: that it has done */
    int64_t accepted;     /* how often it exchanged its state with the copy of the next value */
} nbb_run_copy;

/* Totals that the last launch has left on its way (run_looks.c): after steps first + every, first + 2 every and so
   on, `count` times, in slots from `slot` on. */
typedef struct nbb_run_looks {
    int64_t first, every, count;
    int slot;
    int64_t apart;  /* of the next launch: steps from one to the next, or 0: it ends with the next look */
    int next;       /* the slot that the next totals are wanted in, by who reads them */
    bool exchanged; /* copies have exchanged each time, and their places are kept beside the totals */
} nbb_run_looks;

/* Of copies that exchange (run_tempered.c), on the device. */
typedef struct nbb_run_tempered {
    int64_t count, stride; /* copy / stride mod count is a copy's value; count 0: none exchange */
    nbb_address values;    /* what the kernel knows of each copy */
    nbb_address places;    /* of each copy, then how often it exchanged; then room for places after a launch */
    nbb_address kept;      /* of each slot, one behind the other: whose totals in it are each copy's */
    nbb_address moved;     /* what a launch in which copies exchange makes of the run's records; 0: not all can run */
    bool has_moved;        /* the device has exchanged since nbb_run_settle */
} nbb_run_tempered;

/* Of a run that ranks share (run_inside.h): this one's items, and the words that it sends and receives, by number. */
typedef struct nbb_run_sharing {
    nbb_shard shard;
    nbb_needs needs;
    nbb_address places[2], packed[2];
    nbb_parcel *parcels;
    int parcel_count;
    nbb_address groups; /* by number, the boundary first, then the interior; 0: no group is advanced meanwhile */
    int64_t interior;   /* how many */
} nbb_run_sharing;

/* Of a run whose state lies in the host's memory (run_inside.h). */
enum { NBB_PART_BUFFERS = 3 };
typedef struct nbb_run_parting {
    nbb_address saved;                     /* the groups of all rings, as they were before the pass */
    nbb_address buffers[NBB_PART_BUFFERS]; /* of parts */
    nbb_address beside;                    /* chances drawn once a step, or 0 */
    nbb_address groups;                    /* of all rings, by number */
    nbb_address comes, goes;               /* memory of the host for a piece on its way from files, or there */
    bool is_counted;                       /* the last pass has counted the state of files */
    int64_t *edge, edge_count;             /* the last part's groups that others' rings have, ascending */
    bool keeps_last;                       /* the last part is not home yet, and the first one has come */
} nbb_run_parting;

/* What the state came from beside the request: the hashes of the files that gave fields their first values
   (nbb_given_hash), and the last step at which parameters became others or cells were written, or -1. */
typedef struct nbb_run_origin {
    uint64_t files[NBB_FIELDS_MAX];
    int64_t altered;
} nbb_run_origin;

/* Who looks at the state while a run goes on: after the steps of `every` (above), the one that the run begins with
   among them, and after the last one. What it starts on the device counts as the steps' time. */
typedef nbb_status nbb_run_see(void *context, nbb_run *run, int64_t step);
typedef struct nbb_run_watch {
    int64_t every;
    bool by_totals;     /* what is looked at are totals and copies' places: the state may have gone on */
    nbb_run_see *see;   /* or NULL: nobody does */
    nbb_run_see *pause; /* or NULL: called in between, too, when launches were waited for, a few times a second */
    void *context;
} nbb_run_watch;
/* Who exchanges copies, if anybody does, is asked first. */
enum { NBB_RUN_EXCHANGE, NBB_RUN_OTHERS, NBB_RUN_WATCHES = 4 };

/* An operation of the run's device: NBB_TRY(NBB_ON(run, upload, to, from, bytes)), or NBB_TRY(NBB_DO(run, wait)). */
#define NBB_ON(run, operation, ...) ((run)->request.device->operations->operation((run)->request.device, __VA_ARGS__))
#define NBB_DO(run, operation) ((run)->request.device->operations->operation((run)->request.device))

/* A run: made by nbb_run_start, advanced by nbb_run_work, asked by the others, freed by nbb_run_end. */
struct nbb_run {
    nbb_run_request request;
    nbb_module *modules[NBB_UNITS_MAX];
    nbb_module_facts facts;
    nbb_kernel *kernels[NBB_ENTRY_COUNT]; /* NULL where the plan has none */
    nbb_address state, other;             /* other: an output, in place boundaries; copy by copy (nbb_plan_stride) */
    int64_t copies, over;                 /* of this batch, 1 where the plan is not for copies; and that are over */
    nbb_run_choose *choose;               /* what these are, or NULL: one, of the request's seed */
    void *chooser;                        /* its context */
    nbb_run_copy *each;                   /* a copy each */
    nbb_address records;                  /* of a plan for copies: their arguments; or 0 */
    nbb_run_tempered tempered;
    nbb_run_looks looks;
    nbb_sequence *sequence; /* many launches of STEP, from and to `recorded` ... */
    nbb_address recorded;   /* ... or NULL: launches one by one */
    nbb_address points;     /* theirs on the device, or 0 */
    nbb_arena arena;        /* of the host's memory, and ... */
    nbb_address *memory;    /* ... of the device, all that it has until it ends: */
    int memory_count;
    nbb_address counts; /* NBB_COUNTS uint64_t a copy: population, digest, sum, arrived */
    nbb_run_copy counted; /* what was counted of the copy that is looked at */
    uint64_t sum;
    nbb_times times;
    nbb_arguments rows;                     /* of the structure that kernels of a program take */
    void *arguments;                        /* the structures that kernels take, a copy each, or NULL */
    nbb_address thresholds;                 /* their tables', or 0 */
    int64_t copies_before;                  /* of an ensemble: in batches that are over */
    int64_t steps_before, steps_behind;     /* of other batches of an ensemble: for who hears how far the work is */
    int64_t first;                          /* the step that nbb_run_work begins with; 0 unless resumed */
    int64_t step;                           /* steps done: the number of the next one */
    nbb_run_origin origin;                  /* for checkpoints of it */
    bool is_over;                           /* who looked at the state has ended all copies before the last step */
    bool is_amid;                           /* some turns of a step are done: signals wait for the rest */
    nbb_run_sharing sharing;                /* of a run without ranks all 0 */
    nbb_run_parting parting;                /* of one without parts all 0 */
    union nbb_value_of *globals;            /* of a program with globals: all totals of each copy before the step */
    union nbb_value_of *parts;              /* of totals that were read: memory for the next ones, too, or NULL */
    nbb_address totals;                     /* of a program: nbb_run_slots of them and one, or 0 */
    nbb_run_watch watches[NBB_RUN_WATCHES]; /* set by who made the run, before nbb_run_work */
};

/* --- a run from its begin to its end (run.c) --- */

/* Compiles or finds the modules and their kernels. On failure nothing is held. */
nbb_status nbb_run_load(const nbb_run_request *request, nbb_run *run);

/* After that: allocates and clears the buffers, writes the initial state (none for sw) and counts it: population0,
   digest0. On failure nothing is held. */
nbb_status nbb_run_begin(nbb_run *run);

/* Both. */
nbb_status nbb_run_start(const nbb_run_request *request, nbb_run *run);

/* Writes the initial state once more and counts it: another run of run->copies by the same kernels and memory. */
nbb_status nbb_run_restart(nbb_run *run);

/* The program's parameters have other values from the next step on. */
nbb_status nbb_run_change(nbb_run *run);

/* The origin of a state that the run begins itself. */
nbb_run_origin nbb_run_origin_of(const nbb_given_fields *given);

/* After nbb_run_begin or nbb_run_restart, where another state was written over the initial one, that after so many
   steps: counts it, as population0 and digest0, and goes on from there. */
nbb_status nbb_run_resume(nbb_run *run, int64_t step);

/* Does the steps or passes that are left, timed, then counts: population, digest, sum (rd). Checks for Ctrl-C between
   steps; then run->step says of how many steps the state is. */
nbb_status nbb_run_work(nbb_run *run);

/* The same without counting population and digest, which takes longer than many a step, and timed as a whole. */
nbb_status nbb_run_do(nbb_run *run);

/* Population and digest of each copy's state as it is, the first one or not. */
nbb_status nbb_run_census(nbb_run *run, bool is_first);

/* Does `steps` more and gives the milliseconds of one, waiting before and behind; no counting. */
nbb_status nbb_run_sample(nbb_run *run, int64_t steps, double *milliseconds);

void nbb_run_end(nbb_run *run);

/* --- answers about a state (run_answers.c): cells, pixels, and totals, reduced on the device and read later --- */

/* Cells to ask for, by number. */
typedef nbb_vector nbb_cell_of(const void *context, int64_t i);

/* The state of cells number first .. first + count - 1: from i = 0 a byte each, 0 or 1, or 2 off the domain; of edm
   a float each, the distance, or -1 off the domain; of a program field_count + 1 uint64_t each: the fields' bits as
   unsigned numbers, in the order of names, and 1; all 0 off the domain. */
nbb_status nbb_run_probe(nbb_run *run, nbb_cell_of *cell_of, const void *context, int64_t first, int64_t count,
                         void *states);

/* The same as elements of a field's arrays (nbb_npy_type), in C order: off the domain 0. */
enum { NBB_RUN_ASKED = 1 << 18 }; /* cells that are asked for at once */
nbb_status nbb_run_read(nbb_run *run, int field, nbb_cell_of *cell_of, const void *context, int64_t first,
                        int64_t count, void *elements);

/* The number of a field's bits, or of a distance's. */
double nbb_run_number(const nbb_plan *plan, int field, uint64_t bits);

/* Live cells in each pixel of scale x scale cells of a width x height picture, row by row. */
nbb_status nbb_run_image(nbb_run *run, uint32_t scale, uint32_t width, uint32_t height, uint32_t *live);

enum { NBB_RUN_SLOTS = 256 };
int nbb_run_slots(const nbb_run *run); /* as many, or of an ensemble fewer */

nbb_status nbb_run_make_slots(nbb_run *run);            /* memory for them, the first time */
nbb_address nbb_run_slot(const nbb_run *run, int slot); /* that of one */

/* Fills the structure that kernels take where a schedule or globals give each step other parameters. */
nbb_status nbb_run_fill_step(nbb_run *run);

/* Starts to reduce the state's totals, after so many steps, into place `slot` of nbb_run_slots. Waits for nothing. */
nbb_status nbb_run_totals(nbb_run *run, int slot, int64_t step);

/* Waits, and reads places 0 to count - 1: totals[(slot * copies + copy) * total_count + i] is the program's
   total number i of a copy. */
nbb_status nbb_run_read_totals(nbb_run *run, int count, nbb_value_of *totals);

/* --- copies of an ensemble: looked at as if each were alone, exchanged, ended (run_copies.c); exchanged on the
   device (run_tempered.c); what a persistent launch leaves of them (run_looks.c) --- */

/* nbb_run_choose, or the request's seed. */
uint64_t nbb_run_choose_copy(nbb_run *run, int64_t copy);

/* A run as if it were of one of its copies alone: for those who ask for its cells and what was counted of it, and for
   nobody who advances or ends it. The program has the copy's values then. */
nbb_run nbb_run_at_copy(nbb_run *run, int64_t copy);

/* Its seed, which nbb_run_choose_copy chose, and what was counted of it become the run's. */
void nbb_run_look_at(nbb_run *run, int64_t copy);

/* A copy's structure of arguments, in the host's memory; its place there is that of its state. */
unsigned char *nbb_run_arguments_of(const nbb_run *run, int64_t copy);

/* All structures that kernels do not take by value. */
nbb_status nbb_run_upload_records(nbb_run *run);

/* Whether it is over, which it is by its place. */
bool nbb_run_copy_is_over(const nbb_run *run, int64_t copy);

/* The copy is over after the steps that the run has done: others go on without it, the run where there are some. */
nbb_status nbb_run_end_copy(nbb_run *run, int64_t copy);

/* --- kernel TEMPER gives neighbouring copies each other's places: what the host knows is older until it asks --- */

/* Passes to the kernel each copy's value, parameters and place, as they are in the step that the run has come to. */
nbb_status nbb_run_fill_tempered(nbb_run *run);

/* Copies with odd values, or with even ones, exchange with the next by the state's totals. Waits for nothing. */
nbb_status nbb_run_temper(nbb_run *run, nbb_address totals, int64_t step, bool odd);

/* Brings places and counts from the device where copies have exchanged: due before the host asks for a copy's. */
nbb_status nbb_run_settle(nbb_run *run);

/* --- persistent launches that leave totals every so many steps, each in a slot of its own, and let
   copies exchange then: nbb_plan_looks, templates/cuda/lane_looks.in --- */

/* Rounds of a launch at most. */
enum { NBB_ROUNDS_MAX = 1024 };

/* How often who watches the run may look within the launch from `step` on, which is not to go past `to`: each time
   `*every` steps later. 0: the launch ends with the next look. */
int64_t nbb_run_looks_within(nbb_run *run, int64_t step, int64_t to, int64_t *every);

/* Launches so many rounds of a launch's steps, of `left` steps that nobody looks at, or that looks_within counted. */
nbb_status nbb_run_launch_rounds(nbb_run *run, uint32_t rounds, int64_t left);

/* The totals after a step that the run comes to, in this slot: as nbb_run_totals where no launch has left them. */
nbb_status nbb_run_looked(nbb_run *run, int slot, int64_t step);

/* Whether copies have exchanged after the step within the last launch. */
bool nbb_run_has_exchanged(const nbb_run *run, int64_t step);

/* Of copies that exchange: totals of this step in place `slot` are read later, by the copies as they are then. */
nbb_status nbb_run_keep_places(nbb_run *run, int slot, int64_t step);

/* Whether what is added up over a copy's cells depends on the parameter that it exchanges. */
bool nbb_run_totals_change(const nbb_program *program);
