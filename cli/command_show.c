/* command_show.c - fractals described, and domains drawn: list, info, render. */
#include "gen/base/json.h"
#include "cli/commands.h"
#include "library/request.h"
#include "cli/outputs.h"

#include "runtime/run/picture.h"
#include "gen/plan/hash_search.h"
#include "gen/base/say.h"
#include "cli/show.h"
#include "cli/show_ranks.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TERMINAL_SIDE = 128 };

static json_t *pair(nbb_vector vector)
{
    return json_pack("[I, I]", (json_int_t)vector.at[0], (json_int_t)vector.at[1]);
}

/* What holds at every level: name, k, s, dimension. */
static json_t *describe(const nbb_fractal *fractal)
{
    const nbb_replicas *replicas = nbb_fractal_table(fractal);
    return json_pack("{s:s, s:i, s:o, s:f}", "name", fractal->name, "k", replicas->k, "s", pair(replicas->s),
                     "dimension", nbb_fractal_dimension(replicas));
}

/* Bytes of one state buffer by map. */
static json_t *bytes_by_map(nbb_request automaton)
{
    json_t *bytes = json_object();
    for (int map = NBB_MAP_BB; map < NBB_MAP_ENUM; ++map) {
        uint64_t amount = 0;
        automaton.map = (nbb_map)map;
        nbb_status status = nbb_plan_state_bytes(&automaton, &amount);
        nbb_json_set(bytes, nbb_map_names.names[map],
                     status == NBB_OK && amount <= INT64_MAX ? json_integer((json_int_t)amount) : json_null());
    }
    return bytes;
}

/* The largest r up to this one at which a map has a CUDA kernel of the automaton B2/S23. */
static int largest_on_cuda(nbb_request automaton, nbb_map map)
{
    automaton.map = map;
    return nbb_plan_largest_level(&automaton, map);
}

static json_t *largest_by_map(nbb_request automaton)
{
    json_t *largest = json_object();
    automaton.r = nbb_fractal_largest_level(automaton.fractal);
    for (int map = NBB_MAP_BB; map < NBB_MAP_ENUM; ++map) {
        nbb_json_set(largest, nbb_map_names.names[map], json_integer(largest_on_cuda(automaton, (nbb_map)map)));
    }
    return largest;
}

/* tau(beta) by arithmetic, as --hash arith computes it. */
static nbb_status print_hash(const nbb_replicas *replicas)
{
    nbb_text forms = NBB_TEXT_EMPTY;
    nbb_status status = NBB_OK;
    bool given = replicas->hash[0] != NULL, found = true;
    for (int axis = 0; axis < replicas->axes && status == NBB_OK && found; ++axis) {
        nbb_formula *own = NULL;
        status = given ? NBB_OK : nbb_hash_search(replicas, axis, &own);
        found = given || own != NULL;
        if (found) {
            nbb_text_add(&forms, "%s", axis == 0 ? "" : ", ");
            nbb_formula_print(given ? replicas->hash[axis] : own, nbb_hash_scope.names, &forms);
        }
        nbb_formula_free(own);
    }
    if (status == NBB_OK) {
        printf("hash       %s%s\n", found ? nbb_text_string(&forms) : "no short form of tau(beta) found",
               found && !given ? " (found)" : "");
    }
    nbb_text_free(&forms);
    return status;
}

static nbb_status print_info(const nbb_options *options, nbb_request automaton)
{
    const nbb_fractal *fractal = automaton.fractal;
    const nbb_replicas *replicas = nbb_fractal_table(fractal);
    printf("%s (%s)\n", fractal->name, fractal->path);
    nbb_show_layout(replicas);
    printf("k          %d\ns          %" PRId64 " x %" PRId64 "\ndimension  %.6f\nlargest r  %d\n", replicas->k,
           replicas->s.at[0], replicas->s.at[1], nbb_fractal_dimension(replicas), nbb_fractal_largest_level(fractal));
    NBB_TRY(print_hash(replicas));
    if (!nbb_options_given(options, "r")) {
        return NBB_OK;
    }
    nbb_vector n = nbb_fractal_side(fractal, 0, options->r), compact = nbb_fractal_orthotope(fractal, 0, options->r);
    printf("at r = %d\n"
           "  box        %" PRId64 " x %" PRId64 "\n"
           "  cells      %" PRId64 "\n"
           "  orthotope  %" PRId64 " x %" PRId64 "\n",
           options->r, n.at[0], n.at[1], nbb_fractal_cells(fractal, 0, options->r), compact.at[0], compact.at[1]);
    for (int map = NBB_MAP_BB; map < NBB_MAP_ENUM; ++map) {
        uint64_t bytes = 0;
        automaton.map = (nbb_map)map;
        NBB_TRY(nbb_plan_state_bytes(&automaton, &bytes));
        printf("  %-9s  %" PRIu64 " bytes a state", nbb_map_names.names[map], bytes);
        int largest = largest_on_cuda(automaton, (nbb_map)map);
        if (largest < options->r) {
            printf("; no CUDA kernel past r = %d", largest);
        }
        printf("\n");
    }
    nbb_domain domain = { .fractal = fractal, .size = options->r };
    return options->ranks > 0 ? nbb_show_ranks(options, &domain, NULL) : NBB_OK;
}

