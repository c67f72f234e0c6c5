/* option_rows.c - the commands, and the table of their options. */
#include "library/option_row.h"

#include "gen/domain/recursive_set.h"

#define X(name, text, subject, purpose) text,
const char *const nbb_command_names[NBB_COMMAND_COUNT] = { NBB_COMMANDS(X) };
#undef X
#define X(name, text, subject, purpose) purpose,
const char *const nbb_command_purposes[NBB_COMMAND_COUNT] = { NBB_COMMANDS(X) };
#undef X
#define X(name, text) text,
static const char *const sets[] = { NBB_BENCH_SETS(X) };
#undef X
const nbb_spellings nbb_bench_set_names = { sets, (int)(sizeof sets / sizeof sets[0]) };

enum {
    LIST = 1 << NBB_COMMAND_LIST,
    INFO = 1 << NBB_COMMAND_INFO,
    CHECK = 1 << NBB_COMMAND_CHECK,
    RENDER = 1 << NBB_COMMAND_RENDER,
    EMIT = 1 << NBB_COMMAND_EMIT,
    RUN = 1 << NBB_COMMAND_RUN,
    BENCH = 1 << NBB_COMMAND_BENCH,
    DOCTOR = 1 << NBB_COMMAND_DOCTOR,
    SWEPT = BENCH | NBB_OPTION_LISTED,
    LIBRARY = NBB_OPTION_LIBRARY,
    WHOLE = RUN | NBB_OPTION_WHOLE,
    KERNELS = EMIT | RUN | SWEPT | LIBRARY /* a choice of the plan */
};

