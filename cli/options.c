/* options.c - the table of options and its parser, on argp. */
#include "cli/option_row.h"

#include "gen/base/near.h"
#include "gen/domain/recursive_set.h"

#include <argp.h>
#include <stdlib.h>
#include <string.h>

#define X(name, text, subject, purpose) text,
const char *const nbb_command_names[NBB_COMMAND_COUNT] = { NBB_COMMANDS(X) };
#undef X
#define X(name, text, subject, purpose) purpose,
const char *const nbb_command_purposes[NBB_COMMAND_COUNT] = { NBB_COMMANDS(X) };
#undef X
#define X(name, text, subjects, purpose) subjects,
static const int most_subjects[NBB_COMMAND_COUNT] = { NBB_COMMANDS(X) };
#undef X

enum {
    LIST = 1 << NBB_COMMAND_LIST,
    INFO = 1 << NBB_COMMAND_INFO,
    RENDER = 1 << NBB_COMMAND_RENDER,
    EMIT = 1 << NBB_COMMAND_EMIT,
    RUN = 1 << NBB_COMMAND_RUN,
    BENCH = 1 << NBB_COMMAND_BENCH,
    DOCTOR = 1 << NBB_COMMAND_DOCTOR,
    LISTED = 1 << NBB_COMMAND_COUNT,                  /* bench takes a list of its values: an axis of the sweep */
    SWEPT = BENCH | LISTED,
    KERNELS = EMIT | RUN | SWEPT                      /* a choice of the plan */
};

