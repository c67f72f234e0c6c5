/* jsonget.c - a value, or the keys, of a JSON file; for the suites.

     jsonget FILE [PATH]          prints the value: a string as it is, anything else as compact JSON
     jsonget --keys FILE [PATH]   prints an object's keys in their order, or an array's length

   PATH is keys and array indices with dots between them ("ms_per_step.samples", "0.name"); without it the whole. The
   file must hold one JSON value and nothing after it. Exit code 1 with a message where there is no such value. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The member called `key` of an object, or the element of that index of an array; else NULL. */
static json_t *member(const json_t *value, const char *key)
{
    if (!json_is_array(value)) {
        return json_object_get(value, key);
    }
    char *end = NULL;
    size_t index = strtoul(key, &end, 10);
    return *end == '\0' ? json_array_get(value, index) : NULL;
}

/* Follows the path; it is cut up on the way. */
static json_t *follow(json_t *value, char *path)
{
    for (char *key = strtok(path, "."); key != NULL && value != NULL; key = strtok(NULL, ".")) {
        value = member(value, key);
    }
    return value;
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

static void print_value(const json_t *value)
{
    if (json_is_string(value)) {
        fputs(json_string_value(value), stdout);
    } else {
        json_dumpf(value, stdout, JSON_COMPACT | JSON_ENCODE_ANY);
    }
}

int main(int argc, char **argv)
{
    int first = argc > 1 && strcmp(argv[1], "--keys") == 0 ? 2 : 1;
    if (argc != first + 1 && argc != first + 2) {
        fputs("usage: jsonget [--keys] FILE [PATH]\n", stderr);
        return 2;
    }
    json_error_t error;
    json_t *whole = json_load_file(argv[first], JSON_DECODE_ANY, &error);
    json_t *value = whole != NULL && argc == first + 2 ? follow(whole, argv[first + 1]) : whole;
    if (value == NULL) {
        fprintf(stderr, "jsonget: %s: %s\n", argv[first], whole == NULL ? error.text : "no such value");
        json_decref(whole);
        return 1;
    }
    if (first == 2) {
        print_keys(value);
    } else {
        print_value(value);
    }
    putchar('\n');
    json_decref(whole);
    return 0;
}
