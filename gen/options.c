/* options.c - the table of options and its parser, on argp. */
#include "options.h"

#include "near.h"

#include <argp.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define X(name, text, subject, purpose) text,
const char *const nbb_command_names[NBB_COMMAND_COUNT] = { NBB_COMMANDS(X) };
#undef X
#define X(name, text, subject, purpose) purpose,
const char *const nbb_command_purposes[NBB_COMMAND_COUNT] = { NBB_COMMANDS(X) };
#undef X
#define X(name, text, subject, purpose) subject,
static const bool takes_subject[NBB_COMMAND_COUNT] = { NBB_COMMANDS(X) };
#undef X

enum {
    LIST = 1 << NBB_COMMAND_LIST,
    INFO = 1 << NBB_COMMAND_INFO,
    RENDER = 1 << NBB_COMMAND_RENDER,
    EMIT = 1 << NBB_COMMAND_EMIT,
    RUN = 1 << NBB_COMMAND_RUN,
    DOCTOR = 1 << NBB_COMMAND_DOCTOR
};

/* A row: its value's kind and where it goes. */
typedef enum kind { FLAG, INTEGER, UNSIGNED, REAL, CHOICE, TEXT, RULE, VARIANT, IMAGE } kind;
typedef struct row {
    const char *name;
    int short_name;
    const char *argument;
    const char *help;
    int commands;
    kind kind;
    size_t offset;                                    /* in nbb_options */
    int64_t least, most;                              /* of INTEGER; the value of IMAGE */
    const nbb_spellings *choices;
} row;

#define AT(field) offsetof(nbb_options, field)
static const row rows[] = {
    { "r", 'r', "N", "levels of the fractal", INFO | RENDER | EMIT | RUN, INTEGER, AT(r), 0, NBB_LEVELS_MAX, NULL },
    { "workload", 'w', "sw|rd|ca", "write 1 to every cell, sum the cells, or run an automaton (ca)", EMIT | RUN,
      CHOICE, AT(workload), 0, 0, &nbb_workload_names },
    { "steps", 'n', "N", "steps of ca, passes of sw and rd (10)", EMIT | RUN, INTEGER, AT(steps), 1, INT32_MAX,
      NULL },
    { "rule", 0, "B2/S23", "the automaton's rule, by counts of live neighbours", EMIT | RUN, RULE, AT(rule), 0, 0,
      NULL },
    { "seed", 0, "N", "of the initial state (1)", EMIT | RUN, UNSIGNED, AT(seed), 0, INT64_MAX, NULL },
    { "density", 0, "P", "share of cells alive at first (0.5)", EMIT | RUN, REAL, AT(density), 0, 1, NULL },
    { "map", 'm', "auto|bb|lambda|compact", "how threads find cells", EMIT | RUN, CHOICE, AT(map), 0, 0,
      &nbb_map_names },
    { "tc", 0, "1|2|3|4", "evaluate the map on tensor cores, by this variant", EMIT | RUN, VARIANT, AT(tc), 1, 4, NULL },
    { "tile", 0, "RHO", "side of a tile in cells, a power of s", EMIT | RUN, INTEGER, AT(tile), 1, NBB_N_MAX, NULL },
    { "eval", 0, "unrolled|shuffle", "how the levels of lambda are summed", EMIT | RUN, CHOICE, AT(eval), 0, 0,
      &nbb_eval_names },
    { "hash", 0, "table|shared|arith", "tau(beta) from a table, also in shared memory, or by arithmetic", EMIT | RUN,
      CHOICE, AT(hash), 0, 0, &nbb_hash_names },
    { "intra", 0, "box|lut|unroll", "how the cells inside a tile are found", EMIT | RUN, CHOICE, AT(intra), 0, 0,
      &nbb_intra_names },
    { "halo", 0, "shared|direct", "neighbours' cells by a box in shared memory, or from storage", EMIT | RUN, CHOICE,
      AT(halo), 0, 0, &nbb_halo_names },
    { "device", 0, "auto|cpu|cuda[:N]", "where to run (auto: a GPU if there is one)", RUN, TEXT, AT(device), 0, 0,
      NULL },
    { "verify", 0, NULL, "compare with an independent brute force; exit 5 on a difference", RUN, FLAG, AT(verify), 0,
      0, NULL },
    { "digest", 0, NULL, "report the digests of the first and last state", RUN, FLAG, AT(digest), 0, 0, NULL },
    { "png", 0, "FILE", "draw the last state", RUN, TEXT, AT(png), 0, 0, NULL },
    { "npy", 0, "FILE", "save the last state as a NumPy array", RUN, TEXT, AT(npy), 0, 0, NULL },
    { "no-cache", 0, NULL, "compile again, and keep nothing", RUN, FLAG, AT(no_cache), 0, 0, NULL },
    { "target", 0, "cuda|host", "CUDA, or C with OpenMP (cuda)", EMIT, CHOICE, AT(target), 0, 0, &nbb_target_names },
    { "output", 'o', "FILE", "write there, not to standard output (render: a PNG)", EMIT | RENDER, TEXT, AT(output),
      0, 0, NULL },
    { "kernel-only", 0, NULL, "without the main that runs and checks them", EMIT, FLAG, AT(kernel_only), 0, 0, NULL },
    { "ptx", 0, NULL, "compiled to PTX", EMIT, IMAGE, AT(image), NBB_EMIT_PTX, 0, NULL },
    { "cubin", 0, NULL, "compiled to a cubin", EMIT, IMAGE, AT(image), NBB_EMIT_CUBIN, 0, NULL },
    { "arch", 0, "sm_90", "the architecture for --ptx and --cubin", EMIT, TEXT, AT(architecture), 0, 0, NULL },
    { "templates", 0, "DIR", "take templates from here first ($NBBGEN_TEMPLATES)", EMIT | RUN, TEXT, AT(templates), 0,
      0, NULL },
    { "json", 0, NULL, "one JSON object on standard output", LIST | INFO | RUN | DOCTOR, FLAG, AT(json), 0, 0, NULL },
    { "quiet", 'q', NULL, "no remarks, no progress bar", RUN, FLAG, AT(quiet), 0, 0, NULL },
};
enum { ROWS = (int)(sizeof rows / sizeof rows[0]), KEY = 1024 };

