/* option_rows.c - the commands, and the table of their options. */
#include "library/option_row.h"

const char *const nbb_command_names[NBB_COMMAND_COUNT] = { NBB_COMMANDS(NBB_SPELLING) };
const nbb_spellings nbb_bench_set_names = NBB_SPELLINGS("m20", "q20", "s21"); /* in the order of nbb_bench_sets */

enum { SWEPT = BENCH | NBB_OPTION_LISTED, LIBRARY = NBB_OPTION_LIBRARY, WHOLE = RUN | NBB_OPTION_WHOLE };
enum { JOB = RUN | VIEW | LIBRARY, KERNELS = EMIT | JOB | SWEPT }; /* the latter: a choice of the plan */

/* What the value is and where it goes; and what else of a row is not 0. */
#define AT(of, field) .kind = of, .offset = offsetof(nbb_options, field), .size = sizeof((nbb_options *)NULL)->field
#define FROM(from, to) .least = from, .most = to
#define FLAG(field) AT(FLAG, field)
#define TEXT(field) AT(TEXT, field)
#define TEXTS(field) AT(TEXTS, field)
#define INTEGER(field, from, to) AT(INTEGER, field), FROM(from, to)
#define REAL(field, from, to) AT(REAL, field), FROM(from, to)
#define CHOICE(field, spellings) AT(CHOICE, field), .choices = &spellings
const nbb_option_row nbb_option_rows[] = {
    { "r", "N", "levels of a fractal", INFO | RENDER | KERNELS, INTEGER(r, 0, NBB_LEVELS_MAX), .short_name = 'r' },
    { "n", "N", "side of a simplex in cells", INFO | RENDER | KERNELS, INTEGER(n, 1, NBB_SIMPLEX_N_MAX) },
    { "m", "M", "info simplex: number of axes; prints the volumes of recursive sets that cover the simplex",
      INFO | LIBRARY, INTEGER(m, NBB_SET_M_MIN, NBB_SET_M_MAX) },
    { "ratio", "R", "info simplex: ratio of a set's orthotope, and of its parts, to the whole (0.5)", INFO | LIBRARY,
      REAL(ratio, 0, 1) },
    { "arity", "B", "info simplex: parts of a set (2)", INFO | LIBRARY, INTEGER(arity, 1, NBB_SET_ARITY_MAX) },
    { "n0", "N", "info simplex: smallest side that the best set must cover (32)", INFO | LIBRARY,
      INTEGER(n0, 2, NBB_SIMPLEX_N_MAX) },
    { "workload", "sw|rd|ca|edm",
      "sw writes 1 to every cell, rd sums the cells, ca runs an automaton (the default), edm computes distances of"
      " points, program runs a cell program",
      KERNELS, CHOICE(workload, nbb_workload_names), .short_name = 'w' },
    { "program", "NAME|FILE", "a cell program: one that comes with nbbgen, a .lua file, or a rule as B2/S23",
      INFO | EMIT | BENCH | JOB, TEXT(program_name), .short_name = 'p' },
    { "set", "NAME=VALUE", "set a parameter of the program; may be given several times", INFO | EMIT | JOB,
      TEXTS(assignments) },
    { "neighbours", "moore|vonneumann|triangular", "the neighbours, instead of the program's own list",
      INFO | EMIT | BENCH | JOB, TEXT(neighbours) },
    { "init", "[FIELD=]FILE",
      "the initial state, or a program's field of it: a NumPy array of the box (.npy), as --npy writes one, or a"
      " pattern (.rle)",
      JOB, TEXTS(initial) },
    { "at", "X,Y", "with --init FILE.rle: the cell where the pattern begins (the file's #CXRLE Pos, or 0,0)", JOB,
      TEXT(at) },
    { "steps", "N", "steps of ca and programs (0: only the initial state), passes of the others (10)",
      EMIT | RUN | LIBRARY, INTEGER(steps, 0, INT32_MAX), .short_name = 'n' },
    { "rule", "B2/S23",
      "the automaton's rule, by counts of live neighbours (of 26, B5/S4,5); also as 23/2, or a name: life, highlife",
      EMIT | BENCH | JOB, AT(RULE, rule_text) },
    { "seed", "N|A..B",
      "seed of the initial state, a program's chances and edm's points (1); run: A..B runs a copy for each",
      EMIT | BENCH | JOB, AT(SEEDS, seed), FROM(0, INT64_MAX) },
    { "init-seed", "N",
      "seed of a program's init, to keep the first state while --seed changes the chances (the seed)", EMIT | JOB,
      AT(UNSIGNED, init_seed), FROM(0, INT64_MAX) },
    { "density", "P", "share of cells alive at the start (0.5)", EMIT | BENCH | JOB, REAL(density, 0, 1) },
    { "points", "FILE", "the points of edm, a NumPy array of shape (points, dimensions) (drawn by --seed)",
      EMIT | JOB, TEXT(points) },
    { "dimensions", "D", "dimensions of the points that edm draws by --seed (3)", EMIT | BENCH | JOB,
      INTEGER(dimensions, 1, NBB_DIMENSIONS_MAX) },
#define X(name, type, field, option, argument, kind, least, most, spellings, where, help) \
    { option, argument, help, EMIT | BENCH | JOB, AT(kind, field), FROM(least, most), .choices = spellings },
    NBB_OUT_ROW(X)
#undef X
        { "map", NBB_WORDS(NBB_MAPS), "the cells of each thread; compact and lanes also set the storage", KERNELS,
          CHOICE(map, nbb_map_names), .short_name = 'm' },
#define X(name, type, field, option, argument, kind, least, most, spellings, where, help) \
    { option, argument, help, KERNELS, AT(kind, field), FROM(least, most), .choices = spellings },
    NBB_CHOICE_ROWS(X)
#undef X
        { "ranks", "N",
          "info: show how N GPUs or processes would share the state, and their exchange; bench: use only the first N"
          " ranks (all)",
          INFO | SWEPT | LIBRARY, INTEGER(ranks, 1, 4096) },
    { "device", "auto|cpu|cuda[:N|:all|:0-3|:0,2]",
      "where to run: several GPUs share the state; in a list of bench cuda:N and cuda:all are numbers of GPUs"
      " (auto: a GPU if there is one)",
      JOB | SWEPT, TEXT(device) },
    { "memory", "SIZE",
      "device memory for the state, 64M, 16G; a larger state stays in the host's memory and is copied part by part"
      " (the free memory); info: estimate this for a GPU",
      INFO | JOB, AT(SIZE, memory) },
    { "state", "DIR",
      "keep the state in files of this folder, and only parts in memory; the same command continues from the last"
      " whole pass; info: show the needed space",
      INFO | WHOLE, TEXT(state) },
    { "pass", "T", "steps of such a part between its copies (enough to hide the copies)", INFO | JOB,
      INTEGER(pass_steps, 1, INT32_MAX) },
    { "threads", "N", "threads of the host target (OMP_NUM_THREADS, or all processors)", BENCH | JOB,
      INTEGER(threads, 1, 4096) },
    { "verify", NULL, "compare with an independent brute-force computation; exit 5 on a difference", WHOLE,
      FLAG(verify) },
    { "digest", NULL, "report the digests of the first and the last state", WHOLE, FLAG(digest) },
    { "png", "FILE",
      "run: draw the last state, several fields as NAME.FIELD.png; info: draw the cells coloured in lambda's order,"
      " beside the orthotope",
      INFO | WHOLE, TEXT(png) },
    { "npy", "FILE", "save the last state as a NumPy array, several fields as NAME.FIELD.npy", WHOLE, TEXT(npy) },
    { "vti", "FILE", "save the last state as VTK image data, several fields as NAME.FIELD.vti", WHOLE, TEXT(vti) },
    { "rle", "FILE", "save the last state as a pattern, several fields as NAME.FIELD.rle", WHOLE, TEXT(rle) },
    { "checkpoint", "DIR",
      "save the state in this folder during the run, at its end and on a signal; the last two checkpoints are kept",
      WHOLE, TEXT(checkpoint) },
    { "resume", "DIR",
      "continue from the newest checkpoint in this folder; it supplies the fractal and missing options of the work,"
      " only --set may differ; earlier steps count in --steps",
      WHOLE, TEXT(resume) },
    { "every", "[WHAT=]N",
      "steps between checkpoints, rows, samples or frames (1); WHAT is checkpoint, series or frames (all); log:20:"
      " 20 a decade; checkpoints also take a time, 30s, 10min, 2h (10min)",
      WHOLE, TEXTS(every) },
    { "series", "FILE", "write a row for every N-th step: the step and the program's observables (.csv, .json)",
      WHOLE, TEXT(series) },
    { "samples", "FILE.npz", "write the same rows as NumPy arrays, step and each observable, with their provenance",
      WHOLE, TEXT(samples_file) },
    { "average", "FROM", "means, variances and errors of the observables, over every N-th step from step FROM on",
      WHOLE, INTEGER(average, 0, INT32_MAX) },
    { "sweep", "NAME=FROM..TO/COUNT|V,V,...",
      "run a copy for each value of a parameter, or of the size, r=3..7; several sweeps and seeds multiply", JOB,
      TEXTS(sweeps) },
    { "own-noise", NULL,
      "with --sweep: independent noise for each value; copies of value number V, from 0, draw by seed + V * 2^32 in"
      " steps and by seed in init",
      JOB, FLAG(own_noise) },
    { "exchange", "N",
      "with --sweep of the program's exchange parameter: after every N-th step copies with neighbouring values"
      " exchange their states by chance",
      JOB, INTEGER(exchange, 1, INT32_MAX) },
    { "copy", "N", "with --sweep or --seed A..B: write only the files of copy N, from 0 (all, as NAME.N.png)", WHOLE,
      INTEGER(copy, 0, INT32_MAX) },
    { "batch", "N", "with --sweep or --seed A..B: advance at most N copies at once (as many as memory holds)", WHOLE,
      INTEGER(batch, 1, INT32_MAX) },
    { "csv", "FILE", "with --sweep or --seed A..B: write a row for every value (.csv, .json)", WHOLE, TEXT(csv) },
    { "plot", "FILE.svg", "with --sweep: draw the observables against the parameter", WHOLE, TEXT(plot) },
    { "frames", "DIR", "draw every N-th state as DIR/000000.png and so on, several fields as DIR/FIELD.000000.png",
      WHOLE, TEXT(frames) },
    { "apng", "FILE", "draw every N-th state as an animated PNG, several fields as NAME.FIELD.png", WHOLE,
      TEXT(apng) },
    { "tuned", NULL, "use the choices that `bench --tune` found for this device", JOB, FLAG(tuned) },
    { "no-cache", NULL, "do not use the cache of compiled modules", BENCH | JOB, FLAG(no_cache) },
    { "target", NBB_WORDS(NBB_TARGETS), "C with OpenMP; CUDA; or HIP, which was not yet run on an AMD GPU (cuda)",
      EMIT | LIBRARY, CHOICE(target, nbb_target_names) },
    { "output", "FILE", "write to this file instead of standard output (render: a PNG)", EMIT | RENDER, TEXT(output),
      .short_name = 'o' },
    { "depfile", "FILE", "with --output: write its dependencies as a rule of make", EMIT, TEXT(depfile) },
    { "kernel-only", NULL, "print the kernels without the main that runs and checks them", EMIT | LIBRARY,
      FLAG(kernel_only) },
    { "ptx", NULL, "compile to PTX", EMIT | LIBRARY, AT(IMAGE, image), .least = NBB_EMIT_PTX },
    { "cubin", NULL, "compile to a cubin", EMIT | LIBRARY, AT(IMAGE, image), .least = NBB_EMIT_CUBIN },
    { "fatbin", NULL, "compile to a fat binary, with images for several architectures", EMIT | LIBRARY,
      AT(IMAGE, image), .least = NBB_EMIT_FATBIN },
    { "arch", "sm_90",
      "the architecture of --ptx and --cubin; --fatbin takes a list, sm_80,sm_90,compute_90 (compute_: PTX)",
      EMIT | LIBRARY, TEXT(architecture) },
    { "templates", "DIR", "look for templates here first ($NBBGEN_TEMPLATES)", EMIT | BENCH | JOB, TEXT(templates) },
    { "json", NULL, "print one JSON object; emit: it describes how to call the kernels",
      LIST | INFO | CHECK | EMIT | RUN | DOCTOR, FLAG(json) },
    { "set", "m20|q20|s21|NAME=VALUE",
      "run the sweeps of a paper's figures, with options that others replace; or set a parameter of the program",
      BENCH, AT(SET, set), .choices = &nbb_bench_set_names },
    { "tune", NULL,
      "find each map's fastest choice, or without other options the device's constants; for `run --tuned`", BENCH,
      FLAG(tune) },
    { "samples", "N", "samples of each row; rows that take seconds get fewer (15)", BENCH,
      INTEGER(samples, 1, 1000) },
    { "no-rates", NULL, "do not measure the device's rates of copy, write, read and logic", BENCH, FLAG(no_rates) },
    { "csv", "FILE", "the rows as comma-separated values ('-': standard output)", BENCH, TEXT(csv) },
    { "json", "FILE", "all that was measured as JSON ('-': standard output)", BENCH, TEXT(json_file) },
    { "markdown", "FILE", "the rows as a Markdown table ('-': standard output)", BENCH, TEXT(markdown) },
    { "plot", "FILE.svg", "draw time and speed-up over bb against n", BENCH, TEXT(plot) },
    { "resume", "FILE", "continue a file of --json: keep its rows, measure the missing ones", BENCH, TEXT(resume) },
    { "show", "FILE", "measure nothing: show a file of --json as table, CSV, Markdown or plot", BENCH, TEXT(show) },
    { "listen", "ADDRESS", "address of the page; 0.0.0.0: for all machines (127.0.0.1: for this machine only)", VIEW,
      TEXT(listen) },
    { "port", "N", "the port of the page's address (0: a free one)", VIEW, INTEGER(port, 0, 65535) },
    { "checkpoint", "DIR", "folder of the page's checkpoints", VIEW, TEXT(checkpoint) },
    { "resume", "DIR", "begin with the newest checkpoint in this folder; it supplies the fractal and missing options",
      VIEW, TEXT(resume) },
    { "quiet", NULL, "no remarks, no progress bar", BENCH | JOB, FLAG(quiet), .short_name = 'q' },
};
const char *const nbb_former_names[NBB_FORMER_NAMES][2] = { { "crossed", "permuted" }, { "resident", "persistent" } };
const int nbb_option_row_count = NBB_COUNT(nbb_option_rows);
_Static_assert(NBB_COUNT(nbb_option_rows) <= NBB_OPTION_ROWS_MAX, "a place in nbb_options.given for each row");

static bool is_name(const char *name, size_t length, const char *of)
{
    return strlen(of) == length && strncmp(name, of, length) == 0;
}

const nbb_option_row *nbb_option_named(const char *name, size_t length, int commands)
{
    const nbb_option_row *rows = nbb_option_rows;
    int former = NBB_FIND(at, NBB_FORMER_NAMES, is_name(name, length, nbb_former_names[at][0]));
    if (former < NBB_FORMER_NAMES) {
        name = nbb_former_names[former][1];
        length = strlen(name);
    }
    int i = NBB_FIND(at, nbb_option_row_count,
                     (rows[at].commands & commands) != 0 && is_name(name, length, rows[at].name));
    return i < nbb_option_row_count ? &rows[i] : NULL;
}
