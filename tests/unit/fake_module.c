/* fake_module.c - the fake driver's modules, launches and events. */
#include "fake_driver.h"

#include <regex.h>
#include <time.h>

enum { ERROR_INVALID_IMAGE = 200, ERROR_NOT_FOUND = 500 };

struct CUmod_st {
    char *image;
};

struct CUevent_st {
    double milliseconds;
    CUstream stream;                                  /* that it was recorded on */
};

struct CUstream_st {
    int launches;                                     /* since it waited for an event last; -1: it never did */
};

static CUfunction functions;                          /* all ever found: handles live as long as the library */
static bool is_fast;                                  /* the kernel that was launched last */

__attribute__((destructor)) static void free_functions(void)
{
    while (functions != NULL) {
        CUfunction function = functions;
        functions = function->next;
        free(function->name);
        free(function);
    }
}

CUresult cuModuleLoadData(CUmodule *module, const void *image)
{
    ENTER(cuModuleLoadData);
    if (strncmp(image, "cubin ", 6) != 0 && strncmp(image, "ptx ", 4) != 0) {
        return ERROR_INVALID_IMAGE;
    }
    *module = malloc(sizeof **module);
    (*module)->image = strdup(image);
    return CUDA_SUCCESS;
}

CUresult cuModuleUnload(CUmodule module)
{
    ENTER(cuModuleUnload);
    free(module->image);
    free(module);
    return CUDA_SUCCESS;
}

/* Whether NBB_FAKE_FAST is found in the source. */
static bool is_named_fast(const char *source)
{
    const char *given = getenv("NBB_FAKE_FAST");
    regex_t pattern;
    if (given == NULL || regcomp(&pattern, given, REG_EXTENDED | REG_NOSUB) != 0) {
        return false;
    }
    bool found = regexec(&pattern, source, 0, NULL, 0) == 0;
    regfree(&pattern);
    return found;
}

CUresult cuModuleGetFunction(CUfunction *function, CUmodule module, const char *name)
{
    ENTER(cuModuleGetFunction);
    const char *found = module->image;
    size_t length = strlen(name);
    for (; (found = strstr(found, name)) != NULL; found += length) {
        if (found > module->image && found[-1] == ' ' && found[length] == '(') {
            *function = malloc(sizeof **function);
            (*function)->name = strdup(name);
            (*function)->fast = is_named_fast(module->image);
            (*function)->shared_limit = 49152;
            (*function)->next = functions;
            functions = *function;
            return CUDA_SUCCESS;
        }
    }
    return ERROR_NOT_FOUND;
}

CUresult cuFuncSetAttribute(CUfunction function, int attribute, int value)
{
    ENTER(cuFuncSetAttribute);
    if (attribute != CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES || value < 0 || value > 232448) {
        return ERROR_INVALID_VALUE;
    }
    function->shared_limit = (unsigned)value;
    return CUDA_SUCCESS;
}

CUresult cuStreamCreateWithPriority(CUstream *stream, unsigned flags, int priority)
{
    ENTER(cuStreamCreateWithPriority);
    *stream = malloc(sizeof **stream);
    (*stream)->launches = -1;
    return flags == CU_STREAM_NON_BLOCKING && priority <= 0 ? CUDA_SUCCESS : ERROR_INVALID_VALUE;
}

CUresult cuStreamDestroy_v2(CUstream stream)
{
    ENTER(cuStreamDestroy_v2);
    free(stream);
    return CUDA_SUCCESS;
}

/* Another stream begins after the default one, which goes on after what the other has launched. */
CUresult cuStreamWaitEvent(CUstream stream, CUevent event, unsigned flags)
{
    ENTER(cuStreamWaitEvent);
    bool is_right = event->milliseconds > 0 && event->stream != stream && flags == 0;
    if (stream != NULL) {
        stream->launches = 0;
    }
    return is_right ? CUDA_SUCCESS : ERROR_INVALID_VALUE;
}

/* Only what the driver itself would accept: no empty grid, one dimension; and another stream than the default one
   after it was asked to wait for that. */
CUresult cuLaunchKernel(CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,
                        unsigned block_y, unsigned block_z, unsigned shared, CUstream stream, void **parameters,
                        void **extra)
{
    ENTER(cuLaunchKernel);
    if (grid_x == 0 || grid_x > INT32_MAX || grid_y != 1 || grid_z != 1 || block_x == 0 || block_x > 1024
        || block_y != 1 || block_z != 1 || shared > function->shared_limit || extra != NULL
        || (stream != NULL && stream->launches++ < 0)) {
        return ERROR_INVALID_VALUE;
    }
    is_fast = function->fast;
    if (strcmp(function->name, "store") == 0) {
        CUdeviceptr *address = parameters[0];
        uint64_t *wide = parameters[1];
        uint32_t *narrow = parameters[2];
        const uint64_t stored[4] = { *wide, *narrow, grid_x, block_x };
        memcpy(nbb_fake_memory_at(*address), stored, sizeof stored);
    }
    return CUDA_SUCCESS;
}

CUresult cuLaunchCooperativeKernel(CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                                   unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared,
                                   CUstream stream, void **parameters)
{
    ENTER(cuLaunchCooperativeKernel);
    return cuLaunchKernel(function, grid_x, grid_y, grid_z, block_x, block_y, block_z, shared, stream, parameters,
                          NULL);
}

CUresult cuOccupancyMaxActiveClusters(int *clusters, CUfunction function, const nbb_launch_config *config)
{
    ENTER(cuOccupancyMaxActiveClusters);
    (void)function;
    *clusters = (int)config->attributes->value[0];
    return CUDA_SUCCESS;
}

CUresult cuEventCreate(CUevent *event, unsigned flags)
{
    ENTER(cuEventCreate);
    *event = calloc(1, sizeof **event);
    return flags == 0 || flags == CU_EVENT_DISABLE_TIMING ? CUDA_SUCCESS : ERROR_INVALID_VALUE;
}

CUresult cuEventDestroy_v2(CUevent event)
{
    ENTER(cuEventDestroy_v2);
    free(event);
    return CUDA_SUCCESS;
}

CUresult cuEventRecord(CUevent event, CUstream stream)
{
    ENTER(cuEventRecord);
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    event->milliseconds = (double)now.tv_sec * 1e3 + (double)now.tv_nsec * 1e-6;
    event->stream = stream;
    return CUDA_SUCCESS;
}

CUresult cuEventSynchronize(CUevent event)
{
    ENTER(cuEventSynchronize);
    return event != NULL ? CUDA_SUCCESS : ERROR_INVALID_VALUE;
}

CUresult cuEventElapsedTime(float *milliseconds, CUevent from, CUevent to)
{
    ENTER(cuEventElapsedTime);
    const char *given = getenv("NBB_FAKE_ELAPSED");
    *milliseconds = given != NULL ? strtof(given, NULL) / (is_fast ? 2 : 1)
                                 : (float)(to->milliseconds - from->milliseconds);
    return CUDA_SUCCESS;
}
