/* job_given.c - takes --init apart: files and arrays. */
#include "library/request.h"

#include "gen/base/text.h"

#include <stdlib.h>
#include <string.h>

/* What is in front of '=' where that may be a field's name; 0 letters where it is not. */
static size_t name_length(const char *text)
{
    size_t length = strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789");
    return text[length] == '=' ? length : 0;
}

static nbb_status fail_field(const nbb_program *program, const char *text, size_t length)
{
    const nbb_field *fields = program->fields;
    const char *names[NBB_FIELDS_MAX], *of = program->name;
    int count = program->field_count;
    NBB_LOCAL_TEXT all = NBB_TEXT_EMPTY, near = NBB_TEXT_EMPTY;
    for (int i = 0; i < count; ++i) {
        names[i] = fields[i].name;
        nbb_text_add(&all, "%s%s", i > 0 ? ", " : "", names[i]);
    }
    NBB_LOCAL_TEXT name = nbb_text_of("%.*s", (int)length, text);
    nbb_add_near(&near, nbb_text_string(&name), names, count);
    return length == 0 ? nbb_fail(NBB_ERROR_USAGE, "--init %s: %s has several fields: give FIELD=FILE, of %s", text,
                                  of, nbb_text_string(&all))
                       : nbb_fail(NBB_ERROR_USAGE, "--init %s: %s has no field '%s'%s (the fields are %s)", text, of,
                                  nbb_text_string(&name), nbb_text_string(&near), nbb_text_string(&all));
}

/* The field and the file of "u=start.npy", or where there is one field of "start.npy". */
static nbb_status take_apart(const nbb_program *program, const char *text, int *field, const char **path)
{
    const nbb_field *fields = program->fields;
    int count = program->field_count;
    size_t length = name_length(text);
    *path = length > 0 ? text + length + 1 : text;
    for (*field = 0; *field < count; ++*field) {
        const char *name = fields[*field].name;
        bool is_it = length > 0 ? strlen(name) == length && strncmp(name, text, length) == 0 : count == 1;
        if (is_it) {
            return NBB_OK;
        }
    }
    return fail_field(program, text, length);
}

/* What else was given that --init leaves nothing to do, or that asks for an --init. */
static nbb_status check_options(const nbb_options *options)
{
    bool has_pattern = false;
    for (int i = 0; i < options->initial.count; ++i) {
        has_pattern = has_pattern || nbb_given_is_pattern(options->initial.items[i]);
    }
    if (options->program_name == NULL && options->initial.count > 0) {
        NBB_TRY(nbb_options_refuse(options, "density seed",
                                   " has no effect beside --init: the file says which cells live"));
    }
    return options->at == NULL || has_pattern
               ? NBB_OK
               : nbb_fail(NBB_ERROR_USAGE, "--at %s: it says where a pattern goes: give --init FILE.rle",
                          options->at);
}

/* Takes "X,Y". */
static nbb_status read_at(const char *text, nbb_vector *at)
{
    char *end = (char *)text;
    *at = (nbb_vector){ { 0 } };
    for (int axis = 0; axis < 2; ++axis) {
        const char *begin = end + (axis > 0);
        bool is_number = *begin == '-' || (*begin >= '0' && *begin <= '9');
        at->at[axis] = is_number ? strtoll(begin, &end, 10) : INT64_MAX;
        if (end == begin || *end != (axis == 0 ? ',' : '\0') || at->at[axis] < -NBB_N_MAX
            || at->at[axis] > NBB_N_MAX) {
            return nbb_fail(NBB_ERROR_USAGE, "--at %s: expected two whole numbers, X,Y", text);
        }
    }
    return NBB_OK;
}

nbb_status nbb_options_read_given(const nbb_options *options, const nbb_domain *domain, nbb_given_fields *given)
{
    nbb_vector at;
    nbb_rule rule;
    bool is_free = options->program_name != NULL || options->rule_text != NULL;
    nbb_given_pattern pattern = { options->at != NULL ? &at : NULL, is_free ? NULL : &rule };
    NBB_TRY(nbb_options_rule(options, nbb_domain_axes(domain), &rule));
    *given = (nbb_given_fields){ .program = options->program, .domain = *domain };
    NBB_TRY(check_options(options));
    NBB_TRY(options->at != NULL ? read_at(options->at, &at) : NBB_OK);
    for (int i = 0; i < options->initial.count; ++i) {
        const char *path, *text = options->initial.items[i];
        int field = 0;
        NBB_TRY(take_apart(options->program, text, &field, &path));
        if (given->values[field].at != NULL) {
            return nbb_fail(NBB_ERROR_USAGE, "--init %s: the field is given twice", text);
        }
        NBB_TRY(options->arrays[i] != NULL ? nbb_given_take(path, options->arrays[i], field, given)
                                           : nbb_given_read(path, field, pattern, given));
    }
    return NBB_OK;
}