#define AT(field) offsetof(nbb_options, field), sizeof ((nbb_options *)NULL)->field
static const nbb_option_row rows[] = {
    { "r", 'r', "N", "levels of a fractal", INFO | RENDER | KERNELS, INTEGER, AT(r), 0, NBB_LEVELS_MAX, NULL },
    { "n", 0, "N", "side of a simplex in cells", INFO | RENDER | KERNELS, INTEGER, AT(n), 1,
      NBB_SIMPLEX_N_MAX, NULL },
    { "m", 0, "M", "info simplex: number of axes; prints the volumes of recursive sets that cover the simplex",
      INFO, INTEGER, AT(m), NBB_SET_M_MIN, NBB_SET_M_MAX, NULL },
    { "ratio", 0, "R", "info simplex: ratio of a set's orthotope, and of its parts, to the whole (0.5)", INFO, REAL,
      AT(ratio), 0, 1, NULL },
    { "arity", 0, "B", "info simplex: parts of a set (2)", INFO, INTEGER, AT(arity), 1, NBB_SET_ARITY_MAX, NULL },
    { "n0", 0, "N", "info simplex: smallest side that the best set must cover (32)", INFO, INTEGER, AT(n0), 2,
      NBB_SIMPLEX_N_MAX, NULL },
    { "workload", 'w', "sw|rd|ca|edm", "sw writes 1 to every cell, rd sums the cells, ca runs an automaton (the "
      "default), edm finds the distances of points", KERNELS, CHOICE, AT(workload), 0, 0, &nbb_workload_names },
    { "steps", 'n', "N", "steps of ca, passes of the others (10)", EMIT | RUN, INTEGER, AT(steps), 1, INT32_MAX,
      NULL },
    { "rule", 0, "B2/S23", "the automaton's rule, by counts of live neighbours (of 26, B5/S4,5)", EMIT | RUN | BENCH,
      RULE, AT(rule), 0, 0, NULL },
    { "seed", 0, "N", "of the initial state (1)", EMIT | RUN | BENCH, UNSIGNED, AT(seed), 0, INT64_MAX, NULL },
    { "density", 0, "P", "share of cells alive at first (0.5)", EMIT | RUN | BENCH, REAL, AT(density), 0, 1, NULL },
    { "map", 'm', "auto|bb|lambda|compact|lanes|enum", "how threads find cells", KERNELS, CHOICE, AT(map), 0, 0,
      &nbb_map_names },
    { "storage", 0, "embedded|packed", "of a simplex: its box, or its tiles alone (packed)", KERNELS, CHOICE,
      AT(storage), 0, 0, &nbb_storage_names },
    { "from", 0, "above|below", "how lambda covers a simplex whose side is no power of two (what takes"
      " fewer threads)", KERNELS, CHOICE, AT(from), 0, 0, &nbb_from_names },
    { "recursion", 0, "one-pass|branches", "of lambda with m = 3: all levels at once, or a launch a level (one-pass)",
      KERNELS, CHOICE, AT(recursion), 0, 0, &nbb_recursion_names },
    { "points", 0, "FILE", "the points of edm: a NumPy array of shape (points, dimensions)", EMIT | RUN, TEXT,
      AT(points), 0, 0, NULL },
    { "tc", 0, "1|2|3|4", "evaluate the map on tensor cores, by this variant", KERNELS, VARIANT, AT(tc), 1, 4, NULL },
    { "tile", 0, "RHO", "side of a tile in cells, a power of s", KERNELS, INTEGER, AT(tile), 1, NBB_N_MAX, NULL },
    { "lanes", 0, "N", "map lanes: cells a word holds, a power of k", KERNELS, INTEGER, AT(lanes), 1, NBB_LANES_MAX,
      NULL },
    { "steps-per-launch", 0, "T", "map lanes: steps done in one launch", KERNELS, INTEGER, AT(steps_a_launch), 1,
      NBB_CLOSURE_STEPS_MAX, NULL },
    { "block", 0, "N", "map lanes: threads in a block", KERNELS, INTEGER, AT(block), 32, 1024, NULL },
    { "buffers", 0, "1|2", "map lanes: states in memory; 1 is updated in place (2 if they fit)",
      KERNELS, INTEGER, AT(buffers), 1, 2, NULL },
    { "resident", 0, "auto|no|yes|grid|cluster", "map lanes: one launch stays for the steps of many, "
      "with the states in memory (grid) or in the shared memory of a cluster of blocks (auto: where all tiles have a "
      "thread at once)", KERNELS, CHOICE, AT(resident), 0, 0, &nbb_resident_names },
    { "crossed", 0, "auto|registers|memory", "map lanes, launches that do not stay: where words with crossed lanes "
      "are turned, by all warps in registers, or by the few warps that have such words in scratch memory (auto: "
      "memory in large launches where such warps are few)", KERNELS, CHOICE, AT(crossed), 0, 0, &nbb_crossing_names },
    { "eval", 0, "unrolled|shuffle", "how lambda's levels are summed: one after another, or a level a lane", KERNELS,
      CHOICE, AT(eval), 0, 0, &nbb_eval_names },
    { "hash", 0, "table|shared|arith", "tau(beta) from a table in constant or shared memory, or by arithmetic",
      KERNELS, CHOICE, AT(hash), 0, 0, &nbb_hash_names },
    { "intra", 0, "box|lut|unroll", "how threads find the cells inside a tile", KERNELS, CHOICE, AT(intra), 0, 0,
      &nbb_intra_names },
    { "halo", 0, "shared|direct", "map compact: neighbours' cells come from a copy in shared memory, or from storage",
      KERNELS, CHOICE, AT(halo), 0, 0, &nbb_halo_names },
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
    { "output", 'o', "FILE", "write to this file instead of standard output (render: a PNG)", EMIT | RENDER, TEXT,
      AT(output), 0, 0, NULL },
    { "kernel-only", 0, NULL, "print the kernels without the main that runs and checks them", EMIT, FLAG,
      AT(kernel_only), 0, 0, NULL },
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
    { "samples", 0, "N", "how often each row is measured (15)", BENCH, INTEGER, AT(samples), 1, 1000, NULL },
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
enum { ROWS = (int)(sizeof rows / sizeof rows[0]), KEY = 1024 };

static bool is_word(const char *text, size_t length, const char *word)
{
    return strlen(word) == length && strncmp(text, word, length) == 0;
}

/* The row of this name among those of the commands (--json is a flag to some and a file to another). */
static const nbb_option_row *row_named(const char *name, size_t length, int commands)
{
    for (int i = 0; i < ROWS; ++i) {
        if ((rows[i].commands & commands) != 0 && is_word(name, length, rows[i].name)) {
            return &rows[i];
        }
    }
    return NULL;
}

bool nbb_options_given(const nbb_options *options, const char *name)
{
    const nbb_option_row *found = row_named(name, strlen(name), 1 << options->command);
    return found != NULL && (options->given >> (found - rows) & 1);
}

const char *nbb_options_axis(int number)
{
    for (int i = 0; i < ROWS; ++i) {
        if ((rows[i].commands & LISTED) != 0 && number-- == 0) {
            return rows[i].name;
        }
    }
    return NULL;
}

const char *nbb_options_list(const nbb_options *options, const char *name)
{
    return options->lists[row_named(name, strlen(name), LISTED) - rows];
}

nbb_status nbb_options_values(const nbb_options *options, const char *name, const char *otherwise, nbb_list *values)
{
    const char *given = nbb_options_list(options, name);
    return nbb_option_expand(row_named(name, strlen(name), LISTED), given != NULL ? given : otherwise, values);
}

void nbb_options_clear_axes(nbb_options *options)
{
    for (int i = 0; i < ROWS; ++i) {
        if ((rows[i].commands & LISTED) != 0) {
            options->given &= ~(UINT64_C(1) << i);
            options->lists[i] = NULL;
        }
    }
}

nbb_status nbb_options_set(nbb_options *options, const char *name, const char *value)
{
    const nbb_option_row *row = row_named(name, strlen(name), LISTED);
    if (nbb_option_is_neutral(row, value)) {
        return NBB_OK;
    }
    options->given |= UINT64_C(1) << (row - rows);
    return nbb_option_store(row, value, options);
}

/* Stores what was given; of an axis of a sweep the text, once its values are known to be good. */
static nbb_status take(const nbb_option_row *row, const char *text, nbb_options *options)
{
    options->given |= UINT64_C(1) << (row - rows);
    if (options->command != NBB_COMMAND_BENCH || (row->commands & LISTED) == 0) {
        return nbb_option_store(row, text, options);
    }
    nbb_list values = { NULL, 0 };
    nbb_status status = nbb_option_expand(row, text, &values);
    nbb_list_free(&values);
    options->lists[row - rows] = text;
    return status;
}

typedef struct parse_state {
    nbb_options *options;
    nbb_status status;
} parse_state;

static error_t parse_one(int key, char *text, struct argp_state *state)
{
    parse_state *parsing = state->input;
    nbb_options *options = parsing->options;
    if (key == ARGP_KEY_ARGS) {
        options->subjects = state->argv + state->next;
        options->subject_count = state->argc - state->next;
        if (options->subject_count > most_subjects[options->command]) {
            parsing->status = nbb_fail(NBB_ERROR_USAGE, "nbbgen %s: unexpected argument '%s'; see nbbgen %s --help",
                                       nbb_command_names[options->command],
                                       options->subjects[most_subjects[options->command]],
                                       nbb_command_names[options->command]);
            return ECANCELED;
        }
        return 0;
    }
    for (int i = 0; i < ROWS; ++i) {
        if (key == KEY + i || (rows[i].short_name != 0 && key == rows[i].short_name)) {
            parsing->status = take(&rows[i], text, options);
            return parsing->status == NBB_OK ? 0 : ECANCELED;
        }
    }
    return ARGP_ERR_UNKNOWN;
}

/* The names of the options that the command takes; returns how many. */
static int names_of(nbb_command command, const char *names[ROWS])
{
    int count = 0;
    for (int i = 0; i < ROWS; ++i) {
        if (rows[i].commands >> command & 1) {
            names[count++] = rows[i].name;
        }
    }
    return count;
}

static nbb_status fail_unknown(const char *option, nbb_command command)
{
    const char *names[ROWS], *own = nbb_command_names[command];
    int near = nbb_near_miss(option + 2, names, names_of(command, names));
    if (near >= 0) {
        return nbb_fail(NBB_ERROR_USAGE, "unknown option '%s' of nbbgen %s: did you mean '--%s'? See nbbgen %s"
                        " --help", option, own, names[near], own);
    }
    return nbb_fail(NBB_ERROR_USAGE, "unknown option '%s' of nbbgen %s; see nbbgen %s --help", option, own, own);
}

/* Fails on a long option that the command does not take, before getopt would: with the near miss, or the reason. */
static nbb_status check_names(int argc, char **argv, nbb_command command)
{
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; ++i) {
        const char *name = argv[i] + 2;
        if (strncmp(argv[i], "--", 2) != 0) {
            continue;
        }
        size_t length = strcspn(name, "=");
        const nbb_option_row *found = row_named(name, length, ~0);
        bool takes = row_named(name, length, 1 << command) != NULL;
        if (takes || is_word(name, length, "help") || is_word(name, length, "usage")) {
            continue;
        }
        if (found != NULL) {
            return nbb_fail(NBB_ERROR_USAGE, "--%s has no effect on 'nbbgen %s'; see nbbgen %s --help", found->name,
                            nbb_command_names[command], nbb_command_names[command]);
        }
        argv[i][2 + length] = '\0';
        return fail_unknown(argv[i], command);
    }
    return NBB_OK;
}

