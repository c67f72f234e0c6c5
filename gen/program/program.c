/* program.c - a program's parameters, and its end. */
#include "gen/program/program.h"

#include "gen/base/arena.h"
#include "gen/base/text.h"
#include "gen/program/program_names.h"
#include "gen/base/near.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static nbb_status fail_parameter(const nbb_program *program, const char *asked, const char *name)
{
    const char *names[NBB_PARAMETERS_MAX];
    nbb_text words = NBB_TEXT_EMPTY;
    for (int i = 0; i < program->parameter_count; ++i) {
        names[i] = program->parameters[i].name;
    }
    nbb_add_near(&words, name, names, program->parameter_count);
    nbb_text_add(&words, program->parameter_count > 0 ? " (the parameters are" : " (it has none)");
    for (int i = 0; i < program->parameter_count; ++i) {
        nbb_text_add(&words, "%s %s%s", i > 0 ? "," : "", names[i], i + 1 == program->parameter_count ? ")" : "");
    }
    nbb_status status = nbb_fail(NBB_ERROR_USAGE, "%s: %s has no parameter '%s'%s", asked, program->name, name,
                                 nbb_text_string(&words));
    nbb_text_free(&words);
    return status;
}

nbb_status nbb_program_set(nbb_program *program, const char *asked, const char *assignment)
{
    const char *sign = strchr(assignment, '=');
    char *end = NULL;
    if (sign == NULL || sign == assignment) {
        return nbb_fail(NBB_ERROR_USAGE, "%s: NAME=VALUE is expected", asked);
    }
    char *name = nbb_arena_copy(program->arena, assignment, (size_t)(sign - assignment));
    if (name == NULL) {
        return NBB_ERROR_RUN;
    }
    int number = nbb_program_parameter_index(program, name);
    double value = strtod(sign + 1, &end);
    if (number < 0) {
        return fail_parameter(program, asked, name);
    }
    if (end == sign + 1 || *end != '\0' || !isfinite(value)) {
        return nbb_fail(NBB_ERROR_USAGE, "%s: '%s' is no finite number", asked, sign + 1);
    }
    program->parameters[number].value = value;
    return NBB_OK;
}

void nbb_program_sweep(nbb_program *program, const char *name, double from, double to)
{
    nbb_parameter *parameter = &program->parameters[nbb_program_parameter_index(program, name)];
    parameter->is_swept = true;
    parameter->swept[0] = from;
    parameter->swept[1] = to;
}

uint32_t nbb_field_bytes(const nbb_field *field)
{
    static const uint32_t bytes[] = {
#define X(name, text, bytes, bits) bytes,
        NBB_FIELD_KINDS(X)
#undef X
    };
    return bytes[field->kind];
}

void nbb_program_free(nbb_program *program)
{
    nbb_arena_free(program->arena);
    *program = (nbb_program){ 0 };
}
