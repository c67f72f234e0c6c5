/* nbbgen.h - kernels made for one discrete fractal, and work run on them.

   A job is described, then looked at, planned (text and images, without a device) or started (run on one):

       nbbgen_job *job = nbbgen_open();
       if (nbbgen_fractal(job, "carpet") || nbbgen_program(job, "ising") || nbbgen_option(job, "r", "6")
           || nbbgen_option(job, "set", "T=1.5") || nbbgen_start(job) || nbbgen_step(job, 100)) {
           fprintf(stderr, "%s\n", nbbgen_message(job));
       }
       nbbgen_close(job);

   Errors: functions return an nbbgen_status; nbbgen_message has the text. A call before its stage, NULL for a text
   (but not for an option's value) and a number out of range are usage errors; functions without a status return 0 or
   NULL then.
   Threads: jobs share nothing, so threads may use different jobs at the same time; one job may be used by any thread,
   but by one at a time. The library never prints, never ends the program and handles no signals.
   Memory: text and bytes that a function returns by pointer, with a 0 after them, belong to the job and are valid
   until its next such call. Arrays belong to the caller and have `count` elements, in C's order. A cell has a number
   from 0 on (digit order of a fractal, reading order of a simplex) and coordinates x, y and, with three axes, z:
   coordinates[i * axes + axis]. */
#ifndef NBBGEN_H
#define NBBGEN_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* This header's version; NBBGEN_VERSION is for comparisons, 0.1.0 is 100. nbbgen_version_number gives the library's.
   A library of the same MAJOR.MINOR and a later PATCH may have more functions, and has none that differs. */
#define NBBGEN_VERSION_MAJOR 0
#define NBBGEN_VERSION_MINOR 1
#define NBBGEN_VERSION_PATCH 0
#define NBBGEN_VERSION (NBBGEN_VERSION_MAJOR * 10000 + NBBGEN_VERSION_MINOR * 100 + NBBGEN_VERSION_PATCH)

/* The exit codes of the program `nbbgen`, but for the last one. */
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

const char *nbbgen_version(void); /* "0.1.0" */
int nbbgen_version_number(void);
nbbgen_job *nbbgen_open(void); /* NULL without memory */
nbbgen_job *nbbgen_open_bench(void);
void nbbgen_close(nbbgen_job *job);

/* The message of the last call that failed, or "". Where it begins with "FILE:LINE: ", nbbgen_place returns these,
   else NULL and 0. */
const char *nbbgen_message(const nbbgen_job *job);
const char *nbbgen_place(const nbbgen_job *job, int *line);

/* A callback of the working thread, about twenty times a second, also while it compiles: `done` of the call's `total`
   steps are done, both 0 where no steps are counted. If it returns another value than 0, the call stops: the state is
   the one after nbbgen_steps steps, and the job can go on. Of this job's functions it may call nbbgen_name,
   nbbgen_steps and nbbgen_copies only. NULL: no callback. */
typedef int nbbgen_watch(void *context, int64_t done, int64_t total);
void nbbgen_set_watch(nbbgen_job *job, nbbgen_watch *watch, void *context);

/* A callback for remarks: the file and the device that were chosen, why a cache is not used. NULL: no callback. */
typedef void nbbgen_hear(void *context, const char *remark);
void nbbgen_set_hear(nbbgen_job *job, nbbgen_hear *hear, void *context);

/* A callback for each finished row of a sweep or a bench: as a JSON object, and in words. NULL: no callback. */
typedef void nbbgen_rows(void *context, const char *json, const char *words);
void nbbgen_set_rows(nbbgen_job *job, nbbgen_rows *rows, void *context);

/* ---- Described, before it is planned or started ---- */

/* Sets the fractal or simplex: by a name that comes with nbbgen or a path (with a slash, or ending in .lua); or by a
   definition's text and a file name for messages. Later calls read it and report its mistakes. */
nbbgen_status nbbgen_fractal(nbbgen_job *job, const char *name);
nbbgen_status nbbgen_fractal_text(nbbgen_job *job, const char *name, const char *text);

/* Sets the cell program in the same way, or by a rule, "B2/S23". Without one the automaton of option `rule` runs. */
nbbgen_status nbbgen_program(nbbgen_job *job, const char *name);
nbbgen_status nbbgen_program_text(nbbgen_job *job, const char *name, const char *text);

