/* command_doctor.c - what this machine has for nbbgen to use. */
#include "cli/client.h"
#include "cli/commands.h"
#include "cli/print_json.h"
#include "cli/show.h"

#include <stdio.h>

static void show_finding(const char *what, const json_t *finding)
{
    bool good = json_is_true(json_object_get(finding, "usable"));
    printf("%-10s %-4s %s\n", what, good ? "ok" : "none", nbb_show_text(finding, "is"));
    if (!good) {
        printf("%-15s to get it: %s\n", "", nbb_show_text(finding, "get"));
    }
}

static nbb_status doctor(const nbb_options *options, nbbgen_job *job)
{
    const char *json, *what;
    json_t *object, *finding;
    nbbgen_status returned = nbbgen_doctor(job, &json);
    NBB_TRY(nbb_client_value(job, returned, json, &object));
    if (options->json) {
        return nbb_print_json(object);
    }
    json_object_foreach(object, what, finding)
    {
        show_finding(what, finding);
    }
    json_decref(object);
    return NBB_OK;
}

nbb_status nbb_command_doctor(const nbb_options *options)
{
    nbbgen_job *job = NULL;
    nbb_status status = nbb_client_begin(&job);
    status = status == NBB_OK ? doctor(options, job) : status;
    return nbb_client_close(job, status);
}
