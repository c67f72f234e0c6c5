/* command_check.c - check: reads a fractal's, a simplex's or a program's file and says what is wrong with it. */
#include "cli/commands.h"

#include "cli/client.h"
#include "cli/print_json.h"
#include "cli/show.h"

static nbb_status check(const nbb_options *options, nbbgen_job *job)
{
    const char *json;
    json_t *object;
    nbbgen_status returned = nbbgen_check(job, &json);
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
    nbb_status status = nbb_client_open(options, &job);
    status = status == NBB_OK ? check(options, job) : status;
    return nbb_client_close(job, status);
}
