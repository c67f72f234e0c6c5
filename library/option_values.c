/* option_values.c - what an option's text spells: a number, a choice, a rule; or a list of them. */
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
                   : nbb_tell_kind(text, NBB_NAMED_WORKLOAD, status);
    case TEXT:
        *(const char **)field = text;
        NBB_REFUSE_IF(*text == '\0', "--%s: %s expected, the value given is empty", option->name, option->argument);
        return NBB_OK;
    case RULE:
        *(const char **)field = text; /* what it means is known with the domain, in request.c */
        status = nbb_rule_parse(text, 3, &rule) == NBB_OK ? NBB_OK : nbb_rule_parse(text, 2, &rule);
        return status == NBB_OK ? NBB_OK : nbb_tell_kind(text, NBB_NAMED_RULE, status);
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

/* Adds what "all" stands for: every choice, or of a number (of threads, of steps) the powers of two. */
static nbb_status add_all(const nbb_option_row *option, nbb_list *values)
{
    for (int64_t power = 1; option->kind == INTEGER && power <= option->most; power *= 2) {
        char word[24];
        int length = snprintf(word, sizeof word, "%" PRId64, power);
        NBB_TRY_IF(power >= option->least, nbb_list_add(values, word, (size_t)length));
    }
    for (int i = 0; option->choices != NULL && i < option->choices->count; ++i) {
        const char *name = option->choices->names[i];
        NBB_TRY_IF(strcmp(name, "auto") != 0, nbb_list_add(values, name, strlen(name)));
    }
    return NBB_OK;
}

bool nbb_option_is_neutral(const nbb_option_row *option, const char *value)
{
    return strcmp(value, option->kind == VARIANT ? "none" : "default") == 0;
}

nbb_status nbb_option_expand(const nbb_option_row *option, const char *text, nbb_list *values)
{
    bool is_counted = option->kind == INTEGER && option->least > 0 && !is_of_fractal(option);
    NBB_RETURN_IF(strcmp(text, "all") == 0 && (is_counted || option->choices != NULL), add_all(option, values));
    NBB_LOCAL_TEXT what = nbb_text_of("--%s %s", option->name, text);
    NBB_TRY(nbb_list_parse(nbb_text_string(&what), text, values));
    for (size_t i = 0; i < values->count; ++i) {
        nbb_options scratch;
        bool is_left_open = is_of_fractal(option) && strcmp(values->items[i], "all") == 0;
        NBB_TRY_IF(!is_left_open && !nbb_option_is_neutral(option, values->items[i]),
                   nbb_option_store(option, values->items[i], &scratch));
    }
    return NBB_OK;
}
