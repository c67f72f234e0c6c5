/* show.c - members of JSON objects. */
#include "cli/show.h"

int64_t nbb_show_number(const json_t *object, const char *name)
{
    return json_integer_value(json_object_get(object, name));
}

const char *nbb_show_text(const json_t *object, const char *name)
{
    return json_string_value(json_object_get(object, name));
}
