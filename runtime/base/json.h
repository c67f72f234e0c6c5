/* json.h - values of JSON that exist for whatever they are made of: jansson refuses an infinity and bytes that are no
   UTF-8, so that a key would be lost. NULL means that there is no memory. */
#pragma once

#include "gen/base/base.h"

#include <jansson.h>

/* Puts a value, which it takes, under a name of an object, or behind an array's. Where there is no memory for it, or
   it is NULL, all that is made of it is lost: nbb_json_whole reports it. */
void nbb_json_set(json_t *object, const char *name, json_t *value);
void nbb_json_add(json_t *array, json_t *value);

/* Puts the members that jansson's json_pack makes of a format, "{s:i, s:o}", and values, as nbb_json_set would. */
void nbb_json_put(json_t *object, const char *format, ...);

/* The list of a value, as nbb_json_add takes it, for each number below a count; and the object, of a name each. */
#define NBB_JSON_LIST(number, count, ...)                       \
    __extension__({                                             \
        json_t *list_of_##number = json_array();                \
        for (int number = 0; number < (int)(count); ++number) { \
            nbb_json_add(list_of_##number, (__VA_ARGS__));      \
        }                                                       \
        list_of_##number;                                       \
    })

#define NBB_JSON_TABLE(number, count, name, ...)                \
    __extension__({                                             \
        json_t *table_of_##number = json_object();              \
        for (int number = 0; number < (int)(count); ++number) { \
            nbb_json_set(table_of_##number, name, __VA_ARGS__); \
        }                                                       \
        table_of_##number;                                      \
    })

/* For each member of an object, and each element of an array, which stay as they are: its name or number, and it. */
#define NBB_JSON_MEMBERS(object, name, value) \
    const char *name;                         \
    json_t *value;                            \
    json_object_foreach ((json_t *)(uintptr_t)(object), name, value)
#define NBB_JSON_ELEMENTS(array, number, element) \
    size_t number;                                \
    json_t *element;                              \
    json_array_foreach (array, number, element)

/* Puts a value, which is made then alone, where there is one. */
#define NBB_JSON_SET_IF(is_there, object, name, value) \
    do {                                               \
        if (is_there) {                                \
            nbb_json_set(object, name, value);         \
        }                                              \
    } while (0)

/* The value, or NULL where anything was lost in this thread since this was asked last; then it is freed. */
json_t *nbb_json_whole(json_t *value);

/* What so many bytes say; NULL where that is no JSON or has a key twice: then `error`, if given, says where. Fails
   where there is no memory, which jansson does not distinguish from it. */
nbb_status nbb_json_parse(const char *bytes, size_t length, const char *what, json_t **value, json_error_t *error);

/* The number, or null where it is not finite: JSON has no infinity. */
json_t *nbb_json_real(double value);

/* The text, which is emptied. */
json_t *nbb_json_take(nbb_text *text);

/* The text; where it is no UTF-8, the bytes that are none stand as \xNN. */
json_t *nbb_json_text(const char *text);

/* An array of words, or of whole numbers. */
json_t *nbb_json_words(const char *const *words, size_t count);
json_t *nbb_json_integers(const int64_t *numbers, int64_t count);

/* Appends the value, which it takes, and a newline; a NULL is a failed allocation. `what` names it in messages. */
nbb_status nbb_json_print(json_t *value, int indent, const char *what, nbb_text *text);

/* The same of an object of plain names, for tables: a member a line, and an array's elements a line each. */
nbb_status nbb_json_print_rows(json_t *object, const char *what, nbb_text *text);