/* An option of `nbbgen run`, `emit` or `info` without its dashes, and NULL as a flag's value: ("r", "6"), ("set",
   "T=1.5"), ("map", "lanes"), ("device", "cpu"), ("kernel-only", NULL). Fails as the command line does. Options of
   files and reports, "png", are for nbbgen_run. nbbgen_option_name lists all by number, then NULL. Reports, plots
   and checkpoints name the origin as their command, by default the equivalent command of nbbgen. */
nbbgen_status nbbgen_option(nbbgen_job *job, const char *name, const char *value);
const char *nbbgen_option_name(int i);
nbbgen_status nbbgen_set_origin(nbbgen_job *job, const char *origin);

/* Sets a field's initial values from an array of the box, [y][x] or [z][y][x], as option `init` does from a file. The
   type is the field's own as NumPy spells it, or "|b1", a mask, for a field of bits. `field` may be NULL where there
   is only one. nbbgen_start and nbbgen_run read the values and report what is wrong with them. */
nbbgen_status nbbgen_init(nbbgen_job *job, const char *field, const char *type, int axes, const int64_t *shape,
                          const void *values);

/* ---- Looked at, at any time: JSON as the command of the same name prints it with --json, by its schema ---- */

/* The fractals and programs that come with nbbgen or lie in $NBBGEN_FRACTALS and $NBBGEN_PROGRAMS; for a broken file
   {"error"}. */
nbbgen_status nbbgen_list(nbbgen_job *job, const char **json);

/* The layout and sizes of the fractal; the fields, parameters and observables of the program. No size is needed,
   and for a program no fractal. */
nbbgen_status nbbgen_info(nbbgen_job *job, const char **json);

/* Fails (definition) with the mistake that it finds; else lists what was checked. The fractal's name may be a
   program's. */
nbbgen_status nbbgen_check(nbbgen_job *job, const char **json);

/* The machine's compilers, devices and folders, and for each missing one the command that installs it. */
nbbgen_status nbbgen_doctor(nbbgen_job *job, const char **json);

/* A drawing of the fractal at its size: "cells" or "maps" (lambda and nu on coloured tiles) as a PNG, "text" as
   lines. */
nbbgen_status nbbgen_draw(nbbgen_job *job, const char *what, const char **bytes, size_t *length);

/* ---- Planned ---- */

/* Plans for options `target` and `arch`, without a device. A failure leaves the job as it was. */
nbbgen_status nbbgen_plan(nbbgen_job *job);

/* The output of `nbbgen emit`: a program's text; with `kernel-only` the kernels'; with `ptx`, `cubin` or `fatbin` an
   image. */
nbbgen_status nbbgen_emit(nbbgen_job *job, const char **bytes, size_t *length);

/* The plan as a command line, "nbbgen emit carpet --r 6 --map lanes ..."; how to launch its kernels, as
   `nbbgen emit --json` prints it: bytes of a state, arguments, grids and blocks; and the kernels' common name. */
const char *nbbgen_command(nbbgen_job *job);
const char *nbbgen_kernels(nbbgen_job *job);
const char *nbbgen_name(const nbbgen_job *job);

/* The box: 2 or 3 axes; cells a side on axis 0, 1, 2; and cells of the fractal in it. */
int nbbgen_axes(const nbbgen_job *job);
int64_t nbbgen_side(const nbbgen_job *job, int axis);
int64_t nbbgen_cells(const nbbgen_job *job);

/* The coordinates of cells first .. first + count - 1; the numbers of cells at coordinates, -1 where there is no
   cell; and the box, mask[z][y][x], 1 where there is a cell, else 0. */
nbbgen_status nbbgen_coordinates(nbbgen_job *job, int64_t first, int64_t count, uint32_t *coordinates);
nbbgen_status nbbgen_numbers(nbbgen_job *job, int64_t count, const uint32_t *coordinates, int64_t *numbers);
nbbgen_status nbbgen_mask(nbbgen_job *job, uint8_t *mask);

/* The fields of a cell: the program's, or for an automaton one, "alive". The type as NumPy spells it: "|u1", "<i4",
   "<u4", "<f2", "<f4", "<f8". */
int nbbgen_fields(const nbbgen_job *job);
const char *nbbgen_field_name(const nbbgen_job *job, int field);
const char *nbbgen_field_type(const nbbgen_job *job, int field);

