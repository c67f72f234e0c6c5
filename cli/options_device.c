/* options_device.c - the device that --device names, and the remarks that --quiet silences. */
#include "cli/commands.h"
#include "gen/base/near.h"
#include "gen/base/say.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

void nbb_remark(const nbb_options *options, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    if (!options->quiet) {
        nbb_say_list(format, arguments);
    }
    va_end(arguments);
}

nbb_status nbb_options_device(const nbb_options *options, nbb_device **device)
{
    const char *name = options->device;
    if (strcmp(name, "cpu") == 0) {
        return nbb_host_open(device);
    }
    if (strcmp(name, "auto") == 0) {
        nbb_text reason = NBB_TEXT_EMPTY;
        bool found = nbb_cuda_count(&reason) > 0;
        if (!found) {
            nbb_remark(options, "no GPU (%s): the host target runs it", nbb_text_string(&reason));
        }
        nbb_text_free(&reason);
        return found ? nbb_cuda_open(0, device) : nbb_host_open(device);
    }
    char *end = NULL;
    long ordinal = strncmp(name, "cuda:", 5) == 0 ? strtol(name + 5, &end, 10) : 0;
    bool plain = strcmp(name, "cuda") == 0;
    if (!plain && (end == NULL || end == name + 5 || *end != '\0' || ordinal < 0 || ordinal > 1023)) {
        static const char *const names[] = { "auto", "cuda" }; /* "gpu" is near "cpu", and means the other one */
        nbb_text near = NBB_TEXT_EMPTY;
        nbb_add_near(&near, name, names, 2);
        nbb_fail(NBB_ERROR_USAGE, "--device %s: expected auto, cpu, cuda or cuda:N%s", name, nbb_text_string(&near));
        nbb_text_free(&near);
        return NBB_ERROR_USAGE;
    }
    return nbb_cuda_open((int)ordinal, device);
}
