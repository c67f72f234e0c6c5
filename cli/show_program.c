/* show_program.c - what list, check and info say of a program. */
#include "cli/show.h"

#include "gen/base/json.h"
#include "gen/base/say.h"
#include "gen/base/script.h"
#include "gen/program/program_draw.h"
#include "gen/program/program_rule.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Appends what the script begins with, without its "-- ", if that is a comment. */
static void add_purpose(const nbb_text *script, nbb_text *text)
{
    const char *line = nbb_text_string(script);
    line += strspn(line, "\n");
    if (strncmp(line, "--", 2) == 0) {
        const char *words = line + 2 + strspn(line + 2, " ");
        nbb_text_show(text, words, strcspn(words, "\n"));
    }
}

nbb_status nbb_list_program(const char *name, json_t *array)
{
    nbb_text path = NBB_TEXT_EMPTY, remark = NBB_TEXT_EMPTY, shown = NBB_TEXT_EMPTY, purpose = NBB_TEXT_EMPTY;
    nbb_text script = NBB_TEXT_EMPTY;
    nbb_status status = nbb_search_find(&nbb_program_search, name, &path, &remark);
    if (status == NBB_OK) {
        status = nbb_script_load(nbb_text_string(&path), &script);
    }
    if (status == NBB_OK) {
        nbb_text_show(&shown, name, strlen(name));
        add_purpose(&script, &purpose);
        const char *called = nbb_text_string(&shown), *says = nbb_text_string(&purpose);
        if (array != NULL) {
            nbb_json_add(array, json_pack("{s:s, s:s}", "name", called, "program", says));
        } else {
            printf("%-15s program: %s\n", called, says);
        }
    }
    nbb_text_free(&path);
    nbb_text_free(&remark);
    nbb_text_free(&shown);
    nbb_text_free(&purpose);
    nbb_text_free(&script);
    return status;
}

/* ---- check ---- */

/* "u1", "f32" */
static void add_type(const nbb_field *field, nbb_text *text)
{
    static const char *const kinds[] = {
#define X(name, text, bytes, bits) text,
        NBB_FIELD_KINDS(X)
#undef X
    };
    nbb_text_add(text, "%s", kinds[field->kind]);
    if (field->kind == NBB_FIELD_BITS) {
        nbb_text_add(text, "%d", field->bits);
    }
}

static uint32_t cell_bytes(const nbb_program *program)
{
    uint32_t bytes = 0;
    for (int i = 0; i < program->field_count; ++i) {
        bytes += nbb_field_bytes(&program->fields[i]);
    }
    return bytes;
}

static void print_cell(const nbb_program *program)
{
    nbb_text cell = NBB_TEXT_EMPTY;
    uint32_t bytes = cell_bytes(program);
    for (int i = 0; i < program->field_count; ++i) {
        nbb_text_add(&cell, "%s%s ", i > 0 ? ", " : "", program->fields[i].name);
        add_type(&program->fields[i], &cell);
    }
    if (program->bits) {
        nbb_text_add(&cell, "; %d bit%s, ", program->planes, program->planes == 1 ? "" : "s");
    } else {
        nbb_text_add(&cell, "; ");
    }
    printf("cell       %s%" PRIu32 " byte%s\n", nbb_text_string(&cell), bytes, bytes == 1 ? "" : "s");
    nbb_text_free(&cell);
}

/* "x + 2 y" */
static void add_factors(const nbb_colouring *colouring, nbb_text *text)
{
    static const char *const axes[] = { "x", "y", "z" };
    for (int axis = 0; axis < NBB_AXES_MAX; ++axis) {
        int factor = colouring->factors[axis];
        if (factor != 0) {
            nbb_text_add(text, "%s", text->length > 0 ? " + " : "");
            if (factor > 1) {
                nbb_text_add(text, "%d ", factor);
            }
            nbb_text_add(text, "%s", axes[axis]);
        }
    }
}

static void print_order(const nbb_program *program)
{
    nbb_text factors = NBB_TEXT_EMPTY;
    if (program->sublattices) {
        add_factors(&program->colouring, &factors);
        printf("order      sublattices, %d colours: (%s) mod %d\n", program->colouring.q, nbb_text_string(&factors),
               program->colouring.q);
    } else {
        printf("order      synchronous\n");
    }
    nbb_text_free(&factors);
}