/* The observables: the program's, or for an automaton the "population". The type is "<i8" or "<f8". */
int nbbgen_observables(const nbbgen_job *job);
const char *nbbgen_observable_name(const nbbgen_job *job, int observable);
const char *nbbgen_observable_type(const nbbgen_job *job, int observable);

/* ---- Started ---- */

/* Opens the device of option `device`, plans for it, compiles or finds the kernels, and makes the initial state.
   With the options ("seed", "1..64") and ("sweep", "T=1.0,1.2") the job is an ensemble: of a copy for each value and
   seed, seeds changing fastest, which lie side by side and advance in the same launches. Each is, bit by bit, the run
   with its value and seed alone. Functions on parameters, observables and cells have arrays whose first axis, or of
   observables the last one, is [copy]. Fails (device) where memory does not hold all copies. */
nbbgen_status nbbgen_start(nbbgen_job *job);

/* How many copies there are, 1 of a job that is no ensemble, 0 before the start; and the copy that functions on cells
   and pictures are of from here on, without an axis for copies, or -1, as at first: all of them. */
int64_t nbbgen_copies(const nbbgen_job *job);
nbbgen_status nbbgen_choose(nbbgen_job *job, int64_t copy);

/* Does so many steps (passes of sw, rd and edm), up to 2^31 - 1 in all, and waits; and the number of steps done. */
nbbgen_status nbbgen_step(nbbgen_job *job, int64_t steps);
int64_t nbbgen_steps(const nbbgen_job *job);

/* The same with a callback after each step whose number is a multiple of `every`, at least 1. It may call all
   functions of the job but nbbgen_close. If it returns another value than 0, no more steps are done. */
typedef int nbbgen_see(void *context, nbbgen_job *job);
nbbgen_status nbbgen_step_seen(nbbgen_job *job, int64_t steps, int64_t every, nbbgen_see *see, void *context);

/* Sets values[i], 8 bytes, to observable i of the current state: an int64_t or a double, by its type; of an ensemble
   values[i * copies + copy], and digest[copy]. The digest is the one of `nbbgen run --digest`: equal states have the
   same digest on every map and device. */
nbbgen_status nbbgen_observe(nbbgen_job *job, void *values);
nbbgen_status nbbgen_digest(nbbgen_job *job, uint64_t *digest);

/* A field's values, of its type: by number; by coordinates, 0 where there is no cell; of the box, [z][y][x]. */
nbbgen_status nbbgen_read(nbbgen_job *job, int field, int64_t first, int64_t count, void *values);
nbbgen_status nbbgen_read_at(nbbgen_job *job, int field, int64_t count, const uint32_t *coordinates, void *values);
nbbgen_status nbbgen_read_box(nbbgen_job *job, int field, void *values);

/* The reverse, for workloads with steps. Fails (usage), and changes nothing, on a value that the field cannot hold,
   on coordinates where there is no cell, and on a box that is not 0 there. */
nbbgen_status nbbgen_write(nbbgen_job *job, int field, int64_t first, int64_t count, const void *values);
nbbgen_status nbbgen_write_at(nbbgen_job *job, int field, int64_t count, const uint32_t *coordinates,
                              const void *values);
nbbgen_status nbbgen_write_box(nbbgen_job *job, int field, const void *values);

/* Draws a pattern of at most 2^24 places, the text of an .rle, whose first place is at `corner`, x, y and, of three
   axes, z: cells at its places of other states than 0 get these, others stay. The rule in it is not looked at. Of an
   ensemble nbbgen_choose is due before. */
nbbgen_status nbbgen_write_rle(nbbgen_job *job, int field, const int64_t *corner, const char *text, size_t length);

/* A field's picture, as `nbbgen run --png` draws it. Of an ensemble nbbgen_choose is due before. */
nbbgen_status nbbgen_png(nbbgen_job *job, int field, const char **bytes, size_t *length);

/* A window of a field as pixels of scale x scale places, row by row: values[row * width + column] is the mean over
   cells of the pixel, NaN where it has none. `corner` has x, y and, of three axes, the z of the slice that is shown;
   it may lie off the box. At most 2048 x 2048 pixels. Live cells of an automaton of two axes are all counted where
   the whole picture at this scale has no more pixels than that and the corner is a multiple of the scale; else at
   most 2^20 cells are asked for, so many in each pixel, all cells where there are no more. */
nbbgen_status nbbgen_picture(nbbgen_job *job, int field, const int64_t *corner, int64_t scale, int width, int height,
                             float *values);

