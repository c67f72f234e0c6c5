/* parse.c - the command line: its words are checked against the table of options, then read by argp. */
#include "cli/parse.h"

#include "cli/options_help.h"
#include "gen/base/text.h"

#include <string.h>

#define X(name, text, subjects, purpose) subjects,
static const int most_subjects[NBB_COMMAND_COUNT] = { NBB_COMMANDS(X) };
#undef X

const char *nbb_command_subjects(nbb_command command)
{
    return most_subjects[command] == 0   ? ""
           : most_subjects[command] == 1 ? "FRACTAL"
                                         : "[FRACTAL[@R[:RULE]]|SIMPLEX[@N[:RULE]]...]";
}

nbb_command nbb_command_named(const char *name)
{
    int command = 0;
    while (command < NBB_COMMAND_COUNT && strcmp(nbb_command_names[command], name) != 0) {
        ++command;
    }
    return (nbb_command)command;
}

typedef struct parse_state {
    nbb_options *options;
    nbb_status status;
} parse_state;

/* A word too many; it may be meant as an option, "r=3", or as the value of one that takes it behind "=" alone. */
static nbb_status fail_extra(const nbb_options *options, const char *word)
{
    const char *own = nbb_command_names[options->command];
    if (nbb_option_named(word, strcspn(word, "="), 1 << options->command) != NULL) {
        return nbb_fail(NBB_ERROR_USAGE, "nbbgen %s: unexpected argument '%s': did you mean '--%s'?", own, word,
                        word);
    }
    if (nbb_options_given(options, "tc") && strspn(word, "1234") == 1 && word[1] == '\0') {
        return nbb_fail(NBB_ERROR_USAGE, "nbbgen %s: unexpected argument '%s': did you mean '--tc=%s'?", own, word,
                        word);
    }
    return nbb_fail(NBB_ERROR_USAGE, "nbbgen %s: unexpected argument '%s'; see nbbgen %s --help", own, word, own);
}

static error_t parse_one(int key, char *text, struct argp_state *state)
{
    parse_state *parsing = state->input;
    nbb_options *options = parsing->options;
    if (key == ARGP_KEY_ARGS) {
        options->subjects = state->argv + state->next;
        options->subject_count = state->argc - state->next;
        if (options->subject_count > most_subjects[options->command]) {
            parsing->status = fail_extra(options, options->subjects[most_subjects[options->command]]);
            return ECANCELED;
        }
        return 0;
    }
    for (int i = 0; i < nbb_option_row_count; ++i) {
        if (key == NBB_OPTION_KEY + i
            || (nbb_option_rows[i].short_name != 0 && key == nbb_option_rows[i].short_name)) {
            parsing->status = nbb_option_take(&nbb_option_rows[i], text, options);
            return parsing->status == NBB_OK ? 0 : ECANCELED;
        }
    }
    return ARGP_ERR_UNKNOWN;
}

static nbb_status fail_unknown(const char *option, nbb_command command)
{
    const char *names[NBB_OPTION_ROWS_MAX + 3], *own = nbb_command_names[command];
    int count = nbb_option_names(1 << command, names);
    names[count++] = "help";
    names[count++] = "help-all";
    names[count++] = "usage";
    const char *word = option + 1 + (option[1] == '-');
    int near = nbb_near_miss(strcmp(option, "-h") == 0 ? "help" : word, names, count);
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

/* Whether argp itself has the option. */
static bool is_of_argp(const char *name, size_t length)
{
    static const char *const names[] = { "help", "help-all", "usage" };
    int i = 0;
    while (i < 3 && (strlen(names[i]) != length || strncmp(names[i], name, length) != 0)) {
        ++i;
    }
    return i < 3;
}

/* The row of the long option, or NULL of those for help. */
static nbb_status check_long(char *word, nbb_command command, const nbb_option_row **row)
{
    const char *name = word + 2;
    size_t length = strcspn(name, "=");
    const nbb_option_row *found = nbb_option_named(name, length, ~0);
    *row = nbb_option_named(name, length, 1 << command);
    if (*row != NULL) {
        return (*row)->argument != NULL || name[length] == '\0'
                   ? NBB_OK
                   : nbb_fail(NBB_ERROR_USAGE, "%s: the option takes no value", word);
    }
    if (is_of_argp(name, length)) {
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
    size_t length = strcspn(letter, "=");
    if (length > 1 && nbb_option_named(letter, length, 1 << command) != NULL) {
        return fail_unknown(word, command);           /* a long one after a single dash */
    }
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
    bool is_told = command == NBB_COMMAND_RUN && options->resume != NULL; /* by the checkpoint */
    if (most_subjects[command] == 1 && options->subject == NULL && !is_told) {
        return nbb_fail(NBB_ERROR_USAGE, "nbbgen %s: which fractal? A name (nbbgen list) or a .lua file is expected",
                        nbb_command_names[command]);
    }
    return nbb_options_settle_workload(options);
}
