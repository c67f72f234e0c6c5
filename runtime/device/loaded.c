/* loaded.c - dlopen and dlsym. */
#include "runtime/device/loaded.h"
#include "runtime/base/search.h"

#include <dlfcn.h>
#include <glob.h>
#include <link.h>

/* The library, or NULL. `reasons` gets the loader's words about one that was chosen, or is there: those about one
   that is not begin with its own name, not with that of another one that it needs. */
static void *open_file(const char *file, bool is_chosen, nbb_text *reasons)
{
    size_t length = strlen(file);
    void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    const char *why = library == NULL ? dlerror() : NULL;
    bool is_missing = why != NULL && strncmp(why, file, length) == 0 && why[length] == ':'
                      && strstr(why, strerror(ENOENT)) != NULL;
    NBB_TEXT_ADD_IF(why != NULL && (is_chosen || !is_missing), reasons, "%s%s", reasons->length > 0 ? "; " : "", why);
    return library;
}

static void *open_name(const char *name, nbb_text *reasons)
{
    NBB_LOCAL_TEXT beside = NBB_TEXT_EMPTY;
    if (*name == NBB_LOADED_BESIDE[0]) {
        bool is_package = nbb_share_package(name + 1, &beside) == NBB_OK && beside.length > 0;
        return is_package ? open_file(nbb_text_string(&beside), false, reasons) : NULL;
    }
    glob_t found = { 0 };
    void *library = glob(name, GLOB_NOCHECK, NULL, &found) == 0 ? open_file(found.gl_pathv[0], false, reasons) : NULL;
    globfree(&found);
    return library;
}

static void *open_library(const nbb_loaded *loaded, nbb_text *reasons)
{
    NBB_LOCAL_TEXT path = NBB_TEXT_EMPTY, looked = NBB_TEXT_EMPTY;
    void *library = NULL;
    const char *chosen = nbb_loaded_chosen(loaded);
    bool found = chosen == NULL && loaded->find != NULL && loaded->find(&path, &looked);
    chosen = found ? nbb_text_string(&path) : chosen;
    NBB_RETURN_IF(chosen != NULL, open_file(chosen, true, reasons));
    for (const char *const *name = loaded->names; *name != NULL && library == NULL; ++name) {
        library = open_name(*name, reasons);
    }
    NBB_TEXT_ADD_IF(library == NULL && reasons->length == 0, reasons, "%s not found", loaded->names[0]);
    nbb_text_add(reasons, "%s%s", looked.length > 0 ? ", and none in " : "", nbb_text_string(&looked));
    return library;
}

const char *nbb_loaded_chosen(const nbb_loaded *loaded)
{
    const char *value = getenv(loaded->variable);
    return value != NULL && *value != '\0' ? value : NULL;
}

/* C has no cast from an object's pointer to a function's; POSIX has them agree in their bytes. */
nbb_function nbb_loaded_function(void *library, const char *name)
{
    void *address = dlsym(library, name);
    nbb_function function = NULL;
    memcpy(&function, &address, sizeof function);
    return function;
}

static nbb_status load(nbb_loaded *loaded)
{
    NBB_LOCAL_TEXT reasons = NBB_TEXT_EMPTY;
    void *library = open_library(loaded, &reasons);
    NBB_STOP_IF(library == NULL, NBB_ERROR_DEVICE, "%s%s%s", loaded->none, nbb_text_string(&reasons), loaded->help);
    nbb_status status = NBB_OK;
    for (size_t i = 0; loaded->symbols[i] != NULL && status == NBB_OK; i++) {
        nbb_function function = nbb_loaded_function(library, loaded->symbols[i]);
        memcpy((char *)loaded->table + i * sizeof function, &function, sizeof function);
        if (function == NULL) {
            status = nbb_fail(NBB_ERROR_DEVICE, "the library lacks %s: %s", loaded->symbols[i], loaded->remedy);
        }
    }
    NBB_TRY_OR(status, dlclose(library));
    loaded->library = library;
    return NBB_OK;
}

nbb_status nbb_loaded_once(nbb_loaded *loaded)
{
    pthread_mutex_lock(&loaded->lock);
    nbb_status status = loaded->library != NULL ? NBB_OK : load(loaded);
    pthread_mutex_unlock(&loaded->lock);
    return status;
}

const char *nbb_loaded_file(const nbb_loaded *loaded)
{
    struct link_map *map = NULL;
    return dlinfo(loaded->library, RTLD_DI_LINKMAP, &map) == 0 ? map->l_name : NULL;
}
