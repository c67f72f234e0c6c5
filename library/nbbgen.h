/* nbbgen.h - kernels made for one discrete fractal, and work run on them.

   A job is described by options, then planned (source text and images, without a device) or started (run on one):

       nbbgen_job *job = nbbgen_open();
       if (nbbgen_fractal(job, "carpet") || nbbgen_program(job, "ising") || nbbgen_option(job, "r", "6")
           || nbbgen_option(job, "set", "T=1.5") || nbbgen_start(job) || nbbgen_step(job, 100)) {
           fprintf(stderr, "%s\n", nbbgen_message(job));
       }
       nbbgen_close(job);

   Functions that can fail return an nbbgen_status; the message waits in nbbgen_message. A text that is NULL is a
   usage error, but as an option's value. The library prints nothing, ends nothing, heeds no signal and shares
   nothing between jobs: several threads may each work on jobs of their own, and a job may go from one thread to
   another, but be used by one at a time. What is returned by pointer is the job's: it stays until the next call
   that returns a pointer of the same job, or its end. */
#ifndef NBBGEN_H
#define NBBGEN_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The numbers are the exit codes of the program `nbbgen`, but for the last one. */
typedef enum nbbgen_status {
    NBBGEN_OK = 0,
    NBBGEN_ERROR_RUN = 1,        /* no memory, a file that cannot be written */
    NBBGEN_ERROR_USAGE = 2,      /* an option, an argument, or a call before its stage */
    NBBGEN_ERROR_DEFINITION = 3, /* a fractal or a program, with file and line */
    NBBGEN_ERROR_DEVICE = 4,     /* a device or a compiler, in its own words */
    NBBGEN_ERROR_VERIFY = 5,     /* results that differ where they must not */
    NBBGEN_INTERRUPTED = 6       /* the watch stopped the call */
} nbbgen_status;

typedef struct nbbgen_job nbbgen_job;

/* The library's version, "0.1.0". */
const char *nbbgen_version(void);

/* A new job, or NULL without memory. nbbgen_close ends it and frees all of it; NULL is allowed. */
nbbgen_job *nbbgen_open(void);
void nbbgen_close(nbbgen_job *job);

/* The message of the last call that failed, or "". It may begin with a file and a line, "FILE:LINE: ...": these are
   nbbgen_place's, NULL and 0 where it names none. */
const char *nbbgen_message(const nbbgen_job *job);
const char *nbbgen_place(const nbbgen_job *job, int *line);

/* Called by the thread that works, about twenty times a second, and when it compiles: `done` of the call's `total`
   steps, both 0 where nothing is counted. A return value other than 0 stops the call, which returns
   NBBGEN_INTERRUPTED; the state is then that after nbbgen_steps steps. It must not call this job's functions. NULL:
   nobody watches. */
typedef int nbbgen_watch(void *context, int64_t done, int64_t total);
void nbbgen_set_watch(nbbgen_job *job, nbbgen_watch *watch, void *context);

/* Called with remarks and warnings: which file was taken, which device, why a cache is not used. NULL: dropped. */
typedef void nbbgen_hear(void *context, const char *remark);
void nbbgen_set_hear(nbbgen_job *job, nbbgen_hear *hear, void *context);

/* ---- Described: each before the job is planned or started, else a usage error. ---- */

/* The fractal or simplex: a name that comes with nbbgen, or the path of a .lua file (it holds a slash or ends in
   .lua). Or a definition's text, with the name that a file of it would have. What is wrong is told by nbbgen_plan or
   nbbgen_start. */
nbbgen_status nbbgen_fractal(nbbgen_job *job, const char *name);
nbbgen_status nbbgen_fractal_text(nbbgen_job *job, const char *name, const char *text);

/* The same of a cell program; the name may also be a rule, "B2/S23". Without one the job runs the automaton of option
   `rule`. */
