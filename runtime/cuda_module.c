/* cuda_module.c - modules of the CUDA target: images made by NVRTC or taken from the cache, and their kernels. */
#include "cuda_module.h"

#include "cache.h"
#include "machine.h"
#include "nvrtc.h"

#include <stdlib.h>

struct nbb_module {
    CUmodule handle;
    nbb_kernel *kernels;                              /* a list, freed with the module */
};

static nbb_status compile_through_cache(const nbb_nvrtc_request *request, nbb_text *image, bool *hit)
{
    nbb_text key = NBB_TEXT_EMPTY;
    nbb_text path = NBB_TEXT_EMPTY;
    nbb_status status = nbb_nvrtc_key(request, &key);
    if (status == NBB_OK) {
        nbb_cache_path(&key, ".cuda", &path);
        *hit = nbb_cache_read(nbb_text_string(&path), image);
        status = *hit ? NBB_OK : nbb_nvrtc_compile(request, image);
        if (status == NBB_OK && !*hit) {
            nbb_cache_write(nbb_text_string(&path), image);
        }
    }
    nbb_text_free(&key);
    nbb_text_free(&path);
    return status;
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
    if (module->handle != NULL) {
        driver->cuModuleUnload(module->handle);
    }
    free(module);
}

static nbb_status load_image(const nbb_driver *driver, const char *name, const nbb_text *image, nbb_module **module)
{
    nbb_module *made = calloc(1, sizeof *made);
    if (made == NULL) {
        return nbb_fail_memory(sizeof *made, "a module");
    }
    if (NBB_CALL(driver, cuModuleLoadData, &made->handle, nbb_text_string(image)) != NBB_OK) {
        nbb_cuda_unload(driver, made);
        return fail_image(driver, name);
    }
    *module = made;
    return NBB_OK;
}

nbb_status nbb_cuda_load(const nbb_driver *driver, const char *architecture, const nbb_module_request *request,
                         nbb_module **module, nbb_module_facts *facts)
{
    double start = nbb_milliseconds();
    nbb_nvrtc_request wanted = {
        .source = request->source,
        .name = request->name,
        .architecture = architecture,
        .image = NBB_IMAGE_LOADABLE,
    };
    nbb_text image = NBB_TEXT_EMPTY;
    facts->cache_hit = false;
    nbb_status status = request->use_cache ? compile_through_cache(&wanted, &image, &facts->cache_hit)
                                           : nbb_nvrtc_compile(&wanted, &image);
    if (status == NBB_OK) {
        status = load_image(driver, request->name, &image, module);
    }
    facts->compile_ms = nbb_milliseconds() - start;
    nbb_text_free(&image);
    return status;
}

nbb_status nbb_cuda_find(const nbb_driver *driver, nbb_module *module, const char *name, nbb_kernel **kernel)
{
    nbb_kernel *made = calloc(1, sizeof *made);
    if (made == NULL) {
        return nbb_fail_memory(sizeof *made, "a kernel");
    }
    if (NBB_CALL(driver, cuModuleGetFunction, &made->function, module->handle, name) != NBB_OK) {
        free(made);
        return nbb_fail(NBB_ERROR_DEVICE, "kernel %s: %s", name, nbb_message());
    }
    made->next = module->kernels;
    module->kernels = made;
    *kernel = made;
    return NBB_OK;
}