/* The address of the state, on a CUDA device or in the process. It may change with every step: ask again. All work
   uses the legacy default stream and is done when a function returns. */
nbbgen_status nbbgen_state(nbbgen_job *job, uint64_t *address, uint64_t *bytes);

/* How cells lie there, as JSON: {"device": "cpu" or a number, "device_name", "map", "storage", "bytes", "fields":
   [{"name", "type", "offset", "shape", "strides"}], "words"}. Of storage `embedded` a field is an array of that shape
   and those strides in bytes; else these are null, and "words" says how cells are arranged. Of an ensemble also
   "copies" and "stride", the bytes from one copy's state to the next one's; "shape" begins with the copies. */
const char *nbbgen_layout(nbbgen_job *job);

/* A field where it lies, as a tensor of DLPack [dlpack.h]: a DLManagedTensor, or a DLManagedTensorVersioned. The
   state's memory is freed by nbbgen_close and the deleters of all tensors, whichever is last; any thread may call a
   deleter. The tensor shows the buffer that holds the state now: a step may move the state to the other one. It may
   be written to between steps, except at places without a cell. Where the storage is no box it has one axis. Of an
   ensemble it has one more, in front, the copies. */
nbbgen_status nbbgen_dlpack(nbbgen_job *job, int field, int is_versioned, void **tensor);

/* Gives a parameter of the program another value from the next step on; nothing is compiled. Fails (usage), and the
   value stays, where the program has none of this name or requires another value, or kernels are not made for it.
   Of an ensemble all copies get the value, or each its own of values[copy]; nbbgen_get has the values now, and
   nbbgen_get_scheduled what the program's schedule makes of them in the next step. */
nbbgen_status nbbgen_set(nbbgen_job *job, const char *name, double value);
nbbgen_status nbbgen_set_each(nbbgen_job *job, const char *name, const double *values);
nbbgen_status nbbgen_get(nbbgen_job *job, const char *name, double *values);
nbbgen_status nbbgen_get_scheduled(nbbgen_job *job, const char *name, double *values);

/* Begins anew, with the first state that this seed draws and the parameters as they are now; no step is done then.
   Of an ensemble with several seeds it is the first of as many, or each copy gets its own of seeds[copy];
   nbbgen_seeds has the seeds now. */
nbbgen_status nbbgen_reset(nbbgen_job *job, uint64_t seed);
nbbgen_status nbbgen_reset_each(nbbgen_job *job, const uint64_t *seeds);
nbbgen_status nbbgen_seeds(nbbgen_job *job, uint64_t *seeds);

/* The number of each copy's state, at first the copy's own. Copies that exchange, option `exchange`, take each
   other's states; and a copy that is over changes places with the last one that goes on. */
nbbgen_status nbbgen_places(nbbgen_job *job, int64_t *places);

/* Saves the state as `nbbgen run --checkpoint` does, in a folder that the job locks until its end; the last two
   checkpoints are kept. Fails (usage) if the folder has checkpoints and the job was not resumed from one of them. */
nbbgen_status nbbgen_checkpoint(nbbgen_job *job, const char *folder);

/* Continues from the folder's newest checkpoint, on any map and device. Fails (usage) if it has another fractal,
   program, parameters or seed. */
nbbgen_status nbbgen_resume(nbbgen_job *job, const char *folder);

/* ---- Whole runs, and benches ---- */

/* Starts a described job and does all that `nbbgen run` does by its options: steps, series, checkpoints, files.
   With the option "resume" all that is not given comes from the checkpoint, the fractal too. The watch counts the
   run's steps; a run that it stops writes a last checkpoint. A run that fails leaves its job started. */
nbbgen_status nbbgen_run(nbbgen_job *job);

/* Does all that `nbbgen bench` does, for a job of nbbgen_open_bench: it takes several fractals, "carpet@4..6", and
   the options of `nbbgen bench` with their lists, ("map", "bb,lanes"). */
nbbgen_status nbbgen_bench(nbbgen_job *job);

/* The report of either, as the command prints it: "text" or "json", for a bench also "csv", "markdown" or "svg", with
   the rows up to a failure. Fails (usage) if there is none. */
nbbgen_status nbbgen_report(nbbgen_job *job, const char *form, const char **bytes, size_t *length);

#ifdef __cplusplus
}
#endif
#endif