static bool is_word(const char *text, size_t length, const char *word)
{
    return strlen(word) == length && strncmp(text, word, length) == 0;
}

static const row *row_named(const char *name, size_t length)
{
    for (int i = 0; i < ROWS; ++i) {
        if (is_word(name, length, rows[i].name)) {
            return &rows[i];
        }
    }
    return NULL;
}

bool nbb_options_given(const nbb_options *options, const char *name)
{
    const row *found = row_named(name, strlen(name));
    return found != NULL && (options->given >> (found - rows) & 1);
}

static nbb_status parse_integer(const row *option, const char *text, int64_t *value)
{
    char *end = NULL;
    errno = 0;
    long long number = strtoll(text, &end, 10);
    if (*text == '\0' || *end != '\0' || errno != 0 || number < option->least || number > option->most) {
        return nbb_fail(NBB_ERROR_USAGE, "--%s %s: expected a whole number from %" PRId64 " to %" PRId64,
                        option->name, text, option->least, option->most);
    }
    *value = number;
    return NBB_OK;
}

static nbb_status parse_unsigned(const row *option, const char *text, uint64_t *value)
{
    char *end = NULL;
    errno = 0;
    bool is_hex = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    unsigned long long number = strtoull(text, &end, is_hex ? 16 : 10);
    if (*text < '0' || *text > '9' || *end != '\0' || errno != 0 || number > (uint64_t)option->most) {
        return nbb_fail(NBB_ERROR_USAGE, "--%s %s: expected a whole number from 0 to %" PRId64 ", decimal or 0x...",
                        option->name, text, option->most);
    }
    *value = number;
    return NBB_OK;
}

static nbb_status parse_real(const row *option, const char *text, double *value)
{
    char *end = NULL;
    double number = strtod(text, &end);
    if (*text == '\0' || *end != '\0' || !(number >= (double)option->least && number <= (double)option->most)) {
        return nbb_fail(NBB_ERROR_USAGE, "--%s %s: expected a number from %" PRId64 " to %" PRId64, option->name,
                        text, option->least, option->most);
    }
    *value = number;
    return NBB_OK;
}

static nbb_status parse_choice(const row *option, const char *text, int *value)
{
    const nbb_spellings *choices = option->choices;
    nbb_text allowed = NBB_TEXT_EMPTY;
    for (int i = 0; i < choices->count; ++i) {
        if (strcmp(choices->names[i], text) == 0) {
            nbb_text_free(&allowed);
            *value = i;
            return NBB_OK;
        }
        nbb_text_add(&allowed, "%s%s", i == 0 ? "" : ", ", choices->names[i]);
    }
    int near = nbb_near_miss(text, choices->names, choices->count);
    nbb_status status = nbb_fail(NBB_ERROR_USAGE, "--%s %s: expected one of: %s%s%s%s", option->name, text,
                                 nbb_text_string(&allowed), near >= 0 ? "; did you mean '" : "",
                                 near >= 0 ? choices->names[near] : "", near >= 0 ? "'?" : "");
    nbb_text_free(&allowed);
    return status;
}