#define AT(field) offsetof(nbb_options, field), sizeof((nbb_options *)NULL)->field
const nbb_option_row nbb_option_rows[] = {
    { "r", 'r', "N", "levels of a fractal", INFO | RENDER | KERNELS, INTEGER, AT(r), 0, NBB_LEVELS_MAX, NULL },
    { "n", 0, "N", "side of a simplex in cells", INFO | RENDER | KERNELS, INTEGER, AT(n), 1, NBB_SIMPLEX_N_MAX,
      NULL },
    { "m", 0, "M",
      "info simplex: number of axes; prints the volumes of recursive sets that cover the "
      "simplex",
      INFO | LIBRARY, INTEGER, AT(m), NBB_SET_M_MIN, NBB_SET_M_MAX, NULL },
    { "ratio", 0, "R", "info simplex: ratio of a set's orthotope, and of its parts, to the whole (0.5)",
      INFO | LIBRARY, REAL, AT(ratio), 0, 1, NULL },
    { "arity", 0, "B", "info simplex: parts of a set (2)", INFO | LIBRARY, INTEGER, AT(arity), 1, NBB_SET_ARITY_MAX,
      NULL },
    { "n0", 0, "N", "info simplex: smallest side that the best set must cover (32)", INFO | LIBRARY, INTEGER, AT(n0),
      2, NBB_SIMPLEX_N_MAX, NULL },
    { "workload", 'w', "sw|rd|ca|edm",
      "sw writes 1 to every cell, rd sums the cells, ca runs an automaton (the default), edm "
      "finds the distances of points, program runs a cell program",
      KERNELS, CHOICE, AT(workload), 0, 0, &nbb_workload_names },
    { "program", 'p', "NAME|FILE", "a cell program: one that comes with nbbgen, a .lua file, or a rule as B2/S23",
      INFO | EMIT | RUN | BENCH | LIBRARY, TEXT, AT(program_name), 0, 0, NULL },
    { "set", 0, "NAME=VALUE", "set a parameter of the program; may be given several times",
      INFO | EMIT | RUN | LIBRARY, TEXTS, AT(assignments), 0, 0, NULL },
    { "neighbours", 0, "moore|vonneumann|triangular", "the neighbours, instead of the program's own list",
      INFO | EMIT | RUN | BENCH | LIBRARY, TEXT, AT(neighbours), 0, 0, NULL },
    { "init", 0, "[FIELD=]FILE",
      "the initial state, or a program's field of it: a NumPy array of the box (.npy), as --npy writes one, or a"
      " pattern (.rle)",
      RUN | LIBRARY, TEXTS, AT(initial), 0, 0, NULL },
    { "at", 0, "X,Y", "with --init FILE.rle: the cell where the pattern begins (the file's #CXRLE Pos, or 0,0)",
      RUN | LIBRARY, TEXT, AT(at), 0, 0, NULL },
    { "steps", 'n', "N", "steps of ca and of programs, 0: the initial state; passes of the others (10)",
      EMIT | RUN | LIBRARY, INTEGER, AT(steps), 0, INT32_MAX, NULL },
    { "rule", 0, "B2/S23",
      "the automaton's rule, by counts of live neighbours (of 26, B5/S4,5); also as 23/2, or a name: life, highlife",
      EMIT | RUN | BENCH | LIBRARY, RULE, AT(rule), 0, 0, NULL },
    { "seed", 0, "N", "of the initial state, a program's chances and edm's points (1)", EMIT | RUN | BENCH | LIBRARY,
      UNSIGNED, AT(seed), 0, INT64_MAX, NULL },
    { "init-seed", 0, "N", "of what a program's init draws, with other chances than the seed's (the seed)",
      EMIT | RUN | LIBRARY, UNSIGNED, AT(init_seed), 0, INT64_MAX, NULL },
    { "density", 0, "P", "share of cells alive at the start (0.5)", EMIT | RUN | BENCH | LIBRARY, REAL, AT(density),
      0, 1, NULL },
    { "points", 0, "FILE", "the points of edm, a NumPy array of shape (points, dimensions) (drawn by --seed)",
      EMIT | RUN | LIBRARY, TEXT, AT(points), 0, 0, NULL },
    { "dimensions", 0, "D", "dimensions of the points that edm draws by --seed (3)", EMIT | RUN | BENCH | LIBRARY,
      INTEGER, AT(dimensions), 1, NBB_DIMENSIONS_MAX, NULL },
#define X(name, type, field, option, argument, kind, least, most, spellings, where, help) \
    { option, 0, argument, help, EMIT | RUN | BENCH | LIBRARY, kind, AT(field), least, most, spellings },
    NBB_OUT_ROW(X)
#undef X
    { "map", 'm', "auto|bb|lambda|compact|lanes|enum",
      "where threads go; compact and lanes also say how cells are stored", KERNELS, CHOICE, AT(map), 0, 0,
      &nbb_map_names },
#define X(name, type, field, option, argument, kind, least, most, spellings, where, help) \
    { option, 0, argument, help, KERNELS, kind, AT(field), least, most, spellings },
    NBB_CHOICE_ROWS(X)
#undef X
    { "ranks", 0, "N",
      "info: show how N GPUs or processes would share the state, and what they exchange; bench: use the first N of"
      " the ranks that run it (all)",
      INFO | SWEPT | LIBRARY, INTEGER, AT(ranks), 1, 4096, NULL },
    { "device", 0, "auto|cpu|cuda[:N|:all|:0-3|:0,2]",
      "where to run: several GPUs share the state; in a list of bench cuda:N and cuda:all are how many (auto: a GPU"
      " if there is one)",
      RUN | SWEPT | LIBRARY, TEXT, AT(device), 0, 0, NULL },
    { "threads", 0, "N", "threads of the host target (OMP_NUM_THREADS, or as many as there are processors)",
      RUN | BENCH | LIBRARY, INTEGER, AT(threads), 1, 4096, NULL },
    { "verify", 0, NULL, "compare with an independent brute-force computation; exit 5 on a difference", WHOLE, FLAG,
      AT(verify), 0, 0, NULL },
    { "digest", 0, NULL, "report the digests of the first and the last state", WHOLE, FLAG, AT(digest), 0, 0, NULL },
    { "png", 0, "FILE",
      "run: draw the last state; of a program with several fields each, as NAME.FIELD.png; info: the cells coloured"
      " in lambda's order, beside the orthotope",
      INFO | WHOLE, TEXT, AT(png), 0, 0, NULL },
    { "npy", 0, "FILE", "save the last state as a NumPy array; several fields each, as NAME.FIELD.npy", WHOLE, TEXT,
      AT(npy), 0, 0, NULL },
    { "rle", 0, "FILE", "save the last state as a pattern; several fields each, as NAME.FIELD.rle", WHOLE, TEXT,
      AT(rle), 0, 0, NULL },
    { "checkpoint", 0, "DIR",
      "save the state there while the run goes on, at its end and when a signal ends it; the last two are kept",
      WHOLE, TEXT, AT(checkpoint), 0, 0, NULL },
    { "resume", 0, "DIR",
      "continue from the newest checkpoint there: the fractal and all options not given come from it, only --set may"
      " differ; steps done before it count too",
      WHOLE, TEXT, AT(resume), 0, 0, NULL },
    { "every", 0, "[WHAT=]N",
      "steps from one checkpoint, row, sample or frame to the next (1); WHAT is checkpoint, series or frames (all);"
      " checkpoints may have a time instead, 30s, 10min, 2h (10min)",
      WHOLE, TEXTS, AT(every), 0, 0, NULL },
    { "series", 0, "FILE", "a row for every N-th step: the step and the program's observables (.csv, .json)", WHOLE,
      TEXT, AT(series), 0, 0, NULL },
    { "average", 0, "FROM", "means, variances and errors of the observables, over every N-th step from step FROM on",
      WHOLE, INTEGER, AT(average), 0, INT32_MAX, NULL },
    { "sweep", 0, "NAME=FROM..TO/COUNT", "run with COUNT values of a parameter, one after another", WHOLE, TEXT,
      AT(sweep), 0, 0, NULL },
    { "csv", 0, "FILE", "with --sweep: write a row for every value (.csv, .json)", WHOLE, TEXT, AT(csv), 0, 0, NULL },
    { "plot", 0, "FILE.svg", "with --sweep: draw the observables against the parameter", WHOLE, TEXT, AT(plot), 0, 0,
      NULL },
    { "frames", 0, "DIR",
      "draw every N-th state as DIR/000000.png and so on; several fields each, as DIR/FIELD.000000.png", WHOLE, TEXT,
      AT(frames), 0, 0, NULL },
    { "apng", 0, "FILE", "draw every N-th state as an animated PNG; several fields each, as NAME.FIELD.png", WHOLE,
      TEXT, AT(apng), 0, 0, NULL },
    { "tuned", 0, NULL, "use the choices that `bench --tune` found for this device", RUN | LIBRARY, FLAG, AT(tuned),
      0, 0, NULL },
    { "no-cache", 0, NULL, "compile anew, and keep nothing", RUN | BENCH | LIBRARY, FLAG, AT(no_cache), 0, 0, NULL },
    { "target", 0, "cuda|host|hip", "CUDA; C with OpenMP; or HIP, which was not yet run on an AMD GPU (cuda)",
      EMIT | LIBRARY, CHOICE, AT(target), 0, 0, &nbb_target_names },
    { "output", 'o', "FILE", "write to this file instead of standard output (render: a PNG)", EMIT | RENDER, TEXT,
      AT(output), 0, 0, NULL },
    { "depfile", 0, "FILE", "with --output: write the files that it depends on as a rule of make", EMIT, TEXT,
      AT(depfile), 0, 0, NULL },
    { "kernel-only", 0, NULL, "print the kernels without the main that runs and checks them", EMIT | LIBRARY, FLAG,
      AT(kernel_only), 0, 0, NULL },
    { "ptx", 0, NULL, "compile to PTX", EMIT | LIBRARY, IMAGE, AT(image), NBB_EMIT_PTX, 0, NULL },
    { "cubin", 0, NULL, "compile to a cubin", EMIT | LIBRARY, IMAGE, AT(image), NBB_EMIT_CUBIN, 0, NULL },
    { "fatbin", 0, NULL, "compile to a fat binary, with images for several architectures", EMIT | LIBRARY, IMAGE,
      AT(image), NBB_EMIT_FATBIN, 0, NULL },
    { "arch", 0, "sm_90",
      "the architecture of --ptx and --cubin; --fatbin takes a list, sm_80,sm_90,compute_90 (compute_: PTX)",
      EMIT | LIBRARY, TEXT, AT(architecture), 0, 0, NULL },
    { "templates", 0, "DIR", "look for templates here first ($NBBGEN_TEMPLATES)", EMIT | RUN | BENCH | LIBRARY, TEXT,
      AT(templates), 0, 0, NULL },
    { "json", 0, NULL, "print one JSON object; emit: it describes how to call the kernels",
      LIST | INFO | CHECK | EMIT | RUN | DOCTOR, FLAG, AT(json), 0, 0, NULL },
    { "set", 0, "m20|q20|s21|NAME=VALUE",
      "run the sweeps of a paper's figures, whose options others replace; or set a parameter of the program", BENCH,
      SET, AT(set), 0, 0, &nbb_bench_set_names },
    { "tune", 0, NULL,
      "find each map's fastest choice, or without other options the device's constants; for `run --tuned`", BENCH,
      FLAG, AT(tune), 0, 0, NULL },
    { "samples", 0, "N", "samples of each row; rows that take seconds get fewer (15)", BENCH, INTEGER, AT(samples), 1,
      1000, NULL },
    { "no-rates", 0, NULL, "do not measure the device's rates of copy, write, read and logic", BENCH, FLAG,
      AT(no_rates), 0, 0, NULL },
    { "csv", 0, "FILE", "the rows as comma-separated values ('-': standard output)", BENCH, TEXT, AT(csv), 0, 0,
      NULL },
    { "json", 0, "FILE", "all that was measured as JSON ('-': standard output)", BENCH, TEXT, AT(json_file), 0, 0,
      NULL },
    { "markdown", 0, "FILE", "the rows as a Markdown table ('-': standard output)", BENCH, TEXT, AT(markdown), 0, 0,
      NULL },
    { "plot", 0, "FILE.svg", "draw time and speed-up over bb against n", BENCH, TEXT, AT(plot), 0, 0, NULL },
    { "resume", 0, "FILE", "continue a file of --json: keep its rows, measure the missing ones", BENCH, TEXT,
      AT(resume), 0, 0, NULL },
    { "show", 0, "FILE", "measure nothing: show a file of --json as table, CSV, Markdown or plot", BENCH, TEXT,
      AT(show), 0, 0, NULL },
    { "quiet", 'q', NULL, "no remarks, no progress bar", RUN | BENCH | LIBRARY, FLAG, AT(quiet), 0, 0, NULL },
};
const int nbb_option_row_count = (int)(sizeof nbb_option_rows / sizeof nbb_option_rows[0]);
_Static_assert(sizeof nbb_option_rows / sizeof nbb_option_rows[0] <= NBB_OPTION_ROWS_MAX,
               "a place in nbb_options.given for each row");