static nbb_status show_sized(const nbb_options *options, nbb_request automaton)
{
    const nbb_fractal *fractal = automaton.fractal;
    NBB_TRY(options->png != NULL ? nbb_show_maps(fractal, options->r, options->png) : NBB_OK);
    if (!options->json) {
        return print_info(options, automaton);
    }
    json_t *object = describe(fractal);
    if (nbb_options_given(options, "r")) {
        nbb_json_set(object, "r", json_integer(options->r));
        nbb_json_set(object, "n", pair(nbb_fractal_side(fractal, 0, options->r)));
        nbb_json_set(object, "cells", json_integer((json_int_t)nbb_fractal_cells(fractal, 0, options->r)));
        nbb_json_set(object, "orthotope", pair(nbb_fractal_orthotope(fractal, 0, options->r)));
        nbb_json_set(object, "bytes", bytes_by_map(automaton));
        nbb_json_set(object, "largest_r", largest_by_map(automaton));
    }
    if (options->png != NULL) {
        nbb_json_set(object, "files", nbb_outputs_describe(options, NULL));
    }
    nbb_domain domain = { .fractal = fractal, .size = options->r };
    nbb_status status = options->ranks > 0 ? nbb_show_ranks(options, &domain, object) : NBB_OK;
    if (status != NBB_OK) {
        json_decref(object);
        return status;
    }
    return nbb_print_json(object);
}

/* What is counted is counted for an automaton. */
static nbb_status show_fractal(const nbb_options *options, const nbb_fractal *fractal)
{
    nbb_options own = *options;
    nbb_program program;
    nbb_status status = nbb_options_program(&own, nbb_fractal_axes(fractal), &program);
    nbb_request automaton = { .fractal = fractal,
                              .r = options->r,
                              .workload = NBB_WORKLOAD_CA,
                              .program = &program,
                              .target = NBB_TARGET_CUDA };
    status = status == NBB_OK ? show_sized(options, automaton) : status;
    nbb_program_free(&program);
    return status;
}

/* Fails when an option was given that is of no definition, or of a program where none is. */
static nbb_status check_info(const nbb_options *options)
{
    static const char *const of_programs[] = { "set", "neighbours" };
    for (int i = 0; i < 2; ++i) {
        if (nbb_options_given(options, of_programs[i]) && options->program_name == NULL) {
            return nbb_fail(NBB_ERROR_USAGE, "--%s has no effect without --program", of_programs[i]);
        }
    }
    bool is_sized = nbb_options_given(options, "r") || nbb_options_given(options, "n");
    if (options->ranks > 0 && (options->program_name != NULL || !is_sized)) {
        return nbb_fail(NBB_ERROR_USAGE,
                        "--ranks %d: it is counted for an automaton on a fractal of level --r, or on a simplex"
                        " of side --n",
                        options->ranks);
    }
    static const char *const of_volumes[] = { "m", "ratio", "arity", "n0" };
    for (int i = 0; i < 4; ++i) {
        if (nbb_options_given(options, of_volumes[i])) {
            return nbb_fail(NBB_ERROR_USAGE, "--%s has no effect on %s: it is of 'nbbgen info simplex'",
                            of_volumes[i], options->subject);
        }
    }
    return NBB_OK;
}

nbb_status nbb_command_info(const nbb_options *options)
{
    nbb_definition definition = { 0 };
    if (strcmp(options->subject, "simplex") == 0) {
        return nbb_show_volumes(options);
    }
    NBB_TRY(check_info(options));
    NBB_TRY(nbb_options_definition(options, &definition));
    if (options->png != NULL
        && (definition.kind == NBB_KIND_SIMPLEX || !nbb_options_given(options, "r")
                                 || options->program_name != NULL)) {
        nbb_definition_free(&definition);
        return nbb_fail(NBB_ERROR_USAGE, "--png: the maps are drawn of a fractal with --r, and without --program");
    }
    nbb_domain domain = nbb_definition_domain(&definition, 0);
    bool is_simplex = definition.kind == NBB_KIND_SIMPLEX, sized = nbb_options_given(options, is_simplex ? "n" : "r");
    nbb_status status = sized || nbb_options_given(options, is_simplex ? "r" : "n")
                            ? nbb_options_domain(options, &domain)
                            : NBB_OK;
    if (status == NBB_OK) {
        status = options->program_name != NULL ? nbb_show_program(options, &domain)
                 : is_simplex                  ? nbb_show_simplex(options, &definition.simplex)
                                               : show_fractal(options, &definition.fractal);
    }
    nbb_definition_free(&definition);
    return status;
}

static void list_fractal(const nbb_fractal *fractal)
{
    const nbb_replicas *replicas = nbb_fractal_table(fractal);
    printf("%-12s k = %2d   s = %" PRId64 " x %" PRId64 "   dimension %.4f   largest r %d\n", fractal->name,
           replicas->k, replicas->s.at[0], replicas->s.at[1], nbb_fractal_dimension(replicas),
           nbb_fractal_largest_level(fractal));
}

