/* oracle.c - reads the automata of an independent brute force. */
#include "oracle.h"

#include <jansson.h>

static uint64_t hexadecimal(const json_t *object, const char *key)
{
    return strtoull(json_string_value(json_object_get(object, key)), NULL, 16);
}

static int64_t integer(const json_t *object, const char *key)
{
    return json_integer_value(json_object_get(object, key));
}

static nbb_status read_case(const json_t *entry, const nbb_fractal *fractal, start *from)
{
    *from = (start){ .domain = { .fractal = fractal, .size = integer(entry, "r") },
                     .seed = (uint64_t)integer(entry, "seed"),
                     .density = json_number_value(json_object_get(entry, "density")),
                     .steps = integer(entry, "steps"),
                     .expected = { (uint64_t)integer(entry, "population0"), (uint64_t)integer(entry, "population"),
                                   hexadecimal(entry, "digest0"), hexadecimal(entry, "digest") } };
    return nbb_rule_parse(json_string_value(json_object_get(entry, "rule")), 2, &from->rule);
}

/* The automaton by a map, with and without tensor cores. */
static void try_map(const start *from, nbb_map map, sink *into)
{
    try_case(from, (nbb_request){ .map = map, .workload = NBB_WORKLOAD_CA }, into);
    try_case(from, (nbb_request){ .map = map, .workload = NBB_WORKLOAD_CA, .tc = NBB_TC_BEST }, into);
}

/* Devices run all maps. What is listed is for the emulator, which takes long: there maps alternate. */
static void try_maps(const start *from, int number, sink *into)
{
    enum { MAPS = NBB_MAP_LANES - NBB_MAP_BB + 1 };
    for (int map = 0; map < MAPS; ++map) {
        if (into->device != NULL || number % MAPS == map) {
            try_map(from, (nbb_map)(NBB_MAP_BB + map), into);
        }
    }
}

nbb_status try_oracle(const char *path, const nbb_fractal *fractal, sink *into)
{
    json_error_t error;
    json_t *oracle = json_load_file(path, 0, &error);
    if (oracle == NULL) {
        return nbb_fail(NBB_ERROR_RUN, "%s:%d: %s", error.source, error.line, error.text);
    }
    const json_t *cases = json_object_get(oracle, "cases");
    nbb_status status = NBB_OK;
    int number = 0;
    for (size_t i = 0; i < json_array_size(cases) && status == NBB_OK; ++i) {
        const json_t *entry = json_array_get(cases, i);
        start from;
        if (strcmp(json_string_value(json_object_get(entry, "fractal")), fractal->name) == 0) {
            status = read_case(entry, fractal, &from);
            if (status == NBB_OK) {
                try_maps(&from, number++, into);
            }
        }
    }
    json_decref(oracle);
    return status;
}
