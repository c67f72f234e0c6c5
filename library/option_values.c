/* option_values.c - options by name, and what their texts spell: a number, a choice, a rule; or a list of them. */
#include "library/option_row.h"

static nbb_status store_integer(const nbb_option_row *option, const char *text, void *field)
{
    char *end = NULL;
    errno = 0;
    long long number = text != NULL ? strtoll(text, &end, 10) : NBB_TC_BEST;
    bool reads = text == NULL || (*text != '\0' && *end == '\0' && errno == 0);
    NBB_REFUSE_IF(!reads || (text != NULL && (number < option->least || number > option->most)),
                  "--%s %s: expected a whole number from %" PRId64 " to %" PRId64, option->name, text, option->least,
                  option->most);
    if (option->size == sizeof(int64_t)) {
        *(int64_t *)field = number;
    } else {
        *(int *)field = (int)number;
    }
    return NBB_OK;
}

static nbb_status parse_unsigned(const nbb_option_row *option, const char *text, uint64_t *value)
{
    char *end = NULL;
    errno = 0;
    bool is_hex = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    unsigned long long number = strtoull(text, &end, is_hex ? 16 : 10);
    NBB_REFUSE_IF(*text < '0' || *text > '9' || *end != '\0' || errno != 0 || number > (uint64_t)option->most,
                  "--%s %s: expected a whole number from 0 to %" PRId64 ", decimal or 0x...", option->name, text,
                  option->most);
    *value = number;
    return NBB_OK;
}

/* Of 1024: 64K, 64M, 64G, 64T; plain bytes without a letter. */
static nbb_status parse_size(const nbb_option_row *option, const char *text, uint64_t *value)
{
    static const char units[] = "KMGT";
    char *end = NULL;
    errno = 0;
    unsigned long long number = strtoull(text, &end, 10);
    const char *unit = *end != '\0' ? strchr(units, *end) : NULL;
    int bits = unit != NULL ? 10 * (int)(unit - units + 1) : 0;
    NBB_REFUSE_IF(*text < '0' || *text > '9' || errno != 0 || end[unit != NULL] != '\0' || number == 0
                      || number > (uint64_t)INT64_MAX >> bits,
                  "--%s %s: expected bytes, as 64M or 16G (K, M, G, T: of 1024)", option->name, text);
    *value = (uint64_t)number << bits;
    return NBB_OK;
}

/* "7", or of runs "1..16". */
static nbb_status parse_seeds(const nbb_option_row *option, const char *text, nbb_options *options)
{
    const char *between = strstr(text, "..");
    if (between == NULL || options->command == NBB_COMMAND_EMIT || options->command == NBB_COMMAND_BENCH) {
        NBB_TRY(parse_unsigned(option, text, &options->seed));
        options->last_seed = options->seed;
        return NBB_OK;
    }
    NBB_REFUSE_IF(between == text || between[2] == '\0', "--seed %s: expected a number on both sides, A..B", text);
    NBB_LOCAL_TEXT first = nbb_text_of("%.*s", (int)(between - text), text);
    NBB_TRY(parse_unsigned(option, nbb_text_string(&first), &options->seed));
    NBB_TRY(parse_unsigned(option, between + 2, &options->last_seed));
    NBB_REFUSE_IF(options->last_seed < options->seed, "--seed %s: the seeds run backwards; expected A..B, A up to B",
                  text);
    return NBB_OK;
}

static nbb_status parse_real(const nbb_option_row *option, const char *text, double *value)
{
    char *end = NULL;
    double number = strtod(text, &end);
    NBB_REFUSE_IF(
        *text == '\0' || *end != '\0' || !(number >= (double)option->least && number <= (double)option->most),
        "--%s %s: expected a number from %" PRId64 " to %" PRId64, option->name, text, option->least, option->most);
    *value = number;
    return NBB_OK;
}

/* The enumerations have int's size, see below. */
static nbb_status parse_choice(const nbb_option_row *option, const char *text, int *value)
{
    const nbb_spellings *choices = option->choices;
    NBB_LOCAL_TEXT allowed = NBB_TEXT_EMPTY;
    int found = nbb_spelling_index(choices, text);
    if (found >= 0) {
        *value = found;
        return NBB_OK;
    }
    for (int i = 0; i < choices->count; ++i) {
        nbb_text_add(&allowed, "%s%s", i == 0 ? "" : ", ", choices->names[i]);
    }
    int near = nbb_near_miss(text, choices->names, choices->count);
    return NBB_REFUSE("--%s %s: expected one of: %s%s%s%s", option->name, text, nbb_text_string(&allowed),
                      near >= 0 ? "; did you mean '" : "", near >= 0 ? choices->names[near] : "",
                      near >= 0 ? "'?" : "");
}

static nbb_status add_text(const nbb_option_row *option, const char *text, nbb_option_texts *texts)
{
    NBB_REFUSE_IF(texts->count == NBB_OPTION_TEXTS_MAX, "--%s %s: it can be given %d times", option->name, text,
                  NBB_OPTION_TEXTS_MAX);
    texts->items[texts->count++] = text;
    return NBB_OK;
}

