/* view_answers.c - what pages ask: the state in words and numbers, pictures and arrays. */
#include "cli/viewed.h"

#include "runtime/run/npy.h"

#include <microhttpd.h>

enum { BAD = 400, MISSING = 404, PLACES_MAX = 1 << 26, RARELY = 50 };

/* The value of ?NAME=VALUE as a whole number: `otherwise` if it is not there, false where it is none. */
static bool take_number(const nbb_query *request, const char *name, int64_t otherwise, int64_t *number)
{
    const char *text = MHD_lookup_connection_value(request->connection, MHD_GET_ARGUMENT_KIND, name);
    char *end = NULL;
    *number = otherwise;
    NBB_RETURN_IF(text == NULL, true);
    errno = 0;
    *number = strtoll(text, &end, 10);
    return *text != '\0' && *end == '\0' && errno == 0;
}

/* --- the state --- */

nbb_status nbb_view_parameters(const nbb_viewed *view, nbb_view_get *get, json_t **found)
{
    int64_t copies = nbbgen_copies(view->job);
    NBB_LOCAL_MAKE(double, values, copies, "values of parameters");
    json_t *made = json_object();
    NBB_JSON_MEMBERS (json_object_get(view->info, "parameters"), name, ignored) {
        NBB_TRY_OR(nbb_client_status(view->job, get(view->job, name, values)), json_decref(made));
        nbb_json_set(made, name, NBB_JSON_LIST(copy, copies, nbb_json_real(values[copy])));
    }
    *found = made;
    return NBB_OK;
}

/* Asked for once a step and, while it plays, so seldom that steps hardly wait for it. */
static nbb_status observe(nbb_viewed *view)
{
    nbbgen_job *job = view->job;
    int64_t step = nbbgen_steps(job), copies = nbbgen_copies(job);
    int count = nbbgen_observables(job);
    double begins = nbb_milliseconds();
    bool is_soon = view->plays && view->observed_step >= 0 && begins < view->observes;
    NBB_DONE_IF(view->observed != NULL && (view->observed_step == step || is_soon));
    NBB_LOCAL_HEAP union value {
        int64_t integer;
        double real;
    } *values = NULL;
    NBB_TRY(NBB_MAKE(values, count * copies + 1, "observables"));
    json_decref(view->observed);
    view->observed = json_object();
    view->observed_step = step;
    bool is_known = nbbgen_observe(job, values) == NBBGEN_OK;
    for (int i = 0; i < count && is_known; ++i) {
        bool is_real = strcmp(nbbgen_observable_type(job, i), "<f8") == 0;
        const union value *of = &values[i * copies];
        nbb_json_set(
            view->observed, nbbgen_observable_name(job, i),
            NBB_JSON_LIST(copy, copies, is_real ? nbb_json_real(of[copy].real) : json_integer(of[copy].integer)));
    }
    view->observes = nbb_milliseconds() + RARELY * (nbb_milliseconds() - begins);
    return NBB_OK;
}

/* Appends the parameters that have other values than at the start, and takes what was given of them. */
static void add_sets(const nbb_viewed *view, const json_t *parameters, nbb_options *options, nbb_text *sets)
{
    nbb_option_texts *given = &options->assignments;
    NBB_JSON_MEMBERS (parameters, name, value) {
        if (json_equal(value, json_object_get(view->first, name))) {
            continue;
        }
        size_t length = strlen(name);
        int kept = 0;
        for (int i = 0; i < given->count; ++i) {
            const char *item = given->items[i];
            given->items[kept] = item;
            kept += strncmp(item, name, length) != 0 || item[length] != '=';
        }
        given->count = kept;
        nbb_text_add(sets, " --set %s=", name);
        nbb_text_add(sets, "%s", NBB_REAL(json_number_value(json_array_get(value, 0))));
    }
}

/* The command line of `nbbgen run` that gives this state, or null where a page altered it and no checkpoint has it.
   */
static json_t *describe_command(const nbb_viewed *view, const json_t *parameters)
{
    NBB_LOCAL_TEXT command = NBB_TEXT_EMPTY;
    nbb_options options = *view->options;
    int64_t step = nbbgen_steps(view->job);
    options.command = NBB_COMMAND_RUN;
    options.words = NULL;
    options.word_count = 0;
    if (view->altered) {
        NBB_RETURN_IF(view->saved != step, json_null());
        nbb_text_add(&command, "nbbgen run --resume ");
        nbb_add_word(&command, options.checkpoint);
    } else if (nbbgen_copies(view->job) > 1 && !json_equal(parameters, view->first)) {
        return json_null();
    } else {
        if (view->seed[0] != '\0') {
            nbb_options_give(&options, "seed", view->seed);
        }
        NBB_LOCAL_TEXT sets = NBB_TEXT_EMPTY;
        add_sets(view, parameters, &options, &sets);
        nbb_options_command(&options, &command);
        nbb_text_add(&command, "%s", nbb_text_string(&sets));
    }
    nbb_text_add(&command, " --steps %" PRId64, step);
    return nbb_json_take(&command);
}

