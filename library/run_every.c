/* run_every.c - takes --every apart. */
#include "library/run_whole.h"

#include "gen/base/text.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const char *const names[NBB_LOOK_COUNT] = {
#define X(name, text) text,
    NBB_LOOKS(X)
#undef X
};

/* One --every: who is named (-1: nobody), and the steps, or 0 and the seconds. */
typedef struct interval {
    int look;
    int64_t steps;
    double seconds;
} interval;

/* The seconds of a unit, or 0. */
static double unit_of(const char *text)
{
    return strcmp(text, "s") == 0 ? 1 : strcmp(text, "min") == 0 ? 60 : strcmp(text, "h") == 0 ? 3600 : 0;
}

/* The unit of a time that was probably meant: one near, or another name of it. */
static const char *near_unit(const char *text)
{
    static const char *const given[] = { "s", "ss", "sec", "secs", "second", "seconds",
                                         "m", "mn", "min", "mins", "minute", "minutes",
                                         "h", "hr", "hrs", "hh",   "hour",   "hours" };
    enum { MINUTES = 6, HOURS = 12, ALL = sizeof given / sizeof given[0] };
    int near = 0;
    while (near < ALL && strcasecmp(given[near], text) != 0) {
        ++near;
    }
    near = near < ALL ? near : nbb_near_miss(text, given, ALL);
    return near < 0 ? NULL : near < MINUTES ? "s" : near < HOURS ? "min" : "h";
}

/* Appends what was probably meant by a number, or by a number and a unit. */
static void add_near_time(nbb_text *near, const char *text)
{
    const char *number = text + strcspn(text, "=");
    number = *number == '=' ? number + 1 : text;
    size_t digits = strspn(number, "0123456789");
    const char *given = number + digits;
    const char *unit = digits > 0 && *given != '\0' && unit_of(given) == 0 ? near_unit(given) : NULL;
    if (unit != NULL) {
        nbb_text_add(near, ": did you mean '%.*s%s'?", (int)(number + digits - text), text, unit);
    }
}

/* Whose name stands so long in the text, or -1. */
static int look_of(const char *text, size_t length)
{
    int look = NBB_LOOK_COUNT - 1;
    while (look >= 0 && (strlen(names[look]) != length || strncmp(names[look], text, length) != 0)) {
        --look;
    }
    return look;
}

static nbb_status fail_form(const char *text)
{
    NBB_LOCAL_TEXT what = NBB_TEXT_EMPTY, near = NBB_TEXT_EMPTY;
    size_t length = strcspn(text, "=");
    nbb_text_put(&what, text, length);
    if (text[length] == '=' && look_of(text, length) < 0) {
        nbb_add_near(&near, nbb_text_string(&what), names, NBB_LOOK_COUNT);
    } else {
        add_near_time(&near, text);
    }
    nbb_fail(NBB_ERROR_USAGE,
             "--every %s: expected a number of steps, 100, or series=100, frames=100, checkpoint=100; of"
             " checkpoints also a time: 30s, 10min, 2h%s",
             text, nbb_text_string(&near));
    return NBB_ERROR_USAGE;
}

static nbb_status parse(const char *text, interval *found)
{
    const char *equals = strchr(text, '='), *number = equals != NULL ? equals + 1 : text;
    char *end = NULL;
    *found = (interval){ .look = equals != NULL ? look_of(text, (size_t)(equals - text)) : -1 };
    errno = 0;
    int64_t value = strtoll(number, &end, 10);
    bool is_good = *number >= '0' && *number <= '9' && errno == 0 && value >= 1 && value <= INT32_MAX
                   && (equals == NULL || found->look >= 0);
    if (!is_good || (*end != '\0' && unit_of(end) == 0)) {
        return fail_form(text);
    }
    if (*end == '\0') {
        found->steps = value;
        return NBB_OK;
    }
    found->seconds = (double)value * unit_of(end);
    if (found->look >= 0 && found->look != NBB_LOOK_CHECKPOINT) {
        return nbb_fail(NBB_ERROR_USAGE, "--every %s: %s goes by steps; only checkpoints go by time", text,
                        names[found->look]);
    }
    found->look = NBB_LOOK_CHECKPOINT;
    return NBB_OK;
}

/* Whether something looks at the steps: `look`, or any if it is -1. */
static bool is_looked_at(const nbb_options *options, int look)
{
    const bool looks[NBB_LOOK_COUNT] = { [NBB_LOOK_SERIES] = options->series != NULL
                                                             || nbb_options_given(options, "average"),
                                         [NBB_LOOK_FRAMES] = options->frames != NULL || options->apng != NULL,
                                         [NBB_LOOK_CHECKPOINT] = options->checkpoint != NULL };
    return look >= 0 ? looks[look] : looks[NBB_LOOK_SERIES] || looks[NBB_LOOK_FRAMES] || looks[NBB_LOOK_CHECKPOINT];
}

static nbb_status check_looked_at(const nbb_options *options, const char *text, int look)
{
    static const char *const without[] = { "--series or --average", "--frames or --apng", "--checkpoint" };
    return is_looked_at(options, look)
               ? NBB_OK
               : nbb_fail(NBB_ERROR_USAGE, "--every %s has no effect without %s: nothing looks at the steps", text,
                          look >= 0 ? without[look] : "--series, --average, --frames, --apng or --checkpoint");
}

/* Each of them into its place; `given` has one for everybody behind those of each. */
static nbb_status collect(const nbb_options *options, const char *given[NBB_LOOK_COUNT + 1],
                          interval found[NBB_LOOK_COUNT + 1])
{
    for (int i = 0; i < options->every.count; ++i) {
        const char *text = options->every.items[i];
        interval one;
        NBB_TRY(parse(text, &one));
        NBB_TRY(check_looked_at(options, text, one.look));
        int place = one.look >= 0 ? one.look : NBB_LOOK_COUNT;
        if (given[place] != NULL) {
            return nbb_fail(NBB_ERROR_USAGE, "--every %s and --every %s: which one?", given[place], text);
        }
        given[place] = text;
        found[place] = one;
    }
    return NBB_OK;
}

nbb_status nbb_options_every(const nbb_options *options, nbb_every *every)
{
    const char *given[NBB_LOOK_COUNT + 1] = { NULL };
    interval found[NBB_LOOK_COUNT + 1];
    NBB_TRY(collect(options, given, found));
    *every = (nbb_every){ .steps = { 1, 1, 0 }, .seconds = 600 };
    for (int look = 0; look < NBB_LOOK_COUNT; ++look) {
        int place = given[look] != NULL ? look : NBB_LOOK_COUNT;
        if (given[place] != NULL) {
            every->steps[look] = found[place].steps;
            every->seconds = look == NBB_LOOK_CHECKPOINT ? found[place].seconds : every->seconds;
        }
    }
    return NBB_OK;
}
