/* option_rows.c - the commands, and the table of their options. */
#include "cli/option_row.h"

#include "gen/domain/recursive_set.h"

#define X(name, text, subject, purpose) text,
const char *const nbb_command_names[NBB_COMMAND_COUNT] = { NBB_COMMANDS(X) };
#undef X
#define X(name, text, subject, purpose) purpose,
const char *const nbb_command_purposes[NBB_COMMAND_COUNT] = { NBB_COMMANDS(X) };
#undef X
enum {
    LIST = 1 << NBB_COMMAND_LIST,
    INFO = 1 << NBB_COMMAND_INFO,
    RENDER = 1 << NBB_COMMAND_RENDER,
    EMIT = 1 << NBB_COMMAND_EMIT,
    RUN = 1 << NBB_COMMAND_RUN,
    BENCH = 1 << NBB_COMMAND_BENCH,
    DOCTOR = 1 << NBB_COMMAND_DOCTOR,
    SWEPT = BENCH | NBB_OPTION_LISTED,
    KERNELS = EMIT | RUN | SWEPT                      /* a choice of the plan */
};

#define AT(field) offsetof(nbb_options, field), sizeof ((nbb_options *)NULL)->field
const nbb_option_row nbb_option_rows[] = {
    { "r", 'r', "N", "levels of a fractal", INFO | RENDER | KERNELS, INTEGER, AT(r), 0, NBB_LEVELS_MAX, NULL },
    { "n", 0, "N", "side of a simplex in cells", INFO | RENDER | KERNELS, INTEGER, AT(n), 1,
      NBB_SIMPLEX_N_MAX, NULL },
    { "m", 0, "M", "info simplex: number of axes; prints the volumes of recursive sets that cover the "
      "simplex", INFO, INTEGER,
      AT(m), NBB_SET_M_MIN, NBB_SET_M_MAX, NULL },
    { "ratio", 0, "R", "info simplex: ratio of a set's orthotope, and of its parts, to the whole (0.5)", INFO, REAL,
      AT(ratio), 0, 1, NULL },
    { "arity", 0, "B", "info simplex: parts of a set (2)", INFO, INTEGER, AT(arity), 1, NBB_SET_ARITY_MAX, NULL },
    { "n0", 0, "N", "info simplex: smallest side that the best set must cover (32)", INFO, INTEGER, AT(n0), 2,
      NBB_SIMPLEX_N_MAX, NULL },
    { "workload", 'w', "sw|rd|ca|edm", "sw writes 1 to every cell, rd sums the cells, ca runs an automaton (the default), edm "
      "finds the distances of points", KERNELS, CHOICE, AT(workload), 0, 0, &nbb_workload_names },
    { "steps", 'n', "N", "steps of ca, passes of the others (10)", EMIT | RUN, INTEGER, AT(steps), 1, INT32_MAX,
      NULL },
    { "rule", 0, "B2/S23", "the automaton's rule, by counts of live neighbours (of 26, B5/S4,5)", EMIT | RUN | BENCH,
      RULE, AT(rule), 0, 0, NULL },
    { "seed", 0, "N", "of the initial state, or of edm's points (1)", EMIT | RUN | BENCH, UNSIGNED, AT(seed), 0,
      INT64_MAX, NULL },
    { "density", 0, "P", "share of cells alive at first (0.5)", EMIT | RUN | BENCH, REAL, AT(density), 0, 1, NULL },
    { "points", 0, "FILE", "the points of edm, which else are drawn: a NumPy array of shape (points, dimensions)",
      EMIT | RUN, TEXT, AT(points), 0, 0, NULL },
    { "dimensions", 0, "D", "of the points that edm draws by --seed (3)", EMIT | RUN | BENCH, INTEGER, AT(dimensions),
      1, NBB_DIMENSIONS_MAX, NULL },
    { "map", 'm', "auto|bb|lambda|compact|lanes|enum", "how threads find cells", KERNELS, CHOICE, AT(map), 0, 0,
      &nbb_map_names },
    { "storage", 0, "embedded|packed", "of a simplex: its box, or its tiles alone (the one measured to be faster,"
      " if it fits)", KERNELS, CHOICE, AT(storage), 0, 0, &nbb_storage_names },
    { "from", 0, "above|below", "how lambda covers a simplex whose side is no power of two (what takes"
      " fewer tiles)", KERNELS, CHOICE, AT(from), 0, 0, &nbb_from_names },
    { "recursion", 0, "one-pass|branches", "of lambda with m = 3: all levels at once, or a launch a level (one-pass)",
      KERNELS, CHOICE, AT(recursion), 0, 0, &nbb_recursion_names },
    { "chunk", 0, "1|2|4|8|16", "of a simplex with sw or rd on CUDA: cells that a thread moves at once (map bb 1,"
      " others 16)", KERNELS, INTEGER, AT(chunk), 1, NBB_CHUNK_MAX, NULL },
    { "tc", 0, "1|2|3|4", "evaluate the map on tensor cores, by this variant", KERNELS, VARIANT, AT(tc), 1, 4, NULL },
    { "tile", 0, "RHO", "side of a tile in cells, a power of s", KERNELS, INTEGER, AT(tile), 1, NBB_N_MAX, NULL },
    { "lanes", 0, "N", "cells a word holds, a power of k", KERNELS, INTEGER, AT(lanes), 1, NBB_LANES_MAX,
      NULL },
    { "steps-per-launch", 0, "T", "steps done in one launch", KERNELS, INTEGER, AT(steps_a_launch), 1,
      NBB_CLOSURE_STEPS_MAX, NULL },
    { "block", 0, "N", "threads in a block", KERNELS, INTEGER, AT(block), 32, 1024, NULL },
    { "buffers", 0, "1|2", "states in memory; 1 is updated in place (2 if they fit)",
      KERNELS, INTEGER, AT(buffers), 1, 2, NULL },
    { "resident", 0, "auto|no|yes|grid|cluster", "one launch stays for the steps of many, with the states in memory (grid) or in the "
      "shared memory of a cluster of blocks (auto: where all tiles have a thread at once)", KERNELS, CHOICE, AT(resident), 0, 0, &nbb_resident_names },
    { "crossed", 0, "auto|registers|memory", "where launches that do not stay turn words with crossed lanes: all warps in "
      "registers, or the few that have such words in scratch memory (auto: memory in large launches where such warps "
      "are few)", KERNELS, CHOICE, AT(crossed), 0, 0, &nbb_crossing_names },
    { "eval", 0, "unrolled|shuffle", "how lambda's levels are summed: one after another, or a level a lane",
      KERNELS, CHOICE, AT(eval), 0, 0, &nbb_eval_names },
    { "hash", 0, "table|shared|arith", "tau(beta) from a table in constant or shared memory, or by arithmetic", KERNELS,
      CHOICE, AT(hash), 0, 0, &nbb_hash_names },
    { "intra", 0, "box|lut|unroll", "how threads find the cells inside a tile", KERNELS, CHOICE, AT(intra), 0, 0,
      &nbb_intra_names },
    { "halo", 0, "shared|direct", "neighbours' cells come from a copy in shared memory, or from storage", KERNELS, CHOICE,
      AT(halo), 0, 0, &nbb_halo_names },
    { "device", 0, "auto|cpu|cuda[:N]", "where to run (auto: a GPU if there is one)", RUN | SWEPT, TEXT, AT(device),
      0, 0, NULL },
    { "verify", 0, NULL, "compare with an independent brute force; exit 5 on a difference", RUN, FLAG, AT(verify), 0,
      0, NULL },
    { "digest", 0, NULL, "report the digests of the first and the last state", RUN, FLAG, AT(digest), 0, 0, NULL },
    { "png", 0, "FILE", "draw the last state", RUN, TEXT, AT(png), 0, 0, NULL },
    { "npy", 0, "FILE", "save the last state as a NumPy array", RUN, TEXT, AT(npy), 0, 0, NULL },
    { "tuned", 0, NULL, "take the choice that `bench --tune` remembered for this device", RUN, FLAG, AT(tuned), 0, 0,
      NULL },
    { "no-cache", 0, NULL, "compile anew, and keep nothing", RUN | BENCH, FLAG, AT(no_cache), 0, 0, NULL },
    { "target", 0, "cuda|host", "CUDA, or C with OpenMP (cuda)", EMIT, CHOICE, AT(target), 0, 0, &nbb_target_names },
    { "output", 'o', "FILE", "write to this file instead of standard output (render: a PNG)", EMIT | RENDER, TEXT, AT(output),
      0, 0, NULL },
    { "kernel-only", 0, NULL, "print the kernels without the main that runs and checks them", EMIT, FLAG, AT(kernel_only), 0, 0, NULL },
    { "ptx", 0, NULL, "compile to PTX", EMIT, IMAGE, AT(image), NBB_EMIT_PTX, 0, NULL },
    { "cubin", 0, NULL, "compile to a cubin", EMIT, IMAGE, AT(image), NBB_EMIT_CUBIN, 0, NULL },
    { "arch", 0, "sm_90", "the architecture for --ptx and --cubin", EMIT, TEXT, AT(architecture), 0, 0, NULL },
    { "templates", 0, "DIR", "look for templates here first ($NBBGEN_TEMPLATES)", EMIT | RUN | BENCH, TEXT,
      AT(templates), 0, 0, NULL },
    { "json", 0, NULL, "one JSON object on standard output", LIST | INFO | RUN | DOCTOR, FLAG, AT(json), 0, 0, NULL },
    { "set", 0, "m20|q20|s21", "the sweeps of a paper's figures; other options replace a set's own", BENCH,
      CHOICE, AT(set), 0, 0, &nbb_bench_set_names },
    { "tune", 0, NULL, "find each map's fastest choice and remember it for `run --tuned`", BENCH, FLAG, AT(tune), 0,
      0, NULL },
    { "samples", 0, "N", "how often each row is measured, those that take seconds less often (15)", BENCH,
      INTEGER, AT(samples), 1, 1000, NULL },
    { "no-rates", 0, NULL, "do not measure the memory's copy, read and write rates", BENCH, FLAG, AT(no_rates), 0, 0,
      NULL },
    { "csv", 0, "FILE", "the rows as comma-separated values ('-': standard output)", BENCH, TEXT, AT(csv), 0, 0,
      NULL },
    { "json", 0, "FILE", "all that was measured as JSON ('-': standard output)", BENCH, TEXT, AT(json_file), 0, 0,
      NULL },
    { "markdown", 0, "FILE", "the rows as a Markdown table ('-': standard output)", BENCH, TEXT, AT(markdown), 0, 0,
      NULL },
    { "plot", 0, "FILE.svg", "draw time and speed-up over bb against n", BENCH, TEXT, AT(plot), 0, 0, NULL },
    { "resume", 0, "FILE", "a file of --json: rows in it are not measured again, new rows are added", BENCH, TEXT,
      AT(resume), 0, 0, NULL },
    { "quiet", 'q', NULL, "no remarks, no progress bar", RUN | BENCH, FLAG, AT(quiet), 0, 0, NULL },
};
const int nbb_option_row_count = (int)(sizeof nbb_option_rows / sizeof nbb_option_rows[0]);
_Static_assert(sizeof nbb_option_rows / sizeof nbb_option_rows[0] <= NBB_OPTION_ROWS_MAX,
               "a bit of nbb_options.given for each row");
