/* parse.c - the command line: its words are read by the table of options, in the notation of getopt. */

#include "cli/commands.h"
#include "library/option_row.h"

static const int most_subjects[NBB_COMMAND_COUNT] = { NBB_COMMANDS(NBB_COLUMN) };
static const char *const of_help[] = { "help", "help-all", "usage" };
enum { OF_HELP = NBB_COUNT(of_help) };

/* A word too many; it may be meant as an option, "r=3", or as the value of one that takes it behind "=" alone. */
static nbb_status fail_extra(const nbb_options *options, const char *word)
{
    const char *own = nbb_command_names[options->command];
    NBB_REFUSE_IF(nbb_option_named(word, strcspn(word, "="), 1 << options->command) != NULL,
                  "nbbgen %s: unexpected argument '%s': did you mean '--%s'?", own, word, word);
    NBB_REFUSE_IF(nbb_options_given(options, "tc") && strspn(word, "1234") == 1 && word[1] == '\0',
                  "nbbgen %s: unexpected argument '%s': did you mean '--tc=%s'?", own, word, word);
    return NBB_REFUSE("nbbgen %s: unexpected argument '%s'; see nbbgen %s --help", own, word, own);
}

static nbb_status fail_unknown(const char *option, nbb_command command)
{
    const char *names[NBB_OPTION_ROWS_MAX + OF_HELP], *own = nbb_command_names[command];
    int count = nbb_option_names(1 << command, names) + OF_HELP;
    memcpy(names + count - OF_HELP, of_help, sizeof of_help);
    int near = nbb_near_miss(strcmp(option, "-h") == 0 ? "help" : option + 1 + (option[1] == '-'), names, count);
    NBB_REFUSE_IF(near >= 0, "unknown option '%s' of nbbgen %s: did you mean '--%s'? See nbbgen %s --help", option,
                  own, names[near], own);
    return NBB_REFUSE("unknown option '%s' of nbbgen %s; see nbbgen %s --help", option, own, own);
}

/* Takes an option; its value, if it takes one, is what is left of the word before number `at`, or else that word. */
static nbb_status take(nbb_options *options, int *at, const nbb_option_row *row, char *rest)
{
    bool is_bench = options->command == NBB_COMMAND_BENCH;
    if (row->argument != NULL && (row->kind != VARIANT || is_bench) && rest == NULL) {
        NBB_REFUSE_IF(*at == options->word_count, "%s: a value is missing: --%s %s", options->words[*at - 1],
                      row->name, row->argument);
        rest = options->words[(*at)++];
    }
    return nbb_option_take(row, rest, options);
}

static nbb_status take_long(nbb_options *options, int *at, char *word)
{
    nbb_command command = options->command;
    const char *name = word + 2;
    size_t length = strcspn(name, "=");
    const nbb_option_row *known = nbb_option_named(name, length, ~0),
                         *row = nbb_option_named(name, length, 1 << command);
    char *rest = name[length] == '=' ? word + 2 + length + 1 : NULL;
    if (row != NULL) {
        return row->argument != NULL || rest == NULL ? take(options, at, row, rest)
                                                     : NBB_REFUSE("%s: the option takes no value", word);
    }
    NBB_RETURN_IF(NBB_ANY(i, OF_HELP, strcmp(of_help[i], name) == 0), nbb_help_command(command, word));
    NBB_REFUSE_IF(known != NULL, "--%s has no effect on 'nbbgen %s'; see nbbgen %s --help", known->name,
                  nbb_command_names[command], nbb_command_names[command]);
    word[2 + length] = '\0';
    return fail_unknown(word, command);
}

/* A word of short options, the last of which may have its value behind it. */
static nbb_status take_short(nbb_options *options, int *at, char *word)
{
    nbb_command command = options->command;
    size_t length = strcspn(word + 1, "=");
    bool is_long = length > 1 && nbb_option_named(word + 1, length, 1 << command) != NULL;
    NBB_FAIL_IF(is_long, fail_unknown(word, command)); /* after a single dash */
    for (char *letter = word + 1; *letter != '\0'; ++letter) {
        const nbb_option_row *rows = nbb_option_rows;
        int i = NBB_FIND(row, nbb_option_row_count,
                         rows[row].short_name == *letter && (rows[row].commands >> command & 1) != 0);
        NBB_RETURN_IF(*letter == '?', nbb_help_command(command, word));
        NBB_FAIL_IF(i == nbb_option_row_count, fail_unknown(word, command));
        NBB_RETURN_IF(rows[i].argument != NULL, take(options, at, &rows[i], letter[1] != '\0' ? letter + 1 : NULL));
        NBB_TRY(take(options, at, &rows[i], NULL));
    }
    return NBB_OK;
}

/* Options, and subjects among them; behind "--" all are these. */
static nbb_status take_words(nbb_options *options)
{
    int most = most_subjects[options->command];
    bool all_are = false;
    for (int at = 1; at < options->word_count;) {
        char *word = options->words[at++];
        if (!all_are && strcmp(word, "--") == 0) {
            all_are = true;
        } else if (!all_are && strncmp(word, "--", 2) == 0) {
            NBB_TRY(take_long(options, &at, word));
        } else if (!all_are && word[0] == '-' && word[1] != '\0') {
            NBB_TRY(take_short(options, &at, word));
        } else if (options->subject_count <= NBB_LIST_MAX) {
            options->subjects[options->subject_count++] = word;
        }
    }
    return options->subject_count <= most ? NBB_OK : fail_extra(options, options->subjects[most]);
}

nbb_status nbb_options_parse(int argc, char **argv, nbb_command command, nbb_options *options)
{
    static char *subjects[NBB_LIST_MAX + 1];
    *options = nbb_options_defaults(command);
    options->words = argv;
    options->word_count = argc;
    options->subjects = subjects;
    NBB_TRY(take_words(options));
    options->subject = options->subject_count > 0 ? subjects[0] : NULL;
    bool is_resumed = command != NBB_COMMAND_BENCH && options->resume != NULL; /* by the checkpoint */
    NBB_REFUSE_IF(most_subjects[command] == 1 && options->subject == NULL && !is_resumed,
                  "nbbgen %s: which fractal? A name (nbbgen list) or a .lua file is expected",
                  nbb_command_names[command]);
    return nbb_options_settle_workload(options);
}
