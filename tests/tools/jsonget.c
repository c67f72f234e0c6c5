/* jsonget.c - values, or the keys, of a JSON file; for the suites.

     jsonget FILE [PATH...]       prints each value on a line: a string as it is, anything else as compact JSON
     jsonget --keys FILE [PATH]   prints an object's keys in their order, or an array's length

   PATH is keys and array indices with dots between them ("ms_per_step.samples", "0.name"), or * for all members, of
   which each is printed ("rows.*.map"); without it the whole. The file must hold one JSON value and nothing after it.
   Exit code 1 with a message where there is no such value. */
#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The member called `key` of an object, or the element of that index of an array; else NULL. */
static json_t *member(json_t *value, const char *key)
{
    if (!json_is_array(value)) {
        return json_object_get(value, key);
    }
    char *end = NULL;
    size_t index = strtoul(key, &end, 10);
    return *end == '\0' ? json_array_get(value, index) : NULL;
}

static void print_keys(json_t *value)
{
    const char *key;
    json_t *ignored, *separator = NULL;
    if (json_is_array(value)) {
        printf("%zu", json_array_size(value));
    }
    json_object_foreach (value, key, ignored) {
        printf("%s%s", separator != NULL ? " " : "", key);
        separator = ignored;
    }
}

static void print_value(json_t *value)
{
    if (json_is_string(value)) {
        fputs(json_string_value(value), stdout);
    } else {
        json_dumpf(value, stdout, JSON_COMPACT | JSON_ENCODE_ANY);
    }
}

/* Prints what is at the path, of all members where it says *, each on a line; false where there is none. */
static bool print_at(json_t *value, const char *path, void (*print)(json_t *value))
{
    size_t length = strcspn(path, "."), index;
    const char *key, *rest = path + length + (path[length] == '.');
    json_t *of;
    if (value == NULL) {
        return false;
    }
    if (length == 0) {
        print(value);
        putchar('\n');
        return true;
    }
    if (length == 1 && *path == '*') {
        bool found = true;
        json_array_foreach (value, index, of) {
            found = print_at(of, rest, print) && found;
        }
        json_object_foreach (value, key, of) {
            found = print_at(of, rest, print) && found;
        }
        return found;
    }
    char name[256];
    snprintf(name, sizeof name, "%.*s", (int)length, path);
    return print_at(member(value, name), rest, print);
}

int main(int argc, char **argv)
{
    bool keys = argc > 1 && strcmp(argv[1], "--keys") == 0;
    int first = keys ? 2 : 1;
    if (argc <= first || (keys && argc > first + 2)) {
        fputs("usage: jsonget [--keys] FILE [PATH...]\n", stderr);
        return 2;
    }
    json_error_t error;
    json_t *whole = json_load_file(argv[first], JSON_DECODE_ANY, &error);
    bool found = whole != NULL;
    for (int i = first + 1; found && i < (argc > first + 1 ? argc : first + 2); ++i) {
        found = print_at(whole, i < argc ? argv[i] : "", keys ? print_keys : print_value);
    }
    if (!found) {
        fprintf(stderr, "jsonget: %s: %s\n", argv[first], whole == NULL ? error.text : "no such value");
    }
    json_decref(whole);
    return found ? 0 : 1;
}
