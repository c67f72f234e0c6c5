/* cuda_module.c - modules of the CUDA target: images made by NVRTC or taken from the cache, and their kernels. */
#include "cuda_module.h"

#include "cache.h"
#include "machine.h"
#include "nvrtc.h"

#include <stdlib.h>

struct nbb_module {
    nbb_kernel *kernels;                              /* a list, freed with the module */
    int count;                                        /* of images; the driver knows each as a module of its own */
    CUmodule handles[];
};

/* An image on its way from a source; NVRTC makes several at once. */
typedef struct making {
    nbb_nvrtc_request request;
    nbb_text path;                                    /* in the cache, or empty */
    nbb_text image;
    bool found;                                       /* in the cache */
    nbb_text message;                                 /* of the failure */
    nbb_status status;
} making;

static nbb_status find_in_cache(making *one)
{
    nbb_text key = NBB_TEXT_EMPTY;
    nbb_status status = nbb_nvrtc_key(&one->request, &key);
    if (status == NBB_OK) {
        nbb_cache_path(&key, ".cuda", &one->path);
        one->found = nbb_cache_read(nbb_text_string(&one->path), &one->image);
    }
    nbb_text_free(&key);
    return status;
}

/* Compiles what was not found, each by a thread of its own, whose message of a failure is its own as well. */
static nbb_status compile_missing(making *all, int count)
{
    #pragma omp parallel for schedule(static, 1) num_threads(count)
    for (int i = 0; i < count; ++i) {
        if (!all[i].found) {
            all[i].status = nbb_nvrtc_compile(&all[i].request, &all[i].image);
        }
        if (all[i].status != NBB_OK) {
            nbb_text_add(&all[i].message, "%s", nbb_message());
            nbb_message_free();
        }
    }
    for (int i = 0; i < count; ++i) {
        if (all[i].status != NBB_OK) {
            return nbb_fail(all[i].status, "%s", nbb_text_string(&all[i].message));
        }
    }
    return NBB_OK;
}

/* All images, from the cache or compiled and then kept there. */
static nbb_status make_images(making *all, int count, bool use_cache, bool *hit)
{
    *hit = use_cache;
    for (int i = 0; i < count && use_cache; ++i) {
        NBB_TRY(find_in_cache(&all[i]));
        *hit = *hit && all[i].found;
    }
    NBB_TRY(*hit ? NBB_OK : compile_missing(all, count));
    for (int i = 0; i < count && use_cache; ++i) {
        if (!all[i].found) {
            nbb_cache_write(nbb_text_string(&all[i].path), &all[i].image);
        }
    }
    return NBB_OK;
}

/* The driver's version explains most refusals of an image: an NVRTC newer than the driver made it. */
static nbb_status fail_image(const nbb_driver *driver, const char *name)
{
    int version = 0;
    if (driver->cuDriverGetVersion(&version) != CUDA_SUCCESS) {
        version = 0;
    }
    return nbb_fail(NBB_ERROR_DEVICE, "module %s: %s; the driver is for CUDA %d.%d: an NVRTC that is newer than it "
                    "may be why (NBBGEN_NVRTC chooses another)", name, nbb_message(), version / 1000,
                    version % 1000 / 10);
}

void nbb_cuda_unload(const nbb_driver *driver, nbb_module *module)
{
    if (module == NULL) {
        return;
    }
    while (module->kernels != NULL) {
        nbb_kernel *kernel = module->kernels;
        module->kernels = kernel->next;
        free(kernel);
    }
    while (module->count > 0) {
        driver->cuModuleUnload(module->handles[--module->count]);
    }
    free(module);
}

static nbb_status load_images(const nbb_driver *driver, const char *name, const making *all, int count,
                              nbb_module **module)
{
    size_t bytes = sizeof(nbb_module) + (size_t)count * sizeof(CUmodule);
    nbb_module *made = calloc(1, bytes);
    if (made == NULL) {
        return nbb_fail_memory(bytes, "a module");
    }
    for (; made->count < count; ++made->count) {
        const nbb_text *image = &all[made->count].image;
        if (NBB_CALL(driver, cuModuleLoadData, &made->handles[made->count], nbb_text_string(image)) != NBB_OK) {
            nbb_cuda_unload(driver, made);
            return fail_image(driver, name);
        }
    }
    *module = made;
    return NBB_OK;
}

nbb_status nbb_cuda_load(const nbb_driver *driver, const char *architecture, const nbb_module_request *request,
                         nbb_module **module, nbb_module_facts *facts)
{
    double start = nbb_milliseconds();
    making *all = calloc((size_t)request->count, sizeof *all);
    if (all == NULL) {
        return nbb_fail_memory((size_t)request->count * sizeof *all, "a module's images");
    }
    for (int i = 0; i < request->count; ++i) {
        all[i].request = (nbb_nvrtc_request){
            .source = request->sources[i],
            .name = request->name,
            .architecture = architecture,
            .image = NBB_IMAGE_LOADABLE,
        };
    }
    nbb_status status = make_images(all, request->count, request->use_cache, &facts->cache_hit);
    if (status == NBB_OK) {
        status = load_images(driver, request->name, all, request->count, module);
    }
    facts->compile_ms = nbb_milliseconds() - start;
    for (int i = 0; i < request->count; ++i) {
        nbb_text_free(&all[i].path);
        nbb_text_free(&all[i].image);
        nbb_text_free(&all[i].message);
    }
    free(all);
    return status;
}

nbb_status nbb_cuda_find(const nbb_driver *driver, nbb_module *module, const char *name, nbb_kernel **kernel)
{
    nbb_kernel *made = calloc(1, sizeof *made);
    if (made == NULL) {
        return nbb_fail_memory(sizeof *made, "a kernel");
    }
    CUresult result = CUDA_ERROR_NOT_FOUND;
    for (int i = 0; i < module->count && result == CUDA_ERROR_NOT_FOUND; ++i) {
        result = driver->cuModuleGetFunction(&made->function, module->handles[i], name);
    }
    if (nbb_driver_check(driver, result, "cuModuleGetFunction") != NBB_OK) {
        free(made);
        return nbb_fail(NBB_ERROR_DEVICE, "kernel %s: %s", name, nbb_message());
    }
    made->next = module->kernels;
    module->kernels = made;
    *kernel = made;
    return NBB_OK;
}
