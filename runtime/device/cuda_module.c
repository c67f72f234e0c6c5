/* cuda_module.c - modules of the CUDA target: images made by NVRTC or taken from the cache, and their kernels. */
#include "runtime/device/cuda_device.h"

#include "runtime/device/nvrtc.h"

/* The images of a request's modules; freed in every case. */
typedef struct image_list {
    struct making *all;
    int count;
} image_list;

typedef struct making {
    nbb_nvrtc_request request;
    nbb_text name;                                    /* the request's, of several sources with a number */
    nbb_text key, path;                               /* in the cache, or empty */
    nbb_text image;
    bool found;                                       /* in the cache */
    nbb_failed failure;                               /* to compile it */
} making;

/* Compiles what was not found, each by a thread of its own, whose message of a failure is its own as well. */
static nbb_status compile_missing(making *all, int count)
{
#pragma omp parallel for schedule(static, 1) num_threads(count)
    for (int i = 0; i < count; ++i) {
        if (!all[i].found && nbb_nvrtc_compile(&all[i].request, &all[i].image) != NBB_OK) {
            all[i].failure = nbb_failure_take();
        }
    }
    nbb_status status = NBB_OK;
    for (int i = count; i-- > 0;) { /* up to the first one's */
        status = all[i].failure.status != NBB_OK ? nbb_failure_give(&all[i].failure) : status;
    }
    return status;
}

void nbb_cuda_unload(NBB_UNUSED nbb_device *device, nbb_module *module)
{
    if (module != NULL) {
        nbb_driver.cuModuleUnload((CUmodule)module);
    }
}

/* The driver's version explains most refusals of an image: an NVRTC newer than the driver made it. */
static nbb_status load_image(const making *from, nbb_module **module)
{
    int version = 0;
    CUmodule made = NULL;
    if (NBB_CALL(cuModuleLoadData, &made, nbb_text_string(&from->image)) != NBB_OK) {
        version = nbb_driver.cuDriverGetVersion(&version) == CUDA_SUCCESS ? version : 0;
        return nbb_fail(NBB_ERROR_DEVICE,
                        "module %s: %s; the driver is for CUDA %d.%d: an NVRTC that is newer than it "
                        "may be why (NBBGEN_NVRTC chooses another)",
                        from->request.name, nbb_message(), version / 1000, version % 1000 / 10);
    }
    *module = (nbb_module *)made;
    return NBB_OK;
}

/* Takes the images from the cache, or compiles them; `architecture` as "sm_90". Needs no context. Fails (device) when
   NVRTC refuses, with its reasons. */
static nbb_status list_images(const char *architecture, const nbb_module_request *request, image_list *images,
                              nbb_module_facts *facts)
{
    double start = nbb_milliseconds();
    images->count = request->count;
    NBB_TRY(NBB_MAKE(images->all, request->count, "the images of modules"));
    facts->cache_hit = true;
    for (int i = 0; i < request->count; ++i) {
        making *one = &images->all[i];
        nbb_text_add(&one->name, i == 0 ? "%s" : "%s_%d", request->name, i + 1);
        one->request = (nbb_nvrtc_request){ request->sources[i], nbb_text_string(&one->name), architecture,
                                            NBB_IMAGE_LOADABLE };
        if (request->use_cache) {
            NBB_TRY(nbb_nvrtc_key(&one->request, &one->key));
            nbb_cache_path(&one->key, ".cuda", &one->path);
            one->found = nbb_cache_read(nbb_text_string(&one->path), &one->key, &one->image);
        }
        facts->cache_hit = facts->cache_hit && one->found;
    }
    NBB_TRY_IF(!facts->cache_hit, compile_missing(images->all, request->count));
#pragma omp critical(nbb_nvrtc_keep) /* a file's mode is by the umask, which is the process's */
    for (int i = 0; i < request->count && request->use_cache; ++i) {
        making *one = &images->all[i];
        if (!one->found) {
            nbb_cache_write(nbb_text_string(&one->path), &one->key, &one->image);
        }
    }
    facts->compile_ms = nbb_milliseconds() - start;
    return NBB_OK;
}

static void free_images(image_list *images)
{
    for (int i = 0; i < images->count && images->all != NULL; ++i) {
        making *one = &images->all[i];
        nbb_text_free(&one->name);
        nbb_text_free(&one->key);
        nbb_text_free(&one->path);
        nbb_text_free(&one->image);
    }
    free(images->all);
}

nbb_status nbb_cuda_load(nbb_device *device, const nbb_module_request *request, nbb_module **modules,
                         nbb_module_facts *facts)
{
    NBB_AT_END(free_images) image_list images = { 0 };
    NBB_TRY(list_images(device->architecture, request, &images, facts));
    NBB_TRY(nbb_cuda_use(device)); /* not sooner: compiling needs none */
    double start = nbb_milliseconds();
    memset(modules, 0, (size_t)images.count * sizeof *modules);
    nbb_status status = NBB_EACH(i, images.count, load_image(&images.all[i], &modules[i]));
    for (int i = 0; i < images.count && status != NBB_OK; ++i) {
        nbb_cuda_unload(device, modules[i]);
        modules[i] = NULL;
    }
    facts->compile_ms += nbb_milliseconds() - start;
    return status;
}

/* As nbb_hooks has them, of threads beside the one that works for a handle: they stop with it, and what they would
   say is said when it loads the modules. */
static void say_nothing(NBB_UNUSED void *context, NBB_UNUSED const char *message)
{
}

static bool stops_with(void *context, NBB_UNUSED int64_t done, NBB_UNUSED int64_t total)
{
    const nbb_hooks *of_job = context;
    return of_job->is_stopped;
}

/* A thread's part of the preparation; `of_job` are the hooks of the one that called for it, or NULL. */
static void prepare_one(const char *architecture, const nbb_module_request *request, nbb_hooks *of_job)
{
    NBB_AT_END(free_images) image_list images = { 0 };
    nbb_module_facts facts;
    nbb_hooks beside = { .say = say_nothing, .stops = stops_with, .context = of_job };
    nbb_hooks *before = nbb_hooks_now();
    if (before != of_job) {
        nbb_hooks_use(&beside);
    }
    if (!nbb_interrupt_came()) {
        list_images(architecture, request, &images, &facts);
    }
    nbb_message_free();
    nbb_hooks_use(before);
}

void nbb_cuda_prepare(nbb_device *device, const nbb_module_request *requests, int count)
{
    int threads = (int)nbb_machine_threads();
    nbb_hooks *of_job = nbb_hooks_now();
#pragma omp parallel for schedule(dynamic, 1) num_threads(count < threads ? count : threads)
    for (int i = 0; i < count; ++i) {
        prepare_one(device->architecture, &requests[i], of_job);
    }
}

/* The driver knows the parameters' sizes from the image, so the signature is the host's alone. */
nbb_status nbb_cuda_find(NBB_UNUSED nbb_device *device, nbb_module *module, const char *name,
                         NBB_UNUSED const char *signature, nbb_kernel **kernel)
{
    CUfunction found = NULL;
    NBB_STOP_IF(NBB_CALL(cuModuleGetFunction, &found, (CUmodule)module, name) != NBB_OK, NBB_ERROR_DEVICE,
                "kernel %s: %s", name, nbb_message());
    *kernel = (nbb_kernel *)found;
    return NBB_OK;
}
