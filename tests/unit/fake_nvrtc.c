/* fake_nvrtc.c - every NVRTC symbol that the program uses; it hands the source back as the image. */
#include "fake_driver.h"

#include "runtime/device/cuda_symbols.h"

#include <unistd.h>

/* The signatures are the program's own: a difference does not compile. */
#define DECLARE(name, parameters, result) result name parameters;
NBB_NVRTC_SYMBOLS(DECLARE)
#undef DECLARE

enum { NVRTC_ERROR_INVALID_INPUT = 3, NVRTC_ERROR_COMPILATION = 6 };

struct _nvrtcProgram {
    char *source;
    char *name;
    char *image;                                      /* without its kind */
};

nvrtcResult nvrtcVersion(int *major, int *minor)
{
    ENTER(nvrtcVersion);
    *major = 98;
    *minor = 7;
    return NVRTC_SUCCESS;
}

const char *nvrtcGetErrorString(nvrtcResult result)
{
    nbb_fake_enter("nvrtcGetErrorString");
    return result == NVRTC_ERROR_COMPILATION ? "NVRTC_ERROR_COMPILATION" : "NVRTC_ERROR_FAKE";
}

static const int architectures[] = { 75, 80, 90 };

nvrtcResult nvrtcGetNumSupportedArchs(int *count)
{
    ENTER(nvrtcGetNumSupportedArchs);
    *count = 3;
    return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetSupportedArchs(int *list)
{
    ENTER(nvrtcGetSupportedArchs);
    memcpy(list, architectures, sizeof architectures);
    return NVRTC_SUCCESS;
}

nvrtcResult nvrtcCreateProgram(nvrtcProgram *program, const char *source, const char *name, int header_count,
                               const char *const *headers, const char *const *include_names)
{
    ENTER(nvrtcCreateProgram);
    if (header_count != 0 || headers != NULL || include_names != NULL) {
        return NVRTC_ERROR_INVALID_INPUT;
    }
    *program = calloc(1, sizeof **program);
    (*program)->source = strdup(source);
    (*program)->name = strdup(name);
    return NVRTC_SUCCESS;
}

nvrtcResult nvrtcDestroyProgram(nvrtcProgram *program)
{
    ENTER(nvrtcDestroyProgram);
    if (strstr((*program)->source, "#error") != NULL) {
        usleep(2000);                                 /* so that two threads have both failed before one tells it */
    }
    free((*program)->source);
    free((*program)->name);
    free((*program)->image);
    free(*program);
    *program = NULL;
    return NVRTC_SUCCESS;
}

nvrtcResult nvrtcCompileProgram(nvrtcProgram program, int option_count, const char *const *options)
{
    ENTER(nvrtcCompileProgram);
    size_t length = strlen(program->source) + 2;
    for (int i = 0; i < option_count; i++) {
        length += strlen(options[i]) + 1;
    }
    program->image = calloc(length, 1);
    for (int i = 0; i < option_count; i++) {
        strcat(strcat(program->image, options[i]), " ");
    }
    strcat(strcat(program->image, "|"), program->source);
    return strstr(program->source, "#error") != NULL ? NVRTC_ERROR_COMPILATION : NVRTC_SUCCESS;
}

/* What was made, as text, and what NVRTC counts as its size: the final 0 included. */
#define HAND_OUT(name, kind, text, end)                                \
    nvrtcResult name##Size(nvrtcProgram program, size_t *size)         \
    {                                                                  \
        ENTER(name##Size);                                             \
        *size = strlen(kind) + strlen(program->text) + strlen(end) + 1; \
        return NVRTC_SUCCESS;                                          \
    }                                                                  \
                                                                       \
    nvrtcResult name(nvrtcProgram program, char *bytes)                \
    {                                                                  \
        ENTER(name);                                                   \
        strcat(strcat(strcpy(bytes, kind), program->text), end);       \
        return NVRTC_SUCCESS;                                          \
    }

HAND_OUT(nvrtcGetProgramLog, "", name, "(1): error: as told")
HAND_OUT(nvrtcGetCUBIN, "cubin ", image, "")
HAND_OUT(nvrtcGetPTX, "ptx ", image, "")
