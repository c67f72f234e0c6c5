/* options.c - the table of options and its parser, on argp. */
#include "cli/options_help.h"

#include "gen/base/near.h"

#include <stdlib.h>
#include <string.h>

#define X(name, text, subjects, purpose) subjects,
static const int most_subjects[NBB_COMMAND_COUNT] = { NBB_COMMANDS(X) };
#undef X

static bool is_word(const char *text, size_t length, const char *word)
{
    return strlen(word) == length && strncmp(text, word, length) == 0;
}

/* The row of this name among those of the commands (--json is a flag to some and a file to another). */
static const nbb_option_row *row_named(const char *name, size_t length, int commands)
{
    for (int i = 0; i < nbb_option_row_count; ++i) {
        if ((nbb_option_rows[i].commands & commands) != 0 && is_word(name, length, nbb_option_rows[i].name)) {
            return &nbb_option_rows[i];
        }
    }
    return NULL;
}

bool nbb_options_given(const nbb_options *options, const char *name)
{
    const nbb_option_row *found = row_named(name, strlen(name), 1 << options->command);
    return found != NULL && options->given[found - nbb_option_rows];
}

const char *nbb_options_axis(int number)
{
    for (int i = 0; i < nbb_option_row_count; ++i) {
        if ((nbb_option_rows[i].commands & NBB_OPTION_LISTED) != 0 && number-- == 0) {
            return nbb_option_rows[i].name;
        }
    }
    return NULL;
}

const char *nbb_options_list(const nbb_options *options, const char *name)
{
    return options->lists[row_named(name, strlen(name), NBB_OPTION_LISTED) - nbb_option_rows];
}

nbb_status nbb_options_values(const nbb_options *options, const char *name, const char *otherwise, nbb_list *values)
{
    const char *given = nbb_options_list(options, name);
    return nbb_option_expand(row_named(name, strlen(name), NBB_OPTION_LISTED), given != NULL ? given : otherwise,
                             values);
}

void nbb_options_clear_axes(nbb_options *options)
{
    for (int i = 0; i < nbb_option_row_count; ++i) {
        if ((nbb_option_rows[i].commands & NBB_OPTION_LISTED) != 0) {
            options->given[i] = false;
            options->lists[i] = NULL;
        }
    }
}

nbb_status nbb_options_set(nbb_options *options, const char *name, const char *value)
{
    const nbb_option_row *row = row_named(name, strlen(name), NBB_OPTION_LISTED);
    if (nbb_option_is_neutral(row, value)) {
        return NBB_OK;
    }
    options->given[row - nbb_option_rows] = true;
    return nbb_option_store(row, value, options);
}

/* Stores what was given; of an axis of a sweep the text, once its values are known to be good. */
static nbb_status take(const nbb_option_row *row, const char *text, nbb_options *options)
{
    options->given[row - nbb_option_rows] = true;
    if (options->command != NBB_COMMAND_BENCH || (row->commands & NBB_OPTION_LISTED) == 0) {
        return nbb_option_store(row, text, options);
    }
    nbb_list values = { NULL, 0 };
    nbb_status status = nbb_option_expand(row, text, &values);
    nbb_list_free(&values);
    options->lists[row - nbb_option_rows] = text;
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
    for (int i = 0; i < nbb_option_row_count; ++i) {
        if (key == NBB_OPTION_KEY + i
            || (nbb_option_rows[i].short_name != 0 && key == nbb_option_rows[i].short_name)) {
            parsing->status = take(&nbb_option_rows[i], text, options);
            return parsing->status == NBB_OK ? 0 : ECANCELED;
        }
    }
    return ARGP_ERR_UNKNOWN;
}

/* The names of the options that one of the commands takes; returns how many. */
static int names_of(int commands, const char *names[NBB_OPTION_ROWS_MAX])
{
    int count = 0;
    for (int i = 0; i < nbb_option_row_count; ++i) {
        if ((nbb_option_rows[i].commands & commands) != 0) {
            names[count++] = nbb_option_rows[i].name;
        }
    }
    return count;
}

static nbb_status fail_unknown(const char *option, nbb_command command)
{
    const char *names[NBB_OPTION_ROWS_MAX], *own = nbb_command_names[command];
    int near = option[1] != '-' ? -1 : nbb_near_miss(option + 2, names, names_of(1 << command, names));
    if (near >= 0) {
        return nbb_fail(NBB_ERROR_USAGE,
                        "unknown option '%s' of nbbgen %s: did you mean '--%s'? See nbbgen %s"
                        " --help",
                        option, own, names[near], own);
    }
    return nbb_fail(NBB_ERROR_USAGE, "unknown option '%s' of nbbgen %s; see nbbgen %s --help", option, own, own);
}