nbbgen_status nbbgen_program(nbbgen_job *job, const char *name);
nbbgen_status nbbgen_program_text(nbbgen_job *job, const char *name, const char *text);

/* An option of `nbbgen run` or `nbbgen emit` without its dashes: ("r", "6"), ("set", "T=1.5"), ("map", "lanes"),
   ("device", "cpu"), ("kernel-only", NULL). Options of files and reports are not the library's. Fails (usage) as the
   command line does. */
nbbgen_status nbbgen_option(nbbgen_job *job, const char *name, const char *value);

/* The name of option number `i`, from 0, that nbbgen_option takes; NULL behind the last. */
const char *nbbgen_option_name(int i);

/* ---- Looked at, before it is planned or after: JSON, as the schemas of share/nbbgen/schemas have it. ---- */

/* All that comes with nbbgen, and what lies in the folders of $NBBGEN_FRACTALS and $NBBGEN_PROGRAMS, as
   `nbbgen list --json` prints it (list.json). In place of a broken file its {"error": ...} stands. */
nbbgen_status nbbgen_list(nbbgen_job *job, const char **json);

/* What is described, as `nbbgen info --json` prints it (info.json): a fractal's layout, k, s and dimension, of a
   program the fields, parameters and observables. The size need not be given; without a fractal it is the program
   alone. */
nbbgen_status nbbgen_info(nbbgen_job *job, const char **json);

/* Fails (definition) with what is wrong with it, as `nbbgen check` does: a definition's map and its inverse must
   agree. Tells what was gone through, as `nbbgen check --json` prints it (check.json). */
nbbgen_status nbbgen_check(nbbgen_job *job, const char **json);

/* ---- Planned ---- */

/* Plans for options `target` and `arch`, as `nbbgen emit` does. Needs no device. After a failure the job is described
   as before, and options may be added. */
nbbgen_status nbbgen_plan(nbbgen_job *job);

/* The command line that says the plan: "nbbgen emit carpet --r 6 --map lanes ...". NULL (usage) before the plan. */
const char *nbbgen_command(nbbgen_job *job);

/* What `nbbgen emit` writes: a program's text; with option `kernel-only` that of the kernels, with `ptx`, `cubin`
   or `fatbin` their image for `arch`. `*length` bytes, and a 0 behind them. */
nbbgen_status nbbgen_emit(nbbgen_job *job, const char **bytes, size_t *length);

/* How its kernels are called, as JSON, as `nbbgen emit --json` prints it: bytes of a state, each kernel's arguments,
   grids and blocks, a program's arguments. NULL (usage) before the plan. */
const char *nbbgen_kernels(nbbgen_job *job);

/* The box: 2 or 3 axes; cells a side on axis 0 (x), 1 (y), 2 (z); and cells of the fractal in it, which have numbers
   from 0 on: digit order of a fractal, reading order of a simplex. 0 before the plan. */
int nbbgen_axes(const nbbgen_job *job);
int64_t nbbgen_side(const nbbgen_job *job, int axis);
int64_t nbbgen_cells(const nbbgen_job *job);

/* coordinates[i * axes + axis] becomes that of cell number first + i, for `count` cells. Fails (usage) past the last.
   */
nbbgen_status nbbgen_coordinates(nbbgen_job *job, int64_t first, int64_t count, uint32_t *coordinates);

/* numbers[i] becomes the number of the cell at coordinates[i * axes ...], or -1 where there is none. */
nbbgen_status nbbgen_numbers(nbbgen_job *job, int64_t count, const uint32_t *coordinates, int64_t *numbers);

/* What a cell holds, by number from 0: a program's fields; of an automaton one, "alive". Its element in arrays as
   NumPy spells it: "|u1", "<i4", "<u4", "<f2", "<f4", "<f8". NULL for another number, and before the plan. */
int nbbgen_fields(const nbbgen_job *job);
const char *nbbgen_field_name(const nbbgen_job *job, int field);
const char *nbbgen_field_type(const nbbgen_job *job, int field);

