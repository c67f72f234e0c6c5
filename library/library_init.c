/* library_init.c - a field's first values, from an array of the caller's. */
#include "library/library_job.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

static nbb_npy_type type_of(const char *type)
{
    int number = 0;
    while (number < NBB_NPY_TYPE_COUNT && strcmp(nbb_npy_type_names[number], type) != 0) {
        ++number;
    }
    return (nbb_npy_type)number;
}

/* As --init has it: the array stands where a file's name would. */
static nbb_status name_array(nbbgen_job *job, const char *field, const char **text)
{
    for (const char *at = field; at != NULL && *at != '\0'; ++at) {
        if (!isalnum((unsigned char)*at) && *at != '_') {
            return nbb_fail(NBB_ERROR_USAGE, "a field's name expected, '%s' is given", field);
        }
    }
    NBB_LOCAL_TEXT named = nbb_text_of("%s%sarray", field != NULL ? field : "", field != NULL ? "=" : "");
    return nbb_library_keep(job, nbb_text_string(&named), text);
}

/* The array in words, for messages: "'<f4' of shape (9, 9)". */
static nbb_status describe(nbbgen_job *job, const char *type, int axes, const int64_t *shape, const char **found)
{
    NBB_LOCAL_TEXT words = nbb_text_of("'%s' of shape (", type);
    for (int i = 0; i < axes; ++i) {
        nbb_text_add(&words, "%s%" PRId64, i > 0 ? ", " : "", shape[i]);
    }
    nbb_text_add(&words, axes == 1 ? ",)" : ")");
    return nbb_library_keep(job, nbb_text_string(&words), found);
}

static nbb_status take(nbbgen_job *job, const char *field, const char *type, int axes, const int64_t *shape,
                       const void *values)
{
    nbb_options *options = &job->options;
    nbb_given_array *array = &job->arrays[job->array_count];
    const char *text = NULL;
    NBB_TRY(nbb_library_check_text(type, "a type"));
    NBB_TRY(name_array(job, field, &text));
    if (job->array_count == NBB_FIELDS_MAX) {
        return nbb_fail(NBB_ERROR_USAGE, "--init %s: a program has at most %d fields", text, NBB_FIELDS_MAX);
    }
    *array = (nbb_given_array){ .shape = { .axes = axes, .type = type_of(type) }, .values = values };
    for (int i = 0; i < axes && i < NBB_AXES_MAX; ++i) {
        array->shape.at[i] = shape[i];
    }
    NBB_TRY(describe(job, type, axes, shape, &array->found));
    NBB_TRY(nbb_options_take(options, "init", text));
    options->arrays[options->initial.count - 1] = array;
    ++job->array_count;
    return NBB_OK;
}

nbbgen_status nbbgen_init(nbbgen_job *job, const char *field, const char *type, int axes, const int64_t *shape,
                          const void *values)
{
    return NBB_LIBRARY_DO(job, take(job, field, type, axes, shape, values));
}