/* Whether the option takes a value that stands behind it, as a word or after "=". */
static bool takes_value(const nbb_option_row *row, nbb_command command)
{
    return row->argument != NULL && (row->kind != VARIANT || command == NBB_COMMAND_BENCH);
}

/* The row of the long option, or NULL of those for help. */
static nbb_status check_long(char *word, nbb_command command, const nbb_option_row **row)
{
    const char *name = word + 2;
    size_t length = strcspn(name, "=");
    const nbb_option_row *found = row_named(name, length, ~0);
    *row = row_named(name, length, 1 << command);
    if (*row != NULL) {
        return (*row)->argument != NULL || name[length] == '\0'
                   ? NBB_OK
                   : nbb_fail(NBB_ERROR_USAGE, "%s: the option takes no value", word);
    }
    if (is_word(name, length, "help") || is_word(name, length, "help-all") || is_word(name, length, "usage")) {
        return NBB_OK;
    }
    if (found != NULL) {
        return nbb_fail(NBB_ERROR_USAGE, "--%s has no effect on 'nbbgen %s'; see nbbgen %s --help", found->name,
                        nbb_command_names[command], nbb_command_names[command]);
    }
    word[2 + length] = '\0';
    return fail_unknown(word, command);
}

/* The row of the last of a word's short options, and what follows it: its value, or nothing. */
static nbb_status check_short(const char *word, nbb_command command, const nbb_option_row **row, const char **rest)
{
    const char *letter = word + 1;
    for (; *letter != '\0' && *letter != '?'; ++letter) {
        int i = 0;
        while (i < nbb_option_row_count
               && (nbb_option_rows[i].short_name != *letter || (nbb_option_rows[i].commands >> command & 1) == 0)) {
            ++i;
        }
        if (i == nbb_option_row_count) {
            return fail_unknown(word, command);
        }
        *row = &nbb_option_rows[i];
        if ((*row)->argument != NULL) {
            *rest = letter + 1;
            return NBB_OK;
        }
    }
    *rest = letter;
    return NBB_OK;
}

/* Fails on an option that the command does not take, with the near miss or the reason, and on one whose value is
   missing: getopt, which goes through the words the same way, would end the program itself. */
static nbb_status check_names(int argc, char **argv, nbb_command command)
{
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; ++i) {
        const nbb_option_row *row = NULL;
        const char *rest = "";
        if (strncmp(argv[i], "--", 2) == 0) {
            NBB_TRY(check_long(argv[i], command, &row));
            rest = argv[i] + strcspn(argv[i], "=");
        } else if (argv[i][0] == '-' && argv[i][1] != '\0') {
            NBB_TRY(check_short(argv[i], command, &row, &rest));
        }
        if (row != NULL && takes_value(row, command) && *rest == '\0' && ++i == argc) {
            return nbb_fail(NBB_ERROR_USAGE, "%s: a value is missing: --%s %s", argv[i - 1], row->name,
                            row->argument);
        }
    }
    return NBB_OK;
}

nbb_options nbb_options_defaults(nbb_command command)
{
    const char *templates = getenv("NBBGEN_TEMPLATES");
    return (nbb_options){ .command = command,
                          .workload = NBB_WORKLOAD_CA,
                          .target = NBB_TARGET_CUDA,
                          .steps = 10,
                          .set = -1,
                          .seed = 1,
                          .density = 0.5,
                          .dimensions = 3,
                          .rule = { .birth = 1u << 2, .survival = 1u << 2 | 1u << 3 },
                          .device = "auto",
                          .architecture = "sm_90",
                          .samples = 15,
                          .templates = templates != NULL && *templates != '\0' ? templates : NULL };
}

const char *nbb_command_subjects(nbb_command command)
{
    return most_subjects[command] == 0   ? ""
           : most_subjects[command] == 1 ? "FRACTAL"
                                         : "[FRACTAL[@R[:RULE]]|SIMPLEX[@N[:RULE]]...]";
}

