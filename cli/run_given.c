/* run_given.c - takes --init apart. */
#include "cli/run_given.h"

#include "gen/base/near.h"

#include <string.h>

/* What is in front of '=' where that may be a field's name; 0 letters where it is not. */
static size_t name_length(const char *text)
{
    size_t length = strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789");
    return text[length] == '=' ? length : 0;
}

static nbb_status fail_field(const nbb_program *program, const char *text, size_t length)
{
    const char *names[NBB_FIELDS_MAX];
    nbb_text all = NBB_TEXT_EMPTY, name = NBB_TEXT_EMPTY;
    for (int i = 0; i < program->field_count; ++i) {
        names[i] = program->fields[i].name;
        nbb_text_add(&all, "%s%s", i > 0 ? ", " : "", names[i]);
    }
    nbb_text_add(&name, "%.*s", (int)length, text);
    int near = nbb_near_miss(nbb_text_string(&name), names, program->field_count);
    nbb_status status = length == 0
                            ? nbb_fail(NBB_ERROR_USAGE, "--init %s: %s has several fields: give FIELD=FILE, of %s",
                                       text, program->name, nbb_text_string(&all))
                            : nbb_fail(NBB_ERROR_USAGE, "--init %s: %s has no field '%s'%s%s%s (the fields are %s)",
                                       text, program->name, nbb_text_string(&name),
                                       near >= 0 ? ": did you mean '" : "", near >= 0 ? names[near] : "",
                                       near >= 0 ? "'?" : "", nbb_text_string(&all));
    nbb_text_free(&all);
    nbb_text_free(&name);
    return status;
}

/* The field and the file of "u=start.npy", or of a program with one field of "start.npy". */
static nbb_status take_apart(const nbb_program *program, const char *text, int *field, const char **path)
{
    size_t length = name_length(text);
    *path = length > 0 ? text + length + 1 : text;
    for (*field = 0; *field < program->field_count; ++*field) {
        const char *name = program->fields[*field].name;
        bool is_it = length > 0 ? strlen(name) == length && strncmp(name, text, length) == 0
                                : program->field_count == 1;
        if (is_it) {
            return NBB_OK;
        }
    }
    return fail_field(program, text, length);
}

nbb_status nbb_options_given_fields(const nbb_options *options, const nbb_program *program, unsigned *fields)
{
    *fields = 0;
    for (int i = 0; i < options->initial.count; ++i) {
        const char *path;
        int field = 0;
        NBB_TRY(take_apart(program, options->initial.items[i], &field, &path));
        if (*fields >> field & 1) {
            return nbb_fail(NBB_ERROR_USAGE, "--init %s: field %s is given twice", options->initial.items[i],
                            program->fields[field].name);
        }
        *fields |= 1u << field;
    }
    return NBB_OK;
}

nbb_status nbb_options_read_given(const nbb_options *options, const nbb_domain *domain, nbb_given_fields *given)
{
    *given = (nbb_given_fields){ .program = options->program };
    for (int i = 0; i < options->initial.count; ++i) {
        const char *path;
        int field = 0;
        NBB_TRY(take_apart(options->program, options->initial.items[i], &field, &path));
        NBB_TRY(nbb_given_read(path, field, options->program, domain, given));
    }
    return NBB_OK;
}
