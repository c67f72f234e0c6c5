/* view_deeds.c - what pages want done: steps, other parameters, cells' values. Nothing they send names a file. */
#include "cli/viewed.h"

enum { CELLS_MAX = 1 << 16 };

/* A whole number from `least` on; fails (usage) on anything else. */
static nbb_status take_number(const char *name, const json_t *value, int64_t least, int64_t *number)
{
    *number = json_integer_value(value);
    return json_is_integer(value) && *number >= least
               ? NBB_OK
               : NBB_REFUSE("%s: expected a whole number from %" PRId64 " on", name, least);
}

void nbb_view_play(nbb_viewed *view, bool plays)
{
    view->plays = plays;
    view->began = nbb_milliseconds();
    view->from = nbbgen_steps(view->job);
}

static nbb_status do_play(nbb_viewed *view, const json_t *value)
{
    view->goal = -1;
    nbb_view_play(view, json_is_true(value));
    return NBB_OK;
}

static nbb_status do_speed(nbb_viewed *view, const json_t *value)
{
    double speed = json_number_value(value);
    NBB_REFUSE_IF(!json_is_number(value) || !(speed >= 0 && speed <= 1e9),
                  "speed: expected steps a second, or 0 for as many as can be");
    view->speed = speed;
    nbb_view_play(view, view->plays);
    return NBB_OK;
}

static nbb_status do_goal(nbb_viewed *view, const json_t *value)
{
    NBB_TRY(take_number("goal", value, nbbgen_steps(view->job), &view->goal));
    nbb_view_play(view, true);
    return NBB_OK;
}

static nbb_status do_step(nbb_viewed *view, const json_t *value)
{
    int64_t steps;
    NBB_TRY(take_number("step", value, 1, &steps));
    nbb_view_play(view, false);
    return nbb_client_status(view->job, nbbgen_step(view->job, steps));
}

static nbb_status do_checkpoint(nbb_viewed *view, NBB_UNUSED const json_t *value)
{
    NBB_REFUSE_IF(view->options->checkpoint == NULL, "no folder for checkpoints: begin with --checkpoint DIR");
    NBB_TRY(nbb_client_status(view->job, nbbgen_checkpoint(view->job, view->options->checkpoint)));
    view->saved = nbbgen_steps(view->job);
    return NBB_OK;
}

/* {"T": 1.5}: from the next step on. At the first one a command can say it, too. */
static nbb_status do_set(nbb_viewed *view, const json_t *value)
{
    NBB_JSON_MEMBERS (value, name, number) {
        NBB_REFUSE_IF(!json_is_number(number), "set: expected a number for %s", name);
        NBB_TRY(nbb_client_status(view->job, nbbgen_set(view->job, name, json_number_value(number))));
        view->altered |= nbbgen_steps(view->job) > 0;
    }
    view->saved = view->observed_step = -1;
    return NBB_OK;
}

/* Begins anew with this seed. */
static nbb_status do_seed(nbb_viewed *view, const json_t *value)
{
    int64_t seed;
    NBB_TRY(take_number("seed", value, 0, &seed));
    NBB_TRY(nbb_client_status(view->job, nbbgen_reset(view->job, (uint64_t)seed)));
    uint64_t last = (uint64_t)seed + view->options->last_seed - view->options->seed;
    snprintf(view->seed, sizeof view->seed, last > (uint64_t)seed ? "%" PRId64 "..%" PRIu64 : "%" PRId64, seed, last);
    view->altered = false;
    view->saved = view->observed_step = view->goal = -1;
    nbb_view_play(view, view->plays);
    return NBB_OK;
}

/* The number as an element of a field. */
static nbb_status put_value(const char *type, double value, void *element)
{
    bool is_whole = value == floor(value) && fabs(value) <= 4294967295.0;
    if (strcmp(type, "<f4") == 0) {
        *(float *)element = (float)value;
    } else if (strcmp(type, "<f8") == 0) {
        *(double *)element = value;
    } else if (!is_whole || strcmp(type, "<f2") == 0) {
        return NBB_REFUSE("a value of type %s cannot be %g", type, value);
    } else if (strcmp(type, "|u1") == 0) {
        *(unsigned char *)element = (unsigned char)value;
        return value >= 0 && value <= 255 ? NBB_OK : NBB_REFUSE("a value of type u1 cannot be %g", value);
    } else {
        int64_t whole = (int64_t)value;
        memcpy(element, &whole, 4); /* the low bytes come first */
    }
    return NBB_OK;
}

