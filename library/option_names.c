/* option_names.c - options by their names: whether one was given, one that is given, axes of sweeps. */
#include "library/option_row.h"

const nbb_option_row *nbb_option_named(const char *name, size_t length, int commands)
{
    const nbb_option_row *rows = nbb_option_rows;
    int i = NBB_FIND(at, nbb_option_row_count,
                     (rows[at].commands & commands) != 0 && strlen(rows[at].name) == length
                         && strncmp(name, rows[at].name, length) == 0);
    return i < nbb_option_row_count ? &rows[i] : NULL;
}

/* As if the row had been given with the text. */
static void mark(nbb_options *options, const nbb_option_row *row, const char *text)
{
    options->given[row - nbb_option_rows] = true;
    options->texts[row - nbb_option_rows] = text;
}

void nbb_options_give(nbb_options *options, const char *name, const char *text)
{
    mark(options, nbb_option_named(name, strlen(name), 1 << options->command), text);
}

void nbb_remark(const nbb_options *options, const char *format, ...)
{
    if (!options->quiet) {
        NBB_WITH_ARGUMENTS(format, nbb_say_list(format, arguments));
    }
}

bool nbb_options_given(const nbb_options *options, const char *name)
{
    const nbb_option_row *found = nbb_option_named(name, strlen(name), 1 << options->command);
    return found != NULL && options->given[found - nbb_option_rows];
}

nbb_status nbb_options_refuse(const nbb_options *options, const char *names, const char *why)
{
    for (size_t length; *names != '\0'; names += length, names += *names == ' ') {
        length = strcspn(names, " ");
        const nbb_option_row *row = nbb_option_named(names, length, 1 << options->command);
        NBB_REFUSE_IF(row != NULL && options->given[row - nbb_option_rows], "--%s%s", row->name, why);
    }
    return NBB_OK;
}

const char *nbb_options_axis(const char *before)
{
    const nbb_option_row *rows = nbb_option_rows, *end = rows + nbb_option_row_count;
    rows = before != NULL ? nbb_option_named(before, strlen(before), NBB_OPTION_LISTED) + 1 : rows;
    rows += NBB_FIND(i, end - rows, (rows[i].commands & NBB_OPTION_LISTED) != 0);
    return rows < end ? rows->name : NULL;
}

const char *nbb_options_text(const nbb_options *options, const char *name)
{
    return options->texts[nbb_option_named(name, strlen(name), 1 << options->command) - nbb_option_rows];
}

nbb_status nbb_options_values(const nbb_options *options, const char *name, nbb_list *values)
{
    static const char *const defaults[][2] = {
        { "workload", "ca" }, { "map", "all" }, { "tc", "none" }, { "device", "auto" }, { NULL, "default" }
    };
    const char *given = nbb_options_text(options, name);
    int usual = NBB_FIND(i, 4, strcmp(defaults[i][0], name) == 0);
    return nbb_option_expand(nbb_option_named(name, strlen(name), NBB_OPTION_LISTED),
                             given != NULL ? given : defaults[usual][1], values);
}

bool nbb_options_is_work(const char *axis)
{
    static const char *const work[] = { "r", "n", "workload", "device" };
    return nbb_spelling_index(&(nbb_spellings){ work, sizeof work / sizeof work[0] }, axis) >= 0;
}

const char *nbb_options_word(const nbb_list *words, const char *axis)
{
    size_t length = strlen(axis);
    for (size_t i = 0; i < words->count; ++i) {
        const char *word = words->items[i];
        if (strncmp(word, "--", 2) == 0 && strncmp(word + 2, axis, length) == 0) {
            const char *behind = word + 2 + length;
            NBB_RETURN_IF(*behind == '=', behind + 1);
            NBB_RETURN_IF(*behind == '\0' && i + 1 < words->count, words->items[i + 1]);
        }
    }
    return strcmp(axis, "tc") == 0 ? "none" : "default";
}

void nbb_options_clear_axes(nbb_options *options)
{
    for (int i = 0; i < nbb_option_row_count; ++i) {
        if ((nbb_option_rows[i].commands & NBB_OPTION_LISTED) != 0) {
            options->given[i] = false;
            options->texts[i] = NULL;
        }
    }
}

nbb_status nbb_options_set(nbb_options *options, const char *name, const char *value)
{
    const nbb_option_row *row = nbb_option_named(name, strlen(name), NBB_OPTION_LISTED);
    NBB_DONE_IF(nbb_option_is_neutral(row, value));
    options->given[row - nbb_option_rows] = true;
    return nbb_option_store(row, value, options);
}