static nbb_status answer_state(nbb_viewed *view, nbb_query *query)
{
    const nbb_options *options = view->options;
    nbbgen_job *job = view->job;
    int64_t copies = nbbgen_copies(job);
    json_t *parameters = NULL, *scheduled = NULL;
    /* Of each copy its seed, and the number of its state. */
    NBB_LOCAL_MAKE(int64_t, seeds, copies, "seeds");
    NBB_LOCAL_MAKE(int64_t, places, copies, "places");
    NBB_TRY(nbb_client_status(job, nbbgen_seeds(job, (uint64_t *)seeds)));
    NBB_TRY(nbb_client_status(job, nbbgen_places(job, places)));
    NBB_TRY(observe(view));
    NBB_TRY(nbb_view_parameters(view, nbbgen_get, &parameters));
    NBB_TRY_OR(nbb_view_parameters(view, nbbgen_get_scheduled, &scheduled), json_decref(parameters));
    json_t *schedule = json_object_get(view->info, "schedule"); /* of an automaton there is none */
    json_t *state = json_pack(
        "{s:o, s:o, s:o, s:o, s:o, s:o, s:I, s:o, s:b, s:o, s:I, s:b, s:o, s:o, s:I, s:O, s:o, s:b, s:o}",
        "parameters", parameters, "scheduled", scheduled, "seeds", nbb_json_integers(seeds, copies), "places",
        nbb_json_integers(places, copies), "fractal",
        nbb_json_text(options->subject != NULL ? options->subject : options->resume), "sides",
        NBB_JSON_LIST(axis, nbbgen_axes(job), json_integer(nbbgen_side(job, axis))), "cells",
        (json_int_t)nbbgen_cells(job), "fields",
        NBB_JSON_LIST(i, nbbgen_fields(job),
                      json_pack("{s:s, s:s}", "name", nbbgen_field_name(job, i), "type", nbbgen_field_type(job, i))),
        "cubes", nbbgen_axes(job) > 2 && json_object_get(view->info, "r") != NULL, "schedule",
        schedule != NULL ? json_incref(schedule) : json_object(), "step", (json_int_t)nbbgen_steps(job), "plays",
        view->plays, "speed", nbb_json_real(view->speed), "goal",
        view->goal >= 0 ? json_integer(view->goal) : json_null(), "observed_step", (json_int_t)view->observed_step,
        "observed", view->observed, "command", describe_command(view, parameters), "saves",
        options->checkpoint != NULL, "failure", nbb_json_text(nbb_text_string(&view->failure)));
    query->type = "application/json";
    return nbb_json_print(state, 0, "a state", &query->answer);
}

static nbb_status answer_deeds(nbb_viewed *view, nbb_query *query)
{
    json_t *wanted = json_loadb(nbb_text_string(query->sent), query->sent->length, JSON_REJECT_DUPLICATES, NULL);
    nbb_status status = json_is_object(wanted) ? nbb_view_do(view, wanted) : NBB_REFUSE("expected a JSON object");
    json_decref(wanted);
    return status == NBB_OK ? answer_state(view, query) : status;
}

/* --- pictures and arrays --- */

static nbb_status answer_page(NBB_UNUSED nbb_viewed *view, nbb_query *query)
{
    nbb_text_put(&query->answer, (const char *)nbb_view_page, nbb_view_page_length);
    query->type = "text/html; charset=utf-8";
    return NBB_OK;
}

/* float32, NaN where there is no cell: ?field=0&x=0&y=0&z=0&scale=1&width=512&height=512&copies=1, as many one behind
   the other. */
static nbb_status answer_picture(nbb_viewed *view, nbb_query *query)
{
    static const char *const names[] = { "x", "y", "z", "field", "width", "height", "scale", "copies", "copy" };
    static const int usual[] = { 0, 0, 0, 0, 512, 512, 1, 1, 0 };
    int64_t given[9];
    bool is_good = true;
    for (int i = 0; i < 9; ++i) {
        is_good &= take_number(query, names[i], usual[i], &given[i]);
        is_good &= i < 3 || (given[i] >= 0 && given[i] <= INT32_MAX);
    }
    int64_t pixels = given[4] * given[5];
    NBB_REFUSE_IF(!is_good || pixels > 1 << 22 || given[7] < 1 || pixels * given[7] > 1 << 22,
                  "a picture: expected whole numbers, and at most 2^22 pixels");
    size_t bytes = (size_t)(pixels * given[7]) * sizeof(float);
    float *values = malloc(bytes + 1); /* all of it will be written */
    NBB_FAIL_IF(values == NULL, nbb_fail_memory(bytes, "a picture"));
    query->answer = (nbb_text){ .data = (char *)values, .length = bytes, .capacity = bytes };
    query->type = "application/octet-stream";
    for (int64_t i = 0; i < given[7]; ++i) {
        NBB_TRY(nbb_client_status(view->job, nbbgen_choose(view->job, given[8] + i)));
        NBB_TRY(nbb_client_status(view->job, nbbgen_picture(view->job, (int)given[3], given, given[6], (int)given[4],
                                                            (int)given[5], values + i * pixels)));
    }
    return NBB_OK;
}

