/* status.c - the recorded message of a thread's last failure. */
#include "gen/base/status.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static _Thread_local char *recorded;
static _Thread_local nbb_status failed;

nbb_status nbb_fail(nbb_status status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    va_list again;
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    char *text = length < 0 ? NULL : malloc((size_t)length + 1);
    if (text != NULL) {
        vsnprintf(text, (size_t)length + 1, format, again);
    }
    va_end(again);
    free(recorded);  /* after formatting: the old message may be an argument of the new one */
    recorded = text;
    failed = status;
    return status;
}

nbb_status nbb_fail_memory(unsigned long long bytes, const char *purpose)
{
    return nbb_fail(NBB_ERROR_RUN, "no memory: %llu bytes asked for, for %s", bytes, purpose);
}

const char *nbb_message(void)
{
    return recorded != NULL ? recorded : failed != NBB_OK ? "no memory is left, not even to say for what" : "";
}

nbb_status nbb_failure(void)
{
    return failed;
}

const char *nbb_status_text(nbb_status status)
{
    switch (status) {
#define NBB_STATUS_CASE(name, code, text) \
    case NBB_##name:                      \
        return text;
        NBB_STATUSES(NBB_STATUS_CASE)
#undef NBB_STATUS_CASE
    }
    return "unknown status";
}

void nbb_message_free(void)
{
    free(recorded);
    recorded = NULL;
    failed = NBB_OK;
}
