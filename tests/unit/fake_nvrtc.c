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

/* Sets `size` to what NVRTC counts, the final 0 included; copies the text where `bytes` is not NULL. */
static nvrtcResult hand_out(const char *kind, const char *text, const char *end, size_t *size, char *bytes)
{
    size_t length = strlen(kind) + strlen(text) + strlen(end) + 1;
    if (bytes != NULL) {
        snprintf(bytes, length, "%s%s%s", kind, text, end);
    } else {
        *size = length;
    }
    return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetProgramLogSize(nvrtcProgram program, size_t *size)
{
    ENTER(nvrtcGetProgramLogSize);
    return hand_out("", program->name, "(1): error: as told", size, NULL);
}

nvrtcResult nvrtcGetProgramLog(nvrtcProgram program, char *log)
{
    ENTER(nvrtcGetProgramLog);
    return hand_out("", program->name, "(1): error: as told", NULL, log);
}

nvrtcResult nvrtcGetCUBINSize(nvrtcProgram program, size_t *size)
{
    ENTER(nvrtcGetCUBINSize);
    return hand_out("cubin ", program->image, "", size, NULL);
}

nvrtcResult nvrtcGetCUBIN(nvrtcProgram program, char *cubin)
{
    ENTER(nvrtcGetCUBIN);
    return hand_out("cubin ", program->image, "", NULL, cubin);
}

nvrtcResult nvrtcGetPTXSize(nvrtcProgram program, size_t *size)
{
    ENTER(nvrtcGetPTXSize);
    return hand_out("ptx ", program->image, "", size, NULL);
}

nvrtcResult nvrtcGetPTX(nvrtcProgram program, char *ptx)
{
    ENTER(nvrtcGetPTX);
    return hand_out("ptx ", program->image, "", NULL, ptx);
}