/* What is observed, by number from 0: a program's observables; else the "population". The type is "<i8" or "<f8". */
int nbbgen_observables(const nbbgen_job *job);
const char *nbbgen_observable_name(const nbbgen_job *job, int observable);
const char *nbbgen_observable_type(const nbbgen_job *job, int observable);

/* ---- Started ---- */

/* Opens the device of option `device`, plans for it, compiles or finds the kernels, and makes the initial state. */
nbbgen_status nbbgen_start(nbbgen_job *job);

/* Does so many steps, from 0 on (passes of workloads sw, rd and edm), and waits for them. Fails (usage) past 2^31 - 1
   steps in all. */
nbbgen_status nbbgen_step(nbbgen_job *job, int64_t steps);

/* The steps that the state has behind it. */
int64_t nbbgen_steps(const nbbgen_job *job);

/* values[i], 8 bytes, becomes observable number i of the state as it is: an int64_t or a double, by its type. */
nbbgen_status nbbgen_observe(nbbgen_job *job, void *values);

/* The digest that `nbbgen run --digest` reports: equal states of every map and device have the same one. */
nbbgen_status nbbgen_digest(nbbgen_job *job, uint64_t *digest);

/* A field's values of cells number first .. first + count - 1; of cells by coordinates, 0 where there is none; of the
   box, [z][y][x], 0 where there is no cell. Elements are of the field's type. */
nbbgen_status nbbgen_read(nbbgen_job *job, int field, int64_t first, int64_t count, void *values);
nbbgen_status nbbgen_read_at(nbbgen_job *job, int field, int64_t count, const uint32_t *coordinates, void *values);
nbbgen_status nbbgen_read_box(nbbgen_job *job, int field, void *values);

/* The reverse, for workloads with steps. Fails (usage), and changes nothing, on a value that the field cannot hold,
   on coordinates where there is no cell, and on a box that is not 0 there. */
nbbgen_status nbbgen_write(nbbgen_job *job, int field, int64_t first, int64_t count, const void *values);
nbbgen_status nbbgen_write_at(nbbgen_job *job, int field, int64_t count, const uint32_t *coordinates,
                              const void *values);
nbbgen_status nbbgen_write_box(nbbgen_job *job, int field, const void *values);

/* mask[z][y][x] becomes 1 where there is a cell, else 0. The job may be planned only. */
nbbgen_status nbbgen_mask(nbbgen_job *job, uint8_t *mask);

/* A field's picture as a PNG, as `nbbgen run --png` draws it. */
nbbgen_status nbbgen_png(nbbgen_job *job, int field, const char **bytes, size_t *length);

/* Where the state lies: a CUDA device's address, or one of the process. It changes with every step: ask again. All
   work is on the legacy default stream, and done when a function returns. */
nbbgen_status nbbgen_state(nbbgen_job *job, uint64_t *address, uint64_t *bytes);

/* How cells lie there, as JSON: {"device": "cpu" or the CUDA device's number, "device_name", "map", "storage",
   "bytes", "fields": [{"name", "type", "offset", "shape", "strides"}], "words"}. Of storage `embedded` a field is an
   array of that shape and those strides in bytes. Otherwise shape and strides are null, and "words" says in a
   sentence how cells are arranged. NULL before the start. */
const char *nbbgen_layout(nbbgen_job *job);

/* Saves the state as `nbbgen run --checkpoint` does, in a folder that is this job's until its end; the last two are
   kept. Fails (usage) where the folder has checkpoints and the job does not go on from one of them. */
nbbgen_status nbbgen_checkpoint(nbbgen_job *job, const char *folder);

/* Goes on from the newest checkpoint in the folder, which must be of this fractal, program, parameters and seed
   (usage). The map and the device may be others. */
nbbgen_status nbbgen_resume(nbbgen_job *job, const char *folder);

#ifdef __cplusplus
}
#endif

#endif
