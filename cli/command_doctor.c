/* command_doctor.c - what this machine has for nbbgen to use. */
#include "cli/commands.h"

/* Fails, with the code of the first, where something is missing that each machine should have. */
static nbb_status judge(const json_t *object)
{
    const char *what;
    json_t *finding;
    NBB_LOCAL_TEXT missing = NBB_TEXT_EMPTY;
    nbb_status status = NBB_OK;
    json_object_foreach((json_t *)object, what, finding)
    {
        nbb_status code = (nbb_status)json_integer_value(json_object_get(finding, "code"));
        if (code != NBB_OK) {
            nbb_text_add(&missing, "%s%s", missing.length > 0 ? ", " : "", what);
        }
        status = status == NBB_OK ? code : status;
    }
    if (status != NBB_OK) {
        nbb_fail(status, "not usable: %s", nbb_text_string(&missing));
    }
    return status;
}

nbb_status nbb_command_doctor(const nbb_options *options, nbbgen_job *job)
{
    json_t *object;
    NBB_TRY(nbb_client_ask(job, nbbgen_doctor, &object));
    nbb_status status = judge(object), printed = nbb_print_value(options, object, "doctor");
    return status != NBB_OK ? status : printed;
}