/* Stores a value, or where bench takes a list checks it. */
static nbb_status read_value(const nbb_option_row *row, const char *text, nbb_options *options)
{
    bool is_listed = options->command == NBB_COMMAND_BENCH && (row->commands & NBB_OPTION_LISTED) != 0;
    NBB_RETURN_IF(!is_listed, nbb_option_store(row, text, options));
    NBB_LOCAL_LIST values = { NULL, 0 };
    return nbb_option_expand(row, text, &values);
}

nbb_status nbb_option_take(const nbb_option_row *row, const char *text, nbb_options *options)
{
    /* One that was given another value before is refused, if not each counts: one would be lost. */
    const char *before = options->texts[row - nbb_option_rows];
    bool counts = row->argument == NULL || row->kind == TEXTS;
    if (row->kind == SET) { /* parameters count, the name of a set is one */
        counts = options->set < 0 || strchr(text, '=') != NULL;
        before = options->set >= 0 ? nbb_bench_set_names.names[options->set] : NULL;
    }
    bool is_same = before != NULL && text != NULL && strcmp(before, text) == 0;
    bool is_listed = options->command == NBB_COMMAND_BENCH && (row->commands & NBB_OPTION_LISTED) != 0;
    NBB_REFUSE_IF(!counts && !is_same && options->given[row - nbb_option_rows],
                  "--%s is given twice, as '%s' and as '%s': give it once%s", row->name, before != NULL ? before : "",
                  text != NULL ? text : "", is_listed ? ", with a list of values" : "");
    mark(options, row, text);
    return read_value(row, text, options);
}

int nbb_option_names(int commands, const char *names[NBB_OPTION_ROWS_MAX])
{
    int count = 0;
    for (int i = 0; i < nbb_option_row_count; ++i) {
        if ((nbb_option_rows[i].commands & commands) != 0) {
            names[count++] = nbb_option_rows[i].name;
        }
    }
    return count;
}

nbb_options nbb_options_defaults(nbb_command command)
{
    const char *templates = getenv("NBBGEN_TEMPLATES");
    nbb_options options = { .command = command, .workload = NBB_WORKLOAD_CA, .target = NBB_TARGET_CUDA, .steps = 10 };
    options.seed = options.last_seed = 1;
    options.density = options.ratio = 0.5;
    options.average = options.copy = options.set = -1;
    options.dimensions = 3;
    options.arity = 2;
    options.samples = 15;
    options.device = "auto";
    options.architecture = "sm_90";
    options.templates = templates != NULL && *templates != '\0' ? templates : NULL;
    return options;
}

nbb_status nbb_options_settle_workload(nbb_options *options)
{
    const char *asked = options->command == NBB_COMMAND_BENCH ? nbb_options_text(options, "workload")
                                                              : nbb_workload_names.names[options->workload];
    NBB_DONE_IF(options->program_name == NULL);
    NBB_REFUSE_IF(nbb_options_given(options, "workload")
                      && strcmp(asked, nbb_workload_names.names[NBB_WORKLOAD_PROGRAM]) != 0,
                  "--workload %s and --program %s: a program is a workload of its own; give one of the two", asked,
                  options->program_name);
    options->workload = NBB_WORKLOAD_PROGRAM;
    return NBB_OK;
}

nbb_status nbb_options_take(nbb_options *options, const char *name, const char *value)
{
    bool is_bench = options->command == NBB_COMMAND_BENCH;
    int takes = is_bench ? BENCH : NBB_OPTION_TAKEN;
    const nbb_option_row *row = nbb_option_named(name, strlen(name), takes);
    if (row == NULL) {
        /* Why the library does not take an option, of those that `takes` has. */
        const char *names[NBB_OPTION_ROWS_MAX];
        const nbb_option_row *known = nbb_option_named(name, strlen(name), ~0);
        NBB_REFUSE_IF(known != NULL, "--%s %s", name,
                      takes == BENCH                   ? "has no effect on a bench"
                      : (known->commands & BENCH) != 0 ? "is an option of a bench"
                                                       : "is for the command line alone");
        NBB_LOCAL_TEXT near = NBB_TEXT_EMPTY;
        nbb_add_near(&near, name, names, nbb_option_names(takes, names));
        return NBB_REFUSE("unknown option '%s'%s", name, nbb_text_string(&near));
    }
    NBB_REFUSE_IF(value == NULL && row->argument != NULL && (row->kind != VARIANT || is_bench),
                  "--%s: %s expected, no value is given", name, row->argument);
    NBB_REFUSE_IF(value != NULL && row->argument == NULL, "--%s %s: no value is expected", name, value);
    NBB_TRY(read_value(row, value, options));
    mark(options, row, value);
    return NBB_OK;
}