static nbb_options defaults(nbb_command command)
{
    const char *templates = getenv("NBBGEN_TEMPLATES");
    return (nbb_options){
        .command = command, .workload = NBB_WORKLOAD_CA, .target = NBB_TARGET_CUDA, .steps = 10, .seed = 1,
        .density = 0.5, .rule = { .birth = 1u << 2, .survival = 1u << 2 | 1u << 3 }, .device = "auto",
        .architecture = "sm_90", .samples = 15,
        .templates = templates != NULL && *templates != '\0' ? templates : NULL
    };
}

/* argp's view of the table for one command; a group each keeps the table's order. */
static void fill_argp(nbb_command command, struct argp_option *list)
{
    int count = 0;
    for (int i = 0; i < ROWS; ++i) {
        if (rows[i].commands >> command & 1) {
            ++count;
            bool is_optional = rows[i].kind == VARIANT && command != NBB_COMMAND_BENCH;
            list[count - 1] = (struct argp_option){ .name = rows[i].name, .group = count,
                .key = rows[i].short_name != 0 ? rows[i].short_name : KEY + i, .arg = rows[i].argument,
                .flags = is_optional ? OPTION_ARG_OPTIONAL : 0, .doc = rows[i].help };
        }
    }
    list[count] = (struct argp_option){ 0 };
}