/* The list shows the name that reaches a definition, whatever the definition calls itself. */
static void set_listed_name(const char *name, nbb_definition *definition)
{
    nbb_text shown = NBB_TEXT_EMPTY;
    char *own = definition->kind == NBB_KIND_SIMPLEX ? definition->simplex.name : definition->fractal.name;
    nbb_text_show(&shown, name, strlen(name));
    if (shown.length <= NBB_NAME_MAX) {
        snprintf(own, NBB_NAME_MAX + 1, "%s", nbb_text_string(&shown));
    }
    nbb_text_free(&shown);
}

/* One definition of the list: appended to `array`, or printed where that is NULL. */
static nbb_status list_one(const char *name, json_t *array)
{
    nbb_definition definition = { 0 };
    nbb_options options = { .subject = name };
    NBB_TRY(nbb_options_definition(&options, &definition));
    bool is_simplex = definition.kind == NBB_KIND_SIMPLEX;
    set_listed_name(name, &definition);
    if (array != NULL) {
        nbb_json_add(array, is_simplex ? nbb_describe_simplex(&definition.simplex) : describe(&definition.fractal));
    } else if (is_simplex) {
        nbb_list_simplex(&definition.simplex);
    } else {
        list_fractal(&definition.fractal);
    }
    nbb_definition_free(&definition);
    return NBB_OK;
}

typedef nbb_status list_function(const char *name, json_t *array);

/* What `list` came to so far: the failure of the last file that was broken, which is still to be told. */
typedef struct listing {
    json_t *array;
    nbb_failed failure;
} listing;

/* A broken file hides no other one; in the array its failure stands for it. */
static void note_broken(listing *list)
{
    nbb_failed failure = nbb_failure_take();
    if (nbb_failure_give(&list->failure) != NBB_OK) {
        nbb_say("%s: %s", nbb_status_text(nbb_failure()), nbb_message());
    }
    if (list->array != NULL) {
        nbb_json_add(list->array, json_pack("{s:o}", "error", nbb_describe_failure(&failure)));
    }
    list->failure = failure;
}

static void list_all(const nbb_search *search, list_function *list_named, listing *list)
{
    char **names = NULL;
    size_t count = 0;
    if (nbb_search_list(search, &names, &count) != NBB_OK) {
        note_broken(list);
    }
    for (size_t i = 0; i < count; ++i) {
        if (list_named(names[i], list->array) != NBB_OK) {
            note_broken(list);
        }
        free(names[i]);
    }
    free(names);
}

nbb_status nbb_command_list(const nbb_options *options)
{
    listing list = { .array = options->json ? json_array() : NULL };
    list_all(&nbb_definition_search, list_one, &list);
    list_all(&nbb_program_search, nbb_list_program, &list);
    nbb_status status = options->json ? nbb_print_json(list.array) : NBB_OK;
    return list.failure.status != NBB_OK ? nbb_failure_give(&list.failure) : status;
}

/* The domain in characters, for a terminal. */
static nbb_status draw_text(const nbb_domain *domain)
{
    nbb_vector n = nbb_domain_side(domain);
    const char *size = nbb_domain_size_name(domain);
    if (n.at[0] > TERMINAL_SIDE || n.at[1] > TERMINAL_SIDE) {
        return nbb_fail(NBB_ERROR_USAGE,
                        "%s at %s = %" PRId64 " is %" PRId64 " x %" PRId64 " cells, too wide for"
                        " text (%d); name a PNG file with -o",
                        nbb_domain_name(domain), size, domain->size, n.at[0], n.at[1], TERMINAL_SIDE);
    }
    for (int64_t y = 0; y < n.at[1]; ++y) {
        for (int64_t x = 0; x < n.at[0]; ++x) {
            fputs(nbb_domain_member(domain, (nbb_vector){ { x, y } }) ? "##" : "  ", stdout);
        }
        putchar('\n');
    }
    return NBB_OK;
}

static nbb_status draw_picture(const nbb_domain *domain, const char *path)
{
    nbb_picture_size size = nbb_picture_fit(nbb_domain_side(domain));
    uint64_t *cells = NULL;
    nbb_status status = nbb_picture_count(domain, size, &cells);
    if (status == NBB_OK) {
        status = nbb_picture_write(path, size, cells, NULL);
    }
    free(cells);
    if (status == NBB_OK && size.scale > 1) {
        nbb_say("%s: scaled down, a pixel stands for %u x %u cells", path, size.scale, size.scale);
    }
    return status;
}

nbb_status nbb_command_render(const nbb_options *options)
{
    nbb_definition definition = { 0 };
    NBB_TRY(nbb_outputs_check(options));
    NBB_TRY(nbb_options_definition(options, &definition));
    nbb_domain domain = nbb_definition_domain(&definition, 0);
    nbb_status status = nbb_options_domain(options, &domain);
    if (status == NBB_OK) {
        status = options->output != NULL ? draw_picture(&domain, options->output) : draw_text(&domain);
    }
    nbb_definition_free(&definition);
    return status;
}