/* Stores one option's value. `text` is NULL for a flag and for a bare --tc. */
static nbb_status store(const row *option, const char *text, nbb_options *options)
{
    void *field = (char *)options + option->offset;
    int64_t number = NBB_TC_BEST;
    int choice = 0;
    options->given |= UINT64_C(1) << (option - rows);
    switch (option->kind) {
    case FLAG:
        *(bool *)field = true;
        return NBB_OK;
    case INTEGER:
    case VARIANT:
        if (text != NULL) {
            NBB_TRY(parse_integer(option, text, &number));
        }
        if (field == (void *)&options->steps || field == (void *)&options->tile) {
            *(int64_t *)field = number;
        } else {
            *(int *)field = (int)number;
        }
        return NBB_OK;
    case UNSIGNED:
        return parse_unsigned(option, text, field);
    case REAL:
        return parse_real(option, text, field);
    case CHOICE:
        NBB_TRY(parse_choice(option, text, &choice));
        *(int *)field = choice;                       /* the enumerations have int's size, see below */
        return NBB_OK;
    case TEXT:
        *(const char **)field = text;
        return *text != '\0' ? NBB_OK : nbb_fail(NBB_ERROR_USAGE, "--%s: %s expected, the value given is empty",
                                                 option->name, option->argument);
    case RULE:
        return nbb_rule_parse(text, field);
    case IMAGE:
        *(nbb_image_choice *)field = (nbb_image_choice)option->least;
        return NBB_OK;
    }
    return NBB_OK;
}
_Static_assert(sizeof(nbb_map) == sizeof(int) && sizeof(nbb_workload) == sizeof(int)
               && sizeof(nbb_eval) == sizeof(int) && sizeof(nbb_hash) == sizeof(int)
               && sizeof(nbb_intra) == sizeof(int) && sizeof(nbb_halo) == sizeof(int)
               && sizeof(nbb_target) == sizeof(int),
               "store() writes enumerations through int");

typedef struct parse_state {
    nbb_options *options;
    nbb_status status;
} parse_state;

static error_t parse_one(int key, char *text, struct argp_state *state)
{
    parse_state *parsing = state->input;
    nbb_options *options = parsing->options;
    if (key == ARGP_KEY_ARG) {
        if (!takes_subject[options->command] || options->subject != NULL) {
            parsing->status = nbb_fail(NBB_ERROR_USAGE, "nbbgen %s: unexpected argument '%s'",
                                       nbb_command_names[options->command], text);
            return ECANCELED;
        }
        options->subject = text;
        return 0;
    }
    for (int i = 0; i < ROWS; ++i) {
        if (key == KEY + i || (rows[i].short_name != 0 && key == rows[i].short_name)) {
            parsing->status = store(&rows[i], text, options);
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
        const row *found = row_named(name, length);
        bool takes = found != NULL && (found->commands >> command & 1);
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
        .architecture = "sm_90", .templates = templates != NULL && *templates != '\0' ? templates : NULL
    };
}

/* argp's view of the table for one command; a group each keeps the table's order. */
static void fill_argp(nbb_command command, struct argp_option *list)
{
    int count = 0;
    for (int i = 0; i < ROWS; ++i) {
        if (rows[i].commands >> command & 1) {
            ++count;
            list[count - 1] = (struct argp_option){ .name = rows[i].name, .group = count,
                .key = rows[i].short_name != 0 ? rows[i].short_name : KEY + i, .arg = rows[i].argument,
                .flags = rows[i].kind == VARIANT ? OPTION_ARG_OPTIONAL : 0, .doc = rows[i].help };
        }
    }
    list[count] = (struct argp_option){ 0 };
}

nbb_status nbb_options_parse(int argc, char **argv, nbb_command command, nbb_options *options)
{
    struct argp_option list[ROWS + 1];
    nbb_text title = NBB_TEXT_EMPTY;
    *options = defaults(command);
    NBB_TRY(check_names(argc, argv, command));
    fill_argp(command, list);
    nbb_text_add(&title, "nbbgen %s", nbb_command_names[command]);
    struct argp parser = { .options = list[0].name != NULL ? list : NULL,  /* argp leaks on an empty table */
                           .parser = parse_one, .doc = nbb_command_purposes[command],
                           .args_doc = takes_subject[command] ? "FRACTAL" : "" };
    parse_state parsing = { options, NBB_OK };
    argp_err_exit_status = NBB_ERROR_USAGE;
    char *first = argv[0];
    argv[0] = title.data;
    error_t error = argp_parse(&parser, argc, argv, 0, NULL, &parsing);
    argv[0] = first;
    nbb_text_free(&title);
    if (error != 0) {
        return parsing.status != NBB_OK ? parsing.status : nbb_fail(NBB_ERROR_USAGE, "%s", strerror(error));
    }
    if (takes_subject[command] && options->subject == NULL) {
        return nbb_fail(NBB_ERROR_USAGE, "nbbgen %s: which fractal? A name (nbbgen list) or a .lua file is expected",
                        nbb_command_names[command]);
    }
    return NBB_OK;
}

nbb_command nbb_command_named(const char *name)
{
    int command = 0;
    while (command < NBB_COMMAND_COUNT && strcmp(nbb_command_names[command], name) != 0) {
        ++command;
    }
    return (nbb_command)command;
}