/* What holds on every domain of the axes that the program is bound to. */
static void print_program(const nbb_program *program)
{
    nbb_text notation = NBB_TEXT_EMPTY;
    nbb_rule rule;
    print_cell(program);
    printf("neighbours %s%s%d offsets\n", program->neighbours.name != NULL ? program->neighbours.name : "",
           program->neighbours.name != NULL ? ", " : "", program->neighbours.count);
    print_order(program);
    printf("draws      %d a cell and step%s\n", program->update.requests, program->bits ? ", by planes" : "");
    if (nbb_program_rule(program, &rule)) {
        nbb_rule_print_on(rule, program->neighbours.axes, &notation);
        printf("rule       %s\n", nbb_text_string(&notation));
    }
    nbb_text_free(&notation);
    if (program->inexact) {
        printf("rounding   differs between targets: results are compared with a tolerance\n");
    }
}

/* Binds it to the plane, or where it cannot be to space. */
static nbb_status bind_anywhere(nbb_program *program)
{
    nbb_text why = NBB_TEXT_EMPTY;
    nbb_status status = nbb_program_bind(program, 2, NULL);
    if (status != NBB_OK) {
        nbb_text_add(&why, "%s", nbb_message());
        status = nbb_program_bind(program, 3, NULL) == NBB_OK ? NBB_OK
                                                              : nbb_fail(status, "%s", nbb_text_string(&why));
    }
    nbb_text_free(&why);
    return status;
}

nbb_status nbb_check_program(nbb_program *program)
{
    nbb_text text = NBB_TEXT_EMPTY;
    NBB_TRY(bind_anywhere(program));
    NBB_TRY(nbb_program_require(program));
    nbb_program_print(program, &text);
    nbb_status status = nbb_text_status(&text, "a program");
    if (status == NBB_OK) {
        printf("%s: a valid program\n", program->path);
        print_program(program);
        printf("%s", nbb_text_string(&text));
    }
    nbb_text_free(&text);
    return status;
}

/* ---- info ---- */

/* What a map takes of a program: bytes of a state, and on lanes whether values are words, why they are not bits of
   words, and of these the operations a cell and step. `bytes` is 0 where the map has no plan. */
typedef struct cost {
    uint64_t bytes;
    double operations;
    bool wide;
    nbb_text because;
} cost;

static cost cost_of(const nbb_options *options, const nbb_domain *domain, nbb_map map)
{
    nbb_request request = { .fractal = domain->fractal,
                            .r = options->r,
                            .simplex = domain->simplex,
                            .n = domain->simplex != NULL ? domain->size : 0,
                            .map = map,
                            .workload = NBB_WORKLOAD_PROGRAM,
                            .target = NBB_TARGET_CUDA,
                            .program = options->program };
    nbb_plan plan;
    cost found = { .bytes = 0 };
    if (nbb_plan_choose(&request, &plan) == NBB_OK) {
        found = (cost){ .bytes = plan.state_bytes,
                        .operations = (double)plan.step_operations / (double)plan.cells,
                        .wide = plan.traits.word == NBB_WORD_VALUES };
        nbb_text_add(&found.because, "%s", nbb_text_string(&plan.wide_because));
    }
    nbb_plan_free(&plan);
    return found;
}

/* The 32-bit random words that a step draws at most: by planes a word has one digit of all its lanes' chances. */
static uint64_t words_a_step(const nbb_program *program, const nbb_domain *domain)
{
    nbb_draw_layout layout = nbb_draw_layout_of(domain, program->bits);
    int64_t words = program->bits ? 32 * layout.parts * layout.below : nbb_domain_cells(domain);
    return (uint64_t)words * (uint64_t)program->update.requests;
}

static bool has_map(const nbb_domain *domain, int map)
{
    return domain->simplex != NULL ? map != NBB_MAP_COMPACT && map != NBB_MAP_LANES : map < NBB_MAP_ENUM;
}

static void print_cost(nbb_map map, const cost *found)
{
    printf("  %-9s  ", nbb_map_names.names[map]);
    if (found->bytes == 0) {
        printf("none: %s\n", nbb_message());
        return;
    }
    printf("%" PRIu64 " bytes a state", found->bytes);
    if (map == NBB_MAP_LANES && !found->wide) {
        printf(", %.3g operations a cell and step", found->operations);
    } else if (map == NBB_MAP_LANES) {
        bool because = found->because.length > 0;
        printf(", values in words%s%s", because ? ": " : "", nbb_text_string(&found->because));
    }
    printf("\n");
}

