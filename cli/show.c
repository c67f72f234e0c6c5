/* show.c - what a command prints: JSON, and what is said of its members. */
#include "cli/show.h"

#include "library/describe.h"

static bool is_printed;

void nbb_print_report(const char *bytes, size_t length)
{
    is_printed = true;
    fwrite(bytes, 1, length, stdout);                 /* main asks whether the output could be written */
    fflush(stdout);                                   /* a device takes its time to close; the reader need not wait */
}

nbb_status nbb_print_json(json_t *value)
{
    NBB_LOCAL_TEXT text = NBB_TEXT_EMPTY;
    NBB_TRY(nbb_json_print(value, 2, "a JSON value", &text));
    nbb_print_report(text.data, text.length);
    return NBB_OK;
}

nbb_status nbb_print_value(const nbb_options *options, json_t *value, void (*show)(const json_t *))
{
    if (options->json) {
        return nbb_print_json(value);
    }
    show(value);
    json_decref(nbb_json_whole(value));
    return NBB_OK;
}

static bool asks_json(int argc, char **argv)
{
    bool asks = false;
    for (int i = 0; i < argc && strcmp(argv[i], "--") != 0; ++i) {
        asks = asks || strcmp(argv[i], "--json") == 0 || strncmp(argv[i], "--json=", 7) == 0;
    }
    return asks;
}

void nbb_print_failure(int argc, char **argv)
{
    nbb_failed failure = nbb_failure_take();
    nbb_lost_use(false);                         /* what was lost is the failure's, not the object's */
    if (asks_json(argc, argv) && !is_printed) {
        nbb_print_json(json_pack("{s:o}", "error", nbb_describe_failure(&failure)));
        nbb_message_free();
    }
    nbb_failure_give(&failure);
}

int64_t nbb_show_number(const json_t *object, const char *name)
{
    return json_integer_value(json_object_get(object, name));
}

const char *nbb_show_text(const json_t *object, const char *name)
{
    return json_string_value(json_object_get(object, name));
}

/* A member of a member, "checked.tiles", or an element, "s.0". */
static const json_t *find(const json_t *object, const char *path)
{
    for (size_t length; *path != '\0'; path += length + (path[length] == '.')) {
        char name[40];
        length = strcspn(path, ".");
        snprintf(name, sizeof name, "%.*s", (int)length, path);
        object = json_is_array(object) ? json_array_get(object, strtoul(name, NULL, 10))
                                       : json_object_get(object, name);
    }
    return object;
}

static bool is_there(const json_t *value)
{
    return value != NULL && !json_is_null(value);
}

/* Whether it is not false, nor 0. */
static bool is_true(const json_t *value)
{
    return is_there(value) && !json_is_false(value) && (!json_is_number(value) || json_number_value(value) > 0);
}

static void show_value(const json_t *value, double number, const char *as)
{
    char form[24];
    bool is_real = strpbrk(as, "fg") != NULL, is_plural = strcmp(as, "s") == 0;
    snprintf(form, sizeof form, "%%%s%s", as, is_real ? "" : json_is_string(value) ? "s" : PRId64);
    if (is_plural) {
        fputs(json_integer_value(value) == 1 ? "" : "s", stdout);
    } else if (is_real) {
        printf(form, number);
    } else if (json_is_string(value)) {
        printf(form, json_string_value(value));
    } else {
        printf(form, (int64_t)json_integer_value(value));
    }
}

/* Elements with words in between, twice between lists of them. */
static void show_list(const json_t *list, const char *between)
{
    const json_t *element;
    size_t i;
    json_array_foreach(list, i, element)
    {
        printf("%s", i > 0 ? between : "");
        if (json_is_array(element)) {
            printf("%s", i > 0 ? between : "");
            show_list(element, between);
        } else {
            show_value(element, 0, "");
        }
    }
}

/* A member, "{name:as}", if it `prints`; whether it is there, or holds. */
static bool show_member(const json_t *object, const char **form, bool prints)
{
    char path[64];
    size_t length = strcspn(*form, "}");
    snprintf(path, sizeof path, "%.*s", (int)length - 1, *form + 1);
    *form += length + 1;
    size_t name = strcspn(path, ":;?~"), whole = strcspn(path, "/*");
    const char how = path[name], by = whole < name ? path[whole] : '\0', *as = &path[name + (how != '\0')];
    path[name] = path[whole < name ? whole : name] = '\0';
    const json_t *value = find(object, path);
    double number = json_number_value(value) * (by == '*' ? 100 : 1);
    number /= by == '/' ? json_number_value(find(object, &path[whole + 1])) : 1;
    if (how == '?' || how == '~') {
        return is_true(value) == (how == '?');
    }
    if (prints && how == ';') {
        show_list(value, as);
    } else if (prints) {
        show_value(value, number, as);
    }
    return is_there(value);
}

/* "[...|...]": the first alternative whose members are all there, if there is one. */
static void show_alternatives(const json_t *object, const char **form, bool prints);

/* The form up to its end, or within brackets to that of an alternative; whether all of its members are there. */
static bool show_form(const json_t *object, const char **form, bool is_within, bool prints)
{
    bool are_there = true;
    while (**form != '\0' && !(is_within && strchr("|]", **form) != NULL)) {
        if (**form == '{') {
            are_there = show_member(object, form, prints) && are_there;
        } else if (**form == '[') {
            show_alternatives(object, form, prints);
        } else if (prints) {
            putchar(*(*form)++);
        } else {
            ++*form;
        }
    }
    return are_there;
}

static void show_alternatives(const json_t *object, const char **form, bool prints)
{
    bool is_done = false;
    do {
        const char *alternative = ++*form;
        bool fits = show_form(object, form, true, false) && !is_done;
        is_done = fits || is_done;
        if (fits && prints) {
            show_form(object, &alternative, true, true);
        }
    } while (**form == '|');
    ++*form;
}

void nbb_show(const json_t *object, const char *form)
{
    show_form(object, &form, false, true);
}