/* Of three axes, cells as cubes. */
static nbb_status answer_cubes(nbb_viewed *view, nbb_query *query)
{
    const char *bytes;
    size_t length;
    int64_t field;
    NBB_REFUSE_IF(!take_number(query, "field", 0, &field) || field < 0 || field > INT32_MAX, "no such field");
    NBB_TRY(nbb_client_status(view->job, nbbgen_png(view->job, (int)field, &bytes, &length)));
    nbb_text_put(&query->answer, bytes, length);
    query->type = "image/png";
    return NBB_OK;
}

static nbb_status answer_digest(nbb_viewed *view, nbb_query *query)
{
    NBB_LOCAL_MAKE(uint64_t, digests, nbbgen_copies(view->job), "digests");
    NBB_TRY(nbb_client_status(view->job, nbbgen_digest(view->job, digests)));
    for (int64_t copy = 0; copy < nbbgen_copies(view->job); ++copy) {
        nbb_text_add(&query->answer, "0x%016" PRIx64 "\n", digests[copy]);
    }
    return NBB_OK;
}

/* The box of a field as a .npy file. */
static nbb_status answer_array(nbb_viewed *view, nbb_query *query)
{
    nbbgen_job *job = view->job;
    nbb_npy_shape shape = { .axes = nbbgen_axes(job) };
    int64_t field, places = 1;
    for (int axis = 0; axis < shape.axes; ++axis) {
        shape.at[axis] = nbbgen_side(job, shape.axes - 1 - axis);
        places *= shape.at[axis];
    }
    NBB_REFUSE_IF(!take_number(query, "field", 0, &field) || field < 0 || field >= nbbgen_fields(job),
                  "no such field");
    NBB_REFUSE_IF(places > PLACES_MAX, "the box has more than 2^26 places: save a checkpoint, from which `nbbgen run "
                                       "--resume DIR --npy FILE` makes an array");
    const nbb_spellings types = { nbb_npy_type_names, NBB_NPY_TYPE_COUNT };
    shape.type = (nbb_npy_type)nbb_spelling_index(&types, nbbgen_field_type(job, (int)field));
    size_t bytes = (size_t)places * (size_t)nbb_npy_type_bytes[shape.type];
    NBB_LOCAL_MAKE(char, values, bytes, "an array");
    NBB_TRY(nbb_client_status(job, nbbgen_read_box(job, (int)field, values)));
    nbb_npy_print_header(shape, &query->answer);
    nbb_text_put(&query->answer, values, bytes);
    query->type = "application/octet-stream";
    return NBB_OK;
}

static const struct {
    const char *path;
    bool is_post;
    nbb_status (*answer)(nbb_viewed *view, nbb_query *query);
} answers[] = { { "/", false, answer_page },         { "/state", false, answer_state },
                { "/do", true, answer_deeds },       { "/picture", false, answer_picture },
                { "/digest", false, answer_digest }, { "/array", false, answer_array },
                { "/cubes", false, answer_cubes } };
enum { ANSWERS = NBB_COUNT(answers) };

void nbb_view_answer(nbb_viewed *view, nbb_query *query)
{
    int64_t copy;
    view->heard = nbb_milliseconds();
    int i = NBB_FIND(at, ANSWERS,
                     strcmp(query->path, answers[at].path) == 0 && query->is_post == answers[at].is_post);
    bool is_copy = take_number(query, "copy", 0, &copy) && copy >= 0;
    nbb_status status = i == ANSWERS ? NBB_REFUSE("there is no such page")
                        : !is_copy   ? NBB_REFUSE("copy: expected a whole number")
                                     : nbb_client_status(view->job, nbbgen_choose(view->job, copy));
    status = status == NBB_OK ? answers[i].answer(view, query) : status;
    if (status != NBB_OK) {
        query->code = i == ANSWERS ? MISSING : BAD;
        query->type = NULL;
        nbb_text_free(&query->answer);
        nbb_text_add(&query->answer, "%s\n", nbb_message());
    }
}