static void print_sized(const nbb_options *options, const nbb_domain *domain)
{
    printf("at %s = %" PRId64 "\n  cells      %" PRId64 "\n", nbb_domain_size_name(domain), domain->size,
           nbb_domain_cells(domain));
    if (options->program->update.requests > 0) {
        printf("  random     at most %" PRIu64 " words a step\n", words_a_step(options->program, domain));
    }
    for (int map = NBB_MAP_BB; map <= NBB_MAP_ENUM; ++map) {
        if (has_map(domain, map)) {
            cost found = cost_of(options, domain, (nbb_map)map);
            print_cost((nbb_map)map, &found);
            nbb_text_free(&found.because);
        }
    }
}

static json_t *describe_fields(const nbb_program *program)
{
    json_t *fields = json_object();
    for (int i = 0; i < program->field_count; ++i) {
        nbb_text type = NBB_TEXT_EMPTY;
        add_type(&program->fields[i], &type);
        nbb_json_set(fields, program->fields[i].name, nbb_json_take(&type));
    }
    return fields;
}

static void add_lanes(const cost *found, json_t *object)
{
    nbb_json_set(object, "values", nbb_json_text(found->wide ? "words" : "bits"));
    if (found->because.length > 0) {
        nbb_json_set(object, "values_because", nbb_json_text(nbb_text_string(&found->because)));
    }
    if (!found->wide) {
        nbb_json_set(object, "operations_per_cell", nbb_json_real(found->operations));
    }
}

static void add_sized(const nbb_options *options, const nbb_domain *domain, json_t *object)
{
    json_t *bytes = json_object();
    nbb_json_set(object, nbb_domain_size_name(domain), json_integer(domain->size));
    nbb_json_set(object, "cells", json_integer(nbb_domain_cells(domain)));
    nbb_json_set(object, "random_words", json_integer((json_int_t)words_a_step(options->program, domain)));
    for (int map = NBB_MAP_BB; map <= NBB_MAP_ENUM; ++map) {
        if (has_map(domain, map)) {
            cost found = cost_of(options, domain, (nbb_map)map);
            nbb_json_set(bytes, nbb_map_names.names[map],
                         found.bytes > 0 ? json_integer((json_int_t)found.bytes) : json_null());
            if (map == NBB_MAP_LANES && found.bytes > 0) {
                add_lanes(&found, object);
            }
            nbb_text_free(&found.because);
        }
    }
    nbb_json_set(object, "bytes", bytes);
}

static json_t *describe(const nbb_options *options, const nbb_domain *domain)
{
    const nbb_program *program = options->program;
    nbb_rule rule;
    json_t *object = json_pack("{s:s, s:s, s:o, s:i, s:i, s:i, s:i}", "program", program->name, "fractal",
                               nbb_domain_name(domain), "cell", describe_fields(program), "cell_bytes",
                               (int)cell_bytes(program), "neighbours", program->neighbours.count, "colours",
                               program->colouring.q, "requests", program->update.requests);
    if (nbb_program_rule(program, &rule)) {
        nbb_text notation = NBB_TEXT_EMPTY;
        nbb_rule_print_on(rule, program->neighbours.axes, &notation);
        nbb_json_set(object, "rule", nbb_json_take(&notation));
    }
    if (domain->size > 0) {
        add_sized(options, domain, object);
    }
    return object;
}

nbb_status nbb_show_program(const nbb_options *options, const nbb_domain *domain)
{
    nbb_options bound = *options;
    nbb_program program;
    nbb_status status = nbb_options_program(&bound, nbb_domain_axes(domain), &program);
    if (status == NBB_OK && options->json) {
        status = nbb_print_json(describe(&bound, domain));
    } else if (status == NBB_OK) {
        printf("%s (%s) on %s\n", program.name, program.path != NULL ? program.path : "a rule",
               nbb_domain_name(domain));
        print_program(&program);
        if (domain->size > 0) {
            print_sized(&bound, domain);
        }
    }
    nbb_program_free(&program);
    return status;
}