nbb_status nbb_option_store(const nbb_option_row *option, const char *text, nbb_options *options)
{
    void *field = (char *)options + option->offset;
    nbb_status status;
    nbb_rule rule;
    switch (option->kind) {
    case FLAG:
        *(bool *)field = true;
        return NBB_OK;
    case INTEGER:
    case VARIANT:
        return store_integer(option, text, field);
    case UNSIGNED:
        return parse_unsigned(option, text, field);
    case SIZE:
        return parse_size(option, text, field);
    case SEEDS:
        return parse_seeds(option, text, options);
    case REAL:
        return parse_real(option, text, field);
    case CHOICE:
        status = parse_choice(option, text, field);
        return status == NBB_OK || option->choices != &nbb_workload_names
                   ? status
                   : nbb_report_kind(text, NBB_NAMED_WORKLOAD, status);
    case TEXT:
        *(const char **)field = text;
        NBB_REFUSE_IF(*text == '\0', "--%s: %s expected, the value given is empty", option->name, option->argument);
        return NBB_OK;
    case RULE:
        *(const char **)field = text; /* what it means is known with the domain, in request.c */
        status = nbb_rule_parse(text, 3, &rule) == NBB_OK ? NBB_OK : nbb_rule_parse(text, 2, &rule);
        return status == NBB_OK ? NBB_OK : nbb_report_kind(text, NBB_NAMED_RULE, status);
    case TEXTS:
        return add_text(option, text, field);
    case SET:
        return strchr(text, '=') != NULL ? add_text(option, text, &options->assignments)
                                         : parse_choice(option, text, field);
    case IMAGE:
        *(nbb_image_choice *)field = (nbb_image_choice)option->least;
        return NBB_OK;
    }
    return NBB_OK;
}
_Static_assert(sizeof(nbb_map) == sizeof(int), "nbb_option_store writes enumerations through int");

/* Whether "all" depends on the fractal (sweep.c knows then): powers of s, or of k. */
static bool is_of_fractal(const nbb_option_row *option)
{
    return strcmp(option->name, "tile") == 0 || strcmp(option->name, "lanes") == 0;
}

/* Adds what "all" stands for: every choice but auto, or of a number (of threads, of steps) the powers of two. */
static nbb_status add_all(const nbb_option_row *option, nbb_list *values)
{
    for (int64_t power = 1; option->kind == INTEGER && power <= option->most; power *= 2) {
        NBB_LOCAL_TEXT_OF(word, "a number", "%" PRId64, power);
        NBB_TRY_IF(power >= option->least, nbb_list_add(values, word.data, word.length));
    }
    for (int i = 0; option->choices != NULL && i < option->choices->count; ++i) {
        const char *name = option->choices->names[i];
        NBB_TRY_IF(strcmp(name, "auto") != 0, nbb_list_add(values, name, strlen(name)));
    }
    return NBB_OK;
}

/* Whether the value leaves the option alone: "none" of --tc, "default" of the others. */
static bool is_neutral(const nbb_option_row *option, const char *value)
{
    return strcmp(value, option->kind == VARIANT ? "none" : "default") == 0;
}

/* Appends the values of a list, as nbb_option_store takes them: "12..14,16" is 12, 13, 14, 16, and "all" of --tile
   stays as it is. Fails (usage) as nbb_list_parse does, and on a value that the option does not take. */
static nbb_status expand(const nbb_option_row *option, const char *text, nbb_list *values)
{
    bool is_counted = option->kind == INTEGER && option->least > 0 && !is_of_fractal(option);
    NBB_RETURN_IF(strcmp(text, "all") == 0 && (is_counted || option->choices != NULL), add_all(option, values));
    NBB_LOCAL_TEXT what = nbb_text_of("--%s %s", option->name, text);
    NBB_TRY(nbb_list_parse(nbb_text_string(&what), text, values));
    for (size_t i = 0; i < values->count; ++i) {
        nbb_options scratch;
        bool is_left_open = is_of_fractal(option) && strcmp(values->items[i], "all") == 0;
        NBB_TRY_IF(!is_left_open && !is_neutral(option, values->items[i]),
                   nbb_option_store(option, values->items[i], &scratch));
    }
    return NBB_OK;
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
    return expand(nbb_option_named(name, strlen(name), NBB_OPTION_LISTED), given != NULL ? given : defaults[usual][1],
                  values);
}

bool nbb_options_is_work(const char *axis)
{
    static const char *const work[] = { "r", "n", "workload", "device" };
    return nbb_spelling_index(&(nbb_spellings){ work, NBB_COUNT(work) }, axis) >= 0;
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

void nbb_options_renew(const char *words, nbb_text *renewed)
{
    for (size_t length; *words != '\0'; words += length) {
        length = strcspn(words, " =");
        length += length == 0;
        bool is_option = strncmp(words, "--", 2) == 0;
        const nbb_option_row *row = is_option ? nbb_option_named(words + 2, length - 2, NBB_OPTION_LISTED) : NULL;
        nbb_text_put(renewed, words, row != NULL ? 2 : length); /* its dashes, or all */
        NBB_TEXT_ADD_IF(row != NULL, renewed, "%s", row->name);
    }
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
    NBB_DONE_IF(is_neutral(row, value));
    options->given[row - nbb_option_rows] = true;
    return nbb_option_store(row, value, options);
}

/* Stores a value, or where bench takes a list checks it. */
static nbb_status read_value(const nbb_option_row *row, const char *text, nbb_options *options)
{
    bool is_listed = options->command == NBB_COMMAND_BENCH && (row->commands & NBB_OPTION_LISTED) != 0;
    NBB_RETURN_IF(!is_listed, nbb_option_store(row, text, options));
    NBB_LOCAL_LIST values = { NULL, 0 };
    return expand(row, text, &values);
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