nbb_status nbb_options_settle_workload(nbb_options *options)
{
    const char *asked = nbb_workload_names.names[options->workload];
    if (options->command == NBB_COMMAND_BENCH) {
        asked = nbb_options_list(options, "workload");
    }
    if (options->program_name == NULL) {
        return NBB_OK;
    }
    if (nbb_options_given(options, "workload")
        && strcmp(asked, nbb_workload_names.names[NBB_WORKLOAD_PROGRAM]) != 0) {
        return nbb_fail(NBB_ERROR_USAGE,
                        "--workload %s and --program %s: a program is a workload of its own; give one"
                        " of the two",
                        asked, options->program_name);
    }
    options->workload = NBB_WORKLOAD_PROGRAM;
    return NBB_OK;
}

nbb_status nbb_options_parse(int argc, char **argv, nbb_command command, nbb_options *options)
{
    *options = nbb_options_defaults(command);
    options->words = argv;
    options->word_count = argc;
    NBB_TRY(check_names(argc, argv, command));
    nbb_options_help help;
    nbb_options_help_make(command, argc, argv, &help);
    struct argp parser = { .options = help.count > 0 ? help.entries : NULL, /* argp leaks on an empty table */
                           .parser = parse_one,
                           .doc = nbb_text_string(&help.doc),
                           .args_doc = nbb_command_subjects(command) };
    parse_state parsing = { options, NBB_OK };
    argp_err_exit_status = NBB_ERROR_USAGE;
    char *first = argv[0];
    argv[0] = help.title.data;
    error_t error = argp_parse(&parser, argc, argv, 0, NULL, &parsing);
    argv[0] = first;
    nbb_options_help_free(&help);
    if (error != 0) {
        return parsing.status != NBB_OK ? parsing.status : nbb_fail(NBB_ERROR_USAGE, "%s", strerror(error));
    }
    options->subject = options->subject_count > 0 ? options->subjects[0] : NULL;
    if (most_subjects[command] == 1 && options->subject == NULL) {
        return nbb_fail(NBB_ERROR_USAGE, "nbbgen %s: which fractal? A name (nbbgen list) or a .lua file is expected",
                        nbb_command_names[command]);
    }
    return nbb_options_settle_workload(options);
}

const char *nbb_options_taken(int i)
{
    const char *names[NBB_OPTION_ROWS_MAX];
    return i >= 0 && i < names_of(NBB_OPTION_LIBRARY, names) ? names[i] : NULL;
}

/* Why the library does not take an option. */
static nbb_status fail_not_taken(const char *name)
{
    const char *names[NBB_OPTION_ROWS_MAX];
    if (row_named(name, strlen(name), ~0) != NULL) {
        return nbb_fail(NBB_ERROR_USAGE, "--%s is for the command line alone", name);
    }
    int near = nbb_near_miss(name, names, names_of(NBB_OPTION_LIBRARY, names));
    return nbb_fail(NBB_ERROR_USAGE, "unknown option '%s'%s%s%s", name, near >= 0 ? ": did you mean '" : "",
                    near >= 0 ? names[near] : "", near >= 0 ? "'?" : "");
}

nbb_status nbb_options_take(nbb_options *options, const char *name, const char *value)
{
    const nbb_option_row *row = row_named(name, strlen(name), NBB_OPTION_LIBRARY);
    if (row == NULL) {
        return fail_not_taken(name);
    }
    if (value == NULL && row->argument != NULL && row->kind != VARIANT) {
        return nbb_fail(NBB_ERROR_USAGE, "--%s: %s expected, no value is given", name, row->argument);
    }
    if (value != NULL && row->argument == NULL) {
        return nbb_fail(NBB_ERROR_USAGE, "--%s %s: no value is expected", name, value);
    }
    NBB_TRY(nbb_option_store(row, value, options));
    options->given[row - nbb_option_rows] = true;
    return NBB_OK;
}

void nbb_options_take_side(nbb_options *options, int64_t n)
{
    options->n = n;
    options->given[row_named("n", 1, NBB_OPTION_LISTED) - nbb_option_rows] = true;
}

nbb_status nbb_options_take_rule(nbb_options *options, const char *text)
{
    return nbb_option_store(row_named("rule", strlen("rule"), 1 << NBB_COMMAND_BENCH), text, options);
}

nbb_command nbb_command_named(const char *name)
{
    int command = 0;
    while (command < NBB_COMMAND_COUNT && strcmp(nbb_command_names[command], name) != 0) {
        ++command;
    }
    return (nbb_command)command;
}
