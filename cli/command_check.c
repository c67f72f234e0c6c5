/* command_check.c - check: reads a fractal's, a simplex's or a program's file and says what is wrong with it. */
#include "cli/commands.h"

#include "cli/client.h"
#include "cli/print_json.h"
#include "cli/show.h"
#include "gen/base/near.h"
#include "gen/base/script.h"
#include "gen/definition/definition.h"
#include "gen/program/program.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* Whether a name of the kind is near. */
static bool is_near(const nbb_search *search, const char *name)
{
    char **names = NULL;
    size_t count = 0;
    bool near = nbb_search_list(search, &names, &count) == NBB_OK
                && nbb_near_miss(name, (const char *const *)names, (int)count) >= 0;
    for (size_t i = 0; i < count; ++i) {
        free(names[i]);
    }
    free(names);
    return near;
}

/* What is meant by a name that is not found: a file of the current folder, or else a name that is near. */
static nbb_maker maker_meant(const char *subject)
{
    nbb_text path = NBB_TEXT_EMPTY;
    nbb_maker maker = NBB_MAKER_FRACTAL;
    nbb_text_add(&path, "%s.lua", subject);
    bool exists = access(nbb_text_string(&path), F_OK) == 0;
    bool near = is_near(&nbb_program_search, subject) && !is_near(&nbb_definition_search, subject);
    if (exists) {
        nbb_script_maker(nbb_text_string(&path), &maker); /* a fractal where that cannot be told */
    }
    nbb_text_free(&path);
    return exists ? maker : near ? NBB_MAKER_PROGRAM : NBB_MAKER_FRACTAL;
}

/* Finds out what the subject is: what its file makes, a definition's before a program's of the same name. A file that
   fails ends it here: who loads what is found runs it again. */
static nbb_status find_maker(const nbb_options *options, nbb_maker *maker)
{
    nbb_text path = NBB_TEXT_EMPTY, remark = NBB_TEXT_EMPTY;
    bool found = nbb_search_find(&nbb_definition_search, options->subject, &path, &remark) == NBB_OK
                 || nbb_search_find(&nbb_program_search, options->subject, &path, &remark) == NBB_OK;
    nbb_status status = NBB_OK;
    if (found) {
        status = nbb_script_maker(nbb_text_string(&path), maker);
    } else {
        *maker = maker_meant(options->subject);
    }
    nbb_text_free(&path);
    nbb_text_free(&remark);
    return status;
}

static nbb_status check(const nbb_options *options, nbbgen_job *job)
{
    const char *json;
    json_t *object;
    nbb_maker maker = NBB_MAKER_FRACTAL;
    NBB_TRY(find_maker(options, &maker));
    nbbgen_status returned = maker == NBB_MAKER_PROGRAM ? nbbgen_program(job, options->subject)
                                                        : nbbgen_fractal(job, options->subject);
    NBB_TRY(nbb_client_status(job, returned));
    returned = nbbgen_check(job, &json);
    NBB_TRY(nbb_client_value(job, returned, json, &object));
    if (options->json) {
        return nbb_print_json(object);
    }
    if (json_object_get(object, "program") != NULL) {
        nbb_show_checked_program(object);
    } else {
        nbb_show_checked(object);
    }
    json_decref(object);
    return NBB_OK;
}

nbb_status nbb_command_check(const nbb_options *options)
{
    nbbgen_job *job = NULL;
    nbb_status status = nbb_client_begin(&job);
    status = status == NBB_OK ? check(options, job) : status;
    return nbb_client_close(job, status);
}
