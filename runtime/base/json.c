/* json.c - values of JSON. */
#include "runtime/base/json.h"

static _Thread_local bool lost;

void nbb_json_set(json_t *object, const char *name, json_t *value)
{
    lost = json_object_set_new(object, name, value) != 0 || lost;
}

void nbb_json_add(json_t *array, json_t *value)
{
    lost = json_array_append_new(array, value) != 0 || lost;
}

void nbb_json_put(json_t *object, const char *format, ...)
{
    json_auto_t *members = NULL;
    NBB_WITH_ARGUMENTS(format, members = json_vpack_ex(NULL, 0, format, arguments));
    lost = json_object_update(object, members) != 0 || lost;
}

json_t *nbb_json_whole(json_t *value)
{
    bool is_whole = !lost;
    lost = false;
    json_decref(is_whole ? NULL : value);
    return is_whole ? value : NULL;
}

json_t *nbb_json_take(nbb_text *text)
{
    json_t *value = text->failed ? NULL : nbb_json_text(nbb_text_string(text));
    nbb_text_free(text);
    return value;
}

nbb_status nbb_json_parse(const char *bytes, size_t length, const char *what, json_t **value, json_error_t *error)
{
    errno = 0;
    *value = json_loadb(bytes, length, JSON_REJECT_DUPLICATES, error);
    return *value != NULL || errno != ENOMEM ? NBB_OK : nbb_fail_memory(length, what);
}

json_t *nbb_json_real(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

json_t *nbb_json_text(const char *text)
{
    errno = 0;
    json_t *value = json_string(text); /* NULL where it is no UTF-8, or where there is no memory */
    NBB_LOCAL_TEXT escaped = NBB_TEXT_EMPTY;
    if (value == NULL && errno != ENOMEM) {
        nbb_text_escape(&escaped, text, strlen(text));
        value = escaped.failed ? NULL : json_string(nbb_text_string(&escaped));
    }
    return value;
}

json_t *nbb_json_words(const char *const *words, size_t count)
{
    return NBB_JSON_LIST(i, count, nbb_json_text(words[i]));
}

json_t *nbb_json_integers(const int64_t *numbers, int64_t count)
{
    return NBB_JSON_LIST(i, count, json_integer(numbers[i]));
}

static int append(const char *bytes, size_t length, void *text)
{
    nbb_text_put(text, bytes, length);
    return 0;
}

nbb_status nbb_json_print_rows(json_t *object, const char *what, nbb_text *text)
{
    object = nbb_json_whole(object);
    int failed = object == NULL;
    const char *before = "{";
    NBB_JSON_MEMBERS (object, name, member) {
        bool is_list = json_is_array(member);
        nbb_text_add(text, "%s\n  \"%s\": %s", before, name, is_list ? "[" : "");
        failed |= !is_list && json_dump_callback(member, append, text, JSON_ENCODE_ANY) != 0;
        NBB_JSON_ELEMENTS (member, i, row) {
            nbb_text_add(text, "%s\n    ", i > 0 ? "," : "");
            failed |= json_dump_callback(row, append, text, JSON_ENCODE_ANY) != 0;
        }
        nbb_text_add(text, "%s", !is_list ? "" : json_array_size(member) > 0 ? "\n  ]" : "]");
        before = ",";
    }
    json_decref(object);
    nbb_text_add(text, "\n}\n");
    return failed ? nbb_fail_memory(0, what) : nbb_text_status(text, what);
}

nbb_status nbb_json_print(json_t *value, int indent, const char *what, nbb_text *text)
{
    value = nbb_json_whole(value);
    int failed = value == NULL || json_dump_callback(value, append, text, JSON_INDENT((size_t)indent)) != 0;
    json_decref(value);
    nbb_text_add(text, "\n");
    return failed ? nbb_fail_memory(0, what) : nbb_text_status(text, what);
}