/* What --help adds below the options. */
static const char *const notes[NBB_COMMAND_COUNT] = {
    [NBB_COMMAND_BENCH] =
        "\vThe options of kernels, and --device, take lists: 12..16 or 12,14,16; bb,lambda; none,1; all. Every "
        "combination is measured, or listed with the reason why it cannot be had. \"default\" (\"none\" for --tc) "
        "leaves the choice to the plan. FRACTAL@R gives a fractal levels of its own, sierpinski@12..16, and a simplex"
        " sides, triangle@1024,4096; the others take those of --r, or --n. Without FRACTAL all that 'nbbgen list'"
        " shows and that have a size. Not given: ca, all maps, no tensor cores, the defaults of run.\n\n"
        "  nbbgen bench sierpinski@10..16 vicsek@8,9 --map bb,lambda,lanes --csv times.csv\n"
        "  nbbgen bench triangle@1000 -w sw --map bb,lambda --from default,below"
};

static const char *subjects_doc(nbb_command command)
{
    return most_subjects[command] == 0 ? "" : most_subjects[command] == 1 ? "FRACTAL"
         : "[FRACTAL[@R]|SIMPLEX[@N]...]";
}

nbb_status nbb_options_parse(int argc, char **argv, nbb_command command, nbb_options *options)
{
    struct argp_option list[ROWS + 1];
    nbb_text title = NBB_TEXT_EMPTY;
    *options = defaults(command);
    options->words = argv;
    options->word_count = argc;
    NBB_TRY(check_names(argc, argv, command));
    fill_argp(command, list);
    nbb_text_add(&title, "nbbgen %s", nbb_command_names[command]);
    nbb_text doc = NBB_TEXT_EMPTY;
    nbb_text_add(&doc, "%s%s", nbb_command_purposes[command], notes[command] != NULL ? notes[command] : "");
    struct argp parser = { .options = list[0].name != NULL ? list : NULL,  /* argp leaks on an empty table */
                           .parser = parse_one, .doc = doc.data,
                           .args_doc = subjects_doc(command) };
    parse_state parsing = { options, NBB_OK };
    argp_err_exit_status = NBB_ERROR_USAGE;
    char *first = argv[0];
    argv[0] = title.data;
    error_t error = argp_parse(&parser, argc, argv, 0, NULL, &parsing);
    argv[0] = first;
    nbb_text_free(&title);
    nbb_text_free(&doc);
    if (error != 0) {
        return parsing.status != NBB_OK ? parsing.status : nbb_fail(NBB_ERROR_USAGE, "%s", strerror(error));
    }
    options->subject = options->subject_count > 0 ? options->subjects[0] : NULL;
    if (most_subjects[command] == 1 && options->subject == NULL) {
        return nbb_fail(NBB_ERROR_USAGE, "nbbgen %s: which fractal? A name (nbbgen list) or a .lua file is expected",
                        nbb_command_names[command]);
    }
    return NBB_OK;
}

void nbb_options_take_side(nbb_options *options, int64_t n)
{
    options->n = n;
    options->given |= UINT64_C(1) << (row_named("n", 1, LISTED) - rows);
}

nbb_command nbb_command_named(const char *name)
{
    int command = 0;
    while (command < NBB_COMMAND_COUNT && strcmp(nbb_command_names[command], name) != 0) {
        ++command;
    }
    return (nbb_command)command;
}
