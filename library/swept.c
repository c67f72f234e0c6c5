/* swept.c - reads what a sweep's text says: a name and its values. */
#include "library/ensemble.h"

/* Reads a number up to `end`; returns what is behind it, or NULL. */
static const char *read_number(const char *text, const char *end, double *number)
{
    char *behind = NULL;
    *number = strtod(text, &behind);
    size_t length = strlen(end);
    if (behind > text + 1 && behind[-1] == '.' && behind[0] == '.' && behind[1] != '.') {
        --behind; /* "1..2" begins with 1, not with "1." */
    }
    return behind > text && isfinite(*number) && strncmp(behind, end, length) == 0 ? behind + length : NULL;
}

/* The COUNT of "/COUNT", or of a range of whole numbers; 0 where it is neither. */
static int64_t count_range(const char *at, double from, double to)
{
    char *end = NULL;
    if (*at == '\0') {
        return from >= 0 && from <= to && to <= NBB_SCAN_VALUES_MAX ? (int64_t)(to - from) + 1 : 0;
    }
    int64_t count = *at == '/' ? strtoll(at + 1, &end, 10) : 0;
    return end != NULL && end > at + 1 && *end == '\0' && count >= 2 && count <= NBB_SCAN_VALUES_MAX ? count : 0;
}

/* "1.0..2.0/21": evenly spaced values, both ends met exactly; of sizes also "3..7". 0 values where it is no range. */
static nbb_status read_range(const char *text, bool is_size, nbb_swept *swept)
{
    double from = 0, to = 0;
    const char *at = read_number(text, "..", &from);
    at = at != NULL ? read_number(at, "", &to) : NULL;
    swept->count = at != NULL && (is_size || *at != '\0') ? count_range(at, from, to) : 0;
    if (swept->count < 1) {
        swept->count = 0;
        return NBB_OK;
    }
    NBB_TRY(NBB_MAKE(swept->values, swept->count, "values of a sweep"));
    for (int64_t i = 0; i < swept->count; ++i) {
        double between = *at == '\0' ? (double)i : (to - from) * ((double)i / (double)(swept->count - 1));
        swept->values[i] = i + 1 == swept->count ? to : from + between;
    }
    return NBB_OK;
}

/* "1.0,1.2,1.5"; 0 values where it is no list. */
static nbb_status read_list(const char *text, nbb_swept *swept)
{
    NBB_TRY(NBB_MAKE(swept->values, strlen(text) / 2 + 1, "values of a sweep"));
    for (const char *at = text; at != NULL && *at != '\0';) {
        const char *next = read_number(at, ",", &swept->values[swept->count]);
        at = next != NULL && *next != '\0' ? next : read_number(at, "", &swept->values[swept->count]);
        swept->count = at == NULL || (at != next && *at != '\0') ? 0 : swept->count + 1;
        at = swept->count > 0 ? at : NULL;
    }
    swept->count = swept->count > 0 && swept->count <= NBB_SCAN_VALUES_MAX ? swept->count : 0;
    return NBB_OK;
}

/* Sizes are whole numbers. */
static bool are_whole(const nbb_swept *swept)
{
    bool are = true;
    for (int64_t i = 0; i < swept->count; ++i) {
        are = are && swept->values[i] >= 0 && swept->values[i] <= INT32_MAX
              && swept->values[i] == floor(swept->values[i]);
    }
    return are;
}

nbb_status nbb_swept_read(const char *text, const char *size, nbb_swept *swept)
{
    const char *equals = strchr(text, '=');
    bool is_size = false;
    *swept = (nbb_swept){ .text = text, .parameter = -1 };
    if (equals != NULL && equals > text) {
        swept->name = strndup(text, (size_t)(equals - text));
        NBB_TRY(swept->name != NULL ? NBB_OK : nbb_fail_memory((size_t)(equals - text), "a parameter's name"));
        is_size = size != NULL && strcmp(swept->name, size) == 0;
        NBB_TRY(strstr(equals, "..") != NULL ? read_range(equals + 1, is_size, swept) : read_list(equals + 1, swept));
    }
    NBB_REFUSE_IF(is_size && (swept->count == 0 || !are_whole(swept)),
                  "--sweep %s: expected whole numbers, as %s=3..7 or %s=3,5,7", text, size, size);
    NBB_REFUSE_IF(swept->count <= 0,
                  "--sweep %s: expected NAME=FROM..TO/COUNT, as T=1.0..2.0/21, COUNT from 2 to %d,"
                  " or NAME=V,V,..., as T=1,1.2,1.5",
                  text, NBB_SCAN_VALUES_MAX);
    return NBB_OK;
}

void nbb_swept_free(nbb_swept *swept)
{
    free(swept->name);
    free(swept->values);
    *swept = (nbb_swept){ .text = NULL };
}