/* The cells among the places that were named, their coordinates one behind the other; how many. */
static nbb_status take_cells(nbbgen_job *job, const json_t *places, uint32_t *at, int64_t *count)
{
    int axes = nbbgen_axes(job);
    *count = 0;
    for (size_t i = 0; i + (size_t)axes <= json_array_size(places); i += (size_t)axes) {
        int64_t number = -1;
        bool is_inside = true;
        for (int axis = 0; axis < axes; ++axis) {
            json_int_t place = json_integer_value(json_array_get(places, i + (size_t)axis));
            is_inside &= place >= 0 && place < nbbgen_side(job, axis);
            at[*count * axes + axis] = (uint32_t)place;
        }
        NBB_TRY_IF(is_inside, nbb_client_status(job, nbbgen_numbers(job, 1, at + *count * axes, &number)));
        *count += number >= 0;
    }
    return NBB_OK;
}

/* {"field": 0, "value": 1, "cells": [x, y, x, y, ...]} */
static nbb_status do_draw(nbb_viewed *view, const json_t *value)
{
    nbbgen_job *job = view->job;
    const json_t *places = json_object_get(value, "cells"), *number = json_object_get(value, "value");
    int field = (int)json_integer_value(json_object_get(value, "field"));
    int64_t count;
    NBB_REFUSE_IF(!json_is_array(places) || json_array_size(places) > CELLS_MAX || !json_is_number(number)
                      || field < 0 || field >= nbbgen_fields(job),
                  "draw: expected a field's number, a value and at most %d coordinates", CELLS_MAX);
    const char *type = nbbgen_field_type(job, field);
    size_t bytes = (size_t)strtoul(type + 2, NULL, 10), places_count = json_array_size(places);
    NBB_LOCAL_MAKE(uint32_t, at, places_count + 3, "cells to draw");
    NBB_LOCAL_MAKE(char, values, (places_count + 1) * sizeof(double), "cells to draw");
    NBB_TRY(take_cells(job, places, at, &count));
    NBB_TRY(NBB_EACH(i, count, put_value(type, json_number_value(number), values + (size_t)i * bytes)));
    if (count > 0) {
        NBB_TRY(nbb_client_status(view->job, nbbgen_write_at(job, field, count, at, values)));
        view->altered = true;
        view->saved = view->observed_step = -1;
    }
    return NBB_OK;
}

/* {"field": 0, "at": [x, y], "text": "x = 3, ..."}, of three axes with z. */
static nbb_status do_pattern(nbb_viewed *view, const json_t *value)
{
    const json_t *text = json_object_get(value, "text"), *place = json_object_get(value, "at");
    int64_t at[3];
    NBB_FILL(axis, 3, at[axis], json_integer_value(json_array_get(place, (size_t)axis)));
    NBB_REFUSE_IF(!json_is_string(text), "pattern: expected the text of an .rle");
    NBB_TRY(nbb_client_status(view->job,
                              nbbgen_write_rle(view->job, (int)json_integer_value(json_object_get(value, "field")),
                                               at, json_string_value(text), json_string_length(text))));
    view->altered = true;
    view->saved = view->observed_step = -1;
    return NBB_OK;
}

static const struct {
    const char *name;
    nbb_status (*work)(nbb_viewed *view, const json_t *value);
} deeds[] = { { "seed", do_seed },      { "set", do_set },   { "speed", do_speed }, { "draw", do_draw },
              { "step", do_step },      { "goal", do_goal }, { "play", do_play },   { "checkpoint", do_checkpoint },
              { "pattern", do_pattern } };

nbb_status nbb_view_do(nbb_viewed *view, const json_t *wanted)
{
    for (int i = 0; i < NBB_COUNT(deeds); ++i) {
        const json_t *value = json_object_get(wanted, deeds[i].name);
        NBB_TRY_IF(value != NULL, deeds[i].work(view, value));
    }
    return NBB_OK;
}
