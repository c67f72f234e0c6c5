/* host_library.c - a module's shared object: compiled, kept and found again, loaded. */
#include "runtime/device/host_library.h"

#include "gen/base/say.h"
#include "runtime/device/cache.h"
#include "runtime/device/compiler.h"

#include <dlfcn.h>
#include <stdint.h>
#include <unistd.h>

/* The module stays mapped after its unloading: OpenMP's idle threads wait inside the runtime that came with it. */
static nbb_status open_library(const char *path, void **library)
{
    *library = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (*library == NULL) {
        return nbb_fail(NBB_ERROR_DEVICE,
                        "a compiled module cannot be loaded: %s (TMPDIR and the cache must be in "
                        "folders whose files may be executed)",
                        dlerror());
    }
    return NBB_OK;
}

/* Compiles and loads, then leaves a copy in the cache at `path` unless that is NULL, for this key. */
static nbb_status build(const nbb_module_request *request, const char *path, const nbb_text *key, void **library)
{
    nbb_built built = NBB_BUILT_NONE;
    nbb_text image = NBB_TEXT_EMPTY;
    nbb_status status = nbb_compiler_build(request->sources[0], request->name, &built);
    if (status == NBB_OK) {
        status = open_library(nbb_text_string(&built.object), library);
    }
    if (status == NBB_OK && path != NULL
        && nbb_text_read_file(&image, nbb_text_string(&built.object), SIZE_MAX / 2, NBB_ERROR_DEVICE) == NBB_OK) {
        nbb_cache_write(path, key, &image);
    }
    nbb_text_free(&image);
    nbb_compiler_clean(&built);
    return status;
}

/* One line for the whole run: a cache whose files may not be executed (noexec) holds no module that can be loaded. */
static void warn_once(const char *path)
{
    static atomic_flag warned = ATOMIC_FLAG_INIT;
    nbb_say_once(&warned, "warning: the cache entry %s is of no use here and compiled anew: %s", path, nbb_message());
}

/* Loads the entry from where it lies: it was read and checked, and nobody else can have changed it since (folder.h).
   False where there is none of this key, or it is damaged, or cannot be loaded; another process may prune it before
   it is. */
static bool load_entry(const char *path, const nbb_text *key, void **library)
{
    nbb_text image = NBB_TEXT_EMPTY;
    bool whole = nbb_cache_read(path, key, &image);
    nbb_text_free(&image);
    bool loaded = whole && open_library(path, library) == NBB_OK;
    if (whole && !loaded && access(path, F_OK) == 0) {
        warn_once(path);
    }
    return loaded;
}

static nbb_status load_through_cache(const nbb_module_request *request, void **library, bool *hit)
{
    nbb_text key = NBB_TEXT_EMPTY;
    nbb_text path = NBB_TEXT_EMPTY;
    nbb_status status = nbb_compiler_key(request->sources[0], &key);
    if (status == NBB_OK) {
        nbb_cache_path(&key, ".so", &path);
        *hit = load_entry(nbb_text_string(&path), &key, library);
        status = *hit ? NBB_OK : build(request, nbb_text_string(&path), &key, library);
    }
    nbb_text_free(&key);
    nbb_text_free(&path);
    return status;
}

nbb_status nbb_host_library_load(const nbb_module_request *request, void **library, bool *hit)
{
    *hit = false;
    return request->use_cache ? load_through_cache(request, library, hit) : build(request, NULL, NULL, library);
}
